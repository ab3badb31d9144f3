// A scan of the embedded database, which runs in the gateway's own thread, ends at its deadline as well, and leaves the thread to other
// requests before the next begins.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'

// Ids are made one by one, by several servers in turn, or of a time and the number of a server
for (const distance of [1, 3, 2 ** 22])
  it(`ends a query of SQLite at its deadline, and serves the next, where ids lie ${distance} apart`, async () => {
    await whereSearchesAreSlow({ queryTimeoutMs: 500, distance }, async (gateway) => {
      const slow = await gateway.get('/cms-json/cms/v2/posts?orderby=title')
      assert.deepEqual([slow.status, at(slow.json, 'code')], [503, 'query_timeout'])
      const next = await gateway.get(`/cms-json/cms/v2/posts/${1 + 7 * distance}?_fields=id,title`)
      assert.equal(next.status, 200)
    })
  })

it('goes to the event loop between the scans of a request', async () => {
  let round = 0
  let immediate = setImmediate(function next() {
    round += 1
    immediate = setImmediate(next)
  })
  const rounds: number[] = []
  const heard: Heard = (each) => {
    if (each.kind === 'query-failed' && each.meaning === 'timeout') rounds.push(round)
  }
  await whereSearchesAreSlow(
    { queryTimeoutMs: 200, distance: 1 },
    async (gateway) => {
      const searches = ['a', 'b', 'c', 'd'].map(
        (name) => `${name}: posts(search: "zz${name}") { edges { cursor } }`,
      )
      await gateway.graphql(`{ ${searches.join(' ')} }`)
    },
    heard,
  )
  clearImmediate(immediate)
  assert.deepEqual([rounds.length, new Set(rounds).size], [4, 4])
})

type Heard = Parameters<typeof startTestGateway>[2]

async function whereSearchesAreSlow(
  { queryTimeoutMs, distance }: { readonly queryTimeoutMs: number; readonly distance: number },
  work: (gateway: TestGateway) => Promise<void>,
  heard?: Heard,
): Promise<void> {
  const [sqlite] = testDatabases()
  assert(sqlite?.flavour === 'sqlite')
  const database = await sqlite.create({ seed: 'empty' })
  await fill(database, distance)
  const settings = { layout: { tables: { posts: { table: 'slow_posts' } } }, queryTimeoutMs }
  const gateway = await startTestGateway(database, settings, heard)
  await work(gateway)
  await gateway.stop()
  await database.drop()
}

/** Every row that is looked into counts to 300,000 first: a column that lists are sorted by, and searches look in, is a view's. */
async function fill(database: TestDatabase, distance: number): Promise<void> {
  await database.execute(`
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 200)
    insert into wp_posts (ID, post_excerpt, post_content, post_status, post_type, post_date)
    select 1 + n * ${distance}, 'Post ' || n, 'Some words', 'publish', 'post', '2024-01-01 00:00:00' from n`)
  const columns = await database.execute(`select name from pragma_table_info('wp_posts')`)
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'post_title')
  await database.execute(`create view slow_posts as select ${names.join(', ')}, (
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 300000 + 0 * wp_posts.ID)
    select 'up to ' || max(n) from n) as post_title from wp_posts`)
}
