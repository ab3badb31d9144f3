// Rows that belong to a page's rows and that texts show, as the files or the comments of posts: so many of each owner, and so many
// of all of them.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Scalar } from '../database/filter.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { ListPlan } from '../plan/plan.ts'
import { belonging } from './belonging.ts'
import type { RelatedReads } from './reads.ts'

export interface OwnedRows {
  readonly rows: readonly Row[]
  /** Null for an owner of whom not all rows were read: what shows them is good for this answer alone. */
  readonly of: (ownerId: string) => readonly Row[] | null
}

export const noRows: OwnedRows = { rows: [], of: () => [] }

interface Limits {
  readonly ofEach: number
  readonly ofAll: number
}

/** Reads the rows of these owners; `planOf` orders rows by their owner, which their column `owner` names. */
export async function readOwned(
  reading: RelatedReads,
  owners: readonly Row[],
  planOf: (ids: readonly Scalar[]) => ListPlan,
  owner: string,
  { ofEach, ofAll }: Limits,
): Promise<OwnedRows | Failure> {
  const found = await belonging(reading, owners, 'id', (ids) => ({
    ...planOf(ids),
    page: { kind: 'offset', offset: 0, limit: ofAll + 1 },
  }))
  if (isFailure(found)) return found
  const byOwner = Map.groupBy(found, (row) => textOf(row, owner))
  const last = found[ofAll]
  // Others may follow the rows of the last owner
  if (last !== undefined && (byOwner.get(textOf(last, owner))?.length ?? 0) <= ofEach)
    byOwner.delete(textOf(last, owner))
  const shown = new Map([...byOwner].map(([id, rows]) => [id, rows.slice(0, ofEach)]))
  const others = last === undefined ? [] : null
  return { rows: [...shown.values()].flat(), of: (id) => shown.get(id) ?? others }
}
