// The schema, built from the resources that have nodes. It grows by adding.
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLOutputType,
} from 'graphql'
import type { NodeDefinition, NodeFieldType, ResourceDefinition } from '../registry/define.ts'
import { createConnectionResolver, type ConnectionArgs, type PageSizes } from './connection.ts'
import type { GraphContext } from './context.ts'
import { createOffsetResolver, resolveCount, type OffsetArgs } from './offset-list.ts'
import type { Views } from './views.ts'

export interface SchemaOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly pageSizes: PageSizes
}

const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'An instant in UTC, as ISO 8601 writes it: 2024-02-25T09:00:00Z.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
})

const PostStatus = new GraphQLEnumType({
  name: 'PostStatus',
  description: 'Where a post stands on its way to its readers.',
  values: Object.fromEntries(
    ['publish', 'future', 'draft', 'pending', 'private', 'trash'].map((value) => [
      value.toUpperCase(),
      { value },
    ]),
  ),
})

const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  fields: {
    startCursor: { type: GraphQLString },
    endCursor: { type: GraphQLString },
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
  },
})

const scalars: Readonly<Record<Extract<NodeFieldType, string>, GraphQLOutputType>> = {
  'ID!': new GraphQLNonNull(GraphQLID),
  String: GraphQLString,
  Float: GraphQLFloat,
  Int: GraphQLInt,
  'Int!': new GraphQLNonNull(GraphQLInt),
  Boolean: GraphQLBoolean,
  'Boolean!': new GraphQLNonNull(GraphQLBoolean),
  'DateTime!': new GraphQLNonNull(DateTime),
  'PostStatus!': new GraphQLNonNull(PostStatus),
}

/** Both views of Query: they differ in the lists that have a view by offset. */
export function createViews({ resources, pageSizes }: SchemaOptions): Views {
  const types = new Map<string, GraphQLObjectType>()

  const typeOf = (node: NodeDefinition): GraphQLObjectType => {
    const known = types.get(node.type)
    if (known) return known
    const fields = () =>
      Object.fromEntries(
        node.fields.flatMap(({ name, type, description }) => {
          const output = outputOf(type)
          return output ? [[name, { type: output, description }]] : []
        }),
      )
    const made = new GraphQLObjectType({ name: node.type, fields })
    types.set(node.type, made)
    return made
  }

  /** Null where the field leads to a resource that is not served. */
  const outputOf = (type: NodeFieldType): GraphQLOutputType | null => {
    if (typeof type === 'string') return scalars[type]
    const node = resources.get('node' in type ? type.node : type.nodes)?.node
    if (!node) return null
    return 'node' in type
      ? typeOf(node)
      : new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(typeOf(node))))
  }

  const served = [...resources.values()].flatMap((resource) => {
    const { node } = resource
    return node?.connection ? [{ resource, node, name: node.connection, resources, pageSizes }] : []
  })
  const connections = served.map((options) => {
    const { name, node } = options
    return [name, connectionField(node.type, typeOf(node), createConnectionResolver(options))] as const
  })
  const feed = served.find(({ name }) => name === 'posts')
  const counts = feed ? [['postsCount', countField(feed.resource)] as const] : []
  const offsets = feed
    ? [[feed.name, offsetField(typeOf(feed.node), createOffsetResolver(feed), pageSizes)] as const]
    : []
  const schemaOf = (fields: readonly (readonly [string, GraphQLFieldConfig<unknown, GraphContext>])[]) =>
    new GraphQLSchema({
      query: new GraphQLObjectType({ name: 'Query', fields: Object.fromEntries(fields) }),
    })
  return {
    cursor: schemaOf([...connections, ...counts]),
    offset: schemaOf([...connections, ...counts, ...offsets]),
  }
}

function countField(resource: ResourceDefinition): GraphQLFieldConfig<unknown, GraphContext> {
  return {
    type: new GraphQLNonNull(GraphQLInt),
    description: 'How many posts are published.',
    resolve: (_, __, context) => resolveCount(resource, context),
  }
}

function offsetField(
  node: GraphQLObjectType,
  resolve: ReturnType<typeof createOffsetResolver>,
  { fallback }: PageSizes,
): GraphQLFieldConfig<unknown, GraphContext, OffsetArgs> {
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(node))),
    description: 'Newest first.',
    args: {
      limit: { type: GraphQLInt, default: { value: fallback } },
      offset: { type: GraphQLInt, default: { value: 0 } },
    },
    resolve,
  }
}

function connectionField(
  name: string,
  node: GraphQLObjectType,
  resolve: ReturnType<typeof createConnectionResolver>,
): GraphQLFieldConfig<unknown, GraphContext, ConnectionArgs> {
  const edge = new GraphQLObjectType({
    name: `${name}Edge`,
    fields: { cursor: { type: new GraphQLNonNull(GraphQLString) }, node: { type: new GraphQLNonNull(node) } },
  })
  const connection = new GraphQLObjectType({
    name: `${name}Connection`,
    fields: {
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(edge))) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      totalCount: {
        type: GraphQLInt,
        description: 'How many there are in all; counted only where it is asked for.',
      },
    },
  })
  return {
    type: new GraphQLNonNull(connection),
    description: 'Newest first.',
    args: {
      first: { type: GraphQLInt },
      after: { type: GraphQLString },
      last: { type: GraphQLInt },
      before: { type: GraphQLString },
      status: { type: PostStatus },
    },
    resolve,
  }
}
