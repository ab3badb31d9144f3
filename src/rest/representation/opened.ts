// Finds rows below content that are visible only by the request's password: their own address has none, so links to
// actions are left out.
import { isFailure, type Failure } from '../../core/failure.ts'
import { toIdValue } from '../../database/filter.ts'
import { integerOf, textOf, type Row } from '../../database/tables.ts'
import type { Reading } from '../../read/execute.ts'
import { planLinked } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Representing } from './representation.ts'

/** The ids of the rows that are hidden without the password. */
export async function openedRows(
  rows: readonly Row[],
  { resource, viewer }: Pick<Representing, 'resource' | 'viewer'>,
  reading: Reading,
): Promise<ReadonlySet<string> | Failure> {
  if (!resource.below || rows.length === 0) return new Set()
  const read = await reading.list(
    planLinked(resource, {
      source: resource.source,
      columns: ['id'],
      match: 'id',
      ids: rows.map((row) => toIdValue(integerOf(row, 'id'))),
      where: {},
      visible: visibilityOf(resource, viewer, 'visibleAlone'),
      order: { column: 'id', descending: false },
      limit: rows.length,
    }),
  )
  if (isFailure(read)) return read
  const seen = new Set(read.rows.map((row) => textOf(row, 'id')))
  return new Set(rows.map((row) => textOf(row, 'id'))).difference(seen)
}
