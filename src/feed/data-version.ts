// SQLite counts what others commit (PRAGMA data_version): that something changed is known, not what.
import { sql } from 'kysely'
import { steadyMs } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import { looking, noLog, type Feed, type Publish } from './feed.ts'

const everyMs = 25

export function dataVersionFeed({ kysely }: Pick<Engine, 'kysely'>): Feed {
  let known: number | null = null
  let heardAt = performance.now()
  /** When the last look began that saw all there was. */
  let lookedAt = steadyMs()
  let publish: Publish = () => {}
  const look = async () => {
    const since = { atMs: lookedAt, from: 'look' } as const
    const atMs = steadyMs()
    try {
      const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(kysely)
      heardAt = performance.now()
      const version = Number(rows[0]?.data_version)
      if (known !== null && version !== known)
        publish([{ kind: 'gap', reason: 'something was committed' }], since)
      known = version
      lookedAt = atMs
    } catch (error) {
      // What happens until it can be read again is not known
      if (known !== null) publish([{ kind: 'gap', reason: String(error) }], since)
      known = null
    }
  }
  const { start, lookNow, stop } = looking(everyMs, look)
  return {
    name: 'data-version',
    start: async (to) => {
      publish = to
      await start()
      return null
    },
    lagMs: () => performance.now() - heardAt,
    logEnd: noLog,
    caughtUp: lookNow,
    stop,
  }
}
