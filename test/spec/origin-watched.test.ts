// How WordPress behind the gateway is doing, as its owner is shown it on the admin port.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'

it('origin-watched/1 WordPress that fails is counted and shown, and makes nothing unready', async (t) => {
  const [sqlite] = testDatabases()
  assert(sqlite)
  const database = await sqlite.create()
  t.after(() => database.drop())
  const origin = await startOrigin()
  const gateway = await startTestGateway(database, { originUrl: origin.url, adminPort: 0 })
  t.after(gateway.stop)
  const json = async (path: string): Promise<unknown> => (await fetch(gateway.adminUrl + path)).json()
  assert.deepEqual(at(await json('/ready'), 'origin'), { requestsInLastMinute: 0, failed: 0 })
  assert.equal((await gateway.get('/hello/')).status, 200)
  await origin.stop()
  assert.equal((await gateway.get('/hello/?again')).status, 502)
  // The second that runs is not counted yet
  await eventually(async () => assert.deepEqual(at(await json('/now'), 'origin'), { requests: 2, failed: 1 }))
  const ready = await fetch(`${gateway.adminUrl}/ready`)
  assert.equal(ready.status, 200)
  assert.deepEqual(at(await ready.json(), 'origin'), { requestsInLastMinute: 2, failed: 1 })
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  assert.match(metrics, /^lectern_origin_failed_total 1$/m)
  assert.match(metrics, /^lectern_origin_requests_total\{status="2xx"\} 1$/m)
})
