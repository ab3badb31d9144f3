// A change feed reports changes of the database, so that caches can drop entries made of the changed rows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedState } from '../core/feed-state.ts'
import { monotonicMs, type Change, type LogPoint, type Since } from '../core/change.ts'
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
   * Monotonic ms (`monotonicMs`): every commit that the server acknowledged before this moment has been published, by the feed's
   * evidence. -Infinity while there is none, so that nothing may be cached; null for a feed that can never prove anything
   * (clock).
   */
  readonly provenAt: () => number | null
  /** The position in the server's log up to which all commits were published at the last proof. Default: none. */
  readonly provenTo?: () => LogPosition | null
  /** The name of the server that the feed follows; null where it does not know. Default: the server of `provenTo`. */
  readonly server?: () => string | null
  /** The position, at the last proof, from which another feed can follow the log without a gap. Default: there is none. */
  readonly resume?: () => Resume | null
  /** The position since which the feed has published every change. Default: it began at the end of the log. */
  readonly resumedFrom?: () => Resume | null
  /** Settles with the end of the server's log now; null where it is not known. */
  readonly logEnd: () => Promise<LogPoint | null>
  /**
   * Settles once all commits from before the call are published, to every process that shares the feed (the default) or to this one, which
   * takes until the database answers; rejects where the feed ends before. Callers limit how long they wait. Default: the feed cannot
   * tell.
   */
  readonly caughtUp?: (of?: CaughtUp) => Promise<void>
  /** Logical names of tables whose changes the feed cannot notice. Default: none. */
  readonly blind?: () => ReadonlySet<string>
  /** The role of this gateway: the reader alone follows the database; null, as by default, where no log is shared. */
  readonly role?: () => FeedRole | null
  /** The changes from before the feed followed, with their places, complete up to now. Default: none are known. */
  readonly recall?: () => readonly Recalled[]
  /** Publishes a purge to all gateways that share the log, this one included. Default: no log is shared. */
  readonly purge?: (purge: Purge) => void
  /** True once another feed has to take over. Null, as by default: the caller decides by the time without proof. */
  readonly isLost?: () => boolean | null
  /** The reason for missing proofs, for log lines; null where the feed has reported it itself. Undefined, as by default: unknown. */
  readonly why?: () => string | null | undefined
  readonly stop: () => Promise<void>
}

export type CaughtUp = 'every process' | 'this process'

export type FeedRole = NonNullable<FeedState['role']>

/** `unfit`: the feed cannot follow this database; `away`: the database could not be reached, and may be later. */
export interface Unready {
  readonly kind: 'unfit' | 'away'
  readonly reason: string
}

/** True for feeds whose changes have positions in a server's log. */
export function hasLog(name: string | undefined): boolean {
  return name === 'binlog' || name === 'shared'
}

/** The time since the last proof, ms; 0 for a feed that proves nothing. */
export function lagMsOf({ provenAt }: Pick<Feed, 'provenAt'>): number {
  const at = provenAt()
  return at === null ? 0 : Math.max(0, monotonicMs() - at)
}

export type Publish = (changes: readonly Change[], since: Since) => void

/** The least time between two gaps, which drop the whole cache, however many clients write. */
const dropsEveryMs = 100

/** The feed without a change source: entries expire by age. A client that knows of a write has the whole cache dropped (`caughtUp`). */
export function clockFeed(): Feed {
  let publish: Publish = () => {}
  let pause: Promise<unknown> = Promise.resolve()
  const dropAll = nextRun(async () => {
    await pause
    publish([{ kind: 'gap', reason: 'a write to the database was reported' }], {
      atMs: monotonicMs(),
      from: 'arrival',
    })
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

/** The `logEnd` of feeds without log positions. */
export async function noLog(): Promise<null> {
  return null
}

export interface Looking extends Pick<Feed, 'provenAt' | 'stop'> {
  /** Settles after the first look. */
  readonly start: (publish: Publish) => Promise<void>
  /** Settles once a look that began after the call has found all changes; rejects after `stop`. */
  readonly caughtUp: () => Promise<void>
}

/** Looks for changes again `everyMs` after the last look has ended. After looks that failed, the next one that succeeds publishes a gap. */
export function looking(everyMs: number, look: (nowMs: number) => Promise<readonly Change[]>): Looking {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let publish: Publish = () => {}
  /** Monotonic ms; the start of the last look that succeeded. */
  let lookedAt = monotonicMs()
  let provenAt = -Infinity
  let missed: readonly Change[] = []
  const lookNow = nextRun(async () => {
    if (timer) clearTimeout(timer)
    if (isStopped) return
    const nowMs = monotonicMs()
    try {
      const changes = [...missed, ...(await look(nowMs))]
      if (changes.length > 0) publish(changes, { atMs: lookedAt, from: 'look' })
      missed = []
      lookedAt = provenAt = nowMs
    } catch {
      // The availability of servers is checked elsewhere (database/servers/availability.ts)
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
      const nowMs = monotonicMs()
      const isProven = () => provenAt >= nowMs
      await lookNow()
      while (!isProven()) {
        if (isStopped) throw new Error('the change feed has ended')
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
