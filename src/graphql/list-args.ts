// Converts the arguments of a list of Query, besides its window, to filters and order.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { builtInStatuses } from '../core/status.ts'
import { can, type Viewer } from '../core/viewer.ts'
import { storedSlugs, toIdValue, type Filter } from '../database/filter.ts'
import { integerOf } from '../database/tables.ts'
import type { ListPlan, Order } from '../plan/plan.ts'
import { orderBy, planBySlug, planList } from '../planner/planner.ts'
import { searchFilters } from '../planner/search.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { NodeDefinition, NodeOrder } from '../registry/node.ts'
import type { FilterArg, ResourceAccess, ResourceDefinition, ResourceLists } from '../registry/resource.ts'
import type { TaxonomyDefinition } from '../registry/taxonomy.ts'
import { declaredOrder, withPresence } from '../planner/declared-order.ts'
import { onClock } from './clock.ts'
import { sortOrder, whereFilters } from './declared-filters.ts'
import type { GraphContext } from './context.ts'
import type { Kind, Kinds } from './kinds.ts'
import type { WindowArgs } from './window.ts'

export interface ListArgs extends WindowArgs {
  readonly status?: string | null
  readonly search?: string | null
  readonly author?: string | null
  readonly post?: string | null
  readonly location?: string | null
  readonly orderBy?: string | null
  readonly order?: string | null
  /** Terms of taxonomies, by the names of their arguments. */
  readonly [taxonomy: string]: unknown
}

export interface List {
  readonly name: string
  readonly order: NodeOrder
  readonly plan: ListPlan
}

export type ReadList = (args: ListArgs, context: GraphContext) => Promise<List | Failure>

/** Lists of a kind; its filters need the kinds of terms and users, too. */
export function createReadList({ resource, node }: Kind, { named }: Kinds): ReadList {
  const users = named.get('user')?.resource ?? null
  const posts = named.get('post')?.resource ?? null
  return async (args, context) => {
    const { viewer } = context
    const { status } = args
    if (typeof status === 'string' && !mayList(status, resource, viewer))
      return fail('forbidden', 'You may not list items of this status.')
    const author = await authorFilter(args.author, users, context)
    if (isFailure(author)) return author
    const where = whereFilters(resource, args['where'])
    if (isFailure(where)) return where
    const sorted = sortOrder(resource, args['sortBy'], args.order)
    const order = sorted ?? (await onClock(orderOf(args, node.order, node.orders ?? {}), context))
    if (isFailure(order)) return order
    const orders = nodeOrder(order)
    const plan = planList(resource, {
      // Hidden rows are left out, so that they are neither counted nor leave gaps
      visible: visibilityOf(resource, viewer),
      ...(typeof status === 'string' ? { statuses: [status] } : {}),
      columns: [],
      filters: withPresence(
        [
          ...where,
          ...(node.only?.(context.site) ?? []),
          ...defaultFilters(resource, context),
          ...searchIn(resource, args.search, viewer),
          ...resource.taxonomies.flatMap((taxonomy) =>
            termFilter(taxonomy, args[termArg(taxonomy, named)], named),
          ),
          ...author,
          ...askedFilters(node, args, context),
          ...(typeof args.post === 'string' ? ofPost(args.post, posts) : []),
          ...(typeof args.location === 'string' ? at(args.location, context) : []),
        ],
        orders,
      ),
      order: orders,
      page: { kind: 'all' },
      zone: context.site.timeZone,
    })
    return { name: node.connection ?? resource.name, order, plan }
  }
}

/** Converts the order of a node list to that of a plan. */
export function nodeOrder({ column, descending, declared }: NodeOrder): readonly Order[] {
  return declared ? declaredOrder({ by: declared }, descending) : orderBy(column, descending)
}

/** The filters that REST's list of the resource applies by default. */
export function defaultFilters({ args }: ResourceLists, { site, viewer }: GraphContext): readonly Filter[] {
  const known = defaulted.get(args) ?? defaultedOf(args)
  defaulted.set(args, known)
  return known.flatMap(({ value, filters }) => filters(value, { site, viewer, args: {} }))
}

interface Defaulted extends Pick<FilterArg, 'filters'> {
  readonly value: unknown
}

/** Caches the arguments that have a default, by the arguments of a resource. */
const defaulted = new WeakMap<ResourceLists['args'], readonly Defaulted[]>()

function defaultedOf(args: ResourceLists['args']): readonly Defaulted[] {
  return Object.values(args).flatMap(({ schema, filters }) => {
    const value: unknown = 'default' in schema ? schema.default : null
    return value === null || value === undefined ? [] : [{ value, filters }]
  })
}

/** Filters by the arguments that the node definition adds to its lists. */
function askedFilters(
  { args: own = {} }: NodeDefinition,
  args: ListArgs,
  { site, viewer }: GraphContext,
): readonly Filter[] {
  return Object.entries(own).flatMap(([name, { filters }]) =>
    typeof args[name] === 'string' ? filters(args[name], { site, viewer, args }) : [],
  )
}

/** The argument that filters content by a term of the taxonomy: the name of one term, `category`. */
export function termArg({ name }: TaxonomyDefinition, named: Kinds['named']): string {
  return named.get(name)?.node.single ?? name
}

/** Without edit rights only public items may be listed; the capability to read private ones suffices for these. */
function mayList(
  status: string,
  { statuses, knownStatuses = builtInStatuses }: ResourceAccess,
  viewer: Viewer,
): boolean {
  if (!statuses || statuses.open.includes(status) || can(viewer, statuses.capability)) return true
  return knownStatuses.private.includes(status) && can(viewer, statuses.readPrivate)
}

function searchIn(
  resource: ResourceLists,
  text: string | null | undefined,
  viewer: Viewer,
): readonly Filter[] {
  if (typeof text !== 'string') return []
  const { guarded, columns: open } = resource.search
  const columns = guarded && can(viewer, guarded.capability) ? [...open, ...guarded.columns] : open
  return searchFilters(resource, { text, viewer, columns })
}

/** Filters by a term's id (`term:3` or 3), or by its slug. */
function termFilter({ name }: TaxonomyDefinition, asked: unknown, named: Kinds['named']): readonly Filter[] {
  if (typeof asked !== 'string') return []
  const id = idIn(asked, 'term:', named.get(name)?.resource.hasTextIds)
  return id === null
    ? [{ kind: 'term', taxonomy: name, by: 'slug', values: storedSlugs(asked) }]
    : [{ kind: 'term', taxonomy: name, by: 'id', values: [toIdValue(id)] }]
}

/** Filters by a user's id (`user:1` or 1), or by the slug of a user whom the viewer may see. */
async function authorFilter(
  asked: string | null | undefined,
  users: ResourceDefinition | null,
  { reading, viewer }: GraphContext,
): Promise<readonly Filter[] | Failure> {
  if (typeof asked !== 'string') return []
  const id = idIn(asked, 'user:', users?.hasTextIds)
  if (id !== null) return [{ kind: 'in', column: 'author_id', values: [toIdValue(id)] }]
  if (users === null) return [{ kind: 'in', column: 'author_id', values: [] }]
  const found = await reading.list(planBySlug(users, asked, visibilityOf(users, viewer, 'visibleAlone')))
  if (isFailure(found)) return found
  const ids = found.rows.map((row) => toIdValue(integerOf(row, 'id')))
  return [{ kind: 'in', column: 'author_id', values: ids }]
}

function ofPost(asked: string, posts: ResourceDefinition | null): readonly Filter[] {
  const id = idIn(asked, '', posts?.hasTextIds)
  return [{ kind: 'in', column: 'post_id', values: id === null ? [] : [toIdValue(id)] }]
}

/** Filters items by the menu at this location. */
function at(location: string, { site }: GraphContext): readonly Filter[] {
  const menu = site.menuLocations.get(location)
  return [{ kind: 'in', column: 'id', values: menu === undefined ? [] : [toIdValue(menu)] }]
}

/**
 * The digits of an id, with or without the prefix of its kind, or an id that is a text, with its prefix only; null for anything else.
 */
export function idIn(asked: string, prefix: string, hasTextIds = false): string | null {
  const isNamed = asked.startsWith(prefix)
  const digits = isNamed ? asked.slice(prefix.length) : asked
  if (hasTextIds) return isNamed && digits !== '' ? digits : null
  return /^\d{1,20}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : null
}

function orderOf(
  { orderBy: by, order }: ListArgs,
  usual: NodeOrder,
  orders: Readonly<Record<string, NodeOrder>>,
): NodeOrder {
  const { column, descending } = (typeof by === 'string' ? orders[by] : undefined) ?? usual
  return { column, descending: typeof order === 'string' ? order === 'DESC' : descending }
}
