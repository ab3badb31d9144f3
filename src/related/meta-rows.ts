// Reads the meta of a page's rows, under given keys.
import { isFailure, type Failure } from '../core/failure.ts'
import { textOf, type Row } from '../database/tables.ts'
import { belonging, belongingPlan } from './belonging.ts'
import type { RelatedReads } from './reads.ts'

/** Values by `<owner> <key>`; of several the one stored first. */
export async function metaOf(
  ...of: Parameters<typeof metaRows>
): Promise<ReadonlyMap<string, string> | Failure> {
  const found = await metaRows(...of)
  if (isFailure(found)) return found
  const [, , { owner }] = of
  return new Map(
    found.map((row) => [`${textOf(row, owner)} ${textOf(row, 'key')}`, textOf(row, 'value')] as const),
  )
}

/** A table of meta, and its column with the id of the owner. */
interface MetaTable {
  readonly source: 'postmeta' | 'usermeta' | 'commentmeta'
  readonly owner: 'post_id' | 'user_id' | 'comment_id'
}

export const ofPosts: MetaTable = { source: 'postmeta', owner: 'post_id' }
export const ofUsers: MetaTable = { source: 'usermeta', owner: 'user_id' }
export const ofComments: MetaTable = { source: 'commentmeta', owner: 'comment_id' }

/** Rows of meta, newest first. */
export async function metaRows(
  reading: RelatedReads,
  rows: readonly Row[],
  { source, owner }: MetaTable,
  keys: readonly string[],
): Promise<readonly Row[] | Failure> {
  if (keys.length === 0) return []
  return belonging(reading, rows, 'id', (ids) =>
    belongingPlan(source, ['id', owner, 'key', 'value'], owner, ids, {
      filters: [{ kind: 'in', column: 'key', values: keys }],
      order: [{ kind: 'column', column: 'id', descending: true }],
    }),
  )
}
