// A connection of a resource: arguments → window → plan → rows → edges. Nested nodes are made of rows that are read
// once for the whole page, so that the number of statements follows the document's depth, never its rows.
import type { GraphQLResolveInfo } from 'graphql'
import { counter } from '../core/counter.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { textOf, type Row } from '../database/tables.ts'
import { columnsOf, needsOf, readNeeded } from '../query/needed.ts'
import type { KeysetPage, Position } from '../query/plan.ts'
import { orderBy, planCount, planList } from '../query/planner.ts'
import { visibilityOf } from '../query/visibility.ts'
import type { FieldInput, NodeDefinition, NodeField, ResourceDefinition } from '../registry/define.ts'
import { refuse, type GraphContext } from './context.ts'
import { selectedNames } from './selected.ts'

export interface ConnectionArgs {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
  readonly status?: string | null
}

export interface PageSizes {
  readonly fallback: number
  readonly max: number
}

export interface ConnectionOptions {
  readonly resource: ResourceDefinition
  readonly node: NodeDefinition
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly pageSizes: PageSizes
}

/** Newest first, by the site's local time: the order that the stock tables have an index for. */
export const orderColumn = 'created_at'

export function createConnectionResolver({ resource, node, resources, pageSizes }: ConnectionOptions) {
  // A cursor is good for the list that it was given out in, and for no other order of it
  const list = `${node.connection} by ${orderColumn} descending`
  return async (_: unknown, args: ConnectionArgs, context: GraphContext, info: GraphQLResolveInfo) => {
    const window = windowOf(args, context, list, pageSizes)
    if (isFailure(window)) return refuse(window, context)
    const { status } = args
    const beyondListed = typeof status === 'string' && status !== resource.listed['status']
    if (beyondListed && !can(context.viewer, resource.statuses?.capability ?? '')) {
      return refuse(fail('forbidden', 'You may not list items of this status.'), context)
    }
    const picked = pick(node, ['edges', 'node'], info, resources)
    const needs = needsOf(allOf(picked), context.site)
    const plan = planList(resource, {
      // Nothing that may not be seen is counted or leaves a gap: it is left out
      visible: visibilityOf(resource, context.viewer),
      ...(typeof status === 'string' ? { statuses: [status] } : {}),
      columns: [...new Set([...columnsOf(fieldsOf(picked), needs), orderColumn])],
      filters: [],
      order: orderBy(orderColumn, true),
      page: window,
    })
    const page = await context.reading.list(plan)
    if (isFailure(page)) return refuse(page, context)
    const needed = await readNeeded(context.reading, page.rows, needs)
    if (isFailure(needed)) return refuse(needed, context)
    const count = counter()
    const edges = page.rows.map((row) => ({
      cursor: context.cursors.encode(list, positionOf(row)),
      node: nodeOf({ row, needed, site: context.site, context: 'view', unlocked: false, count }, picked),
    }))
    const backward = window.direction === 'backward'
    return {
      edges,
      pageInfo: {
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
        hasNextPage: backward ? window.before !== null : page.more,
        hasPreviousPage: backward ? page.more : window.after !== null,
      },
      totalCount: async () => {
        const total = await context.reading.count(planCount(plan))
        return isFailure(total) ? refuse(total, context) : total
      },
    }
  }
}

function windowOf(
  { first, after, last, before }: ConnectionArgs,
  { cursors }: GraphContext,
  list: string,
  sizes: PageSizes,
): KeysetPage | Failure {
  const [forward, backward] = [first ?? null, last ?? null]
  if (forward !== null && backward !== null)
    return fail('invalid_page', 'Give either first or last, not both.')
  const limit = forward ?? backward ?? sizes.fallback
  if (limit < 1 || limit > sizes.max) {
    return fail(
      'invalid_page',
      `${forward === null ? 'last' : 'first'} is ${limit}; it has to be between 1 and ${sizes.max}.`,
    )
  }
  const [from, to] = [after, before].map((cursor) =>
    cursor === null || cursor === undefined ? null : cursors.decode(list, cursor),
  )
  if (isFailure(from)) return from
  if (isFailure(to)) return to
  return {
    kind: 'keyset',
    after: from ?? null,
    before: to ?? null,
    direction: backward === null ? 'forward' : 'backward',
    limit,
  }
}

function positionOf(row: Row): Position {
  return { key: textOf(row, orderColumn), id: textOf(row, 'id') }
}

type Resources = ConnectionOptions['resources']

/** A field that a document selects, with what it selects of the nodes that the field leads to. */
interface Picked {
  readonly field: NodeField
  readonly nested: readonly Picked[]
}

export function pick(
  node: NodeDefinition,
  path: readonly string[],
  info: GraphQLResolveInfo,
  resources: Resources,
): readonly Picked[] {
  const names = selectedNames(info, path)
  return node.fields
    .filter((field) => names.has(field.name))
    .map((field) => {
      const inner = nodeBehind(field, resources)
      return { field, nested: inner ? pick(inner, [...path, field.name], info, resources) : [] }
    })
}

function nodeBehind({ type }: NodeField, resources: Resources): NodeDefinition | null {
  if (typeof type === 'string') return null
  return resources.get('node' in type ? type.node : type.nodes)?.node ?? null
}

export function fieldsOf(picked: readonly Picked[]): readonly NodeField[] {
  return picked.map(({ field }) => field)
}

export function allOf(picked: readonly Picked[]): readonly NodeField[] {
  return picked.flatMap(({ field, nested }) => [field, ...allOf(nested)])
}

/** A node as the default resolvers read it; nested ones are made of rows that the page has already read. */
export function nodeOf(input: FieldInput, picked: readonly Picked[]): Readonly<Record<string, unknown>> {
  const made: Record<string, unknown> = {}
  for (const { field, nested } of picked) {
    const value = field.value(input)
    made[field.name] = typeof field.type === 'string' ? value : nestedOf(value, input, nested)
  }
  return made
}

function nestedOf(value: unknown, input: FieldInput, picked: readonly Picked[]): unknown {
  if (Array.isArray(value)) return value.map((row: unknown) => nestedOf(row, input, picked))
  return isRow(value) ? nodeOf({ ...input, row: value }, picked) : null
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
