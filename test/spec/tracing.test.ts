// Traces of requests, as a collector gets them. What is traced does not follow from the database, so that one is enough.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { startCollector, type Span } from '../support/collector.ts'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const sampled = `00-${traceId}-${parentId}-01`

/** What the collector has once the gateway has stopped. */
async function spansOf(
  settings: ConfigFile,
  use: (gateway: TestGateway) => Promise<unknown>,
): Promise<readonly Span[]> {
  const collector = await startCollector()
  const [sqlite] = testDatabases()
  const database = await sqlite?.create()
  assert(database)
  const gateway = await startTestGateway(database, { otelExporterOtlpEndpoint: collector.url, ...settings })
  await use(gateway)
  await gateway.stop()
  await database.drop()
  await collector.stop()
  return collector.spans
}

const never = { tracesOneIn: 1_000_000 }

it('tracing/1 a request is a span of the trace that it names, with its stages and statements', async () => {
  const spans = await spansOf(never, (gateway) =>
    gateway.get(`${posts}/201?_fields=id&secret=of-a-client`, { traceparent: sampled }),
  )
  const request = spans.find((span) => span.parentId === parentId)
  assert(request)
  assert.equal(request.name, `GET ${posts}/…`)
  assert.match(request.text, /"http.response.status_code".*"lectern.cache"/)
  const parts = spans.filter((span) => span.parentId === request.id).map(({ name }) => name)
  for (const name of ['parse', 'cache', 'answer', 'posts.item'])
    assert(parts.includes(name), `${name} of ${parts.join(' ')}`)
  assert(spans.every((span) => span.traceId === traceId))
  assert.doesNotMatch(spans.map(({ text }) => text).join(), /secret|of-a-client/)
})

it('tracing/2 a request without a trace is traced by the share that is set, and one that is not to be never', async () => {
  const headers = { traceparent: sampled.replace(/01$/, '00') }
  const all = await spansOf({ tracesOneIn: 1 }, async (gateway) => {
    await gateway.get(`${posts}/201`)
    await gateway.get(`${posts}/203`, headers)
  })
  assert.deepEqual(
    all.filter((span) => span.name.startsWith('GET ')).map((span) => span.parentId),
    [''],
  )
  assert.deepEqual(await spansOf(never, (gateway) => gateway.get(`${posts}/201`)), [])
})

it('tracing/3 a header that is no traceparent begins a trace of its own', async () => {
  const wrong = [
    '',
    'x',
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `ff-${traceId}-${parentId}-01`,
    sampled.slice(0, -1),
  ]
  const spans = await spansOf({ tracesOneIn: 1 }, async (gateway) => {
    for (const traceparent of wrong)
      assert.equal((await gateway.get(`${posts}/201`, { traceparent })).status, 200)
  })
  const requests = spans.filter((span) => span.name.startsWith('GET '))
  assert.deepEqual(
    requests.map((span) => span.parentId),
    wrong.map(() => ''),
  )
  assert(requests.every((span) => span.traceId !== traceId))
})

it('tracing/4 a collector that is away keeps no request, and is named once', async () => {
  const [sqlite] = testDatabases()
  const database = await sqlite?.create()
  assert(database)
  const gateway = await startTestGateway(database, {
    otelExporterOtlpEndpoint: 'http://user:marker@127.0.0.1:9/path?key=marker',
    tracesOneIn: 1,
  })
  assert.equal((await gateway.get(`${posts}/201`)).status, 200)
  await gateway.stop()
  await database.drop()
  const said = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
  assert.deepEqual(
    said.filter((message) => message.includes('traces cannot be sent to http://127.0.0.1:9')).length,
    1,
    said.join(),
  )
  assert(!said.join().includes('marker'), said.join())
})
