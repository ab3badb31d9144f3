// Tags are the contract by which a change finds stale entries: this file names the tags of the data that a plan read, change-tags.ts
// those that a change touches. Both have to name every dependency of a plan.
import { optionTag, plugInTag, type ListName, type MetaRead, type Tag } from '../core/tag.ts'
import { flatten, type Filter, type Scalar, type Visibility } from '../database/filter.ts'
import { sources, type Source } from '../database/source.ts'
import { rowIds, textOf, type Row, type Table } from '../database/tables.ts'
import { areSeen, isHideable, spelled, spelledIds, type Hideable } from './changed-row.ts'
import { isKeyed } from './keyed-tables.ts'
import { isOfKnownKeys, keyedListTags, metaTags } from './meta-tags.ts'
import { filteredBy, isComputed, orderedBy, type OrderRead } from './read-columns.ts'
import { deciding, quietColumns } from './tagged-columns.ts'

/** The part of a plan that determines its tags. */
export interface PlanRead {
  readonly kind: 'list' | 'item' | 'count' | 'tally'
  readonly source: Source
  readonly columns?: readonly string[]
  readonly filters: readonly Filter[]
  readonly visible: Pick<Visibility, 'viewerId' | 'members'> | null
  readonly order?: readonly OrderRead[]
  readonly by?: string
  readonly lastBy?: string
  readonly page?: { readonly kind: string; readonly limit?: number }
}

/** The result of a plan's query. */
interface Read {
  readonly rows: readonly Row[]
  /** All tables that the query reads. */
  readonly tables: ReadonlySet<Table>
  /** The meta keys that the query reads. Default: any. */
  readonly meta?: ReadonlySet<MetaRead>
}

export function tagsOf(plan: PlanRead, read: Read): ReadonlySet<Tag> {
  const { rows, tables } = read
  const tags = new Set<Tag>()
  for (const table of tables) tags.add(`table:${table}`)
  rowTags(plan, shownBy(plan), rows, tags)
  if (mayMissTerms(plan, rows)) tags.add('list:terms/arrivals')
  const filters = flatten(plan.filters)
  for (const filter of filters) filterTags(plan, filter, tags)
  for (const order of plan.order ?? [])
    if (order.kind === 'meta' && 'meta' in order.by.on) metaTags(plan.source, order.by.on.meta, tags)
  if (plan.visible?.members !== undefined) metaTags(plan.source, plan.visible.members, tags)
  if (isOpen(plan)) listTags(plan, filters, tags)
  else {
    addTagsOfTerms(plan.source, filters.flatMap(filteredBy), tags)
    // A term beyond a full page comes onto it when a column of the order changes
    if (isFull(plan, rows)) addTagsOfTerms(plan.source, (plan.order ?? []).flatMap(orderedBy), tags)
  }
  aboveFiles(plan, rows, tags)
  otherTables(plan, read, tags)
  return tags
}

/** True where a page may be followed by further rows. */
function isFull({ page }: PlanRead, rows: readonly Row[]): boolean {
  return rows.length >= (page?.limit ?? Infinity)
}

/** True where a post may have a missing term, which may be inserted later; full pages and rows without ids do not show that none has. */
function mayMissTerms(plan: PlanRead, rows: readonly Row[]): boolean {
  const { source, columns = [] } = plan
  if (source !== 'post_terms') return false
  const showsAll = columns.includes('id') && !isFull(plan, rows)
  return !showsAll || rows.some((row) => isOrphan(source, row))
}

/** True for a post's relation to a term that does not exist. */
export function isOrphan(source: Source, row: Row): boolean {
  return source === 'post_terms' && row['id'] === null
}

/** A table whose rows a plan shows: the column with their ids, and the columns shown that have tags of their own. */
interface Shown {
  readonly table: Table
  readonly column: string
  readonly quiet: readonly string[]
}

function shownBy({ source, columns = [] }: Pick<PlanRead, 'source' | 'columns'>): readonly Shown[] {
  const shows: readonly Omit<Shown, 'quiet'>[] = sources[source].shows
  const isAny = columns.some((name) => isComputed(source, name))
  return shows.map(({ table, column }) => ({
    table,
    column,
    quiet: quietColumns[table]?.filter((name) => isAny || columns.includes(name)) ?? [],
  }))
}

/** Tags of the rows found, and of rows requested by id, whether they exist or not. */
function rowTags(plan: PlanRead, shown: readonly Shown[], rows: readonly Row[], tags: Set<Tag>): void {
  for (const { table, column, quiet } of shown) {
    const add = (id: string) => {
      if (id === '') return
      tags.add(`row:${table}:${id}`)
      for (const name of quiet) tags.add(`row:${table}:${id}/${name}`)
    }
    for (const filter of plan.filters)
      if (filter.kind === 'in' && filter.column === column)
        for (const id of spelledIds(filter.values)) add(id)
    for (const row of rows) add(textOf(row, column))
  }
}

interface ById extends Pick<PlanRead, 'source' | 'columns'>, Partial<Pick<PlanRead, 'visible'>> {
  readonly match: string
}

/**
 * Returns a function that adds the tags of rows requested by one id, whether any exist or not; with `visible`, of files that a viewer
 * sees. One function serves all ids.
 */
export function tagsOfIds({
  source,
  columns = [],
  match,
  visible = null,
}: ById): (id: string, rows: readonly Row[], tags: Set<Tag>) => void {
  const shown = shownBy({ source, columns })
  return (id, rows, tags) => {
    const byId: Filter = { kind: 'in', column: match, values: [id] }
    const plan: PlanRead = { kind: 'list', source, columns, filters: [byId], visible }
    rowTags(plan, shown, rows, tags)
    filterTags(plan, byId, tags)
    aboveFiles(plan, rows, tags)
  }
}

/** Adds tags for terms that a filter by these columns leaves out, since they join the result once they change. */
export function addTagsOfTerms(source: Source, columns: readonly string[], tags: Set<Tag>): void {
  if (source !== 'post_terms') return
  for (const column of columns) if (column !== 'id' && column !== 'post_id') tags.add(`list:terms/${column}`)
}

/** Adds the tags that a filter depends on: the parents' rows and children, the meta key, the option. */
function filterTags(plan: PlanRead, filter: Filter, tags: Set<Tag>): void {
  const { source } = plan
  if (filter.kind === 'in' && filter.column === 'parent_id' && isNested(source))
    for (const id of spelledIds(filter.values.filter((value) => value !== 0))) {
      tags.add(`row:${source}:${id}`).add(`row:${source}:${id}/children`)
      if (showsVersions(plan)) tags.add(`row:posts:${id}/versions`)
    }
  if (filter.kind === 'of-post') for (const id of spelledIds(filter.values)) tags.add(`row:posts:${id}`)
  if (filter.kind === 'in' && filter.column === 'key' && isKeyed(source))
    for (const key of spelled(filter.values.map(String))) tags.add(`key:${source}:${key}`)
  if (filter.kind === 'in' && source === 'options' && filter.column === 'name')
    for (const name of filter.values) tags.add(optionTag(String(name)))
  if (filter.kind === 'meta') metaTags(source, filter.key, tags)
  if (filter.kind === 'compared' && 'meta' in filter.by.on) metaTags(source, filter.by.on.meta, tags)
  if (filter.kind === 'search' && filter.metaKey !== undefined) metaTags(source, filter.metaKey, tags)
  if (filter.kind === 'on-content') tags.add(`list:posts:*/${filter.column}`)
  if (filter.kind === 'term') {
    tags.add('list:posts/terms')
    if (!isHideable(source) || seesHidden(source, plan)) tags.add('list:posts/hidden-terms')
  }
  if (filter.kind === 'plug-in') tags.add(plugInTag(filter.table))
}

/** True where the result may depend on the contents of revisions, and not only on which exist. */
function showsVersions(plan: PlanRead): boolean {
  const { kind, source, filters, visible } = plan
  const lists = spelled(listsOf(plan))
  if (source !== 'posts' || !lists.some((list) => list === 'posts:*' || list === 'posts:revision'))
    return false
  return (
    (kind !== 'count' && kind !== 'tally') ||
    visible !== null ||
    filters.some((filter) => filter.kind !== 'in' || !['parent_id', 'type'].includes(filter.column))
  )
}

/** True for sources whose changed rows contain their parent's id. A term's parent is in another table than its name. */
function isNested(source: Source): source is 'posts' | 'comments' {
  return source === 'posts' || source === 'comments'
}

/** True where new rows can join the result, because no filter by id bounds it. */
function isOpen(plan: PlanRead): boolean {
  if (plan.kind === 'item' || plan.source === 'options') return false
  // A change that adds a term to a post names the post alone
  const [{ column }] = sources[plan.source].shows
  return !plan.filters.some((filter) => {
    if (filter.kind !== 'in') return false
    // Ids are never 0, although the author of a guest's comment is; rows without a parent have the parent 0
    if (filter.column === column) return true
    return (
      filter.column === 'parent_id' && isNested(plan.source) && filter.values.every((value) => value !== 0)
    )
  })
}

function listTags(plan: PlanRead, filters: readonly Filter[], tags: Set<Tag>): void {
  const orders = (plan.order ?? []).flatMap(orderedBy)
  const tallied = [plan.by, plan.lastBy].filter((column) => column !== undefined)
  const decided = plan.visible === null ? [] : (deciding[plan.source] ?? [])
  const columns = [...filters.flatMap(filteredBy), ...orders, ...tallied, ...decided]
  if (isHideable(plan.source) && seesHidden(plan.source, plan)) tags.add(`list:${plan.source}/hidden`)
  if (isKeyed(plan.source)) return keyedListTags(plan.source, plan.filters, tags)
  const above = plan.source === 'comments' ? postsAbove(plan) : null
  if (above !== null) {
    for (const id of spelledIds(above)) tags.add(`list:comments/on:${id}`)
    return
  }
  for (const list of listsOf(plan)) {
    tags.add(`list:${list}`)
    for (const column of columns) tags.add(`list:${list}/${column}`)
  }
}

/** The posts whose comments a list may contain; null where these may be any. */
function postsAbove({ filters }: PlanRead): readonly Scalar[] | null {
  const above = filters.find((filter) => filter.kind === 'in' && filter.column === 'post_id')
  return above?.kind === 'in' ? above.values : null
}

/** True where the result may hold rows that are hidden from anonymous viewers. */
function seesHidden(source: Hideable, { visible, filters }: PlanRead): boolean {
  if (visible !== null) return visible.viewerId !== 0
  return !filters.some(
    (filter) =>
      filter.kind === 'in' && filter.column === 'status' && areSeen(source, filter.values.map(String)),
  )
}

/** The lists that a plan depends on: for posts one for each type that the plan names; `*` stands for all types. */
function listsOf({ source, filters }: PlanRead): readonly ListName[] {
  if (source === 'post_terms') return ['term_relationships', 'terms']
  if (source !== 'posts') return [source]
  const types = filters.flatMap((filter) =>
    filter.kind === 'in' && filter.column === 'type' ? filter.values.map(String) : [],
  )
  return types.length === 0 ? ['posts:*'] : types.map((type): ListName => `posts:${type}`)
}

/** Adds tags of the parents of media: an attachment is visible where its parent is, which may be created after it. */
function aboveFiles(plan: PlanRead, rows: readonly Row[], tags: Set<Tag>): void {
  if (plan.source !== 'posts' || plan.visible === null) return
  if (!listsOf(plan).some((list) => list === 'posts:*' || list === 'posts:attachment')) return
  tags.add('list:posts/visibility')
  for (const row of rows) {
    const parent = textOf(row, 'parent_id')
    if ((row['type'] ?? 'attachment') === 'attachment' && parent !== '' && parent !== '0')
      tags.add(`row:posts:${parent}`)
  }
  // Without `parent_id`, or in an open list, the parents of the files are not known
  if (isOpen(plan) || plan.columns?.includes('parent_id') !== true) tags.add('list:posts/arrivals')
}

/** Adds tags for tables besides the source, which visibility rules and computed columns read. */
function otherTables(plan: PlanRead, { rows, tables, meta }: Read, tags: Set<Tag>): void {
  const own: ReadonlySet<Table> = new Set(sources[plan.source].tables)
  for (const table of tables) {
    if (own.has(table)) continue
    if (isKeyed(table)) {
      if (isOfKnownKeys(plan)) continue
      const read = [...(meta ?? [])].filter((each) => each.startsWith(`${table}:`))
      const keys = read.map((each) => each.slice(table.length + 1))
      for (const key of keys.length > 0 ? spelled(keys) : ['*']) tags.add(`key:${table}:${key}`)
    } else if (table === 'posts') {
      if (plan.source === 'users') authorTags(plan, rows, tags)
      else tags.add('list:posts/visibility').add('list:posts/arrivals')
      if (plan.source === 'comments' && (!isOpen(plan) || postsAbove(plan) === null))
        tags.add('list:posts/discussed')
      if (plan.visible !== null && plan.visible.viewerId !== 0) tags.add('list:posts/hidden')
    } else if (table !== 'term_relationships' && table !== 'term_taxonomy' && table !== 'terms')
      tags.add(`list:${table}`)
  }
}

/** A user found by id stays visible until their content is withdrawn; one not found may become visible with published content. */
function authorTags({ kind, filters }: PlanRead, rows: readonly Row[], tags: Set<Tag>): void {
  const byId = filters.find((filter) => filter.kind === 'in' && filter.column === 'id')
  if (byId?.kind !== 'in' || (kind !== 'list' && kind !== 'item')) {
    tags.add('list:posts/authors')
    return
  }
  const found = rowIds(rows)
  for (const value of byId.values.map(String))
    for (const id of spelledIds([value])) {
      tags.add(`row:users:${id}/withdrawn`)
      if (!found.has(value)) tags.add(`row:users:${id}/published`)
    }
}
