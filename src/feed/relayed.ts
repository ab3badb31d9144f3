// What another process follows, told on: one of several that serve has its changes from the one that follows the database
// for all of them.
import type { FeedState } from '../core/feed-state.ts'
import type { LogPosition } from '../core/log-position.ts'
import { steadyMs } from '../core/change.ts'
import type { Feed, Publish } from './feed.ts'
import { logEndOf, type AskLog } from './log-end.ts'

export interface Followed {
  readonly name: Feed['name']
  /** How long ago that was which the feed proves, ms: clocks of processes differ. Null where it proves nothing. */
  readonly provenAgoMs: number | null
  /** Up to where in the server's log. */
  readonly provenTo: LogPosition | null
  /** Tables whose changes it cannot notice. */
  readonly blind: readonly string[]
}

export interface Relay {
  /** Where changes go from now on; they come in order, and none is left out without a gap. */
  readonly listen: (publish: Publish) => void
  /** Settles once the database as it is now is followed. */
  readonly follow: () => Promise<void>
  /** Settles once all that was committed before has been heard, by every process. */
  readonly caughtUp: () => Promise<void>
  /** The place of the server that it listens to, among those that can be read, as it was last said; null before. */
  readonly server: () => number | null
  /** Settles once one was said. */
  readonly said: () => Promise<void>
  /** Whether the primary process has lost the database. */
  readonly isAway: () => boolean
  /** What is followed; null while nothing is, or nothing is heard of it. */
  readonly followed: () => Followed | null
}

/** As reports have it. */
export function lagOf(followed: Followed | null, wanted: Feed['name'] | null): FeedState | null {
  if (followed === null) return null
  const { name, provenAgoMs, blind } = followed
  return { name, wanted: wanted ?? name, lagMs: provenAgoMs ?? 0, blind }
}

/** Where the log ends is asked of the server itself. */
export function relayedFeed(
  { listen, follow, caughtUp, followed }: Pick<Relay, 'listen' | 'follow' | 'caughtUp' | 'followed'>,
  askLog: AskLog,
): Feed {
  let name: Feed['name'] = 'clock'
  return {
    get name() {
      name = followed()?.name ?? name
      return name
    },
    start: async (publish) => {
      listen(publish)
      await follow()
      return null
    },
    provenAt: () => {
      const now = followed()
      if (now === null) return -Infinity
      return now.provenAgoMs === null ? null : steadyMs() - now.provenAgoMs
    },
    provenTo: () => followed()?.provenTo ?? null,
    blind: () => new Set(followed()?.blind),
    logEnd: async () => (followed()?.name === 'binlog' ? logEndOf(askLog) : null),
    caughtUp,
    stop: async () => {},
  }
}
