// Reduces changes to what other gateways need: which columns of a row changed, and the values that tags and row counts are made of. No
// text of a post, no e-mail address and no password leaves the process.
import type { Change, ChangedRow, DataChange } from '../core/change.ts'
import { mapValues } from '../core/map-values.ts'

/** Columns whose values tags (tags/) and row counts (read/row-test.ts) are made of, by table. */
export const needed: Readonly<Record<string, readonly string[]>> = {
  posts: ['id', 'author_id', 'parent_id', 'type', 'status'],
  postmeta: ['id', 'post_id', 'key'],
  comments: ['id', 'post_id', 'parent_id', 'type', 'status'],
  commentmeta: ['id', 'comment_id', 'key'],
  terms: ['id'],
  termmeta: ['id', 'term_id', 'key'],
  term_taxonomy: ['id', 'term_id', 'parent_id', 'taxonomy'],
  term_relationships: ['post_id', 'taxonomy_id'],
  users: ['id'],
  usermeta: ['id', 'user_id', 'key'],
  options: ['id', 'name'],
}

export function neededColumns(table: string): readonly string[] {
  return needed[table] ?? []
}

export function slimChange(change: Change): Change {
  if (change.kind === 'purge') return change
  return change.kind === 'pending' || change.kind === 'settled'
    ? { ...change, changes: change.changes.map(slimData) }
    : slimData(change)
}

function slimData(change: DataChange): DataChange {
  if (change.kind !== 'row') return change
  const kept = new Set(neededColumns(change.table))
  const { before, after } = change
  return { ...change, before: slimRow(before, null, kept), after: slimRow(after, before, kept) }
}

/** Empties the other values, but keeps whether each differs from before the change. */
function slimRow(
  row: ChangedRow | null,
  before: ChangedRow | null,
  kept: ReadonlySet<string>,
): ChangedRow | null {
  if (row === null) return null
  const isOther = (column: string) => before !== null && before[column] !== row[column]
  return mapValues(row, (value, column) => (kept.has(column) ? value : isOther(column) ? 'changed' : ''))
}
