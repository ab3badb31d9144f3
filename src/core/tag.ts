// Tags name what was read, so that changes of the database can name the same: rows, lists, options, tables.

import type { Table } from './table-names.ts'

/**
 * `row:posts:7`: the row itself, and what belongs to it (meta, terms, what lies below it); `row:posts:7/comment_count`: a
 * column that changes by itself. `list:post`: which rows of a kind there are; `list:post/title`: what the order of a list
 * or its filters look at. `list:posts/hidden`: posts that only who is logged in may see. `option:blogname`. `key:postmeta:price`: that values of this key were read at all.
 * `table:posts`: anything of a table. `until:1774746000000`: the clock, which makes it another from then on (ms since 1970).
 */
export type Tag =
  | `row:${Table}:${string}`
  | ListTag
  | `option:${string}`
  | `key:${KeyedTable}:${string}`
  | `table:${Table}`
  | `until:${number}`

/** Posts are listed by their types, `*` for all; any other table whole. */
export type ListName = `posts:${string}` | Exclude<Table, 'posts'>

type ListTag = `list:${ListName}` | `list:${ListName}/${string}` | `list:posts/${PostsAspect}`

/** What lists of posts look at besides columns of their rows: each is named by plans and by changes. */
export type PostsAspect = 'meta' | 'terms' | 'hidden' | 'visibility' | 'authors'

export type KeyedTable = 'postmeta' | 'usermeta'

/** Columns that change without anything else of their row: who does not show them does not depend on that. */
export const quietColumns: Readonly<Record<string, readonly string[]>> = {
  posts: ['comment_count'],
  terms: ['count'],
}

/** When the clock makes what has these tags another; Infinity where it never does. */
export function endOf(tags: Iterable<Tag>): number {
  let end = Infinity
  for (const tag of tags)
    if (tag.startsWith('until:')) end = Math.min(end, Number(tag.slice('until:'.length)))
  return end
}
