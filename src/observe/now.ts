// The state of the gateway at this moment, of one process or of several together, for the admin port.
import type { Explain } from '../core/explanation.ts'
import type { FeedState } from '../core/feed-state.ts'
import type { LeaseState } from '../core/lease-state.ts'
import type { Purged, PurgeRequest } from '../core/purge.ts'
import type { ServerState } from '../core/server-state.ts'
import type { MetricsJson } from './metrics.ts'
import type { Passed, RecentState } from './recent.ts'
import { recentOfAll } from './recent-of-all.ts'

/** A process's reports about itself. */
export interface Reports {
  readonly state: () => ProcessState
  readonly metrics: () => Promise<MetricsJson>
  readonly now: () => Now
  /** Drops cache entries, also of gateways with the same shared log; returns how many responses were dropped here. */
  readonly purge: (purge: PurgeRequest) => number
  /** Drops entries of this process's caches alone. */
  readonly purgeHere: (purge: PurgeRequest) => Purged
  readonly explain: Explain
}

export interface ProcessState {
  /** The server's own name and version; null while no answer comes from it. */
  readonly database: string | null
  /** True once a database has been found. */
  readonly hasBegun: boolean
  /** The servers that can be read, in their order. */
  readonly servers: readonly ServerState[]
  readonly feed: FeedState | null
  /** The lease by which cache entries are fresh; null where the change feed proves nothing. */
  readonly lease: LeaseState | null
  /** Requests that were proxied to WordPress in the last minute; null where none is configured behind the gateway. */
  readonly origin: Passed | null
}

export interface Now {
  readonly ready: boolean
  readonly database: string | null
  readonly servers: readonly ServerState[]
  readonly feed: ProcessState['feed']
  readonly lease: ProcessState['lease']
  readonly origin: ProcessState['origin']
  readonly uptimeS: number
  readonly recent: RecentState
  readonly cache: {
    readonly entries: number
    readonly bytes: number
    readonly tags: number
    readonly bytesMax: number
  }
  readonly memory: { readonly rssBytes: number; readonly heapBytes: number }
  /** The share of about the last second in which the event loop was busy; of several processes the greatest. */
  readonly loopBusy: number
  /** Null where the database has no connection pool. */
  readonly connections: { readonly busy: number; readonly waiting: number } | null
  /** Queries that scan rows without an index. */
  readonly scans: { readonly running: number; readonly waiting: number }
}

/** Adds up the workers; `whole` has the parts that only the primary knows. */
export function nowOfAll(
  serving: readonly Now[],
  whole: Pick<Now, 'ready' | 'database' | 'servers' | 'feed' | 'uptimeS' | 'memory'>,
): Now {
  const sum = (of: (now: Now) => number) => serving.reduce((all, now) => all + of(now), 0)
  const connections = serving.some((now) => now.connections !== null)
  return {
    ...whole,
    lease: leaseOfAll(serving.map(({ lease }) => lease)),
    origin: passedOfAll(serving.map(({ origin }) => origin)),
    recent: recentOfAll(serving.map((now) => now.recent)),
    cache: {
      entries: sum(({ cache }) => cache.entries),
      bytes: sum(({ cache }) => cache.bytes),
      tags: sum(({ cache }) => cache.tags),
      bytesMax: sum(({ cache }) => cache.bytesMax),
    },
    memory: {
      rssBytes: whole.memory.rssBytes + sum(({ memory }) => memory.rssBytes),
      heapBytes: whole.memory.heapBytes + sum(({ memory }) => memory.heapBytes),
    },
    loopBusy: Math.max(0, ...serving.map((now) => now.loopBusy)),
    connections: connections
      ? {
          busy: sum((now) => now.connections?.busy ?? 0),
          waiting: sum((now) => now.connections?.waiting ?? 0),
        }
      : null,
    scans: { running: sum(({ scans }) => scans.running), waiting: sum(({ scans }) => scans.waiting) },
  }
}

/** Null where no request is proxied. */
export function passedOfAll(all: readonly (Passed | null)[]): Passed | null {
  const passed = all.filter((each) => each !== null)
  if (passed.length === 0) return null
  return {
    requests: passed.reduce((sum, { requests }) => sum + requests, 0),
    failed: passed.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** The lease that ends first, or has ended already. */
export function leaseOfAll(leases: readonly (LeaseState | null)[]): LeaseState | null {
  const left = (lease: LeaseState) => (lease.isHeld ? lease.withinMs - lease.provenAgoMs : -Infinity)
  const known = leases.filter((lease) => lease !== null)
  return known.toSorted((one, other) => left(one) - left(other))[0] ?? null
}
