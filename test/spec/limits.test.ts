// Limits on one client: by its API key, its account or its address, over HTTP.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { it } from 'node:test'
import { asUser, basic, demoKeys } from '../support/demo-credentials.ts'
import { at, onOneDatabase, type Answer } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts?per_page=2'
const keys = {
  frontend: 'k-5f0d3f2a frontend',
  small: 'k-91c2a7be small',
  graph: 'k-07aa41c3 graph',
  old: 'k-c0ffee00 old',
  daily: 'k-1d2e3f40 daily',
  both: 'k-4f3e2d10 both',
}
const app = 'https://app.example.org'

onOneDatabase(
  'limits of clients',
  'they are checked before anything is read',
  (on) => {
    const get = (address: string, headers: Readonly<Record<string, string>> = {}, path = posts) =>
      on().gateway.get(path, { 'x-forwarded-for': address, ...headers })
    const said = ({ status, json }: Answer) => [status, at(json, 'code')]
    /** Asks until the client is refused, and returns the refusal and how often it was answered. */
    const exhaust = async (address: string): Promise<readonly [Answer, number]> => {
      for (let answered = 0; answered < 100; answered += 1) {
        const answer = await get(address)
        if (answer.status !== 200) return [answer, answered]
      }
      throw new Error('the client was never refused')
    }

    it('limits/1 are those of a key, whatever the address, and count hits and 304, too', async () => {
      const key = { 'x-api-key': keys.small }
      const first = await get('198.51.100.1', key)
      assert.equal(first.status, 200)
      assert.equal(first.headers.get('ratelimit-policy'), '"day";q=3;w=86400')
      assert.match(first.headers.get('ratelimit') ?? '', /^"day";r=2;t=\d+$/)
      const second = await get('198.51.100.2', key)
      assert.match(second.headers.get('cache-status') ?? '', /hit/)
      assert.match(second.headers.get('ratelimit') ?? '', /^"day";r=1;t=\d+$/)
      const etag = second.headers.get('etag') ?? ''
      const third = await get('198.51.100.3', { ...key, 'if-none-match': etag })
      assert.equal(third.status, 304)
      assert.match(third.headers.get('ratelimit') ?? '', /^"day";r=0;t=\d+$/)
      const fourth = await get('198.51.100.4', key)
      assert.deepEqual(said(fourth), [429, 'too_many_requests'])
      assert.match(fourth.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(fourth.headers.get('cache-control'), 'private, no-store')
      assert.match(fourth.headers.get('ratelimit') ?? '', /^"day";r=0;t=\d+$/)
    })

    it('limits/2 are refused in the words of GraphQL there', async () => {
      const graphql = () => get('198.51.100.9', { 'x-api-key': keys.graph }, '/graphql?query={__typename}')
      assert.equal((await graphql()).status, 200)
      const refused = await graphql()
      assert.equal(refused.status, 429)
      assert.equal(at(refused.json, 'errors', 0, 'extensions', 'code'), 'TOO_MANY_REQUESTS')
    })

    it('limits/3 of a key without numbers are none, and its readers share the cache', async () => {
      const [refused] = await exhaust('203.0.113.1')
      assert.equal(refused.status, 429)
      for (let nth = 0; nth < 5; nth += 1) {
        const answer = await get('203.0.113.1', { 'x-api-key': keys.frontend })
        assert.deepEqual([answer.status, answer.headers.get('ratelimit')], [200, null])
        assert.match(answer.headers.get('cache-status') ?? '', /hit/)
      }
    })

    it('limits/4 are those of an address without a key: one of IPv6 shares those of its network', async () => {
      const [refused, answered] = await exhaust('203.0.113.2')
      assert.deepEqual(said(refused), [429, 'too_many_requests'])
      assert(answered >= 4)
      assert.equal(refused.headers.get('ratelimit-policy'), '"minute";q=4;w=60')
      assert.equal((await get('203.0.113.3')).status, 200)
      await exhaust('2001:db8:1:2::1')
      assert.equal((await get('2001:db8:1:2:ffff::9')).status, 429)
      assert.equal((await get('2001:db8:1:3::1')).status, 200)
    })

    it('limits/10 count requests whose position is wrong', async () => {
      for (const [nth, status] of [400, 400, 400, 400, 429].entries()) {
        const answer = await get('203.0.113.40', { 'x-cms-at': 'nothing' })
        assert.equal(answer.status, status)
        assert.match(
          answer.headers.get('ratelimit') ?? '',
          new RegExp(`^"minute";r=${Math.max(0, 3 - nth)};`),
        )
      }
      assert.equal((await get('203.0.113.40')).status, 429)
    })

    it('limits/5 are those of an account, wherever it asks from; wrong credentials count for the address', async () => {
      await exhaust('203.0.113.4')
      const mine = await get('203.0.113.4', asUser('admin'))
      assert.equal(mine.status, 200)
      assert.equal(mine.headers.get('ratelimit-policy'), '"minute";q=4;w=60')
      assert.equal((await get('203.0.113.4', basic('admin', 'wrong'))).status, 429)
    })

    it('limits/6 know keys by their digests: others are refused, and are in no log', async () => {
      const unknown = await get('203.0.113.5', { 'x-api-key': 'k-secret-unknown' })
      assert.deepEqual(said(unknown), [401, 'invalid_api_key'])
      assert.deepEqual(said(await get('203.0.113.5', { 'x-api-key': '' })), [401, 'invalid_api_key'])
      const revoked = await get('203.0.113.6', { 'x-api-key': keys.old })
      assert.deepEqual(said(revoked), [401, 'revoked_api_key'])
      await get('203.0.113.6', { 'x-api-key': keys.frontend })
      const { observed } = on().gateway
      const clients = observed.flatMap((each) => (each.kind === 'request' ? [each.client] : []))
      assert.deepEqual(clients.slice(-2), [
        { kind: 'address', label: 'old', isLimited: false },
        { kind: 'key', label: 'frontend', isLimited: false },
      ])
      const all = JSON.stringify(observed)
      for (const key of ['k-secret-unknown', ...Object.values(keys)]) assert(!all.includes(key))
    })

    it('limits/7 end the guessing of keys', async () => {
      const codes: unknown[] = []
      for (const key of ['k-1', 'k-1', 'k-2', 'k-3'])
        codes.push(at((await get(`2001:db8:9::${codes.length}`, { 'x-api-key': key })).json, 'code'))
      assert.deepEqual(codes, [
        'invalid_api_key',
        'invalid_api_key',
        'invalid_api_key',
        'too_many_wrong_credentials',
      ])
    })

    it('limits/9 of keys with one label are shared where both have them', async () => {
      const left = async (key: string) => {
        const { status, headers } = await get('198.51.100.9', { 'x-api-key': key })
        return [status, (headers.get('ratelimit') ?? '').replaceAll(/;t=\d+/g, '')]
      }
      assert.deepEqual(await left(keys.both), [200, '"minute";r=1, "day";r=9'])
      assert.deepEqual(await left(keys.both), [200, '"minute";r=0, "day";r=8'])
      assert.deepEqual(await left(keys.both), [429, '"minute";r=0, "day";r=8'])
      assert.deepEqual(await left(keys.daily), [200, '"day";r=7'])
      assert.deepEqual(await left(keys.both), [429, '"minute";r=0, "day";r=7'])
    })

    it('limits/11 count all as one behind a proxy that names no client, which the log says once', async () => {
      const { gateway } = on()
      const proxied = (name: string, address: string) => gateway.get(posts, { [name]: address })
      const answers = [
        await proxied('x-real-ip', '203.0.113.20'),
        await proxied('forwarded', 'for=203.0.113.21'),
      ]
      assert.deepEqual(
        answers.map(({ headers }) => headers.get('ratelimit')?.replaceAll(/;t=\d+/g, '')),
        ['"minute";r=3', '"minute";r=2'],
      )
      const warnings = gateway.observed.filter(
        (each) => each.kind === 'warning' && /127\.0\.0\.1 .* names no client/.test(each.message),
      )
      assert.equal(warnings.length, 1)
    })

    it('limits/8 let pages of other origins send a key and read what is left', async () => {
      const asked = await on().gateway.send('OPTIONS', posts, {
        headers: { origin: app, 'access-control-request-method': 'GET' },
      })
      assert.match(asked.headers.get('access-control-allow-headers') ?? '', /\bX-API-Key\b/)
      assert.match(asked.headers.get('access-control-expose-headers') ?? '', /\bRateLimit\b/)
    })
  },
  {
    ...demoKeys,
    applicationPasswords: 'any',
    trustedProxies: ['127.0.0.1'],
    corsOrigins: [app],
    requestsPerMinuteMax: 4,
    wrongPerAddressMax: 2,
    apiKeys: [
      `frontend:${hash('sha256', keys.frontend)}`,
      `small:${hash('sha256', keys.small)}:0:3`,
      `graph:${hash('sha256', keys.graph)}:0:1`,
      `old:${hash('sha256', keys.old)}:revoked`,
      `changing:${hash('sha256', keys.daily)}:0:10`,
      `changing:${hash('sha256', keys.both)}:2:10`,
    ],
  },
)
