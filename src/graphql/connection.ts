// Connections: arguments → window → plan → rows → edges. This file serves those of Query, nested-connection.ts those
// of nodes.
import type { FieldNode, GraphQLOutputType, GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { positionOf } from '../plan/cursor.ts'
import type { Rows } from '../read/execute.ts'
import type { KeysetPage } from '../plan/plan.ts'
import { planCount } from '../planner/planner.ts'
import type { NodeOrder } from '../registry/node.ts'
import { clockOf } from './clock.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kind } from './kinds.ts'
import type { ListArgs, ReadList } from './list-args.ts'
import { toNodes, wantedOf, type Node, type Wanted } from './nodes.ts'
import { placeOf, selectedNames } from './selected.ts'
import { windowOf, type PageSizes } from './window.ts'

/** A page for the resolvers of the schema's connection types; values that no document selects are never computed. */
export interface Connection {
  readonly edges: readonly { readonly cursor: () => string; readonly node: Node }[]
  readonly pageInfo: {
    readonly startCursor: () => string | null
    readonly endCursor: () => string | null
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
  }
  readonly totalCount: (args: unknown, context: GraphContext, info: GraphQLResolveInfo) => Promise<number>
}

/** Resolves a list of Query. */
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
    const window = windowOf(args, name, context.cursors, pageSizes, clockOf(list.order))
    if (isFailure(window)) return refuse(window, context)
    const wanted = wantedOf(kinds, info, ['edges', 'node'], context)
    const plan = { ...list.plan, columns: columnsWith(wanted, list.order), page: window }
    const page = readsRows(info) ? await context.reading.list(plan) : noRows
    if (isFailure(page)) return refuse(page, context)
    const nodes = await toNodes(page.rows, wanted, context)
    if (isFailure(nodes)) return refuse(nodes, context)
    const totalCount = async () => {
      const total = await context.reading.total(planCount(plan))
      return isFailure(total) ? refuse(total, context) : total.count
    }
    return connectionOf(nodes, page, { name, order: list.order, window, totalCount }, context)
  }
}

/** The list that a page is part of. */
interface PagedList {
  readonly name: string
  readonly order: NodeOrder
  readonly window: KeysetPage
  readonly totalCount: Connection['totalCount']
}

export function connectionOf(
  nodes: readonly Node[],
  { more }: Rows,
  { name, order, window, totalCount }: PagedList,
  { cursors }: GraphContext,
): Connection {
  const edges = nodes.map((node) => {
    const { row } = node.input
    const position = positionOf(row, order.column)
    return { cursor: () => cursors.encode(name, position, clockOf(order)), node }
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

export function emptyConnection(window: KeysetPage): Connection {
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

export const noRows: Rows = { rows: [], found: 0, more: false }

/** Names a list with its order, because a cursor is valid for these alone. */
export function listName(list: string, { column, descending }: NodeOrder): string {
  return `${list} by ${column} ${descending ? 'descending' : 'ascending'}`
}

export function columnsWith({ columns }: Wanted, { column, declared }: NodeOrder): readonly string[] {
  // The SQL selects the meta value itself, as the key of the cursor
  if (declared && 'meta' in declared.on) return columns
  return [...new Set([...columns, column])].toSorted()
}

/** True where the document selects more of a connection than its total. */
export function readsRows(info: GraphQLResolveInfo): boolean {
  const { returnType } = info
  const place = placeOf(info)
  const known = place && readsAt.get(place)
  if (known?.returnType === returnType) return known.reads
  const names = selectedNames(info, [], new Set([returnType.toString().replace('!', '')]))
  const reads = names.has('edges') || names.has('pageInfo')
  if (place) readsAt.set(place, { returnType, reads })
  return reads
}

/** Caches `readsRows` by the field node, which is the same object while its document is cached. */
const readsAt = new WeakMap<FieldNode, { readonly returnType: GraphQLOutputType; readonly reads: boolean }>()
