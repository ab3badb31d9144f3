// What every kind of database offers the rooms above: a Kysely whose dialect compiles and runs queries, what the
// server says of itself, and what an error of its driver means. One file per kind implements it.
import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

export interface Engine {
  /** Its schema is the logical one: a query runs only after `toPhysical` has renamed it. */
  readonly kysely: Kysely<Database>
  readonly dialect: Dialect
  /** Whether a query past its deadline can be cancelled on the server. */
  readonly cancels: boolean
  /** Asks the server what it is; throws where it cannot be reached or is not to be used. */
  readonly inspect: () => Promise<Server>
  readonly meaningOf: (error: unknown) => DriverErrorMeaning
  readonly close: () => Promise<void>
}

/** How the two families of SQL differ for us. */
export interface Dialect {
  readonly name: 'mysql' | 'sqlite'
  /**
   * The form of "after this position" that the planner reads an index range for (measured, docs/databases.md):
   * MySQL and MariaDB never for a row value, SQLite never for the expanded one.
   */
  readonly keyset: 'expanded' | 'row-value'
  /** Whether `force index (name)` can be said. */
  readonly indexHints: boolean
}

export interface Server {
  /** For people: `MariaDB 10.11.6`. */
  readonly name: string
  /** Physical table names → the names and columns of their indexes. */
  readonly indexes: ReadonlyMap<string, readonly Index[]>
}

export interface Index {
  readonly name: string
  readonly columns: readonly string[]
}

/** `bug`: neither the server nor the network is to blame. */
export type DriverErrorMeaning = 'unavailable' | 'timeout' | 'overloaded' | 'bug'
