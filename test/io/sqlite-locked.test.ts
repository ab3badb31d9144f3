// A SQLite file that another process has locked, as each commit does for a moment: queries wait for it, and nothing else does.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { it } from 'node:test'
import { sql } from 'kysely'
import { dataVersionFeed } from '../../src/feed/data-version.ts'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { reach } from '../support/followed-feed.ts'
import { at, startTestGateway } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts?per_page=1&_fields=id'
const sqlite = testDatabases().find(({ flavour }) => flavour === 'sqlite')

async function begin(settings: ConfigFile = {}) {
  const database = await sqlite?.create()
  assert(database)
  // A look of the feed would wait for the lock, too
  const gateway = await startTestGateway(database, { feed: 'clock', ...settings })
  assert.equal((await gateway.get(posts)).status, 200)
  const end = async () => {
    await gateway.stop()
    await database.drop()
  }
  return { database, gateway, end }
}

it('is looked at anew once it is free: what was committed since the last look that succeeded is noticed', async (test) => {
  assert(sqlite)
  const { database, engine } = await reach(test, sqlite, 'data-version')
  const feed = dataVersionFeed(engine)
  test.after(feed.stop)
  let published = 0
  await feed.start(() => (published += 1))
  await database.execute('begin exclusive')
  // A look that began before the second of these has failed
  for (let times = 0; times < 2; times += 1)
    await assert.rejects(sql`select 1 from wp_posts`.execute(engine.kysely))
  const before = published
  await database.execute("update wp_posts set post_title = 'Another' where ID = 228")
  await database.execute('commit')
  await feed.caughtUp?.()
  assert.equal(published - before, 1)
})

it('is waited for no longer than a query may take', async () => {
  const { database, gateway, end } = await begin({ queryTimeoutMs: 50 })
  await database.execute('begin exclusive')
  const late = await gateway.get(`${posts}&page=2`)
  assert.deepEqual([late.status, at(late.json, 'code')], [503, 'query_timeout'])
  await database.execute('commit')
  assert.equal((await gateway.get(`${posts}&page=2`)).status, 200)
  await end()
})

it('answers what is kept while others wait for the lock, and these once it is free', async () => {
  const { database, gateway, end } = await begin()
  const order: string[] = []
  const ask = async (path: string) => {
    const { status, headers } = await gateway.get(path)
    order.push(`${status} ${headers.get('cache-status')}`)
  }
  await database.execute('begin exclusive')
  const waiting = ask(`${posts}&page=2`)
  // It is on its way
  await setTimeout(0)
  await ask(posts)
  await database.execute('commit')
  await waiting
  assert.deepEqual(
    order.map((each) => each.replace(/; ttl.*/, '')),
    ['200 lectern; hit', '200 lectern; fwd=miss'],
  )
  await end()
})

it('refuses what waited in vain, and answers once the file is free', async () => {
  const { database, gateway, end } = await begin()
  await database.execute('begin exclusive')
  const { status, json } = await gateway.get(`${posts}&page=2`)
  assert.deepEqual([status, at(json, 'code')], [503, 'database_unavailable'])
  await database.execute('commit')
  await eventually(async () => assert.equal((await gateway.get(`${posts}&page=2`)).status, 200))
  await end()
})
