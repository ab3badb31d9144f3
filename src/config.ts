// Every setting, once: kind, limits, default, what it is for. Its name in a config file gives its environment
// variable (DATABASE_URL) and its flag (--database-url). File < environment < flags; an empty variable counts as
// unset. What comes out is frozen; what is wrong comes out as problems, each naming setting, value and what is allowed.
import { Type, type Static, type TProperties, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { addressForms, charsets, parseAddress } from './database/address.ts'

const addressPattern =
  '^(\\d{1,3}(\\.\\d{1,3}){3}(/([0-9]|[12][0-9]|3[0-2]))?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?)$'

const publicKeyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const

const settings = {
  databaseUrl: Type.Optional(
    Type.Refine(
      Type.String({ description: 'The database to serve', allowed: addressForms, secret: true }),
      isAddress,
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
          'The account through which extensions write to tables of their own, in the same database (by default: that of databaseUrl)',
        allowed: addressForms,
        secret: true,
      }),
      isAddress,
    ),
  ),
  extensions: Type.Array(Type.String({ minLength: 1 }), {
    description: 'Files of extensions: only these are loaded',
    allowed: 'paths, separated by commas',
    default: [],
  }),
  handlerTimeoutMs: integer("Milliseconds that an extension's handler may take", 10_000, 10, 600_000),
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
  host: Type.String({
    description: 'The address to listen on',
    pattern: '^[A-Za-z0-9_.:-]+$',
    allowed: 'an IP address or a host name',
    default: '127.0.0.1',
  }),
  port: integer('The port to listen on; 0 takes any free one', 8080, 0, 65_535),
  adminHost: Type.String({
    description:
      'The address to listen on for administration; one that other machines reach needs adminToken',
    pattern: '^[A-Za-z0-9_.:-]+$',
    allowed: 'an IP address or a host name',
    default: '127.0.0.1',
  }),
  adminPort: Type.Optional(
    Type.Integer({
      description:
        'The port for administration (readiness, metrics, purging); without it there is none, 0 takes any free one',
      allowed: 'a whole number from 0 to 65535',
      minimum: 0,
      maximum: 65_535,
    }),
  ),
  adminToken: Type.Optional(
    Type.String({
      description:
        'What whoever uses the admin port has to send, as a bearer token or as the password of Basic credentials',
      pattern: '^[!-~]{16,}$',
      allowed: 'at least 16 visible ASCII characters',
      secret: true,
    }),
  ),
  publicUrl: Type.Optional(
    Type.String({
      description:
        'Where clients reach the gateway; links begin with it (by default: the address it listens on)',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      allowed: 'an http or https address without user, query and fragment',
    }),
  ),
  brand: Type.String({
    description: 'The word that the names of the interface are made of: /cms-json, cms/v2, X-CMS-Total',
    pattern: '^[a-z][a-z0-9]{0,15}$',
    allowed: 'a word of at most 16 lower-case letters and digits',
    default: 'cms',
  }),
  logLevel: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
    description: 'The least severe kind of line that is logged',
    allowed: 'debug, info, warn, error, silent',
    default: 'info',
  }),
  closed: Type.Array(Type.String({ pattern: '^[a-z0-9_-]+([.][A-Za-z0-9_-]+)?$' }), {
    description:
      'What is not served, of all that the original serves: resources (users), fields (users.description)',
    allowed: 'the last parts of REST addresses, alone or with a dot and a field, separated by commas',
    default: [],
  }),
  menuReaders: Type.Enum(['editors', 'everybody'], {
    description: 'Who reads menus, their items and places: those who edit something, or everybody',
    allowed: 'editors, everybody',
    default: 'editors',
  }),
  cursorKey: Type.Array(Type.String({ minLength: 16 }), {
    description: 'Keys of the signatures of cursors: the first signs, each verifies',
    allowed: 'keys of at least 16 characters, separated by commas',
    default: [],
    secret: true,
  }),
  authKey: key(),
  authSalt: key(),
  secureAuthKey: key(),
  secureAuthSalt: key(),
  loggedInKey: key(),
  loggedInSalt: key(),
  nonceKey: key(),
  nonceSalt: key(),
  loggedInCookie: Type.Optional(
    Type.String({
      description:
        "The name of the owning system's login cookie, where it does not follow from the site's address",
      pattern: '^[\\w.-]{1,128}$',
      allowed: 'up to 128 letters, digits, _, . and -',
    }),
  ),
  applicationPasswords: choice(
    'Where application passwords are taken: over https and from this machine (auto), anywhere, or nowhere',
    ['auto', 'any', 'off'],
  ),
  wrongCredentials: choice(
    'What a request with wrong Basic credentials is: an anonymous one, or refused (strict)',
    ['anonymous', 'strict'],
  ),
  corsOrigins: Type.Array(Type.Refine(Type.String(), isOrigin), {
    description: 'Origins whose pages may read the interfaces',
    allowed: 'origins as browsers write them (https://app.example.org), separated by commas',
    default: [],
  }),
  trustedProxies: Type.Array(Type.String({ pattern: addressPattern }), {
    description:
      'Proxies that are believed what they say of their clients (X-Forwarded-For, X-Forwarded-Proto)',
    allowed: 'addresses and networks (10.0.0.0/8), separated by commas',
    default: [],
  }),
  jwtSecret: Type.Optional(
    Type.String({
      description: 'The secret that bearer tokens (JWT) are signed with by HS256',
      minLength: 32,
      allowed: 'at least 32 characters',
      secret: true,
    }),
  ),
  jwtJwksUrl: Type.Optional(
    serverAddress('Where the keys are that bearer tokens (JWT) are signed with, instead of jwtSecret'),
  ),
  jwtAlgorithms: Type.Array(Type.Enum([...publicKeyAlgorithms]), {
    description: 'The algorithms that tokens may be signed by with the keys of jwtJwksUrl',
    allowed: `any of ${publicKeyAlgorithms.join(', ')}, separated by commas`,
    minItems: 1,
    default: ['RS256', 'ES256'],
  }),
  jwtIssuer: Type.Optional(
    named('Who issues bearer tokens (JWT): their iss; with jwtSecret by default the public address'),
  ),
  jwtAudience: Type.Optional(
    named('Whom bearer tokens (JWT) are for: their aud; with jwtSecret by default the public address'),
  ),
  oauthIntrospectionUrl: Type.Optional(
    serverAddress('Where the authorization server says whether an access token is active (RFC 7662)'),
  ),
  oauthClientId: Type.Optional(named('Who the gateway is to the authorization server')),
  oauthClientSecret: Type.Optional(
    Type.String({
      description: 'What the gateway proves that with',
      minLength: 1,
      allowed: 'any text',
      secret: true,
    }),
  ),
  oauthJwksUrl: Type.Optional(
    serverAddress('Where the keys are that access tokens (RFC 9068) are signed with, by jwtAlgorithms'),
  ),
  oauthIssuer: Type.Optional(named('The authorization server: the iss of its tokens')),
  oauthAudience: Type.Array(Type.String({ minLength: 1 }), {
    description: 'Whom access tokens are for: one of these (by default: the public address)',
    allowed: 'names, separated by commas',
    default: [],
  }),
  oauthAudienceCheck: choice(
    'Whether an access token that does not say whom it is for is taken where the server says that it is active (present), or never (required)',
    ['present', 'required'],
  ),
  oauthScopes: Type.Array(Type.String({ pattern: '^[!#-+--\\[\\]-~]+=[\\w-]+( [\\w-]+)*$' }), {
    description: 'What scopes allow of what a user may do (without any: everything)',
    allowed: 'scope=capability capability, separated by commas',
    default: [],
  }),
  introspectionLifeMs: integer(
    'Milliseconds that it is remembered what the authorization server said of a token, at most as long as it lives',
    30_000,
    0,
    3_600_000,
  ),
  introspectionsMax: integer('Requests to the authorization server at once; more are refused', 64, 1, 10_000),
  tokenLoginClaims: Type.Array(Type.String({ minLength: 1 }), {
    description: 'The claims of bearer tokens that name a login: the first that a token has counts',
    allowed: 'names of claims, separated by commas',
    minItems: 1,
    default: ['username', 'sub'],
  }),
  tokenAdministrators: choice('Whether bearer tokens let administrators in', ['refused', 'allowed']),
  tokenRoute: choice('Whether users get bearer tokens for their passwords (POST jwt-auth/v1/token)', [
    'off',
    'on',
  ]),
  tokenLifeMs: integer('Milliseconds that such a token lives', 86_400_000, 1000, 2_592_000_000),
  passwordChecksMax: integer('Passwords that may wait to be checked; more are refused', 32, 1, 10_000),
  passwordTimeoutMs: integer('Milliseconds that a check of a password may take', 10_000, 100, 600_000),
  passwordAnswerMs: integer(
    'Milliseconds that the times of refused passwords are rounded up to, so that they tell nothing',
    500,
    0,
    60_000,
  ),
  jwksLifeMs: integer('Milliseconds that fetched keys are kept', 600_000, 1000, 86_400_000),
  jwksCooldownMs: integer(
    'Milliseconds after a fetch of keys in which an unknown key brings about no other',
    30_000,
    0,
    3_600_000,
  ),
  authorizationTimeoutMs: integer(
    'Milliseconds that a request to an authorization server may take',
    5000,
    10,
    60_000,
  ),
  authorizationBytesMax: integer('Bytes of what it answers', 262_144, 1024, 16_777_216),
  authorizationRetryMs: integer('Milliseconds for which it is left alone after it failed', 2000, 0, 600_000),
  credentialLifeMs: integer(
    'Milliseconds that it is remembered whether an application password matches its hash',
    60_000,
    0,
    3_600_000,
  ),
  credentialsKeptMax: integer(
    'Application passwords, introspected tokens, and sources of wrong ones, that are remembered',
    10_000,
    1,
    1_000_000,
  ),
  wrongPerAccountMax: integer(
    'Different wrong credentials in a minute for one account, before 401 becomes 429',
    20,
    1,
    100_000,
  ),
  wrongPerAddressMax: integer('The same from one address', 100, 1, 100_000),
  cacheBytesMax: integer(
    'Bytes that the cached answers may take together; 0 turns the cache off',
    67_108_864,
    0,
    2 ** 36,
  ),
  staleLifeMs: integer(
    'Milliseconds for which an answer that was dropped is served while the database cannot be read; 0 never serves it',
    600_000,
    0,
    86_400_000,
  ),
  maxAgeS: integer(
    'Seconds for which clients may use an answer without asking again, however it changes',
    0,
    0,
    31_536_000,
  ),
  cdnCacheControl: Type.Optional(
    Type.String({
      description: 'What CDNs are told instead of Cache-Control, as CDN-Cache-Control',
      pattern: '^[a-z-]+(=\\d{1,10})?(, ?[a-z-]+(=\\d{1,10})?)*$',
      allowed: 'directives, separated by commas (public, max-age=3600)',
    }),
  ),
  tagHeaders: choice('Headers with the tags of answers, for CDNs that drop by them', [
    'off',
    'surrogate-key',
    'cache-tag',
    'both',
  ]),
  addressesKeptBytesMax: integer(
    'Bytes of addresses that are remembered with what they ask for',
    8_388_608,
    1024,
    2 ** 30,
  ),
  cacheLifeMs: integer(
    'Milliseconds that a cached answer lives at most, however little changes',
    3_600_000,
    1,
    86_400_000,
  ),
  cacheBlindLifeMs: integer('The same where nothing tells of changes (`FEED=clock`)', 10_000, 1, 3_600_000),
  feed: choice(
    'What tells of changes in the database: the best there is (of MySQL and MariaDB their binary log, else the times of their tables; of SQLite its count of commits), one of these, or the clock alone',
    ['auto', 'binlog', 'poll', 'clock'],
  ),
  binlogServerId: Type.Optional(
    Type.Integer({
      description: 'The server id by which the gateway reads the binary log; without it a random one',
      minimum: 1,
      maximum: 4_294_967_295,
      allowed: 'a whole number from 1 to 4294967295',
    }),
  ),
  feedPollMs: integer('Milliseconds between two looks at when tables changed', 250, 10, 60_000),
  queryTimeoutMs: integer(
    'Milliseconds that a query may take, its wait for a connection included',
    10_000,
    10,
    600_000,
  ),
  connectionsMax: integer('Connections to the database server', 8, 1, 1000),
  queriesWaitingMax: integer('Queries that may wait for a connection; more are refused', 256, 1, 100_000),
  serverTiming: choice('Whether answers say by Server-Timing which statements ran for them', ['on', 'off']),
  search: choice(
    'How searches find words: anywhere in the texts, or by their beginnings in a FULLTEXT index on exactly the columns searched, where there is one',
    ['like', 'fulltext'],
  ),
  scansMax: integer(
    'Queries at once that look through rows (searches, orders and filters without an index); always fewer than connections, unless there is one',
    2,
    1,
    1000,
  ),
  scansWaitingMax: integer('Such queries that may wait for their turn; more are refused', 8, 0, 100_000),
  scanTimeoutMs: integer('Milliseconds that such a query may take, its wait included', 5000, 10, 600_000),
  scanTotalMax: integer(
    'Rows that the total of a list is counted up to where rows have to be looked through for it; 0 counts all',
    0,
    0,
    1_000_000_000,
  ),
  keptRowsBytesMax: integer(
    'Bytes that totals and rows which lists share may take; with the cache off none are kept',
    16_777_216,
    0,
    2 ** 34,
  ),
  addressBytesMax: integer('Bytes of a request address, path and query together', 8192, 256, 65_536),
  bodyBytesMax: integer('Bytes of a request body', 262_144, 1024, 67_108_864),
  compiledQueriesMax: integer('Shapes of queries that are kept compiled', 300, 1, 10_000),
  filterSizesKeptMax: integer(
    'Filters of posts of which it is kept about how many posts they let through',
    10_000,
    1,
    1_000_000,
  ),
  graphqlDocuments: Type.Optional(
    Type.String({
      description: 'A file of the only GraphQL documents that run: their texts by their hashes, as JSON',
      allowed: 'a path',
      minLength: 1,
    }),
  ),
  graphqlRegisteredBytesMax: integer(
    'Bytes of the GraphQL documents that clients have registered by their hashes; 0 registers none',
    4_194_304,
    0,
    67_108_864,
  ),
  graphqlKeptBytesMax: integer(
    'Bytes of the GraphQL documents that are kept parsed and validated',
    16_777_216,
    1024,
    2 ** 30,
  ),
  graphqlPageSizeDefault: integer('Edges of a connection where neither first nor last is given', 20, 1, 1000),
  graphqlPageSizeMax: integer('Edges that first or last may ask for', 100, 1, 1000),
  graphqlIntrospection: choice('Whether GraphQL documents may ask for the schema', ['on', 'off']),
  graphiql: choice('Whether browsers that open /graphql get GraphiQL', ['on', 'off']),
  graphqlDocumentBytesMax: integer('Bytes of text of a GraphQL document', 32_768, 256, 1_048_576),
  graphqlTokensMax: integer('Tokens of a GraphQL document', 2000, 10, 5_000),
  graphqlDefinitionsMax: integer('Operations and fragments of a GraphQL document', 100, 1, 1000),
  graphqlDirectivesMax: integer('Directives in a GraphQL document', 50, 0, 1000),
  graphqlFieldsMax: integer(
    'Fields that a GraphQL document comes to, with its fragments spread out',
    1000,
    1,
    100_000,
  ),
  graphqlAliasesMax: integer('Fields of a GraphQL document that answer under another name', 30, 0, 1000),
  graphqlDepthMax: integer(
    'Nesting of selections and of values in a GraphQL document, and of values in its variables',
    12,
    1,
    100,
  ),
  graphqlRootFieldsMax: integer('Fields of Query that a GraphQL document may ask for', 10, 1, 1000),
  graphqlComparisonsMax: integer(
    'Pairs of fields of one name at one place, in a GraphQL document: validation compares each',
    5000,
    0,
    1_000_000,
  ),
  graphqlVariablesBytesMax: integer('Bytes of the variables of a GraphQL request', 16_384, 2, 1_048_576),
  graphqlListSize: integer(
    'What a list without a page size counts as, in the cost of a document',
    10,
    1,
    1000,
  ),
  graphqlCostMax: integer(
    'Fields that a GraphQL document may ask for, each counted for every object that it may be asked of',
    20_000,
    1,
    10_000_000,
  ),
  clientsMax: integer('Connections of clients at once; more are closed', 10_000, 1, 1_000_000),
  requestTimeoutMs: integer(
    'Milliseconds that a client may take to send a request, or be silent',
    30_000,
    100,
    600_000,
  ),
  stopTimeoutMs: integer(
    'Milliseconds that requests in flight get to finish when the gateway is stopped',
    10_000,
    0,
    600_000,
  ),
} satisfies TProperties

const schema = Type.Object(settings)
const validator = Compile(schema)

/** Every setting's value. */
export type Config = Readonly<Static<typeof schema>>
/**
 * What a config file may hold: any of the settings.
 *
 * @example
 * ```ts
 * import type { ConfigFile } from 'lectern'
 *
 * export default { brand: 'press', closed: ['users'], logLevel: 'warn' } satisfies ConfigFile
 * ```
 */
export type ConfigFile = Readonly<Partial<Static<typeof schema>>>

export interface Sources {
  /** What the owning system's own configuration says; everything else goes before it. */
  readonly owner?: Readonly<Record<string, unknown>>
  readonly file: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly flags: Readonly<Record<string, string | undefined>>
}

export interface Problem {
  readonly problem: string
}

export const settingNames: readonly string[] = Object.keys(settings)
const environmentName = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase()
export const flagName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The configuration that the sources give together, or all that is wrong with them. */
export function readConfig(
  sources: Sources,
):
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] } {
  const problems = Object.keys(sources.file)
    .filter((name) => !Object.hasOwn(settings, name))
    .map((name) => ({ problem: `${name} (config file): there is no such setting` }))
  const values: Record<string, unknown> = {}
  const origins = new Map<string, string>()
  for (const [name, setting] of Object.entries<TSchema>(settings)) {
    const { given, origin } = find(name, sources)
    if (given !== undefined) origins.set(name, origin)
    const value = given === undefined ? keyword(setting, 'default') : fromText(given, setting)
    if (value === undefined) continue
    if (!Compile(setting).Check(value)) problems.push({ problem: describe(name, origin, given, setting) })
    values[name] = value
  }
  // A config file's seed makes that file's database, not one that the environment or a flag names
  if (origins.get('databaseSeed') === configFile && origins.get('databaseUrl') !== configFile)
    values['databaseSeed'] = []
  if (problems.length > 0) return { kind: 'problems', problems }
  if (!validator.Check(values)) throw new Error('settings are valid one by one but not together')
  return { kind: 'config', config: Object.freeze(values) }
}

export interface SettingDescription {
  readonly name: string
  readonly environment: string
  readonly flag: string
  readonly about: string
  readonly allowed: string
  /** As JSON; null where there is none. */
  readonly fallback: string | null
}

/** What can be set, for `--help` and the documentation. */
export function describeSettings(): readonly SettingDescription[] {
  return Object.entries<TSchema>(settings).map(([name, setting]) => ({
    name,
    environment: environmentName(name),
    flag: `--${flagName(name)}`,
    about: String(keyword(setting, 'description')),
    allowed: String(keyword(setting, 'allowed')),
    fallback: JSON.stringify(keyword(setting, 'default')) ?? null,
  }))
}

const configFile = 'config file'

function find(
  name: string,
  { owner = {}, file, environment, flags }: Sources,
): { given: unknown; origin: string } {
  const flag = flags[flagName(name)]
  if (flag !== undefined) return { given: flag, origin: `--${flagName(name)}` }
  const variable = environment[environmentName(name)]
  if (variable !== undefined && variable !== '') return { given: variable, origin: environmentName(name) }
  if (Object.hasOwn(file, name)) return { given: file[name], origin: configFile }
  return { given: Object.hasOwn(owner, name) ? owner[name] : undefined, origin: 'wp-config.php' }
}

/** Environment and flags give text; a config file gives values that are already of their kind. */
function fromText(given: unknown, setting: TSchema): unknown {
  if (typeof given !== 'string') return given
  if (Type.IsInteger(setting)) return /^-?\d{1,15}$/.test(given) ? Number(given) : given
  if (Type.IsArray(setting))
    return given
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return given
}

function describe(name: string, origin: string, given: unknown, setting: TSchema): string {
  const shown = keyword(setting, 'secret') === true ? withoutSecrets(given) : JSON.stringify(given)
  return `${name} (${origin}): got ${shown}, allowed: ${String(keyword(setting, 'allowed'))}`
}

/** An address keeps what cannot hold its password; any other secret is not shown at all. */
function withoutSecrets(given: unknown): string {
  const scheme = typeof given === 'string' ? /^[a-z][a-z0-9+]{0,15}:(?=\/\/)/i.exec(given)?.[0] : undefined
  if (typeof given !== 'string' || scheme === undefined || !given.includes('@'))
    return 'a value that is not shown'
  const behindUser = given.slice(given.lastIndexOf('@') + 1).replace(/\?.*$/s, '?…')
  return JSON.stringify(`${scheme}//…@${behindUser}`)
}

function keyword(setting: TSchema, name: string): unknown {
  return Object.entries(setting).find(([each]) => each === name)?.[1]
}

function siteAddress(description: string) {
  return Type.String({
    description,
    pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    allowed: 'an http or https address',
  })
}

function serverAddress(description: string) {
  return Type.Refine(
    Type.String({
      description,
      allowed: 'an https address, or an http one of this very machine',
      secret: true,
    }),
    isServerAddress,
  )
}

/** What goes to other machines is kept by https. */
function isServerAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

function named(description: string) {
  return Type.String({ description, minLength: 1, allowed: 'any text' })
}

function choice<const T extends string>(description: string, values: readonly [T, ...T[]]) {
  return Type.Enum([...values], { description, allowed: values.join(', '), default: values[0] })
}

function integer(description: string, fallback: number, minimum: number, maximum: number) {
  const allowed = `a whole number from ${minimum} to ${maximum}`
  return Type.Integer({ description, minimum, maximum, default: fallback, allowed })
}

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

function key() {
  const description = 'A key or salt of the owning system, under its usual name'
  return Type.Optional(Type.String({ description, minLength: 1, allowed: 'any text', secret: true }))
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}

function isAddress(text: string): boolean {
  return parseAddress(text) !== null
}
