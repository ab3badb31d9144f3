// Tables of meta: values by keys, of rows of another table.
import { keyedTables, type KeyedTable } from '../core/tag.ts'
import type { Source } from '../database/source.ts'

const keyed: ReadonlySet<Source> = new Set<KeyedTable>(keyedTables)

export function isKeyed(source: Source): source is KeyedTable {
  return keyed.has(source)
}

/** The table that meta belongs to, and the column with its id; of posts, lists depend on meta as well. */
export const ownersOf = {
  usermeta: ['users', 'user_id'],
  termmeta: ['terms', 'term_id'],
  commentmeta: ['comments', 'comment_id'],
} as const
