// What the socket's own timeout ends, and what it does not; and what is thrown outside of an endpoint's answer.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Observation } from '../../../src/core/observation.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import type { Dispatch } from '../../../src/http/dispatch.ts'
import { addressList } from '../../../src/http/receive.ts'
import { listen, serveHttp } from '../../../src/http/server.ts'
import type { EndpointDefinition } from '../../../src/registry/define.ts'

const requestTimeoutMs = 50

const fallback: EndpointDefinition = {
  name: 'test',
  path: '/',
  below: false,
  variesBy: [],
  crossOrigin: false,
  answer: async () => jsonReply(200, 'answered'),
  refuse: ({ code }) => jsonReply(500, code),
}

async function start(test: TestContext, dispatch: Dispatch) {
  const observed: Observation[] = []
  const listener = await listen({
    port: 0,
    host: '127.0.0.1',
    addressBytesMax: 1000,
    requestTimeoutMs,
    clientsMax: 10,
  })
  const serving = serveHttp(listener, {
    endpoints: [],
    fallback,
    dispatch,
    addressBytesMax: 1000,
    bodyBytesMax: 1000,
    challenge: null,
    corsOrigins: [],
    brand: 'cms',
    trustedProxies: addressList([]),
    stopTimeoutMs: 0,
    observe: (observation) => void observed.push(observation),
  })
  test.after(() => serving.stop())
  return { port: listener.address.port, observed }
}

it('an answer may take longer than a client may be silent', async (test) => {
  const { port } = await start(test, async () => {
    await setTimeout(requestTimeoutMs * 4)
    return { status: 200, headers: [], body: Buffer.from('late') }
  })
  const response = await fetch(`http://127.0.0.1:${port}/`)
  assert.equal(await response.text(), 'late')
})

it('a client that stops in the middle of its body is not waited for', async (test) => {
  const { port } = await start(test, async (_, request) => {
    await request.body()
    return { status: 200, headers: [], body: null }
  })
  const client = connect(port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf')
  client.resume()
  await once(client, 'close')
})

it('what is thrown outside of an endpoint is observed, and not shown to the client', async (test) => {
  const bug = new Error('a bug with a secret')
  const { port, observed } = await start(test, () => {
    throw bug
  })
  const response = await fetch(`http://127.0.0.1:${port}/`)
  assert.deepEqual([response.status, await response.json()], [500, 'internal_error'])
  assert.deepEqual(observed, [{ kind: 'error', error: bug, during: 'serving GET' }])
})
