// The Model Context Protocol, by the official client in both kinds of its revisions and by hand: what REST says, to whom REST says
// it, and as fresh.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, it } from 'node:test'
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import {
  at,
  list,
  onEveryDatabase,
  startTestGateway,
  type Answer,
  type TestGateway,
} from '../support/gateway.ts'
import { addHiddenRows, hiddenIds, otherIds, secrets, type Role } from '../support/hidden-rows.ts'

const path = '/cms-json/lectern/v1/mcp'
const app = 'https://agent.example.org'
const newest = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': newest,
  'io.modelcontextprotocol/clientCapabilities': {},
}

type Headers = Readonly<Record<string, string>>

function post(gateway: TestGateway, body: unknown, headers: Headers = {}): Promise<Answer> {
  return gateway.send('POST', path, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function call(gateway: TestGateway, name: string, args: unknown, headers: Headers = {}, id: unknown = 1) {
  return post(
    gateway,
    { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } },
    headers,
  )
}

async function found(gateway: TestGateway, name: string, args: unknown, headers: Headers = {}) {
  const { status, json, text } = await call(gateway, name, args, headers)
  assert.deepEqual([status, at(json, 'result', 'isError')], [200, undefined], text)
  return at(json, 'result', 'structuredContent')
}

async function refusal(gateway: TestGateway, name: string, args: unknown, headers: Headers = {}) {
  const { status, json, text } = await call(gateway, name, args, headers)
  assert.deepEqual([status, at(json, 'result', 'isError')], [200, true], text)
  return String(at(json, 'result', 'content', 0, 'text'))
}

onEveryDatabase(
  'the Model Context Protocol',
  (on) => {
    before(() => addHiddenRows(on().database))
    const connect = async (negotiation: VersionNegotiationOptions, headers: Headers = {}) => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: negotiation })
      const url = new URL(on().gateway.url + path)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      return client
    }

    for (const [mode, revision] of [
      ['legacy', '2025-11-25'],
      ['auto', newest],
    ] as const)
      it(`mcp/1 is spoken by the official client by ${revision}`, async (test) => {
        const client = await connect({ mode })
        test.after(() => client.close())
        assert.equal(client.getNegotiatedProtocolVersion(), revision)
        assert.match(client.getInstructions() ?? '', /data/)
        const { tools } = await client.listTools()
        assert.deepEqual(
          tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
          [
            ['search', true],
            ['read', true],
            ['list', true],
          ],
        )
        const searched = await client.callTool({ name: 'search', arguments: { text: 'harbour', limit: 1 } })
        const address = String(at(searched, 'structuredContent', 'items', 0, 'address'))
        const read = await client.callTool({ name: 'read', arguments: { address } })
        const { json } = await on().gateway.get('/cms-json/cms/v2/posts/201')
        assert.equal(at(json, 'link'), address)
        assert.equal(at(read, 'structuredContent', 'id'), 201)
        assert.deepEqual(JSON.parse(String(at(read, 'content', 0, 'text'))), at(read, 'structuredContent'))
        const { resources } = await client.listResources()
        assert(resources.some(({ uri }) => uri === address))
        const { contents } = await client.readResource({ uri: address })
        assert.match(String(at(contents, 0, 'text')), /^The harbour wakes up\n/)
        const { resourceTemplates } = await client.listResourceTemplates()
        assert.equal(resourceTemplates[0]?.uriTemplate, 'http://127.0.0.1:8081/{+path}')
        await assert.rejects(client.readResource({ uri: `${address}nothing/` }), /Nothing is published/)
        await assert.rejects(client.callTool({ name: 'write', arguments: {} }), /search, read, list/)
      })

    it('mcp/2 searches as REST does, content and terms', async () => {
      const { gateway } = on()
      const rest = list((await gateway.get('/cms-json/cms/v2/search?search=harbour&per_page=5')).json)
      const all = list(at(await found(gateway, 'search', { text: 'harbour', limit: 5 }), 'items'))
      assert.deepEqual(
        all.map((item) => [at(item, 'id'), at(item, 'kind'), at(item, 'address')]),
        rest.map((item) => [at(item, 'id'), at(item, 'subtype'), at(item, 'url')]),
      )
      const terms = await found(gateway, 'search', { text: 'general', kind: 'category' })
      assert.deepEqual([at(terms, 'items', 0, 'id'), at(terms, 'items', 0, 'kind')], [1, 'category'])
    })

    it('mcp/3 reads content by its address, its path, or its id and type, as text or HTML', async () => {
      const { gateway } = on()
      const { json } = await gateway.get('/cms-json/cms/v2/posts/216?_embed=author')
      const html = await found(gateway, 'read', { id: '216', format: 'html' })
      assert.equal(at(html, 'content'), at(json, 'content', 'rendered'))
      assert.equal(at(html, 'author'), at(json, '_embedded', 'author', 0, 'name'))
      assert.equal(at(html, 'published'), `${String(at(json, 'date_gmt'))}Z`)
      const text = await found(gateway, 'read', { id: 216 })
      assert.match(String(at(text, 'content')), /^Party 🎉🎊 time 👩‍👩‍👧‍👦!\n\nこれは日本語/)
      const pages = list((await gateway.get('/cms-json/cms/v2/pages?per_page=100')).json)
      const posts = list((await gateway.get('/cms-json/cms/v2/posts?per_page=100')).json)
      for (const item of [...pages, ...posts.slice(0, 12)]) {
        const address = String(at(item, 'link'))
        const { pathname, search } = new URL(address)
        for (const asked of [address, pathname + search])
          assert.equal(at(await found(gateway, 'read', { address: asked }), 'id'), at(item, 'id'), asked)
      }
      assert.equal(at(await found(gateway, 'read', { address: '/?p=216' }), 'id'), 216)
      assert.equal(at(await found(gateway, 'read', { id: at(pages[0], 'id'), type: 'page' }), 'type'), 'page')
    })

    it('mcp/4 reads long content in pieces that join to all of it', async () => {
      const { gateway, database } = on()
      const whole = `${'🎉 words '.repeat(9000)}end`
      await database.execute(`update wp_posts set post_content = '${whole}' where ID = 216`)
      const fresh = await startTestGateway(database, { mcp: 'on' })
      let joined = ''
      try {
        for (let from: unknown = 0; from !== undefined;) {
          const piece = await found(fresh, 'read', { id: 216, from })
          const text = String(at(piece, 'content'))
          assert(text.isWellFormed() && text.length <= 40_000)
          joined += text
          from = at(piece, 'next')
        }
      } finally {
        await fresh.stop()
      }
      assert.equal(joined, whole)
      assert.equal(at(await found(gateway, 'read', { id: 201, from: 1_000_000 }), 'content'), '')
    })

    it('mcp/5 lists by type, term and date, page by page, what REST lists', async () => {
      const { gateway } = on()
      for (const [args, query] of [
        [{}, 'posts?'],
        [{ taxonomy: 'category', term: 'general' }, 'posts?categories=1'],
        [
          { taxonomy: 'category', term: '1', before: '2024-02-01' },
          'posts?categories=1&before=2024-02-01T00:00:00',
        ],
        [{ after: '2024-01-15T10:00:00Z' }, 'posts?after=2024-01-15T10:00:00Z'],
        [{ type: 'page' }, 'pages?orderby=date'],
      ] as const) {
        const rest = list((await gateway.get(`/cms-json/cms/v2/${query}&per_page=100`)).json)
        const met: unknown[] = []
        let cursor: unknown
        do {
          const page = await found(gateway, 'list', {
            ...args,
            limit: 7,
            ...(cursor === undefined ? {} : { cursor }),
          })
          met.push(...list(at(page, 'items')).map((item) => at(item, 'id')))
          cursor = at(page, 'cursor')
        } while (cursor !== undefined)
        assert(met.length > 0, query)
        assert.deepEqual(
          met,
          rest.map((item) => at(item, 'id')),
          query,
        )
      }
    })

    it('mcp/6 lists all public content as resources', async () => {
      const { gateway } = on()
      const met: unknown[] = []
      let cursor: unknown = ''
      do {
        const { json } = await post(gateway, {
          jsonrpc: '2.0',
          id: 1,
          method: 'resources/list',
          params: { cursor },
        })
        met.push(...list(at(json, 'result', 'resources')).map((item) => at(item, 'uri')))
        cursor = at(json, 'result', 'nextCursor')
      } while (cursor !== undefined)
      const linked: unknown[] = []
      for (const base of ['posts', 'pages', 'products'])
        linked.push(
          ...list((await gateway.get(`/cms-json/cms/v2/${base}?per_page=100`)).json).map((item) =>
            at(item, 'link'),
          ),
        )
      assert.deepEqual(met.map(String).toSorted(), linked.map(String).toSorted())
    })

    it('mcp/7 shows each viewer what the viewer may see, and no more', async () => {
      const { gateway } = on()
      const credentials: readonly (readonly [Role, Headers])[] = [
        ['anonymous', {}],
        ['contributor', asUser('connie')],
        ['editor', asUser('edith')],
      ]
      const slugs = secrets.flatMap(({ word }) => (/(?:post|slug)$/.test(word) ? [word] : []))
      const asked: readonly (readonly [string, unknown])[] = [
        ['search', { text: 'zq', limit: 50 }],
        ['search', { text: 'zq', kind: 'category', limit: 50 }],
        ...['post', 'page', 'product'].map((type) => ['list', { type, limit: 50 }] as const),
        ...[...hiddenIds.posts, ...otherIds.posts].flatMap((id) =>
          ['post', 'page', 'product'].map((type) => ['read', { id, type }] as const),
        ),
        ...slugs.flatMap((word) =>
          [`/2024/03/01/${word}/`, `/${word}/`].map((address) => ['read', { address }] as const),
        ),
      ]
      const wider = new Map<Role, Set<string>>()
      for (const [role, headers] of credentials) {
        const seen = new Set<string>()
        for (const [name, args] of asked) {
          const { text, status } = await call(gateway, name, args, headers)
          assert.equal(status, 200, text)
          for (const { word, readers } of secrets)
            if (text.includes(word)) {
              assert(
                readers.includes(role),
                `${word} is shown to the ${role} by ${name} ${JSON.stringify(args)}`,
              )
              seen.add(word)
            }
        }
        wider.set(role, seen)
      }
      assert(wider.get('anonymous')?.has('zqopentext') && wider.get('editor')?.has('zqdrafttext'))
      const locked = await found(gateway, 'read', { id: 212 })
      assert.deepEqual([at(locked, 'protected'), at(locked, 'content')], [true, ''])
      assert.equal(at(await found(gateway, 'read', { id: 206 }, asUser('edith')), 'content'), 'Not yet.')
      assert.match(await refusal(gateway, 'read', { id: 206 }), /^rest_forbidden: /)
    })

    it('mcp/8 names the argument that is wrong, in an answer that a model sees', async () => {
      const { gateway } = on()
      for (const [name, args, expected] of [
        ['search', {}, /rest_missing_callback_param.*text/],
        ['search', { text: '' }, /\btext\b/],
        ['search', { text: 'x'.repeat(501) }, /\btext\b/],
        ['search', { text: ['x'] }, /\btext\b/],
        ['search', { text: 'x', kind: 'nothing' }, /\bkind\b/],
        ['search', { text: 'x', limit: 51 }, /\blimit\b/],
        ['search', { text: 'x', limit: 0 }, /\blimit\b/],
        ['search', { text: 'x', where: 'y' }, /\bwhere\b/],
        ['search', { text: 'x', __proto__: null, constructor: 1 }, /\bconstructor\b/],
        ['read', {}, /\baddress\b/],
        ['read', { id: 1, address: '/' }, /\baddress\b/],
        ['read', { id: '201/revisions' }, /\bid\b/],
        ['read', { id: 'abc' }, /\bid\b/],
        ['read', { id: '' }, /\bid\b/],
        ['read', { id: '\ud800' }, /\bid\b/],
        ['read', { id: -1, type: 'post' }, /\bid\b/],
        ['read', { id: 999_999 }, /^rest_post_invalid_id/],
        ['read', { id: 201, from: -1 }, /\bfrom\b/],
        ['read', { id: 201, format: 'pdf' }, /\bformat\b/],
        ['read', { id: 201, type: 'attachment' }, /\btype\b/],
        [
          'read',
          { address: 'https://elsewhere.example/2024/01/10/the-harbour-wakes-up/' },
          /^rest_post_invalid_id/,
        ],
        ['read', { address: 'http://[' }, /^rest_post_invalid_id/],
        ['read', { address: '/%' }, /^rest_post_invalid_id/],
        ['list', { type: 'nothing' }, /\btype\b/],
        ['list', { term: 'general' }, /\btaxonomy\b/],
        ['list', { taxonomy: 'category' }, /\bterm\b/],
        ['list', { taxonomy: 'category', term: 'no-such-term' }, /\bterm\b/],
        ['list', { type: 'page', taxonomy: 'category', term: '1' }, /\btaxonomy\b/],
        ['list', { after: 'yesterday' }, /\bafter\b/],
        ['list', { after: '2024-13-45' }, /\bafter\b/],
        ['list', { cursor: 'x' }, /^invalid_cursor/],
      ] as const)
        assert.match(await refusal(gateway, name, args), expected, `${name} ${JSON.stringify(args)}`)
    })

    it('mcp/9 refuses messages that are none by codes of JSON-RPC', async () => {
      const { gateway } = on()
      const message = { jsonrpc: '2.0', id: 7, method: 'ping' }
      for (const [body, status, code, id] of [
        ['', 400, -32700, undefined],
        ['{', 400, -32700, undefined],
        ['['.repeat(100_000), 400, -32700, undefined],
        [[message], 400, -32600, undefined],
        [{ ...message, jsonrpc: '1.0' }, 400, -32600, undefined],
        [{ ...message, id: 1.5 }, 400, -32600, undefined],
        [{ ...message, id: null }, 400, -32600, undefined],
        [{ ...message, id: 'x'.repeat(201) }, 400, -32600, undefined],
        [{ ...message, params: [] }, 400, -32600, undefined],
        [{ jsonrpc: '2.0', id: 7, result: {} }, 400, -32600, undefined],
        [{ ...message, method: 'tools/write' }, 200, -32601, 7],
        [{ ...message, method: 'constructor' }, 200, -32601, 7],
        [{ ...message, method: 'tools/call' }, 200, -32602, 7],
        [{ ...message, method: 'tools/call', params: { name: 'search', arguments: [] } }, 200, -32602, 7],
        [{ ...message, method: 'resources/list', params: { cursor: 'post x' } }, 200, -32602, 7],
        [{ ...message, method: 'resources/list', params: { cursor: 'x' } }, 200, -32602, 7],
        [{ ...message, method: 'resources/read', params: { uri: 1 } }, 200, -32602, 7],
        ['x'.repeat(300_000), 413, -32000, undefined],
      ] as const) {
        const answer = await post(gateway, body)
        const { json, text } = answer
        assert.deepEqual(
          [answer.status, at(json, 'error', 'code'), at(json, 'id')],
          [status, code, id],
          `${JSON.stringify(body).slice(0, 80)}: ${text}`,
        )
      }
      const pong = await post(gateway, { ...message, id: 'a"b' })
      assert.deepEqual([pong.status, at(pong.json, 'id')], [200, 'a"b'])
      const notified = await post(gateway, { jsonrpc: '2.0', method: 'notifications/initialized' })
      assert.deepEqual([notified.status, notified.text], [202, ''])
    })

    it('mcp/10 agrees on a revision, and refuses others and headers that contradict the body', async () => {
      const { gateway } = on()
      const agreed = async (protocolVersion: string) => {
        const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
        const { json } = await post(gateway, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
        return at(json, 'result', 'protocolVersion')
      }
      assert.equal(await agreed('2025-06-18'), '2025-06-18')
      assert.equal(await agreed('2025-03-26'), '2025-03-26')
      assert.equal(await agreed('1999-01-01'), '2025-11-25')
      const message = {
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: 'search', arguments: { text: 'a' }, _meta: meta },
      }
      const headers = { 'mcp-protocol-version': newest, 'mcp-method': 'tools/call', 'mcp-name': 'search' }
      const coded = `=?base64?${Buffer.from('search').toString('base64')}?=`
      for (const [sent, changed, status, code] of [
        [message, {}, 200, undefined],
        [message, { 'mcp-name': coded }, 200, undefined],
        [message, { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
        [message, { 'mcp-method': 'tools/list' }, 400, -32020],
        [message, { 'mcp-name': 'read' }, 400, -32020],
        [message, { 'mcp-protocol-version': '2020-01-01' }, 400, -32020],
        [{ ...message, params: {} }, {}, 400, -32602],
        [
          {
            ...message,
            params: {
              ...message.params,
              _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' },
            },
          },
          {},
          400,
          -32022,
        ],
        [{ ...message, method: 'x' }, { 'mcp-method': 'x' }, 404, -32601],
      ] as const) {
        const { json, text, ...answer } = await post(gateway, sent, { ...headers, ...changed })
        assert.deepEqual([answer.status, at(json, 'error', 'code'), at(json, 'id')], [status, code, 3], text)
      }
      const unknown = await post(
        gateway,
        { jsonrpc: '2.0', id: 3, method: 'ping' },
        { 'mcp-protocol-version': '1' },
      )
      assert.deepEqual(at(unknown.json, 'error', 'data'), {
        supported: [newest, '2025-11-25', '2025-06-18', '2025-03-26'],
        requested: '1',
      })
    })

    it('mcp/11 takes POST of JSON, from no page but those of allowed origins', async () => {
      const { gateway } = on()
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      for (const method of ['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']) {
        const { status, headers } = await gateway.send(method, path)
        assert.deepEqual([status, headers.get('allow')], [405, 'POST'], method)
      }
      assert.equal((await post(gateway, ping, { 'content-type': 'text/plain' })).status, 415)
      for (const accept of [
        'text/event-stream',
        'application/json;q=0',
        'application/json;q=0, text/html',
        'application/json;q=0, */*',
        '*/*, application/*;q=0',
      ])
        assert.equal((await post(gateway, ping, { accept })).status, 406, accept)
      for (const origin of [
        'http://rebound.example:8080',
        'null',
        gateway.url.replace('127.0.0.1', 'localhost'),
      ])
        assert.equal((await post(gateway, ping, { origin })).status, 403, origin)
      assert.equal((await post(gateway, ping, { origin: gateway.url })).status, 200)
      const allowed = await post(gateway, ping, { origin: app })
      assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-origin')], [200, app])
      const asked = await gateway.send('OPTIONS', path, {
        headers: { origin: app, 'access-control-request-method': 'POST' },
      })
      assert.equal(asked.status, 204)
      assert.match(
        asked.headers.get('access-control-allow-headers') ?? '',
        /, MCP-Protocol-Version, Mcp-Method, Mcp-Name$/,
      )
    })

    it('mcp/12 is kept for all calls that ask the same, whatever their ids, and dropped by changes', async (test) => {
      const { database } = on()
      const gateway = await startTestGateway(database, { mcp: 'on', feed: 'auto' })
      test.after(gateway.stop)
      const asked: readonly (readonly [string, unknown])[] = [
        ['search', { text: 'harbour', limit: 3 }],
        ['read', { address: '/2024/01/10/the-harbour-wakes-up/' }],
        ['read', { id: 201 }],
        ['list', { before: '2024-01-11', limit: 3 }],
      ]
      const title = async ([name, args]: readonly [string, unknown]) =>
        JSON.stringify(await found(gateway, name, args)).includes('Rope &')
      await eventually(async () => {
        for (const [name, args] of asked) {
          await call(gateway, name, args, {}, 'first')
          const { headers, json } = await call(gateway, name, { ...Object(args) }, {}, 2)
          assert.match(headers.get('cache-status') ?? '', /hit/)
          assert.deepEqual([at(json, 'id'), headers.get('etag')], [2, null])
          const own = await call(gateway, name, args, asUser('edith'))
          assert.doesNotMatch(own.headers.get('cache-status') ?? '', /hit/)
        }
      })
      await database.execute(`update wp_posts set post_title = 'Rope &amp; harbour' where ID = 201`)
      await eventually(async () =>
        assert.deepEqual(await Promise.all(asked.map(title)), [true, true, true, true]),
      )
      await database.execute(`update wp_posts set post_status = 'draft' where ID = 201`)
      await eventually(async () => {
        assert.match(await refusal(gateway, 'read', { id: 201 }), /^rest_forbidden/)
        assert.match(
          await refusal(gateway, 'read', { address: '/2024/01/10/the-harbour-wakes-up/' }),
          /^rest_post_invalid_id/,
        )
      })
      await database.execute(`update wp_posts set post_status = 'publish' where ID = 201`)
    })

    it('mcp/13 counts for the limits of its client, and is no address unless the owner says so', async (test) => {
      const { database } = on()
      const key = 'a key of an agent'
      const limited = await startTestGateway(database, {
        mcp: 'on',
        apiKeys: [`agent:${hash('sha256', key)}:0:2`],
      })
      test.after(limited.stop)
      const headers = { 'x-api-key': key }
      for (const args of [{ text: 'a' }, { text: 'b' }]) await found(limited, 'search', args, headers)
      const refused = await call(limited, 'search', { text: 'c' }, headers)
      assert.deepEqual(
        [refused.status, at(refused.json, 'error', 'data', 'code'), refused.headers.has('retry-after')],
        [429, 'too_many_requests', true],
      )
      const wrong = await call(on().gateway, 'search', { text: 'a' }, { authorization: 'Bearer x.y.z' })
      assert(wrong.status === 200 || wrong.status === 401)
      const closed = await startTestGateway(database)
      test.after(closed.stop)
      assert.equal((await call(closed, 'search', { text: 'a' })).status, 404)
    })
  },
  { mcp: 'on', corsOrigins: [app], extensions: ['config/extensions/myplugin.ts'] },
)
