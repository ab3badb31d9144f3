// Collects the statements that run for one piece of work, across awaits, to explain an answer.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery } from 'kysely'

export interface StatementRun {
  /** The name of its plan: `posts.list`. */
  readonly plan: string
  readonly query: CompiledQuery
  readonly ms: number
  /** How many rows it returned. */
  readonly rows: number
}

const running = new AsyncLocalStorage<StatementRun[]>()

/** Runs the work, and returns its result with the statements that ran for it. */
export async function withStatements<T>(
  work: () => Promise<T>,
): Promise<readonly [result: T, statements: readonly StatementRun[]]> {
  const statements: StatementRun[] = []
  return [await running.run(statements, work), statements]
}

/** Has no effect outside of `withStatements`. */
export function recordStatement(statement: StatementRun): void {
  running.getStore()?.push(statement)
}
