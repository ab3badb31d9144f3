// Tags name data that was read, so that changes of the database can name the same: rows, lists, options, tables.

import { isSiteOption } from './site-options.ts'
import type { Table } from './table-names.ts'

/**
 * Rows:
 * - `row:posts:7`: the row and its related rows (meta, terms).
 * - `row:posts:7/children`: rows with this one as their parent.
 * - `row:posts:7/comment_count`: a column that changes often by itself.
 * - `row:posts:7/versions`: contents of the post's revisions.
 * - `row:users:7/published`: the user's content that becomes public, and `row:users:7/withdrawn`: that stops being public.
 * - `row:term_relationships:7`: the post's terms.
 *
 * Lists:
 * - `list:posts:post`: which rows a type has.
 * - `list:posts:post/title`: a column that the order or the filters of a list depend on.
 * - `list:posts/hidden`: posts, and `list:comments/hidden`: comments, that only logged-in viewers may see.
 * - `list:comments/on:7`: which comments a post has, and their contents.
 * - `list:posts/meta:price`: which posts a filter by this key finds, `list:users/meta:…`: which users.
 *
 * Others:
 * - `option:of_a_plugin`: an option; `site`: any of the options of the site (site-options.ts).
 * - `key:postmeta:price`: a read of values under this key. `table:posts`: a read of anything in the table.
 * - `until:1774746000000`: the time in ms since 1970 from which on the clock makes the answer wrong.
 * - `plug-in:redirection_items`: a read of a plug-in's table; changes of its rows have the same name.
 */
export type Tag =
  | `row:${Table}:${string}`
  | ListTag
  | `option:${string}`
  | 'site'
  | `key:${KeyedTable}:${string}`
  | `table:${Table}`
  | `until:${number}`
  | PlugInTag

export type PlugInTag = `plug-in:${string}`

export function plugInTag(table: string): PlugInTag {
  return `plug-in:${table}`
}

export function isPlugInTag(name: string): name is PlugInTag {
  return name.startsWith('plug-in:')
}

/** Lists of posts are named by type, `*` for all types; lists of any other table by the table. */
export type ListName = `posts:${string}` | Exclude<Table, 'posts'>

type ListTag = `list:${ListName}` | `list:${ListName}/${string}` | `list:posts/${PostsAspect}`

/** Aspects that lists of posts depend on besides columns of their rows; plans and changes name the same ones. */
export type PostsAspect =
  | `meta:${string}`
  | 'terms'
  | 'hidden-terms'
  | 'hidden'
  | 'visibility'
  | 'arrivals'
  | 'discussed'
  | 'authors'

export function isTag(text: string): text is Tag {
  return /^(?:(?:row|key):[^:]+:.+|(?:list|option|table|plug-in):.+|site|until:\d+)$/s.test(text)
}

export const keyedTables = ['postmeta', 'usermeta', 'termmeta', 'commentmeta'] as const

export type KeyedTable = (typeof keyedTables)[number]

/** The values that are read from a table of meta: those under a key, or all of them under `*`. */
export type MetaRead = `${KeyedTable}:${string}`

/** Returns the tag of replies for which an option was read. */
export function optionTag(name: string): Tag {
  return isSiteOption(name) ? 'site' : `option:${name}`
}

/** Returns the time in ms since 1970 at which replies with these tags expire; Infinity where they never do. */
export function endOf(tags: Iterable<Tag>): number {
  let end = Infinity
  for (const tag of tags)
    if (tag.startsWith('until:')) end = Math.min(end, Number(tag.slice('until:'.length)))
  return end
}
