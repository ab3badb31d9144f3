// The counters and histograms that observations fill, by topic (docs/metrics.md lists them).
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const requestBucketsS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
const dropBucketsS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
]
const webhookBucketsS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const queryBucketsS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Requests, and requests that WordPress answered. */
export function requestInstruments(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'lectern_requests_total',
      help: 'Requests answered, by the class of their status and how the cache was used',
      labelNames: ['status', 'cache'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'lectern_request_duration_seconds',
      help: 'How long answers took, by how the cache was used',
      labelNames: ['cache'],
      buckets: requestBucketsS,
      registers,
    }),
    unread: new Counter({
      name: 'lectern_requests_unread_total',
      help: 'Requests that were refused before they were received completely, by their status',
      labelNames: ['status'],
      registers,
    }),
    givenUp: new Counter({
      name: 'lectern_requests_given_up_total',
      help: 'Requests whose answers were abandoned before they were complete, by the reason',
      labelNames: ['why'],
      registers,
    }),
    clientsDropped: new Counter({
      name: 'lectern_clients_dropped_total',
      help: 'Connections of clients that were closed immediately because CLIENTS_MAX were open',
      registers,
    }),
    clientRequests: new Counter({
      name: 'lectern_client_requests_total',
      help: 'Requests that counted for the limits of clients, by the kind of client, the label of its API key, and whether it was over its limit',
      labelNames: ['client', 'label', 'limited'],
      registers,
    }),
    counted: new Counter({
      name: 'lectern_shared_counts_total',
      help: 'Requests of limited clients, and wrong credentials, that were counted for all gateways together, or by this one alone',
      labelNames: ['what', 'where'],
      registers,
    }),
  }
}

/** Requests proxied to WordPress. */
export function originInstruments(registers: Registry[]) {
  return {
    passed: new Counter({
      name: 'lectern_origin_requests_total',
      help: 'Requests proxied to WordPress, by the class of their status',
      labelNames: ['status'],
      registers,
    }),
    passedSeconds: new Histogram({
      name: 'lectern_origin_duration_seconds',
      help: 'How long WordPress took until its answers began, including the wait for a free connection',
      buckets: queryBucketsS,
      registers,
    }),
    redirects: new Counter({
      name: 'lectern_redirects_total',
      help: 'Redirects that the gateway answered itself instead of proxying the request to WordPress, by their status',
      labelNames: ['status'],
      registers,
    }),
    failures: new Counter({
      name: 'lectern_origin_failed_total',
      help: 'Proxied requests that WordPress did not answer, or not completely',
      registers,
    }),
  }
}

/** Streamed responses. */
export function streamInstruments(registers: Registry[]) {
  return {
    streams: new Gauge({
      name: 'lectern_streams',
      help: 'Streamed responses that are open, by what they stream',
      labelNames: ['stream'],
      aggregator: 'sum',
      registers,
    }),
    streamsEnded: new Counter({
      name: 'lectern_streams_ended_total',
      help: 'Streamed responses that ended, by whether they were complete, the client left, or an error ended them',
      labelNames: ['stream', 'outcome'],
      registers,
    }),
    streamBytes: new Counter({
      name: 'lectern_stream_bytes_total',
      help: 'Bytes of the bodies of streamed responses that ended',
      labelNames: ['stream'],
      registers,
    }),
  }
}

/** Queries of the database. */
export function queryInstruments(registers: Registry[]) {
  return {
    querySeconds: new Histogram({
      name: 'lectern_sql_duration_seconds',
      help: 'How long queries took, their wait for a connection included, by the name of their plan',
      labelNames: ['plan'],
      buckets: queryBucketsS,
      registers,
    }),
    queryRows: new Counter({
      name: 'lectern_sql_rows_total',
      help: 'Rows that queries returned, by the name of their plan',
      labelNames: ['plan'],
      registers,
    }),
    failedQueries: new Counter({
      name: 'lectern_sql_failed_total',
      help: 'Queries that failed, by the name of their plan and the meaning of the error',
      labelNames: ['plan', 'meaning'],
      registers,
    }),
    repeatedQueries: new Counter({
      name: 'lectern_sql_repeated_total',
      help: 'Queries that were sent once more because their connection was lost, by the name of their plan',
      labelNames: ['plan'],
      registers,
    }),
  }
}

/** The cache, and the change feed that it follows. */
export function cacheInstruments(registers: Registry[]) {
  return {
    drops: new Counter({
      name: 'lectern_cache_dropped_total',
      help: 'Entries of the cache that were dropped, by what changed',
      labelNames: ['cause'],
      registers,
    }),
    feedReturns: new Counter({
      name: 'lectern_feed_reconnects_total',
      help: 'How often the change feed was lost and came back, by whether it missed changes, so that the cache was emptied',
      labelNames: ['feed', 'gap'],
      registers,
    }),
    dropSeconds: new Histogram({
      name: 'lectern_commit_to_dropped_seconds',
      help: 'Time from a commit, as far as the change feed knows it, until the entries that it made stale were dropped',
      labelNames: ['feed', 'from'],
      buckets: dropBucketsS,
      registers,
    }),
    inspections: new Counter({
      name: 'lectern_inspected_total',
      help: 'Cached answers that were compared with newly made ones, by the time since they were sampled',
      labelNames: ['after'],
      registers,
    }),
    staleFound: new Counter({
      name: 'lectern_inspected_stale_total',
      help: 'Compared answers that were stale',
      labelNames: ['after'],
      registers,
    }),
    sharedAnswers: new Counter({
      name: 'lectern_shared_answers_total',
      help: 'Answers that were looked for among those of other gateways, by whether they were used, or why not',
      labelNames: ['outcome'],
      registers,
    }),
    adjustments: new Counter({
      name: 'lectern_totals_adjusted_total',
      help: 'Totals that were adjusted by the change of a row instead of being counted again',
      registers,
    }),
    restored: new Counter({
      name: 'lectern_totals_restored_total',
      help: 'Totals from before a start, by whether they were kept or have to be counted again',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

/** Errors and webhooks. */
export function operationInstruments(registers: Registry[]) {
  return {
    losses: new Counter({
      name: 'lectern_database_lost_total',
      help: 'How often the database was lost, or an attempt to connect failed',
      registers,
    }),
    workersLost: new Counter({
      name: 'lectern_workers_lost_total',
      help: 'Workers that ended unexpectedly',
      registers,
    }),
    workersHung: new Counter({
      name: 'lectern_workers_hung_total',
      help: 'Workers that hung, and were ended',
      registers,
    }),
    errors: new Counter({
      name: 'lectern_errors_total',
      help: 'Unexpected errors; the log has their stack traces',
      registers,
    }),
    webhooks: new Counter({
      name: 'lectern_webhooks_total',
      help: 'Attempts to send a webhook, by their outcome',
      labelNames: ['receiver', 'outcome'],
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'lectern_webhook_delay_seconds',
      help: 'Time from the first change in a webhook until the receiver accepted it',
      labelNames: ['receiver'],
      buckets: webhookBucketsS,
      registers,
    }),
  }
}
