// Webhooks where a gateway, or a worker, replaces another: the new one does not know what the other's answers were made of, or
// by which settings.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { slowExtension } from '../support/extensions.ts'
import { startProcess, until } from '../support/process.ts'
import { startWebhookReceiver, webhookSecret, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { startWorkers, stopWorkers, workerIds } from '../support/workers.ts'

async function given(t: TestContext) {
  const [sqlite] = testDatabases()
  assert(sqlite)
  const [database, receiver] = [await sqlite.create(), await startWebhookReceiver()]
  t.after(() => database.drop())
  t.after(receiver.stop)
  const webhooks = { WEBHOOK_URLS: receiver.url, WEBHOOK_SECRET: webhookSecret, WEBHOOK_DELAY_MS: '20' }
  return { database, receiver, webhooks }
}

const toldAll = ({ received }: WebhookReceiver, cause: string, from = 0) =>
  received.slice(from).filter(({ tags, causes }) => tags === 'all' && causes.includes(cause)).length

it('all is told once the last answer by old settings is out', async (t) => {
  const { database, receiver, webhooks } = await given(t)
  const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [began, ended, config] = [join(folder, 'began'), join(folder, 'ended'), join(folder, 'config.json')]
  const extension = slowExtension('slow-told.ts', { began, ended })
  writeFileSync(config, JSON.stringify({ extensions: [extension], handlerTimeoutMs: 600_000 }))
  const started = startProcess(['serve', '--config', config], {
    DATABASE_URL: database.url,
    PORT: '0',
    ...webhooks,
  })
  const url = await started.url()
  await until(() => toldAll(receiver, 'gap') > 0)
  const slow = fetch(`${url}/cms-json/slow/v1/until`)
  await until(() => existsSync(began))
  const before = receiver.received.length
  writeFileSync(config, JSON.stringify({ maxAgeS: 7 }))
  started.child.kill('SIGHUP')
  await until(() => started.output().includes('the settings were read again'))
  // By the feed of the one that took over
  await until(() => toldAll(receiver, 'gap', before) > 0)
  assert.equal(toldAll(receiver, 'settings'), 0)
  writeFileSync(ended, '')
  assert.equal((await slow).status, 200)
  await until(() => toldAll(receiver, 'settings') > 0)
  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0)
})

it('all is told where a worker was lost, and where workers have new settings', async (t) => {
  const { database, receiver, webhooks } = await given(t)
  const running = await startWorkers(database.url, webhooks)
  await until(() => toldAll(receiver, 'gap') > 0)
  const [first] = await until(() => {
    const pids = workerIds(running)
    return pids.length === 2 && pids
  })
  assert(first !== undefined)
  await until(async () => {
    const said: unknown = await (await fetch(`${running.adminUrl}/ready`)).json()
    return JSON.stringify(said).includes('"ready":2')
  })
  const before = receiver.received.length
  process.kill(first, 'SIGKILL')
  await until(() => toldAll(receiver, 'gap', before) > 0)
  assert.equal(toldAll(receiver, 'settings'), 0)
  running.started.child.kill('SIGHUP')
  await until(() => toldAll(receiver, 'settings') > 0)
  await stopWorkers(running)
})
