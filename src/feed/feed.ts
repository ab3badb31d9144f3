// What tells that something in the database changed, so that what was made of it goes.
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyMs, type Change, type LogPoint, type Since } from '../core/change.ts'
import { nextRun } from './next-run.ts'

export interface Feed {
  readonly name: 'binlog' | 'poll' | 'data-version' | 'clock'
  /**
   * Publishes what changed, and only what readers can already see, until `stop`. Settles with null once it follows, or
   * with why it cannot.
   */
  readonly start: (publish: Publish) => Promise<string | null>
  /** False while it has lost what it followed, so that nothing may be kept; a gap ends that. Without it: never. */
  readonly follows?: () => boolean
  /** How long ago it last heard of the database, ms. */
  readonly lagMs: () => number
  /** How far the server's log reaches now; null where that is not known. */
  readonly logEnd: () => Promise<LogPoint | null>
  /**
   * Settles once all that was committed before was published, as far as that can be told; without it nobody can tell.
   * Whoever waits for it limits how long.
   */
  readonly caughtUp?: () => Promise<void>
  readonly stop: () => Promise<void>
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
    lagMs: () => 0,
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
