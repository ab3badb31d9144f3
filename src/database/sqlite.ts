// SQLite through node:sqlite and Kysely's SQLite dialect: the embedded database of the demo and of tests. The file is
// opened for reading only. Queries run on this thread.
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { SqliteAddress } from './address.ts'
import type { Dialect, Engine, Index, Server } from './engine.ts'
import type { Database } from './tables.ts'

const statementsKeptMax = 256

const dialect: Dialect = { name: 'sqlite', keyset: 'row-value', indexHints: false }

export function openSqlite(address: SqliteAddress): Engine {
  let database: DatabaseSync | null = null
  const open = () => (database ??= new DatabaseSync(address.path, { readOnly: true, timeout: 1000 }))
  return {
    kysely: new Kysely<Database>({ dialect: new SqliteDialect({ database: async () => adapt(open()) }) }),
    dialect,
    cancels: false,
    inspect: async () => inspect(open()),
    // node:sqlite says SQLITE_* codes as `errcode`: 5 busy, 6 locked, 14 cannot open, 26 not a database
    meaningOf: (error) => ([5, 6, 14, 26].includes(errcodeOf(error)) ? 'unavailable' : 'bug'),
    close: async () => {
      database?.close()
      database = null
    },
  }
}

/** What Kysely's dialect expects of a SQLite library, said by node:sqlite; prepared statements are kept. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      const statement = adaptStatement(database.prepare(sql))
      const oldest = kept.size < statementsKeptMax ? undefined : kept.keys().next().value
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(sql, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  statement.setReadBigInts(true)
  return {
    reader: true,
    all: (parameters) => statement.all(...parameters.map(toInput)).map(fromRow),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(toInput))) yield fromRow(row)
    },
  }
}

/** SQLite has signed integers only: a larger one is compared as text, and found nowhere. */
function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'bigint') return value <= 0x7fff_ffff_ffff_ffffn ? value : String(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new TypeError(`a ${typeof value} cannot be a parameter`)
}

function fromRow(row: Record<string, SQLOutputValue>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    read[name] =
      typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return read
}

function inspect(database: DatabaseSync): Server {
  const version = database.prepare('select sqlite_version() as version').get()?.['version']
  const indexes = new Map<string, Index[]>()
  const rows = database
    .prepare(
      `select m.tbl_name as "table", m.name as name, c.name as "column"
       from sqlite_master m, pragma_index_info(m.name) c where m.type = 'index' order by m.name, c.seqno`,
    )
    .all()
  for (const row of rows) {
    const [table, name, column] = [String(row['table']), String(row['name']), String(row['column'])]
    const known = indexes.get(table) ?? []
    const index = known.find((candidate) => candidate.name === name)
    if (index) known.splice(known.indexOf(index), 1, { name, columns: [...index.columns, column] })
    else known.push({ name, columns: [column] })
    indexes.set(table, known)
  }
  return { name: `SQLite ${String(version)}`, indexes }
}

function errcodeOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return 0
  return Number(error.errcode) & 0xff
}
