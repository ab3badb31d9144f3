// What a server says of its binary log: how far it reaches, and which databases are in it.
import { sql } from 'kysely'
import type { LogPoint } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'

export type LogStatus = Readonly<Record<string, unknown>>

/** Asks for the log's state; null where the account may not. */
export type AskLog = (signal?: AbortSignal) => Promise<LogStatus | null>

/** How long to wait for it, ms. */
const endLimitMs = 500

export function askLogOf({ kysely }: Pick<Engine, 'kysely'>): AskLog {
  // MySQL 8.4 knows the first, older servers and MariaDB the second
  const statements = [sql<LogStatus>`show binary log status`, sql<LogStatus>`show master status`]
  let known = 0
  return async (signal) => {
    for (; known < statements.length; known += 1) {
      const query = statements[known]?.compile(kysely)
      const options = signal ? { signal, inflightQueryAbortStrategy: 'cancel query' as const } : undefined
      const found = query && (await kysely.executeQuery(query, options).catch(() => null))
      if (found) return found.rows[0] ?? {}
      if (signal?.aborted) return null
    }
    known = 0
    return null
  }
}

/** The end of the log at a moment after it is asked for; null where nobody says. */
export async function logEndOf(ask: AskLog): Promise<LogPoint | null> {
  const status = await ask(AbortSignal.timeout(endLimitMs))
  const [file, offset] = [status?.['File'], Number(status?.['Position'])]
  return typeof file === 'string' && offset > 0 ? { file, offset } : null
}
