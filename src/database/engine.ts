// The interface of every kind of database: a Kysely whose dialect compiles and runs queries, the server's description, and the meaning of
// its driver's errors. A folder for each kind implements it.
import { isDeepStrictEqual } from 'node:util'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Replication } from './replication.ts'
import type { StoredColumn, StoredKind } from './stored-column.ts'
import { textOf, type Database, type Row } from './tables.ts'

export interface Engine {
  /** Its schema is the logical one: a query runs only after `toPhysical` has renamed it. */
  readonly kysely: Kysely<Database>
  readonly dialect: Dialect
  /**
   * Runs a query that only reads; rejects with the signal's reason once that aborts, and cancels the query if it can. A query whose
   * connection is lost is sent once more, after `repeated` was called with the error.
   */
  readonly rows: (
    query: CompiledQuery,
    signal: AbortSignal,
    repeated?: (error: unknown) => void,
  ) => Promise<readonly Row[]>
  /** Reads the server's description, again if a connection is lost; throws where the server cannot be reached or must not be used. */
  readonly inspect: () => Promise<Server>
  readonly meaningOf: (error: unknown) => DriverErrorMeaning
  /** Connections in use, and queries that wait for one; null where connections are not limited. */
  readonly connections: () => { readonly busy: number; readonly waiting: number } | null
  /** The names of the servers that usable connections reach: two where the address has come to lead to another one. Empty for a file. */
  readonly reached: () => ReadonlySet<string>
  /** Replaces all connections before the next query. */
  readonly reconnect: () => void
  readonly close: () => Promise<void>
}

/** The access of an engine: extensions write to tables of their own through a `write` engine; everything else only reads. */
export type Access = 'read' | 'write'

/** The differences between the two families of SQL. */
export interface Dialect {
  readonly name: 'mysql' | 'sqlite'
  /**
   * The form of "after this position" that the planner reads an index range for (measured, docs/databases.md):
   * MySQL and MariaDB never for a row value, SQLite never for the expanded one.
   */
  readonly keyset: 'expanded' | 'row-value'
  /** True where statements may contain `force index (name)`. */
  readonly indexHints: boolean
  /** The way to subtract seconds from a time: `- interval n second`, or a modifier of `datetime`. */
  readonly seconds: 'interval' | 'modifier'
  /** The keyword that joins two tables in the order in which they are written. */
  readonly joinInOrder: 'straight_join' | 'cross join'
  /** True where text compares, sorts and matches as in WordPress; otherwise the functions `fold` and `sort_key` do it. */
  readonly collates: boolean
  /** The type of text in a cast. */
  readonly textType: 'char' | 'text'
  /** `exact` where decimals of the database are exact; otherwise a registered function (`round_decimal`) computes them. */
  readonly decimals: 'exact' | 'registered'
  /** The form of a very long list of values: a statement of SQLite takes 32 766 values. */
  readonly longLists: 'values' | 'json'
  /** True where queries have to call `within_deadline` for each row that they examine, to end at their deadline. */
  readonly checksDeadline: boolean
}

export interface Server {
  /** The name for logs and the owner: `MariaDB 10.11.6`. */
  readonly name: string
  /** Columns in lower case, by physical table. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, StoredColumn>>
  /** Indexes by physical table. */
  readonly indexes: ReadonlyMap<string, readonly Index[]>
  /** Keys by physical table. */
  readonly keys: ReadonlyMap<string, readonly Key[]>
  /** The database's name as the server's log spells it: servers on some systems accept a name in any case. Missing for a file. */
  readonly schema?: string
  /** Stored names of tables by their names in lower case. Missing where names are case-sensitive. */
  readonly storedNames?: ReadonlyMap<string, string>
  /** The reasons why the server refuses queries of the layout, by the names of their tables. */
  readonly queryProblems?: ReadonlyMap<string, string>
  /** The address of the server, without account and password. */
  readonly place?: string
  /** True where the server is a replica. */
  readonly replication?: Replication['kind']
}

export interface Index {
  readonly name: string
  /** In lower case. */
  readonly columns: readonly string[]
  /** True for full-text indexes. */
  readonly isFulltext: boolean
}

/**
 * A key: no two rows have the same values in its columns. `counted`: the server numbers the rows (AUTO_INCREMENT) in this column, which
 * is no key by itself where another column partitions the table.
 */
export interface Key {
  readonly kind: 'primary' | 'unique' | 'counted'
  /** In lower case; empty for an expression. */
  readonly columns: readonly string[]
}

/**
 * `changed`: a table, column, index or grant is gone. `nothing`: no row can have the value. `bug`: the cause is neither the server nor
 * the network.
 */
export type DriverErrorMeaning = 'unavailable' | 'changed' | 'timeout' | 'overloaded' | 'nothing' | 'bug'

/**
 * Makes the tables of a server from rows of its catalogue: of `table`, `column`, `type`, `nullable`, `folded`, `counted`, `row_end`, and
 * of `table`, `index`, `column` in the index's order. `keyed`: rows of unique indexes; that of the primary key is called PRIMARY.
 */
export function structureOf(
  columns: readonly Row[],
  { indexed, keyed }: { readonly indexed: readonly Row[]; readonly keyed: readonly Row[] },
  kindOf: (type: string) => StoredKind,
): Pick<Server, 'tables' | 'indexes' | 'keys'> {
  const lower = (row: Row) => textOf(row, 'column').toLowerCase()
  const stored = (row: Row): StoredColumn => {
    const type = textOf(row, 'type')
    return {
      type,
      kind: kindOf(type),
      isNullable: textOf(row, 'nullable') === 'YES',
      isFolded: textOf(row, 'folded') === '1',
    }
  }
  const byTable = (rows: readonly Row[]) => Map.groupBy(rows, (row) => textOf(row, 'table'))
  const byIndex = (rows: readonly Row[] = []) => [...Map.groupBy(rows, (row) => textOf(row, 'index'))]
  const tables = [...byTable(columns)].map(
    ([table, rows]) => [table, new Map(rows.map((row) => [lower(row), stored(row)]))] as const,
  )
  const indexes = [...byTable(indexed)].map(([table, rows]) => {
    const made = byIndex(rows).map(([name, parts]) => ({
      name,
      columns: parts.map(lower),
      isFulltext: parts.some((part) => textOf(part, 'INDEX_TYPE') === 'FULLTEXT'),
    }))
    return [table, made] as const
  })
  const [indexedOf, keyedOf] = [byTable(indexed), byTable(keyed)]
  const keys = [...byTable(columns)].map(([table, rows]) => {
    // Queries see only current versions of rows, which all have the same end
    const ends = new Set(rows.filter((row) => textOf(row, 'row_end') === '1').map(lower))
    const unique = byIndex(keyedOf.get(table)).map(([name, parts]): Key => ({
      kind: name === 'PRIMARY' ? 'primary' : 'unique',
      columns: parts.map(lower).filter((column) => !ends.has(column)),
    }))
    // MyISAM numbers the second column of an index from 1 for each value of the first
    const first = new Set(byIndex(indexedOf.get(table)).flatMap(([, [part]]) => (part ? [lower(part)] : [])))
    const counted = rows.filter((row) => textOf(row, 'counted') === '1' && first.has(lower(row)))
    const numbered = counted.map((row): Key => ({ kind: 'counted', columns: [lower(row)] }))
    return [table, [...unique, ...numbered]] as const
  })
  return { tables: new Map(tables), indexes: new Map(indexes), keys: new Map(keys) }
}

/**
 * True where both describe one server with the same tables, columns and indexes, and the same role in replication as far as it is known.
 * The order in which a catalogue lists tables does not matter.
 */
export function isSame(one: Server, other: Server): boolean {
  const roles = [one, other].map(({ replication = 'unknown' }) => replication)
  const isSameRole = roles.includes('unknown') || one.replication === other.replication
  return isSameRole && isDeepStrictEqual(described(one), described(other))
}

function described({ name, tables, indexes, keys, place }: Server): readonly unknown[] {
  return [name, place, tables, indexes, keys]
}

/** True where `server` lacks a table, a column or an index of `other`. */
export function lacks(server: Server, other: Server): boolean {
  const lacksColumn = [...other.tables].some(
    ([table, columns]) => !new Set(columns.keys()).isSubsetOf(server.tables.get(table) ?? new Set()),
  )
  const names = (indexes: readonly Index[] = []) => new Set(indexes.map(({ name }) => name))
  const lacksIndex = [...other.indexes].some(
    ([table, indexes]) => !names(indexes).isSubsetOf(names(server.indexes.get(table))),
  )
  return lacksColumn || lacksIndex
}
