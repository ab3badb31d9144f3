// MySQL and MariaDB through mysql2 and Kysely's MySQL dialect. Every connection is set up and verified before its
// first query: reading only, UTC, and an sql_mode under which mysql2's escaping on the client is right
// (NO_BACKSLASH_ESCAPES would let escaped text inject). Dates and large integers stay text.
import { readFileSync } from 'node:fs'
import { Kysely, MysqlDialect, sql, type MysqlPool } from 'kysely'
import { createConnection, createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2'
import type { Charset, MysqlAddress } from './address.ts'
import type { Dialect, DriverErrorMeaning, Engine, Index, Server } from './engine.ts'
import type { Database } from './tables.ts'

const dialect: Dialect = { name: 'mysql', keyset: 'expanded', indexHints: true }
const collations: Readonly<Record<Charset, string>> = {
  utf8mb4: 'UTF8MB4_GENERAL_CI',
  utf8mb3: 'UTF8_GENERAL_CI',
  latin1: 'LATIN1_SWEDISH_CI',
}

export interface MysqlLimits {
  readonly connectionsMax: number
  readonly queriesWaitingMax: number
  readonly connectTimeoutMs: number
}

export function openMysql(address: MysqlAddress, limits: MysqlLimits): Engine {
  const pool = createPool(poolOptions(address, limits))
  const kysely = new Kysely<Database>({
    dialect: new MysqlDialect({ pool: verified(pool), controlConnection: createConnection }),
  })
  return {
    kysely,
    dialect,
    cancels: true,
    inspect: () => inspect(kysely),
    meaningOf,
    close: () => new Promise((resolve) => pool.end(() => resolve())),
  }
}

function poolOptions(address: MysqlAddress, limits: MysqlLimits): PoolOptions {
  const { socket, tls, tlsAuthorities } = address
  return {
    ...(socket === null ? { host: address.host, port: address.port } : { socketPath: socket }),
    user: address.user,
    password: address.password,
    database: address.database,
    charset: collations[address.charset],
    ...(tls === 'off'
      ? {}
      : {
          ssl: {
            rejectUnauthorized: tls === 'verified',
            verifyIdentity: tls === 'verified',
            ...(tlsAuthorities === null ? {} : { ca: readFileSync(tlsAuthorities) }),
          },
        }),
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    timezone: 'Z',
    multipleStatements: false,
    connectionLimit: limits.connectionsMax,
    queueLimit: limits.queriesWaitingMax,
    connectTimeout: limits.connectTimeoutMs,
    enableKeepAlive: true,
  }
}

/** A pool that hands out a connection only once its session is what the rest relies on. */
function verified(pool: Pool): MysqlPool {
  const ready = new WeakSet<PoolConnection>()
  return {
    end: (callback) => pool.end(callback),
    getConnection: (callback) =>
      pool.getConnection((error, connection) => {
        if (error || ready.has(connection)) return callback(error, connection)
        prepareSession(connection).then(
          () => {
            ready.add(connection)
            callback(null, connection)
          },
          (reason: unknown) => {
            connection.destroy()
            callback(reason, connection)
          },
        )
      }),
  }
}

const sessionWanted: Readonly<Record<string, RegExp>> = {
  sql_mode: /^$/,
  time_zone: /^\+00:00$/,
  // One of the two, by the server's age
  transaction_read_only: /^(ON|1)$/,
  tx_read_only: /^(ON|1)$/,
}

async function prepareSession(connection: PoolConnection): Promise<void> {
  const session = connection.promise()
  await session.query(`set session sql_mode = '', session time_zone = '+00:00'`)
  await session.query('set session transaction read only')
  const [rows] = await session.query({
    sql: `show session variables where variable_name in (${Object.keys(sessionWanted)
      .map((name) => `'${name}'`)
      .join(', ')})`,
    rowsAsArray: true,
  })
  const found = Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.map(String) : [])) : []
  const wrong = found.find(([name = '', value = '']) => !sessionWanted[name]?.test(value))
  if (found.length < 3 || wrong)
    throw new Error(`the session cannot be set up: ${(wrong ?? ['nothing']).join(' is ')}`)
}

async function inspect(kysely: Kysely<Database>): Promise<Server> {
  const [version] = (await sql<{ version: string }>`select version() as version`.execute(kysely)).rows
  const { rows } = await sql<{ physical: string; name: string; column: string }>`
    select table_name as physical, index_name as name, column_name as \`column\`
    from information_schema.statistics where table_schema = database()
    order by table_name, index_name, seq_in_index`.execute(kysely)
  const indexes = new Map<string, Index[]>()
  for (const [key, columns] of Map.groupBy(rows, (row) => `${row.physical}\0${row.name}`)) {
    const [table = '', name = ''] = key.split('\0')
    indexes.set(table, [...(indexes.get(table) ?? []), { name, columns: columns.map((row) => row.column) }])
  }
  return { name: serverName(version?.version ?? ''), indexes }
}

function serverName(version: string): string {
  const [number = version] = /\d+(\.\d+)+/.exec(version.replace(/^5\.5\.5-/, '')) ?? []
  return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`
}

const unavailable: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_CON_COUNT_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_NO_SUCH_TABLE',
  'ER_SERVER_SHUTDOWN',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_USER_LIMIT_REACHED',
])

function meaningOf(error: unknown): DriverErrorMeaning {
  if (!(error instanceof Error)) return 'bug'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout'
  if (error.message === 'Queue limit reached.') return 'overloaded'
  const code = 'code' in error ? String(error.code) : ''
  const lost = 'fatal' in error && error.fatal === true
  return lost || unavailable.has(code) || /^(E[A-Z]+|PROTOCOL_.*|HANDSHAKE_.*)$/.test(code)
    ? 'unavailable'
    : 'bug'
}
