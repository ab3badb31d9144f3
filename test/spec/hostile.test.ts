// Hostile requests: extremes, broken encodings, documents made to be expensive. Each gets an answer below 500 and costs nobody
// else anything.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as read } from 'node:stream/consumers'
import { it } from 'node:test'
import fc from 'fast-check'
import { anyCodePoints } from '../support/code-points.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'
/** Arguments that every route takes. */
const everywhere = [
  '_fields',
  '_embed',
  '_envelope',
  '_jsonp',
  '_pretty',
  '_method',
  'rest_route',
  '__proto__',
  'constructor',
]

interface Called {
  readonly address: string
  readonly names: readonly string[]
}

/** Every route that the index lists, with something in the places of its parameters, and its arguments. */
function routesOf(index: unknown): readonly Called[] {
  return Object.entries(Object(at(index, 'routes'))).map(([pattern, route]) => ({
    address: pattern.replace(/\(\?P<(\w+)>(?:\([^)]*\)|\[[^\]]*\]|[^()[\]])*\)/g, (_, name: string) =>
      /id|parent/.test(name) ? '201' : 'post',
    ),
    names: Object.keys(Object(at(route, 'endpoints', 0, 'args'))),
  }))
}

onEveryDatabase(
  'hostile requests',
  // What is read from a request is the same over every database
  (on, { runs }) => {
    const status = async (path: string) => (await on().gateway.get(path)).status

    it('hostile/1 never make the gateway fail, whatever the arguments', async () => {
      const value = fc.oneof(
        anyCodePoints({ maxLength: 20 }),
        fc.constantFrom(
          '-1',
          '0',
          '1e30',
          '1e22',
          '99999999999999999999',
          '-99999999999999999999',
          '9007199254740993',
          '%',
          '\0',
          '"',
          ',,',
          'a.b.c',
          '1',
          'true',
          'edit',
          'include',
          'include_slugs',
          'relevance',
          'any',
          'a,b',
          '2024-02-30T25:00:00',
          '0000-00-00T00:00:00Z',
          '9999-12-31T23:59:59-12:00',
        ),
        fc.integer().map(String),
      )
      const called = routesOf((await on().gateway.get('/cms-json/')).json)
      assert(called.length > 20 && called.every(({ address }) => !address.includes('(')))
      const request = fc.constantFrom(...called).chain(({ address, names }) => {
        const name = fc.tuple(
          fc.constantFrom(...names, ...everywhere),
          fc.constantFrom('', '', '[]', '[0]', '[x]', '[', '[a][b]', '[terms]'),
        )
        const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 })
        return fc.tuple(fc.constant(address), fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST'), pairs)
      })
      await fc.assert(
        fc.asyncProperty(request, async ([address, method, pairs]) => {
          const written = pairs
            .map(([[key, brackets], text]) => `${key}${brackets}=${encodeURIComponent(text.toWellFormed())}`)
            .join('&')
          const sent = await on().gateway.send(method, `/cms-json${address}?${written}`)
          assert(sent.status < 500, `${method} ${address}?${written} → ${sent.status} ${sent.text}`)
        }),
        { numRuns: runs(300) },
      )
    })

    it(
      'hostile/2 are answered on every route, whatever stands behind the question mark',
      { timeout: 120_000 },
      async () => {
        const called = routesOf((await on().gateway.get('/cms-json/')).json)
        const mark = fc.constantFrom(
          '&',
          '=',
          '[',
          ']',
          '%',
          '%00',
          '%FF',
          '+',
          ';',
          '?',
          '#',
          ',',
          '..',
          '_fields=',
        )
        const raw = fc.oneof(
          fc
            .array(fc.oneof(mark, fc.string({ maxLength: 6 })), { maxLength: 12 })
            .map((parts) => parts.join('')),
          anyCodePoints({ maxLength: 60 }),
          fc.tuple(mark, fc.integer({ min: 1, max: 1500 })).map(([text, times]) => text.repeat(times)),
        )
        for (const { address } of called) {
          const property = fc.asyncProperty(raw, async (text) => {
            const path = `/cms-json${address}?${encodeURI(text.toWellFormed()).replaceAll('%25', '%')}`
            const answered = await status(path)
            assert(answered >= 200 && answered < 500, `${path} → ${answered}`)
          })
          await fc.assert(property, { numRuns: runs(3) })
        }
      },
    )

    it('hostile/3 are answered as the rule says, at the extremes', async () => {
      for (const query of ['page=99999999999999999999', 'page=9007199254740993', 'page=1e22'])
        assert.equal(await status(`${root}/posts?${query}`), 400, query)
      for (const id of ['1e30', '-99999999999999999999', '18446744073709551615', '18446744073709551616'])
        assert.deepEqual((await on().gateway.get(`${root}/posts?include=${id}`)).json, [], id)
      assert.equal(await status(`${root}/posts?_fields=${'a.'.repeat(3900)}`), 200)
      assert.equal(
        at(
          (await on().gateway.get(`${root}/posts?include=${Array.from({ length: 1001 }, () => '1').join()}`))
            .json,
          'data',
          'details',
          'include',
          'code',
        ),
        'rest_too_many_items',
      )
      assert.deepEqual((await on().gateway.get(`${root}/posts?search=%00zzz`)).json, [])
      const { headers } = await on().gateway.get(`${root}/posts?constructor=1&__proto__=2&per_page=1`)
      assert.match(headers.get('link') ?? '', /\?constructor=1&__proto__=2&per_page=1&page=2>/)
    })

    it('hostile/4 cannot make a document expensive by spreading fragments', async () => {
      const fragments = Array.from(
        { length: 60 },
        (_, nth) => `fragment f${nth} on Post { ...f${nth + 1} ...f${nth + 1} }`,
      )
      const query = `{ posts(first: 1) { edges { node { ...f0 } } } } ${fragments.join(' ')} fragment f60 on Post { id }`
      assert.equal(
        at((await on().gateway.graphql(query)).json, 'data', 'posts', 'edges', 0, 'node', 'id'),
        '238',
      )
      const aliases = Array.from(
        { length: 11 },
        (_, nth) => `a${nth}: posts(first: 100) { totalCount }`,
      ).join(' ')
      assert.equal(
        at((await on().gateway.graphql(`{ ${aliases} }`)).json, 'errors', 0, 'extensions', 'code'),
        'DOCUMENT_TOO_LARGE',
      )
    })

    it('hostile/5 learn nothing of what they may not see', async () => {
      // 209 is private, 206 a draft
      for (const id of ['209', '206']) {
        for (const terms of ['categories', 'tags']) {
          const refused = await on().gateway.get(`${root}/${terms}?post=${id}`)
          assert.deepEqual([refused.status, at(refused.json, 'code')], [401, 'rest_forbidden_context'], id)
        }
      }
      assert(list((await on().gateway.get(`${root}/categories?post=230`)).json).length > 0)
      const { status: code, json, headers } = await on().gateway.get(`${root}/categories?post=99999`)
      assert.deepEqual([code, at(json, 'code'), headers.get('allow')], [400, 'rest_post_invalid_id', null])
    })

    it('hostile/6 close the connection of a body that is too large, without asking for it', async () => {
      const { hostname, port } = new URL(on().gateway.url)
      const exchange = async (text: string) => {
        const socket = connect(Number(port), hostname)
        socket.write(text)
        let answer = ''
        socket.on('data', (part: Buffer) => (answer += part.toString()))
        await once(socket, 'close')
        return answer
      }
      const head =
        'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n'
      const expecting = await exchange(`${head}Expect: 100-continue\r\n\r\n`)
      assert.match(expecting, /^HTTP\/1\.1 413 /)
      assert.match(expecting, /^Connection: close\r$/m)
      assert.match(await exchange(`${head}\r\n{`), /^HTTP\/1\.1 413 /)
    })

    it('hostile/7 leave no error in the log when they go away before their body is there', async () => {
      const { hostname, port } = new URL(on().gateway.url)
      const socket = connect(Number(port), hostname)
      socket.write(
        'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.destroy()
      await once(socket, 'close')
      assert.equal(await status(`${root}/posts`), 200)
      assert.deepEqual(
        on().gateway.observed.filter(({ kind }) => kind === 'error'),
        [],
      )
    })

    it('hostile/8 may search for a bracket or a quote that nothing closes', async () => {
      for (const words of ['<"', "<'", "<3 it's", '<a title="', '<!--', '<script'])
        for (const collection of ['posts', 'pages', 'users', 'comments', 'search', 'media']) {
          const { status: code, json } = await on().gateway.get(
            `${root}/${collection}?search=${encodeURIComponent(words)}`,
          )
          assert.deepEqual([code, json], [200, []], `${collection} ${words}`)
        }
    })

    it('hostile/9 get the text before a bracket that nothing closes as the excerpt', async () => {
      for (const [content, excerpt] of [
        ['I <3 "you and this is a post', '<p>I</p>\n'],
        ['<a title="foo href=x>y</a>', ''],
      ] as const) {
        await on().database.execute(
          `update wp_posts set post_content = '${content}', post_excerpt = '' where ID = 238`,
        )
        const { json } = await on().gateway.get(`${root}/posts/238`)
        assert.equal(at(json, 'excerpt', 'rendered'), excerpt, content)
      }
    })

    it('hostile/10 get a header that can be sent, whatever the slug', async () => {
      await on().database.execute(`update wp_posts set post_name = '漢字é' where ID = 203`)
      const { status: code, headers } = await on().gateway.get(`${root}/posts/203`)
      assert.equal(code, 200)
      assert.match(headers.get('link') ?? '', /\/%E6%BC%A2%E5%AD%97%C3%A9\/>; rel="alternate"/)
    })

    it('hostile/11 name one host: of two, a proxy in front may have taken the other', async () => {
      const ask = async (url: string, path: string, hosts: readonly string[]) => {
        const { hostname, port } = new URL(url)
        const socket = connect(Number(port), hostname)
        const lines = hosts.map((host) => `${host}\r\n`).join('')
        socket.write(`GET ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
        return /^HTTP\/1\.1 (\d+) /.exec(await read(socket))?.[1]
      }
      const { url, adminUrl } = on().gateway
      for (const [door, path] of [
        [url, `${root}/posts?_fields=id`],
        [adminUrl, '/live'],
      ] as const) {
        assert.equal(await ask(door, path, ['Host: localhost']), '200')
        assert.equal(await ask(door, path, ['Host: localhost', 'host: localhost']), '400')
        assert.equal(await ask(door, path, ['Host: localhost', 'X-Other: 1', 'HOST: site.example']), '400')
      }
    })
  },
  { adminPort: 0, cacheBytesMax: 0, extensions: ['config/extensions/myplugin.ts'] },
)
