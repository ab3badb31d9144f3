// Gauges read sizes, states and lags from the rooms whenever metrics are read.
import { Gauge } from 'prom-client'
import type { LeaseState } from '../core/lease-state.ts'
import type { ServerState } from '../core/server-state.ts'

/** Functions of the rooms that are called when metrics are read. */
export interface Gauges {
  readonly cache: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
  /** Null while no database is followed. */
  readonly feed: () => { readonly name: string; readonly lagMs: number } | null
  /** The lease by which entries are fresh; null where no change feed proves freshness. */
  readonly lease: () => LeaseState | null
  /** The servers that can be read. */
  readonly servers: () => readonly ServerState[]
  readonly isDatabaseThere: () => boolean
  /** Null where the database has no connection pool. */
  readonly connections: () => { readonly busy: number; readonly waiting: number } | null
  /** Maps of values from clients, each bounded. */
  readonly maps: () => readonly { readonly name: string; readonly entries: number; readonly part: number }[]
  /** Queries that scan rows without an index. */
  readonly scans: () => { readonly running: number; readonly waiting: number }
  /** The number of messages that each receiver has not taken yet. */
  readonly webhooksWaiting: () => readonly number[]
  /** The number of running workers, where there are several. */
  readonly workers?: () => number
}

export function gaugesOf({
  cache,
  feed,
  lease,
  servers,
  isDatabaseThere,
  connections,
  scans,
  webhooksWaiting,
  maps,
  workers,
}: Gauges): readonly Gauge[] {
  return [
    webhookGauge(webhooksWaiting),
    gauge('lectern_cache_entries', 'Cached answers', () => cache().entries),
    gauge('lectern_cache_bytes', 'Bytes of cached answers, with keys and tags', () => cache().bytes),
    gauge('lectern_cache_tags', 'Tags of cached answers', () => cache().tags),
    ofServers(
      'lectern_server_well',
      '1 while a server can be read and is not too far behind its source',
      servers,
      (server) => Number(server.condition === 'well'),
    ),
    ofServers('lectern_server_read', '1 for the server that is read', servers, ({ isRead }) =>
      Number(isRead),
    ),
    ofServers('lectern_replica_lag_seconds', 'How far a replica is behind its source', servers, ({ lagMs }) =>
      lagMs === null ? null : lagMs / 1000,
    ),
    gauge(
      'lectern_database_up',
      '1 while there is a database to read',
      () => Number(isDatabaseThere()),
      'max',
    ),
    gauge('lectern_workers', 'Workers that are running, if there are several', () => workers?.() ?? null),
    gauge(
      'lectern_connections_busy',
      'Connections to the database that are in use',
      () => connections()?.busy ?? null,
    ),
    gauge(
      'lectern_connections_waiting',
      'Queries that wait for a connection',
      () => connections()?.waiting ?? null,
    ),
    gauge(
      'lectern_scans_running',
      'Scans that are running: queries that read rows without an index',
      () => scans().running,
    ),
    gauge('lectern_scans_waiting', 'Scans that wait for a free slot', () => scans().waiting),
    perMap(
      'lectern_map_entries',
      'Entries of the bounded maps that remember values from clients',
      maps,
      'entries',
    ),
    perMap('lectern_map_filled', 'How full these maps are, from 0 to 1', maps, 'part'),
    lagGauge(feed),
    gauge(
      'lectern_lease_held',
      '1 while entries of the cache are fresh, by what the change feed has proven',
      () => {
        const state = lease()
        return state && Number(state.isHeld)
      },
      'min',
    ),
    gauge(
      'lectern_lease_seconds',
      'How long entries are fresh after the moment up to which the change feed has proven all commits published',
      () => {
        const state = lease()
        return state && state.withinMs / 1000
      },
      'max',
    ),
  ]
}

/** `aggregator`: how the values of several processes are combined. */
function gauge(
  name: string,
  help: string,
  read: () => number | null,
  aggregator: 'sum' | 'max' | 'min' = 'sum',
): Gauge {
  return new Gauge({
    name,
    help,
    aggregator,
    registers: [],
    collect() {
      const value = read()
      if (value === null) this.remove()
      else this.set(value)
    },
  })
}

function perMap(name: string, help: string, maps: Gauges['maps'], of: 'entries' | 'part'): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: ['map'],
    aggregator: of === 'part' ? 'max' : 'sum',
    registers: [],
    collect() {
      this.reset()
      for (const map of maps()) this.set({ map: map.name }, map[of])
    },
  })
}

function ofServers(
  name: string,
  help: string,
  servers: Gauges['servers'],
  read: (server: ServerState) => number | null,
): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: ['server'],
    registers: [],
    collect() {
      this.reset()
      for (const server of servers()) {
        const value = read(server)
        if (value !== null) this.set({ server: server.place }, value)
      }
    },
  })
}

function lagGauge(feed: Gauges['feed']): Gauge {
  return new Gauge({
    name: 'lectern_feed_lag_seconds',
    help: 'Seconds since the moment up to which the change feed has proven all commits published',
    labelNames: ['feed'],
    aggregator: 'max',
    registers: [],
    collect() {
      this.reset()
      const followed = feed()
      if (followed) this.set({ feed: followed.name }, followed.lagMs / 1000)
    },
  })
}

function webhookGauge(webhooksWaiting: Gauges['webhooksWaiting']): Gauge {
  return new Gauge({
    name: 'lectern_webhooks_waiting',
    help: 'Webhooks that a receiver has not accepted yet',
    labelNames: ['receiver'],
    registers: [],
    collect() {
      for (const [at, waiting] of webhooksWaiting().entries()) this.set({ receiver: at + 1 }, waiting)
    },
  })
}
