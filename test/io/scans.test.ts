// Two classes of query: those that look through rows have a few places of their own, and never hold up the others. Every
// row that is looked into is slow here: the column that searches look in is a view's, which sleeps.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { until } from '../support/process.ts'
import { sessionsIn } from '../support/sessions.ts'

const posts = '/cms-json/cms/v2/posts'

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`searches that take too long on ${kind.name}`, () => {
    it('are ended, or refused where too many wait, and hold up nothing that an index answers', async () => {
      const database = await kind.create()
      const columns = await database.execute(
        `select column_name as name from information_schema.columns where table_schema = database() and table_name = 'wp_posts'`,
      )
      const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'post_excerpt')
      await database.execute(
        `create view slow_posts as select ${names.join(', ')}, concat(post_excerpt, sleep(0.5)) as post_excerpt from wp_posts`,
      )
      const gateway = await startTestGateway(database, {
        layout: { tables: { posts: { table: 'slow_posts' } } },
        connectionsMax: 2,
        scansMax: 5,
        scansWaitingMax: 1,
        scanTimeoutMs: 6000,
      })
      const ended: string[] = []
      const search = async (word: string) => {
        const answer = await gateway.get(`${posts}?_fields=id&search=${word}`)
        ended.push(word)
        return answer
      }
      const first = [search('zzone'), search('zztwo')]
      await until(async () => (await running()) === 1)
      // One of two connections is for the others, so one search runs, and one waits
      const refused = await search('zzthree')
      assert.deepEqual(ended, ['zzthree'])
      assert.deepEqual([refused.status, at(refused.json, 'code')], [503, 'query_timeout'])
      assert.equal(refused.headers.get('retry-after'), '5')
      for (const path of [`${posts}?_fields=id`, `${posts}?_fields=id&cursor=`, `${posts}/201?_fields=id`])
        assert.equal((await gateway.get(path)).status, 200, path)
      assert.deepEqual(ended, ['zzthree'])
      for (const answer of await Promise.all(first)) {
        assert.deepEqual([answer.status, at(answer.json, 'code')], [503, 'query_timeout'])
        assert.equal(answer.headers.get('retry-after'), '5')
      }
      await until(async () => (await running()) === 0)
      await gateway.stop()
      await database.drop()

      async function running(): Promise<number> {
        const statements = (await sessionsIn(database)).map(({ statement }) => statement)
        return statements.filter((sql) => sql.includes('zz') && sql.includes('slow_posts')).length
      }
    })
  })
}
