// The indexes that queries are written for: those that stock tables have, and a few that large ones are better with
// (docs/lists.md).
import type { Table } from '../database/tables.ts'

export interface WantedIndex {
  readonly table: Table
  /** Logical names, in the order of the index. The key of the rows follows by itself. */
  readonly columns: readonly string[]
  readonly for: string
  /** Stock tables do not have it: it is asked for where there are so many rows. */
  readonly fromRows?: number
}

const large = 20_000

export const wantedIndexes: readonly WantedIndex[] = [
  { table: 'posts', columns: ['type', 'status', 'created_at'], for: 'lists by date, and their cursors' },
  { table: 'posts', columns: ['slug'], for: 'items by their slug' },
  { table: 'posts', columns: ['parent_id'], for: 'what lies below an item, attachments, versions' },
  { table: 'posts', columns: ['author_id'], for: 'lists of an author, who has published' },
  { table: 'postmeta', columns: ['post_id'], for: 'the meta of every item' },
  { table: 'postmeta', columns: ['key'], for: 'filters by meta' },
  { table: 'term_relationships', columns: ['post_id'], for: 'the terms of every item' },
  { table: 'term_relationships', columns: ['term_taxonomy_id'], for: 'lists of a category or tag' },
  { table: 'term_taxonomy', columns: ['term_id', 'taxonomy'], for: 'terms by their id' },
  { table: 'term_taxonomy', columns: ['taxonomy'], for: 'lists of terms' },
  { table: 'terms', columns: ['slug'], for: 'terms by their slug' },
  { table: 'comments', columns: ['post_id'], for: 'the comments of an item' },
  { table: 'comments', columns: ['status', 'created_at_utc'], for: 'lists of comments' },
  { table: 'comments', columns: ['parent_id'], for: 'replies to comments' },
  { table: 'users', columns: ['login'], for: 'logging in' },
  { table: 'users', columns: ['slug'], for: 'users by their slug' },
  { table: 'usermeta', columns: ['user_id'], for: 'what users may do' },
  { table: 'options', columns: ['name'], for: 'the options of the site' },
  {
    table: 'posts',
    columns: ['type', 'status', 'modified_at'],
    for: 'lists by the time of the last change (orderby=modified), else sorted each time',
    fromRows: large,
  },
  {
    table: 'posts',
    columns: ['type', 'status', 'author_id', 'created_at'],
    for: 'lists of an author by date, at any depth',
    fromRows: large,
  },
]
