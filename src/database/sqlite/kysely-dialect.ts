// Kysely's dialect for SQLite with two changes: queries wait for locks, and the parameters of a statement are numbered, so that a value
// that occurs in it many times, as values of visibility rules do, is bound once.
import {
  SqliteDialect,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely'
import { onceUnlocked } from './unlocked.ts'

export class PatientDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const patient = (connection: DatabaseConnection): DatabaseConnection => ({
      executeQuery: (query) => onceUnlocked(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    })
    return {
      init: () => driver.init(),
      acquireConnection: async () => patient(await driver.acquireConnection()),
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      releaseConnection: (connection) => driver.releaseConnection(connection),
      destroy: () => driver.destroy(),
    }
  }

  override createQueryCompiler(): QueryCompiler {
    return new NumberingCompiler()
  }
}

class NumberingCompiler extends SqliteQueryCompiler {
  readonly #places = new Map<unknown, number>()
  #followsLike = false

  override compileQuery(node: RootOperationNode, id: QueryId) {
    this.#places.clear()
    return super.compileQuery(node, id)
  }

  protected override append(text: string): void {
    if (text.trim() !== '') this.#followsLike = /\blike\s*$/.test(text)
    super.append(text)
  }

  /** Numbers a parameter. A `+` follows `like`, since SQLite prepares a statement with a bare parameter there again at each run. */
  protected override appendValue(value: unknown): void {
    const known = this.#places.get(value)
    if (known === undefined) {
      this.addParameter(value)
      this.#places.set(value, this.numParameters)
    }
    this.append(`${this.#followsLike ? '+' : ''}?${known ?? this.numParameters}`)
  }
}
