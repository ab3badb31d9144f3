// Builds the schema's object types for nodes, and the connections that lead to them.
import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql'
import { mapValues } from '../core/map-values.ts'
import { textFormat, type NodeMember, type NodeObject, type NodeScalar } from '../registry/node.ts'
import type { GraphContext } from './context.ts'
import { costing } from './cost.ts'
import type { Kind, Kinds } from './kinds.ts'
import { fieldsOf, listOf } from './node-fields.ts'
import type { Node } from './nodes.ts'
import { argsOf, scalarOf, scalars } from './scalars.ts'
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

const id = { type: new GraphQLNonNull(GraphQLID), description: 'An id that is unique among all nodes.' }

const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  description: 'The position of a page in its list.',
  fields: {
    startCursor: { type: GraphQLString, description: 'The cursor of the first item; null on an empty page.' },
    endCursor: { type: GraphQLString, description: 'The cursor of the last item; null on an empty page.' },
    hasNextPage: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: 'Whether the list has items after this page.',
    },
    hasPreviousPage: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: 'Whether the list has items before this page.',
    },
  },
})

export function createNodeTypes(kinds: Kinds, pageSizes: PageSizes): NodeTypes {
  const typeOfNode = ({ kind }: Node) => kind.node.type
  const node = new GraphQLInterfaceType({
    name: 'Node',
    description: 'An object with an id.',
    fields: { id },
    resolveType: typeOfNode,
  })
  const user = kinds.named.get('user')
  const content: GraphQLInterfaceType = new GraphQLInterfaceType({
    name: 'Content',
    description: 'Content in the posts table: posts, pages, files, and every other content type.',
    interfaces: [node],
    fields: () => {
      const shared = {
        title: {
          type: GraphQLString,
          description: 'Its title, as HTML or as plain text.',
          args: argsOf({ format: textFormat }),
        },
        slug: { type: GraphQLString, description: 'Its slug: its name in URLs.' },
        uri: { type: GraphQLString, description: 'The path of its page on the site.' },
        url: { type: GraphQLString, description: 'The address of its page on the site.' },
        createdAt: { type: scalars.DateTime, description: 'When it was published.' },
        modifiedAt: { type: scalars.DateTime, description: 'When it was last changed.' },
        ...(user ? { author: { type: of(user), description: 'Who wrote it.' } } : {}),
      }
      const open = Object.entries(shared).filter(([name]) => hasEverywhere(name))
      return {
        id,
        ...Object.fromEntries(open),
      }
    },
    resolveType: typeOfNode,
  })

  const objects = new Map<NodeObject, GraphQLObjectType>()
  const connections = new Map<string, GraphQLObjectType>()
  const connection = (type: GraphQLObjectType | GraphQLInterfaceType) =>
    kept(connections, type.name, () => connectionType(type))

  const objectOf = (object: NodeObject): GraphQLObjectType =>
    kept(objects, object, () => objectType(object, objectOf, kinds.status))

  const fieldTypes = { content, object: objectOf, connection, of: (kind: Kind) => of(kind) }
  const byType = Map.groupBy(kinds.all, (kind) => kind.node.type)
  const types: ReadonlyMap<string, GraphQLObjectType> = new Map(
    [...byType].map(([name, sharing]) => [
      name,
      new GraphQLObjectType<Node, GraphContext>({
        name,
        description: sharing[0]?.node.description,
        interfaces: sharing[0]?.node.isContent ? [node, content] : [node],
        fields: () => fieldsOf(sharing, { types: fieldTypes, pageSizes, kinds }),
      }),
    ]),
  )
  const of = (kind: Kind): GraphQLObjectType => required(types.get(kind.node.type))
  /** An owner may have closed a field of some content types only */
  const hasEverywhere = (name: string) =>
    [...byType.values()]
      .filter(([first]) => first?.node.isContent)
      .every((sharing) => sharing.some(({ node: { fields } }) => fields.some((field) => field.name === name)))

  return { node, content, of, all: [...types.values()], object: objectOf, connection }
}

function connectionType(node: GraphQLObjectType | GraphQLInterfaceType): GraphQLObjectType {
  const edge = new GraphQLObjectType({
    name: `${node.name}Edge`,
    description: 'An item of a list, with its cursor.',
    fields: {
      cursor: {
        type: new GraphQLNonNull(GraphQLString),
        description: 'The cursor of the item, to be passed as `after` or `before`.',
      },
      node: { type: new GraphQLNonNull(node), description: 'The item.' },
    },
  })
  return new GraphQLObjectType({
    name: `${node.name}Connection`,
    description: 'A page of a list.',
    fields: {
      edges: { type: listOf(edge), description: 'Its items.' },
      pageInfo: { type: new GraphQLNonNull(PageInfo), description: 'The position of this page in the list.' },
      totalCount: {
        type: GraphQLInt,
        description: 'The total number of items; counted only where it is selected.',
        // It takes a statement of its own
        ...costing(10),
      },
    },
  })
}

function objectType(
  object: NodeObject,
  objectOf: (object: NodeObject) => GraphQLObjectType,
  status: Kinds['status'],
): GraphQLObjectType {
  const { type, description, members } = object
  const fieldOf = (member: NodeScalar | NodeMember) => {
    if (typeof member === 'string') return { type: scalarOf(member, status) }
    const { description: said } = member
    if ('scalar' in member) return { type: scalarOf(member.scalar, status), description: said }
    return { type: listOf(objectOf(member.objects === 'same' ? object : member.objects)), description: said }
  }
  return new GraphQLObjectType({
    name: type,
    description,
    fields: () => mapValues(members, fieldOf),
  })
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
