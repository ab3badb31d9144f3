// What a change has to touch to make rows that were read stale. The other side, from changes to the same tags, is
// feed/tags-of.ts: whatever a plan depends on has to be named by both.
import { quietColumns, type Tag } from '../core/tag.ts'
import { flatten, type Filter } from '../database/filter.ts'
import { instants, isInstant, sources } from '../database/source.ts'
import { textOf, type Row, type Table } from '../database/tables.ts'
import type { Order, ReadPlan } from './plan.ts'

/** `tables` are all that the query looked into, `rows` what it found. */
export function tagsOf(
  plan: ReadPlan,
  { rows, tables }: { readonly rows: readonly Row[]; readonly tables: ReadonlySet<Table> },
): ReadonlySet<Tag> {
  const tags = new Set<Tag>()
  for (const table of tables) tags.add(`table:${table}`)
  rowTags(plan, rows, tags)
  const filters = flatten(plan.filters)
  for (const filter of filters) filterTags(plan, filter, tags)
  if (isOpen(plan)) listTags(plan, filters, tags)
  otherTables(plan, tables, tags)
  return tags
}

/** The rows that are shown, and those that were asked for by their ids whether they are there or not. */
function rowTags(plan: ReadPlan, rows: readonly Row[], tags: Set<Tag>): void {
  const shows: readonly { readonly table: Table; readonly column: string }[] = sources[plan.source].shows
  for (const { table, column } of shows) {
    const ids = [...idsAsked(plan, column), ...rows.map((row) => textOf(row, column))]
    const quiet = columnsRead(plan).filter((name) => quietColumns[table]?.includes(name))
    for (const id of ids) {
      if (id === '') continue
      tags.add(`row:${table}:${id}`)
      for (const name of quiet) tags.add(`row:${table}:${id}/${name}`)
    }
  }
}

function idsAsked({ filters }: ReadPlan, column: string): readonly string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'in' && filter.column === column ? filter.values.map(String) : [],
  )
}

function columnsRead(plan: ReadPlan): readonly string[] {
  return plan.kind === 'list' || plan.kind === 'item' ? plan.columns : []
}

/** What lies below rows changes with what is put there; what is stored under a key with the key. */
function filterTags({ source }: ReadPlan, filter: Filter, tags: Set<Tag>): void {
  if (filter.kind === 'in' && filter.column === 'parent_id')
    for (const id of filter.values) if (id !== 0) tags.add(`row:${source}:${id}`)
  if (filter.kind === 'of-post') for (const id of filter.values) tags.add(`row:posts:${id}`)
  if (filter.kind === 'in' && filter.column === 'key')
    for (const key of filter.values) tags.add(`key:${source}:${key}`)
  if (filter.kind === 'in' && source === 'options' && filter.column === 'name')
    for (const name of filter.values) tags.add(`option:${name}`)
  if (filter.kind === 'meta') tags.add(`key:postmeta:${filter.key}`).add('list:posts/meta')
  if (filter.kind === 'search' && filter.metaKey !== undefined)
    tags.add(`key:postmeta:${filter.metaKey}`).add('list:posts/meta')
  if (filter.kind === 'term') tags.add('list:posts/terms')
}

/** Whether rows that nobody named can come to it: no ids of what it shows hold it together. */
function isOpen(plan: ReadPlan): boolean {
  if (plan.kind === 'item' || plan.source === 'options') return false
  const shows: readonly { readonly column: string }[] = sources[plan.source].shows
  return !plan.filters.some(
    (filter) =>
      filter.kind === 'in' &&
      (filter.column === 'parent_id' || shows.some(({ column }) => filter.column === column)) &&
      filter.values.every((value) => value !== 0),
  )
}

function listTags(plan: ReadPlan, filters: readonly Filter[], tags: Set<Tag>): void {
  const orders = plan.kind === 'list' ? plan.order.flatMap(orderedBy) : []
  const tallied = plan.kind === 'tally' ? [plan.by] : []
  const decided = plan.visible === null ? [] : (deciding[plan.source] ?? [])
  const columns = [...filters.flatMap(filteredBy), ...orders, ...tallied, ...decided]
  if (seesHidden(plan)) tags.add('list:posts/hidden')
  for (const list of listsOf(plan)) {
    tags.add(`list:${list}`)
    for (const column of columns) tags.add(`list:${list}/${column}`)
  }
}

/** Whether it may hold posts that nobody sees who is not logged in. */
function seesHidden({ source, visible }: ReadPlan): boolean {
  return source === 'posts' && visible !== null && visible.viewerId !== 0
}

/** Columns that rules of visibility look at. */
const deciding: Readonly<Record<string, readonly string[]>> = {
  posts: ['status', 'password', 'author_id', 'parent_id'],
  comments: ['status', 'post_id'],
}

/** Rows of posts are of a type, and lists of one type do not depend on others; `*` stands for all types. */
function listsOf({ source, filters }: ReadPlan): readonly string[] {
  if (source !== 'posts') return [source]
  const types = filters.flatMap((filter) =>
    filter.kind === 'in' && filter.column === 'type' ? filter.values.map(String) : [],
  )
  return types.length === 0 ? ['posts:*'] : types.map((type) => `posts:${type}`)
}

/** What of a row decides whether the filter lets it through. */
function filteredBy(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'in':
    case 'after':
    case 'before':
    case 'unset':
      return [filter.column]
    case 'search':
      return filter.columns
    case 'term':
    case 'meta':
    case 'of-post':
    case 'published':
    case 'any':
    case 'none':
      return []
  }
}

function orderedBy(order: Order): readonly string[] {
  if (order.kind === 'relevance') return order.columns
  return isInstant(order.column) ? Object.values(instants[order.column]) : [order.column]
}

/** What rules and computed columns look into besides the source. */
function otherTables(plan: ReadPlan, tables: ReadonlySet<Table>, tags: Set<Tag>): void {
  const own: ReadonlySet<Table> = new Set(sources[plan.source].tables)
  // A file is seen with what it belongs to
  const holdsFiles = listsOf(plan).some((list) => list === 'posts:*' || list === 'posts:attachment')
  if (plan.source === 'posts' && plan.visible !== null && holdsFiles) tags.add('list:posts/visibility')
  for (const table of tables) {
    if (own.has(table)) continue
    if (table === 'postmeta') tags.add('key:postmeta:*')
    else if (table === 'posts')
      tags.add(plan.source === 'users' ? 'list:posts/authors' : 'list:posts/visibility')
    else if (table !== 'term_relationships' && table !== 'term_taxonomy' && table !== 'terms')
      tags.add(`list:${table}`)
  }
}
