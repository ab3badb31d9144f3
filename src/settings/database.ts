// Settings of the database: its address and the names of its tables.
import { Type, type TProperties } from 'typebox'
import { addressForms, charsets, parseAddress, parseAddresses } from '../database/address.ts'
import { integer, publicAddress } from './kinds.ts'
import { layoutMapping } from './layout.ts'

export const databaseSettings = {
  databaseUrl: Type.Optional(
    Type.Refine(
      Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
        description:
          'The database to serve. Of several servers with the same database, the first usable one is read',
        allowed: `${addressForms}; several mysql: addresses, separated by commas, the preferred ones first; in user and password @ : / # % are written %40 %3A %2F %23 %25`,
        secret: true,
      }),
      areAddresses,
    ),
  ),
  wpConfig: Type.Optional(
    Type.String({
      description:
        "The site's wp-config.php, which is read and never run. Database, table prefix, keys and addresses that are not set otherwise are taken from it",
      allowed: 'a path',
      minLength: 1,
    }),
  ),
  wpContentDir: Type.Optional(
    Type.String({
      description:
        "The site's folder wp-content, which has the active theme and the translations of the site's language (words, quotes, dates); the folder wp-includes beside it has the drawings of icon blocks (default: the folder of the site whose file wpConfig names)",
      allowed: 'a path',
      minLength: 1,
    }),
  ),
  wpHome: Type.Optional(publicAddress("The address of the site's pages, instead of the option home")),
  wpSiteurl: Type.Optional(
    publicAddress(
      'The address of the WordPress installation, instead of the option siteurl; the name of the WordPress login cookie follows from it',
    ),
  ),
  writeDatabaseUrl: Type.Optional(
    Type.Refine(
      Type.String({
        description:
          'The account with which extensions write to their own tables, in the same database (default: databaseUrl, if that names one server)',
        allowed: addressForms,
        secret: true,
      }),
      isAddress,
    ),
  ),
  databaseCharset: Type.Optional(
    Type.Enum([...charsets], {
      description:
        'The character set that text columns are labelled with, while their bytes are UTF-8 (default: as databaseUrl says, otherwise utf8mb4)',
      allowed: charsets.join(', '),
    }),
  ),
  databaseSeed: Type.Array(Type.String(), {
    description: 'SQL files to make a SQLite database from, if its file is missing or older than they are',
    allowed: 'paths, separated by commas',
    default: [],
  }),
  layout: Type.Union([Type.Enum(['wordpress', 'plain']), layoutMapping()], {
    description: 'The names of tables and columns: those of WordPress, the logical names, or a mapping',
    allowed:
      'wordpress, plain, or (in a config file) { extends, tables: { posts: { table, columns: { title: … }, where } }, options }',
    default: 'wordpress',
  }),
  tablePrefix: Type.String({
    description: 'The prefix of the names of WordPress tables',
    pattern: '^[A-Za-z0-9_$]{0,40}$',
    allowed: 'up to 40 letters, digits, _ and $',
    default: 'wp_',
  }),
  connectionsMax: integer('Connections to the database server', 8, 1, 1000),
  queryTimeoutMs: integer(
    'Milliseconds that a query may take, including its wait for a connection',
    10_000,
    10,
    600_000,
  ),
  queriesWaitingMax: integer('Queries that may wait for a connection; more are refused', 256, 1, 100_000),
  replicaLagMaxMs: integer(
    'Milliseconds that a replica may be behind its source before another server is read',
    10_000,
    0,
    86_400_000,
  ),
  replicaCheckMs: integer('Milliseconds between two checks of the database servers', 1000, 50, 60_000),
  replicaTimeoutMs: integer(
    'Milliseconds within which a server has to answer such a check',
    2000,
    10,
    60_000,
  ),
  replicaReturnMs: integer(
    'Milliseconds that a preferred server has to be usable before it is read again',
    30_000,
    0,
    86_400_000,
  ),
} satisfies TProperties

function areAddresses(given: string | readonly string[]): boolean {
  return parseAddresses(given) !== null
}

function isAddress(text: string): boolean {
  return parseAddress(text) !== null
}
