// Finds whether a server holds commits back until a replica has them (semi-synchronous replication): they are in its log, and readers do
// not see them yet. The server counts such sessions, so no row has to be known.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { orRefused } from './log-end.ts'

/** Settles with whether commits wait for a replica; true also where the server does not answer. */
export type CommitsWait = () => Promise<boolean>

const names = ['Rpl_semi_sync_source_wait_sessions', 'Rpl_semi_sync_master_wait_sessions']

export function commitsWaitOf(engine: Pick<Engine, 'kysely' | 'meaningOf'>): CommitsWait {
  const statement = sql<{ readonly Value: unknown }>`show global status where variable_name in (${sql.join(
    names.map((name) => sql.lit(name)),
  )})`
  return async () => {
    try {
      const found = await statement.execute(engine.kysely).catch(orRefused(engine))
      return (found?.rows ?? []).some(({ Value: sessions }) => Number(sessions) > 0)
    } catch {
      return true
    }
  }
}

/** Settles once two checks, `ms` apart, have found no waiting commit, or once `isWanted` is false. */
export async function untilNoneWaits(
  commitsWait: CommitsWait,
  ms: number,
  isWanted: () => boolean,
): Promise<void> {
  for (let free = 0; free < 2 && isWanted();) {
    free = (await commitsWait()) ? 0 : free + 1
    if (free < 2) await sleep(ms, undefined, { ref: false })
  }
}
