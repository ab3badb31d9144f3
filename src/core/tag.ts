// Tags name what was read, so that changes of the database can name the same: rows, lists, options, tables.

import { isSiteOption } from './site-options.ts'
import type { Table } from './table-names.ts'

/**
 * Rows:
 * - `row:posts:7`: the row, and what belongs to it (meta, terms).
 * - `row:posts:7/children`: rows with this one as their parent.
 * - `row:posts:7/comment_count`: a column that changes often by itself.
 * - `row:posts:7/versions`: what revisions of the post say.
 * - `row:users:7/published`: content of the user that comes, and `row:users:7/withdrawn`, that goes.
 * - `row:term_relationships:7`: which terms the post has.
 *
 * Lists:
 * - `list:posts:post`: which rows of a type there are.
 * - `list:posts:post/title`: a column that the order or the filters of a list depend on.
 * - `list:posts/hidden`: posts, and `list:comments/hidden`: comments, that only logged-in viewers may see.
 * - `list:comments/on:7`: which comments a post has, and what they say.
 * - `list:posts/meta:price`: which posts a filter by this key finds, `list:users/meta:…`: which users.
 *
 * Others:
 * - `option:of_a_plugin`: an option; `site`: any of the options of the site (site-options.ts).
 * - `key:postmeta:price`: a read of values under this key. `table:posts`: a read of anything in the table.
 * - `until:1774746000000`: the time in ms since 1970 from which on the answer is wrong by the clock.
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

/** Posts are listed by their types, `*` for all; any other table whole. */
export type ListName = `posts:${string}` | Exclude<Table, 'posts'>

type ListTag = `list:${ListName}` | `list:${ListName}/${string}` | `list:posts/${PostsAspect}`

/** Aspects that lists of posts depend on besides columns of their rows: plans and changes both name them. */
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

/** The values that are read of a table of meta: those under a key, or under `*`, any. */
export type MetaRead = `${KeyedTable}:${string}`

/** The tag of replies that an option was read for. */
export function optionTag(name: string): Tag {
  return isSiteOption(name) ? 'site' : `option:${name}`
}

/** The time when the clock makes an answer with these tags wrong; Infinity where it never does. */
export function endOf(tags: Iterable<Tag>): number {
  let end = Infinity
  for (const tag of tags)
    if (tag.startsWith('until:')) end = Math.min(end, Number(tag.slice('until:'.length)))
  return end
}
