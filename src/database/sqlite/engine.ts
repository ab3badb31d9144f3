// SQLite through node:sqlite and Kysely's SQLite dialect: the embedded database of the demo and of tests. The file is opened for reading
// only, and opened again when it was written or another file has replaced it. Queries run on the main thread.
import { statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { SqliteAddress } from '../address.ts'
import { fold, sortKey } from '../collation.ts'
import { decimalKey, timeKey } from './typed-key.ts'
import { leadingDecimal, multiplyDecimals, roundDecimal } from './decimal.ts'
import {
  structureOf,
  type Access,
  type Dialect,
  type DriverErrorMeaning,
  type Engine,
  type Server,
} from '../engine.ts'
import { sqliteKind, type StoredColumn } from '../stored-column.ts'
import { describeQueries, noQueries, type TableQueries } from '../table-query.ts'
import { textOf, type Database, type Row } from '../tables.ts'
import { PatientDialect } from './kysely-dialect.ts'
import { openFile } from './open-file.ts'
import { errcodeOf, onceUnlocked } from './unlocked.ts'

const statementsKeptMax = 256

const dialect: Dialect = {
  name: 'sqlite',
  keyset: 'row-value',
  indexHints: false,
  seconds: 'modifier',
  joinInOrder: 'cross join',
  collates: false,
  textType: 'text',
  decimals: 'registered',
  longLists: 'json',
  checksDeadline: true,
}

export function openSqlite(
  address: SqliteAddress,
  {
    queryTimeoutMs,
    queries = noQueries,
  }: { readonly queryTimeoutMs: number; readonly queries?: TableQueries | undefined },
  access: Access,
): Engine {
  let connection: Connection | null = null
  let openings = 0
  let isClosed = false
  const deadline = createDeadline(queryTimeoutMs)
  const open = (): Connection => {
    if (isClosed) throw new DatabaseClosed('the database is closed')
    const file = fileAt(address.path)
    // A deleted file stays open until another replaces it, and a transaction ends in the file where it began
    if (connection && (file === null || file === connection.file || connection.database.isTransaction))
      return connection
    close()
    const opened = openFile(address.path, { readOnly: access === 'read', timeout: 0 })
    opened.function('fold', { deterministic: true }, (text) => {
      deadline.check()
      return typeof text === 'string' ? fold(text) : text
    })
    opened.function('sort_key', { deterministic: true }, (text) =>
      typeof text === 'string' ? sortKey(text) : text,
    )
    opened.function('round_decimal', { deterministic: true }, (text, places) =>
      typeof text === 'string' ? roundDecimal(text, Number(places)) : null,
    )
    opened.function('leading_decimal', { deterministic: true }, (text) =>
      typeof text === 'string' ? leadingDecimal(text) : '0',
    )
    opened.function('multiply_decimals', { deterministic: true }, (one, other) =>
      typeof one === 'string' && typeof other === 'string' ? multiplyDecimals(one, other) : null,
    )
    opened.function('decimal_key', { deterministic: true }, (text) =>
      text === null ? null : decimalKey(String(text)),
    )
    opened.function('time_key', { deterministic: true }, (text) =>
      typeof text === 'string' ? timeKey(text) : null,
    )
    opened.function('within_deadline', { varargs: true, useBigIntArguments: true }, deadline.check)
    const opening = (openings += 1)
    opened.function('opening', () => opening)
    connection = { file, database: opened, adapted: adapt(opened, deadline) }
    return connection
  }
  const close = () => {
    connection?.database.close()
    connection = null
  }
  const kysely = new Kysely<Database>({
    dialect: new PatientDialect({ database: { close, prepare: (sql) => open().adapted.prepare(sql) } }),
  })
  return {
    kysely,
    dialect,
    rows: ({ sql, parameters }, signal) =>
      onceUnlocked(() => open().adapted.prepare(sql).all(parameters), signal),
    inspect: () => onceUnlocked(() => withDescribed(inspect(open().database), open().database, queries)),
    meaningOf,
    connections: () => null,
    reached: () => noServers,
    reconnect: () => {},
    close: async () => {
      isClosed = true
      close()
    },
  }
}

const noServers: ReadonlySet<string> = new Set()

interface Connection {
  /** The identity of the open file (`fileAt`); null where it did not exist when it was opened. */
  readonly file: string | null
  readonly database: DatabaseSync
  readonly adapted: Adapted
}

/**
 * Identifies the file at a path and its last change; null where there is none. SQLite itself does not notice a copy over the open file
 * that has the same change counter.
 */
function fileAt(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? null : `${stats.dev} ${stats.ino} ${stats.ctimeNs}`
}

interface Deadline {
  readonly begin: () => void
  /** Called for rows that a query examines; throws once the query is past its deadline. */
  readonly check: () => number
}

class DeadlineError extends Error {}
class DatabaseClosed extends Error {}

function createDeadline(timeoutMs: number): Deadline {
  let endsAt = 0
  return {
    begin: () => {
      endsAt = performance.now() + timeoutMs
    },
    check: () => {
      if (performance.now() > endsAt) throw new DeadlineError('the query is past its deadline')
      return 1
    },
  }
}

/**
 * The codes SQLITE_* in `errcode` of node:sqlite: 5 busy, 6 locked, 8 read-only (8 itself for a write; with extra bits where a writer's
 * unfinished work waits for the next writer), 10 I/O, 11 corrupt, 14 cannot open, 26 not a database.
 */
function meaningOf(error: unknown): DriverErrorMeaning {
  // The signal aborts a query that waits for a lock
  if (error instanceof DeadlineError || (error instanceof Error && error.name === 'TimeoutError'))
    return 'timeout'
  if (error instanceof DatabaseClosed) return 'unavailable'
  // A write to a read-only file fails like a write to a table whose grant is gone
  if (error instanceof Error && 'errcode' in error && error.errcode === 8) return 'changed'
  const code = errcodeOf(error)
  if ([5, 6, 8, 10, 11, 14, 26].includes(code)) return 'unavailable'
  // 17 means that the schema changed; for missing tables and columns, also within a view, only the message says so
  const isGone =
    code === 17 || (code === 1 && error instanceof Error && /no such (table|column)\b/.test(error.message))
  return isGone ? 'changed' : 'bug'
}

interface Statement extends SqliteStatement {
  readonly all: (parameters: readonly unknown[]) => Row[]
}

/** The interface of SQLite libraries that Kysely's dialect expects, over node:sqlite; prepared statements are cached. */
interface Adapted extends SqliteDatabase {
  readonly prepare: (sql: string) => Statement
}

function adapt(database: DatabaseSync, deadline: Deadline): Adapted {
  const kept = new Map<string, Statement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      const statement = adaptStatement(database.prepare(sql), deadline)
      const oldest = kept.size < statementsKeptMax ? undefined : kept.keys().next().value
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(sql, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync, deadline: Deadline): Statement {
  statement.setReadBigInts(true)
  // Rows come as arrays, since each one is copied into another object anyway
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  const fromRow = (row: Record<number, SQLOutputValue>) => {
    const read: Record<string, unknown> = {}
    names.forEach((name, nth) => (read[name] = fromOutput(row[nth])))
    return read
  }
  return {
    reader: names.length > 0,
    all: (parameters) => {
      deadline.begin()
      return statement.all(...parameters.map(toInput)).map(fromRow)
    },
    run: (parameters) => statement.run(...parameters.map(toInput)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(toInput))) yield fromRow(row)
    },
  }
}

/** Converts a parameter. SQLite has signed 64-bit integers only: a larger one is compared as text, and matches no row. */
function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'bigint')
    return value <= 0x7fff_ffff_ffff_ffffn && value >= -0x8000_0000_0000_0000n ? value : String(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new TypeError(`a ${typeof value} cannot be a parameter`)
}

/** Converts a value of a result. Bytes become text, since some sites store titles or passwords as bytes. */
function fromOutput(value: SQLOutputValue | undefined): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function inspect(database: DatabaseSync): Server {
  const version = textOf(database.prepare('select sqlite_version() as version').get() ?? {}, 'version')
  const tables = database.prepare(`select name from sqlite_master where type in ('table', 'view')`).all()
  // A column of the primary key has a value, though `notnull` is 0 unless it is declared
  const columns = database.prepare(
    `select ? as "table", c.name as "column", c.type as "type",
       case when c."notnull" = 0 and c.pk = 0 then 'YES' else 'NO' end as "nullable",
       c.pk as "nth", 'PRIMARY' as "index"
     from pragma_table_info(?) c`,
  )
  const columnsOf = (row: Row) => {
    const table = textOf(row, 'name')
    try {
      return columns.all(table, table)
    } catch (error) {
      // A view over a missing table counts as missing
      if (meaningOf(error) === 'changed') return []
      throw error
    }
  }
  const indexed = database
    .prepare(
      `select m.tbl_name as "table", m.name as "index", c.name as "column", l."unique" and not l.partial as "unique"
       from sqlite_master m, pragma_index_list(m.tbl_name) l on l.name = m.name, pragma_index_info(m.name) c
       where m.type = 'index' order by m.name, c.seqno`,
    )
    .all()
  const described = tables.flatMap(columnsOf)
  // A primary key of one integer has no index
  const primary = described
    .filter((row) => textOf(row, 'nth') !== '0')
    .toSorted((one, other) => Number(one['nth']) - Number(other['nth']))
  const keyed = [...primary, ...indexed.filter((row) => textOf(row, 'unique') === '1')]
  return { name: `SQLite ${version}`, ...structureOf(described, { indexed, keyed }, sqliteKind) }
}

async function withDescribed(server: Server, database: DatabaseSync, queries: TableQueries): Promise<Server> {
  const columnsOf = async (query: string) => {
    const statement = database.prepare(query)
    const described = statement.columns()
    // An expression has no declared type, so the type of its first value counts
    const first = described.some(({ type }) => type === null) ? statement.get() : undefined
    return new Map(
      described.map(({ name, type }): readonly [string, StoredColumn] => {
        const declared = type ?? typeOfValue(first?.[name])
        return [
          name.toLowerCase(),
          { type: declared, kind: sqliteKind(declared), isNullable: true, isFolded: false },
        ]
      }),
    )
  }
  const isRefusal = (error: unknown) => ['bug', 'changed'].includes(meaningOf(error))
  const { tables, problems } = await describeQueries(queries, columnsOf, isRefusal)
  return { ...server, tables: new Map([...server.tables, ...tables]), queryProblems: problems }
}

function typeOfValue(value: unknown): string {
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' || typeof value === 'bigint' ? 'integer' : ''
}
