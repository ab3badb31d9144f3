// The database: where it is and what its tables are called.
import { Type, type TProperties } from 'typebox'
import { addressForms, charsets, parseAddress, parseAddresses } from '../database/address.ts'
import { integer } from './kinds.ts'

export const databaseSettings = {
  databaseUrl: Type.Optional(
    Type.Refine(
      Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
        description: 'The database to serve; several servers that have it: the first that is well is read',
        allowed: `${addressForms}; several of mysql:, separated by commas, those that go before first`,
        secret: true,
      }),
      areAddresses,
    ),
  ),
  wpConfig: Type.Optional(
    Type.String({
      description:
        "The owner's wp-config.php, read and never run, for whatever of database, prefix, keys and addresses is not set otherwise",
      allowed: 'a path',
      minLength: 1,
    }),
  ),
  wpHome: Type.Optional(siteAddress('Where the pages of the site are, instead of the option home')),
  wpSiteurl: Type.Optional(
    siteAddress(
      'Where the owning system is, instead of the option siteurl; its login cookie is named after it',
    ),
  ),
  writeDatabaseUrl: Type.Optional(
    Type.Refine(
      Type.String({
        description:
          'The account through which extensions write to tables of their own, in the same database (by default: that of databaseUrl, where that names one server)',
        allowed: addressForms,
        secret: true,
      }),
      isAddress,
    ),
  ),
  databaseCharset: Type.Optional(
    Type.Enum([...charsets], {
      description:
        'What the text columns are labelled as, while their bytes are UTF-8; by default as the address says, else utf8mb4',
      allowed: charsets.join(', '),
    }),
  ),
  databaseSeed: Type.Array(Type.String(), {
    description:
      'SQL files that an embedded database is made from where its file is missing or older than they are',
    allowed: 'paths, separated by commas',
    default: [],
  }),
  layout: Type.Union([Type.Enum(['wordpress', 'plain']), mapping()], {
    description:
      'What the tables and columns are called: as WordPress calls them, plainly by what they are, or as mapped',
    allowed:
      'wordpress, plain, or (in a config file) { extends, tables: { posts: { table, columns: { title: … } } } }',
    default: 'wordpress',
  }),
  tablePrefix: Type.String({
    description: 'What the names of the tables begin with',
    pattern: '^[A-Za-z0-9_$]{0,40}$',
    allowed: 'up to 40 letters, digits, _ and $',
    default: 'wp_',
  }),
  connectionsMax: integer('Connections to the database server', 8, 1, 1000),
  queryTimeoutMs: integer(
    'Milliseconds that a query may take, its wait for a connection included',
    10_000,
    10,
    600_000,
  ),
  queriesWaitingMax: integer('Queries that may wait for a connection; more are refused', 256, 1, 100_000),
  replicaLagMaxMs: integer(
    'Milliseconds that a replica may be behind its source before another of several servers is read',
    10_000,
    0,
    86_400_000,
  ),
  replicaCheckMs: integer('Milliseconds between two looks at whether servers are well', 1000, 50, 60_000),
  replicaTimeoutMs: integer('Milliseconds in which a server has to answer such a look', 2000, 10, 60_000),
  replicaReturnMs: integer(
    'Milliseconds for which a server has to have been well before it is read again instead of one that comes after it',
    30_000,
    0,
    86_400_000,
  ),
} satisfies TProperties

function mapping() {
  const name = Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\0]*$' })
  const constant = Type.Object(
    { constant: Type.Union([Type.String(), Type.Number()]) },
    { additionalProperties: false },
  )
  const table = Type.Object(
    {
      table: Type.Optional(name),
      columns: Type.Optional(Type.Record(Type.String(), Type.Union([name, constant]))),
    },
    { additionalProperties: false },
  )
  return Type.Object(
    {
      extends: Type.Optional(Type.Enum(['wordpress', 'plain'])),
      tables: Type.Optional(Type.Record(Type.String(), table)),
    },
    { additionalProperties: false },
  )
}

function areAddresses(given: string | readonly string[]): boolean {
  return parseAddresses(given) !== null
}

function isAddress(text: string): boolean {
  return parseAddress(text) !== null
}

function siteAddress(description: string) {
  return Type.String({
    description,
    pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    allowed: 'an http or https address',
  })
}
