// The inspector finds what no feed can: a change that the server's log does not have. And it calls nothing stale that is not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway } from '../support/gateway.ts'

const path = (id: number) => `/cms-json/cms/v2/posts/${id}?_fields=id,title`

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`the inspector over ${kind.name}`, () => {
    it('inspector/1 finds an answer that is stale, counts, logs and drops it', async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(
        { url: database.adminUrl },
        { feed: 'binlog', adminPort: 0, inspectionQueriesMax: 100_000 },
      )
      const from = async () => (await gateway.get(path(203))).headers.get('cache-status') ?? ''
      const found = () =>
        gateway.observed.flatMap((each) => (each.kind === 'inspected' && each.isStale ? [each] : []))
      let writes = 0
      // Statements of other tests on the server may empty the cache before the inspector looks
      await eventually(async () => {
        await eventually(async () => assert.match(await from(), /hit/))
        writes += 1
        const title = `Behind the back of the log ${writes}`
        await database.execute(
          `set sql_log_bin = 0; update wp_posts set post_title = '${title}' where ID = 203`,
        )
        await eventually(async () => assert.ok((await gateway.get(path(203))).text.includes(title)))
        assert.ok(found().length > 0)
      })
      for (const { path: shown, tags } of found())
        assert.deepEqual([shown, tags.includes('row:posts:203')], ['/cms-json/cms/v2/posts/203', true])
      const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
      assert.match(metrics, /^lectern_inspected_stale_total\{after="\d+s"\} [1-9]/m)
      const now: unknown = await (await fetch(`${gateway.adminUrl}/now`)).json()
      assert.ok(Number(at(now, 'recent', 'freshness', 'inspected', 0, 'stale')) > 0)
      await gateway.stop()
      await database.drop()
    })
  })
}

for (const kind of testDatabases())
  it(`inspector/2 the inspector over ${kind.name} calls nothing stale while rows change, and keeps nothing`, async () => {
    const database = await kind.create()
    const gateway = await startTestGateway(
      { url: database.adminUrl },
      { feed: 'auto', inspectionQueriesMax: 100_000 },
    )
    let version = 0
    await eventually(async () => {
      version += 1
      await database.execute(`update wp_posts set post_title = 'Version ${version}' where ID = 203`)
      for (const id of [201, 203, 228]) await gateway.get(path(id))
      const inspected = gateway.observed.filter(({ kind: each }) => each === 'inspected')
      assert.ok(inspected.length >= 4)
      assert.ok(inspected.every((each) => each.kind === 'inspected' && !each.isStale))
    })
    await gateway.stop()
    await database.drop()
  })
