// Asks a server about its binary log: its end, and which databases it covers.
import { sql } from 'kysely'
import type { LogPoint } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'

export type LogStatus = Readonly<Record<string, unknown>>

/** MySQL 8.4 knows the first, older servers and MariaDB the second. */
export const endStatements = ['show binary log status', 'show master status'] as const

/** Reads the log's status, over the given connection if any; null where the account may not. Throws where the server does not answer. */
export type AskLog = (signal?: AbortSignal, over?: Engine['kysely']) => Promise<LogStatus | null>

/** The longest wait for the status. */
const endLimitMs = 500

export function askLogOf(engine: Pick<Engine, 'kysely' | 'meaningOf'>): AskLog {
  const { kysely } = engine
  const statements = endStatements.map((statement) => sql.raw<LogStatus>(statement))
  let known = 0
  return async (signal, over = kysely) => {
    for (; known < statements.length; known += 1) {
      const query = statements[known]?.compile(over)
      const options = signal ? { signal, inflightQueryAbortStrategy: 'cancel query' as const } : undefined
      const found = query && (await over.executeQuery(query, options).catch(orRefused(engine)))
      if (found) return found.rows[0] ?? {}
    }
    known = 0
    return null
  }
}

/** Makes a refused statement null; rethrows where the server did not answer, and so has refused nothing. */
export function orRefused({ meaningOf }: Pick<Engine, 'meaningOf'>): (error: unknown) => null {
  return (error) => {
    if (['unavailable', 'timeout', 'overloaded'].includes(meaningOf(error))) throw error
    return null
  }
}

/** Settles with the end of the log at a moment after the call; null where the server does not give it. */
export async function logEndOf(ask: AskLog): Promise<LogPoint | null> {
  const status = await ask(AbortSignal.timeout(endLimitMs)).catch(() => null)
  return status && endIn(status)
}

export function endIn(status: LogStatus): LogPoint | null {
  const [file, offset] = [status['File'], Number(status['Position'])]
  return typeof file === 'string' && offset > 0 ? { file, offset } : null
}
