// Turns observations into metrics in Prometheus's text format (docs/metrics.md lists them); gauges.ts reads the rooms. Label
// values are words of the gateway's own: no address, no query string, no value from a client.
import { collectDefaultMetrics, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { Observation, Observe } from '../core/observation.ts'
import { causeClass } from './cause-class.ts'
import { gaugesOf, type Gauges } from './gauges.ts'
import {
  cacheInstruments,
  operationInstruments,
  queryInstruments,
  originInstruments,
  requestInstruments,
  streamInstruments,
} from './instruments.ts'

export interface Metrics {
  readonly observe: Observe
  readonly contentType: string
  readonly text: () => Promise<string>
  readonly json: () => Promise<MetricsJson>
}

/** The form in which one process sends its metrics to another. */
export type MetricsJson = readonly MetricObjectWithValues<MetricValue<string>>[]

export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { clientsDropped, unread, givenUp, counted, ...answers } = requestInstruments(registers)
  const origin = originInstruments(registers)
  const { streams, streamsEnded, streamBytes } = streamInstruments(registers)
  const { querySeconds, queryRows, failedQueries, repeatedQueries } = queryInstruments(registers)
  const { drops, feedReturns, dropSeconds, inspections, staleFound, adjustments, restored, sharedAnswers } =
    cacheInstruments(registers)
  const { losses, workersLost, workersHung, errors, webhooks, webhookSeconds } =
    operationInstruments(registers)
  for (const gauge of gaugesOf(gauges)) registry.registerMetric(gauge)

  const dropped = ({ cause, entries, delay }: Extract<Observation, { readonly kind: 'dropped' }>) => {
    drops.inc({ cause: causeClass(cause) }, entries)
    if (delay) dropSeconds.observe({ feed: delay.feed, from: delay.from }, delay.ms / 1000)
  }
  const observe = (observation: Observation) => {
    switch (observation.kind) {
      case 'request':
        return ofRequest(observation, answers)
      case 'stream-begun':
        return streams.inc({ stream: observation.of })
      case 'stream-ended':
        streams.dec({ stream: observation.of })
        streamsEnded.inc({ stream: observation.of, outcome: observation.outcome })
        return streamBytes.inc({ stream: observation.of }, observation.bytes)
      case 'passed':
      case 'redirected':
      case 'origin-failed':
        return ofOrigin(observation, origin)
      case 'query': {
        const { plan, ms, rows } = observation
        querySeconds.observe({ plan }, ms / 1000)
        return queryRows.inc({ plan }, rows)
      }
      case 'query-failed':
        return failedQueries.inc({ plan: observation.plan, meaning: observation.meaning })
      case 'query-repeated':
        return repeatedQueries.inc({ plan: observation.plan })
      case 'dropped':
        return dropped(observation)
      case 'feed-back':
        return feedReturns.inc({ feed: observation.name, gap: observation.isGap ? 'yes' : 'no' })
      case 'inspected': {
        const after = `${observation.afterS}s`
        inspections.inc({ after })
        return staleFound.inc({ after }, Number(observation.isStale))
      }
      case 'shared-answer':
        return sharedAnswers.inc({ outcome: observation.outcome })
      case 'counted':
        return counted.inc({ what: observation.what, where: observation.isShared ? 'shared' : 'alone' })
      case 'adjusted':
        return adjustments.inc()
      case 'totals-restored':
        return ofTotals(observation, restored)
      case 'database-lost':
        return losses.inc()
      case 'worker-hung':
        return workersHung.inc()
      case 'worker-lost':
        return workersLost.inc()
      case 'client-dropped':
        return clientsDropped.inc()
      case 'unread':
        return unread.inc({ status: observation.status })
      case 'given-up':
        return givenUp.inc({ why: observation.why })
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
      case 'clients-dropped':
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

function ofRequest(
  { status, cache, ms, client }: Extract<Observation, { readonly kind: 'request' }>,
  {
    requests,
    requestSeconds,
    clientRequests,
  }: Pick<ReturnType<typeof requestInstruments>, 'requests' | 'requestSeconds' | 'clientRequests'>,
): void {
  requests.inc({ status: `${Math.floor(status / 100)}xx`, cache })
  if (client)
    clientRequests.inc({
      client: client.kind,
      label: client.label ?? '',
      limited: client.isLimited ? 'yes' : 'no',
    })
  requestSeconds.observe({ cache }, ms / 1000)
}

function ofTotals(
  { kept, anew }: Extract<Observation, { readonly kind: 'totals-restored' }>,
  restored: ReturnType<typeof cacheInstruments>['restored'],
): void {
  restored.inc({ outcome: 'kept' }, kept)
  restored.inc({ outcome: 'anew' }, anew)
}

function ofOrigin(
  observation: Extract<Observation, { readonly kind: 'passed' | 'redirected' | 'origin-failed' }>,
  { passed, passedSeconds, failures, redirects }: ReturnType<typeof originInstruments>,
): void {
  switch (observation.kind) {
    case 'passed':
      passed.inc({ status: `${Math.floor(observation.status / 100)}xx` })
      return passedSeconds.observe(observation.ms / 1000)
    case 'redirected':
      return redirects.inc({ status: String(observation.status) })
    case 'origin-failed':
      return failures.inc()
  }
}
