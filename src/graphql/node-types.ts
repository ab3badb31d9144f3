// Builds the schema's object types for nodes, and the connections that lead to them.
import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  type GraphQLOutputType,
} from 'graphql'
import type { NodeField, NodeFieldType, NodeObject } from '../registry/node.ts'
import { createNestedResolver } from './nested-connection.ts'
import type { GraphContext } from './context.ts'
import { costing } from './cost.ts'
import type { Kind, Kinds } from './kinds.ts'
import type { Node } from './nodes.ts'
import { createReferenceResolver, createTermsResolver } from './references.ts'
import { argsOf, scalars } from './scalars.ts'
import type { PageSizes } from './window.ts'

export interface NodeTypes {
  readonly node: GraphQLInterfaceType
  readonly content: GraphQLInterfaceType
  readonly of: (kind: Kind) => GraphQLObjectType
  readonly all: readonly GraphQLObjectType[]
  /** The type of objects with plain members. */
  readonly object: (object: NodeObject) => GraphQLObjectType
  /** The connection of a type: `PostConnection`. */
  readonly connection: (type: GraphQLObjectType | GraphQLInterfaceType) => GraphQLObjectType
}

type FieldConfig = GraphQLFieldConfig<Node, GraphContext>

const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  fields: {
    startCursor: { type: GraphQLString },
    endCursor: { type: GraphQLString },
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
  },
})

/** The arguments of every connection. */
export const windowArgs: Readonly<Record<string, GraphQLArgumentConfig>> = {
  first: { type: GraphQLInt, description: 'So many from the beginning, or after a cursor.' },
  after: { type: GraphQLString },
  last: { type: GraphQLInt, description: 'So many from the end, or before a cursor.' },
  before: { type: GraphQLString },
}

export function createNodeTypes(kinds: Kinds, pageSizes: PageSizes): NodeTypes {
  const typeOfNode = ({ kind }: Node) => kind.node.type
  const node = new GraphQLInterfaceType({
    name: 'Node',
    description: 'Whatever has an id of its own.',
    fields: { id: { type: new GraphQLNonNull(GraphQLID) } },
    resolveType: typeOfNode,
  })
  const user = kinds.named.get('user')
  const common = ['title', 'slug', 'uri', 'url'] as const
  const content: GraphQLInterfaceType = new GraphQLInterfaceType({
    name: 'Content',
    description: 'What lies in the posts table: posts, pages, files, and every other type of content.',
    interfaces: [node],
    fields: () => {
      const shared = {
        ...Object.fromEntries(common.map((name) => [name, { type: GraphQLString }])),
        createdAt: { type: scalars.DateTime },
        modifiedAt: { type: scalars.DateTime },
        ...(user ? { author: { type: of(user) } } : {}),
      }
      const open = Object.entries(shared).filter(([name]) => hasEverywhere(name))
      return { id: { type: scalars['ID!'] }, ...Object.fromEntries(open) }
    },
    resolveType: typeOfNode,
  })

  const objects = new Map<NodeObject, GraphQLObjectType>()
  const connections = new Map<string, GraphQLObjectType>()
  const connection = (type: GraphQLObjectType | GraphQLInterfaceType) =>
    kept(connections, type.name, () => connectionType(type))

  const objectOf = (object: NodeObject) => kept(objects, object, () => objectType(object))

  const byType = Map.groupBy(kinds.all, (kind) => kind.node.type)
  const types: ReadonlyMap<string, GraphQLObjectType> = new Map(
    [...byType].map(([name, sharing]) => [
      name,
      new GraphQLObjectType<Node, GraphContext>({
        name,
        description: sharing[0]?.node.description,
        interfaces: sharing[0]?.node.isContent ? [node, content] : [node],
        fields: () => fieldsOf(sharing),
      }),
    ]),
  )
  const of = (kind: Kind): GraphQLObjectType => required(types.get(kind.node.type))
  /** An owner may have closed a field of some content types only */
  const hasEverywhere = (name: string) =>
    [...byType.values()]
      .filter(([first]) => first?.node.isContent)
      .every((sharing) => sharing.some(({ node: { fields } }) => fields.some((field) => field.name === name)))

  /** Kinds with a common type may differ in fields, and in how they make them. */
  const fieldsOf = (sharing: readonly Kind[]): Readonly<Record<string, FieldConfig>> => {
    const configured = sharing.flatMap((kind) =>
      kind.node.fields.flatMap((field) => {
        const config = fieldConfig(field)
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
  const fieldConfig = (field: NodeField): FieldConfig | null => {
    const config = leading(field.type, field)
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

  const leading = (type: NodeFieldType, field: NodeField): FieldConfig | null => {
    const { name } = field
    if (typeof type === 'string') return { type: scalars[type], ...made(field) }
    if ('objects' in type) {
      return { type: listOf(objectOf(type.objects)), ...made(field) }
    }
    if ('content' in type) return { type: content, resolve: createReferenceResolver(name, kinds.content) }
    if ('term' in type) {
      const [any, ...others] = kinds.all.filter(({ node: { type: named } }) => named === 'Term')
      return any ? { type: of(any), resolve: createReferenceResolver(name, [any, ...others]) } : null
    }
    const target = kinds.named.get(
      'node' in type ? type.node : 'terms' in type ? type.terms : type.connection,
    )
    if (!target) return null
    if ('node' in type) return { type: of(target), resolve: createReferenceResolver(name, [target]) }
    if ('terms' in type) return { type: listOf(of(target)), resolve: createTermsResolver(name, target) }
    return {
      type: new GraphQLNonNull(connection(of(target))),
      args: windowArgs,
      resolve: createNestedResolver(name, target, pageSizes),
    }
  }

  return { node, content, of, all: [...types.values()], object: objectOf, connection }
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

function connectionType(node: GraphQLObjectType | GraphQLInterfaceType): GraphQLObjectType {
  const edge = new GraphQLObjectType({
    name: `${node.name}Edge`,
    fields: { cursor: { type: new GraphQLNonNull(GraphQLString) }, node: { type: new GraphQLNonNull(node) } },
  })
  return new GraphQLObjectType({
    name: `${node.name}Connection`,
    fields: {
      edges: { type: listOf(edge) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      totalCount: {
        type: GraphQLInt,
        description: 'How many there are in all; counted only where it is asked for.',
        // It takes a statement of its own
        ...costing(10),
      },
    },
  })
}

function objectType({ type, description, members }: NodeObject): GraphQLObjectType {
  const fields = Object.entries(members).map(([name, scalar]) => [name, { type: scalars[scalar] }])
  return new GraphQLObjectType({ name: type, description, fields: Object.fromEntries(fields) })
}

export function listOf(type: GraphQLObjectType): GraphQLOutputType {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a kind of node has no type')
  return value
}
