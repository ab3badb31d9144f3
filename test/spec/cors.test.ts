// Pages of other origins: those that are configured may read REST and GraphQL, others not; what is kept is the same for
// all; a browser that asks first is answered without the database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asUser, cookieOf, demoKeys, nonceOf } from '../support/demo-credentials.ts'
import { onOneDatabase, startTestGateway, type Answer } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts?per_page=1'
const graph = `/graphql?query=${encodeURIComponent('{ posts(first: 1) { totalCount } }')}`
const app = 'https://app.example.org'
const other = 'http://localhost:5173'

const allowed = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': 'GET,POST,PUT,DELETE,OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, X-CMS-Nonce, X-CMS-At',
  'access-control-allow-credentials': 'true',
})
const allowing = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-allow-')))
const asking = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
const closedTo = (answer: Answer) =>
  ['origin', 'methods', 'credentials'].every(
    (name) => answer.headers.get(`access-control-allow-${name}`) === null,
  )

/** Why one database is enough. */
const same = 'headers are added to finished answers, whatever they were read from'

onOneDatabase(
  'pages of configured origins',
  same,
  (on) => {
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      on().gateway.get(path, headers)

    it('cors/1 are let in by name, on REST and GraphQL, from the cache too', async () => {
      for (const path of [posts, graph]) {
        for (const origin of [app, other, app]) {
          const answer = await get(path, { origin })
          assert.equal(answer.status, 200)
          assert.deepEqual(allowing(answer), allowed(origin))
        }
        assert(closedTo(await get(path)))
      }
      const uses = on().gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : []))
      assert.deepEqual(uses, ['miss', 'hit', 'hit', 'hit', 'miss', 'hit', 'hit', 'hit'])
    })

    it('cors/2 are let in with errors, HEAD, 304, credentials, and what is too long', async () => {
      const { headers } = await get(posts)
      for (const [status, answer] of [
        [404, await get('/cms-json/cms/v2/nothing', { origin: app })],
        [401, await get('/cms-json/cms/v2/users/me', { origin: app })],
        [200, await on().gateway.send('HEAD', posts, { headers: { origin: app } })],
        [304, await get(posts, { origin: app, 'if-none-match': headers.get('etag') ?? '' })],
        [200, await get('/cms-json/cms/v2/users/me', { origin: app, ...asUser('edith') })],
        [414, await get(`${posts}&search=${'a'.repeat(9000)}`, { origin: app })],
      ] as const) {
        assert.equal(answer.status, status)
        assert.deepEqual(allowing(answer), allowed(app), String(status))
      }
    })

    it('cors/3 are no others: not by likeness, not without a name, not the page for people', async () => {
      for (const origin of [
        'https://elsewhere.test',
        'null',
        '*',
        `${app}.evil.test`,
        'http://app.example.org',
        `${app}:8443`,
        'https://APP.example.org',
        '__proto__',
      ])
        assert(closedTo(await get(posts, { origin })), origin)
      assert(closedTo(await get('/', { origin: app })))
    })

    it('cors/4 still bring no cookies', async () => {
      const cookies = { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') }
      assert.equal((await get('/cms-json/cms/v2/users/me', { ...cookies, origin: app })).status, 403)
    })

    it('cors/5 are answered before they ask, with no query', async () => {
      const before = on().gateway.observed.filter(({ kind }) => kind === 'query').length
      for (const path of [posts, graph, '/cms-json/cms/v2/nothing', '/?rest_route=/cms/v2/posts']) {
        const answer = await on().gateway.send('OPTIONS', path, { headers: { origin: app, ...asking } })
        assert.deepEqual([answer.status, answer.text], [204, ''])
        assert.deepEqual(allowing(answer), allowed(app))
        const stranger = await on().gateway.send('OPTIONS', path, {
          headers: { origin: 'https://elsewhere.test', ...asking },
        })
        assert.deepEqual([stranger.status, allowing(stranger)], [204, {}])
      }
      const described = await on().gateway.send('OPTIONS', posts, { headers: { origin: app } })
      assert.equal(described.status, 200)
      assert.equal(on().gateway.observed.filter(({ kind }) => kind === 'query').length, before)
    })

    it('cors/6 are named by Vary, as is whatever else changes an answer', async () => {
      const vary = async (path: string) => (await get(path)).headers.get('vary')
      const common = 'Accept-Encoding, Authorization, X-CMS-Nonce'
      assert.equal(await vary(posts), `${common}, X-HTTP-Method-Override, Origin`)
      assert.equal(await vary(graph), `${common}, Accept, Origin`)
      const { headers } = await get(posts)
      const unchanged = await get(posts, { 'if-none-match': headers.get('etag') ?? '' })
      assert.deepEqual([unchanged.status, unchanged.headers.get('vary')], [304, headers.get('vary')])
    })
  },
  { ...demoKeys, corsOrigins: [app, other] },
)

onOneDatabase('where no origins are configured', same, (on) => {
  it('cors/7 no page of another origin is let in, and OPTIONS describes', async () => {
    const headers = { origin: app, ...asking }
    assert(closedTo(await on().gateway.get(posts, headers)))
    assert.equal(
      (await on().gateway.get(posts)).headers.get('vary'),
      'Accept-Encoding, Authorization, X-CMS-Nonce, X-HTTP-Method-Override',
    )
    const described = await on().gateway.send('OPTIONS', posts, { headers })
    assert.equal(described.status, 200)
    assert(closedTo(described))
  })
})

describe('a database that is away', () => {
  it('cors/8 keeps no browser from asking first', async () => {
    const gateway = await startTestGateway(
      { url: 'mysql://reader:secret@127.0.0.1:1/site' },
      { corsOrigins: [app] },
    )
    const asked = await gateway.send('OPTIONS', posts, { headers: { origin: app, ...asking } })
    assert.deepEqual([asked.status, allowing(asked)], [204, allowed(app)])
    const refused = await gateway.get(posts, { origin: app })
    assert.deepEqual([refused.status, allowing(refused)], [503, allowed(app)])
    await gateway.stop()
  })
})
