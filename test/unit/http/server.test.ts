// The socket's own timeouts, in what they end and what not; errors outside of an endpoint's answer; and what a stop waits for.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Observation } from '../../../src/core/observation.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import { atOnce } from '../../../src/core/stopping.ts'
import type { Dispatch } from '../../../src/http/dispatch.ts'
import { addressList } from '../../../src/core/forwarded.ts'
import { listen, serveHttp } from '../../../src/http/server.ts'
import type { EndpointDefinition } from '../../../src/registry/endpoint.ts'
import { fixedOperation } from '../../../src/registry/fixed-operation.ts'

const requestTimeoutMs = 50

const fallback: EndpointDefinition = {
  name: 'test',
  path: '/',
  below: false,
  variesBy: [],
  crossOrigin: false,
  parse: () =>
    fixedOperation({
      servedBy: 'gateway',
      path: '/there',
      cacheKey: null,
      answer: () => jsonReply(200, 'answered'),
      refuse: ({ code }) => jsonReply(500, code),
    }),
  refuse: ({ code }) => jsonReply(500, code),
}

async function start(
  test: TestContext,
  dispatch: Dispatch,
  silenceMs = requestTimeoutMs,
  stopTimeoutMs = 0,
  keepAliveTimeoutMs = 65_000,
) {
  const observed: Observation[] = []
  const listener = await listen({
    port: 0,
    host: '127.0.0.1',
    addressBytesMax: 1000,
    requestTimeoutMs: silenceMs,
    keepAliveTimeoutMs,
    clientsMax: 10,
  })
  const sockets = new Set<Socket>()
  listener.server.on('connection', (socket: Socket) => sockets.add(socket))
  const serving = serveHttp(listener, {
    endpoints: [],
    fallback,
    dispatch,
    addressBytesMax: 1000,
    bodyBytesMax: 1000,
    challenge: null,
    corsOrigins: [],
    credentialHeaders: [],
    brand: 'cms',
    limitsClients: false,
    trustedProxies: addressList([]),
    requestTimeoutMs: 30_000,
    origin: null,
    timesStages: false,
    isTraced: null,
    stopTimeoutMs,
    observe: (observation) => void observed.push(observation),
  })
  test.after(() => serving.stop())
  return { port: listener.address.port, observed, sockets, stop: (how = atOnce) => serving.stop(how) }
}

it('an answer may take longer than a client may be silent', async (test) => {
  const silences: boolean[] = []
  const silent = async () => {
    // Once the request was read to its end
    await setImmediate()
    // What Node's sockets say when nothing came for as long as a client may be silent
    for (const socket of sockets) silences.push(socket.emit('timeout'))
    return { status: 200, headers: [], body: Buffer.from('late') }
  }
  // So long that no load on the machine makes the client silent before it has asked
  const { port, sockets } = await start(test, silent, 30_000)
  const response = await fetch(`http://127.0.0.1:${port}/`)
  assert.equal(await response.text(), 'late')
  assert.deepEqual(silences, [true])
})

it('a client that stops in the middle of its body is not waited for', async (test) => {
  const { port } = await start(test, async (_, request) => {
    await request.body()
    return { status: 200, headers: [], body: null }
  })
  const client = connect(port, '127.0.0.1')
  client.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf')
  client.resume()
  // Where the half arrived too late to be read, the connection is reset
  client.on('error', () => {})
  await new Promise((resolve) => client.once('close', resolve))
})

it('a stop waits for a client that has not taken in all of an answer yet', async (test) => {
  const body = Buffer.alloc(20_000_000)
  const headers = ['Content-Length', String(body.byteLength)]
  const { port, observed, stop } = await start(test, () => ({ status: 200, headers, body }), 30_000, 30_000)
  const client = connect(port, '127.0.0.1')
  test.after(() => client.destroy())
  let taken = 0
  client.on('data', (part) => (taken += part.length))
  client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  await once(client, 'data')
  client.pause()
  const closed = once(client, 'close')
  const stopped = stop()
  assert.deepEqual(observed, [{ kind: 'stopping', inFlight: 1 }])
  client.resume()
  await Promise.all([stopped, closed])
  assert(taken > body.byteLength)
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

it('a client that sends too much reads why, though it is still sending', async (test) => {
  const { port, observed } = await start(test, async () => Promise.reject(new Error('it is no request')))
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString('latin1')))
  const ended = once(socket, 'close')
  socket.write('GET /?')
  for (let parts = 0; parts < 50; parts += 1) {
    socket.write('x'.repeat(10_000))
    await setImmediate()
  }
  await ended
  assert.match(answer, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n$/)
  assert.deepEqual(observed, [{ kind: 'unread', status: 431 }])
})

it('a connection is kept for the next request for as long as its answers say, and then closed', async (test) => {
  const answer = () => ({ status: 200, headers: [], body: Buffer.from('answered') })
  const { port } = await start(test, answer, 30_000, 0, 1000)
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  for (let nth = 0; nth < 2; nth += 1) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 .*\r\nKeep-Alive: timeout=1\r\n/s)
  }
  await once(socket.resume(), 'end')
})

it('a request that has arrived when its client was silent for too long is answered', async (test) => {
  const answer = () => ({ status: 200, headers: [], body: Buffer.from('answered') })
  const { port, sockets } = await start(test, answer)
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  while (sockets.size === 0) await setImmediate()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  standStill(2 * requestTimeoutMs)
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 /)
  socket.destroy()
})

it('a request that has arrived when open connections are closed is answered', async (test) => {
  const answer = () => ({ status: 200, headers: [], body: Buffer.from('answered') })
  const { port, stop } = await start(test, answer, 30_000, 10_000)
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  ask()
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 .*keep-alive/s)
  const drainMs = 50
  const stopped = stop({ delayMs: 0, drainMs })
  await setImmediate()
  ask()
  standStill(2 * drainMs)
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 .*Connection: close/s)
  await stopped
})

it('a connection that has come before the end of the delay of a stop is answered', async (test) => {
  const answer = () => ({ status: 200, headers: [], body: Buffer.from('answered') })
  const { port, stop } = await start(test, answer, 30_000, 10_000)
  const delayMs = 50
  const stopped = stop({ delayMs, drainMs: 10_000 })
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  // The system has the connection from then on, and the server when it goes on
  await new Promise<void>((resolve) => process.nextTick(resolve))
  standStill(2 * delayMs)
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 .*Connection: close/s)
  await stopped
})

/** The process reads nothing meanwhile, and runs timers that are due before it does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
