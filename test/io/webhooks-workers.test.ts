// Webhooks of several processes: each worker says what became stale, and receivers are told it once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { until } from '../support/eventually.ts'
import { startWebhookReceiver, toldByName, webhookSecret } from '../support/webhook-receiver.ts'
import { ask, startWorkers, stopWorkers } from '../support/workers.ts'

const posts = '/cms-json/cms/v2/posts'
const rows = [228, 229, 230, 201, 203]

for (const kind of testDatabases()) {
  describe(`webhooks of several workers on ${kind.name}`, () => {
    it('tell of a change once, whichever of them keep what went', async () => {
      const database = await kind.create()
      const receiver = await startWebhookReceiver()
      const running = await startWorkers(database.adminUrl, {
        WEBHOOK_URLS: `${receiver.url}?token=very-secret`,
        WEBHOOK_SECRET: webhookSecret,
        // What SQLite tells of is one message, however long it is waited
        WEBHOOK_DELAY_MS: kind.flavour === 'sqlite' ? '300' : '3000',
      })
      await until(() => receiver.received.length > 0)
      const change = async (row: number) => {
        for (let n = 0; n < 10; n += 1) await ask(`${running.url}${posts}/${row}`)
        await database.execute(`update wp_posts set post_title = 'Once for all' where ID = ${row}`)
      }
      if (kind.flavour === 'sqlite') {
        const before = receiver.received.length
        await change(228)
        await until(() => receiver.received.length > before)
        assert.deepEqual(new Set(receiver.received.map(({ tags }) => tags)), new Set(['all']))
      } else {
        const told = await toldByName(receiver, rows, change)
        assert.deepEqual(
          told.messages.map(({ paths }) => paths),
          [[`${posts}/${told.row}`]],
        )
      }
      assert.ok(receiver.received.every(({ isGenuine }) => isGenuine))
      await stopWorkers(running)
      assert.doesNotMatch(running.started.output(), /very-secret|whsec_/)
      await receiver.stop()
      await database.drop()
    })
  })
}
