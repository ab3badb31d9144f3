// Answers of WordPress are handed back as they are, but for headers of its connection and its own address; where it does not
// answer, the gateway refuses in its own words.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { portOf, rawExchange, startOrigin } from '../support/origin.ts'
import { rawRequest } from '../support/raw.ts'

const [kind] = testDatabases()

async function before(
  originUrl: string,
  run: (gateway: TestGateway) => Promise<void>,
  settings: ConfigFile = {},
): Promise<void> {
  const database = await kind?.create()
  assert(database)
  const gateway = await startTestGateway(database, { brand: 'wp', originUrl, ...settings })
  await run(gateway)
  await gateway.stop()
  await database.drop()
}

/** A gateway before an origin that answers like this. */
async function answering(
  answer: RequestListener,
  run: (gateway: TestGateway, originUrl: string) => Promise<void>,
  settings: ConfigFile = {},
): Promise<void> {
  const origin = await startOrigin(answer)
  await before(origin.url, (gateway) => run(gateway, origin.url), settings)
  await origin.stop()
}

/** A gateway before a server that writes these bytes for each request, and then does as it is told. */
async function writing(
  bytes: string,
  then: (socket: Socket) => void,
  run: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      socket.write(bytes, 'latin1')
      then(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await before(`http://127.0.0.1:${portOf(server.address())}`, run)
  server.close()
}

describe('the answer of WordPress', () => {
  it('origin-answers/1 has its status, its headers and its bytes as they are', () => {
    const body = gzipSync('Hello. '.repeat(100))
    return answering(
      (_, response) => {
        response.writeHead(203, [
          'Content-Type',
          'text/html; charset=latin1',
          'Content-Encoding',
          'gzip',
          'Cache-Control',
          'max-age=60, public',
          'Vary',
          'Cookie',
          'ETag',
          'W/"x"',
          'Date',
          'Thu, 01 Jan 2015 00:00:00 GMT',
          'Server',
          'Apache',
          'Set-Cookie',
          'a=1; Path=/; Domain=example.org',
          'Set-Cookie',
          'b=2; HttpOnly',
          'Access-Control-Allow-Origin',
          'https://theirs.example',
          'WWW-Authenticate',
          'Basic realm="theirs"',
        ])
        response.end(body)
      },
      async (gateway) => {
        const {
          status,
          header,
          body: got,
        } = await rawRequest(`${gateway.url}/page`, {
          origin: 'https://app.example',
          'accept-encoding': 'gzip',
        })
        assert.equal(status, 203)
        assert.deepEqual(got, body)
        const expected = {
          'content-type': 'text/html; charset=latin1',
          'content-encoding': 'gzip',
          'cache-control': 'max-age=60, public',
          vary: 'Cookie',
          etag: 'W/"x"',
          date: 'Thu, 01 Jan 2015 00:00:00 GMT',
          server: 'Apache',
          'set-cookie': 'a=1; Path=/; Domain=example.org, b=2; HttpOnly',
          'access-control-allow-origin': 'https://theirs.example',
          'www-authenticate': 'Basic realm="theirs"',
          'cache-status': undefined,
          age: undefined,
        }
        for (const [name, value] of Object.entries(expected)) assert.equal(header(name), value, name)
      },
      { corsOrigins: ['https://app.example'] },
    )
  })

  it('origin-answers/2 is kept nowhere', () => {
    let count = 0
    return answering(
      (_, response) => {
        response.setHeader('Cache-Control', 'public, max-age=3600')
        response.end(String((count += 1)))
      },
      async (gateway) => {
        for (const text of ['1', '2', '3']) assert.equal((await gateway.get('/page')).text, text)
        const kinds = gateway.observed.map(({ kind: each }) => each)
        assert.equal(kinds.filter((each) => each === 'passed').length, 3)
        assert(!kinds.includes('request'))
      },
    )
  })

  it('origin-answers/3 has nothing of the connection that it came by', () =>
    writing(
      [
        'HTTP/1.1 200 OK',
        'Connection: close, X-Named',
        'X-Named: 1',
        'Keep-Alive: timeout=9',
        'Proxy-Authenticate: Basic',
        'Proxy-Connection: close',
        'Upgrade: h2c',
        'Trailer: X-Sum',
        'Transfer-Encoding: chunked',
        'X-Kept: 1',
        '',
        '5\r\nHello\r\n0\r\nX-Sum: 1\r\n\r\n',
      ].join('\r\n'),
      (socket) => socket.end(),
      async (gateway) => {
        const answered = await rawExchange(
          gateway.url,
          'GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        )
        assert.match(answered, /^HTTP\/1\.1 200 OK\r\n/)
        assert.match(answered, /X-Kept: 1\r\n/)
        assert.match(answered, /\r\n\r\n5\r\nHello\r\n0\r\n\r\n$/)
        assert.doesNotMatch(answered, /X-Named|timeout=9|Proxy-|Upgrade|Trailer|X-Sum/i)
      },
    ))

  it('origin-answers/4 has no body where it has none', () =>
    answering(
      ({ url, method }, response) => {
        if (url === '/204') return void response.writeHead(204).end()
        if (url === '/304') return void response.writeHead(304, { etag: '"x"', 'content-length': '9' }).end()
        response.writeHead(200, { 'content-length': '12' })
        response.end(method === 'HEAD' ? undefined : 'Hello there.')
      },
      async (gateway) => {
        const all = ['/204', '/304', '/200']
          .map((path) => `${path === '/200' ? 'HEAD' : 'GET'} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
          .join('')
        const answered = await rawExchange(
          gateway.url,
          `${all}GET /200 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        )
        assert.deepEqual(answered.match(/HTTP\/1\.1 \d+/g), [
          'HTTP/1.1 204',
          'HTTP/1.1 304',
          'HTTP/1.1 200',
          'HTTP/1.1 200',
        ])
        assert.equal(answered.match(/content-length: 12/g)?.length, 2)
        assert.equal(answered.match(/Hello there\./g)?.length, 1)
      },
    ))

  for (const status of ['204 No Content', '304 Not Modified'])
    it(`origin-answers/13 of ${status} is whole, whatever follows it`, () =>
      writing(
        `HTTP/1.1 ${status}\r\nETag: "x"\r\n\r\nsurplus`,
        () => {},
        async (gateway) => {
          for (let times = 0; times < 3; times += 1) {
            const answer = await rawRequest(`${gateway.url}/page`)
            assert.equal(`${answer.status}`, status.slice(0, 3))
          }
        },
      ))

  it('origin-answers/5 is nothing that was sent beyond an answer before it', async () => {
    let count = 0
    const closed = Promise.withResolvers<void>()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('close', () => closed.resolve())
      socket.on('data', () => {
        count += 1
        const answer = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${text}`
        if (count > 1) return void socket.write(answer('Good.'))
        socket.write(answer(''))
        setImmediate(() => socket.write(answer('Evil.')))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await before(`http://127.0.0.1:${portOf(server.address())}`, async (gateway) => {
      assert.equal((await gateway.send('HEAD', '/a')).status, 200)
      // Where more comes than was asked for, nothing is asked any more
      await closed.promise
      for (const path of ['/b', '/c']) assert.equal((await gateway.get(path)).text, 'Good.')
    })
    server.close()
  })

  it('origin-answers/6 sends clients on as it says, but never to where they cannot go', () =>
    answering(
      ({ headers, url }, response) => {
        const to = new URL(`http://x${url}`).searchParams.get('to') ?? ''
        response
          .writeHead(302, { location: to.replace('ORIGIN', `http://${String(headers['x-origin-is'])}`) })
          .end()
      },
      async (gateway, originUrl) => {
        const { host } = new URL(originUrl)
        const location = async (to: string) => {
          const { status, header } = await rawRequest(`${gateway.url}/go?to=${encodeURIComponent(to)}`, {
            'x-origin-is': host,
          })
          assert.equal(status, 302)
          return header('location')
        }
        for (const elsewhere of [
          'https://elsewhere.example/a?b=c#d',
          '/wp-admin/',
          'page/2',
          '//elsewhere.example/',
          '?p=1',
          `http://${host}.evil.example/`,
          `https://${host}/`,
        ])
          assert.equal(await location(elsewhere), elsewhere)
        assert.equal(await location('ORIGIN/wp-admin/?a=%20b#c'), 'https://example.org/wp-admin/?a=%20b#c')
        assert.equal(await location('ORIGIN'), 'https://example.org')
        assert.equal(await location('ORIGIN//evil.example/'), 'https://example.org//evil.example/')
      },
      { publicUrl: 'https://example.org' },
    ))

  it('origin-answers/7 may come before a body was sent whole', () =>
    answering(
      // Nobody reads any of it
      (_, response) => void response.writeHead(401, { 'content-length': '3' }).end('No.'),
      async (gateway) => {
        const { status, text } = await gateway.send('POST', '/upload', { body: 'a'.repeat(20_000_000) })
        assert.deepEqual([status, text], [401, 'No.'])
      },
    ))

  it('origin-answers/8 is asked for again where a kept connection was just closed', () => {
    let connections = 0
    return answering(
      (incoming, response) => {
        const socket: Socket & { used?: boolean } = incoming.socket
        if (socket.used === true) return void socket.destroy()
        socket.used = true
        connections += 1
        incoming.resume()
        response.end('Hello.')
      },
      async (gateway) => {
        for (const method of ['GET', 'GET', 'POST', 'GET', 'POST'])
          assert.equal((await gateway.send(method, '/page')).status, 200)
        assert.equal(connections, 5)
      },
    )
  })
})

it('origin-answers/9 is there while the database is not; what is served then nobody knows', async () => {
  const origin = await startOrigin()
  const settings = { brand: 'wp', originUrl: origin.url, closed: ['users'] }
  const gateway = await startTestGateway({ url: 'mysql://nobody:x@127.0.0.1:1/nothing' }, settings)
  for (const [path, status] of [
    ['/page/', 200],
    ['/wp-json/wp/v2/posts', 503],
    ['/wp-json/other/v1', 503],
    ['/?rest_route=/other/v1', 503],
    ['/page/?rest_route=/wp/v2/users', 404],
  ] as const)
    assert.equal((await gateway.get(path)).status, status, path)
  await gateway.stop()
  await origin.stop()
})

describe('what WordPress does not answer', () => {
  const refused = async (gateway: TestGateway, status: number, code: string) => {
    const rest = await gateway.send('POST', '/wp-json/other/v1')
    assert.deepEqual(
      [rest.status, at(rest.json, 'code'), at(rest.json, 'data', 'status')],
      [status, code, status],
    )
    assert.match(rest.headers.get('cache-control') ?? '', /no-store/)
    const page = await gateway.get('/a-page/')
    assert.equal(page.status, status)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.doesNotMatch(page.text + rest.text, /127\.0\.0\.1|ECONN/)
    const passed = gateway.observed.filter(({ kind: each }) => each === 'passed')
    assert.deepEqual(
      passed.map((each) => each.kind === 'passed' && each.status),
      [status, status],
    )
    const reasons = gateway.observed.flatMap((each) => (each.kind === 'origin-failed' ? [each.reason] : []))
    assert.equal(reasons.length, 2)
    for (const reason of reasons) assert.match(reason, /^(?:ECONN|HPE_)[A-Z_]+$|^it /)
  }

  it('origin-answers/10 is 502 where nobody is there', async () => {
    const gone = await startOrigin()
    await gone.stop()
    await before(gone.url, (gateway) => refused(gateway, 502, 'origin_unavailable'))
  })

  for (const [what, bytes] of Object.entries({
    'is no HTTP': 'SSH-2.0-OpenSSH_9.2\r\n',
    'is framed twice': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'has two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nHello.',
    'is coded in transit': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
    'ends within its headers': 'HTTP/1.1 200 OK\r\nContent-Le',
    'has headers without end': `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`,
    'switches protocols': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  }))
    it(`origin-answers/11 is 502 where what comes ${what}`, () =>
      writing(
        bytes,
        (socket) => socket.end(),
        (gateway) => refused(gateway, 502, 'origin_unavailable'),
      ))

  it('origin-answers/12 is 504 where it takes too long', () =>
    answering(
      () => {},
      (gateway) => refused(gateway, 504, 'origin_timeout'),
      { originTimeoutMs: 50 },
    ))
})
