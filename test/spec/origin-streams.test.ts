// Bodies go through as they come, as slowly as the slower side, and within limits; what breaks off on one side breaks off on the
// other.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, it } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startOrigin, type TestOrigin } from '../support/origin.ts'

const [kind] = testDatabases()
const mebibyte = 1024 * 1024

async function before(
  answer: RequestListener,
  run: (gateway: TestGateway, origin: TestOrigin) => Promise<void>,
  settings: ConfigFile = {},
): Promise<void> {
  const [database, origin] = await Promise.all([kind?.create(), startOrigin(answer)])
  assert(database)
  const gateway = await startTestGateway(database, { brand: 'wp', originUrl: origin.url, ...settings })
  await run(gateway, origin)
  await gateway.stop()
  await origin.stop()
  await database.drop()
}

const part = Buffer.alloc(65_536, 'a')

/** So many bytes, counted as they are taken. */
function source(bytes: number, taken: (bytes: number) => void): Readable {
  let left = bytes
  return new Readable({
    highWaterMark: part.byteLength,
    read() {
      const next = part.subarray(0, left)
      left -= next.byteLength
      taken(next.byteLength)
      this.push(next.byteLength === 0 ? null : next)
    },
  })
}

/** A connection to the gateway that tells what came by it. */
async function open(gateway: TestGateway) {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const state: { text: string; error: Error | null; isClosed: boolean } = {
    text: '',
    error: null,
    isClosed: false,
  }
  socket.on('data', (data: Buffer) => (state.text += data.toString('latin1')))
  socket.on('error', (error) => (state.error = error))
  socket.on('close', () => (state.isClosed = true))
  return { socket, state }
}

const head = (lines: readonly string[]) => [...lines, 'Host: x', '', ''].join('\r\n')

describe('a body that is passed on', () => {
  it('origin-streams/1 is never held as a whole: 96 MiB down, for a client slower than WordPress', () => {
    const bytes = 96 * mebibyte
    let [sent, got, most] = [0, 0, 0]
    return before(
      (_, response) =>
        void pipeline(
          source(bytes, (taken) => (sent += taken)),
          response,
        ).catch(() => {}),
      async (gateway) => {
        const asking = request(`${gateway.url}/large`).end()
        const [answer]: IncomingMessage[] = await once(asking, 'response')
        assert(answer)
        for await (const data of answer) {
          got += Buffer.from(data).byteLength
          most = Math.max(most, sent - got)
          if (got % mebibyte < 65_536) await setImmediate()
        }
        assert.equal(got, bytes)
        assert(most < 32 * mebibyte, `${most} bytes were on their way`)
      },
    )
  })

  it('origin-streams/2 is never held as a whole: 96 MiB up, to WordPress slower than the client', () => {
    const bytes = 96 * mebibyte
    let [sent, got, most] = [0, 0, 0]
    return before(
      async (incoming, response) => {
        for await (const data of incoming) {
          got += Buffer.from(data).byteLength
          most = Math.max(most, sent - got)
          await setImmediate()
        }
        response.end('Thanks.')
      },
      async (gateway) => {
        const asking = request(`${gateway.url}/upload`, {
          method: 'POST',
          headers: { 'content-length': bytes },
        })
        await pipeline(
          source(bytes, (taken) => (sent += taken)),
          asking,
        )
        const [answer]: IncomingMessage[] = await once(asking, 'response')
        assert.equal(answer?.statusCode, 200)
        answer.resume()
        assert.equal(got, bytes)
        assert(most < 32 * mebibyte, `${most} bytes were on their way`)
      },
      { originBodyBytesMax: bytes },
    )
  })

  it('origin-streams/3 comes as it is written', () => {
    const next = new EventEmitter()
    return before(
      async (_, response) => {
        response.setHeader('content-type', 'text/event-stream')
        response.flushHeaders()
        await once(next, 'write')
        for (const text of ['one', 'two']) {
          response.write(text)
          await once(next, 'write')
        }
        response.end('three')
      },
      async (gateway) => {
        const { socket, state } = await open(gateway)
        socket.write(head(['GET /events HTTP/1.1', 'Connection: close']))
        for (const text of ['text/event-stream', 'one', 'two', 'three']) {
          await eventually(async () => assert.match(state.text, new RegExp(text)))
          next.emit('write')
        }
      },
    )
  })

  it('origin-streams/4 ends as broken as it came', () =>
    before(
      ({ url }, response) => {
        if (url === '/counted') response.setHeader('content-length', '100')
        response.write('Hel')
        setTimeout(() => response.destroy(), 20)
      },
      async (gateway) => {
        for (const path of ['/counted', '/chunked'])
          await assert.rejects(fetch(gateway.url + path).then((response) => response.text()))
        // Where the end of the connection is the end of the answer, it has to end badly
        const { socket, state } = await open(gateway)
        socket.write('GET /chunked HTTP/1.0\r\n\r\n')
        await eventually(async () => assert(state.isClosed))
        assert.match(state.text, /Hel$/)
        assert.equal(String(state.error).includes('ECONNRESET'), true)
      },
    ))

  it('origin-streams/5 goes up no further than the client goes', () => {
    const ended = new EventEmitter()
    return before(
      (incoming, response) => {
        incoming.resume()
        incoming.on('error', () => {})
        response.on('close', () => ended.emit('closed', incoming.url, incoming.complete))
        if (incoming.url === '/down') response.write('Hello.')
      },
      async (gateway, origin) => {
        for (const [path, isComplete] of [
          ['/down', true],
          ['/wait', true],
          ['/up', false],
        ] as const) {
          const closed = once(ended, 'closed')
          const { socket } = await open(gateway)
          const count = origin.asked.length
          socket.write(
            path === '/up'
              ? head(['POST /up HTTP/1.1', 'Content-Length: 100']) + 'part'
              : head([`GET ${path} HTTP/1.1`]),
          )
          await eventually(async () => assert.equal(origin.asked.length, count + 1))
          socket.destroy()
          assert.deepEqual(await closed, [path, isComplete])
        }
      },
    )
  })

  it('origin-streams/6 is refused where it is too large, counted or not, before or while it comes', () =>
    before(
      (incoming, response) => {
        incoming.resume()
        incoming.on('error', () => {})
        incoming.on('end', () => response.end('Thanks.'))
      },
      async (gateway, origin) => {
        const counted = async (bytes: number) =>
          (await gateway.send('POST', '/upload', { body: 'a'.repeat(bytes) })).status
        assert.deepEqual([await counted(2000), await counted(2001)], [200, 413])
        assert.equal(origin.asked.length, 1)
        const { socket, state } = await open(gateway)
        socket.write(head(['POST /upload HTTP/1.1', 'Transfer-Encoding: chunked']))
        for (let nth = 0; nth < 3; nth += 1) socket.write(`400\r\n${'a'.repeat(0x400)}\r\n`)
        await eventually(async () => assert(state.isClosed))
        assert.match(state.text, /^HTTP\/1\.1 413 /)
        assert.match(state.text, /larger than 2000 bytes/)
      },
      { originBodyBytesMax: 2000 },
    ))

  it('origin-streams/7 is asked for once there is somebody to take it', () =>
    before(
      (incoming, response) => {
        incoming.resume()
        incoming.on('end', () => response.end(String(incoming.headers.expect)))
      },
      async (gateway, origin) => {
        const asking = (bytes: number) =>
          head(['POST /up HTTP/1.1', `Content-Length: ${bytes}`, 'Expect: 100-continue', 'Connection: close'])
        const invited = await open(gateway)
        invited.socket.write(asking(3))
        await eventually(async () => assert.equal(invited.state.text, 'HTTP/1.1 100 Continue\r\n\r\n'))
        invited.socket.write('abc')
        await eventually(async () => assert.match(invited.state.text, /\r\n\r\nHTTP\/1\.1 200 .*undefined$/s))
        const large = await open(gateway)
        large.socket.write(asking(2001))
        await eventually(async () => assert(large.state.isClosed))
        assert.match(large.state.text, /^HTTP\/1\.1 413 /)
        await origin.stop()
        const vain = await open(gateway)
        vain.socket.write(asking(3))
        await eventually(async () => assert(vain.state.isClosed))
        assert.match(vain.state.text, /^HTTP\/1\.1 502 /)
      },
      { originBodyBytesMax: 2000 },
    ))

  it('origin-streams/8 may take longer than a request that is read here', () =>
    before(
      async (incoming, response) => {
        const parts: Buffer[] = []
        for await (const data of incoming) parts.push(Buffer.from(data))
        response.end(Buffer.concat(parts))
      },
      async (gateway) => {
        const dripping = async (path: string) => {
          const { socket, state } = await open(gateway)
          socket.write(head([`POST ${path} HTTP/1.1`, 'Content-Length: 10', 'Connection: close']))
          for (let nth = 0; nth < 10 && !state.isClosed; nth += 1) {
            socket.write('a')
            await sleep(300)
          }
          await eventually(async () => assert(state.isClosed))
          return state.text
        }
        const [passed, own] = await Promise.all([dripping('/up'), dripping('/graphql')])
        assert.match(passed, /aaaaaaaaaa/)
        assert.equal(own, '')
      },
      { requestTimeoutMs: 2000 },
    ))
})

// Each has a gateway of its own, and waits for most of its time
describe('WordPress that is silent', { concurrency: true }, () => {
  it('origin-streams/9 within an answer ends it; a client that is slow does not', () =>
    before(
      ({ url }, response) => {
        response.setHeader('content-length', String(16 * mebibyte))
        if (url === '/silent') response.write('Hel')
        else
          void pipeline(
            source(16 * mebibyte, () => {}),
            response,
          ).catch(() => {})
      },
      async (gateway) => {
        const response = await fetch(`${gateway.url}/silent`)
        await assert.rejects(response.text())
        const asking = request(`${gateway.url}/large`).end()
        const [answer]: IncomingMessage[] = await once(asking, 'response')
        assert(answer)
        let got = 0
        for await (const data of answer) {
          // Longer than it may be silent
          if (got === 0) await sleep(1500)
          got += Buffer.from(data).byteLength
        }
        assert.equal(got, 16 * mebibyte)
      },
      { originTimeoutMs: 1000 },
    ))

  it('origin-streams/10 while it takes a body is given up', () =>
    before(
      () => {},
      async (gateway) => {
        const { status } = await gateway.send('POST', '/up', { body: 'a'.repeat(32 * mebibyte) })
        assert.equal(status, 504)
      },
      { originTimeoutMs: 200 },
    ))
})

describe('requests that are passed on at once', { concurrency: true }, () => {
  it('origin-streams/11 are so many, then wait, then are refused', () => {
    const held: (() => void)[] = []
    return before(
      ({ url }, response) => void held.push(() => response.end(url)),
      async (gateway, origin) => {
        const first = gateway.get('/first')
        await eventually(async () => assert.equal(origin.asked.length, 1))
        // One after the other by one connection, which answers them in this order
        const { socket, state } = await open(gateway)
        socket.write(head(['GET /second HTTP/1.1']) + head(['GET /third HTTP/1.1', 'Connection: close']))
        await eventually(async () =>
          assert(gateway.observed.some((each) => each.kind === 'passed' && each.status === 503)),
        )
        held.shift()?.()
        assert.equal((await first).text, '/first')
        await eventually(async () => assert.equal(held.length, 1))
        held.shift()?.()
        await eventually(async () => assert(state.isClosed))
        assert.match(state.text, /^HTTP\/1\.1 200 .*\/secondHTTP\/1\.1 503 .*Retry-After: 5\r\n/s)
        assert.deepEqual(
          origin.asked.map(({ target }) => target),
          ['/first', '/second'],
        )
      },
      { originConnectionsMax: 1, originWaitingMax: 1 },
    )
  })

  it('origin-streams/12 may wait, and take, longer than a client may be silent', () =>
    before(
      (_, response) => void setTimeout(() => response.end('Hello.'), 1200),
      async (gateway) => {
        const all = await Promise.all(['/one', '/two'].map((path) => gateway.get(path)))
        assert.deepEqual(
          all.map(({ text }) => text),
          ['Hello.', 'Hello.'],
        )
      },
      { originConnectionsMax: 1, requestTimeoutMs: 1000 },
    ))

  it('origin-streams/13 are answered before the gateway stops', () => {
    const held: (() => void)[] = []
    return before(
      (_, response) => void held.push(() => response.end('Hello.')),
      async (gateway) => {
        const asked = gateway.get('/page')
        await eventually(async () => assert.equal(held.length, 1))
        const stopped = gateway.stop()
        held[0]?.()
        assert.equal((await asked).text, 'Hello.')
        await stopped
      },
    )
  })

  it('origin-streams/16 keep no stop waiting once the rest of a body has come after its answer', () =>
    before(
      (incoming, response) => {
        incoming.resume()
        response.end('No.')
      },
      async (gateway) => {
        const { socket, state } = await open(gateway)
        socket.write(`${head(['POST /up HTTP/1.1', 'Content-Length: 10'])}abc`)
        await eventually(async () => assert.match(state.text, /No\.$/))
        const stopped = gateway.stop()
        await eventually(async () => assert(gateway.observed.some(({ kind: what }) => what === 'stopping')))
        // It looks for connections that are idle meanwhile
        await setImmediate()
        socket.write('defghij')
        await eventually(async () => assert(state.isClosed))
        await stopped
      },
      // Longer than is waited here
      { stopTimeoutMs: 600_000, keepAliveTimeoutMs: 600_000 },
    ))

  it('origin-streams/15 leave half of the places to other networks', () => {
    const held: (() => void)[] = []
    return before(
      ({ url }, response) =>
        url === '/held' ? void held.push(() => response.end('held')) : void response.end('at once'),
      async (gateway) => {
        const asked = (path: string, address: string) => gateway.get(path, { 'x-forwarded-for': address })
        const ofOne = Array.from({ length: 4 }, (_, nth) => asked('/held', `2001:db8::${nth}`))
        await eventually(async () =>
          assert(gateway.observed.some((each) => each.kind === 'passed' && each.status === 503)),
        )
        assert.equal(held.length, 2)
        assert.equal((await asked('/page', '2001:db8:0:1::1')).text, 'at once')
        held.shift()?.()
        // Its place is handed to the one of its network that waits
        await eventually(async () => assert.equal(held.length, 2))
        for (const end of held) end()
        const all = await Promise.all(ofOne)
        assert.equal(all.filter(({ status }) => status === 200).length, 3)
      },
      { originConnectionsMax: 4, originWaitingMax: 2, trustedProxies: ['127.0.0.1'] },
    )
  })

  for (const [what, sent] of [
    ['reading', head(['GET /large HTTP/1.1'])],
    ['sending', `${head(['POST /up HTTP/1.1', 'Content-Length: 10'])}abc`],
  ] as const)
    it(`origin-streams/14 do not wait for clients that stop ${what}`, () =>
      before(
        ({ url }, response) => {
          if (url === '/up') return
          const large = source(url === '/large' ? 64 * mebibyte : 1, () => {})
          void pipeline(large, response).catch(() => {})
        },
        async (gateway, origin) => {
          const { socket } = await open(gateway)
          socket.pause().write(sent)
          await eventually(async () => assert.equal(origin.asked.length, 1))
          await eventually(async () => assert.equal((await gateway.get('/page')).status, 200))
          socket.destroy()
        },
        { originConnectionsMax: 1, originWaitingMax: 1, requestTimeoutMs: 500 },
      ))
})
