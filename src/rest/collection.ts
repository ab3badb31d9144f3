// The collection of a resource: plan → rows → representation, read from top to bottom. Every resource is served by it;
// what differs between resources is in their definitions.
import { Type, type TProperties } from 'typebox'
import { fail, failures, isFailure, statusOf, type Failure, type Refusal } from '../core/failure.ts'
import type { Query, QueryValue } from '../core/query-string.ts'
import type { Header } from '../core/reply.ts'
import { can, type Viewer } from '../core/viewer.ts'
import { Ids } from '../registry/args.ts'
import type { ResourceDefinition } from '../registry/define.ts'
import type { Registry } from '../registry/registry.ts'
import type { Rows } from '../query/execute.ts'
import { toIdValue, type Filter, type Scalar, type Visibility } from '../database/filter.ts'
import type { Order } from '../query/plan.ts'
import { orderBy, planCount, planList, searchFilters } from '../query/planner.ts'
import { visibilityOf } from '../query/visibility.ts'
import { addressOf, pageLinks } from './links.ts'
import { columnsFor, represent } from './representation.ts'
import { bodyOf, contextArg, representingOf, schemaOf, type ResourceRouteOptions } from './resource-route.ts'

export function registerCollection(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  registry.route({
    namespace: ':v2',
    path: `/${resource.base}`,
    methods: ['GET'],
    args: collectionArgs(resource),
    forbids: (viewer, given) => forbiddenStatuses(resource, viewer, given),
    permission: (viewer, { context }) =>
      context === 'edit' && !can(viewer, resource.editing.capability)
        ? fail('rest_forbidden_context', resource.editing.list)
        : null,
    schema: schemaOf(resource),
    handle: async ({ args, given, viewer }) => {
      const reading = options.newReading()
      const site = await options.readSite(reading)
      if (isFailure(site)) return site
      const order = orderOf(resource, args)
      if (isFailure(order)) return order
      const statuses = statusesIn(args, resource)
      const visible = visibilityIn(resource, viewer, args.context === 'edit', statuses)
      const representing = representingOf(resource, options, site, { context: args.context, given, viewer })
      const offset = Math.min((args.page - 1) * args.per_page, Number.MAX_SAFE_INTEGER)
      const plan = planList(resource, {
        visible,
        ...(statuses ? { statuses } : {}),
        columns: columnsFor(representing),
        filters: [
          ...searchFilters(resource, { text: args.search ?? '' }),
          ...idFilter(args.include),
          ...filtersOf(resource, args, viewer, options),
        ],
        order,
        page: { kind: 'offset', offset, limit: args.per_page },
      })
      const read = await reading.list(plan)
      if (isFailure(read)) return read
      const total = await totalOf(read, offset, args.per_page, () => reading.count(planCount(plan)))
      if (isFailure(total)) return total
      const pages = Math.ceil(total / args.per_page)
      if (total > 0 && args.page > pages && resource.beyondLastPage === 'refused')
        return fail('rest_post_invalid_page_number')
      const represented = await represent(read.rows, representing, reading)
      if (isFailure(represented)) return represented
      const body = await bodyOf(represented, representing, given, reading)
      if (isFailure(body)) return body
      const links = pageLinks(addressOf(resource, site), given, args, args.page, pages)
      return {
        body,
        headers: [...totals(site.brand, total, pages), ...linkHeader(links)],
        tags: reading.tags,
        store: 'shared',
      }
    },
  })
}

function collectionArgs(resource: ResourceDefinition) {
  const { order, orders, filters, statuses } = resource
  return {
    context: contextArg,
    page: Type.Integer({ description: 'Which page of the list.', default: 1, minimum: 1 }),
    per_page: Type.Integer({
      description: 'How many items a page has.',
      default: 10,
      minimum: 1,
      maximum: 100,
    }),
    search: Type.Optional(Type.String({ description: 'Only items that hold these words.' })),
    include: Ids('Only items with these ids.'),
    order: Type.Enum(['asc', 'desc'], {
      type: 'string',
      default: order.descending ? 'desc' : 'asc',
      description: 'Ascending or descending.',
    }),
    orderby: Type.Enum(Object.keys(orders), {
      type: 'string',
      default: order.by,
      description: 'What the list is ordered by.',
    }),
    ...(statuses ? { status: statusArg([...statuses.values, 'any']) } : {}),
    ...filterArgs(filters),
  }
}

function statusArg(values: readonly string[]) {
  return Type.Array(Type.Enum([...values], { type: 'string' }), {
    default: ['publish'],
    description: 'Only items of these statuses.',
  })
}

function filterArgs(filters: ResourceDefinition['filters']): TProperties {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { description }]) => [name, Ids(description)]),
  )
}

/** Whoever may not edit asks for what is published only; for what is private, leave to read that is enough. */
function forbiddenStatuses(
  { statuses }: ResourceDefinition,
  viewer: Viewer,
  given: Query,
): Readonly<Record<string, Refusal>> {
  const asked = listOf(given.get('status')).filter((status) => status !== 'publish')
  if (!statuses || asked.length === 0 || can(viewer, statuses.capability)) return {}
  if (asked.every((status) => status === 'private') && can(viewer, 'read_private_posts')) return {}
  const failure = fail('rest_forbidden_status')
  return {
    status: {
      code: failure.code,
      message: failures.rest_forbidden_status.message,
      data: { status: statusOf(failure, viewer) },
    },
  }
}

function listOf(value: QueryValue | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '')
  return [...value.values()].flatMap(listOf)
}

/** The statuses asked for; null where the resource has none. */
function statusesIn(
  args: Readonly<Record<string, unknown>>,
  { statuses }: ResourceDefinition,
): readonly string[] | null {
  const { status } = args
  if (!statuses || !Array.isArray(status)) return null
  const asked = status.map(String)
  return asked.includes('any') ? statuses.any : asked.length > 0 ? asked : ['publish']
}

/** Whoever may edit sees in the totals what the page then withholds, as in the original. */
function visibilityIn(
  resource: ResourceDefinition,
  viewer: Viewer,
  editing: boolean,
  statuses: readonly string[] | null,
): Visibility {
  if (editing) return visibilityOf(resource, viewer, 'editable', 'count-but-withhold')
  const beyondPublished = statuses?.some((status) => status !== 'publish') ?? false
  return visibilityOf(resource, viewer, 'visible', beyondPublished ? 'count-but-withhold' : 'exclude')
}

function filtersOf(
  resource: ResourceDefinition,
  args: Readonly<Record<string, unknown>>,
  viewer: Viewer,
  { resources }: ResourceRouteOptions,
): readonly Filter[] {
  const posts = resources.get('post')
  return Object.entries(resource.filters).flatMap(([name, { kind, column }]): readonly Filter[] => {
    const values = idsIn(args[name])
    if (values.length === 0) return []
    if (kind === 'in') return [{ kind, column, values }]
    return posts ? [{ kind, values, visible: visibilityOf(posts, viewer) }] : []
  })
}

function idFilter(ids: unknown): readonly Filter[] {
  const values = idsIn(ids)
  return values.length === 0 ? [] : [{ kind: 'in', column: 'id', values }]
}

function idsIn(value: unknown): readonly Scalar[] {
  return Array.isArray(value) ? value.map((id) => toIdValue(String(id))) : []
}

function orderOf(
  { orders }: ResourceDefinition,
  args: { readonly orderby: string; readonly order: string; readonly include: readonly unknown[] },
): readonly Order[] | Failure {
  const column = orders[args.orderby] ?? 'id'
  if (args.orderby !== 'include') return orderBy(column, args.order === 'desc')
  return args.include.length === 0
    ? fail('rest_orderby_include_missing_include')
    : [{ kind: 'as-given', column }]
}

/** A page that is not full says itself how many rows there are. */
async function totalOf(
  { found }: Rows,
  offset: number,
  limit: number,
  count: () => Promise<number | Failure>,
): Promise<number | Failure> {
  const isLast = found > 0 && found < limit
  return isLast || (found === 0 && offset === 0) ? offset + found : count()
}

function totals(brand: string, total: number, pages: number): readonly Header[] {
  const name = `X-${brand.toUpperCase()}-Total`
  return [
    [name, String(total)],
    [`${name}Pages`, String(pages)],
  ]
}

/** Longer headers are refused by many clients and proxies. */
const linkBytesMax = 8192

function linkHeader(links: readonly string[]): readonly Header[] {
  const value = links.join(', ')
  return value === '' || value.length > linkBytesMax ? [] : [['Link', value]]
}
