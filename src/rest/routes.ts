// The routes of a resource, collection and item: plan → rows → representation, read from top to bottom. Every resource
// is served by these two; what differs between resources is in their definitions.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Type, type TProperties } from 'typebox'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Query } from '../core/query-string.ts'
import type { Header } from '../core/reply.ts'
import { textOf, type Row } from '../database/tables.ts'
import { Id, Ids } from '../registry/args.ts'
import type { Context, ResourceDefinition } from '../registry/define.ts'
import type { Registry } from '../registry/registry.ts'
import type { Reading } from '../query/execute.ts'
import { toIdValue, type Filter, type Order, type Scalar } from '../query/plan.ts'
import { orderBy, planCount, planItem, planList, searchFilters } from '../query/planner.ts'
import type { ReadSite } from '../query/read-site.ts'
import { embed } from './embed.ts'
import { addressOf, pageLinks, toHeader } from './links.ts'
import { columnsFor, complete, represent, type Representation, type Representing } from './representation.ts'
import { parseEmbed, parseFields } from './selection.ts'

export interface ResourceRouteOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly newReading: () => Reading
  readonly readSite: ReadSite
}

const contextArg = Type.Enum(['view', 'embed', 'edit'], {
  type: 'string',
  default: 'view',
  description: 'Which fields an item has.',
})

export function registerCollection(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  registry.route({
    namespace: ':v2',
    path: `/${resource.base}`,
    methods: ['GET'],
    args: {
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
        default: resource.order.descending ? 'desc' : 'asc',
        description: 'Ascending or descending.',
      }),
      orderby: Type.Enum(Object.keys(resource.orders), {
        type: 'string',
        default: resource.order.by,
        description: 'What the list is ordered by.',
      }),
      ...filterArgs(resource),
    },
    permission: (_, { context }) => refuseEditing(context, resource),
    schema: schemaOf(resource),
    handle: async ({ args, given }) => {
      const reading = options.newReading()
      const site = await options.readSite(reading)
      if (isFailure(site)) return site
      const order = orderOf(resource, args)
      if (isFailure(order)) return order
      const representing: Representing = {
        resource,
        resources: options.resources,
        site,
        context: args.context,
        selection: parseFields(given),
      }
      const offset = Math.min((args.page - 1) * args.per_page, Number.MAX_SAFE_INTEGER)
      const plan = planList(resource, {
        columns: columnsFor(representing),
        filters: [
          ...searchFilters(resource, args.search ?? ''),
          ...idFilter('id', args.include),
          ...filtersOf(resource, args),
        ],
        order,
        page: { kind: 'offset', offset, limit: args.per_page },
      })
      const read = await reading.list(plan)
      if (isFailure(read)) return read
      const total = await totalOf(read.rows, offset, args.per_page, () => reading.count(planCount(plan)))
      if (isFailure(total)) return total
      const pages = Math.ceil(total / args.per_page)
      if (total > 0 && args.page > pages && resource.beyondLastPage === 'refused')
        return fail('rest_post_invalid_page_number')
      const represented = await represent(read.rows, representing, reading)
      if (isFailure(represented)) return represented
      const body = await bodyOf(represented, representing, given, reading)
      if (isFailure(body)) return body
      const links = pageLinks(addressOf(resource, site), given, args, args.page, pages)
      const headers: Header[] = [
        [`X-${site.brand.toUpperCase()}-Total`, String(total)],
        [`X-${site.brand.toUpperCase()}-TotalPages`, String(pages)],
      ]
      const link = links.join(', ')
      if (link !== '' && link.length <= linkBytesMax) headers.push(['Link', link])
      return { body, headers, tags: reading.tags, store: 'shared' }
    },
  })
}

export function registerItem(
  registry: Registry,
  resource: ResourceDefinition,
  options: ResourceRouteOptions,
): void {
  registry.route({
    namespace: ':v2',
    path: `/${resource.base}/:id`,
    methods: ['GET'],
    args: {
      id: Id('Which item.'),
      context: contextArg,
      ...(resource.password === null
        ? {}
        : { password: Type.Optional(Type.String({ description: 'The password of a protected item.' })) }),
    },
    permission: (_, { context }) => refuseEditing(context, resource),
    schema: schemaOf(resource),
    handle: async ({ args, given }) => {
      const reading = options.newReading()
      const site = await options.readSite(reading)
      if (isFailure(site)) return site
      const representing: Representing = {
        resource,
        resources: options.resources,
        site,
        context: args.context,
        selection: parseFields(given),
      }
      const row = await reading.item(planItem(resource, args.id, columnsFor(representing), 'visible'))
      if (isFailure(row)) return row
      if (row === null) return whyNotShown(resource, args.id, reading)
      const password = given.get('password')
      const unlocked = typeof password === 'string' ? unlocks(password, row, resource) : false
      if (isFailure(unlocked)) return unlocked
      const represented = await represent([row], representing, reading, unlocked)
      if (isFailure(represented)) return represented
      const body = await bodyOf(represented, representing, given, reading)
      if (isFailure(body)) return body
      const page = represented[0]?.page ?? null
      return {
        body: body[0],
        headers: page === null ? [] : [['Link', `<${toHeader(page)}>; rel="alternate"; type=text/html`]],
        tags: reading.tags,
        store: unlocked ? 'never' : 'shared',
      }
    },
  })
}

/** Longer headers are refused by many clients and proxies. */
const linkBytesMax = 8192

function filterArgs(resource: ResourceDefinition): TProperties {
  return Object.fromEntries(
    Object.entries(resource.filters).map(([name, { description }]) => [name, Ids(description)]),
  )
}

function filtersOf(resource: ResourceDefinition, args: Readonly<Record<string, unknown>>): readonly Filter[] {
  return Object.entries(resource.filters).flatMap(([name, { kind, column }]): readonly Filter[] => {
    const values = idsIn(args[name])
    if (values.length === 0) return []
    return kind === 'of-post' ? [{ kind, values, visible: { resource: 'post' } }] : [{ kind, column, values }]
  })
}

function idFilter(column: string, ids: unknown): readonly Filter[] {
  const values = idsIn(ids)
  return values.length === 0 ? [] : [{ kind: 'in', column, values }]
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
  rows: readonly Row[],
  offset: number,
  limit: number,
  count: () => Promise<number | Failure>,
): Promise<number | Failure> {
  const isLast = rows.length > 0 && rows.length < limit
  return isLast || (rows.length === 0 && offset === 0) ? offset + rows.length : count()
}

function refuseEditing(context: Context, { noEditing }: ResourceDefinition): Failure | null {
  return context === 'edit' ? fail('rest_forbidden_context', noEditing) : null
}

async function whyNotShown(
  resource: ResourceDefinition,
  id: number | string,
  reading: Reading,
): Promise<Failure> {
  const row = await reading.item(planItem(resource, id, ['id'], 'any'))
  return isFailure(row) ? row : fail(row === null ? resource.notFound : resource.notVisible)
}

/** Whether the password opens the row; a failure where it is a wrong one. */
function unlocks(given: string, row: Row, { password }: ResourceDefinition): boolean | Failure {
  const wanted = password === null ? '' : textOf(row, password)
  if (wanted === '') return false
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
    ? true
    : fail('rest_post_incorrect_password')
}

async function bodyOf(
  represented: readonly Representation[],
  representing: Representing,
  given: Query,
  reading: Reading,
): Promise<readonly unknown[] | Failure> {
  const embedding = parseEmbed(given)
  const embedded = await embed(represented, representing, embedding, reading)
  if (isFailure(embedded)) return embedded
  return represented.map((each, at) => complete(each, representing, embedded[at] ?? null))
}

function schemaOf({ name, fields }: ResourceDefinition) {
  const properties = fields.map((field) => [
    field.name,
    { ...field.schema, context: field.contexts, readonly: true },
  ])
  return Type.Unsafe<unknown>({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: name,
    type: 'object',
    properties: Object.fromEntries(properties),
  })
}
