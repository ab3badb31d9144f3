// Edges from a node to one other node: those of all nodes at a place of the document are read in one batch.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { toIdValue, type Scalar } from '../database/filter.ts'
import { createBatches } from '../graphql/batch.ts'
import { refuse, type GraphContext } from '../graphql/context.ts'
import { nodesById } from '../graphql/nodes.ts'
import type { Edge } from './connection.ts'
import { keyOf, type WpKind, type WpNode } from './fields.ts'
import { cursorOf } from './ids.ts'
import { isNode, wantedOf } from './wanted.ts'

/** Creates a batched reader of nodes of these kinds by id; `paths` lead to the nodes in the field's selection. */
export function createNodeReader(kinds: readonly WpKind[], ...paths: readonly (readonly string[])[]) {
  const batch = createBatches<Scalar, ReadonlyMap<string, WpNode>>()
  return async (
    id: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
    from?: WpNode,
  ): Promise<WpNode | null> => {
    const digits = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
    if (!/^[1-9]\d{0,18}$/.test(digits) || kinds.length === 0) return null
    const found = await batch(context, info, [digits, toIdValue(digits)], (items) =>
      nodesById([...items.values()], wantedOf(kinds, info, paths, context), context, from),
    )
    return isFailure(found) ? refuse(found, context) : (found.get(digits) ?? null)
  }
}

/** The edge to the row whose id the field's value is; null where there is none for the viewer. */
export function createEdge(name: string, kinds: readonly WpKind[]) {
  const read = createNodeReader(kinds, ['node'])
  return async (
    source: unknown,
    _: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<Edge | null> => {
    if (!isNode(source)) return null
    const id = keyOf(source, name)
    const node = await read(id, context, info, source)
    return node && { cursor: cursorOf(String(id)), node }
  }
}
