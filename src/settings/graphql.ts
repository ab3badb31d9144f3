// Settings of GraphQL and the limits of its documents.
import { Type, type TProperties } from 'typebox'
import { choice, integer } from './kinds.ts'

export const graphqlSettings = {
  graphqlView: choice(
    "What /graphql answers where a request does not choose by ?view=: Lectern's own schema, or that of WPGraphQL",
    ['own', 'wpgraphql'],
  ),
  graphqlUserNames: readers(
    "Who reads users' first and last names in WPGraphQL's schema: viewers who may edit the user, as in REST (editors), or all viewers (everybody). Default: everybody where graphqlView is wpgraphql, otherwise editors",
  ),
  graphqlMenuReaders: readers(
    "Who reads menus that have a location in WPGraphQL's schema: users who can edit something, as in REST, or everybody (default: everybody where graphqlView is wpgraphql, otherwise what menuReaders says)",
  ),
  graphqlLeftOut: Type.Array(Type.String({ minLength: 1 }), {
    description: "Content types and taxonomies of extensions that WPGraphQL's schema leaves out",
    allowed: 'names (product, genre), separated by commas',
    default: [],
  }),
  graphqlTemplates: Type.Array(Type.Refine(Type.String(), isTemplate), {
    description: "The theme's page templates, which no table lists, for WPGraphQL's schema",
    allowed: 'names and titles (page-no-title=Page No Title), separated by commas',
    default: [],
  }),
  graphqlDocuments: Type.Optional(
    Type.String({
      description: 'A JSON file with the only GraphQL documents that may run, by id or hash',
      allowed: 'a path',
      minLength: 1,
    }),
  ),
  graphqlRegisteredBytesMax: integer(
    'Bytes of the GraphQL documents that clients register by hash; 0 registers none',
    4_194_304,
    0,
    67_108_864,
  ),
  graphqlKeptBytesMax: integer(
    'Bytes of the parsed and validated GraphQL documents that are kept',
    16_777_216,
    1024,
    2 ** 30,
  ),
  graphqlPageSizeDefault: integer('The page size of a connection without first or last', 20, 1, 1000),
  graphqlPageSizeMax: integer('The largest page size that first or last may ask for', 100, 1, 1000),
  graphqlClock: choice(
    'Which times GraphQL lists are ordered by: auto is UTC if an index has it or there are few posts, otherwise local',
    ['auto', 'utc', 'local'],
  ),
  graphqlIntrospection: choice('Whether GraphQL documents may query the schema (introspection)', [
    'on',
    'off',
  ]),
  graphiql: choice('Whether browsers that open /graphql are shown GraphiQL', ['on', 'off']),
  graphqlDocumentBytesMax: integer('Bytes of text of a GraphQL document', 32_768, 256, 1_048_576),
  graphqlTokensMax: integer('Tokens of a GraphQL document', 2000, 10, 5_000),
  graphqlDefinitionsMax: integer('Operations and fragments of a GraphQL document', 100, 1, 1000),
  graphqlDirectivesMax: integer('Directives in a GraphQL document', 50, 0, 1000),
  graphqlFieldsMax: integer('Fields of a GraphQL document with all fragments expanded', 1000, 1, 100_000),
  graphqlAliasesMax: integer('Aliases in a GraphQL document', 30, 0, 1000),
  graphqlDepthMax: integer(
    'Nesting of selections and of values in a GraphQL document, and of values in its variables',
    12,
    1,
    100,
  ),
  graphqlRootFieldsMax: integer('Fields of Query in a GraphQL document', 10, 1, 1000),
  graphqlComparisonsMax: integer(
    'Pairs of fields with the same name in the same place of a GraphQL document, which validation compares',
    5000,
    0,
    1_000_000,
  ),
  graphqlVariablesBytesMax: integer('Bytes of the variables of a GraphQL request', 16_384, 2, 1_048_576),
  graphqlListSize: integer(
    'The number of objects that the cost of a document assumes for a list without a page size',
    10,
    1,
    1000,
  ),
  graphqlCostMax: integer(
    'The cost of a GraphQL document: its fields, each counted once for every object that it may be read of, and the length of its texts',
    20_000,
    1,
    10_000_000,
  ),
} satisfies TProperties

function isTemplate(text: string): boolean {
  return /^[\w-]+=\w[^=]*$/.test(text)
}

/** A choice whose default depends on another setting. */
function readers(description: string) {
  return Type.Optional(Type.Enum(['editors', 'everybody'], { description, allowed: 'editors, everybody' }))
}
