// MySQL and MariaDB through mysql2 and Kysely's MySQL dialect. Every connection is set up and verified before its first query: reading
// only, UTC, and an sql_mode under which mysql2 escapes correctly on the client (with NO_BACKSLASH_ESCAPES escaped text could inject
// SQL). Dates and large integers stay text.
import { readFileSync } from 'node:fs'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import { Kysely, MysqlDialect, sql, type MysqlPool } from 'kysely'
import {
  type ConnectionOptions,
  createConnection,
  createPool,
  type Pool,
  type PoolOptions,
  type TypeCastField,
  type TypeCastNext,
} from 'mysql2'
import type { MysqlAddress } from '../address.ts'
import { structureOf, type Access, type Dialect, type Engine, type Server } from '../engine.ts'
import { meaningOf } from './error-meaning.ts'
import type { LentConnection } from './lent-connection.ts'
import { overAnother } from './lost.ts'
import { readRows } from './read-rows.ts'
import { takingFrom } from './refused.ts'
import { columnsOfQuery } from './query-columns.ts'
import { mysqlKind, type StoredColumn } from '../stored-column.ts'
import { describeQueries, noQueries, type TableQueries } from '../table-query.ts'
import { textOf, type Database, type Row } from '../tables.ts'
import { verifiedPool, type VerifiedPool } from './verified-pool.ts'
import { Watch } from './watch.ts'

const dialect: Dialect = {
  name: 'mysql',
  keyset: 'expanded',
  indexHints: true,
  seconds: 'interval',
  joinInOrder: 'straight_join',
  collates: true,
  textType: 'char',
  decimals: 'exact',
  longLists: 'values',
  checksDeadline: false,
}

interface Limits {
  readonly connectionsMax: number
  readonly queriesWaitingMax: number
  readonly queryTimeoutMs: number
  readonly queries?: TableQueries
}

export interface MysqlEngine extends Engine {
  readonly pool: VerifiedPool
}

export function openMysql(address: MysqlAddress, limits: Limits, access: Access): MysqlEngine {
  // Options are read once, since the file of certificates may be gone when a query has to be killed
  const options = connectionOptions(address)
  const opened = createPool({ ...options, ...poolOptions(address, limits) })
  const watch = new Watch<LentConnection>(limits.queryTimeoutMs + graceMs)
  const taking = takingFrom(opened, () => watch.size > 0, limits.queriesWaitingMax)
  const openControl = () => createConnection(options)
  const pool = verifiedPool(opened, taking, { charset: address.charset, access }, watch, openControl)
  const kysely = kyselyOver(pool)
  const describe = () => inspect(kysely, (query) => columnsOfQuery(pool, query), limits.queries ?? noQueries)
  return {
    kysely,
    pool,
    dialect,
    // Only the server can ensure that a statement reads, and it does so for sessions of the access `read`
    rows: (query, signal, repeated = () => {}) =>
      readRows(pool, openControl, query, signal, access === 'read' ? repeated : null),
    inspect: () => overAnother(describe),
    meaningOf,
    connections: () => ({ busy: watch.size, waiting: pool.waiting() }),
    reached: pool.reached,
    reconnect: pool.reconnect,
    close: async () => {
      await close(opened)
      watch.stop()
    },
  }
}

/** Makes one engine for several servers: each statement goes to the server that is chosen when it is sent. */
export function switchedMysql(chosen: () => MysqlEngine): Omit<Engine, 'close'> {
  const kysely = kyselyOver({
    getConnection: (callback) => chosen().pool.getConnection(callback),
    end: (callback) => callback(null),
  })
  return {
    kysely,
    dialect,
    rows: (query, signal, repeated) => chosen().rows(query, signal, repeated),
    inspect: () => chosen().inspect(),
    meaningOf,
    connections: () => chosen().connections(),
    reached: () => chosen().reached(),
    reconnect: () => chosen().reconnect(),
  }
}

function kyselyOver(pool: MysqlPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new MysqlDialect({ pool, controlConnection: createConnection }) })
}

/** The idle time of a connection before the operating system probes it, whose own default is two hours. */
const keepAliveMs = 30_000

/** The options of a connection, without those of a pool. */
export function connectionOptions(address: MysqlAddress): ConnectionOptions {
  const { socket, tls, tlsAuthorities } = address
  return {
    ...(socket === null ? { host: address.host, port: address.port } : { socketPath: socket }),
    user: address.user,
    password: address.password,
    database: address.database,
    charset: 'UTF8MB4_GENERAL_CI',
    enableKeepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
    ...(tls === 'off'
      ? {}
      : {
          ssl: {
            rejectUnauthorized: tls === 'verified',
            verifyIdentity: tls === 'verified',
            ...(tlsAuthorities === null ? {} : { ca: readFileSync(tlsAuthorities) }),
          },
        }),
  }
}

function poolOptions(address: MysqlAddress, limits: Limits): PoolOptions {
  return {
    // Text columns hold UTF-8 whatever they declare, so the driver must not follow the session's character set
    ...(address.charset === 'utf8mb4' ? {} : { typeCast: asUtf8, flags: ['-SESSION_TRACK'] }),
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    timezone: 'Z',
    multipleStatements: false,
    connectionLimit: limits.connectionsMax,
    queueLimit: limits.queriesWaitingMax,
    connectTimeout: limits.queryTimeoutMs,
  }
}

/** The time that a connection may stay lent past its query's deadline, for the cancellation to free it. */
const graceMs = 2000

/** Closes the pool; waits no longer than `graceMs` for connections that do not come back. */
async function close(pool: Pool): Promise<void> {
  const ended = new Promise<void>((resolve) => pool.end(() => resolve()))
  await Promise.race([ended, setTimeoutAsync(graceMs, undefined, { ref: false })])
}

function asUtf8(field: TypeCastField, next: TypeCastNext): unknown {
  return textTypes.has(field.type) ? field.string('utf8') : next()
}

const textTypes: ReadonlySet<string> = new Set([
  'VAR_STRING',
  'STRING',
  'BLOB',
  'TINY_BLOB',
  'MEDIUM_BLOB',
  'LONG_BLOB',
])

async function inspect(
  kysely: Kysely<Database>,
  columnsOf: (query: string) => Promise<ReadonlyMap<string, StoredColumn>>,
  queries: TableQueries,
): Promise<Server> {
  const about = await sql<Row>`
    select version() as version, database() as name, @@lower_case_table_names as folded`.execute(kysely)
  const [server = {}] = about.rows
  const columns = await sql<Row>`
    select table_name as \`table\`, column_name as \`column\`, column_type as \`type\`, is_nullable as \`nullable\`,
      coalesce(collation_name not regexp '_(bin|cs)(_|$)', false) as folded,
      extra like '%auto_increment%' as counted,
      /*M!100300 generation_expression = 'ROW END' or */ false as row_end
    from information_schema.columns where table_schema = database()
    order by table_name, ordinal_position`.execute(kysely)
  // MySQL has `is_visible`, MariaDB `ignored`, older servers neither
  const indexed = await sql<Row>`
    select s.*, table_name as \`table\`, index_name as \`index\`, column_name as \`column\`
    from information_schema.statistics s where table_schema = database()
    order by table_name, index_name, seq_in_index`.execute(kysely)
  const usable = indexed.rows.filter(
    (row) => textOf(row, 'IS_VISIBLE') !== 'NO' && textOf(row, 'IGNORED') !== 'YES',
  )
  // Indexes that queries ignore make rows unique, too
  const keyed = indexed.rows.filter((row) => textOf(row, 'NON_UNIQUE') === '0')
  const { tables, indexes, keys } = structureOf(columns.rows, { indexed: usable, keyed }, mysqlKind)
  const isRefusal = (error: unknown) => ['bug', 'changed'].includes(meaningOf(error))
  const described = await describeQueries(queries, columnsOf, isRefusal)
  return {
    name: serverName(textOf(server, 'version')),
    schema: textOf(server, 'name'),
    ...(textOf(server, 'folded') === '0'
      ? {}
      : { storedNames: new Map([...tables.keys()].map((name) => [name.toLowerCase(), name])) }),
    tables: new Map([...tables, ...described.tables]),
    indexes,
    keys,
    queryProblems: described.problems,
  }
}

function serverName(version: string): string {
  const [number = version] = /\d+(\.\d+)+/.exec(version.replace(/^5\.5\.5-/, '')) ?? []
  return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`
}
