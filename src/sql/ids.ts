// Selects the ids of a page's posts by the plan's access path; the rows are then read by these ids. The forms are the measured ones
// (docs/lists.md), written so that servers' planners cannot choose others.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { instants } from '../database/source.ts'
import { flatPlace, type Filter } from '../database/filter.ts'
import {
  postsCompared,
  postsWithMeta,
  postsWithTerm,
  condition,
  visibleRows,
  type Condition,
  type Writing,
} from './condition.ts'
import type { Columns } from './columns.ts'
import { withinDeadline } from './deadline.ts'
import { wasNeverSet, wasSet } from './instant.ts'
import { oneOf } from './one-of.ts'
import { orderTerms, windowConditions } from './order.ts'
import { idsDescending, orderInstant, type Access, type ListPlan } from '../plan/plan.ts'
import { entriesSlot, limitSlot, offsetSlot, upToPageSlot, valueSlot } from './slot.ts'

export type IdsAccess = Exclude<Access, { readonly kind: 'in-order' | 'by-owner' }>

/** A query of the ids of the page's posts, as `id`. */
export function idsOf(plan: ListPlan, access: IdsAccess, writing: Writing): RawBuilder<unknown> {
  switch (access.kind) {
    case 'ids-first':
      return selectIds(plan, writing, {
        from: posts(access.index, writing),
        conditions: all(plan, { ...writing, probing: true }),
        limited: limited(plan),
      })
    case 'instants':
      return instantIds(plan, access, writing)
    case 'branches':
      return branches(plan, access, writing)
    case 'window':
      return window(plan, access, writing)
    case 'filter-first':
      return filterFirst(plan, access, writing)
  }
}

/** The posts table by its logical name, with a hint for an index where the dialect has such hints. */
export function posts(index: string | null, { dialect }: Pick<Writing, 'dialect'>): RawBuilder<unknown> {
  const table = sql`${sql.table('posts')} as ${sql.id('posts')}`
  return index !== null && dialect.indexHints ? sql`${table} force index (${sql.id(index)})` : table
}

interface Ids {
  readonly from: RawBuilder<unknown>
  readonly conditions: readonly Condition[]
  readonly limited: RawBuilder<unknown>
  /** True to select the order column as `at` as well, so that an outer query can order by it. */
  readonly withOrder?: boolean
}

function selectIds(plan: ListPlan, writing: Writing, { from, conditions, limited: limit, withOrder }: Ids) {
  const { columns } = writing
  const id = sql`${columns.named('posts.id')} as ${sql.id('id')}`
  const selected = withOrder ? sql`${id}, ${orderColumn(plan, columns)} as ${sql.id('at')}` : id
  const ordered = orderTerms(plan, columns, writing.dialect).map(
    ({ term, direction }) => sql`${term} ${sql.raw(direction)}`,
  )
  const order = ordered.length === 0 ? sql`` : sql`order by ${sql.join(ordered)} `
  return sql`select ${selected} from ${from} where ${and([...withinDeadline('posts', writing), ...columns.there('posts'), ...conditions])} ${order}${limit}`
}

/** Reads a branch for each status, up to the end of the page. */
function branches(
  plan: ListPlan,
  { index, statuses }: Extract<Access, { readonly kind: 'branches' }>,
  writing: Writing,
): RawBuilder<unknown> {
  const { columns } = writing
  const isSplit = (filter: Filter) => filter.kind === 'in' && filter.column === 'status'
  const at = flatPlace(plan.filters, plan.filters.findIndex(isSplit))
  const shared = [
    ...filtersWhere(plan, (filter) => !isSplit(filter), writing),
    ...visibleInWindow(plan, writing),
  ]
  const each = Array.from({ length: statuses }, (_, nth) => {
    const { column, stored } = columns.compared('posts.status')
    const ofStatus = sql<SqlBool>`${column} = ${valueSlot(at, nth, stored)}`
    const ids = selectIds(plan, writing, {
      from: posts(index, writing),
      conditions: [ofStatus, ...shared],
      limited: sql`limit ${upToPageSlot}`,
      withOrder: true,
    })
    return sql`select ${sql.id('id')}, ${sql.id('at')} from (${ids}) as ${sql.id(`branch${nth}`)}`
  })
  const order = reordered(plan, sql.id('at'), sql.id('id'))
  return sql`select ${sql.id('id')} from (${sql.join(each, sql` union all `)}) as ${sql.id('branches')} order by ${order} ${limited(plan)}`
}

/** Reads two branches up to the end of the page: posts with a UTC time, and posts whose UTC time was never set. */
function instantIds(
  plan: ListPlan,
  { index }: Extract<Access, { readonly kind: 'instants' }>,
  writing: Writing,
): RawBuilder<unknown> {
  const column = orderInstant(plan)
  if (column === null) throw new Error('a list by instants has no zone, or another order')
  const withoutZone = { ...writing, columns: writing.columns.withoutZone() }
  const utc = withoutZone.columns.of('posts', instants[column].utc)
  const parts = [
    { part: withoutZone, isPart: wasSet(utc) },
    { part: writing, isPart: wasNeverSet(utc) },
  ].map(({ part, isPart }, nth) => {
    const ids = selectIds(plan, part, {
      from: posts(index, writing),
      conditions: [isPart, ...all(plan, { ...part, probing: true })],
      limited: sql`limit ${upToPageSlot}`,
      withOrder: true,
    })
    return sql`select ${sql.id('id')}, ${sql.id('at')} from (${ids}) as ${sql.id(`part${nth}`)}`
  })
  const order = reordered(plan, sql.id('at'), sql.id('id'))
  return sql`select ${sql.id('id')} from (${sql.join(parts, sql` union all `)}) as ${sql.id('parts')} order by ${order} ${limited(plan)}`
}

/** Reads the first entries of the index by the filters that it covers, and applies the other filters to these. */
function window(
  plan: ListPlan,
  { index }: Extract<Access, { readonly kind: 'window' }>,
  writing: Writing,
): RawBuilder<unknown> {
  const { columns, dialect } = writing
  const entries = selectIds(plan, writing, {
    from: posts(index, writing),
    conditions: [
      ...filtersWhere(plan, (filter) => isOfIndex(filter, plan), writing),
      ...visibleInWindow(plan, writing),
    ],
    limited: sql`limit ${entriesSlot}`,
    withOrder: true,
  })
  const [id, at] = [sql.id('entries', 'id'), sql.id('entries', 'at')]
  const others = plan.filters.filter((filter) => !isOfIndex(filter, plan))
  // Filters on the id alone need no row of posts
  const byId: Columns = {
    ...columns,
    named: (name) => (name === 'posts.id' ? id : columns.named(name)),
    compared: (name) => {
      const compared = columns.compared(name)
      return name === 'posts.id' ? { ...compared, column: id, stored: compared.selected } : compared
    },
  }
  const needsRow = !others.every(usesIdOnly)
  const joined = needsRow
    ? sql` ${sql.raw(dialect.joinInOrder)} ${posts(null, writing)} on ${columns.matching('posts.id', id)}`
    : sql``
  const conditions = filtersWhere(plan, (filter) => !isOfIndex(filter, plan), {
    ...writing,
    columns: needsRow ? columns : byId,
    probing: true,
  })
  return sql`select ${id} as ${sql.id('id')} from (${entries}) as ${sql.id('entries')}${joined} where ${and(conditions)} order by ${reordered(plan, at, id)} ${limited(plan)}`
}

function filterFirst(
  plan: ListPlan,
  { place, index }: Extract<Access, { readonly kind: 'filter-first' }>,
  writing: Writing,
): RawBuilder<unknown> {
  const filter = plan.filters[place]
  const leading = filter && matchingPosts(filter, flatPlace(plan.filters, place), writing)
  const from = leading
    ? sql`(${leading}) as ${sql.id('leading')} ${sql.raw(writing.dialect.joinInOrder)} ${posts(null, writing)} on ${writing.columns.matching('posts.id', sql.id('leading', 'post_id'))}`
    : posts(index, writing)
  const others = (each: Filter) => !leading || each !== filter
  const probing = { ...writing, probing: true }
  return selectIds(plan, writing, {
    from,
    conditions: [...filtersWhere(plan, others, probing), ...visibleInWindow(plan, writing)],
    limited: limited(plan),
  })
}

/** Selects the posts that match a term or meta filter, each once; null for filters on the posts' own columns. */
function matchingPosts(filter: Filter, at: number, writing: Writing) {
  const { columns, dialect } = writing
  if (filter.kind === 'compared') return postsCompared(filter, at, writing)
  if (filter.kind === 'meta')
    return postsWithMeta(filter.key, columns, (value) => oneOf(value, filter, at, dialect)).distinct()
  if (filter.kind !== 'term') return null
  const relations = postsWithTerm(filter, at, writing)
  const isOne = filter.by === 'taxonomy_id' && filter.values.length === 1
  return isOne && writing.relatesOnce ? relations : relations.distinct()
}

/** True where an index on type, status and date covers the filter. */
export function isOfIndex(filter: Filter, { order }: Pick<ListPlan, 'order'>): boolean {
  switch (filter.kind) {
    case 'in':
      return ['type', 'status'].includes(filter.column) && filter.values.length === 1
    case 'after':
    case 'before':
      return order[0]?.kind === 'column' && order[0].column === filter.column
    case 'unset':
    case 'search':
    case 'term':
    case 'meta':
    case 'compared':
    case 'plug-in':
    case 'of-post':
    case 'on-content':
    case 'time-part':
    case 'published':
    case 'any':
    case 'none':
      return false
  }
}

function usesIdOnly(filter: Filter): boolean {
  return (
    filter.kind === 'term' ||
    filter.kind === 'meta' ||
    (filter.kind === 'plug-in' && filter.column === 'id') ||
    (filter.kind === 'compared' && 'meta' in filter.by.on) ||
    ('filters' in filter ? filter.filters.every(usesIdOnly) : filter.kind === 'in' && filter.column === 'id')
  )
}

function all(plan: ListPlan, writing: Writing): readonly Condition[] {
  return [...filtersWhere(plan, () => true, writing), ...visibleInWindow(plan, writing)]
}

/** Conditions of some of the plan's filters. */
function filtersWhere(
  plan: ListPlan,
  isWanted: (filter: Filter) => boolean,
  writing: Writing,
): readonly Condition[] {
  return plan.filters.flatMap((filter, place) =>
    isWanted(filter) ? [condition(plan.source, filter, flatPlace(plan.filters, place), writing)] : [],
  )
}

/** Conditions for the page's window, and for visibility where hidden rows are left out. */
function visibleInWindow(plan: ListPlan, writing: Writing): readonly Condition[] {
  const { visible } = plan
  const seen = visible?.unseen === 'exclude' ? [visibleRows(visible, writing)] : []
  return [...seen, ...windowConditions(plan, writing.columns, writing.dialect)]
}

function and(conditions: readonly Condition[]): RawBuilder<unknown> {
  return sql.join([...conditions], sql` and `)
}

function limited({ page }: ListPlan): RawBuilder<unknown> {
  switch (page.kind) {
    case 'all':
      return sql``
    case 'keyset':
      return sql`limit ${limitSlot}`
    case 'offset':
      return sql`limit ${limitSlot} offset ${offsetSlot}`
  }
}

function orderColumn(plan: ListPlan, columns: Columns): RawBuilder<unknown> {
  const [first] = plan.order
  const column = first?.kind === 'column' ? first.column : 'id'
  return columns.inUtc('posts', column) !== null
    ? columns.sorted('posts', column)
    : columns.of('posts', column)
}

/** The plan's order, written with the columns that the ids were selected with. */
function reordered(plan: ListPlan, at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const [first] = plan.order
  const backward = plan.page.kind === 'keyset' && plan.page.direction === 'backward'
  const descending = first?.kind === 'column' && first.descending
  const direction = (down: boolean) => (down === backward ? sql`asc` : sql`desc`)
  return sql`${at} ${direction(descending)}, ${id} ${direction(idsDescending(plan.order))}`
}
