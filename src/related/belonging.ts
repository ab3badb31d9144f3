// Reads the rows that belong to a page's rows, by the values of one of the page's columns, in one query.
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Filter, type Scalar } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import { integerOf, type Row } from '../database/tables.ts'
import type { RelatedReads } from './reads.ts'
import type { ListPlan } from '../plan/plan.ts'

export async function belonging(
  reading: RelatedReads,
  rows: readonly Row[],
  column: string,
  planOf: (ids: readonly Scalar[]) => ListPlan,
): Promise<readonly Row[] | Failure> {
  const ids = idsIn(rows, column)
  if (ids.length === 0) return []
  const page = await reading.listOwned(planOf(ids))
  return isFailure(page) ? page : page.rows
}

export function idsIn(rows: readonly Row[], column: string): readonly Scalar[] {
  return [...new Set(rows.map((row) => integerOf(row, column)))].map(toIdValue)
}

export function belongingPlan(
  source: Source,
  columns: readonly string[],
  column: string,
  values: readonly Scalar[],
  { filters = [], order = [] }: Partial<Pick<ListPlan, 'filters' | 'order'>> = {},
): ListPlan {
  const belongs: Filter = { kind: 'in', column, values }
  return {
    kind: 'list',
    source,
    columns,
    filters: [belongs, ...filters],
    visible: null,
    order,
    page: { kind: 'all' },
  }
}

/** For relations where `Needed` cannot say which item uses which rows: every item depends on all of them. */
export function sharedBy(reading: RelatedReads): RelatedReads {
  return { ...reading, listOwned: reading.list }
}
