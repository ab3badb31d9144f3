// Connections: arguments → window → plan → rows → edges; of Query one list, of nodes the lists of all nodes at a place of
// the document in one statement.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import type { Rows } from '../query/execute.ts'
import type { CountPlan, KeysetPage, ListPlan } from '../query/plan.ts'
import { orderBy, planCount, planList } from '../query/planner.ts'
import { visibilityOf } from '../query/visibility.ts'
import type { NodeField, NodeOrder } from '../registry/define.ts'
import { createBatches } from './batch.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kind } from './kinds.ts'
import { defaultFilters, type ListArgs, type ReadList } from './list-args.ts'
import { toNodes, wantedOf, type Node, type Wanted } from './nodes.ts'
import { idOf } from './references.ts'
import { selectedNames } from './selected.ts'
import { windowOf, type PageSizes, type WindowArgs } from './window.ts'

/** A page, for the resolvers of the schema's connection types, which ask for no more than a document selects. */
interface Connection {
  readonly edges: readonly { readonly cursor: () => string; readonly node: Node }[]
  readonly pageInfo: {
    readonly startCursor: () => string | null
    readonly endCursor: () => string | null
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
  }
  readonly totalCount: (args: unknown, context: GraphContext, info: GraphQLResolveInfo) => Promise<number>
}

/** A list of Query. */
export function createListResolver(kinds: readonly Kind[], readList: ReadList, pageSizes: PageSizes) {
  return async (
    _: unknown,
    args: ListArgs,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<Connection> => {
    const list = await readList(args, context)
    if (isFailure(list)) return refuse(list, context)
    const name = listName(list.name, list.order)
    const window = windowOf(args, name, context.cursors, pageSizes)
    if (isFailure(window)) return refuse(window, context)
    const wanted = wantedOf(kinds, info, ['edges', 'node'], context)
    const plan = { ...list.plan, columns: columnsWith(wanted, list.order), page: window }
    const page = readsRows(info) ? await context.reading.list(plan) : noRows
    if (isFailure(page)) return refuse(page, context)
    const nodes = await toNodes(page.rows, wanted, context)
    if (isFailure(nodes)) return refuse(nodes, context)
    const totalCount = async () => {
      const total = await context.reading.count(planCount(plan))
      return isFailure(total) ? refuse(total, context) : total
    }
    return connectionOf(nodes, page, { name, order: list.order, window, totalCount }, context)
  }
}

/** One list of a node, and where in it a page is. */
interface Part {
  readonly plan: ListPlan
  readonly name: string
  readonly window: KeysetPage
}

interface Found {
  readonly page: Rows
  readonly nodes: readonly Node[]
}

/** A list that belongs to a node. */
export function createNestedResolver(fieldName: string, target: Kind, pageSizes: PageSizes) {
  const { node, resource } = target
  const batch = createBatches<Part, ReadonlyMap<string, Found>>()
  const countBatch = createBatches<CountPlan, ReadonlyMap<string, number>>()
  return async (
    source: Node,
    args: WindowArgs,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<Connection> => {
    const field = source.kind.fields.get(fieldName)
    const id = idOf(field?.value(source.input))
    const belongs = field && id !== null ? belonging(field, id) : null
    const name = listName(`${source.kind.node.type}.${fieldName} of ${id}`, node.order)
    const window = windowOf(args, name, context.cursors, pageSizes)
    if (isFailure(window)) return refuse(window, context)
    // Terms of other taxonomies have no such list
    if (id === null || belongs === null) return emptyConnection(window)
    const wanted = wantedOf([target], info, ['edges', 'node'], context)
    const plan = planList(resource, {
      visible: visibilityOf(resource, context.viewer),
      columns: columnsWith(wanted, node.order),
      filters: [belongs, ...(node.only?.(context.site) ?? []), ...defaultFilters(resource, context)],
      order: orderBy(node.order.column, node.order.descending),
      page: window,
    })
    const found = readsRows(info)
      ? await batch(context, info, [id, { plan, name, window }], (parts) => readParts(parts, wanted, context))
      : noParts
    if (isFailure(found)) return refuse(found, context)
    const { page, nodes } = found.get(id) ?? { page: noRows, nodes: [] }
    const totalCount: Connection['totalCount'] = async (_, __, at) => {
      const counts = await countBatch(context, at, [id, planCount(plan)], (plans) =>
        readCounts(plans, context),
      )
      return isFailure(counts) ? refuse(counts, context) : (counts.get(id) ?? 0)
    }
    return connectionOf(nodes, page, { name, order: node.order, window, totalCount }, context)
  }
}

async function readParts(
  parts: ReadonlyMap<string, Part>,
  wanted: Wanted,
  context: GraphContext,
): Promise<ReadonlyMap<string, Found> | Failure> {
  const pages = await context.reading.each([...parts.values()].map(({ plan }) => plan))
  if (isFailure(pages)) return pages
  const nodes = await toNodes(
    pages.flatMap(({ rows }) => rows),
    wanted,
    context,
  )
  if (isFailure(nodes)) return nodes
  const ofRow = new Map(nodes.map((node) => [node.input.row, node]))
  return new Map(
    [...parts.keys()].map((id, at) => {
      const page = pages[at] ?? noRows
      return [id, { page, nodes: page.rows.flatMap((row) => ofRow.get(row) ?? []) }]
    }),
  )
}

async function readCounts(
  plans: ReadonlyMap<string, CountPlan>,
  { reading }: GraphContext,
): Promise<ReadonlyMap<string, number> | Failure> {
  const counts = await reading.countEach([...plans.values()])
  return isFailure(counts) ? counts : new Map([...plans.keys()].map((id, at) => [id, counts[at] ?? 0]))
}

/** What makes a row one of the list of a node. */
function belonging({ type }: NodeField, id: string): Filter | null {
  if (typeof type === 'string' || !('connection' in type)) return null
  return 'match' in type
    ? { kind: 'in', column: type.match, values: [toIdValue(id)] }
    : { kind: 'term', taxonomy: type.carrying, by: 'id', values: [toIdValue(id)] }
}

interface Around {
  readonly name: string
  readonly order: NodeOrder
  readonly window: KeysetPage
  readonly totalCount: Connection['totalCount']
}

function connectionOf(
  nodes: readonly Node[],
  { more }: Rows,
  { name, order, window, totalCount }: Around,
  { cursors }: GraphContext,
): Connection {
  const edges = nodes.map((node) => {
    const { row } = node.input
    const position = { key: textOf(row, order.column), id: textOf(row, 'id') }
    return { cursor: () => cursors.encode(name, position), node }
  })
  const backward = window.direction === 'backward'
  return {
    edges,
    pageInfo: {
      startCursor: () => edges[0]?.cursor() ?? null,
      endCursor: () => edges.at(-1)?.cursor() ?? null,
      hasNextPage: backward ? window.before !== null : more,
      hasPreviousPage: backward ? more : window.after !== null,
    },
    totalCount,
  }
}

function emptyConnection(window: KeysetPage): Connection {
  const none = () => null
  return {
    edges: [],
    pageInfo: {
      startCursor: none,
      endCursor: none,
      hasNextPage: window.direction === 'backward' && window.before !== null,
      hasPreviousPage: window.direction === 'forward' && window.after !== null,
    },
    totalCount: async () => 0,
  }
}

const noRows: Rows = { rows: [], found: 0, more: false }
const noParts: ReadonlyMap<string, Found> = new Map()

/** A cursor is good for the list that it was given out in, and for no other order of it. */
function listName(list: string, { column, descending }: NodeOrder): string {
  return `${list} by ${column} ${descending ? 'descending' : 'ascending'}`
}

function columnsWith({ columns }: Wanted, { column }: NodeOrder): readonly string[] {
  return [...new Set([...columns, column])].toSorted()
}

/** Whether a document asks for more of a connection than its total. */
function readsRows(info: GraphQLResolveInfo): boolean {
  const names = selectedNames(info, [], new Set([info.returnType.toString().replace('!', '')]))
  return names.has('edges') || names.has('pageInfo')
}
