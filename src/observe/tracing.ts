// Turns observations into spans, sent to a collector by OTLP over HTTP with OpenTelemetry's own packages, which are loaded on demand.
// A span is made once its request is answered, from the times of the observation; it contains no query string, header or value.
import type { SpanContext, SpanKind as Kind } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Observation, Observe, StageMs } from '../core/observation.ts'
import type { Ran } from '../core/reply.ts'
import { routeShape } from './route-shape.ts'

export interface Tracing {
  readonly observe: Observe
  /** Decides by its `traceparent` whether a request is traced; observations of traced requests have a `trace`. */
  readonly isSampled: (parent: string | undefined) => boolean
  /** Sends the remaining spans, within a few seconds. */
  readonly stop: () => Promise<void>
}

export interface TracingOptions {
  /** The collector's base address, as OTEL_EXPORTER_OTLP_ENDPOINT names it: `http://127.0.0.1:4318`. */
  readonly endpoint: string
  readonly serviceName: string
  /** One in so many requests without a trace of its own is traced. */
  readonly oneIn: number
  readonly observe: Observe
}

type Answered = Extract<Observation, { readonly kind: 'request' | 'passed' }>

const statementsMax = 64
const sendMs = 3000
const graceMs = 1000

/** The packages that owners install for tracing. */
export const tracingPackages =
  '@opentelemetry/sdk-trace @opentelemetry/exporter-trace-otlp-http @opentelemetry/api'

/** Rejects where the packages are not installed. */
export async function createTracing({
  endpoint,
  serviceName,
  oneIn,
  observe,
}: TracingOptions): Promise<Tracing> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api')
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const { parseTraceParent } = await import('@opentelemetry/core')
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = reporting(new OTLPTraceExporter({ url, timeoutMillis: sendMs }), endpoint, observe)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanLimits: { attributeValueLengthLimit: 1024 },
    // The exporter gives up first, so that its reason is reported
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: sendMs + graceMs })],
  })
  const tracer = provider.getTracer('lectern')
  const contextOf = (parent: string | undefined) => (parent === undefined ? null : parseTraceParent(parent))
  const isSampled = (parent: string | undefined) => {
    const context = contextOf(parent)
    return context === null ? Math.random() * oneIn < 1 : (context.traceFlags & TraceFlags.SAMPLED) !== 0
  }

  const add = (answered: Answered, parent: SpanContext | null) => {
    const { method, path, status, ms } = answered
    const end = performance.timeOrigin + performance.now()
    const start = end - ms
    const span = tracer.startSpan(
      `${method} ${routeShape(path)}`,
      {
        kind: SpanKind.SERVER,
        startTime: start,
        attributes: {
          'http.request.method': method,
          'url.path': path,
          'http.response.status_code': status,
          'lectern.cache': answered.kind === 'passed' ? 'passed' : answered.cache,
        },
      },
      parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }),
    )
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    const within = trace.setSpan(ROOT_CONTEXT, span)
    const part = (name: string, from: number, to: number, kind: Kind, attributes = {}) =>
      tracer.startSpan(name, { kind, startTime: from, attributes }, within).end(to)
    if (answered.kind === 'request') {
      for (const [name, from, to] of stagesOf(answered.stages ?? {}, start))
        part(name, from, to, SpanKind.INTERNAL)
      for (const [name, from, to] of statementsOf(answered.trace?.ran ?? []))
        part(name, from, to, SpanKind.CLIENT, { 'db.query.summary': name })
    } else part('WordPress', start, end, SpanKind.CLIENT)
    span.end(end)
  }
  return {
    isSampled,
    observe: (observation) => {
      if (observation.kind === 'request' && observation.trace !== undefined)
        add(observation, contextOf(observation.trace.parent))
      if (observation.kind === 'passed' && isSampled(observation.parent))
        add(observation, contextOf(observation.parent))
    },
    // Rejects where the last spans cannot be sent, which the exporter has reported
    stop: () => provider.shutdown().catch(() => {}),
  }
}

/** Lays out the stages of a request, each of which begins where the one before ends. */
function stagesOf(stages: StageMs, start: number): readonly Part[] {
  let at = start
  return Object.entries(stages).map(([name, ms]) => [name, at, (at += ms)])
}

function statementsOf(ran: readonly Ran[]): readonly Part[] {
  return ran.slice(0, statementsMax).map(({ plan, at, ms }) => {
    const from = performance.timeOrigin + at
    return [plan, from, from + ms]
  })
}

type Part = readonly [name: string, from: number, to: number]

/** Reports once that spans cannot be sent, and once that they can again; of the endpoint it shows the origin alone. */
function reporting(exporter: SpanExporter, endpoint: string, observe: Observe): SpanExporter {
  let isLost = false
  const { origin } = new URL(endpoint)
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (isLost !== (result.error !== undefined))
          observe({
            kind: 'warning',
            message:
              result.error === undefined
                ? `traces are sent to ${origin} again`
                : `traces cannot be sent to ${origin}: ${result.error.message.replaceAll(endpoint, origin)}`,
          })
        isLost = result.error !== undefined
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
