// Resolves fields from a node to one other node, and to its terms: for all nodes at a position of the document at
// once.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { toIdValue, type Scalar } from '../database/filter.ts'
import { textOf } from '../database/tables.ts'
import { planLinked } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { firstOfEach } from '../related/first-of-each.ts'
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

/** The terms of one taxonomy that a node shows, as many as an item of REST embeds. */
const termsMax = 100

export function createTermsResolver(name: string, taxonomy: Kind) {
  const { resource } = taxonomy
  const batch = createBatches<string, ReadonlyMap<string, readonly Node[]>>()
  return async (
    { kind, input }: Node,
    _: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<readonly Node[]> => {
    const id = idOf(kind.fields.get(name)?.value(input))
    if (id === null) return []
    const read = async (items: ReadonlyMap<string, string>) => {
      const wanted = wantedOf([taxonomy], info, [], context)
      const columns = [...new Set([...wanted.columns, 'post_id'])]
      const planFor = (ids: readonly string[], limit: number) =>
        planLinked(resource, {
          source: 'post_terms',
          columns,
          match: 'post_id',
          ids: ids.map(toIdValue),
          where: {},
          visible: visibilityOf(resource, context.viewer),
          order: taxonomy.node.order,
          limit,
        })
      const owners = { ids: [...items.keys()], match: 'post_id', ofEach: termsMax, planFor }
      const found = await firstOfEach(owners, context.reading)
      if (isFailure(found)) return found
      const nodes = await toNodes([...found.values()].flat(), wanted, context)
      return isFailure(nodes) ? nodes : Map.groupBy(nodes, (node) => textOf(node.input.row, 'post_id'))
    }
    const found = await batch(context, info, [id, id], read)
    return isFailure(found) ? refuse(found, context) : (found.get(id) ?? [])
  }
}

/** Converts a value to an id; null where it is none, or 0. */
export function idOf(value: unknown): string | null {
  const id = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return id === '' || id === '0' || id.startsWith('-') ? null : id
}
