// The admin port: liveness, readiness, metrics and purging; who may use it.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'
const token = 'a token of sixteen or more'.replaceAll(' ', '-')

const ask = (gateway: TestGateway, path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(gateway.adminUrl + path, { headers })

async function purge(
  gateway: TestGateway,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  const response = await fetch(`${gateway.adminUrl}/purge`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}

/** Nothing is kept until something tells of changes. */
async function isFollowed(gateway: TestGateway): Promise<void> {
  await eventually(async () => {
    const said: unknown = await (await ask(gateway, '/ready')).json()
    assert.equal(typeof at(said, 'feed', 'name'), 'string')
  })
}

const statements = ({ observed }: TestGateway) => observed.filter(({ kind }) => kind === 'query').length

/** Whether the address is answered from what is kept. */
async function isKept(gateway: TestGateway, path: string): Promise<boolean> {
  const before = statements(gateway)
  await gateway.get(path)
  return statements(gateway) === before
}

const isHit = async (gateway: TestGateway, path: string) =>
  /hit/.test((await gateway.get(path)).headers.get('cache-status') ?? '')

onEveryDatabase(
  'the admin port',
  (on) => {
    it('admin/1 is alive and ready, and says what tells of changes', async () => {
      const { gateway } = on()
      await isFollowed(gateway)
      const live = await ask(gateway, '/live')
      assert.deepEqual([live.status, await live.json()], [200, { live: true }])
      const ready = await ask(gateway, '/ready')
      const said: unknown = await ready.json()
      assert.deepEqual([ready.status, at(said, 'database')], [200, 'there'])
      assert.match(String(at(said, 'feed', 'name')), /^(poll|data-version|binlog)$/)
      assert.equal(at(said, 'feed', 'wanted'), at(said, 'feed', 'name'))
      assert.equal(at(said, 'lease', 'withinMs'), 2000)
      assert.equal(typeof at(said, 'feed', 'lagMs'), 'number')
      assert.equal(ready.headers.get('cache-control'), 'no-store')
    })

    it('admin/2 counts requests by status and cache, queries by plan, and what is kept', async () => {
      const { gateway } = on()
      await isFollowed(gateway)
      const secret = 'not-for-anybody'
      await gateway.get(`${posts}/999?password=${secret}`)
      const metrics = async () => {
        const response = await ask(gateway, '/metrics')
        assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
        return await response.text()
      }
      // All is dropped where a busy machine holds the feed up
      await eventually(async () => {
        await gateway.get(`${posts}?per_page=7`)
        const text = await metrics()
        assert.match(text, /^lectern_requests_total\{status="2xx",cache="hit"\} [1-9]/m)
        for (const what of ['entries', 'bytes', 'tags'])
          assert.match(text, new RegExp(`^lectern_cache_${what} [1-9]`, 'm'))
      })
      const text = await metrics()
      for (const line of [
        /^lectern_requests_total\{status="2xx",cache="miss"\} [1-9]/m,
        /^lectern_requests_total\{status="4xx",cache="none"\} 1$/m,
        /^lectern_request_duration_seconds_bucket\{le="\+Inf",cache="hit"\} [1-9]/m,
        /^lectern_sql_duration_seconds_count\{plan="posts\.[\w.-]+"\} [1-9]/m,
        /^lectern_sql_rows_total\{plan="posts\.[\w.-]+"\} [1-9]/m,
        /^lectern_scans_running \d+$/m,
        /^lectern_scans_waiting 0$/m,
        /^lectern_feed_lag_seconds\{feed="[\w-]+"\} [\d.e-]+$/m,
        /^lectern_database_up 1$/m,
        /^nodejs_eventloop_lag_seconds /m,
        /^process_resident_memory_bytes /m,
      ])
        assert.match(text, line)
      assert.equal(/^lectern_connections_busy \d/m.test(text), on().database.flavour !== 'sqlite')
      assert.doesNotMatch(text, new RegExp(`${secret}|per_page|cms-json`))
    })

    it('admin/3 counts what was dropped by what changed', async () => {
      const { gateway, database } = on()
      await isFollowed(gateway)
      // Tables that changed in the same second go together, as these did when they were made: written until one goes alone
      let written = 0
      await eventually(async () => {
        await gateway.get(`${posts}/203`)
        written += 1
        await database.execute(`update wp_posts set post_title = 'Changed ${written}' where ID = 203`)
        assert.match(
          await (await ask(gateway, '/metrics')).text(),
          /^lectern_cache_dropped_total\{cause="(gap|table posts|update of posts)"\} [1-9]/m,
        )
      })
    })

    it('admin/4 says in a sentence what it does not take', async () => {
      const { gateway } = on()
      for (const body of [
        {},
        [],
        null,
        { all: false },
        { all: true, tags: [] },
        { tags: [] },
        { tags: ['nothing'] },
        { tags: [7] },
        { tags: Array.from({ length: 1001 }, () => 'list:posts:post') },
        { address: 7 },
        { everything: true },
      ]) {
        const { status, json } = await purge(gateway, body)
        assert.deepEqual([status, typeof at(json, 'message')], [400, 'string'], JSON.stringify(body))
      }
      assert.equal((await purge(gateway, { tags: ['list:'.padEnd(300_000, 'x')] })).status, 413)
      assert.equal((await ask(gateway, '/purge')).status, 405)
      assert.equal((await ask(gateway, '/nothing')).status, 404)
      assert.equal((await ask(gateway, `/${'x'.repeat(9000)}`)).status, 414)
      const head = await fetch(`${gateway.adminUrl}/ready`, { method: 'HEAD' })
      assert.deepEqual([head.status, await head.text()], [200, ''])
    })

    it('admin/15 explains an address: what is cached, what runs for it, and what it depends on', async () => {
      const { gateway, database } = on()
      await isFollowed(gateway)
      const asked = `${posts}?slug=no-secret-of-anybody&per_page=3`
      const explained = async (address: string): Promise<unknown> =>
        (await ask(gateway, `/explain?address=${encodeURIComponent(address)}`)).json()
      assert.equal(at(await explained(asked), 'cached', 'state'), 'absent')
      await eventually(async () => {
        await gateway.get(asked)
        const report = await explained(`${gateway.url}${posts}/?per_page=3&slug=no-secret-of-anybody`)
        assert.equal(at(report, 'cached', 'state'), 'fresh')
        assert.deepEqual([at(report, 'path'), at(report, 'answer', 'status')], [posts, 200])
      })
      const report = await explained(asked)
      const ran = Object.values(Object(at(report, 'answer', 'statements')))
      const list = ran.find((each) => at(each, 'plan') === 'posts.list')
      assert.match(String(at(list, 'sql')), /^select .* from .wp_posts. .*\?/)
      assert.match(String(at(list, 'access', 0)), /^wp_posts: |impossible/)
      assert.match(JSON.stringify(at(report, 'answer', 'tags')), /"list:posts:post\/slug"/)
      // Values are in the address alone
      assert.doesNotMatch(JSON.stringify(ran), /no-secret/)

      await eventually(async () => {
        await gateway.get(asked)
        await database.execute("update wp_posts set post_name = concat(post_name, 'x') where ID = 203")
        await eventually(async () => assert.equal(at(await explained(asked), 'cached', 'state'), 'absent'))
        assert.match(String(at(await explained(asked), 'cached', 'dropped', 'cause')), /posts|gap/)
      })
    })

    it('admin/16 explains it as a page for browsers, and says what it cannot explain', async () => {
      const { gateway } = on()
      const page = (query: string) => ask(gateway, `/explain${query}`, { accept: 'text/html,*/*;q=0.8' })
      const blank = await page('')
      assert.equal(blank.status, 200)
      assert.match(
        blank.headers.get('content-security-policy') ?? '',
        /default-src 'none'.*form-action 'self'/,
      )
      const report = await (await page(`?address=${encodeURIComponent(`${posts}?search="><b>`)}`)).text()
      assert.match(report, /posts\.list/)
      assert.doesNotMatch(report, /"><b>/)
      const noJson = await ask(gateway, '/explain', { accept: 'application/json;q=0, */*' })
      assert.equal(noJson.headers.get('content-type'), 'text/html; charset=utf-8')
      for (const [query, status] of [
        ['', 400],
        ['?address=', 400],
        [`?address=${encodeURIComponent('http://[')}`, 400],
        ['?address[]=/', 400],
        ['?address=/nothing-here', 404],
      ] as const) {
        const refused = await ask(gateway, `/explain${query}`)
        assert.deepEqual(
          [refused.status, typeof at(await refused.json(), 'message')],
          [status, 'string'],
          query,
        )
      }
      assert.equal(
        at(await (await ask(gateway, `/explain?address=${posts}/999999`)).json(), 'answer', 'status'),
        404,
      )
    })

    it('admin/5 is nothing of the public port, nor that of it', async () => {
      const { gateway } = on()
      assert.equal((await gateway.get('/metrics')).status, 404)
      assert.equal((await ask(gateway, posts)).status, 404)
    })

    it('admin/6 is for this machine under its own name, and changes nothing for pages of other sites', async () => {
      const { gateway } = on()
      assert.equal(await statusFor(gateway, '/metrics', { host: 'rebound.example' }), 403)
      assert.equal(await statusFor(gateway, '/metrics', { host: 'localhost:9090' }), 200)
      for (const headers of [{ origin: 'https://site.example' }, { 'sec-fetch-site': 'cross-site' }])
        assert.equal((await purge(gateway, { all: true }, headers)).status, 403)
      assert.equal((await purge(gateway, { all: true }, { origin: gateway.adminUrl })).status, 200)
      // A picture of another site's page would have the database work
      const explained = (site: string) =>
        ask(gateway, `/explain?address=${posts}`, { 'sec-fetch-site': site })
      assert.deepEqual([(await explained('cross-site')).status, (await explained('none')).status], [403, 200])
    })
  },
  { adminPort: 0, feed: 'auto' },
)

onEveryDatabase(
  'purging',
  (on) => {
    it('admin/7 purges by tag, by address with whatever query, and all', async () => {
      const { gateway } = on()
      const [item, list, other] = [
        `${posts}/201?_fields=id`,
        `${posts}?per_page=2&_fields=id`,
        `${posts}/202`,
      ]
      const keepAll = async () => {
        for (const path of [item, list, other]) {
          await gateway.get(path)
          assert(await isKept(gateway, path), path)
        }
      }
      await keepAll()
      assert.equal(at((await purge(gateway, { tags: ['row:posts:202'] })).json, 'dropped'), 1)
      assert(await isKept(gateway, item))
      assert.equal(await isKept(gateway, other), false)

      // All answers depend on the options of the site, which have one tag
      for (const tag of ['site', 'option:blogname']) {
        await keepAll()
        assert.equal(at((await purge(gateway, { tags: [tag] })).json, 'dropped'), 3)
      }

      await keepAll()
      assert.deepEqual(await purge(gateway, { address: `${posts}/201` }), {
        status: 200,
        json: { dropped: 1 },
      })
      assert.equal(await isKept(gateway, item), false)
      assert(await isKept(gateway, list))
      await gateway.get(item)
      assert.equal(at((await purge(gateway, { address: `${posts}/201/` })).json, 'dropped'), 1)

      await keepAll()
      assert.equal((await purge(gateway, { all: true })).status, 200)
      for (const path of [item, list, other]) assert.equal(await isKept(gateway, path), false, path)
      assert.match(
        await (await ask(gateway, '/metrics')).text(),
        /^lectern_cache_dropped_total\{cause="purge"\} [1-9]/m,
      )
    })

    it('admin/8 purges by every spelling of an address, whichever spelling was cached', async () => {
      const { gateway } = on()
      const addresses = [
        [
          `${posts}/201`,
          `${posts}/201/`,
          `${posts}/201?_fields=id&context=view`,
          `${posts}/201?context=view&_fields=id`,
          '/cms-json/cms/v2/p%6Fsts/201',
          '/cms-json/CMS/V2/Posts/0201',
          `${posts}/202?id=201`,
          '/index.php/cms-json/cms/v2/posts/201',
          '/?rest_route=/cms/v2/posts/201',
          '/?_fields=title&rest_route=%2Fcms%2Fv2%2Fposts%2F201%2F',
          '/index.php?rest_route=/cms/v2/posts/201',
        ],
        [posts, `${posts}/?per_page=2`, '/?rest_route=/cms/v2/posts&page=2'],
        ['/cms-json', '/cms-json/', '/?rest_route=/'],
        ['/cms-json/cms/v2', '/cms-json/cms/v2/?_fields=namespace'],
        [
          `/cms-json/oembed/1.0/embed?url=${gateway.url}/?p=201`,
          `/?rest_route=/oembed/1.0/embed&url=${gateway.url}/?p=202`,
        ],
        [
          '/graphql?query={posts(first:1){edges{node{id}}}}',
          '/graphql/?query={__typename}',
          '/GraphQL?query={__schema{queryType{name}}}',
        ],
      ]
      await purge(gateway, { all: true })
      for (const spellings of addresses)
        for (const [nth, cached] of spellings.entries())
          for (const purged of [spellings[nth - 1] ?? spellings.at(-1), `https://site.example${cached}`]) {
            const answer = await gateway.get(cached)
            assert.equal(answer.status, 200, cached)
            const other = `${posts}/203`
            await gateway.get(other)
            assert(await isHit(gateway, cached), cached)
            const { json } = await purge(gateway, { address: purged })
            assert.equal(at(json, 'dropped'), 1, `${cached} is purged as ${purged}`)
            assert.equal(await isHit(gateway, cached), false, `${cached} is purged as ${purged}`)
            assert(await isHit(gateway, other), `${other} is cached after ${purged}`)
            await purge(gateway, { all: true })
          }
      await purge(gateway, { all: true })
      // A document that was sent by POST before is cached
      const byPost = async () =>
        (await gateway.graphql('{ posts(first: 2) { edges { node { id } } } }')).headers
      for (let times = 0; times < 3; times += 1) await byPost()
      assert.match((await byPost()).get('cache-status') ?? '', /hit/)
      assert.equal(at((await purge(gateway, { address: '/graphql' })).json, 'dropped'), 1)
      assert.doesNotMatch((await byPost()).get('cache-status') ?? '', /hit/)
    })

    it('admin/9 reads what it purges by address from the database again', async () => {
      const { gateway, database } = on()
      const title = async () =>
        at((await gateway.get(`${posts}/204?_fields=title`)).json, 'title', 'rendered')
      const [first, second] = [`${posts}/204`, '/cms-json']
      await title()
      await gateway.get(second)
      await database.execute('update wp_posts set post_title = ? where ID = ?', ['Written meanwhile', 204])
      await database.execute('update wp_options set option_value = ? where option_name = ?', [
        'Renamed meanwhile',
        'blogname',
      ])
      await purge(gateway, { address: first })
      await purge(gateway, { address: second })
      assert.equal(await title(), 'Written meanwhile')
      assert.equal(at((await gateway.get(second)).json, 'name'), 'Renamed meanwhile')
    })
  },
  // Nothing else is to drop anything
  { adminPort: 0, feed: 'clock', cacheBlindLifeMs: 600_000 },
)

/** With a Host of one's own, which `fetch` does not let one choose. */
function statusFor({ adminUrl }: TestGateway, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<number | undefined>((resolve, reject) => {
    request(adminUrl + path, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

const sqlite = testDatabases()[0]
assert(sqlite)

async function withGateway(
  settings: ConfigFile,
  use: (gateway: TestGateway) => Promise<void>,
): Promise<void> {
  const database = await sqlite?.create()
  assert(database)
  const gateway = await startTestGateway(database, settings)
  await use(gateway)
  await gateway.stop()
  await database.drop()
}

describe('the admin port with a token', () => {
  it('admin/10 wants it for everything but probes, as a bearer token or as a password', async () => {
    await withGateway({ adminPort: 0, adminToken: token }, async (gateway) => {
      for (const path of ['/live', '/ready']) assert.equal((await ask(gateway, path)).status, 200)
      const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`, basic(token)])
        assert.equal((await ask(gateway, '/metrics', { authorization })).status, 200)
      for (const authorization of ['', 'Bearer', `Bearer ${token}x`, basic(''), `Digest ${token}`, token]) {
        const refused = await ask(gateway, '/metrics', { authorization })
        assert.equal(refused.status, 401)
        assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer, Basic /)
        assert.doesNotMatch(await refused.text(), new RegExp(token))
      }
      assert.equal((await purge(gateway, { all: true })).status, 401)
      assert.equal((await ask(gateway, '/nothing')).status, 401)
      assert.doesNotMatch(JSON.stringify(gateway.observed), new RegExp(token))
    })
  })

  it('admin/11 has to have one where other machines reach it', async () => {
    await assert.rejects(
      withGateway({ adminPort: 0, adminHost: '0.0.0.0' }, async () => {}),
      /adminHost: 0\.0\.0\.0 can be reached from other machines, which needs an adminToken/,
    )
    await withGateway({ adminPort: 0, adminHost: '0.0.0.0', adminToken: token }, async (gateway) => {
      assert.equal((await ask(gateway, '/live')).status, 200)
    })
    await withGateway({ adminHost: '0.0.0.0' }, async ({ adminUrl }) => assert.equal(adminUrl, ''))
  })

  it('admin/12 ends the start where its port is taken, and leaves nothing listening', async () => {
    await withGateway({ adminPort: 0 }, async ({ adminUrl }) => {
      const adminPort = Number(new URL(adminUrl).port)
      await assert.rejects(
        withGateway({ adminPort }, async () => {}),
        /EADDRINUSE/,
      )
    })
  })
})

for (const kind of testDatabases().filter(({ server }) => server !== null)) {
  it(`admin/13 is not ready while ${kind.name} does not let it in`, async () => {
    const database = await kind.create()
    const url = new URL(database.url)
    url.password = 'not-the-password'
    const gateway = await startTestGateway({ url: url.href }, { adminPort: 0 })
    const ready = await ask(gateway, '/ready')
    assert.deepEqual(
      [ready.status, await ready.json()],
      [
        503,
        {
          ready: false,
          database: 'away',
          servers: [{ condition: 'away', replicaLagMs: null, read: false }],
          feed: null,
          lease: null,
        },
      ],
    )
    assert.equal((await ask(gateway, '/live')).status, 200)
    // Nothing is kept that it could answer
    assert.equal((await ask(gateway, '/serving')).status, 503)
    const text = await (await ask(gateway, '/metrics')).text()
    assert.match(text, /^lectern_database_up 0$/m)
    assert.match(text, /^lectern_database_lost_total [1-9]/m)
    await gateway.stop()
    await database.drop()
  })

  it(`admin/14 says how many connections to ${kind.name} are busy, and how many queries wait`, async () => {
    const database = await kind.create()
    const gateway = await startTestGateway(database, { adminPort: 0, cacheBytesMax: 0, connectionsMax: 1 })
    await gateway.get('/cms-json/')
    const holding = await createConnection(database.adminUrl)
    await holding.query('lock tables wp_posts write')
    const asked = [1, 2].map((id) => gateway.get(`${posts}/20${id}?_fields=id`))
    await eventually(async () => {
      const text = await (await ask(gateway, '/metrics')).text()
      assert.match(text, /^lectern_connections_busy 1$/m)
      assert.match(text, /^lectern_connections_waiting [1-9]/m)
    })
    await holding.end()
    await Promise.all(asked)
    await eventually(async () =>
      assert.match(await (await ask(gateway, '/metrics')).text(), /^lectern_connections_busy 0$/m),
    )
    await gateway.stop()
    await database.drop()
  })
}
