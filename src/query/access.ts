// How the rows of a list are found, by what the tables are like: a few named ways, each in a form that was measured on a
// table of a million posts (docs/lists.md). Where a table is small the server finds its own way.
import { flatten, type Filter } from '../database/filter.ts'
import { instants, isInstant } from '../database/source.ts'
import type { Indexes } from './indexes.ts'
import { isOfIndex } from './ids.ts'
import type { Access, CountPlan, ListPlan, TallyPlan } from './plan.ts'
import { orderInstant } from './settle.ts'

/** Queries that an index answers, and those that look through rows: these have a few places of their own. */
export type QueryClass = 'indexed' | 'scan'

/** One way to the rows of a plan; one that falls short is followed by the next. */
export interface Step {
  /** `posts.by-date`: in logs, metrics and `Server-Timing`. */
  readonly name: string
  readonly class: QueryClass
  readonly access: Access | null
}

export interface Facts {
  /** About how many posts there are. */
  readonly posts: number
  /** About how many of the plan's type and status. */
  readonly ofKind: number
  readonly indexes: Indexes
  /** About how many posts a filter lets through, by its place among the plan's; null where that is not known. */
  readonly sizes: ReadonlyMap<number, number | null>
}

/** A table of so many rows is read through in milliseconds, whichever way the server goes. */
export const smallRows = 5000
/** An offset into the rows themselves; deeper ones are counted on the index first. */
const shallowOffset = 100
/** A deeper page takes so long to count off that it is no indexed read any more. */
const countedOffset = 50_000
/** So many posts of one filter are put in order faster than a window is looked through for them. */
const firstRows = 5000
/** The same, for as long as that is still an indexed read. */
const firstIndexedRows = 20_000
const entriesMin = 256
const entriesMax = 16_384
/** What a filter leads to lies scattered: more than this part of the table is sooner looked through in its order. */
const dense = 20
/** How many times the entries that an even spread would need are looked through at first, and then. */
const margins = [3, 24] as const

/** Whether it matters how a table of so many rows is read. */
export function isLarge(rows: number): boolean {
  return rows > smallRows
}

/** Whether posts of one filter are so few that they are put in order faster than others are looked through for them. */
export function isFew(posts: number): boolean {
  return posts <= firstRows
}

export function stepsOf(plan: ListPlan, facts: Facts): readonly Step[] {
  const { source } = plan
  const searches = isSearch(plan)
  if (plan.page.kind === 'all') return [step(source, 'list', searches ? 'scan' : 'indexed', null)]
  if (source !== 'posts' || !isLarge(facts.posts)) {
    const isKeyset = plan.page.kind === 'keyset'
    const name = isFulltext(plan) ? 'fulltext' : searches ? 'search' : isKeyset ? 'by-date' : 'list'
    return [step(source, name, searches ? 'scan' : 'indexed', plainAccess(plan, facts.indexes))]
  }
  return postSteps(plan, facts)
}

/**
 * The order of an index that a keyset page comes straight from, where nothing else is asked of its rows; else, of the
 * comments of one post, the index of these: without statistics a server goes through those of all posts in their order.
 */
export function plainAccess(plan: ListPlan, indexes: Indexes): Access | null {
  const index = plan.page.kind === 'keyset' ? wholeIndex(plan, indexes) : null
  if (index !== null) return { kind: 'in-order', index }
  // Sorted with their texts they would take many times as long
  if (
    plan.source === 'posts' &&
    orderInstant(plan) !== null &&
    plan.filters.every(({ kind }) => kind === 'in')
  )
    return { kind: 'ids-first', index: null }
  const owner = ownerOf(plan)
  const own = owner === null || (plan.about ?? 0) > ownedRows ? null : indexes.on('comments', [owner.column])
  return own === null ? null : { kind: 'by-owner', index: own }
}

/** What is read whole and put in order for a page of it; of more a server goes through all there is in its order. */
const ownedRows = 20_000

/** The filter by the one post, or the one comment, that comments belong to. */
export function ownerOf({ source, filters }: Pick<ListPlan, 'source' | 'filters'>): InFilter | null {
  const owners = filters.flatMap((filter) =>
    filter.kind === 'in' && ['post_id', 'parent_id'].includes(filter.column) && hasOne(filter)
      ? [filter]
      : [],
  )
  return source === 'comments' ? (owners[0] ?? null) : null
}

type InFilter = Extract<Filter, { readonly kind: 'in' }>

/** No comment is one that replies to none. */
function hasOne({ values }: InFilter): boolean {
  return values.length === 1 && values[0] !== 0
}

function postSteps(plan: ListPlan, facts: Facts): readonly Step[] {
  const index = orderIndex(plan, facts.indexes)
  const named = (column: string) =>
    plan.filters.some((filter) => filter.kind === 'in' && filter.column === column)
  if (named('id')) return [step('posts', 'by-id', 'indexed', null)]
  if (named('slug')) return [step('posts', 'by-slug', 'indexed', null)]
  const others = plan.filters.filter((filter) => !isOfIndex(filter, plan) && !isStatuses(filter))
  const statuses = plan.filters.find(isStatuses)
  const leader = leaderOf(plan, facts)
  const first = leader && filterFirst(plan, leader, facts)
  if (isFulltext(plan)) return [step('posts', 'fulltext', 'scan', null)]
  if (isSearch(plan)) {
    const few = leader?.size !== null && leader !== null && leader.size <= facts.ofKind / dense
    const access: Access | null = index === null ? null : { kind: 'in-order', index }
    return [step('posts', 'search', 'scan', few && first ? first.access : access)]
  }
  const isSparse = leader !== null && (leader.size === null || !isDense(leader.size, facts))
  const byInstant = instantIndex(plan, facts.indexes)
  if (byInstant !== null && !(first && isSparse)) {
    const access: Access = { kind: 'instants', index: byInstant }
    return others.length === 0
      ? [step('posts', 'by-date-ids', deep(offsetOf(plan)), access)]
      : [step('posts', 'filtered', lookedThrough(facts), access)]
  }
  if (index === null) {
    if (others.length === 0 && !statuses && plan.order[0]?.kind === 'column' && plan.order[0].column === 'id')
      return [step('posts', 'by-id', 'indexed', null)]
    return [
      first?.class === 'indexed'
        ? first
        : step('posts', 'sorted', lookedThrough(facts), first?.access ?? null),
    ]
  }
  const whole = statuses ? null : wholeIndex(plan, facts.indexes)
  if (whole !== null) return [byDate(plan, whole)]
  if (statuses && others.length === 0) return [branches(plan, statuses, index)]
  if (statuses) return [first ?? step('posts', 'filtered', lookedThrough(facts), null)]
  const inOrder = step('posts', 'filtered', lookedThrough(facts), { kind: 'ids-first', index })
  return [...windows(plan, index, leader?.size ?? null, facts), first && isSparse ? first : inOrder]
}

/** Whether so many posts of a kind are sooner found in its order. */
function isDense(size: number, { ofKind }: Facts): boolean {
  return size > Math.max(firstRows, ofKind / dense)
}

/** What looks through all posts; where these are not many, that is no scan. */
function lookedThrough({ posts }: Facts): QueryClass {
  return posts <= firstIndexedRows ? 'indexed' : 'scan'
}

function byDate(plan: ListPlan, index: string): Step {
  const { order } = plan
  const isDate = order[0]?.kind === 'column' && ['created_at', 'created_at_utc'].includes(order[0].column)
  const name = isDate ? 'by-date' : 'in-order'
  const offset = offsetOf(plan)
  return offset <= shallowOffset
    ? step('posts', name, 'indexed', { kind: 'in-order', index })
    : step('posts', `${name}-ids`, deep(offset), { kind: 'ids-first', index })
}

function branches(plan: ListPlan, statuses: Filter, index: string): Step {
  const count = 'values' in statuses ? statuses.values.length : 0
  return step('posts', 'by-status', deep(offsetOf(plan)), { kind: 'branches', index, statuses: count })
}

function deep(offset: number): QueryClass {
  return offset > countedOffset ? 'scan' : 'indexed'
}

/** Windows on the newest entries, where looking through them is less than all that the leading filter lets through. */
function windows(plan: ListPlan, index: string, size: number | null, { ofKind }: Facts): readonly Step[] {
  const { page } = plan
  const wanted = page.kind === 'offset' ? page.offset + page.limit : page.kind === 'keyset' ? page.limit : 0
  // Of what is not known, a tenth is expected
  const share = size === null ? 0.1 : Math.min(1, size / ofKind)
  const looked = margins.map((margin) => entriesOf((wanted / share) * margin))
  return [...new Set(looked)]
    .filter((entries) => entries <= Math.min(entriesMax, size ?? entriesMax) && entries >= wanted)
    .map((entries) => step('posts', 'date-first', 'indexed', { kind: 'window', index, entries }))
}

/** Powers of two, which few plans differ by. */
function entriesOf(entries: number): number {
  return Math.max(entriesMin, 2 ** Math.ceil(Math.log2(entries)))
}

interface Leader {
  readonly place: number
  readonly filter: Filter
  readonly size: number | null
}

/** The filter that lets the fewest posts through, of those that can be begun with. */
function leaderOf({ filters }: Pick<ListPlan, 'filters'>, { sizes }: Facts): Leader | null {
  const leaders = filters.flatMap((filter, place): readonly Leader[] => {
    const size = sizes.get(place)
    return size === undefined ? [] : [{ place, filter, size }]
  })
  const sizeOf = ({ size }: Leader) => size ?? Number.MAX_SAFE_INTEGER
  return leaders.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? null
}

function filterFirst(plan: ListPlan, { place, filter, size }: Leader, { indexes }: Facts): Step {
  const index = filter.kind === 'in' ? ownIndex(plan, filter.column, indexes) : null
  const name = filter.kind === 'in' ? columnNames[filter.column] : filter.kind
  // Which keys of meta are asked for is the owner's choice, not that of clients
  const isIndexed = filter.kind === 'meta' || (size !== null && size <= firstIndexedRows)
  const queryClass = isIndexed ? 'indexed' : 'scan'
  return step('posts', `${name}-first`, queryClass, { kind: 'filter-first', place, index })
}

/** Columns that posts are asked for by, as names of plans say them. */
const columnNames: Readonly<Record<string, string>> = { author_id: 'author', parent_id: 'parent' }

/** Whether posts can be begun with by this filter: there is an index for it. */
export function canLead(filter: Filter, plan: Pick<ListPlan, 'filters'>, indexes: Indexes): boolean {
  switch (filter.kind) {
    case 'term':
    case 'meta':
      return true
    case 'in':
      return Object.hasOwn(columnNames, filter.column) && ownIndex(plan, filter.column, indexes) !== null
    case 'after':
    case 'before':
    case 'unset':
    case 'search':
    case 'of-post':
    case 'published':
    case 'any':
    case 'none':
      return false
  }
}

function ownIndex({ filters }: Pick<ListPlan, 'filters'>, column: string, indexes: Indexes): string | null {
  const held = heldIn(filters).filter((name) => name !== column)
  return indexes.on('posts', [...held, column]) ?? indexes.on('posts', [column])
}

/** The columns of type and status that have one value. */
function heldIn(filters: readonly Filter[]): readonly string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'in' && ['type', 'status'].includes(filter.column) && filter.values.length === 1
      ? [filter.column]
      : [],
  )
}

/** The index that the list comes in the order of, where statuses are taken one by one. */
function orderIndex(
  { source, filters, order }: ListPlan,
  indexes: Indexes,
  held: readonly string[] = heldIn(filters),
): string | null {
  const [first, ties, ...more] = order
  if (first?.kind !== 'column' || isInstant(first.column) || ties?.kind !== 'column' || more.length > 0)
    return null
  if (ties.column !== 'id' || ties.descending !== first.descending) return null
  const split = filters.some(isStatuses) ? ['status'] : []
  return indexes.inOrder(source, [...held, ...split], first.column)
}

/** The index that answers every filter and has the rows in their order. */
function wholeIndex(plan: ListPlan, indexes: Indexes): string | null {
  const held = plan.filters.flatMap((filter) =>
    filter.kind === 'in' && filter.values.length === 1 ? [filter.column] : [],
  )
  const index = orderIndex(plan, indexes, held)
  const answers = (filter: Filter) =>
    isOfIndex(filter, plan) ||
    // Nearly all comments are of one type, which no index has
    (plan.source === 'comments' && filter.kind === 'in' && filter.column === 'type') ||
    (filter.kind === 'in' &&
      filter.values.length === 1 &&
      index !== null &&
      indexes.holds(plan.source, index, filter.column))
  return plan.filters.every(answers) ? index : null
}

/** The index on the UTC column of a list that is ordered by instants. */
function instantIndex(plan: ListPlan, indexes: Indexes): string | null {
  const column = orderInstant(plan)
  return column === null ? null : indexes.inOrder(plan.source, heldIn(plan.filters), instants[column].utc)
}

function offsetOf({ page }: ListPlan): number {
  return page.kind === 'offset' ? page.offset : 0
}

function isStatuses(filter: Filter): boolean {
  return filter.kind === 'in' && filter.column === 'status' && filter.values.length > 1
}

function isSearch({ filters }: Pick<ListPlan, 'filters'>): boolean {
  return flatten(filters).some(({ kind }) => kind === 'search')
}

function isFulltext({ filters }: Pick<ListPlan, 'filters'>): boolean {
  return filters.some((filter) => filter.kind === 'search' && filter.words.some(({ isIndexed }) => isIndexed))
}

function step(source: string, name: string, queryClass: QueryClass, access: Access | null): Step {
  return { name: `${source}.${name}`, class: queryClass, access }
}

/** How what belongs to each of several rows is counted. */
export function tallyAccess({ source, by, filters }: TallyPlan, indexes: Indexes): TallyPlan['access'] {
  const isOwned = filters.some((filter) => filter.kind === 'in' && filter.column === by)
  const index = source === 'comments' && isOwned ? indexes.on(source, [by]) : null
  return index === null ? undefined : { kind: 'by-owner', index }
}

/** How the rows of a plan are counted. */
export function countStepOf(plan: CountPlan, facts: Facts): CountStep {
  const { source, filters } = plan
  const counted = (name: string, queryClass: QueryClass, access: CountStep['access'] = null) => ({
    name: `${source}.${name}`,
    class: queryClass,
    access,
  })
  if (isSearch(plan)) return counted(isFulltext(plan) ? 'count-fulltext' : 'count-search', 'scan')
  if (source !== 'posts' || !isLarge(facts.posts)) return counted('count', 'indexed')
  const others = filters.filter((filter) => !isOfIndex(filter, byDateOrder) && !isStatuses(filter))
  const split = filters.some(isStatuses) ? ['status'] : []
  const ofKind = facts.indexes.inOrder('posts', [...heldIn(filters), ...split], 'created_at')
  const inOrder: CountStep['access'] = ofKind === null ? null : { kind: 'in-order', index: ofKind }
  // Left to itself MySQL may count by an index on type, status and author, and fetch every row for its date
  if (others.length === 0) return counted('count', 'indexed', inOrder)
  const leader = leaderOf(plan, facts)
  const size = leader?.size ?? facts.posts
  // What one value leads to is counted once for all who ask, and there are not many such values
  const isOne =
    leader && others.length === 1 && 'values' in leader.filter && leader.filter.values.length === 1
  const queryClass = isOne || size <= firstIndexedRows ? 'indexed' : lookedThrough(facts)
  return counted('count-filtered', queryClass, isDense(size, facts) ? inOrder : null)
}

export interface CountStep extends Omit<Step, 'access'> {
  readonly access: Extract<Access, { readonly kind: 'in-order' }> | null
}

const byDateOrder = { order: [{ kind: 'column', column: 'created_at', descending: true }] } as const
