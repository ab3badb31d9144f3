// What answers say of the cache: Age, Cache-Status, policies, tags; and what is served while the database is gone.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { createDoor } from '../support/process.ts'

const posts = '/cms-json/cms/v2/posts'

onEveryDatabase(
  'what answers say of the cache',
  (on) => {
    it('tells whether an answer was kept, and for how long', async () => {
      const path = `${posts}?per_page=2`
      await eventually(async () => {
        await on().gateway.get(path)
        const { headers } = await on().gateway.get(path)
        assert.equal(headers.get('cache-status'), 'lectern; hit')
        assert.match(headers.get('age') ?? '', /^\d+$/)
      })
      const { headers } = await on().gateway.get(`${posts}?per_page=3`)
      assert.deepEqual([headers.get('cache-status'), headers.get('age')], ['lectern; fwd=miss', null])
      const refused = await on().gateway.get(`${posts}?per_page=0`)
      assert.equal(refused.headers.get('cache-status'), 'lectern; fwd=bypass')
      assert.equal(refused.headers.get('cache-control'), 'private, no-store')
    })

    it('says the policies of its owner, and the tags of an answer', async () => {
      const { headers } = await on().gateway.get(`${posts}/201`)
      assert.equal(headers.get('cache-control'), 'public, max-age=60, must-revalidate')
      assert.equal(headers.get('cdn-cache-control'), 'public, max-age=3600')
      assert.ok(headers.get('surrogate-key')?.split(' ').includes('row:posts:201'))
      assert.deepEqual(headers.get('cache-tag')?.split(','), headers.get('surrogate-key')?.split(' '))
      assert.equal((await on().gateway.get(`${posts}/999999`)).headers.get('surrogate-key'), null)
    })
  },
  { maxAgeS: 60, cdnCacheControl: 'public, max-age=3600', tagHeaders: 'both' },
)

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`without its database, on ${kind.name}`, () => {
    const undo: (() => Promise<unknown>)[] = []
    after(async () => {
      for (const each of undo.toReversed()) await each()
    })

    it('serves what it kept last, however old, refuses the rest quickly, and recovers by itself', async () => {
      const database = await kind.create()
      undo.push(() => database.drop())
      const { hostname, port } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      await door.open()
      undo.push(door.shut)
      const through = new URL(database.url)
      through.port = String(door.port)
      const gateway = await startTestGateway({ url: through.href })
      undo.push(gateway.stop)
      const status = async (path: string) => (await gateway.get(path)).headers.get('cache-status')
      const kept = await gateway.get(`${posts}/201`)
      await eventually(async () => assert.equal(await status(`${posts}/201`), 'lectern; hit'))
      await database.execute(`update wp_posts set post_title = 'Newer' where ID = 201`)
      await door.shut()
      await eventually(async () =>
        assert.match((await status(`${posts}/201`)) ?? '', /^lectern; (?:hit|fwd=stale; fwd-status=503)$/),
      )
      const served = await gateway.get(`${posts}/201`)
      assert.deepEqual([served.status, served.text], [200, kept.text])
      assert.match(served.headers.get('age') ?? '', /^\d+$/)
      const refused = await gateway.get(`${posts}/202`)
      assert.equal(refused.status, 503)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      await door.open()
      await eventually(async () => assert.match((await gateway.get(`${posts}/201`)).text, /Newer/))
    })
  })
}
