// Lists that belong to a node: of rows that refer to it, or to which it refers.
import { toIdValue, type Filter, type Scalar } from '../database/filter.ts'
import type { GraphContext } from '../graphql/context.ts'
import { textOf } from '../database/tables.ts'
import { createConnection, type ListOf, type Where } from './connection.ts'
import { isProtected, keyOf } from './fields.ts'
import type { Resolver } from './leading.ts'
import { isNode } from './wanted.ts'

/**
 * A list by the id of its node, or by the value of the field `name`; empty while a password protects the node, and where the owner
 * closed that field.
 */
export function ofNode(
  list: (id: Scalar, where: Where, context: GraphContext) => ReturnType<ListOf>,
  name: string | null = null,
): Resolver {
  return createConnection(async (source, where, context) => {
    if (!isNode(source) || isProtected(source)) return null
    const id = name === null ? textOf(source.input.row, 'id') : keyOf(source, name)
    return typeof id === 'string' || typeof id === 'number' ? list(toIdValue(id), where, context) : null
  })
}

/** The rows that have the id of the node in this column. */
export function below(
  name: string,
  column: string,
  list: (where: Where, filters: readonly Filter[], context: GraphContext) => ReturnType<ListOf>,
): Resolver {
  return ofNode((id, where, context) => list(where, [{ kind: 'in', column, values: [id] }], context), name)
}
