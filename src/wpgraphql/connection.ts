// Connections: window → plan → rows → edges. Lists of all nodes at a place of the document are read in one statement.
import type { GraphQLResolveInfo } from 'graphql'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { textAt } from '../core/json-value.ts'
import { toIdValue, type Filter, type Visibility } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import { textOf } from '../database/tables.ts'
import { createBatches } from '../graphql/batch.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { readPages as readPlans } from '../graphql/nested-connection.ts'
import { toNodes, type Wanted } from '../graphql/nodes.ts'
import { positionOf } from '../plan/cursor.ts'
import type { ListPlan, Order, Position } from '../plan/plan.ts'
import type { WpKind, WpNode } from './fields.ts'
import { cursorOf } from './ids.ts'
import { lookingUp } from './lookups.ts'
import { createWalks, type Walk } from './walks.ts'
import { isNode, wantedOf } from './wanted.ts'
import { windowOf, type Window, type WindowArgs } from './window.ts'

/** A list of rows, without the page of it that is read. */
export interface ListSpec {
  readonly kinds: readonly WpKind[]
  readonly source: Source
  readonly filters: readonly Filter[]
  readonly visible: Visibility | null
  readonly order: readonly Order[]
}

export type Where = Readonly<Record<string, unknown>>

/** Null for a list that is empty without being read. */
export type ListOf = (
  source: unknown,
  where: Where,
  context: GraphContext,
) => Promise<ListSpec | null | Failure>

export interface Edge {
  readonly cursor: string | null
  readonly node: unknown
}

export interface WpConnection {
  readonly edges: readonly Edge[]
  readonly nodes: readonly unknown[]
  readonly pageInfo: {
    readonly startCursor: string | null
    readonly endCursor: string | null
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
  }
}

interface Page {
  readonly nodes: readonly WpNode[]
  /** True where more rows follow in the direction of the read. */
  readonly more: boolean
}

export interface ConnectionArgs extends WindowArgs {
  readonly where?: Where | null
}

/** `paths` lead to the nodes in the connection's selection. */
export function createConnection(listOf: ListOf, paths: readonly (readonly string[])[] = places) {
  const batch = createBatches<Plans, ReadonlyMap<string, Page>>()
  const walks = createWalks()
  return async (
    source: unknown,
    args: ConnectionArgs,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<WpConnection> => {
    const window = windowOf(args)
    const spec = await listOf(source, args.where ?? {}, lookingUp(context))
    if (isFailure(spec)) return refuse(spec, context)
    if (spec === null) return connectionOf({ nodes: [], more: false }, window)
    const wanted = wantedOf(spec.kinds, info, paths, context)
    const key = whose(source)
    const plans = await plansOf(spec, window, wanted, walks(context, info, key), context)
    if (isFailure(plans)) return refuse(plans, context)
    const found = await batch(context, info, [key, plans], (items) => readPages(items, context))
    if (isFailure(found)) return refuse(found, context)
    return connectionOf(found.get(key) ?? { nodes: [], more: false }, window)
  }
}

const places = [['nodes'], ['edges', 'node']] as const

/** A key for the object that has the list, among those with such a list at the same place of the document. */
function whose(source: unknown): string {
  if (isNode(source)) return `${source.kind.type} ${textOf(source.input.row, 'id')}`
  return textAt(source, 'name')
}

function connectionOf({ nodes, more }: Page, window: Window): WpConnection {
  const edges = nodes.map((node) => ({ cursor: cursorOf(textOf(node.input.row, 'id')), node }))
  return connectionOfEdges(edges, more, window)
}

function connectionOfEdges(edges: readonly Edge[], more: boolean, window: Window): WpConnection {
  const { direction, isSized, after, before } = window
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: isSized && (direction === 'forward' ? more : before !== null),
      hasPreviousPage: isSized && (direction === 'forward' ? after !== null : more),
    },
  }
}

/** A list to read, the selection on its rows, and the number of rows to show. */
interface Plans {
  readonly plan: ListPlan
  readonly count: number
  readonly direction: Window['direction']
  readonly wanted: Wanted<WpKind>
}

async function plansOf(
  spec: ListSpec,
  window: Window,
  wanted: Wanted<WpKind>,
  walk: Walk,
  context: GraphContext,
): Promise<Plans | Failure> {
  const { source, filters, visible, order } = spec
  const { count, direction } = window
  const base = { kind: 'list', source, filters, visible, order, columns: wanted.columns } as const
  const plans = (plan: ListPlan): Plans => ({ plan, count, direction, wanted })
  const column = keysetColumn(order)
  if (column !== null) {
    const [after, before] = await Promise.all([
      positionAt(window.after, spec, column, lookingUp(context)),
      positionAt(window.before, spec, column, lookingUp(context)),
    ])
    if (isFailure(after)) return after
    if (isFailure(before)) return before
    const columns = [...new Set([...wanted.columns, column])].toSorted()
    return plans({ ...base, columns, page: { kind: 'keyset', after, before, direction, limit: count } })
  }
  if (window.after === null && window.before === null && direction === 'forward')
    return plans({ ...base, page: { kind: 'offset', offset: 0, limit: count + 1 } })
  const walked = await walk({ kind: 'list', source, filters, visible, order })
  if (isFailure(walked)) return walked
  const ids = within(walked.ids, window)
  if (walked.cutAt !== null && !isWithin(walked.ids, ids, window))
    return fail('invalid_page', `Lists in this order are paged by cursor through ${walked.cutAt} rows.`)
  const chosen: Filter = { kind: 'in', column: 'id', values: ids.map(toIdValue) }
  return plans({ ...base, filters: [...filters, chosen], page: { kind: 'all' } })
}

/** The ids of a page, and one more where the list goes on. */
function within(ids: readonly string[], { after, before, count, direction }: Window): readonly string[] {
  const from = after === null ? 0 : ids.indexOf(after) + 1
  const to = before === null || !ids.includes(before) ? ids.length : ids.indexOf(before)
  const part = ids.slice(from, to)
  return direction === 'forward' ? part.slice(0, count + 1) : part.slice(-count - 1)
}

/** True where the page would be the same in the whole list, of which `all` is only the beginning. */
function isWithin(
  all: readonly string[],
  page: readonly string[],
  { after, before, count, direction }: Window,
): boolean {
  const endsHere = before !== null && all.includes(before)
  const beginsHere = after === null || all.includes(after)
  return direction === 'backward' ? endsHere : beginsHere && (endsHere || page.length > count)
}

/** Removes the extra row, which stands at the end towards which the page is read. */
function shownOf<T>(
  found: readonly T[],
  { count, direction }: Pick<Window, 'count' | 'direction'>,
): readonly T[] {
  return direction === 'forward' ? found.slice(0, count) : found.slice(-count)
}

/** The column by which a keyset page can begin; null where the order has several besides the id. */
function keysetColumn([first, ties, ...more]: readonly Order[]): string | null {
  if (first?.kind !== 'column' || more.length > 0) return null
  if (ties === undefined) return first.column === 'id' ? 'id' : null
  return ties.kind === 'column' && ties.column === 'id' ? first.column : null
}

/** The position of a row in the list; null where it does not exist, or the viewer may not see it: the cursor is then ignored. */
async function positionAt(
  key: string | null,
  { source, filters, visible }: ListSpec,
  column: string,
  { reading }: GraphContext,
): Promise<Position | null | Failure> {
  if (key === null || !/^\d{1,19}$/.test(key)) return null
  const kinds = filters.filter(
    (filter) => filter.kind === 'in' && (filter.column === 'type' || filter.column === 'taxonomy'),
  )
  const row = await reading.item({
    kind: 'item',
    source,
    columns: [...new Set(['id', column])],
    filters: [...kinds, { kind: 'in', column: 'id', values: [toIdValue(key)] }],
    visible,
  })
  if (isFailure(row)) return row
  return row && positionOf(row, column)
}

async function readPages(
  items: ReadonlyMap<string, Plans>,
  context: GraphContext,
): Promise<ReadonlyMap<string, Page> | Failure> {
  const all = [...items.values()]
  const found = await readPlans(
    all.map(({ plan }) => plan),
    context,
  )
  if (isFailure(found)) return found
  // Lists at one place of a document may differ in their kinds, where the object that has them decides these, as a taxonomy does
  const alike = Map.groupBy(all.keys(), (at) => all[at]?.wanted.kinds.map(({ type }) => type).join() ?? '')
  const made = await Promise.all(
    [...alike.values()].map(async ([first = 0, ...others]) => {
      const { wanted } = all[first] ?? {}
      const rows = [first, ...others].flatMap((at) => found[at]?.rows ?? [])
      return wanted ? toNodes(rows, wanted, context) : []
    }),
  )
  const failed = made.find(isFailure)
  if (failed) return failed
  const nodes = made.flatMap((each) => (isFailure(each) ? [] : each))
  const ofRow = new Map(nodes.map((node) => [node.input.row, node]))
  return new Map(
    [...items].map(([key, { plan, count, direction }], at) => {
      const page = found[at]
      const its = (page?.rows ?? []).flatMap((row) => ofRow.get(row) ?? [])
      if (plan.page.kind === 'keyset') return [key, { nodes: its, more: page?.more ?? false }]
      return [key, { nodes: shownOf(its, { count, direction }), more: its.length > count }]
    }),
  )
}

/** An empty list, for fields whose objects are in no database. */
export function emptyConnection(_: unknown, args: ConnectionArgs): WpConnection {
  return connectionOf({ nodes: [], more: false }, windowOf(args))
}

/** Pages a list of members in memory, by their keys. */
export function listed<T>(
  members: readonly T[],
  keyOf: (member: T) => string,
  args: ConnectionArgs,
): WpConnection {
  const window = windowOf(args)
  const byKey = new Map(members.map((member) => [keyOf(member), member]))
  const keys = within([...byKey.keys()], window)
  const edges = shownOf(keys, window).map((key) => ({ cursor: cursorOf(key), node: byKey.get(key) }))
  return connectionOfEdges(edges, keys.length > window.count, window)
}
