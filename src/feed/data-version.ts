// The change feed of SQLite, which counts commits of others (PRAGMA data_version): it tells that something changed, but not
// what. The count belongs to a connection; `opening` numbers the engine's, which opens a file that was written or replaces another.
import { sql } from 'kysely'
import { steadyMs } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import { looking, noLog, type Feed, type Publish } from './feed.ts'

const everyMs = 25

export function dataVersionFeed({ kysely }: Pick<Engine, 'kysely'>): Feed {
  let known: { readonly opening: number; readonly version: number } | null = null
  /** When the last complete look began. */
  let lookedAt = steadyMs()
  let provenAt = -Infinity
  let publish: Publish = () => {}
  const look = async () => {
    const since = { atMs: lookedAt, from: 'look' } as const
    const atMs = steadyMs()
    try {
      const { rows } = await sql<{
        data_version: number
        opening: number
      }>`select data_version, opening() as opening from pragma_data_version`.execute(kysely)
      const now = { opening: Number(rows[0]?.opening), version: Number(rows[0]?.data_version) }
      if (known !== null && (now.opening !== known.opening || now.version !== known.version))
        publish([{ kind: 'gap', reason: 'the file was written, or another file took its place' }], since)
      known = now
      lookedAt = atMs
      provenAt = atMs
    } catch (error) {
      // Changes until the file can be read again are not known
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
    provenAt: () => provenAt,
    logEnd: noLog,
    caughtUp: lookNow,
    stop,
  }
}
