// Observations → metrics, in Prometheus' text (docs/metrics.md lists them). Labels are words of the gateway's own: no
// address, no query string, nothing that a client sent.
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import type { Observation, Observe } from '../core/observation.ts'
import type { ServerState } from '../core/server-state.ts'
import { causeClass } from './cause-class.ts'

/** What is asked of the rooms when metrics are read. */
export interface Gauges {
  readonly cache: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
  /** Null while no database is followed. */
  readonly feed: () => { readonly name: string; readonly lagMs: number } | null
  /** The servers that can be read. */
  readonly servers: () => readonly ServerState[]
  readonly isDatabaseThere: () => boolean
  /** Null where a database has no connections to share out. */
  readonly connections: () => { readonly busy: number; readonly waiting: number } | null
  /** What is remembered of what clients send, each within a bound of its own. */
  readonly maps: () => readonly { readonly name: string; readonly entries: number; readonly part: number }[]
  /** Queries that look through rows. */
  readonly scans: () => { readonly running: number; readonly waiting: number }
  /** Messages that are not taken yet, by receiver. */
  readonly webhooksWaiting: () => readonly number[]
  /** How many processes serve, where there are several. */
  readonly workers?: () => number
}

export interface Metrics {
  readonly observe: Observe
  readonly contentType: string
  readonly text: () => Promise<string>
  readonly json: () => Promise<MetricsJson>
}

/** As one process gives them to another. */
export type MetricsJson = readonly MetricObjectWithValues<MetricValue<string>>[]

const requestBucketsS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
const dropBucketsS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
]
const webhookBucketsS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const queryBucketsS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'lectern_requests_total',
    help: 'Requests answered, by the class of their status and what the cache had to do with them',
    labelNames: ['status', 'cache'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'lectern_request_duration_seconds',
    help: 'How long answers took, by what the cache had to do with them',
    labelNames: ['cache'],
    buckets: requestBucketsS,
    registers,
  })
  const passed = new Counter({
    name: 'lectern_origin_requests_total',
    help: 'Requests passed on to the owning system, by the class of their status',
    labelNames: ['status'],
    registers,
  })
  const passedSeconds = new Histogram({
    name: 'lectern_origin_duration_seconds',
    help: 'How long the owning system took until its answers began, the wait for a turn included',
    buckets: queryBucketsS,
    registers,
  })
  const querySeconds = new Histogram({
    name: 'lectern_sql_duration_seconds',
    help: 'How long queries took, their wait for a connection included, by the name of their plan',
    labelNames: ['plan'],
    buckets: queryBucketsS,
    registers,
  })
  const queryRows = new Counter({
    name: 'lectern_sql_rows_total',
    help: 'Rows that queries gave, by the name of their plan',
    labelNames: ['plan'],
    registers,
  })
  const failedQueries = new Counter({
    name: 'lectern_sql_failed_total',
    help: 'Queries that failed, by the name of their plan and what that means',
    labelNames: ['plan', 'meaning'],
    registers,
  })
  const drops = new Counter({
    name: 'lectern_cache_dropped_total',
    help: 'Entries of the cache that were dropped, by what changed',
    labelNames: ['cause'],
    registers,
  })
  const dropSeconds = new Histogram({
    name: 'lectern_commit_to_dropped_seconds',
    help: 'How long after its commit, as far as the feed knows it, a change had dropped what was made of it',
    labelNames: ['feed', 'from'],
    buckets: dropBucketsS,
    registers,
  })
  const adjustments = new Counter({
    name: 'lectern_totals_adjusted_total',
    help: 'Totals that were adjusted by a row that came, went or changed, instead of being counted again',
    registers,
  })
  const losses = new Counter({
    name: 'lectern_database_lost_total',
    help: 'How often the database was found gone, or looked for in vain',
    registers,
  })
  const workersLost = new Counter({
    name: 'lectern_workers_lost_total',
    help: 'Processes that serve which ended without being asked to',
    registers,
  })
  const errors = new Counter({
    name: 'lectern_errors_total',
    help: 'Errors that nobody expected; the log has them',
    registers,
  })
  const webhooks = new Counter({
    name: 'lectern_webhooks_total',
    help: 'Messages to who keeps answers elsewhere, by what became of them',
    labelNames: ['receiver', 'outcome'],
    registers,
  })
  const webhookSeconds = new Histogram({
    name: 'lectern_webhook_delay_seconds',
    help: 'How long after the first change that it told of a message was taken',
    labelNames: ['receiver'],
    buckets: webhookBucketsS,
    registers,
  })
  for (const gauge of gaugesOf(gauges)) registry.registerMetric(gauge)

  const dropped = ({ cause, entries, delay }: Extract<Observation, { readonly kind: 'dropped' }>) => {
    drops.inc({ cause: causeClass(cause) }, entries)
    if (delay) dropSeconds.observe({ feed: delay.feed, from: delay.from }, delay.ms / 1000)
  }
  const observe = (observation: Observation) => {
    switch (observation.kind) {
      case 'request': {
        const { status, cache, ms } = observation
        requests.inc({ status: `${Math.floor(status / 100)}xx`, cache })
        return requestSeconds.observe({ cache }, ms / 1000)
      }
      case 'passed':
        passed.inc({ status: `${Math.floor(observation.status / 100)}xx` })
        return passedSeconds.observe(observation.ms / 1000)
      case 'query': {
        const { plan, ms, rows } = observation
        querySeconds.observe({ plan }, ms / 1000)
        return queryRows.inc({ plan }, rows)
      }
      case 'query-failed':
        return failedQueries.inc({ plan: observation.plan, meaning: observation.meaning })
      case 'dropped':
        return dropped(observation)
      case 'adjusted':
        return adjustments.inc()
      case 'database-lost':
        return losses.inc()
      case 'worker-lost':
        return workersLost.inc()
      case 'error':
        return errors.inc()
      case 'webhook': {
        const { receiver, outcome } = observation
        webhooks.inc({ receiver, outcome })
        if (outcome === 'taken') webhookSeconds.observe({ receiver }, observation.ms / 1000)
        return
      }
      case 'origin-failed':
      case 'database-found':
      case 'server':
      case 'feed':
      case 'feed-unfit':
      case 'warmed':
      case 'reloaded':
      case 'not-reloaded':
      case 'warning':
      case 'stopping':
        return
    }
  }
  return {
    observe,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    json: () => registry.getMetricsAsJSON(),
  }
}

function gaugesOf({
  cache,
  feed,
  servers,
  isDatabaseThere,
  connections,
  scans,
  webhooksWaiting,
  maps,
  workers,
}: Gauges): readonly Gauge[] {
  /** `aggregator`: what that of several processes is. */
  const gauge = (name: string, help: string, read: () => number | null, aggregator: 'sum' | 'max' = 'sum') =>
    new Gauge({
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
  const perMap = (name: string, help: string, of: 'entries' | 'part') =>
    new Gauge({
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
  const ofServers = (name: string, help: string, read: (server: ServerState) => number | null) =>
    new Gauge({
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
  const lag = new Gauge({
    name: 'lectern_feed_lag_seconds',
    help: 'Seconds since the feed of changes last heard of the database',
    labelNames: ['feed'],
    aggregator: 'max',
    registers: [],
    collect() {
      this.reset()
      const followed = feed()
      if (followed) this.set({ feed: followed.name }, followed.lagMs / 1000)
    },
  })
  const webhooks = new Gauge({
    name: 'lectern_webhooks_waiting',
    help: 'Messages that a receiver has not taken yet',
    labelNames: ['receiver'],
    registers: [],
    collect() {
      for (const [at, waiting] of webhooksWaiting().entries()) this.set({ receiver: at + 1 }, waiting)
    },
  })
  return [
    webhooks,
    gauge('lectern_cache_entries', 'Answers that are kept', () => cache().entries),
    gauge('lectern_cache_bytes', 'Bytes that they take, with keys and tags', () => cache().bytes),
    gauge('lectern_cache_tags', 'Tags that they have', () => cache().tags),
    ofServers(
      'lectern_server_well',
      '1 while a server can be read and is not too far behind its source',
      (server) => Number(server.condition === 'well'),
    ),
    ofServers('lectern_server_read', '1 for the server that is read', ({ isRead }) => Number(isRead)),
    ofServers('lectern_replica_lag_seconds', 'How far a replica is behind its source', ({ lagMs }) =>
      lagMs === null ? null : lagMs / 1000,
    ),
    gauge(
      'lectern_database_up',
      '1 while there is a database to read',
      () => Number(isDatabaseThere()),
      'max',
    ),
    gauge('lectern_workers', 'Processes that serve, where there are several', () => workers?.() ?? null),
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
    gauge('lectern_scans_running', 'Queries that look through rows', () => scans().running),
    gauge('lectern_scans_waiting', 'Such queries that wait for their turn', () => scans().waiting),
    perMap('lectern_map_entries', 'What is remembered of what clients sent', 'entries'),
    perMap('lectern_map_filled', 'How full that is, from 0 to 1', 'part'),
    lag,
  ]
}
