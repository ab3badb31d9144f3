// Observations → metrics, in Prometheus' text (docs/metrics.md lists them), beside what gauges.ts asks. Labels are words of
// the gateway's own: no address, no query string, nothing that a client sent.
import {
  collectDefaultMetrics,
  Counter,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import type { Observation, Observe } from '../core/observation.ts'
import { causeClass } from './cause-class.ts'
import { gaugesOf, type Gauges } from './gauges.ts'

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
  const originFailures = new Counter({
    name: 'lectern_origin_failed_total',
    help: 'How often the owning system did not answer, or not to the end',
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
  const feedReturns = new Counter({
    name: 'lectern_feed_reconnects_total',
    help: 'How often the feed of changes was lost and came back, by whether it missed changes and the cache was emptied',
    labelNames: ['feed', 'gap'],
    registers,
  })
  const dropSeconds = new Histogram({
    name: 'lectern_commit_to_dropped_seconds',
    help: 'How long after its commit, as far as the feed knows it, a change had dropped what was made of it',
    labelNames: ['feed', 'from'],
    buckets: dropBucketsS,
    registers,
  })
  const inspections = new Counter({
    name: 'lectern_inspected_total',
    help: 'Cached answers that were compared with newly made ones, by how long after they were sampled',
    labelNames: ['after'],
    registers,
  })
  const staleFound = new Counter({
    name: 'lectern_inspected_stale_total',
    help: 'Those that were stale',
    labelNames: ['after'],
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
  const workersHung = new Counter({
    name: 'lectern_workers_hung_total',
    help: 'Processes that serve which did not answer any more, and were ended',
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
      case 'origin-failed':
        return originFailures.inc()
      case 'query': {
        const { plan, ms, rows } = observation
        querySeconds.observe({ plan }, ms / 1000)
        return queryRows.inc({ plan }, rows)
      }
      case 'query-failed':
        return failedQueries.inc({ plan: observation.plan, meaning: observation.meaning })
      case 'dropped':
        return dropped(observation)
      case 'feed-back':
        return feedReturns.inc({ feed: observation.name, gap: observation.isGap ? 'yes' : 'no' })
      case 'inspected': {
        const after = `${observation.afterS}s`
        inspections.inc({ after })
        return staleFound.inc({ after }, Number(observation.isStale))
      }
      case 'adjusted':
        return adjustments.inc()
      case 'database-lost':
        return losses.inc()
      case 'worker-hung':
        return workersHung.inc()
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
      case 'database-found':
      case 'server':
      case 'feed':
      case 'feed-unfit':
      case 'lease':
      case 'feed-lost':
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
