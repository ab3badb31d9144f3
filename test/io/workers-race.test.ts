// No worker stays stale: while rows are written at random and answers are read over many connections, what each worker
// keeps goes; once the writes are known, every kept answer of each is what would be answered anew.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startRace } from '../support/racing.ts'
import { createRandomWrites } from '../support/random-writes.ts'
import { randomFor } from '../support/random.ts'
import { ask, startWorkers, stopWorkers } from '../support/workers.ts'
import { openWriting } from '../support/writing.ts'

const base = '/cms-json/cms/v2'
const paths = [
  `${base}/posts?per_page=5`,
  `${base}/posts?per_page=100&_embed`,
  `${base}/posts?categories=2`,
  `${base}/posts?per_page=3&orderby=title&order=asc`,
  `${base}/posts/228?_embed`,
  `${base}/posts/229`,
  `${base}/categories?hide_empty=true&orderby=count`,
  `${base}/comments?per_page=5`,
  `${base}/users`,
  '/cms-json/?_fields=name,description',
  `/graphql?query=${encodeURIComponent('{ posts(first: 5) { totalCount edges { node { title author { name } categories { name } } } } settings { title } }')}`,
]

const publicUrl = 'http://gateway.test'

async function writeAndRead(database: TestDatabase, url: string): Promise<string> {
  for (const path of [...paths, ...paths]) await ask(url + path)
  const race = startRace()
  const { goesOn } = race
  let answered = 0
  const reader = async (nth: number) => {
    const { picked } = randomFor(`reader ${nth}`)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (goesOn()) {
      if ((await ask(url + picked(paths), agent)) !== null) answered += 1
      race.asked += 1
    }
    agent.destroy()
  }
  const writer = async (first: number) => {
    const random = randomFor(`writer ${first}`)
    const write = createRandomWrites(random, { first, step: 2 })
    const session = await openWriting(database, random)
    while (goesOn()) {
      race.written += await session.write([write()])
      await setTimeout(1)
    }
    await session.close()
  }
  await Promise.all([writer(0), writer(1), ...Array.from({ length: 6 }, (_, nth) => reader(nth))])
  return `${race.written} writes, ${answered} answers read meanwhile`
}

const kinds = testDatabases()
/** Polls ask every server the same. */
const polled = kinds.find(({ flavour }) => flavour !== 'sqlite')

for (const kind of kinds) {
  const ofServer = kind === polled ? ['binlog', 'poll'] : ['binlog']
  const feeds = kind.flavour === 'sqlite' ? ['data-version'] : ofServer
  for (const feed of feeds)
    describe(`what two workers keep of ${kind.name}, by ${feed}`, () => {
      it('is what would be answered anew, whatever is written while they are read', async (test) => {
        const database = await kind.create()
        const running = await startWorkers(feed === 'poll' ? database.url : database.adminUrl, {
          PUBLIC_URL: publicUrl,
          LOG_LEVEL: 'info',
        })
        const keepsNothing = await startTestGateway(database, { publicUrl, cacheBytesMax: 0 })
        test.diagnostic(await writeAndRead(database, running.url))
        const { child, output } = running.started
        assert.deepEqual([child.exitCode, child.signalCode], [null, null], output().slice(-2000))
        assert.match(output(), new RegExp(`the change feed is ${feed}`))
        for (const path of paths)
          await eventually(async () => {
            const anew = (await keepsNothing.get(path)).text
            // In turn by one and the other
            for (let times = 0; times < 6; times += 1) assert.equal(await ask(running.url + path), anew, path)
          })
        await keepsNothing.stop()
        await stopWorkers(running)
        await database.drop()
      })
    })
}
