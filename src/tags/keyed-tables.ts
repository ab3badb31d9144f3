// Meta tables: values by key that belong to rows of another table.
import { keyedTables, type KeyedTable } from '../core/tag.ts'
import type { Source } from '../database/source.ts'
import type { Table } from '../database/tables.ts'

const keyed: ReadonlySet<string> = new Set<KeyedTable>(keyedTables)

export function isKeyed(name: Source | Table): name is KeyedTable {
  return keyed.has(name)
}

/** The table whose rows the meta belongs to, and the meta table's column with their ids. */
export const ownersOf = {
  postmeta: ['posts', 'post_id'],
  usermeta: ['users', 'user_id'],
  termmeta: ['terms', 'term_id'],
  commentmeta: ['comments', 'comment_id'],
} as const

/** The table with the meta of a source's rows; postmeta for sources without one of their own. */
export function metaTableOf(source: Source): KeyedTable {
  return keyedTables.find((table) => ownersOf[table][0] === source) ?? 'postmeta'
}
