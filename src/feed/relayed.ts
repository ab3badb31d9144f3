// The change feed of a worker: the primary follows the database for all workers, and relays the changes.
import type { FeedState } from '../core/feed-state.ts'
import type { Purge } from '../core/purge.ts'
import type { LogPosition } from '../core/log-position.ts'
import { monotonicMs } from '../core/change.ts'
import { hasLog, type CaughtUp, type Feed, type FeedRole, type Publish } from './feed.ts'
import { logEndOf, type AskLog } from './log-end.ts'
import type { Resume } from './log-state.ts'

export interface Followed {
  readonly name: Feed['name']
  /** The ms since the primary's last proof, as a difference, since clocks of processes differ. Null where the feed proves nothing. */
  readonly provenAgoMs: number | null
  /** The position in the server's log at that proof. */
  readonly provenTo: LogPosition | null
  /** The name of the server that the primary follows; null where it does not know. */
  readonly server: string | null
  /** The position from which the log can be followed without a gap. */
  readonly resume: Resume | null
  /** Tables whose changes the feed cannot notice. */
  readonly blind: readonly string[]
  /** Null where no log is shared with other gateways. */
  readonly role: FeedRole | null
}

export interface Relay {
  /**
   * Publishes the primary's changes from now on, in order; where one is left out, it publishes a gap. The primary learns the names of the
   * servers that the worker's queries reach.
   */
  readonly listen: (publish: Publish, reached: () => readonly string[]) => void
  /** Settles once the primary follows the database as it is now. */
  readonly follow: () => Promise<void>
  /** Settles once these processes have received all changes committed before the call; rejects where that is not proven. */
  readonly caughtUp: (of?: CaughtUp) => Promise<void>
  /** The index of the server that the primary follows; null before the first message. */
  readonly server: () => number | null
  /** Settles once the index is known. */
  readonly said: () => Promise<void>
  /** Sends a purge to other gateways through the primary. */
  readonly purge: (purge: Purge) => void
  /** True where the primary has lost the database. */
  readonly isAway: () => boolean
  /** The feed that the primary follows; null while it follows none, or is silent. */
  readonly followed: () => Followed | null
}

/** The state of the feed for health reports and metrics. */
export function lagOf(followed: Followed | null, wanted: Feed['name'] | null): FeedState | null {
  if (followed === null) return null
  const { name, provenAgoMs, blind, role } = followed
  return { name, wanted: wanted ?? name, lagMs: provenAgoMs ?? 0, blind, role }
}

/** Makes the worker's feed; it asks the server itself, not the primary, for the end of the log. */
export function relayedFeed(
  {
    listen,
    follow,
    caughtUp,
    followed,
    purge,
  }: Pick<Relay, 'listen' | 'follow' | 'caughtUp' | 'followed' | 'purge'>,
  askLog: AskLog,
  reached: () => readonly string[],
): Feed {
  let name: Feed['name'] = 'clock'
  return {
    get name() {
      name = followed()?.name ?? name
      return name
    },
    start: async (publish) => {
      listen(publish, reached)
      await follow()
      return null
    },
    provenAt: () => {
      const now = followed()
      if (now === null) return -Infinity
      return now.provenAgoMs === null ? null : monotonicMs() - now.provenAgoMs
    },
    provenTo: () => followed()?.provenTo ?? null,
    server: () => followed()?.server ?? null,
    resume: () => followed()?.resume ?? null,
    blind: () => new Set(followed()?.blind),
    role: () => followed()?.role ?? null,
    logEnd: async () => (hasLog(followed()?.name) ? logEndOf(askLog) : null),
    caughtUp,
    purge,
    stop: async () => {},
  }
}
