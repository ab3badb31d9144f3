// When tables last changed, as the server's catalogue says it (information_schema.tables.update_time): no privilege is
// needed, and nothing but the table and the second is known.
import { sql } from 'kysely'
import { steadyMs, type Change } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'
import { looking, noLog, type Feed, type Publish } from './feed.ts'

export interface PollOptions {
  readonly engine: Pick<Engine, 'kysely'>
  /** Physical names of the tables, with the logical names of what they hold. */
  readonly tables: ReadonlyMap<string, string>
  readonly everyMs: number
}

interface Seen {
  /** The second of the last change, as the server counts; null where it does not know of any. */
  readonly second: number | null
  /** Whether that second is over: another change would have a later one. */
  readonly isOver: boolean
}

/** A second is over when another has begun, and what was committed in it shows a moment later. */
const settlingS = 1.1

export function pollFeed({ engine, tables, everyMs }: PollOptions): Feed {
  const seen = new Map<string, Seen>()
  const names = [...tables.keys()]
  let heardAt = performance.now()
  let isLost = false
  /** When the last look began that saw all there was. */
  let lookedAt = steadyMs()
  let publish: Publish = () => {}

  const look = async () => {
    const since = { atMs: lookedAt, from: 'look' } as const
    const atMs = steadyMs()
    try {
      const rows = await readSeconds(engine, names)
      const changes: Change[] = []
      if (isLost) changes.push({ kind: 'gap', reason: 'the database was away' })
      for (const { name, second, now } of rows) {
        const table = tables.get(name)
        if (table === undefined) continue
        const before = seen.get(name)
        const isOver = second === null || now - second >= settlingS
        if (before && before.second === second && before.isOver) continue
        changes.push({ kind: 'table', table })
        seen.set(name, { second, isOver })
      }
      heardAt = performance.now()
      isLost = false
      lookedAt = atMs
      if (changes.length > 0) publish(changes, since)
    } catch {
      // The database is looked for elsewhere; what it does meanwhile is a gap
      isLost = true
    }
  }
  const { start, lookNow, stop } = looking(everyMs, look)
  return {
    name: 'poll',
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

interface Second {
  readonly name: string
  readonly second: number | null
  readonly now: number
}

async function readSeconds(
  { kysely }: Pick<Engine, 'kysely'>,
  names: readonly string[],
): Promise<readonly Second[]> {
  const { rows } = await sql<{ name: string; second: string | number | null; now: string | number }>`
    select table_name as name, unix_timestamp(update_time) as second, unix_timestamp(now(6)) as now
    from information_schema.tables
    where table_schema = database() and table_name in (${sql.join(names)})`.execute(kysely)
  return rows.map(({ name, second, now }) => ({
    name,
    second: second === null ? null : Number(second),
    now: Number(now),
  }))
}
