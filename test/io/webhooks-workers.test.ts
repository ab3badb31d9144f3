// Webhooks of several processes: each worker says what became stale, and receivers are told it once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts'
import { ask, startWorkers, stopWorkers } from '../support/workers.ts'

const path = '/cms-json/cms/v2/posts/228'

for (const kind of testDatabases()) {
  describe(`webhooks of several workers on ${kind.name}`, () => {
    it('tell of a change once, whichever of them keep what went', async () => {
      const database = await kind.create()
      const receiver = await startWebhookReceiver()
      const running = await startWorkers(database.adminUrl, {
        WEBHOOK_URLS: `${receiver.url}?token=very-secret`,
        WEBHOOK_SECRET: webhookSecret,
        WEBHOOK_DELAY_MS: '3000',
      })
      await eventually(async () => assert.equal(receiver.received.at(-1)?.tags, 'all'))
      for (let n = 0; n < 10; n += 1) await ask(running.url + path)
      const before = receiver.received.length
      await database.execute(`update wp_posts set post_title = 'Once for all' where ID = 228`)
      await eventually(async () => assert.ok(receiver.received.length > before))
      const [message, ...others] = receiver.received.slice(before)
      assert.deepEqual(others, [])
      assert.equal(message?.isGenuine, true)
      if (kind.flavour === 'sqlite') assert.equal(message.tags, 'all')
      else {
        assert.ok(message.tags.includes('row:posts:228'))
        assert.deepEqual(message.paths, [path])
      }
      await stopWorkers(running)
      assert.doesNotMatch(running.started.output(), /very-secret|whsec_/)
      await receiver.stop()
      await database.drop()
    })
  })
}
