// A change feed reports what changed in the database, so that caches can drop what was made of it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedState } from '../core/feed-state.ts'
import { steadyMs, type Change, type LogPoint, type Since } from '../core/change.ts'
import type { LogPosition } from '../core/log-position.ts'
import type { Recalled } from './log-history.ts'
import type { Resume } from './log-state.ts'
import type { Purge } from '../core/purge.ts'
import { nextRun } from './next-run.ts'

export interface Feed {
  readonly name: 'shared' | 'binlog' | 'debezium' | 'poll' | 'data-version' | 'clock'
  /**
   * Publishes changes until `stop`, and only those that readers can already see. Settles with null once the feed follows, or
   * with the reason why it does not. A feed starts once. `termBegan` is called when it begins to read a log for all gateways.
   */
  readonly start: (publish: Publish, termBegan?: () => void) => Promise<Unready | null>
  /**
   * Monotonic ms (`steadyMs`): every commit that the server acknowledged before this moment has been published, by the feed's
   * evidence. -Infinity while there is none, so that nothing may be cached; null for a feed that can never prove anything
   * (clock).
   */
  readonly provenAt: () => number | null
  /** The position in the server's log up to which all commits were published at the last proof. Default: none. */
  readonly provenTo?: () => LogPosition | null
  /** The name of the server that it follows; null where it does not know. Default: that of the position of the last proof. */
  readonly server?: () => string | null
  /** From here another feed can follow the log without a gap, as far as all was published at the last proof. Default: it cannot. */
  readonly resume?: () => Resume | null
  /** Since this position no change is missing from what was published. Default: the feed began at the end of the log. */
  readonly resumedFrom?: () => Resume | null
  /** The end of the server's log now; null where it is not known. */
  readonly logEnd: () => Promise<LogPoint | null>
  /**
   * Settles once all that was committed before the call is published, which takes until the database answers, or once the
   * feed is stopped. Callers limit how long they wait. Default: the feed cannot tell.
   */
  readonly caughtUp?: () => Promise<void>
  /** Logical names of tables whose changes the feed cannot notice. Default: none. */
  readonly blind?: () => ReadonlySet<string>
  /** The reader alone of several gateways that share a log follows the database; null where none is shared, as by default. */
  readonly role?: () => FeedRole | null
  /** The changes from before it followed, with their places, from which none is missing up to now. Default: none are known. */
  readonly recall?: () => readonly Recalled[]
  /** Passes a purge on to all gateways that share the log, this one among them. Default: there are none. */
  readonly purge?: (purge: Purge) => void
  /** True once another feed has to be followed. Null, as by default: after a time without proof. */
  readonly isLost?: () => boolean | null
  /** Why it proves nothing, for the log; null where the feed has reported that itself. Undefined, as by default: it does not know. */
  readonly why?: () => string | null | undefined
  readonly stop: () => Promise<void>
}

export type FeedRole = NonNullable<FeedState['role']>

/** `unfit`: the feed cannot follow this database; `away`: the database could not be reached, and may be later. */
export interface Unready {
  readonly kind: 'unfit' | 'away'
  readonly reason: string
}

/** True where changes have positions in the log of a server. */
export function hasLog(name: string | undefined): boolean {
  return name === 'binlog' || name === 'shared'
}

/** The time since the last proof, ms; 0 for a feed that proves nothing. */
export function lagMsOf({ provenAt }: Pick<Feed, 'provenAt'>): number {
  const at = provenAt()
  return at === null ? 0 : Math.max(0, steadyMs() - at)
}

export type Publish = (changes: readonly Change[], since: Since) => void

/** The least time between two drops of everything, however many clients write. */
const dropsEveryMs = 100

/** No change source: entries expire by age. A client that knows of a write has everything dropped. */
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

/** For feeds without log positions. */
export async function noLog(): Promise<null> {
  return null
}

export interface Looking extends Pick<Feed, 'provenAt' | 'stop'> {
  /** Settles after the first look. */
  readonly start: (publish: Publish) => Promise<void>
  /** Settles once a look that began after the call has found all changes, or after `stop`. */
  readonly caughtUp: () => Promise<void>
}

/**
 * Looks for changes again `everyMs` after the last look has ended. Where a look fails, changes until the next one that does not are a
 * gap.
 */
export function looking(everyMs: number, look: (nowMs: number) => Promise<readonly Change[]>): Looking {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let publish: Publish = () => {}
  /** When the last complete look began. */
  let lookedAt = steadyMs()
  let provenAt = -Infinity
  let missed: readonly Change[] = []
  const lookNow = nextRun(async () => {
    if (timer) clearTimeout(timer)
    if (isStopped) return
    const nowMs = steadyMs()
    try {
      const changes = [...missed, ...(await look(nowMs))]
      if (changes.length > 0) publish(changes, { atMs: lookedAt, from: 'look' })
      missed = []
      lookedAt = provenAt = nowMs
    } catch {
      // Availability looks for the database
      missed = [{ kind: 'gap', reason: 'the database was away' }]
    }
    next()
  })
  const next = () => {
    if (isStopped) return
    timer = setTimeout(lookNow, everyMs)
    timer.unref()
  }
  return {
    start: (to) => {
      publish = to
      return lookNow()
    },
    provenAt: () => provenAt,
    caughtUp: async () => {
      const nowMs = steadyMs()
      const isProven = () => provenAt >= nowMs || isStopped
      await lookNow()
      while (!isProven()) {
        await sleep(everyMs, undefined, { ref: false })
        await lookNow()
      }
    },
    stop: async () => {
      isStopped = true
      await lookNow()
    },
  }
}
