// Chooses how a list finds its rows, by the tables' statistics: a few named access paths, each in a form that was
// measured on a table of a million posts (docs/lists.md). For small tables the database server's own plan is used.
import { flatten, type Filter, type OnContent } from '../database/filter.ts'
import {
  countedOff,
  isDense,
  isIndexedRead,
  isLarge,
  isSmallPart,
  lookedThrough,
  type QueryClass,
} from './cost-model.ts'
import { isOfIndex } from '../sql/ids.ts'
import type { Indexes } from './indexes.ts'
import { filterName, drivingFilterOf, type DrivingFilter } from './driving-filter.ts'
import { classOf, declaredWay, type Way } from './declared-steps.ts'
import { orderInstant, type Access, type ListPlan } from '../plan/plan.ts'
import { instantIndex, isStatuses, orderIndex, ownIndex, wholeIndex } from './plan-index.ts'

/** One access path to try for a plan; where its rows do not fill the page, the next step runs. */
export interface Step {
  /** The name in logs, metrics and `Server-Timing`, such as `posts.by-date`. */
  readonly name: string
  readonly class: QueryClass
  readonly access: Access | null
  /** The declared filter that would read more rows than the owner allows: the list is refused. */
  readonly refuses?: string
}

export interface Facts {
  /** The estimated number of posts. */
  readonly posts: number
  /** The estimated number of posts of the plan's type and status. */
  readonly ofKind: number
  /** The estimated number of rows that a list of another source reads. Default: those of its page. */
  readonly rowsRead?: number
  readonly indexes: Indexes
  /** The estimated number of posts that match a filter, by its position in the plan; null where it is unknown. */
  readonly sizes: ReadonlyMap<number, number | null>
}

/** Up to this offset a query skips rows; beyond it, it skips ids in the index first, and then reads the page's rows. */
const shallowOffset = 100
const entriesMin = 256
const entriesMax = 16_384
/** Factors by which a window exceeds the entries that evenly spread matches would need; the second follows the first. */
const margins = [3, 24] as const

export function stepsOf(plan: ListPlan, facts: Facts): readonly Step[] {
  const { source } = plan
  const searches = isSearch(plan)
  if (plan.page.kind === 'all') return [step(source, 'list', searches ? 'scan' : 'indexed', null)]
  if (source !== 'posts' || !isLarge(facts.posts)) {
    const isKeyset = plan.page.kind === 'keyset'
    const name = isFulltext(plan) ? 'fulltext' : searches ? 'search' : isKeyset ? 'by-date' : 'list'
    const queryClass = searches ? 'scan' : lookedThrough(facts.rowsRead ?? 0)
    return [step(source, name, queryClass, plainAccess(plan, facts.indexes))]
  }
  const way = declaredWay(plan, facts)
  return way ? declaredSteps(plan, way, facts) : postSteps(plan, facts)
}

/**
 * A keyset page without further conditions is read by an index in its order, and comments of one post by the index on
 * their post: without statistics a database server reads comments of all posts in the page's order.
 */
export function plainAccess(plan: ListPlan, indexes: Indexes): Access | null {
  const index = plan.page.kind === 'keyset' ? wholeIndex(plan, indexes) : null
  if (index !== null) return { kind: 'in-order', index }
  // Sorting whole rows with their texts takes many times as long as sorting ids
  if (
    plan.source === 'posts' &&
    orderInstant(plan) !== null &&
    plan.filters.every(({ kind }) => kind === 'in')
  )
    return { kind: 'ids-first', index: null }
  const owner = ownerOf(plan)
  // A search is a scan in any case, so that it may read any number of an owner's comments
  const isOwned = owner !== null && (isSearch(plan) || (plan.about ?? 0) <= ownedRows)
  const own = isOwned ? indexes.on('comments', [owner.column]) : null
  return own === null ? null : { kind: 'by-owner', index: own }
}

/** Up to this many comments of one owner are read and sorted; beyond it reading all comments in order is faster. */
const ownedRows = 20_000

/** The filter by the one post, or one parent comment, that the comments belong to. */
function ownerOf(plan: Pick<ListPlan, 'source' | 'filters'>): InFilter | null {
  const owners = ownersOf(plan)
  return owners?.values.length === 1 ? owners : null
}

/** The filter by the posts, or parent comments, that the comments belong to; the id 0 stands for the absence of one. */
export function ownersOf({ source, filters }: Pick<ListPlan, 'source' | 'filters'>): InFilter | null {
  if (source !== 'comments') return null
  const owners = filters.flatMap((filter) =>
    filter.kind === 'in' && ['post_id', 'parent_id'].includes(filter.column) && !filter.values.includes(0)
      ? [filter]
      : [],
  )
  return owners.toSorted((one, other) => one.values.length - other.values.length)[0] ?? null
}

type InFilter = Extract<Filter, { readonly kind: 'in' }>

/** The filter by the slug of the content that the comments are on. */
export function namedContent({ filters }: Pick<ListPlan, 'filters'>): OnContent | null {
  const names = filters.flatMap((filter) =>
    filter.kind === 'on-content' && filter.column === 'slug' ? [filter] : [],
  )
  return names[0] ?? null
}

function declaredSteps(plan: ListPlan, way: Way, facts: Facts): readonly Step[] {
  const index = plan.filters.some(isStatuses) ? null : orderIndex(plan, facts.indexes)
  const size = way.kind === 'driven' ? way.by.size : null
  const newest = index === null ? [] : windows(plan, index, size, facts)
  return [...newest, lastStep(plan, way, index, facts)]
}

function lastStep(plan: ListPlan, way: Way, index: string | null, facts: Facts): Step {
  switch (way.kind) {
    case 'driven':
      return { ...filterFirst(plan, way.by, facts), class: classOf(way.by) }
    case 'whole':
      return step(
        'posts',
        'filtered',
        lookedThrough(facts.posts),
        index === null ? null : { kind: 'ids-first', index },
      )
    case 'refused':
      return { ...step('posts', 'refused', 'indexed', null), refuses: way.name }
  }
}

function postSteps(plan: ListPlan, facts: Facts): readonly Step[] {
  const index = orderIndex(plan, facts.indexes)
  const named = (column: string) =>
    plan.filters.some((filter) => filter.kind === 'in' && filter.column === column)
  if (named('id')) return [step('posts', 'by-id', 'indexed', null)]
  if (named('slug')) return [step('posts', 'by-slug', 'indexed', null)]
  const others = plan.filters.filter((filter) => !isOfIndex(filter, plan) && !isStatuses(filter))
  const statuses = plan.filters.find(isStatuses)
  const driving = drivingFilterOf(plan, facts.sizes)
  const first = driving && filterFirst(plan, driving, facts)
  if (isFulltext(plan)) return [step('posts', 'fulltext', 'scan', null)]
  if (isSearch(plan)) {
    const few = driving !== null && driving.size !== null && isSmallPart(driving.size, facts.ofKind)
    const access: Access | null = index === null ? null : { kind: 'in-order', index }
    return [step('posts', 'search', 'scan', few && first ? first.access : access)]
  }
  const isSparse = driving !== null && (driving.size === null || !isDense(driving.size, facts.ofKind))
  const byInstant = instantIndex(plan, facts.indexes)
  if (byInstant !== null && !(first && isSparse)) {
    const access: Access = { kind: 'instants', index: byInstant }
    return others.length === 0
      ? [step('posts', 'by-date-ids', countedOff(offsetOf(plan)), access)]
      : [step('posts', 'filtered', lookedThrough(facts.posts), access)]
  }
  if (index === null) {
    if (others.length === 0 && !statuses && plan.order[0]?.kind === 'column' && plan.order[0].column === 'id')
      return [step('posts', 'by-id', 'indexed', null)]
    return [
      first?.class === 'indexed'
        ? first
        : step('posts', 'sorted', lookedThrough(facts.posts), first?.access ?? null),
    ]
  }
  const whole = statuses ? null : wholeIndex(plan, facts.indexes)
  if (whole !== null) return [byDate(plan, whole)]
  if (statuses && others.length === 0) return [branches(plan, statuses, index)]
  if (statuses) return [first ?? step('posts', 'filtered', lookedThrough(facts.posts), null)]
  const inOrder = step('posts', 'filtered', lookedThrough(facts.posts), { kind: 'ids-first', index })
  return [...windows(plan, index, driving?.size ?? null, facts), first && isSparse ? first : inOrder]
}

function byDate(plan: ListPlan, index: string): Step {
  const { order } = plan
  const isDate = order[0]?.kind === 'column' && ['created_at', 'created_at_utc'].includes(order[0].column)
  const name = isDate ? 'by-date' : 'in-order'
  const offset = offsetOf(plan)
  return offset <= shallowOffset
    ? step('posts', name, 'indexed', { kind: 'in-order', index })
    : step('posts', `${name}-ids`, countedOff(offset), { kind: 'ids-first', index })
}

function branches(plan: ListPlan, statuses: Filter, index: string): Step {
  const count = 'values' in statuses ? statuses.values.length : 0
  return step('posts', 'by-status', countedOff(offsetOf(plan)), { kind: 'branches', index, statuses: count })
}

/** Steps that read windows of the newest entries, where these are fewer than the driving filter's matches. */
function windows(plan: ListPlan, index: string, size: number | null, { ofKind }: Facts): readonly Step[] {
  const { page } = plan
  const wanted = page.kind === 'offset' ? page.offset + page.limit : page.kind === 'keyset' ? page.limit : 0
  // A filter of unknown size is assumed to match a tenth of the posts
  const share = size === null ? 0.1 : Math.min(1, size / ofKind)
  const looked = margins.map((margin) => entriesOf((wanted / share) * margin))
  return [...new Set(looked)]
    .filter((entries) => entries <= Math.min(entriesMax, size ?? entriesMax) && entries >= wanted)
    .map((entries) => step('posts', 'date-first', 'indexed', { kind: 'window', index, entries }))
}

/** Rounds up to a power of two, so that plans have few shapes. */
function entriesOf(entries: number): number {
  return Math.max(entriesMin, 2 ** Math.ceil(Math.log2(entries)))
}

function filterFirst(plan: ListPlan, { place, filter, size }: DrivingFilter, { indexes }: Facts): Step {
  const column =
    filter.kind === 'in'
      ? filter.column
      : filter.kind === 'compared' && 'column' in filter.by.on
        ? filter.by.on.column
        : null
  const index = column === null ? null : ownIndex(plan, column, indexes)
  const name = filterName(filter)
  // The owner decides which meta keys clients may filter by, so that these filters count as indexed
  const isIndexed = filter.kind === 'meta' || (size !== null && isIndexedRead(size))
  const queryClass = isIndexed ? 'indexed' : 'scan'
  return step('posts', `${name}-first`, queryClass, { kind: 'filter-first', place, index })
}

function offsetOf({ page }: ListPlan): number {
  return page.kind === 'offset' ? page.offset : 0
}

/** True where the plan searches for words. */
export function isSearch({ filters }: Pick<ListPlan, 'filters'>): boolean {
  return flatten(filters).some(({ kind }) => kind === 'search')
}

/** True where a full-text index finds the words. */
export function isFulltext({ filters }: Pick<ListPlan, 'filters'>): boolean {
  return filters.some((filter) => filter.kind === 'search' && filter.words.some(({ isIndexed }) => isIndexed))
}

function step(source: string, name: string, queryClass: QueryClass, access: Access | null): Step {
  return { name: `${source}.${name}`, class: queryClass, access }
}
