// Observations → metrics, in Prometheus' text (docs/metrics.md lists them). Labels are words of the gateway's own: no
// address, no query string, nothing that a client sent.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Observation, Observe } from '../core/observation.ts'
import { causeClass } from './cause-class.ts'

/** What is asked of the rooms when metrics are read. */
export interface Gauges {
  readonly cache: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
  /** Null while no database is followed. */
  readonly feed: () => { readonly name: string; readonly lagMs: number } | null
  readonly isDatabaseThere: () => boolean
  /** Null where a database has no connections to share out. */
  readonly connections: () => { readonly busy: number; readonly waiting: number } | null
}

export interface Metrics {
  readonly observe: Observe
  readonly contentType: string
  readonly text: () => Promise<string>
}

const requestBucketsS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
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
  const losses = new Counter({
    name: 'lectern_database_lost_total',
    help: 'How often the database was found gone, or looked for in vain',
    registers,
  })
  const errors = new Counter({
    name: 'lectern_errors_total',
    help: 'Errors that nobody expected; the log has them',
    registers,
  })
  for (const gauge of gaugesOf(gauges)) registry.registerMetric(gauge)

  const observe = (observation: Observation) => {
    switch (observation.kind) {
      case 'request': {
        const { status, cache, ms } = observation
        requests.inc({ status: `${Math.floor(status / 100)}xx`, cache })
        return requestSeconds.observe({ cache }, ms / 1000)
      }
      case 'query': {
        const { plan, ms, rows } = observation
        querySeconds.observe({ plan }, ms / 1000)
        return queryRows.inc({ plan }, rows)
      }
      case 'query-failed':
        return failedQueries.inc({ plan: observation.plan, meaning: observation.meaning })
      case 'dropped':
        return drops.inc({ cause: causeClass(observation.cause) }, observation.entries)
      case 'database-lost':
        return losses.inc()
      case 'error':
        return errors.inc()
      case 'database-found':
      case 'feed':
      case 'feed-unfit':
      case 'warning':
      case 'stopping':
        return
    }
  }
  return { observe, contentType: registry.contentType, text: () => registry.metrics() }
}

function gaugesOf({ cache, feed, isDatabaseThere, connections }: Gauges): readonly Gauge[] {
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const value = read()
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  const lag = new Gauge({
    name: 'lectern_feed_lag_seconds',
    help: 'Seconds since the feed of changes last heard of the database',
    labelNames: ['feed'],
    registers: [],
    collect() {
      this.reset()
      const followed = feed()
      if (followed) this.set({ feed: followed.name }, followed.lagMs / 1000)
    },
  })
  return [
    gauge('lectern_cache_entries', 'Answers that are kept', () => cache().entries),
    gauge('lectern_cache_bytes', 'Bytes that they take, with keys and tags', () => cache().bytes),
    gauge('lectern_cache_tags', 'Tags that they have', () => cache().tags),
    gauge('lectern_database_up', '1 while there is a database to read', () => Number(isDatabaseThere())),
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
    lag,
  ]
}
