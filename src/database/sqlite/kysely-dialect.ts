// Kysely's dialect for SQLite, whose queries wait for locks, and which numbers the parameters of a statement: values that stand in it
// many times, as those of a rule do, are bound once.
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

  /** Where a pattern is nothing but a parameter, SQLite prepares the statement anew each time it runs, to look for an index. */
  protected override appendValue(value: unknown): void {
    const known = this.#places.get(value)
    if (known === undefined) {
      this.addParameter(value)
      this.#places.set(value, this.numParameters)
    }
    this.append(`${this.#followsLike ? '+' : ''}?${known ?? this.numParameters}`)
  }
}
