// Converts fields of Query that extensions define to fields of the schema. Their nodes are read by id, as the viewer
// may see them.
import type { GraphQLFieldConfig, GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import type { QueryFieldDefinition } from '../registry/node.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kind, Kinds } from './kinds.ts'
import { listOf } from './node-fields.ts'
import type { NodeTypes } from './node-types.ts'
import { nodesById, wantedOf, type Node } from './nodes.ts'
import { argsOf, scalarOf } from './scalars.ts'

export type QueryField = QueryFieldDefinition<Pick<GraphContext, 'reading' | 'viewer'>>

type Config = GraphQLFieldConfig<unknown, GraphContext>
type Args = Readonly<Record<string, unknown>>

/** Returns the field of the schema, or a sentence that says why there can be none. */
export function queryField(field: QueryField, { named, status }: Kinds, types: NodeTypes): Config | string {
  const { type, description, deprecationReason, args } = field
  const common = {
    description,
    ...(deprecationReason === undefined ? {} : { deprecationReason }),
    args: argsOf(args),
  }
  if (typeof type === 'string') return { ...common, type: scalarOf(type, status), resolve: resolverOf(field) }
  if ('objects' in type)
    return { ...common, type: listOf(types.object(type.objects)), resolve: resolverOf(field) }
  const name = 'node' in type ? type.node : type.nodes
  const kind = named.get(name)
  if (!kind) return `there is no node ${name} to lead to`
  if ('nodes' in type) return { ...common, type: listOf(types.of(kind)), resolve: nodesResolver(field, kind) }
  const resolve = nodesResolver(field, kind)
  return {
    ...common,
    type: types.of(kind),
    resolve: async (source, given: Args, context, info) => (await resolve(source, given, context, info))[0],
  }
}

function resolverOf({ resolve }: QueryField) {
  return async (_: unknown, given: Args, context: GraphContext): Promise<unknown> => {
    const value = await resolve(given, context)
    return isFailure(value) ? refuse(value, context) : value
  }
}

/** The nodes that a field may return. */
const nodesMax = 100

function nodesResolver(field: QueryField, kind: Kind) {
  const resolve = resolverOf(field)
  return async (
    source: unknown,
    given: Args,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<readonly Node[]> => {
    const ids = idsIn(await resolve(source, given, context))
    if (ids === null || ids.length > nodesMax)
      throw new TypeError(`${field.from}: its query ${field.name} gives no ids, or more than ${nodesMax}`)
    const nodes = await nodesById(ids.map(toIdValue), wantedOf([kind], info, [], context), context)
    return isFailure(nodes) ? refuse(nodes, context) : ids.flatMap((id) => nodes.get(id) ?? [])
  }
}

/** Ids as decimal digits; null where one is no id. */
function idsIn(value: unknown): readonly string[] | null {
  const ids = (Array.isArray(value) ? value : value === null ? [] : [value]).map(String)
  return ids.every((id) => /^\d{1,20}$/.test(id)) ? ids : null
}
