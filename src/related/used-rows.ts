// Notes which of a page's related rows each item uses. Every value gets them through `Needed`, so that a cached item
// depends on the rows that it asked for, whether they exist or not, and not on those of its neighbours.
import type { Tag } from '../core/tag.ts'
import { textOf, type Integer, type Row, type Table } from '../database/tables.ts'
import type { Needed } from '../registry/field.ts'
import type { NeededRows } from './needed.ts'

/** Wraps `needed`: the tags of rows that are requested through it are added to `used`. */
export function trackingUse(needed: NeededRows, used: Set<Tag>): Needed {
  const note = (table: Table, id: Integer) => used.add(`row:${table}:${id}`)
  const rowsOf = (table: Table, rows: readonly Row[]) => {
    for (const row of rows) note(table, textOf(row, 'id'))
    return rows
  }
  const of =
    <A extends readonly [id: Integer, ...rest: readonly unknown[]], V>(
      table: Table,
      get: (...args: A) => V,
    ) =>
    (...args: A): V => {
      note(table, args[0])
      return get(...args)
    }
  const post = <A extends readonly [id: Integer, ...rest: readonly unknown[]], V>(get: (...args: A) => V) =>
    of('posts', get)
  return {
    page: needed.page,
    // Rows read through these count for all items
    pathOf: needed.pathOf,
    defaultCategory: needed.defaultCategory,
    placeOf: needed.placeOf,
    // This one reads nothing
    isReader: needed.isReader,
    listed: (listing) => {
      for (const tag of needed.tagsOfListed(listing)) used.add(tag)
      return needed.listed(listing)
    },
    discussionOf: (postId) => rowsOf('comments', post(needed.discussionOf)(postId)),
    totalOf: (listing) => {
      for (const tag of needed.tagsOfListed(listing)) used.add(tag)
      return needed.totalOf(listing)
    },
    termsOf: (postId) => rowsOf('terms', post(needed.termsOf)(postId)),
    filesBelow: (postId) => rowsOf('posts', post(needed.filesBelow)(postId)),
    authorOf: of('users', needed.authorOf),
    userMetaOf: of('users', needed.userMetaOf),
    termOf: of('terms', needed.termOf),
    hasReplies: of('comments', needed.hasReplies),
    metaOf: post(needed.metaOf),
    allMetaOf: post(needed.allMetaOf),
    postOf: post(needed.postOf),
    revisionsOf: post(needed.revisionsOf),
    fileOf: post(needed.fileOf),
    imageOf: post(needed.imageOf),
    embedOf: post(needed.embedOf),
    sharedText: post(needed.sharedText),
  }
}
