// Names the tags that a change touches: the other side of the contract in tags.ts. A change of values that no cached entry used has none.
import type { DataChange, RowChange } from '../core/change.ts'
import { isPlugInTag, optionTag, type ListName, type Tag } from '../core/tag.ts'
import { tableOf, type Column, type Table } from '../database/tables.ts'
import { changedColumns, has, idsOf, isUnseen, isWritten, spelled, valueIn, valuesOf } from './changed-row.ts'
import { ownersOf } from './keyed-tables.ts'
import { quietColumns } from './tagged-columns.ts'

/** True where a cache entry has the tag: a change of values that no entry used makes nothing stale. */
export type IsKept = (tag: Tag) => boolean

/** Knowledge about posts beyond the changed row. */
export interface KnownPosts {
  /** True where the post with this id may be the parent of a file. */
  readonly isAbove: (id: string) => boolean
  /** True where comments may be on the post with this id. */
  readonly isDiscussed: (id: string) => boolean
  /** True where anonymous viewers do not see the post with this id. */
  readonly isHidden: (id: string) => boolean
}

const unknownPosts: KnownPosts = { isAbove: () => true, isDiscussed: () => true, isHidden: () => false }

/** Tags of stale entries; `all` where it is unknown which are stale. By default any post may be referenced and visible. */
export function tagsOfChange(
  change: DataChange,
  isKept: IsKept,
  posts: KnownPosts = unknownPosts,
): ReadonlySet<Tag> | 'all' {
  switch (change.kind) {
    case 'gap':
      return 'all'
    case 'table':
      return ofTable(change.table)
    case 'row':
      return tagsOfRow(change, isKept, posts)
  }
}

/** A table that Lectern does not read makes nothing stale. */
function ofTable(name: string): ReadonlySet<Tag> {
  const table = tableOf(name)
  return new Set<Tag>(isPlugInTag(name) ? [name] : table === undefined ? [] : [`table:${table}`])
}

function tagsOfRow(change: RowChange, isKept: IsKept, posts: KnownPosts): ReadonlySet<Tag> {
  const table = tableOf(change.table)
  if (isOfTwoRows(change, table))
    return new Set([
      ...tagsOfRow({ ...change, after: null }, isKept, posts),
      ...tagsOfRow({ ...change, before: null }, isKept, posts),
    ])
  const tags = new Set<Tag>()
  const changed = changedColumns(change)
  if (isPlugInTag(change.table) && changed.length > 0) tags.add(change.table)
  if (table === undefined || changed.length === 0) return tags
  const values = (column: Column) => valuesOf(change, column)
  switch (table) {
    case 'posts':
      ofPost(change, changed, tags, posts)
      break
    case 'postmeta':
    case 'usermeta':
    case 'termmeta':
    case 'commentmeta': {
      const [owners, owner] = ownersOf[table]
      const keys = spelled(values('key'))
      if (![...keys, '*'].some((key) => isKept(`key:${table}:${key}`))) break
      for (const id of idsOf(change, owner)) tags.add(`row:${owners}:${id}`)
      for (const key of keys) tags.add(`list:${owners}/meta:${key}`)
      if (isKept(`key:${table}:*`)) tags.add(`list:${table}`)
      break
    }
    case 'comments':
      ofComment(change, changed, tags)
      break
    case 'terms':
      ofRow('terms', 'id', change, changed, tags)
      ofList('terms', change, changed, tags)
      if (change.before === null) tags.add('list:terms/arrivals')
      // Posts are filtered by slugs of terms, too
      tags.add('list:posts/terms')
      break
    case 'term_taxonomy':
      ofRow('terms', 'term_id', change, changed, tags)
      ofList('terms', change, changed, tags)
      if (change.before === null) tags.add('list:terms/arrivals')
      if (changed.some((column) => column !== 'count' && column !== 'description'))
        tags.add('list:posts/terms')
      break
    case 'term_relationships':
      for (const id of idsOf(change, 'post_id')) tags.add(`row:posts:${id}`).add(`row:${table}:${id}`)
      ofList('term_relationships', change, changed, tags)
      // Lists without hidden posts stay the same
      tags.add(isOfHidden(change, posts) ? 'list:posts/hidden-terms' : 'list:posts/terms')
      break
    case 'options':
      for (const name of values('name')) tags.add(`option:${name}`).add(optionTag(name))
      break
    case 'users':
      ofRow(table, 'id', change, changed, tags)
      ofList(table, change, changed, tags)
  }
  return tags
}

/** True for a row that belongs to a hidden post, before the change and after it. */
function isOfHidden(change: RowChange, { isHidden }: KnownPosts): boolean {
  const ids = valuesOf(change, 'post_id')
  return ids.length > 0 && ids.every(isHidden)
}

/** Columns by which sources join rows of other tables: with another value they are another row of the source. */
const joining: Partial<Record<Table, readonly Column[]>> = {
  term_taxonomy: ['term_id'],
  term_relationships: ['post_id', 'term_taxonomy_id'],
}

/** True where the change amounts to a deleted row and an inserted one, because its identity or a joining column changed. */
function isOfTwoRows({ before, after }: RowChange, table: Table | undefined): boolean {
  const columns: readonly Column[] = ['id', ...((table && joining[table]) ?? [])]
  return columns.some((column) => {
    const [was, is] = [before?.[column], after?.[column]]
    return was !== undefined && is !== undefined && was !== is
  })
}

function ofPost(change: RowChange, changed: readonly string[], tags: Set<Tag>, posts: KnownPosts): void {
  ofRow('posts', 'id', change, changed, tags)
  const types = spelled(valuesOf(change, 'type'))
  const comesOrGoes = change.before === null || change.after === null
  // A parent shows the number of its children and the newest by date, but nothing of what revisions contain
  const isVersion = types.length > 0 && types.every((type) => type === 'revision')
  const isText = isVersion && !comesOrGoes && !has(changed, 'parent_id', 'type', 'status', 'created_at')
  for (const id of idsOf(change, 'parent_id')) {
    if (id === '0') continue
    if (!isText) tags.add(`row:posts:${id}/children`)
    if (isVersion) tags.add(`row:posts:${id}/versions`)
  }
  const isHidden = isUnseen('posts', change)
  if (comesOrGoes || (!isHidden && decidesVisibility(changed))) ofNamed(change, tags, posts)
  if (isHidden) {
    tags.add('list:posts/hidden')
    return
  }
  for (const list of ['*', ...types]) ofList(`posts:${list}`, change, changed, tags)
  if (comesOrGoes || has(changed, 'status', 'author_id', 'type')) ofAuthors(change, tags)
}

/** A user becomes visible with the first published content, and hidden when the last is gone. */
function ofAuthors({ before, after }: RowChange, tags: Set<Tag>): void {
  for (const [row, aspect] of [
    [before, 'withdrawn'],
    [after, 'published'],
  ] as const) {
    if (row === null || !isWritten(row)) continue
    tags.add('list:posts/authors')
    for (const id of spelled(valueIn(row, 'author_id'))) tags.add(`row:users:${id}/${aspect}`)
  }
}

/** Tags rows that reference the post: media and comments can exist before their post, and after it. */
function ofNamed(change: RowChange, tags: Set<Tag>, { isAbove, isDiscussed }: KnownPosts): void {
  const ids = valuesOf(change, 'id')
  if (ids.some(isAbove)) tags.add(change.before === null ? 'list:posts/arrivals' : 'list:posts/visibility')
  const discussed = ids.filter(isDiscussed)
  if (discussed.length > 0) tags.add('list:posts/discussed')
  for (const id of spelled(discussed)) tags.add(`list:comments/on:${id}`)
}

function decidesVisibility(changed: readonly string[]): boolean {
  return has(changed, 'status', 'password', 'type', 'parent_id', 'author_id')
}

function ofComment(change: RowChange, changed: readonly string[], tags: Set<Tag>): void {
  ofRow('comments', 'id', change, changed, tags)
  for (const id of idsOf(change, 'parent_id')) if (id !== '0') tags.add(`row:comments:${id}/children`)
  if (isUnseen('comments', change)) {
    tags.add('list:comments/hidden')
    return
  }
  ofList('comments', change, changed, tags)
  for (const id of idsOf(change, 'post_id')) tags.add(`list:comments/on:${id}`)
}

function ofRow(
  table: Table,
  id: Column,
  change: RowChange,
  changed: readonly string[],
  tags: Set<Tag>,
): void {
  const quiet = quietColumns[table] ?? []
  for (const value of idsOf(change, id)) {
    if (changed.some((column) => !quiet.includes(column))) tags.add(`row:${table}:${value}`)
    for (const column of changed) if (quiet.includes(column)) tags.add(`row:${table}:${value}/${column}`)
  }
}

/** A row inserted or deleted changes the list; an updated one changes its order and which rows filters match. */
function ofList(
  list: ListName,
  { before, after }: RowChange,
  changed: readonly string[],
  tags: Set<Tag>,
): void {
  if (before === null || after === null) tags.add(`list:${list}`)
  else for (const column of changed) tags.add(`list:${list}/${column}`)
}
