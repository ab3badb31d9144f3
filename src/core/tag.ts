// What was read, in words that a change of the database can be put into too: rows, lists, options, tables.

/**
 * `row:posts:7`: the row itself, and what belongs to it (meta, terms, what lies below it); `row:posts:7/comment_count`: a
 * column that changes by itself. `list:post`: which rows of a kind there are; `list:post/title`: what the order of a list
 * or its filters look at. `option:blogname`. `key:postmeta:price`: that values of this key were read at all.
 * `table:posts`: anything of a table.
 */
export type Tag =
  | `row:${string}:${string}`
  | `list:${string}`
  | `option:${string}`
  | `key:${string}:${string}`
  | `table:${string}`

/** Columns that change without anything else of their row: who does not show them does not depend on that. */
export const quietColumns: Readonly<Record<string, readonly string[]>> = {
  posts: ['comment_count'],
  terms: ['count'],
}
