// A session that writes to a test database, a transaction at a time; some are rolled back, whole or in part.
import { createConnection } from 'mysql2/promise'
import type { TestDatabase } from './databases.ts'
import type { Random } from './random.ts'

export interface Writing {
  /** How many of the statements were committed. */
  readonly write: (statements: readonly string[]) => Promise<number>
  readonly close: () => Promise<void>
}

export async function openWriting(database: TestDatabase, random: Random): Promise<Writing> {
  if (database.flavour === 'sqlite')
    return {
      write: async (statements) => {
        for (const statement of statements) await database.execute(statement)
        return statements.length
      },
      close: async () => {},
    }
  const session = await createConnection(database.adminUrl)
  await session.query(`set sql_mode = 'NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = 2`)
  const transaction = async ([first = '', ...others]: readonly string[]) => {
    if (others.length === 0) {
      await session.query(first)
      return 1
    }
    await session.query('begin')
    await session.query(first)
    await session.query('savepoint first')
    for (const each of others) await session.query(each)
    const end = random.next()
    if (end < 0.15) {
      await session.query('rollback')
      return 0
    }
    if (end < 0.3) await session.query('rollback to savepoint first')
    await session.query('commit')
    return end < 0.3 ? 1 : others.length + 1
  }
  return {
    write: async (statements) => {
      try {
        return await transaction(statements)
      } catch (error) {
        // Others held a row, or wrote the same one
        if (!(error instanceof Error && 'errno' in error && refusals.has(Number(error.errno)))) throw error
        await session.query('rollback')
        return 0
      }
    },
    close: () => session.end(),
  }
}

/** Deadlock, a lock waited for too long, a key that is there already. */
const refusals: ReadonlySet<number> = new Set([1213, 1205, 1062])
