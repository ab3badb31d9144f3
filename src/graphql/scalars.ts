// Scalars and enums of the schema.
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLArgumentConfig,
  type GraphQLOutputType,
} from 'graphql'
import type { NodeArg, NodeScalar } from '../registry/node.ts'

const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'An instant in UTC, as ISO 8601 writes it: 2024-02-25T09:00:00Z.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
})

const JSONValue = new GraphQLScalarType({ name: 'JSON', description: 'Any value of JSON.' })

export const PostStatus = new GraphQLEnumType({
  name: 'PostStatus',
  description: 'The status of a post.',
  values: {
    PUBLISH: { value: 'publish', description: 'Published.' },
    FUTURE: { value: 'future', description: 'To be published at its date.' },
    DRAFT: { value: 'draft', description: 'Being written.' },
    PENDING: { value: 'pending', description: 'Waiting for an editor.' },
    PRIVATE: { value: 'private', description: 'For readers with the right to read it.' },
    TRASH: { value: 'trash', description: 'Thrown away.' },
  },
})

export const ContentOrder = new GraphQLEnumType({
  name: 'ContentOrder',
  description: 'The order of a list of content; ids break ties.',
  values: {
    DATE: { description: 'By the time of creation, the newest first.' },
    MODIFIED: { description: 'By the time of the last change, the newest first.' },
    TITLE: { description: 'By title, as the site sorts texts.' },
  },
})

export const Direction = new GraphQLEnumType({
  name: 'Direction',
  description: 'The direction of an order.',
  values: {
    ASC: { description: 'The lowest first.' },
    DESC: { description: 'The highest first.' },
  },
})

const TextFormat = new GraphQLEnumType({
  name: 'TextFormat',
  description: 'The form of a short text.',
  values: {
    HTML: { description: 'As HTML.' },
    TEXT: { description: 'As plain text, without tags and entities.' },
  },
})

export const scalars: Readonly<Record<NodeScalar, GraphQLOutputType>> = {
  'ID!': new GraphQLNonNull(GraphQLID),
  String: GraphQLString,
  'String!': new GraphQLNonNull(GraphQLString),
  Float: GraphQLFloat,
  Int: GraphQLInt,
  'Int!': new GraphQLNonNull(GraphQLInt),
  Boolean: GraphQLBoolean,
  'Boolean!': new GraphQLNonNull(GraphQLBoolean),
  DateTime,
  'DateTime!': new GraphQLNonNull(DateTime),
  'PostStatus!': new GraphQLNonNull(PostStatus),
  '[String!]': new GraphQLList(new GraphQLNonNull(GraphQLString)),
  '[String]': new GraphQLList(GraphQLString),
  '[Int]': new GraphQLList(GraphQLInt),
  '[Float]': new GraphQLList(GraphQLFloat),
  '[Boolean]': new GraphQLList(GraphQLBoolean),
  JSON: JSONValue,
}

const argTypes: Readonly<Record<NodeArg['type'], GraphQLScalarType | GraphQLEnumType>> = {
  String: GraphQLString,
  Int: GraphQLInt,
  Float: GraphQLFloat,
  Boolean: GraphQLBoolean,
  TextFormat,
}

/** Arguments of a field, for the schema. */
export function argsOf(args: Readonly<Record<string, NodeArg>>): Record<string, GraphQLArgumentConfig> {
  return Object.fromEntries(
    Object.entries(args).map(([name, { type, isRequired, description, fallback }]) => [
      name,
      {
        type: isRequired === true ? new GraphQLNonNull(argTypes[type]) : argTypes[type],
        description,
        ...(fallback === undefined ? {} : { default: { value: fallback } }),
      },
    ]),
  )
}
