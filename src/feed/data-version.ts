// The change feed of SQLite, which counts commits of other connections (PRAGMA data_version): it notices that something changed, but not
// what. The count belongs to a connection; `opening` numbers the engine's, which reopens a file that was written or replaced.
import { sql } from 'kysely'
import type { Change } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import { looking, noLog, type Feed } from './feed.ts'

const everyMs = 25

export function dataVersionFeed({ kysely }: Pick<Engine, 'kysely'>): Feed {
  let known: { readonly opening: number; readonly version: number } | null = null
  const look = async (): Promise<readonly Change[]> => {
    const { rows } = await sql<{
      data_version: number
      opening: number
    }>`select data_version, opening() as opening from pragma_data_version`.execute(kysely)
    const before = known
    known = { opening: Number(rows[0]?.opening), version: Number(rows[0]?.data_version) }
    return before === null || (known.opening === before.opening && known.version === before.version)
      ? []
      : [{ kind: 'gap', reason: 'the file was written or replaced' }]
  }
  const { start, provenAt, caughtUp, stop } = looking(everyMs, look)
  return {
    name: 'data-version',
    start: async (publish) => {
      await start(publish)
      return null
    },
    provenAt,
    logEnd: noLog,
    caughtUp,
    stop,
  }
}
