// Resolves fields from a node to one other node, and to its terms: for all nodes at a position of the document at
// once.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { toIdValue, type Scalar } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { planLinked } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { createBatches } from './batch.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kind } from './kinds.ts'
import { nodesById, toNodes, wantedOf, type Node } from './nodes.ts'

/** Resolves the node whose id is the field's value; null where there is none, or none that the viewer may see. */
export function createReferenceResolver(name: string, kinds: readonly Kind[]) {
  const batch = createBatches<Scalar, ReadonlyMap<string, Node>>()
  return async (
    node: Node,
    _: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<Node | null> => {
    const id = idOf(node.kind.fields.get(name)?.value(node.input))
    if (id === null) return null
    const found = await batch(context, info, [id, toIdValue(id)], (items) =>
      nodesById([...items.values()], wantedOf(kinds, info, [], context), context, node),
    )
    return isFailure(found) ? refuse(found, context) : (found.get(id) ?? null)
  }
}

/** The terms of one taxonomy that are read for a node, on average over the nodes of a batch. */
const termsMax = 100

export function createTermsResolver(name: string, taxonomy: Kind) {
  const { resource } = taxonomy
  const batch = createBatches<Scalar, ReadonlyMap<string, readonly Node[]>>()
  return async (
    { kind, input }: Node,
    _: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<readonly Node[]> => {
    const id = idOf(kind.fields.get(name)?.value(input))
    if (id === null) return []
    const read = async (items: ReadonlyMap<string, Scalar>) => {
      const wanted = wantedOf([taxonomy], info, [], context)
      const plan = planLinked(resource, {
        source: 'post_terms',
        columns: [...new Set([...wanted.columns, 'post_id'])],
        match: 'post_id',
        ids: [...items.values()],
        where: {},
        visible: visibilityOf(resource, context.viewer),
        order: taxonomy.node.order,
        limit: items.size * termsMax,
      })
      const found = await context.reading.list(plan)
      if (isFailure(found)) return found
      const nodes = await toNodes(found.rows, wanted, context)
      return isFailure(nodes) ? nodes : Map.groupBy(nodes, (node) => textOf(node.input.row, 'post_id'))
    }
    const found = await batch(context, info, [id, toIdValue(id)], read)
    return isFailure(found) ? refuse(found, context) : (found.get(id) ?? [])
  }
}

/** Converts a value to an id; null where it is none, or 0. */
export function idOf(value: unknown): string | null {
  const id = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return id === '' || id === '0' || id.startsWith('-') ? null : id
}
