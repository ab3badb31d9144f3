// Connections below nodes: the lists of all nodes at one position of the document are read in one statement, and counted in one.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import { integerOf, textOf } from '../database/tables.ts'
import type { Rows } from '../read/execute.ts'
import type { CountPlan, KeysetPage, ListPlan } from '../plan/plan.ts'
import { orderBy, planCount, planList } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { NodeField } from '../registry/node.ts'
import { createBatches } from './batch.ts'
import {
  columnsWith,
  connectionOf,
  emptyConnection,
  listName,
  noRows,
  readsRows,
  type Connection,
} from './connection.ts'
import { clockOf, onClock } from './clock.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kind } from './kinds.ts'
import { defaultFilters } from './list-args.ts'
import { toNodes, wantedOf, type Node, type Wanted } from './nodes.ts'
import { idOf } from './references.ts'
import { windowOf, type PageSizes, type WindowArgs } from './window.ts'

/** One node's list, and the window of its page. */
interface Part {
  readonly plan: ListPlan
  readonly name: string
  readonly window: KeysetPage
}

interface Found {
  readonly page: Rows
  readonly nodes: readonly Node[]
}

/** Resolves the list of a node. */
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
    const order = await onClock(node.order, context)
    if (isFailure(order)) return refuse(order, context)
    const name = listName(`${source.kind.node.type}.${fieldName} of ${id}`, order)
    const window = windowOf(args, name, context.cursors, pageSizes, clockOf(order))
    if (isFailure(window)) return refuse(window, context)
    // Terms of other taxonomies have no such list
    if (id === null || belongs === null) return emptyConnection(window)
    const wanted = wantedOf([target], info, ['edges', 'node'], context)
    const plan = planList(resource, {
      visible: visibilityOf(resource, context.viewer),
      columns: columnsWith(wanted, order),
      filters: [belongs, ...(node.only?.(context.site) ?? []), ...defaultFilters(resource, context)],
      order: orderBy(order.column, order.descending),
      page: window,
      zone: context.site.timeZone,
      ...about(field, source),
    })
    const found = readsRows(info)
      ? await batch(context, info, [id, { plan, name, window }], (parts) => readParts(parts, wanted, context))
      : noParts
    if (isFailure(found)) return refuse(found, context)
    const { page, nodes } = found.get(id) ?? { page: noRows, nodes: [] }
    const totalCount: Connection['totalCount'] = async (_, __, at) => {
      const counts = await countBatch(context, at, [id, planCount(plan)], (plans) =>
        readCounts(plans, belongs, context),
      )
      return isFailure(counts) ? refuse(counts, context) : (counts.get(id) ?? 0)
    }
    return connectionOf(nodes, page, { name, order, window, totalCount }, context)
  }
}

async function readParts(
  parts: ReadonlyMap<string, Part>,
  wanted: Wanted,
  context: GraphContext,
): Promise<ReadonlyMap<string, Found> | Failure> {
  const pages = await readPages(
    [...parts.values()].map(({ plan }) => plan),
    context,
  )
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

/** Reads lists together; a single list is planned with its approximate number of rows. */
export async function readPages(
  [first, ...others]: readonly ListPlan[],
  { reading }: GraphContext,
): Promise<readonly Rows[] | Failure> {
  if (!first) return []
  if (others.length > 0) return reading.each([first, ...others])
  const page = await reading.list(first)
  return isFailure(page) ? page : [page]
}

/** `belongs` filters the rows that belong to one of these nodes. */
async function readCounts(
  plans: ReadonlyMap<string, CountPlan>,
  belongs: Filter,
  { reading }: GraphContext,
): Promise<ReadonlyMap<string, number> | Failure> {
  const [first, ...others] = plans.values()
  if (!first) return new Map()
  const [only] = plans.keys()
  if (others.length === 0 && only !== undefined) {
    const counted = await reading.total(first)
    return isFailure(counted) ? counted : new Map([[only, counted.count]])
  }
  if (belongs.kind !== 'in') {
    const counts = await reading.countEach([first, ...others])
    return isFailure(counts) ? counts : new Map([...plans.keys()].map((id, at) => [id, counts[at] ?? 0]))
  }
  // Rows that name their node in a column are counted in one tally by that column
  const ofAny: Filter = { ...belongs, values: [...plans.keys()].map(toIdValue) }
  const tallied = await reading.tally({
    kind: 'tally',
    source: first.source,
    by: belongs.column,
    filters: first.filters.map((filter) => (isSame(filter, belongs) ? ofAny : filter)),
    visible: first.visible,
  })
  return isFailure(tallied)
    ? tallied
    : new Map(tallied.map((row) => [textOf(row, 'key'), Number(row['count'])]))
}

function isSame(one: Filter, other: Filter): boolean {
  return one.kind === 'in' && other.kind === 'in' && one.column === other.column
}

/** The approximate length of the list, where the node's own row has it, as for comments of a post; the planner assumes few elsewhere. */
function about(field: NodeField | undefined, { input: { row } }: Node): { readonly about?: number } {
  if (typeof field?.type !== 'object' || !('match' in field.type)) return {}
  const { sizedBy } = field.type
  return sizedBy === undefined ? {} : { about: Number(integerOf(row, sizedBy)) }
}

/** The filter for rows that belong to a node. */
function belonging({ type }: NodeField, id: string): Filter | null {
  if (typeof type === 'string' || !('connection' in type)) return null
  return 'match' in type
    ? { kind: 'in', column: type.match, values: [toIdValue(id)] }
    : { kind: 'term', taxonomy: type.carrying, by: 'id', values: [toIdValue(id)] }
}

const noParts: ReadonlyMap<string, Found> = new Map()
