// How long after its commit a change had dropped what was made of it: counted from what the feed knows of the commit, in
// metrics and in `Server-Timing`.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'

const path = '/cms-json/cms/v2/posts/203?_fields=id,title'

const timingOf = async (gateway: TestGateway) => (await gateway.get(path)).headers.get('server-timing') ?? ''

/** Samples by feed and by what they count from, with their sum in seconds. */
async function latencies(gateway: TestGateway): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  const sums = text.matchAll(
    /^lectern_commit_to_dropped_seconds_sum\{feed="([\w-]+)",from="(\w+)"\} (\S+)$/gm,
  )
  return new Map([...sums].map(([, feed, from, sum]) => [`${feed} ${from}`, Number(sum)]))
}

async function isKept(gateway: TestGateway): Promise<void> {
  await eventually(async () => assert.equal(await timingOf(gateway), ''))
}

onEveryDatabase(
  'from commit to dropped',
  (on) => {
    it('drop-latency/1 is told where an answer is made again, and measured', async () => {
      const { gateway, database } = on()
      assert.doesNotMatch(await timingOf(gateway), /dropped/)
      await isKept(gateway)
      // Tables that changed in the same second go together, as these did when they were made: written until one goes alone
      let written = 0
      await eventually(async () => {
        written += 1
        await database.execute(`update wp_posts set post_title = 'Changed ${written}' where ID = 203`)
        assert.match(
          await timingOf(gateway),
          /\bposts\.item;dur=\d+\.\d.*, dropped;dur=\d+\.\d;desc="(gap|table posts)"$/,
        )
      })
      const feed = database.flavour === 'sqlite' ? 'data-version' : 'poll'
      const known = await latencies(gateway)
      assert.deepEqual([...known.keys()], [`${feed} look`])
      await isKept(gateway)
    })
  },
  { adminPort: 0, feed: 'auto', serverTiming: 'on' },
)

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`from commit to dropped by the log of ${kind.name}`, () => {
    it('drop-latency/2 counts from the arrival of a commit, or from its second where that was over', async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(
        { url: database.adminUrl },
        { adminPort: 0, feed: 'binlog', serverTiming: 'on' },
      )
      const writer = await createConnection(database.adminUrl)
      const change = async (title: string) => {
        await isKept(gateway)
        await writer.query(`update wp_posts set post_title = '${title}' where ID = 203`)
        await eventually(async () =>
          assert.match(await timingOf(gateway), /dropped;dur=\d+\.\d;desc="update of posts"$/),
        )
      }
      const secondS = async () => (await latencies(gateway)).get('binlog second') ?? 0
      let nth = 0
      // A second may be over just as it comes
      await eventually(async () => {
        await change(`Now ${(nth += 1)}`)
        assert.ok((await latencies(gateway)).has('binlog arrival'))
      })
      const beforeS = await secondS()
      assert.ok(beforeS < 57, `${beforeS} s`)
      // What the log says of it is long ago, as where a replica is behind
      await writer.query('set timestamp = unix_timestamp() - 60')
      await change('A minute ago')
      const behindS = (await secondS()) - beforeS
      assert.ok(behindS > 57 && behindS < 120, `${behindS} s`)
      await writer.end()
      await gateway.stop()
      await database.drop()
    })
  })
}
