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
import { mapValues } from '../core/map-values.ts'
import type { NodeArg, NodeScalar } from '../registry/node.ts'

const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'An instant in UTC, as ISO 8601 writes it: 2024-02-25T09:00:00Z.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
})

const JSONValue = new GraphQLScalarType({ name: 'JSON', description: 'Any value of JSON.' })

const statusDescriptions: ReadonlyMap<string, string> = new Map([
  ['publish', 'Published.'],
  ['future', 'Scheduled for publication at its date.'],
  ['draft', 'Not finished.'],
  ['pending', 'Waiting for review by an editor.'],
  ['private', 'Only for viewers who may read private content.'],
  ['trash', 'In the trash.'],
])

/** The enum of these statuses: `on-hold` is `ON_HOLD`. */
export function postStatus(names: readonly string[]): GraphQLEnumType {
  const values = names.map((name) => [
    name.toUpperCase().replaceAll('-', '_'),
    {
      value: name,
      description: statusDescriptions.get(name) ?? `The status ${name}, which an extension defines.`,
    },
  ])
  return new GraphQLEnumType({
    name: 'PostStatus',
    description: 'The status of a post.',
    values: Object.fromEntries(values),
  })
}

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
  description: 'The forms in which a text can be returned.',
  values: {
    HTML: { description: 'As HTML.' },
    TEXT: { description: 'As plain text, without tags and entities.' },
  },
})

/** The type of a value; that of a status follows from the statuses of the site. */
export function scalarOf(type: NodeScalar, status: GraphQLEnumType): GraphQLOutputType {
  return type === 'PostStatus!' ? new GraphQLNonNull(status) : scalars[type]
}

export const scalars: Readonly<Record<Exclude<NodeScalar, 'PostStatus!'>, GraphQLOutputType>> = {
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
  return mapValues(args, ({ type, isRequired, description, fallback }) => ({
    type: isRequired === true ? new GraphQLNonNull(argTypes[type]) : argTypes[type],
    description,
    ...(fallback === undefined ? {} : { default: { value: fallback } }),
  }))
}
