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
      help: 'Requests answered, by the class of their status and what the cache had to do with them',
      labelNames: ['status', 'cache'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'lectern_request_duration_seconds',
      help: 'How long answers took, by what the cache had to do with them',
      labelNames: ['cache'],
      buckets: requestBucketsS,
      registers,
    }),
    unread: new Counter({
      name: 'lectern_requests_unread_total',
      help: 'Requests that were refused before they were whole, by their status',
      labelNames: ['status'],
      registers,
    }),
    givenUp: new Counter({
      name: 'lectern_requests_given_up_total',
      help: 'Requests whose answers were not made to their end, and why',
      labelNames: ['why'],
      registers,
    }),
    clientsDropped: new Counter({
      name: 'lectern_clients_dropped_total',
      help: 'Connections of clients that were closed at once, since CLIENTS_MAX were open',
      registers,
    }),
    clientRequests: new Counter({
      name: 'lectern_client_requests_total',
      help: 'Requests that counted for the limits of clients, by the kind of client, the label of its API key, and whether it had asked for too much',
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
      help: 'Requests passed on to WordPress, by the class of their status',
      labelNames: ['status'],
      registers,
    }),
    passedSeconds: new Histogram({
      name: 'lectern_origin_duration_seconds',
      help: 'How long WordPress took until its answers began, the wait for a turn included',
      buckets: queryBucketsS,
      registers,
    }),
    redirects: new Counter({
      name: 'lectern_redirects_total',
      help: 'Redirects that were given instead of asking WordPress, by their status',
      labelNames: ['status'],
      registers,
    }),
    failures: new Counter({
      name: 'lectern_origin_failed_total',
      help: 'How often WordPress did not answer, or not to the end',
      registers,
    }),
  }
}

/** Streamed responses. */
export function streamInstruments(registers: Registry[]) {
  return {
    streams: new Gauge({
      name: 'lectern_streams',
      help: 'Responses that go on at the moment, by what they are of',
      labelNames: ['stream'],
      aggregator: 'sum',
      registers,
    }),
    streamsEnded: new Counter({
      name: 'lectern_streams_ended_total',
      help: 'Responses that went on and ended, by whether they were whole, the client left, or something failed',
      labelNames: ['stream', 'outcome'],
      registers,
    }),
    streamBytes: new Counter({
      name: 'lectern_stream_bytes_total',
      help: 'Bytes of the bodies of responses that went on and ended',
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
      help: 'Rows that queries gave, by the name of their plan',
      labelNames: ['plan'],
      registers,
    }),
    failedQueries: new Counter({
      name: 'lectern_sql_failed_total',
      help: 'Queries that failed, by the name of their plan and what that means',
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
      help: 'How often the feed of changes was lost and came back, by whether it missed changes and the cache was emptied',
      labelNames: ['feed', 'gap'],
      registers,
    }),
    dropSeconds: new Histogram({
      name: 'lectern_commit_to_dropped_seconds',
      help: 'How long after its commit, as far as the feed knows it, what a change made stale was dropped',
      labelNames: ['feed', 'from'],
      buckets: dropBucketsS,
      registers,
    }),
    inspections: new Counter({
      name: 'lectern_inspected_total',
      help: 'Cached answers that were compared with newly made ones, by how long after they were sampled',
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
      help: 'Totals that were adjusted by a row that came, went or changed, instead of being counted again',
      registers,
    }),
    restored: new Counter({
      name: 'lectern_totals_restored_total',
      help: 'Totals of before a start that were kept, and that were to be counted anew',
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
      help: 'How often the database was found gone, or looked for in vain',
      registers,
    }),
    workersLost: new Counter({
      name: 'lectern_workers_lost_total',
      help: 'Workers that ended without being asked to',
      registers,
    }),
    workersHung: new Counter({
      name: 'lectern_workers_hung_total',
      help: 'Workers that hung, and were ended',
      registers,
    }),
    errors: new Counter({
      name: 'lectern_errors_total',
      help: 'Unexpected errors; the log has them',
      registers,
    }),
    webhooks: new Counter({
      name: 'lectern_webhooks_total',
      help: 'Messages to webhook receivers, by their outcome',
      labelNames: ['receiver', 'outcome'],
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'lectern_webhook_delay_seconds',
      help: 'How long after the first change in it a message was taken',
      labelNames: ['receiver'],
      buckets: webhookBucketsS,
      registers,
    }),
  }
}
