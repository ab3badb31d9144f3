// A collector of traces as OpenTelemetry's exporters know it: takes spans by OTLP over HTTP, as JSON.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { at } from './gateway.ts'

export interface Span {
  readonly name: string
  readonly traceId: string
  readonly parentId: string
  readonly id: string
  /** All of it, as it came. */
  readonly text: string
}

export interface Collector {
  readonly url: string
  readonly spans: readonly Span[]
  readonly stop: () => Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const spans: Span[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      for (const resource of list(at(body, 'resourceSpans')))
        for (const scope of list(at(resource, 'scopeSpans')))
          spans.push(...list(at(scope, 'spans')).map(spanOf))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function spanOf(span: unknown): Span {
  const text = (name: string) => {
    const value = at(span, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    traceId: text('traceId'),
    parentId: text('parentSpanId'),
    id: text('spanId'),
    text: JSON.stringify(span),
  }
}
