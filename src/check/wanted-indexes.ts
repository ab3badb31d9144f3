// The indexes that queries are written for: those of stock tables, and a few that help with large tables (docs/lists.md).
import type { Table } from '../database/tables.ts'

export interface WantedIndex {
  readonly table: Table
  /** Logical names in the order of the index, without the primary key, which the database appends. */
  readonly columns: readonly string[]
  readonly for: string
  /** The query whose plan is shown. */
  readonly query: WantedQuery
  /** The number of rows from which on it is recommended, because stock tables lack it. */
  readonly fromRows?: number
}

/** The kinds of queries for which indexes are wanted. */
export type WantedQuery =
  | 'posts-by-date'
  | 'post-by-slug'
  | 'posts-below'
  | 'posts-of-author'
  | 'meta-of-post'
  | 'posts-by-meta'
  | 'terms-of-post'
  | 'posts-of-term'
  | 'term-by-id'
  | 'terms'
  | 'term-by-slug'
  | 'comments-of-post'
  | 'comments'
  | 'replies'
  | 'user-by-login'
  | 'user-by-slug'
  | 'meta-of-user'
  | 'option'
  | 'posts-by-change'
  | 'search'
  | 'posts-by-title'

const large = 20_000

export const wantedIndexes: readonly WantedIndex[] = [
  {
    table: 'posts',
    columns: ['type', 'status', 'created_at'],
    for: 'lists by date, and their cursors',
    query: 'posts-by-date',
  },
  { table: 'posts', columns: ['slug'], for: 'items by their slug', query: 'post-by-slug' },
  {
    table: 'posts',
    columns: ['parent_id'],
    for: 'children of an item, attachments, versions',
    query: 'posts-below',
  },
  {
    table: 'posts',
    columns: ['author_id'],
    for: 'lists of an author, users who have published',
    query: 'posts-of-author',
  },
  { table: 'postmeta', columns: ['post_id'], for: 'the meta of every item', query: 'meta-of-post' },
  { table: 'postmeta', columns: ['key'], for: 'filters by meta', query: 'posts-by-meta' },
  {
    table: 'term_relationships',
    columns: ['post_id'],
    for: 'the terms of every item',
    query: 'terms-of-post',
  },
  {
    table: 'term_relationships',
    columns: ['term_taxonomy_id'],
    for: 'lists of a category or tag',
    query: 'posts-of-term',
  },
  { table: 'term_taxonomy', columns: ['term_id', 'taxonomy'], for: 'terms by their id', query: 'term-by-id' },
  { table: 'term_taxonomy', columns: ['taxonomy'], for: 'lists of terms', query: 'terms' },
  { table: 'terms', columns: ['slug'], for: 'terms by their slug', query: 'term-by-slug' },
  { table: 'comments', columns: ['post_id'], for: 'the comments of an item', query: 'comments-of-post' },
  { table: 'comments', columns: ['status', 'created_at_utc'], for: 'lists of comments', query: 'comments' },
  { table: 'comments', columns: ['parent_id'], for: 'replies to comments', query: 'replies' },
  { table: 'users', columns: ['login'], for: 'logging in', query: 'user-by-login' },
  { table: 'users', columns: ['slug'], for: 'users by their slug', query: 'user-by-slug' },
  { table: 'usermeta', columns: ['user_id'], for: 'the roles of users', query: 'meta-of-user' },
  { table: 'options', columns: ['name'], for: 'the options of the site', query: 'option' },
  {
    table: 'posts',
    columns: ['type', 'status', 'modified_at'],
    for: 'lists by the time of the last change (orderby=modified), which are sorted each time without it',
    query: 'posts-by-change',
    fromRows: large,
  },
  {
    table: 'posts',
    columns: ['type', 'status', 'author_id', 'created_at'],
    for: 'lists of an author by date, at any depth',
    query: 'posts-of-author',
    fromRows: large,
  },
]
