// Builds the fields of a schema's object types: values of the row itself, and fields that lead to other nodes.
import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import type { NodeField, NodeFieldType } from '../registry/node.ts'
import type { GraphContext } from './context.ts'
import { costing } from './cost.ts'
import type { Kind, Kinds } from './kinds.ts'
import { createNestedResolver } from './nested-connection.ts'
import type { NodeTypes } from './node-types.ts'
import type { Node } from './nodes.ts'
import { createReferenceResolver, createTermsResolver } from './references.ts'
import { argsOf, scalarOf } from './scalars.ts'
import type { PageSizes } from './window.ts'

type FieldConfig = GraphQLFieldConfig<Node, GraphContext>

/** The types that fields lead to. */
type FieldTypes = Pick<NodeTypes, 'content' | 'of' | 'object' | 'connection'>

interface FieldParts {
  readonly types: FieldTypes
  readonly pageSizes: PageSizes
  readonly kinds: Kinds
}

/** The arguments of every connection. */
export const windowArgs: Readonly<Record<string, GraphQLArgumentConfig>> = {
  first: {
    type: GraphQLInt,
    description: 'The page size for paging forward, from the start of the list or from `after`.',
  },
  after: { type: GraphQLString, description: 'A cursor: the page has the items that follow it.' },
  last: {
    type: GraphQLInt,
    description: 'The page size for paging backward, from the end of the list or from `before`.',
  },
  before: { type: GraphQLString, description: 'A cursor: the page has the items that precede it.' },
}

/** Kinds with a common type may differ in fields, and in how they make them. */
export function fieldsOf(sharing: readonly Kind[], parts: FieldParts): Readonly<Record<string, FieldConfig>> {
  const configured = sharing.flatMap((kind) =>
    kind.node.fields.flatMap((field) => {
      const config = fieldConfig(field, parts)
      return config ? [{ kind, name: field.name, config }] : []
    }),
  )
  const byName = Map.groupBy(configured, ({ name }) => name)
  return Object.fromEntries(
    [...byName].flatMap(([name, [first, ...others]]) => {
      if (!first || others.length === 0) return first ? [[name, first.config]] : []
      const resolvers = new Map([first, ...others].map(({ kind, config }) => [kind, config.resolve]))
      const resolve: FieldConfig['resolve'] = (source, ...rest) =>
        (resolvers.get(source.kind) ?? first.config.resolve)?.(source, ...rest)
      return [[name, { ...first.config, resolve }]]
    }),
  )
}

/** Null where the field leads to a kind that is not served. */
function fieldConfig(field: NodeField, parts: FieldParts): FieldConfig | null {
  const config = leading(field.type, field, parts)
  const { description, deprecationReason, cost } = field
  return (
    config && {
      ...config,
      description,
      ...(deprecationReason ? { deprecationReason } : {}),
      ...(cost === undefined ? {} : costing(cost)),
    }
  )
}

function leading(
  type: NodeFieldType,
  field: NodeField,
  { types, pageSizes, kinds }: FieldParts,
): FieldConfig | null {
  const { name } = field
  if (typeof type === 'string') return { type: scalarOf(type, kinds.status), ...made(field) }
  if ('object' in type) return { type: types.object(type.object), ...made(field) }
  if ('objects' in type) return { type: listOf(types.object(type.objects)), ...madeList(field) }
  if ('content' in type) return { type: types.content, resolve: createReferenceResolver(name, kinds.content) }
  if ('term' in type) {
    const [any, ...others] = kinds.all.filter(({ node: { type: named } }) => named === 'Term')
    return any ? { type: types.of(any), resolve: createReferenceResolver(name, [any, ...others]) } : null
  }
  const target = kinds.named.get('node' in type ? type.node : 'terms' in type ? type.terms : type.connection)
  if (!target) return null
  if ('node' in type) return { type: types.of(target), resolve: createReferenceResolver(name, [target]) }
  if ('terms' in type) return { type: listOf(types.of(target)), resolve: createTermsResolver(name, target) }
  return {
    type: new GraphQLNonNull(types.connection(types.of(target))),
    args: windowArgs,
    resolve: createNestedResolver(name, target, pageSizes),
  }
}

/** The field of a value made of the row itself. */
function made({ name, args = {} }: NodeField): Pick<FieldConfig, 'args' | 'resolve'> {
  const hasArgs = Object.keys(args).length > 0
  return {
    args: argsOf(args),
    resolve: (node, given: Readonly<Record<string, unknown>>, { making }) => {
      const field = node.kind.fields.get(name)
      if (!field || (field.isGuarded && !node.isEditable)) return null
      return hasArgs ? making.value(field, node, given) : making.value(field, node)
    },
  }
}

/** The field of a list, which is empty where its value is hidden or null: its type has no null. */
function madeList(field: NodeField): Pick<FieldConfig, 'args' | 'resolve'> {
  const { resolve, ...config } = made(field)
  return { ...config, resolve: async (...given) => (await resolve?.(...given)) ?? [] }
}

export function listOf(type: GraphQLObjectType): GraphQLOutputType {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))
}
