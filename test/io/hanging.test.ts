// A database that hangs: connections stay open and nothing is answered. It counts as away within the bounds of its checks,
// and requests are refused at once instead of waiting for their deadline.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { until } from '../support/process.ts'
import { createTcpProxy } from '../support/tcp-proxy.ts'
import { startWorkers, stopWorkers } from '../support/workers.ts'

const posts = '/cms-json/cms/v2/posts?_fields=id'
const ready = async (adminUrl: string): Promise<unknown> => await (await fetch(`${adminUrl}/ready`)).json()
const database = async (adminUrl: string) => at(await ready(adminUrl), 'database')
/** FEED=poll drops what was made of a table once more when the second of the table's last change is over. */
const settledMs = 3000

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`${kind.name} that hangs`, () => {
    let created: TestDatabase
    let createdAt = 0
    // Nothing is written to it
    before(async () => {
      created = await kind.create()
      createdAt = performance.now()
    })
    after(() => created.drop())

    it('is away, ends what waits for it, refuses the rest at once, and is found again', async () => {
      const proxy = await createTcpProxy(created.url)
      const gateway = await startTestGateway(proxy, {
        adminPort: 0,
        feed: 'poll',
        cacheBytesMax: 0,
        replicaCheckMs: 100,
        replicaTimeoutMs: 500,
        queryTimeoutMs: 60_000,
      })
      // A busy server may answer too late for a moment
      await until(async () => (await gateway.get(posts)).status === 200)
      const serving = async () => (await fetch(`${gateway.adminUrl}/serving`)).status
      proxy.stall()
      const waiting = gateway.get(posts)
      await until(async () => (await database(gateway.adminUrl)) === 'away')
      assert.equal((await fetch(`${gateway.adminUrl}/ready`)).status, 503)
      assert.equal(await serving(), 200)
      assert.equal((await waiting).status, 503)
      // This process may stand still for as long
      await until(async () => {
        const began = performance.now()
        const refused = await gateway.get(posts)
        assert.equal(at(refused.json, 'code'), 'database_unavailable')
        return performance.now() - began < 1000
      })
      proxy.resume()
      await until(async () => (await gateway.get(posts)).status === 200)
      assert.equal(await serving(), 200)
      await gateway.stop()
      await proxy.close()
    })

    for (const staleLifeMs of [60_000, 0])
      it(`leaves nothing fresh for longer than FRESH_WITHIN_MS, served ${staleLifeMs === 0 ? 'not at all' : 'as stale'}`, async () => {
        const proxy = await createTcpProxy(created.url)
        const gateway = await startTestGateway(proxy, {
          adminPort: 0,
          feed: 'poll',
          replicaCheckMs: 100,
          replicaTimeoutMs: 500,
          freshWithinMs: 2000,
          staleLifeMs,
        })
        const from = async () => (await gateway.get(posts)).headers.get('cache-status') ?? ''
        const lease = async () => at(await ready(gateway.adminUrl), 'lease')
        await until(
          async () =>
            performance.now() - createdAt > settledMs &&
            /^lectern; hit; ttl=[01]$/.test(await from()) &&
            isDeepStrictEqual(await lease(), { held: true, withinMs: 2000 }),
        )
        proxy.stall()
        const stalledAt = performance.now()
        await until(async () => {
          const askedAt = performance.now()
          const answer = await gateway.get(posts)
          const said = answer.headers.get('cache-status') ?? ''
          if (/hit/.test(said)) {
            assert.ok(askedAt - stalledAt < 2000, `a hit after ${askedAt - stalledAt} ms`)
            return false
          }
          return (await database(gateway.adminUrl)) === 'away' && at(await lease(), 'held') === false
        })
        const answer = await gateway.get(posts)
        assert.equal(
          `${answer.status} ${answer.headers.get('cache-status')}`,
          staleLifeMs === 0
            ? '503 lectern; fwd=stale; detail=unproven'
            : '200 lectern; fwd=stale; fwd-status=503',
        )
        const said = () => gateway.observed.flatMap((each) => (each.kind === 'lease' ? [each.isHeld] : []))
        await until(() => said().at(-1) === false)
        proxy.resume()
        await until(async () => /hit/.test(await from()))
        await until(() => said().at(-1) === true)
        await gateway.stop()
        await proxy.close()
      })

    it('is away for all workers', async () => {
      const proxy = await createTcpProxy(created.url)
      const running = await startWorkers(proxy.url, {
        FEED: 'poll',
        REPLICA_CHECK_MS: '100',
        REPLICA_TIMEOUT_MS: '500',
        QUERY_TIMEOUT_MS: '60000',
      })
      await until(async () => at(await ready(running.adminUrl), 'workers', 'ready') === 2)
      proxy.stall()
      await until(async () => (await database(running.adminUrl)) === 'away')
      proxy.resume()
      await until(async () => at(await ready(running.adminUrl), 'workers', 'ready') === 2)
      await stopWorkers(running)
      await proxy.close()
    })
  })
}
