// Makes the plan of a collection request: its filters, visibility, order and page.
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import { flatten, toIdValue, toIdValues, type Filter, type Visibility } from '../../database/filter.ts'
import { textOf } from '../../database/tables.ts'
import { declaredOrder, withPresence } from '../../planner/declared-order.ts'
import type {
  FilterArg,
  FilterContext,
  OrderDefinition,
  ResourceDefinition,
  ResourceLists,
  ResourceAccess,
  ResourceNames,
  ResourceRows,
} from '../../registry/resource.ts'
import type { Reading } from '../../read/execute.ts'
import type { CountPlan, KeysetPage, ListPlan, Order } from '../../plan/plan.ts'
import { orderBy, planCount, planList } from '../../planner/planner.ts'
import { byRelevance, searchFilters, type Search } from '../../planner/search.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { Site } from '../../site/site.ts'
import type { RuleBelow } from '../representation/below-content.ts'
import { findsPrivate, privateOnes, statusesIn } from './requested-statuses.ts'
import { all, termFilters } from './term-args.ts'

/** The parsed arguments of a collection; those of the resource are indexed by name. */
export type CollectionArgs = Readonly<Record<string, unknown>> & {
  readonly context: 'view' | 'embed' | 'edit'
  readonly page: number
  readonly per_page: number
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  readonly search?: string | undefined
  readonly include: readonly (number | string)[]
  readonly exclude: readonly (number | string)[]
  readonly order: string
  readonly orderby: string
}

export interface CollectionRequest {
  readonly args: CollectionArgs
  readonly viewer: Viewer
  readonly site: Site
  readonly reading: Reading
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  /** The visibility rule for rows that belong to content; null for other resources. */
  readonly below: RuleBelow | null
  /** The page that a cursor names. Default: the page by number. */
  readonly keyset?: KeysetPage
}

export interface CollectionPlans {
  readonly list: ListPlan
  readonly count: CountPlan
  /** Counts where a later page has no rows: WordPress then ignores file names in searches. */
  readonly countBeyond: () => CountPlan
  /** True where the list has other rows than its total counts. */
  readonly isCountedApart: boolean
}

export async function planCollection(
  resource: ResourceDefinition,
  columns: readonly string[],
  collected: CollectionRequest,
): Promise<CollectionPlans | Failure> {
  const { args, viewer, reading, keyset } = collected
  const order = orderOf(resource, args)
  if (isFailure(order)) return order
  const referred = await refusedReference(resource, collected)
  if (referred !== null) return referred
  const own = await ownFilters(resource, collected)
  if (isFailure(own)) return own
  const terms = await termFilters(resource.taxonomies, args, reading, own.asTerms)
  if (isFailure(terms)) return terms
  const statuses = statusesIn(args, resource, viewer)
  const visible =
    collected.below === null
      ? visibilityIn(resource, viewer, args, statuses)
      : // Rows below hidden content are counted, but withheld
        visibilityOf(resource, viewer, collected.below, 'count-but-withhold')
  const byId = idFilters(resource, args)
  const planWith = (ownOnes: readonly Filter[], { search } = resource) => {
    const filters = [
      ...searchFilters({ ...resource, search }, searchIn(resource, args, viewer)),
      // The first filter by ids decides the order of `orderby=include`
      ...(namesRows(resource, args) ? [...ownOnes, ...byId] : [...byId, ...ownOnes]),
      ...terms,
      ...privateOnes(resource, args, viewer),
    ]
    // Cursors are made from visible rows only
    const isExact = keyset !== undefined || asksValues(filters, order)
    return planList(resource, {
      visible: isExact ? { ...visible, unseen: 'exclude' } : visible,
      ...(statuses ? { statuses } : {}),
      columns,
      filters: withPresence(filters, order),
      order,
      page: keyset ?? { kind: 'offset', ...windowOf(args) },
    })
  }
  const counted = planWith(own.counted)
  const listed = own.listed === null ? counted : planWith(own.listed)
  const { metaKey: _, ...search } = resource.search
  const isNone = listsNone(resource, args)
  return {
    list: isNone ? { ...listed, filters: [...listed.filters, withIds([])] } : listed,
    count: planCount(counted),
    countBeyond: () => planCount(planWith(own.counted, { ...resource, search })),
    isCountedApart: isNone || own.listed !== null,
  }
}

/**
 * True for lists that are empty whatever their total: those ordered by `include` without ids, and users at a negative offset,
 * the only one that keeps its sign.
 */
function listsNone(
  { orders, source }: ResourceLists & ResourceRows,
  { orderby, include, offset = 0 }: CollectionArgs,
): boolean {
  if (source === 'users' && offset < 0) return true
  const order = orders[orderby]
  return order?.by === 'given' && order.otherwise === null && include.length === 0
}

const texts: ReadonlySet<string> = new Set(['title', 'slug'])

/** True for lists by texts, or by values that fields may hide: totals and pages that count hidden rows would reveal their values. */
function asksValues(filters: readonly Filter[], order: readonly Order[]): boolean {
  return (
    flatten(filters).some(
      (filter) =>
        filter.kind === 'compared' ||
        filter.kind === 'search' ||
        (filter.kind === 'in' && texts.has(filter.column)),
    ) ||
    order.some(
      (each) =>
        each.kind === 'meta' ||
        (each.kind === 'column' && (each.declared !== undefined || texts.has(each.column))),
    )
  )
}

/** The offset and length of the page; `offset` overrides `page`. */
export function windowOf({ page, per_page: limit, offset }: CollectionArgs): {
  readonly offset: number
  readonly limit: number
} {
  // WordPress takes the absolute value of a negative offset (absint)
  return { offset: Math.min(Math.abs(offset ?? (page - 1) * limit), Number.MAX_SAFE_INTEGER), limit }
}

/** The visibility of a list. For viewers who may edit, totals count rows that the page then withholds, as in WordPress. */
function visibilityIn(
  resource: ResourceAccess & ResourceLists & ResourceNames,
  viewer: Viewer,
  args: CollectionArgs,
  statuses: readonly string[] | null,
): Visibility {
  if (args.context === 'edit') return visibilityOf(resource, viewer, 'editable', 'count-but-withhold')
  const showsAll = ([name, arg]: readonly [string, FilterArg]) => arg.showsAll && args[name] !== undefined
  if (viewer.kind === 'user' && Object.entries(resource.args).some(showsAll))
    return visibilityOf(resource, viewer, 'there')
  const beyondPublished =
    !findsPrivate(args, resource, viewer) && (statuses?.some((status) => status !== 'publish') ?? false)
  const read = resource.statuses?.read
  const isCounted = beyondPublished || (read !== undefined && !can(viewer, read))
  return visibilityOf(resource, viewer, 'visible', isCounted ? 'count-but-withhold' : 'exclude')
}

interface OwnFilters {
  readonly counted: readonly Filter[]
  /** The filters of the list where it shows more rows than are counted; else null. */
  readonly listed: readonly Filter[] | null
  /** The filters of each argument that is combined with terms by `tax_relation`. */
  readonly asTerms: readonly (readonly Filter[])[]
}

async function ownFilters(
  resource: ResourceLists,
  { args, viewer, site, reading }: CollectionRequest,
): Promise<OwnFilters | Failure> {
  const context: FilterContext = { site, viewer, args }
  const [counted, listed]: readonly [Filter[], Filter[]] = [[], []]
  const asTerms: (readonly Filter[])[] = []
  let showsUncounted = false
  for (const [name, arg] of Object.entries(resource.args)) {
    const value = args[name]
    const own =
      value === undefined || value === null ? (arg.otherwise?.(context) ?? []) : arg.filters(value, context)
    const shown = own.length === 0 ? [] : ((await arg.uncounted?.(reading)) ?? [])
    if (isFailure(shown)) return shown
    if (arg.isTaxonomy) {
      if (own.length > 0) asTerms.push(own)
      continue
    }
    counted.push(...own)
    showsUncounted ||= shown.length > 0
    const either: Filter = { kind: 'any', filters: [all(own), { kind: 'in', column: 'id', values: shown }] }
    listed.push(...(shown.length === 0 ? own : [either]))
  }
  return { counted, listed: showsUncounted ? listed : null, asTerms }
}

/** The failure of an argument that names a missing or hidden item; WordPress checks this with permissions. */
async function refusedReference(
  { args: own, name: kind }: ResourceLists & Pick<ResourceDefinition, 'name'>,
  { args, viewer, site, reading, resources }: CollectionRequest,
): Promise<Failure | null> {
  for (const [name, { refersTo }] of Object.entries(own)) {
    const id = args[name]
    if (!refersTo || !(typeof id === 'number' || typeof id === 'string') || Number(id) === 0) continue
    const item = { kind: 'item', source: refersTo.source, columns: ['type', 'status'] } as const
    const filters = [{ kind: 'in', column: 'id', values: [toIdValue(id)] }] as const
    const row = await reading.item({ ...item, filters, visible: null })
    if (isFailure(row)) return row
    if (row === null) return fail('rest_post_invalid_id', undefined, { status: 400, permitted: false })
    const type = textOf(row, 'type')
    // Items without pages on the site are not public, even if REST shows them (is_post_publicly_viewable)
    const isAddressed =
      site.contentTypes.get(type)?.isViewable !== false &&
      !site.statuses.unaddressed.has(textOf(row, 'status'))
    const isOpen = viewer.kind === 'user' || isAddressed
    const resource = isOpen && refersTo.types.includes(type) ? resources.get(type) : undefined
    // The owner may have closed the terms of such items
    const visible =
      resource && resource.closed?.has(kind) !== true ? visibilityOf(resource, viewer, 'visibleAlone') : null
    const seen = visible && (await reading.item({ ...item, filters, visible }))
    if (isFailure(seen)) return seen
    if (seen === null) return fail('rest_forbidden_context', refersTo.hidden)
  }
  return null
}

/** True where an argument other than `include` names the rows. */
function namesRows({ args: own }: ResourceLists, args: CollectionArgs): boolean {
  return Object.entries(own).some(([name, arg]) => arg.namesRows?.(args[name]))
}

/** `include` overrides `exclude`, as in WordPress, except for comments. */
function idFilters(resource: ResourceLists, args: CollectionArgs): readonly Filter[] {
  const { include, exclude } = args
  const [included, excluded] = [toIdValues(include), toIdValues(exclude)]
  const isOverridden = (included.length > 0 && !resource.excludesIncluded) || namesRows(resource, args)
  const isExcluding = excluded.length > 0 && !isOverridden
  return [
    ...(included.length > 0 ? [withIds(included)] : []),
    ...(isExcluding ? [{ kind: 'none', filters: [withIds(excluded)] } as const] : []),
  ]
}

function withIds(values: ReturnType<typeof toIdValues>): Filter {
  return { kind: 'in', column: 'id', values }
}

/** The searched columns: the named ones that the viewer may search; where none is left, those of a request that names none. */
function searchIn({ search }: ResourceLists, args: CollectionArgs, viewer: Viewer): Search {
  const { search_columns: named, search_semantics: semantics } = args
  const { guarded, columns: open } = search
  const text = args.search ?? ''
  const own = guarded && can(viewer, guarded.capability) ? guarded : null
  const columns = own ? [...open, ...own.columns] : open
  const wanted = Array.isArray(named) ? named.map((name) => search.named?.[String(name)]) : []
  const looked = columns.filter((column) => wanted.includes(column))
  return {
    text,
    viewer,
    columns: looked.length > 0 ? looked : (own?.unnamed(text) ?? columns),
    isExact: semantics === 'exact',
  }
}

function orderOf({ orders, search }: ResourceLists, args: CollectionArgs): readonly Order[] | Failure {
  const descending = args.order === 'desc'
  const { by, column, ties, otherwise, turns, declared }: OrderDefinition = orders[args.orderby] ?? {
    by: 'column',
    column: 'id',
  }
  switch (by) {
    case 'column':
      if (declared) return declaredOrder({ by: declared }, descending)
      return orderBy(column, descending, ties === 'greatest-first' || descending)
    case 'given': {
      const given = args[column === 'id' ? 'include' : column]
      const isGiven = Array.isArray(given) && given.length > 0
      const isTurned = turns === true && descending
      if (isGiven) return [{ kind: 'as-given', column, descending: isTurned }]
      if (otherwise === undefined) return fail('rest_orderby_include_missing_include')
      return otherwise === null ? [] : orderBy(otherwise, isTurned)
    }
    case 'relevance': {
      const text = args.search ?? ''
      // PHP treats `0` as empty
      if (text.trim() === '' || text === '0') return fail('rest_no_search_term_defined')
      return [byRelevance(text, search.columns), ...orderBy('created_at', descending)]
    }
  }
}
