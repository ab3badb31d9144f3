// Several workers and what is outside of them: writes that are passed on, webhooks, cursors that one signs and another reads, and
// more clients than there is room for.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { at } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'
import { startNpm, until } from '../support/process.ts'
import { startWebhookReceiver, toldByName, webhookSecret } from '../support/webhook-receiver.ts'
import {
  ask,
  keptBy,
  lines,
  startWorkers,
  stopWorkers,
  workerIds,
  workersThat,
  type Running,
} from '../support/workers.ts'

const posts = '/cms-json/cms/v2/posts'
const path = `${posts}/228?_fields=id,title`
const rows = [228, 229, 230, 201, 203]

/** Over connections of their own, in turn by one worker and the other. */
const askOften = (running: Running, target: string) =>
  Promise.all(Array.from({ length: 8 }, () => ask(running.url + target)))

for (const kind of testDatabases())
  it(`two workers over ${kind.name} read each other’s cursors, know what is written, and finish what is in flight`, async () => {
    const database = await kind.create()
    // Without any key to sign with
    await database.execute(
      `delete from wp_options where option_name like '%~_key' escape '~' or option_name like '%~_salt' escape '~'`,
    )
    let title = ''
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const origin = await startOrigin((incoming, response) => {
      incoming.resume()
      if (incoming.url === '/slow') {
        asked.resolve()
        void released.promise.then(() => response.end('slowly'))
      } else
        void database
          .execute(`update wp_posts set post_title = '${title}' where ID = 228`)
          .then(() => response.end('written'))
    })
    const running = await startWorkers(database.adminUrl, {
      ORIGIN_URL: origin.url,
      ORIGIN_CATCH_UP_MS: '60000',
      CLIENTS_MAX: '80',
    })

    // Both have dropped what a write changed when its answer comes
    for (title of ['Written once', 'Written twice', 'Written again']) {
      await keptBy(running, path, [1, 2])
      const written = await fetch(`${running.url}/write`, { method: 'POST', body: 'x' })
      assert.equal(await written.text(), 'written')
      if (kind.flavour !== 'sqlite') assert.match(written.headers.get('x-cms-at') ?? '', /^[\w-]{12,}$/)
      for (const text of await askOften(running, path)) assert.match(text ?? '', new RegExp(title))
    }

    // Cursors are signed by one and read by the other
    const query = (text: string) => `/graphql?query=${encodeURIComponent(text)}`
    const page = await ask(running.url + query('{ posts(first: 2) { pageInfo { endCursor } } }'))
    const cursor = at(JSON.parse(page ?? ''), 'data', 'posts', 'pageInfo', 'endCursor')
    assert.equal(typeof cursor, 'string')
    const next = query(`{ posts(first: 2, after: ${JSON.stringify(cursor)}) { edges { node { id } } } }`)
    const from = lines(running).length
    // One of them may take all connections that are made at once
    await until(async () => {
      for (const text of await askOften(running, next))
        assert.equal(at(JSON.parse(text ?? ''), 'errors'), undefined)
      return workersThat(running, 'request', {}, from).size === 2
    })

    // Where no worker has room, a connection is closed instead of being offered to all again and again
    const port = Number(new URL(running.url).port)
    const crowd = Array.from({ length: 100 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume(),
    )
    await until(() => crowd.filter(({ closed }) => closed).length >= 20)
    for (const socket of crowd) socket.destroy()
    assert.match(running.started.output(), /connections were closed immediately because CLIENTS_MAX are open/)
    // Each has taken all that was on its way to it: one that had not would get nothing more while it stands still
    await keptBy(running, path, [1, 2])

    // What is on its way to a worker that ends is closed
    const [stopped] = workerIds(running)
    assert(stopped !== undefined)
    process.kill(stopped, 'SIGSTOP')
    const sockets: Socket[] = []
    const answeredAfter = (nth: number) => sockets.slice(nth + 1).filter(({ closed }) => closed).length
    // One waits for the worker that stands still, and those that came later are answered
    await until(() => {
      const socket = connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      sockets.push(socket)
      return sockets.some(({ closed }, nth) => !closed && answeredAfter(nth) >= 3)
    })
    // Nobody knows whether that one has dropped what is written meanwhile, so no position is promised; one write may be for it
    title = 'Written while one stands still'
    const unproven = await Promise.any(
      Array.from({ length: 4 }, () => fetch(`${running.url}/write`, { method: 'POST', body: 'x' })),
    )
    assert.equal(unproven.headers.get('x-cms-at'), null)
    process.kill(stopped, 'SIGKILL')
    await until(() => sockets.every(({ closed }) => closed))
    await until(() => workersThat(running, 'request').has(3) || ask(running.url + path).then(() => false))

    // What is in flight is finished
    const answer = fetch(`${running.url}/slow`)
    await asked.promise
    running.started.child.kill('SIGTERM')
    await until(() => /stopping: 1 requests in flight/.test(running.started.output()))
    released.resolve()
    assert.equal(await (await answer).text(), 'slowly')
    assert.equal(await running.started.ended, 0)
    await origin.stop()
    await database.drop()
  })

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`webhooks of two workers over ${kind.name}`, () => {
    it('tell of a change once, and of all where a worker was lost', async () => {
      const database = await kind.create()
      const receiver = await startWebhookReceiver()
      const running = await startWorkers(database.adminUrl, {
        WEBHOOK_URLS: receiver.url,
        WEBHOOK_SECRET: webhookSecret,
        WEBHOOK_DELAY_MS: '500',
      })
      await keptBy(running, path, [1, 2])
      const first = await until(() => receiver.received[0])
      assert.deepEqual([first.tags, first.isGenuine], ['all', true])
      const [worker] = workerIds(running)
      assert(worker !== undefined)
      process.kill(worker, 'SIGKILL')
      await until(() => lines(running).some((line) => at(line, 'worker') === 3))
      await keptBy(running, path, [2, 3])
      // What the one that was lost had answered is not known
      assert.equal((await until(() => receiver.received[1])).tags, 'all')
      const told = await toldByName(receiver, rows, async (row) => {
        await keptBy(running, `${posts}/${row}`, [2, 3])
        await database.execute(`update wp_posts set post_title = 'Told' where ID = ${row}`)
      })
      await stopWorkers(running)
      assert.equal(told.messages.length, 1)
      assert.ok(told.messages[0]?.paths.includes(`${posts}/${told.row}`))
      await receiver.stop()
      await database.drop()
    })
  })
}

it('two workers end with what npm started, as a terminal interrupts it', async () => {
  const [sqlite] = testDatabases()
  assert(sqlite)
  const database = await sqlite.create()
  const started = startNpm({
    DATABASE_URL: database.url,
    DATABASE_SEED: '',
    PORT: String(await freePort()),
    WORKERS: '2',
  })
  const url = await started.url()
  await until(() => /"worker":2,"msg":"the change feed is/.test(started.output()))
  process.kill(-started.pid, 'SIGINT')
  await started.ended
  assert.doesNotMatch(started.output(), /worker \d ended/)
  await assert.rejects(fetch(url))
  await database.drop()
})
