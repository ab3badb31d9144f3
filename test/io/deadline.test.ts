// A scan of the embedded database, which runs in the gateway's own thread, ends at its deadline as well.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'

it('ends a query of SQLite at its deadline, and serves the next', async () => {
  const [sqlite] = testDatabases()
  assert(sqlite?.flavour === 'sqlite')
  const database = await sqlite.create({ seed: 'empty' })
  await database.execute(`
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 200000)
    insert into wp_posts (ID, post_title, post_content, post_status, post_type, post_date)
    select n, 'Post ' || n, 'Some words', 'publish', 'post', '2024-01-01 00:00:00' from n`)
  const gateway = await startTestGateway(database, { queryTimeoutMs: 50 })
  const slow = await gateway.get('/cms-json/cms/v2/posts?search=zzzz')
  assert.deepEqual([slow.status, at(slow.json, 'code')], [503, 'query_timeout'])
  assert.equal((await gateway.get('/cms-json/cms/v2/posts/7')).status, 200)
  await gateway.stop()
  await database.drop()
})
