// What tells that something in the database changed, so that what was made of it goes.
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyMs, type Change, type LogPoint, type Since } from '../core/change.ts'
import type { LogPosition } from '../core/log-position.ts'
import { nextRun } from './next-run.ts'

export interface Feed {
  readonly name: 'binlog' | 'poll' | 'data-version' | 'clock'
  /**
   * Publishes what changed, and only what readers can already see, until `stop`. Settles with null once it follows, or
   * with why it does not. A feed starts once.
   */
  readonly start: (publish: Publish) => Promise<Unready | null>
  /**
   * Monotonic ms (`steadyMs`): every commit that the server acknowledged before this moment has been published, as far as
   * the feed has evidence. -Infinity while it has none, so that nothing may be kept; null for a feed that can never prove
   * anything (clock).
   */
  readonly provenAt: () => number | null
  /** The place in the server's log up to which all commits were published at the last proof; without it there is none. */
  readonly provenTo?: () => LogPosition | null
  /** How far the server's log reaches now; null where that is not known. */
  readonly logEnd: () => Promise<LogPoint | null>
  /**
   * Settles once all that was committed before was published, which takes until the database can be asked; or once the
   * feed is stopped. Without it nobody can tell.
   * Whoever waits for it limits how long.
   */
  readonly caughtUp?: () => Promise<void>
  /** Logical names of tables whose changes it cannot notice; without it there are none. */
  readonly blind?: () => ReadonlySet<string>
  readonly stop: () => Promise<void>
}

/** `unfit`: it cannot follow this database; `away`: it could not be reached, and may be later. */
export interface Unready {
  readonly kind: 'unfit' | 'away'
  readonly reason: string
}

/** How long ago it was that all commits were known, ms; 0 for a feed that proves nothing. */
export function lagMsOf({ provenAt }: Pick<Feed, 'provenAt'>): number {
  const at = provenAt()
  return at === null ? 0 : Math.max(0, steadyMs() - at)
}

export type Publish = (changes: readonly Change[], since: Since) => void

/** How often all of it is dropped at most, however many write. */
const dropsEveryMs = 100

/** Nothing tells: what is kept ends by its age. For who knows of a write, but not of what, all of it goes. */
export function clockFeed(): Feed {
  let publish: Publish = () => {}
  let pause: Promise<unknown> = Promise.resolve()
  const dropAll = nextRun(async () => {
    await pause
    publish([{ kind: 'gap', reason: 'something was written' }], { atMs: steadyMs(), from: 'arrival' })
    pause = sleep(dropsEveryMs, undefined, { ref: false })
  })
  return {
    name: 'clock',
    start: async (to) => {
      publish = to
      return null
    },
    provenAt: () => null,
    logEnd: noLog,
    caughtUp: dropAll,
    stop: async () => {},
  }
}

/** Of feeds that say of no change where it stands. */
export async function noLog(): Promise<null> {
  return null
}

export interface Looking {
  readonly start: () => Promise<void>
  /** Settles once a look has ended that began after this. */
  readonly lookNow: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Looks again and again, `everyMs` after the last look has ended. What is thrown is for `look` to handle. */
export function looking(everyMs: number, look: () => Promise<void>): Looking {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const lookNow = nextRun(async () => {
    if (timer) clearTimeout(timer)
    if (!isStopped) await look().finally(next)
  })
  const next = () => {
    if (isStopped) return
    timer = setTimeout(lookNow, everyMs)
    timer.unref()
  }
  return {
    start: lookNow,
    lookNow,
    stop: async () => {
      isStopped = true
      await lookNow()
    },
  }
}
