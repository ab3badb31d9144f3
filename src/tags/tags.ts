// Tags are the contract by which a change finds the stale entries: first the tags of what a plan read, below them the
// tags of what a change touches. Whatever a plan depends on has to be named by both.
import type { DataChange, RowChange } from '../core/change.ts'
import { isPlugInTag, optionTag, plugInTag, type ListName, type Tag } from '../core/tag.ts'
import { flatten, type Filter, type Visibility } from '../database/filter.ts'
import { sources, type Source } from '../database/source.ts'
import { tableOf, textOf, type Column, type Row, type Table } from '../database/tables.ts'
import { areSeen, changedColumns, has, isHideable, isUnseen, valuesOf, type Hideable } from './changed-row.ts'
import { isKeyed, ownersOf } from './keyed-tables.ts'
import { isOfKnownKeys, metaTags } from './meta-tags.ts'
import { filteredBy, orderedBy, type OrderRead } from './read-columns.ts'
import { deciding, quietColumns } from './tagged-columns.ts'

/** The part of a plan from which its tags follow. */
export interface PlanRead {
  readonly kind: 'list' | 'item' | 'count' | 'tally'
  readonly source: Source
  readonly columns?: readonly string[]
  readonly filters: readonly Filter[]
  readonly visible: Pick<Visibility, 'viewerId'> | null
  readonly order?: readonly OrderRead[]
  readonly by?: string
}

/** `tables` are all tables that the query reads, `rows` the rows it found. */
export function tagsOf(
  plan: PlanRead,
  { rows, tables }: { readonly rows: readonly Row[]; readonly tables: ReadonlySet<Table> },
): ReadonlySet<Tag> {
  const tags = new Set<Tag>()
  for (const table of tables) tags.add(`table:${table}`)
  rowTags(plan, rows, tags)
  const filters = flatten(plan.filters)
  for (const filter of filters) filterTags(plan, filter, tags)
  for (const order of plan.order ?? [])
    if (order.kind === 'meta' && 'meta' in order.by.on) metaTags(plan.source, order.by.on.meta, tags)
  if (isOpen(plan)) listTags(plan, filters, tags)
  else addTagsOfTerms(plan.source, filters.flatMap(filteredBy), tags)
  otherTables(plan, tables, tags)
  return tags
}

/** Tags of the rows found, and of rows requested by id, whether they exist or not. */
function rowTags(plan: PlanRead, rows: readonly Row[], tags: Set<Tag>): void {
  const shows: readonly { readonly table: Table; readonly column: string }[] = sources[plan.source].shows
  for (const { table, column } of shows) {
    const quiet = quietColumns[table]?.filter((name) => plan.columns?.includes(name)) ?? []
    const add = (id: string) => {
      if (id === '') return
      tags.add(`row:${table}:${id}`)
      for (const name of quiet) tags.add(`row:${table}:${id}/${name}`)
    }
    for (const filter of plan.filters)
      if (filter.kind === 'in' && filter.column === column)
        for (const value of filter.values) add(String(value))
    for (const row of rows) add(textOf(row, column))
  }
}

/** Adds the tags of rows requested by one id, whether any exist or not. */
export function addTagsOfId(
  { source, columns = [], match }: Pick<PlanRead, 'source' | 'columns'> & { readonly match: string },
  id: string,
  rows: readonly Row[],
  tags: Set<Tag>,
): void {
  const byId: Filter = { kind: 'in', column: match, values: [id] }
  rowTags({ kind: 'list', source, columns, filters: [byId], visible: null }, rows, tags)
}

/** Adds the tags of terms of posts that a filter by these columns leaves out: changed, they belong to the result. */
export function addTagsOfTerms(source: Source, columns: readonly string[], tags: Set<Tag>): void {
  if (source !== 'post_terms') return
  for (const column of columns) if (column !== 'id' && column !== 'post_id') tags.add(`list:terms/${column}`)
}

/** A filter by parent depends on the parents' rows, and one by key on the key. */
function filterTags({ source }: PlanRead, filter: Filter, tags: Set<Tag>): void {
  if (filter.kind === 'in' && filter.column === 'parent_id' && isNested(source))
    for (const id of filter.values) if (id !== 0) tags.add(`row:${source}:${id}`)
  if (filter.kind === 'of-post') for (const id of filter.values) tags.add(`row:posts:${id}`)
  if (filter.kind === 'in' && filter.column === 'key' && isKeyed(source))
    for (const key of filter.values) tags.add(`key:${source}:${key}`)
  if (filter.kind === 'in' && source === 'options' && filter.column === 'name')
    for (const name of filter.values) tags.add(optionTag(String(name)))
  if (filter.kind === 'meta') metaTags(source, filter.key, tags)
  if (filter.kind === 'compared' && 'meta' in filter.by.on) metaTags(source, filter.by.on.meta, tags)
  if (filter.kind === 'search' && filter.metaKey !== undefined) metaTags(source, filter.metaKey, tags)
  if (filter.kind === 'term') tags.add('list:posts/terms')
  if (filter.kind === 'plug-in') tags.add(plugInTag(filter.table))
}

/** True where a row's change names its parent. A term's parent is in another table than its name, so terms are not. */
function isNested(source: Source): source is 'posts' | 'comments' {
  return source === 'posts' || source === 'comments'
}

/** True where new rows can join the result, because no filter by id bounds it. */
function isOpen(plan: PlanRead): boolean {
  if (plan.kind === 'item' || plan.source === 'options') return false
  const shows: readonly { readonly column: string }[] = sources[plan.source].shows
  return !plan.filters.some(
    (filter) =>
      filter.kind === 'in' &&
      ((filter.column === 'parent_id' && isNested(plan.source)) ||
        shows.some(({ column }) => filter.column === column)) &&
      filter.values.every((value) => value !== 0),
  )
}

function listTags(plan: PlanRead, filters: readonly Filter[], tags: Set<Tag>): void {
  const orders = (plan.order ?? []).flatMap(orderedBy)
  const tallied = plan.by === undefined ? [] : [plan.by]
  const decided = plan.visible === null ? [] : (deciding[plan.source] ?? [])
  const columns = [...filters.flatMap(filteredBy), ...orders, ...tallied, ...decided]
  if (isHideable(plan.source) && seesHidden(plan.source, plan)) tags.add(`list:${plan.source}/hidden`)
  for (const list of listsOf(plan)) {
    tags.add(`list:${list}`)
    for (const column of columns) tags.add(`list:${list}/${column}`)
  }
}

/** True where the result may hold rows that are hidden from anonymous viewers. */
function seesHidden(source: Hideable, { visible, filters }: PlanRead): boolean {
  if (visible !== null) return visible.viewerId !== 0
  return !filters.some(
    (filter) =>
      filter.kind === 'in' && filter.column === 'status' && areSeen(source, filter.values.map(String)),
  )
}

/** A list of posts depends on its types alone, where the plan names them; `*` stands for all types. */
function listsOf({ source, filters }: PlanRead): readonly ListName[] {
  if (source === 'post_terms') return ['term_relationships', 'terms']
  if (source !== 'posts') return [source]
  const types = filters.flatMap((filter) =>
    filter.kind === 'in' && filter.column === 'type' ? filter.values.map(String) : [],
  )
  return types.length === 0 ? ['posts:*'] : types.map((type): ListName => `posts:${type}`)
}

/** Tags for tables besides the source, which visibility rules and computed columns read. */
function otherTables(plan: PlanRead, tables: ReadonlySet<Table>, tags: Set<Tag>): void {
  const own: ReadonlySet<Table> = new Set(sources[plan.source].tables)
  // An attachment is visible where its parent is
  const holdsFiles = listsOf(plan).some((list) => list === 'posts:*' || list === 'posts:attachment')
  if (plan.source === 'posts' && plan.visible !== null && holdsFiles) tags.add('list:posts/visibility')
  for (const table of tables) {
    if (own.has(table)) continue
    if (isKeyed(table)) {
      if (!isOfKnownKeys(plan)) tags.add(`key:${table}:*`)
    } else if (table === 'posts')
      tags.add(plan.source === 'users' ? 'list:posts/authors' : 'list:posts/visibility')
    else if (table !== 'term_relationships' && table !== 'term_taxonomy' && table !== 'terms')
      tags.add(`list:${table}`)
  }
}

/** True where a cache entry has the tag: a change of values that no entry used makes nothing stale. */
export type IsKept = (tag: Tag) => boolean

/** Tags of stale entries; `all` where it is unknown which are stale. */
export function tagsOfChange(change: DataChange, isKept: IsKept): ReadonlySet<Tag> | 'all' {
  switch (change.kind) {
    case 'gap':
      return 'all'
    case 'table':
      return ofTable(change.table)
    case 'row':
      return tagsOfRow(change, isKept)
  }
}

/** A table that Lectern does not read makes nothing stale. */
function ofTable(name: string): ReadonlySet<Tag> {
  const table = tableOf(name)
  return new Set<Tag>(isPlugInTag(name) ? [name] : table === undefined ? [] : [`table:${table}`])
}

function tagsOfRow(change: RowChange, isKept: IsKept): ReadonlySet<Tag> {
  const { before, after } = change
  // A row with another id is another row
  if (before !== null && after !== null && before['id'] !== after['id'])
    return new Set([
      ...tagsOfRow({ ...change, after: null }, isKept),
      ...tagsOfRow({ ...change, before: null }, isKept),
    ])
  const tags = new Set<Tag>()
  const table = tableOf(change.table)
  const changed = changedColumns(change)
  if (isPlugInTag(change.table) && changed.length > 0) tags.add(change.table)
  if (table === undefined || changed.length === 0) return tags
  const values = (column: Column) => valuesOf(change, column)
  switch (table) {
    case 'posts':
      ofPost(change, changed, tags)
      break
    case 'postmeta':
    case 'usermeta':
    case 'termmeta':
    case 'commentmeta': {
      const [owners, owner] = ownersOf[table]
      if (![...values('key'), '*'].some((key) => isKept(`key:${table}:${key}`))) break
      for (const id of values(owner)) tags.add(`row:${owners}:${id}`)
      for (const key of values('key')) tags.add(`list:${owners}/meta:${key}`)
      break
    }
    case 'comments':
      ofComment(change, changed, tags)
      break
    case 'terms':
      ofRow('terms', 'id', change, changed, tags)
      ofList('terms', change, changed, tags)
      // Posts are filtered by slugs of terms, too
      tags.add('list:posts/terms')
      break
    case 'term_taxonomy':
      ofRow('terms', 'term_id', change, changed, tags)
      ofList('terms', change, changed, tags)
      if (changed.some((column) => column !== 'count' && column !== 'description'))
        tags.add('list:posts/terms')
      break
    case 'term_relationships':
      for (const id of values('post_id')) tags.add(`row:posts:${id}`).add(`row:${table}:${id}`)
      ofList('term_relationships', change, changed, tags)
      tags.add('list:posts/terms')
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

function ofPost(change: RowChange, changed: readonly string[], tags: Set<Tag>): void {
  ofRow('posts', 'id', change, changed, tags)
  // A parent shows how many children it has, and the last one
  for (const id of valuesOf(change, 'parent_id')) if (id !== '0') tags.add(`row:posts:${id}`)
  const types = valuesOf(change, 'type')
  const isHidden = isUnseen('posts', change)
  // Comments and files can be there before their post and after it; files are seen without one
  if ((change.after === null || (!isHidden && decidesVisibility(changed))) && !types.includes('revision'))
    tags.add('list:posts/visibility')
  if (isHidden) {
    tags.add('list:posts/hidden')
    return
  }
  for (const list of ['*', ...types]) ofList(`posts:${list}`, change, changed, tags)
  const comesOrGoes = change.before === null || change.after === null
  if (comesOrGoes || has(changed, 'status', 'author_id', 'type')) tags.add('list:posts/authors')
}

function decidesVisibility(changed: readonly string[]): boolean {
  return has(changed, 'status', 'password', 'type', 'parent_id')
}

function ofComment(change: RowChange, changed: readonly string[], tags: Set<Tag>): void {
  ofRow('comments', 'id', change, changed, tags)
  for (const id of valuesOf(change, 'parent_id')) if (id !== '0') tags.add(`row:comments:${id}`)
  if (isUnseen('comments', change)) tags.add('list:comments/hidden')
  else ofList('comments', change, changed, tags)
}

function ofRow(
  table: Table,
  id: Column,
  change: RowChange,
  changed: readonly string[],
  tags: Set<Tag>,
): void {
  const quiet = quietColumns[table] ?? []
  for (const value of valuesOf(change, id)) {
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
