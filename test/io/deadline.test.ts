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
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 200)
    insert into wp_posts (ID, post_title, post_content, post_status, post_type, post_date)
    select n, 'Post ' || n, 'Some words', 'publish', 'post', '2024-01-01 00:00:00' from n`)
  // Every row that is looked into counts to a million first: a column that searches look in is a view's
  const columns = await database.execute(`select name from pragma_table_info('wp_posts')`)
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'post_excerpt')
  await database.execute(`create view slow_posts as select ${names.join(', ')}, (
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 1000000 + 0 * wp_posts.ID)
    select 'up to ' || max(n) from n) as post_excerpt from wp_posts`)
  const gateway = await startTestGateway(database, {
    layout: { tables: { posts: { table: 'slow_posts' } } },
    queryTimeoutMs: 1000,
  })
  const slow = await gateway.get('/cms-json/cms/v2/posts?search=zzzz')
  assert.deepEqual([slow.status, at(slow.json, 'code')], [503, 'query_timeout'])
  assert.equal((await gateway.get('/cms-json/cms/v2/posts/7?_fields=id,title')).status, 200)
  await gateway.stop()
  await database.drop()
})
