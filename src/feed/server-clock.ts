// Compares the database server's clock with our own: its log gives the start of statements in whole seconds of the server.
import { sql } from 'kysely'
import { monotonicMs, type Since } from '../core/change.ts'
import type { Engine } from '../database/engine.ts'

export interface ServerClock {
  /** The moment of a commit whose event names this second (ms since 1970) and arrived at this time (monotonic ms). */
  readonly sinceOf: (secondMs: number, arrivedMs: number) => Since
  readonly measure: () => Promise<void>
}

/** A reading of the server's clock between two moments of our own. */
export interface Reading {
  /** The server's time, ms since 1970. */
  readonly serverMs: number
  /** Monotonic ms before the query and after its answer. */
  readonly askedMs: number
  readonly answeredMs: number
}

/** The time that a measurement stays valid: clocks drift and are set. */
const measuredForMs = 60_000
const readings = 3

export function createServerClock({ kysely }: Pick<Engine, 'kysely'>): ServerClock {
  let known: Reading | null = null
  let measuring = false
  const measure = async () => {
    measuring = true
    try {
      const read: Reading[] = []
      for (let times = 0; times < readings; times += 1) read.push(await readClock(kysely))
      known = closest(read)
    } catch {
      // Without a measurement the time of arrival is used
      known = null
    } finally {
      measuring = false
    }
  }
  return {
    measure,
    sinceOf: (secondMs, arrivedMs) => {
      if (!measuring && (known === null || arrivedMs - known.answeredMs > measuredForMs)) void measure()
      return sinceBy(known, secondMs, arrivedMs)
    },
  }
}

/** The end of that second, where it must lie before the arrival; otherwise the arrival. */
export function sinceBy(clock: Reading | null, secondMs: number, arrivedMs: number): Since {
  if (clock !== null && secondMs > 0) {
    const { serverMs, askedMs, answeredMs } = clock
    const overMs = secondMs + 1000 - serverMs + (askedMs + answeredMs) / 2
    if (overMs + (answeredMs - askedMs) / 2 < arrivedMs) return { atMs: overMs, from: 'second' }
  }
  return { atMs: arrivedMs, from: 'arrival' }
}

/** The reading with the shortest round trip. */
function closest(read: readonly Reading[]): Reading | null {
  const tripMs = ({ askedMs, answeredMs }: Reading) => answeredMs - askedMs
  return read.toSorted((one, other) => tripMs(one) - tripMs(other))[0] ?? null
}

async function readClock(kysely: Engine['kysely']): Promise<Reading> {
  const askedMs = monotonicMs()
  const { rows } = await sql<{ readonly now: string | number }>`select unix_timestamp(now(6)) as now`.execute(
    kysely,
  )
  return { serverMs: Number(rows[0]?.now) * 1000, askedMs, answeredMs: monotonicMs() }
}
