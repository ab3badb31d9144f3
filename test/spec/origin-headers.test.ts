// Headers of a proxied request and of its answer: who asks, by which name, nothing of the connection, and nothing that two
// servers would read in two ways.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { portOf, rawExchange, startOrigin, type Asked, type TestOrigin } from '../support/origin.ts'

const [kind] = testDatabases()

describe('a request that is passed on', () => {
  let database: TestDatabase
  let origin: TestOrigin
  before(async () => {
    assert(kind)
    database = await kind.create()
    origin = await startOrigin()
  })
  after(async () => {
    await origin.stop()
    await database.drop()
  })

  const withGateway = async (settings: ConfigFile, run: (gateway: TestGateway) => Promise<void>) => {
    const gateway = await startTestGateway(database, { brand: 'wp', originUrl: origin.url, ...settings })
    await run(gateway)
    await gateway.stop()
  }
  /** What the origin was asked, by these very lines. */
  const asked = async (gateway: TestGateway, lines: readonly string[], body = ''): Promise<Asked> => {
    const count = origin.asked.length
    const answered = await rawExchange(gateway.url, [...lines, 'Connection: close', '', body].join('\r\n'))
    assert.match(answered, /^HTTP\/1\.1 200 /, lines.join('; '))
    assert.equal(origin.asked.length, count + 1)
    const last = origin.asked.at(-1)
    assert(last)
    return last
  }

  it('origin-headers/1 has its headers, cookies and credentials as they were sent', () =>
    withGateway({}, async (gateway) => {
      const { raw } = await asked(gateway, [
        'GET /page?a=%20b&c HTTP/1.1',
        'Host: example.org',
        'Accept-Encoding: gzip',
        'Authorization: Basic YTpi',
        'Cookie: a=1; b="2"',
        'X-Twice: one',
        'x-twice: two',
        'Range: bytes=0-1',
        'If-None-Match: "x"',
        'Cache-Control: no-cache',
      ])
      const sent = new Set(raw.flatMap((name, nth) => (nth % 2 === 0 ? [`${name}: ${raw[nth + 1]}`] : [])))
      for (const line of [
        'Accept-Encoding: gzip',
        'Authorization: Basic YTpi',
        'Cookie: a=1; b="2"',
        'X-Twice: one',
        'x-twice: two',
        'Range: bytes=0-1',
        'If-None-Match: "x"',
        'Cache-Control: no-cache',
      ])
        assert(sent.has(line), line)
    }))

  it('origin-headers/2 has nothing of the connection that it came by, and what connections say once', () =>
    withGateway({}, async (gateway) => {
      const { header, raw } = await asked(gateway, [
        'GET / HTTP/1.1',
        'Host: example.org',
        'Connection: keep-alive, X-Named, Upgrade',
        'X-Named: 1',
        'Keep-Alive: timeout=5',
        'TE: trailers',
        'Trailer: X-Sum',
        'Upgrade: websocket',
        'Proxy: http://evil.example',
        'Proxy-Authorization: Basic YTpi',
        'Proxy-Connection: keep-alive',
        'X_Forwarded_For: 6.6.6.6',
        'X-Original-URL: /wp-admin/',
        'X-Rewrite-URL: /wp-admin/',
        'X-Original-URI: /wp-admin/',
        'X-Rewrite-URI: /wp-admin/',
      ])
      for (const name of [
        'x-named',
        'keep-alive',
        'te',
        'trailer',
        'upgrade',
        'proxy',
        'proxy-authorization',
        'proxy-connection',
        'x_forwarded_for',
        'x-original-url',
        'x-rewrite-url',
        'x-original-uri',
        'x-rewrite-uri',
      ])
        assert.equal(header(name), undefined, name)
      const names = raw.filter((_, nth) => nth % 2 === 0).map((name) => name.toLowerCase())
      for (const name of [
        'host',
        'via',
        'x-forwarded-for',
        'x-forwarded-proto',
        'x-forwarded-host',
        'x-real-ip',
      ])
        assert.equal(names.filter((each) => each === name).length, 1, name)
      assert.match(header('via') ?? '', /^1\.1 lectern-[0-9a-f]{12}$/)
    }))

  const forged = [
    'X-Forwarded-For: 6.6.6.6, 203.0.113.9',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Port: 444',
    'X-Real-IP: 6.6.6.6',
    'Forwarded: for=6.6.6.6;proto=https',
    'CF-Connecting-IP: 6.6.6.6',
    'True-Client-IP: 6.6.6.6',
  ]

  it('origin-headers/3 says whom it comes from, whatever it says itself', () =>
    withGateway({ publicUrl: 'https://example.org' }, async (gateway) => {
      const { header } = await asked(gateway, ['GET / HTTP/1.1', 'Host: evil.example', ...forged])
      assert.equal(header('x-forwarded-for'), '127.0.0.1')
      assert.equal(header('x-real-ip'), '127.0.0.1')
      assert.equal(header('x-forwarded-proto'), 'http')
      for (const name of ['x-forwarded-port', 'forwarded', 'cf-connecting-ip', 'true-client-ip'])
        assert.equal(header(name), undefined, name)
      // It is asked by the public name, which no client chooses
      assert.deepEqual([header('host'), header('x-forwarded-host')], ['example.org', 'example.org'])
    }))

  it('origin-headers/4 says what a trusted proxy said, from the client on', () =>
    withGateway({ trustedProxies: ['127.0.0.1'] }, async (gateway) => {
      const { header } = await asked(gateway, ['GET / HTTP/1.1', 'Host: a.example', ...forged])
      // What the client put before its own address is not believed
      assert.equal(header('x-forwarded-for'), '203.0.113.9, 127.0.0.1')
      assert.equal(header('x-real-ip'), '203.0.113.9')
      assert.equal(header('x-forwarded-proto'), 'https')
      assert.equal(header('x-forwarded-port'), '444')
      assert.equal(header('host'), new URL(origin.url).host)
    }))

  const client = [
    'Accept Accept-Language Cookie Content-Type If-None-Match Origin Referer User-Agent DNT Priority Sec-Fetch-Site',
    'Sec-WebSocket-Protocol Upgrade-Insecure-Requests X-Requested-With X-CSRF-Token X-HTTP-Method-Override',
    'X-WP-Nonce X-Pingback X-Shipment',
  ].flatMap((names) => names.split(' '))
  const ofProxies = [
    'X-Forwarded X-Forwarded-Port X-Forwarded-Ssl X-Forwarded-Scheme Forwarded-For X-HTTPS HTTPS Front-End-Https',
    'X-SSL Fastly-SSL X-ARR-SSL X-Scheme X-URL-Scheme X-ProxyUser-Ip X-Client-IP Client-IP X-ClientIP',
    'X-Cluster-Client-IP X-Originating-IP True-Client-IP CF-Connecting-IP CF-Connecting-IPv6 CF-Visitor',
    'Fastly-Client-IP X-Remote-IP X-Azure-ClientIP X-Azure-SocketIP X-Appengine-User-IP Ali-CDN-Real-IP',
    'Incap-Client-IP X-Remote-Addr Remote-Addr Remote-User X-Remote-User X-Envoy-External-Address',
    'CloudFront-Viewer-Address CloudFront-Forwarded-Proto X-Real-Port X-Host X-Original-Host',
    'X-Host-Override X-HTTP-Host-Override',
  ].flatMap((names) => names.split(' '))

  it('origin-headers/5 passes on what only proxies can know where a trusted one says it', async () => {
    const lines = [...client, ...ofProxies].map((name) => `${name}: 6.6.6.6`)
    for (const trustedProxies of [[], ['127.0.0.1']])
      await withGateway({ trustedProxies }, async (gateway) => {
        const { header } = await asked(gateway, ['GET / HTTP/1.1', 'Host: a.example', ...lines])
        for (const name of client) assert.equal(header(name.toLowerCase()), '6.6.6.6', name)
        const believed = trustedProxies.length > 0 ? '6.6.6.6' : undefined
        for (const name of ofProxies) assert.equal(header(name.toLowerCase()), believed, name)
      })
  })

  it('origin-headers/6 asks by the host that is configured, or by the client’s own', async () => {
    await withGateway({ originHost: 'blog.example:8443' }, async (gateway) => {
      const { header } = await asked(gateway, ['GET / HTTP/1.1', 'Host: a.example'])
      assert.equal(header('host'), 'blog.example:8443')
    })
    await withGateway({ originHost: 'client' }, async (gateway) => {
      assert.equal((await asked(gateway, ['GET / HTTP/1.1', 'Host: a.example'])).header('host'), 'a.example')
      for (const host of ['a/b', 'a b', 'a@b', 'a,b', '']) {
        const refused = await rawExchange(
          gateway.url,
          `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        )
        assert.match(refused, /^HTTP\/1\.1 400 /, host)
      }
    })
  })

  it('origin-headers/7 frames its body in one way, or is refused', () =>
    withGateway({}, async (gateway) => {
      const head = ['POST /form HTTP/1.1', 'Host: example.org']
      const chunked = await asked(
        gateway,
        [...head, 'Transfer-Encoding: chunked'],
        '3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n',
      )
      assert.deepEqual(
        [
          chunked.body,
          chunked.header('transfer-encoding'),
          chunked.header('content-length'),
          chunked.header('x-t'),
        ],
        ['abc', 'chunked', undefined, undefined],
      )
      const counted = await asked(gateway, [...head, 'Content-Length: 3'], 'abc')
      assert.deepEqual([counted.body, counted.header('content-length')], ['abc', '3'])
      assert.equal((await asked(gateway, head)).header('content-length'), '0')
      const purge = await asked(gateway, ['PURGE /x HTTP/1.1', ...head.slice(1)])
      assert.deepEqual([purge.header('content-length'), purge.header('transfer-encoding')], ['0', undefined])
      const old = await asked(gateway, ['GET /old HTTP/1.0'])
      assert.equal(old.header('via')?.slice(0, 3), '1.0')

      const count = origin.asked.length
      for (const lines of [
        ['Content-Length: 3', 'Transfer-Encoding: chunked'],
        ['Transfer-Encoding: chunked', 'Content-Length: 3'],
        ['Content-Length: 3', 'Content-Length: 4'],
        ['Content-Length: 3', 'Content-Length: 3'],
        ['Content-Length: 3, 3'],
        ['Content-Length: +3'],
        ['Content-Length: 0x3'],
        ['Content-Length : 3'],
        ['Transfer-Encoding : chunked'],
        ['Transfer-Encoding: chunked, identity'],
        ['Transfer-Encoding: xchunked'],
        ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
        ['X-Folded: a', ' Content-Length: 3'],
        ['X-Folded: a', '\tTransfer-Encoding: chunked'],
        ['X-Bare: a\nTransfer-Encoding: chunked'],
        ['X-Bare: a\rTransfer-Encoding: chunked'],
        ['X-Nul: a\0b'],
        ['Transfer\0-Encoding: chunked'],
      ]) {
        const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
        const answered = await rawExchange(
          gateway.url,
          [...head, ...lines, 'Connection: close', '', `0\r\n\r\n${smuggled}`].join('\r\n'),
        )
        assert.match(answered, /^HTTP\/1\.1 400 /, JSON.stringify(lines))
        assert.doesNotMatch(answered, / 200 /, JSON.stringify(lines))
      }
      assert.equal(origin.asked.length, count)
    }))

  it('origin-headers/8 goes to the origin alone, by an address that is clear', () =>
    withGateway({}, async (gateway) => {
      const count = origin.asked.length
      for (const target of [
        'http://169.254.169.254/latest/meta-data/',
        '*',
        'page',
        '/a/../wp-admin/',
        '/a/%2e%2e/wp-admin/',
        '/a/.%2E/wp-admin/',
        '/a/..;x=1/wp-admin/',
        '/a/./b',
        '/..',
        '/a\\b',
        '/a%5c..%5cb',
        '/a%00b',
        '/a%0d%0aX-Injected:%201',
        '/a#b',
        '/a?b=#c',
      ]) {
        const method = target === '*' ? 'OPTIONS' : 'GET'
        const answered = await rawExchange(
          gateway.url,
          `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        )
        assert.match(answered, /^HTTP\/1\.1 400 /, target)
      }
      const twoNames = 'GET /x HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'
      assert.match(await rawExchange(gateway.url, twoNames), /^HTTP\/1\.1 400 /)
      for (const method of ['TRACE', 'CONNECT']) {
        const answered = await rawExchange(
          gateway.url,
          `${method} ${method === 'TRACE' ? '/x' : 'example.org:443'} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        )
        assert.doesNotMatch(answered, / 200 /)
      }
      assert.equal(origin.asked.length, count)
      // What only looks like another host is a path; dots within names, and in queries, are dots
      for (const target of ['//evil.example/x', '/a/...', '/a..b/.well-known', '/x?next=/../y', '/x@y:z'])
        assert.equal((await asked(gateway, [`GET ${target} HTTP/1.1`, 'Host: x'])).target, target)
    }))

  it('origin-headers/9 is not passed round in circles', async () => {
    let gatewayPort = 0
    // Where the origin is said to be, a balancer leads back to the gateway
    const balancer = createServer((socket) => {
      const back = connect(gatewayPort, '127.0.0.1')
      for (const each of [socket, back]) each.on('error', () => {})
      socket.pipe(back).pipe(socket)
    })
    balancer.listen(0, '127.0.0.1')
    await once(balancer, 'listening')
    const originUrl = `http://127.0.0.1:${portOf(balancer.address())}`
    await withGateway({ originUrl }, async (gateway) => {
      gatewayPort = Number(new URL(gateway.url).port)
      const { status, json } = await gateway.get('/wp-json/other/v1')
      assert.deepEqual([status, at(json, 'code')], [508, 'origin_loop'])
    })
    balancer.close()
  })
})

it('origin-headers/10 the address of WordPress is a server, without a user and without a path', () => {
  const problems = (originUrl: string) => {
    const read = readConfig({ file: {}, environment: { ORIGIN_URL: originUrl }, flags: {} })
    return read.kind === 'config' ? null : read.problems.map(({ problem }) => problem).join()
  }
  for (const good of [
    'http://127.0.0.1:8081',
    'https://site.internal/',
    'http://[::1]:80',
    'http://wordpress',
  ])
    assert.equal(problems(good), null, good)
  for (const bad of [
    'http://user:secret@site.internal',
    'http://site.internal/blog',
    'http://site.internal?x',
    'http://site.internal#x',
    'ftp://site.internal',
    'site.internal:80',
    'http://',
    'http://a b',
  ])
    assert.match(problems(bad) ?? '', /^originUrl \(ORIGIN_URL\): got (?!.*secret).*, allowed: /, bad)
})
