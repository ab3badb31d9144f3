// Read your writes: answers name a place in the database's log, and a request that brings one is answered with all that was
// committed before, by whichever gateway it reaches.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway, type Answer, type TestGateway } from '../support/gateway.ts'

const path = '/cms-json/cms/v2/posts/203?_fields=title'
const positionIn = ({ headers }: Answer) => headers.get('x-cms-at')
const asPosition = (text: string) => Buffer.from(text).toString('base64url')
const versionIn = (answer: Answer) => Number(/Version (\d+)/.exec(answer.text)?.[1])

const write = (database: TestDatabase, version: number) =>
  database.execute(`update wp_posts set post_title = 'Version ${version}' where ID = 203`)

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`positions in the log of ${kind.name}`, () => {
    let database: TestDatabase
    let gateways: readonly TestGateway[]
    before(async () => {
      database = await kind.create()
      gateways = await Promise.all(
        [1, 2].map(() =>
          startTestGateway(
            { url: database.adminUrl },
            { feed: 'binlog', corsOrigins: ['https://app.example.org'] },
          ),
        ),
      )
    })
    after(async () => {
      for (const gateway of gateways) await gateway.stop()
      await database.drop()
    })
    const [one, other] = [() => gateways[0], () => gateways[1]]
    const required = (gateway: TestGateway | undefined) => {
      assert(gateway !== undefined)
      return gateway
    }
    const first = () => required(one())
    const second = () => required(other())

    it('read-your-writes/1 are named by answers of every kind, and may be read by pages', async () => {
      await eventually(async () => {
        const hit = await first().get(path)
        assert.match(hit.headers.get('cache-status') ?? '', /hit/)
        assert.match(positionIn(hit) ?? '', /^[\w-]{12,}$/)
        const not = await first().get(path, { 'if-none-match': hit.headers.get('etag') ?? '' })
        assert.equal(not.status, 304)
        assert.notEqual(positionIn(not), null)
      })
      assert.notEqual(positionIn(await first().get('/cms-json/cms/v2/posts?per_page=3')), null)
      assert.notEqual(positionIn(await first().graphql('{ posts(first: 1) { nodes { id } } }')), null)
      const shown = await first().get(path, { origin: 'https://app.example.org' })
      assert.match(shown.headers.get('access-control-expose-headers') ?? '', /X-CMS-At/)
      assert.match(shown.headers.get('access-control-allow-headers') ?? '', /X-CMS-At/)
    })

    it('read-your-writes/2 are reached before the answer, wherever the request goes: no client goes back in time', async () => {
      let seen = 0
      let position = positionIn(await first().get(path)) ?? ''
      for (let version = 1; version <= 40; version += 1) {
        await write(database, version)
        for (const gateway of [first(), second()]) {
          const answer = await gateway.get(path, { 'x-cms-at': position })
          assert.equal(answer.status, 200, answer.text)
          assert.ok(
            versionIn(answer) >= version && versionIn(answer) >= seen,
            `${versionIn(answer)} after ${version}`,
          )
          seen = versionIn(answer)
          position = positionIn(answer) ?? position
        }
      }
    })

    it('read-your-writes/3 that are none are refused; those of another server, or ahead, are waited for and refused, or made anew', async () => {
      for (const text of [
        'nonsense!',
        'bm9uZQ',
        '',
        'A'.repeat(500),
        `${asPosition('12345678:4:b.1')}; else=old`,
      ]) {
        const answer = await first().get(path, { 'x-cms-at': text })
        assert.deepEqual([answer.status, at(answer.json, 'code')], [400, 'invalid_position'])
      }
      const own = Buffer.from(positionIn(await first().get(path)) ?? '', 'base64url').toString()
      const ahead = own.replace(/:\d+:/, ':999999999999:')
      for (const text of [ahead, own.replace(/^\w{8}/, '00000000')]) {
        const answer = await first().get(path, { 'x-cms-at': asPosition(text) })
        assert.deepEqual([answer.status, at(answer.json, 'code')], [503, 'position_not_reached'])
        assert.equal(answer.headers.get('retry-after'), '1')
        const anew = await first().get(path, { 'x-cms-at': `${asPosition(text)}; else=new` })
        assert.equal(anew.status, 200)
        assert.equal(anew.headers.get('cache-status'), 'lectern; fwd=bypass')
        assert.equal(anew.headers.get('cache-control'), 'private, no-store')
      }
      await eventually(async () =>
        assert.match((await first().get(path)).headers.get('cache-status') ?? '', /hit/),
      )
    })
  })
}

for (const kind of testDatabases())
  for (const feed of kind.flavour === 'sqlite' ? (['auto', 'clock'] as const) : (['poll', 'clock'] as const))
    it(`read-your-writes/4 without a log (${kind.name}, feed ${feed}) a request waits for the next look, or is made anew`, async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(database, { feed, atWaitMs: 60_000 })
      const position = asPosition('12345678:4:binlog.000001')
      assert.equal(positionIn(await gateway.get(path)), null)
      for (let version = 1; version <= 5; version += 1) {
        await gateway.get(path)
        await write(database, version)
        const answer = await gateway.get(path, { 'x-cms-at': position })
        if (feed === 'clock') assert.equal(answer.status, 503)
        else assert.equal(versionIn(answer), version)
        const anew = await gateway.get(path, { 'x-cms-at': `${position};else=new` })
        assert.equal(versionIn(anew), version)
      }
      await gateway.stop()
      await database.drop()
    })
