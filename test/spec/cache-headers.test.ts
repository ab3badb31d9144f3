// Headers in which answers describe the cache: Age, Cache-Status, policies, tags; and what is served while the database is gone.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { createDoor } from '../support/process.ts'

const posts = '/cms-json/cms/v2/posts'

onEveryDatabase(
  'what answers say of the cache',
  (on) => {
    it('cache-headers/1 tells whether an answer was kept, and for how long', async () => {
      const path = `${posts}?per_page=2`
      await eventually(async () => {
        await on().gateway.get(path)
        const { headers } = await on().gateway.get(path)
        assert.match(headers.get('cache-status') ?? '', /^lectern; hit; ttl=\d$/)
        assert.match(headers.get('age') ?? '', /^\d+$/)
      })
      const { headers } = await on().gateway.get(`${posts}?per_page=3`)
      assert.deepEqual([headers.get('cache-status'), headers.get('age')], ['lectern; fwd=miss', null])
      const refused = await on().gateway.get(`${posts}?per_page=0`)
      assert.equal(refused.headers.get('cache-status'), 'lectern; fwd=bypass')
      assert.equal(refused.headers.get('cache-control'), 'private, no-store')
    })

    it('cache-headers/2 is no older than what tells of changes, so that max-age is a life for whoever keeps it', async () => {
      const path = `${posts}?per_page=4`
      await eventually(async () => {
        await on().gateway.get(path)
        await setTimeout(2100)
        const { headers } = await on().gateway.get(path)
        assert.match(headers.get('cache-status') ?? '', /^lectern; hit/)
        // It is fresh within two seconds of what the feed has proven
        assert.ok(['0', '1'].includes(headers.get('age') ?? ''))
      })
    })

    it('cache-headers/3 says the policies of its owner, and the tags of an answer', async () => {
      const { headers } = await on().gateway.get(`${posts}/201`)
      assert.equal(headers.get('cache-control'), 'public, max-age=60, must-revalidate')
      assert.equal(headers.get('cdn-cache-control'), 'public, max-age=3600')
      assert.ok(headers.get('surrogate-key')?.split(' ').includes('row:posts:201'))
      assert.deepEqual(headers.get('cache-tag')?.split(','), headers.get('surrogate-key')?.split(' '))
      assert.equal((await on().gateway.get(`${posts}/999999`)).headers.get('surrogate-key'), null)
    })
  },
  { feed: 'auto', maxAgeS: 60, cdnCacheControl: 'public, max-age=3600', tagHeaders: 'both' },
)

const caching = extensionFile(
  'caching.ts',
  `import { defineExtension, defineRoute, everybody } from 'lectern'
   const route = (path, caching) => defineRoute({ namespace: 'caching/v1', path, methods: ['GET'], permission: everybody,
     ...caching, handle: async ({ read }) => read.list('post', { values: { id: 'id' }, limit: 1 }) })
   export default defineExtension({ name: 'caching', routes: [
     route('/said', { caching: { maxAgeS: 7, cdnCacheControl: 'max-age=70' } }),
     route('/overruled', { caching: { maxAgeS: 7, cdnCacheControl: 'max-age=70' } }),
     route('/silent', {}),
   ] })`,
)

onEveryDatabase(
  'policies by address',
  (on) => {
    const said = async (path: string, headers = {}) => {
      const answer = await on().gateway.get(path, headers)
      return [answer.headers.get('cache-control'), answer.headers.get('cdn-cache-control')]
    }

    it('cache-headers/4 are those of the first path that matches what is asked for, however it is written', async () => {
      for (const path of [
        `${posts}/201`,
        `${posts}/0201`,
        `${posts}/201/?x=1`,
        '/?rest_route=/cms/v2/posts/201',
        '/index.php/cms-json/cms/v2/posts/201',
        '/cms-json/CMS/v2/Posts/201?_fields=id',
      ])
        assert.deepEqual(await said(path), ['public, max-age=5, must-revalidate', 'max-age=50'], path)
      assert.deepEqual(await said(`${posts}/202`), ['public, max-age=60, must-revalidate', 'max-age=600'])
      assert.deepEqual(await said(posts), ['public, max-age=0, must-revalidate', 'max-age=600'])
      assert.deepEqual(await said('/graphql?query={posts{edges{cursor}}}'), [
        'public, max-age=10, must-revalidate',
        'max-age=600',
      ])
    })

    it('cache-headers/5 are said of what is kept, and of what has not changed, too', async () => {
      await eventually(async () => {
        const { headers } = await on().gateway.get(`${posts}/202`)
        assert.match(headers.get('cache-status') ?? '', /^lectern; hit/)
        const etag = headers.get('etag') ?? ''
        const unchanged = await on().gateway.get(`${posts}/202`, { 'if-none-match': etag })
        assert.equal(unchanged.status, 304)
        assert.equal(unchanged.headers.get('cache-control'), 'public, max-age=60, must-revalidate')
      })
    })

    it('cache-headers/6 keep nothing where the owner says so, and never what a refusal says', async () => {
      const path = '/cms-json/cms/v2/categories'
      for (let time = 0; time < 2; time += 1) {
        assert.deepEqual(await said(path), ['private, no-store', null])
        const { headers } = await on().gateway.get(path)
        assert.equal(headers.get('cache-status'), 'lectern; fwd=miss')
      }
      assert.deepEqual(await said(`${posts}/999999`), ['private, no-store', null])
    })

    it('cache-headers/7 are a route of an extension’s own, unless the owner says otherwise', async () => {
      const own = '/cms-json/caching/v1'
      assert.deepEqual(await said(`${own}/said`), ['public, max-age=7, must-revalidate', 'max-age=70'])
      assert.deepEqual(await said(`${own}/overruled`), ['public, max-age=8, must-revalidate', 'max-age=70'])
      assert.deepEqual(await said(`${own}/silent`), ['public, max-age=0, must-revalidate', 'max-age=600'])
    })
  },
  {
    extensions: [caching],
    cdnCacheControl: 'max-age=600',
    cachePolicies: [
      { path: `${posts}/201`, maxAgeS: 5, cdnCacheControl: 'max-age=50' },
      { path: `${posts}/*`, maxAgeS: 60 },
      { path: '/cms-json/cms/v2/categor*', store: 'never' },
      { path: '/graphql/', maxAgeS: 10 },
      { path: '/*/overruled', maxAgeS: 8 },
    ],
  },
)

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`without its database, on ${kind.name}`, () => {
    const undo: (() => Promise<unknown>)[] = []
    after(async () => {
      for (const each of undo.toReversed()) await each()
    })

    it('cache-headers/8 serves what it kept last, however old, refuses the rest quickly, and recovers by itself', async () => {
      const database = await kind.create()
      undo.push(() => database.drop())
      const { hostname, port } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      await door.open()
      undo.push(door.shut)
      const through = new URL(database.url)
      through.port = String(door.port)
      const gateway = await startTestGateway(
        { url: through.href },
        { cacheBlindLifeMs: 2000, maxAgeS: 60, cdnCacheControl: 'max-age=600' },
      )
      undo.push(gateway.stop)
      const status = async (path: string) => (await gateway.get(path)).headers.get('cache-status')
      const kept = await gateway.get(`${posts}/201`)
      await eventually(async () => assert.equal(await status(`${posts}/201`), 'lectern; hit'))
      await database.execute(`update wp_posts set post_title = 'Newer' where ID = 201`)
      await door.shut()
      await eventually(async () =>
        assert.equal(await status(`${posts}/201`), 'lectern; fwd=stale; fwd-status=503'),
      )
      const served = await gateway.get(`${posts}/201`)
      assert.deepEqual([served.status, served.text], [200, kept.text])
      assert.match(served.headers.get('age') ?? '', /^\d+$/)
      // For nobody to keep
      assert.equal(served.headers.get('cache-control'), 'public, max-age=0, must-revalidate')
      assert.equal(served.headers.get('cdn-cache-control'), null)
      const refused = await gateway.get(`${posts}/202`)
      assert.equal(refused.status, 503)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      await door.open()
      await eventually(async () => assert.match((await gateway.get(`${posts}/201`)).text, /Newer/))
    })

    it('cache-headers/9 asks nothing of it once it is known to be gone', async () => {
      const database = await kind.create()
      undo.push(() => database.drop())
      const { hostname, port } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      await door.open()
      undo.push(door.shut)
      const through = new URL(database.url)
      through.port = String(door.port)
      const gateway = await startTestGateway(
        { url: through.href },
        { cacheBlindLifeMs: 1, serverTiming: 'on' },
      )
      undo.push(gateway.stop)
      const kept = await gateway.get(`${posts}/201`)
      assert.equal(kept.status, 200)
      await door.shut()
      await eventually(async () => {
        await gateway.get(`${posts}/201`)
        assert.ok(gateway.observed.some((observed) => observed.kind === 'database-lost'))
      })
      const asked = () => gateway.observed.filter(({ kind: each }) => each.startsWith('query')).length
      const before = asked()
      const { text, headers } = await gateway.get(`${posts}/201`)
      assert.deepEqual(
        [text, headers.get('cache-status'), headers.get('server-timing')],
        [kept.text, 'lectern; fwd=stale; fwd-status=503', null],
      )
      assert.equal(asked(), before)
      await door.open()
      await eventually(async () => {
        const answer = await gateway.get(`${posts}/201`)
        assert.equal(answer.headers.get('cache-status'), 'lectern; fwd=miss')
      })
    })

    it('cache-headers/10 serves what it kept last while a new answer takes long, but nobody who brings a position, and keeps that when it is made', async () => {
      const database = await kind.create()
      undo.push(() => database.drop())
      const gateway = await startTestGateway(
        { url: database.adminUrl },
        { feed: 'binlog', staleAfterMs: 50, connectionsMax: 4 },
      )
      undo.push(gateway.stop)
      const path = `${posts}/201?_fields=id,title`
      const status = async (of = path) => (await gateway.get(of)).headers.get('cache-status')
      await eventually(async () => assert.match((await status()) ?? '', /^lectern; hit/))
      const kept = await gateway.get(path)
      await database.execute(`update wp_posts set post_title = 'Newer' where ID = 201`)
      await eventually(async () =>
        assert.ok(
          gateway.observed.some((observed) => observed.kind === 'dropped' && /posts/.test(observed.cause)),
        ),
      )
      const holding = await createConnection(database.adminUrl)
      await holding.query('lock tables wp_posts write')
      let bound: ReturnType<typeof gateway.get> | undefined
      for (let time = 0; time < 6; time += 1) {
        if (time === 3) bound = gateway.get(path, { 'x-cms-at': kept.headers.get('x-cms-at') ?? '' })
        const { status: code, text, headers } = await gateway.get(path)
        assert.deepEqual(
          [code, text, headers.get('cache-status')],
          [200, kept.text, 'lectern; fwd=stale; detail=slow'],
        )
        assert.match(headers.get('age') ?? '', /^\d+$/)
      }
      await holding.end()
      assert.match((await bound)?.text ?? '', /Newer/)
      // What was being made all the while is kept: nobody has to wait for it again
      await eventually(async () => {
        const { text, headers } = await gateway.get(path)
        assert.notEqual(headers.get('cache-status'), 'lectern; fwd=miss')
        assert.match(text, /Newer/)
      })
    })
  })
}
