// SIGHUP: settings are read again while requests come one after the other, and none of them fails; what is wrong changes nothing.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testDatabases } from '../support/databases.ts'
import { slowExtension } from '../support/extensions.ts'
import { freePort } from '../support/free-port.ts'
import { at } from '../support/gateway.ts'
import { askOver } from '../support/kept-connection.ts'
import { startProcess, until, type GatewayProcess } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-reload-'))
const clients = new Set<{ readonly end: () => Promise<unknown> }>()
/** Ends what a failed test left asking. */
after(async () => {
  for (const client of clients) await client.end()
})
after(() => rmSync(folder, { recursive: true, force: true }))

const v2 = '/cms-json/cms/v2'

const lives = (seconds: number) => `public, max-age=${seconds}, must-revalidate`

/** By connections that stay open, as those of proxies do. */
function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    askOver(agent, url + path, headers)
  const ending = new AbortController()
  const failed: string[] = []
  let asked = 0
  const ask = async (path: string) => {
    while (!ending.signal.aborted) {
      asked += 1
      const said = await get(`${path}&unlike=${asked}`).then(
        ({ status }) => (status === 200 ? null : `status ${status}`),
        String,
      )
      if (said !== null) failed.push(said)
      // Others have to start beside them
      await setTimeout(5)
    }
  }
  // What is kept, and what is made each time
  const asking = [`${v2}/posts?per_page=1`, `${v2}/posts?per_page=2`, `${v2}/posts?_fields=id`].map(ask)
  const client = {
    get,
    asked: () => asked,
    end: async () => {
      ending.abort()
      await Promise.all(asking)
      agent.destroy()
      return failed
    },
  }
  clients.add(client)
  return client
}

const times = (started: GatewayProcess, said: RegExp) => [...started.output().matchAll(said)].length
const read = /the settings were read again/g
const kept = /the settings stay as they were/g

/** Settles once the signal has come to something. */
async function reload(started: GatewayProcess, said: RegExp): Promise<void> {
  const before = times(started, said)
  started.child.kill('SIGHUP')
  await until(() => times(started, said) > before)
}

const databases = testDatabases()
const aServer = databases.find(({ server }) => server !== null)

for (const kind of databases)
  for (const workers of kind === aServer ? ['1', '2'] : ['1'])
    describe(`SIGHUP to ${workers} of it on ${kind.name}`, () => {
      it('puts new settings in force under requests, of which none fails', async () => {
        const database = await kind.create()
        const config = join(folder, `${kind.flavour}-${workers}.json`)
        const write = (settings: Readonly<Record<string, unknown>>) =>
          writeFileSync(config, JSON.stringify(settings))
        write({})
        const port = String(await freePort())
        const environment = { DATABASE_URL: database.url, PORT: port, ADMIN_PORT: '0', WORKERS: workers }
        const started = startProcess(['serve', '--config', config], environment)
        const url = await started.served()
        const admin = await until(() => /admin (http:\S+)\//.exec(started.output())?.[1])
        await until(async () => {
          const ready: unknown = await (await fetch(`${admin}/ready`)).json()
          return workers === '1' || at(ready, 'workers', 'ready') === 2
        })
        await until(() => started.output().includes('the change feed is'))
        const client = createClient(url)
        await until(() => client.asked() > 100)
        assert.equal((await client.get(`${v2}/comments`)).status, 200)

        const origin = 'https://app.example.org'
        write({ closed: ['comments'], corsOrigins: [origin], maxAgeS: 7 })
        await reload(started, read)
        assert.equal((await client.get(`${v2}/comments`)).status, 404)
        // What is being made while a feed begins is said to live for no time
        await until(async () => (await client.get(`${v2}/posts`)).headers['cache-control'] === lives(7))
        const answer = await client.get(`${v2}/posts`, { origin })
        assert.equal(answer.headers['access-control-allow-origin'], origin)

        write({ closed: ['nothing-of-the-kind'] })
        await reload(started, kept)
        assert.match(started.output(), /as they were: closed: there is nothing called nothing-of-the-kind/)
        write({ maxAgeS: 'soon', databaseUrl: 'mysql://reader:hunter2@nowhere' })
        await reload(started, kept)
        assert.match(started.output(), /as they were: .*maxAgeS \(config file\): got \\"soon\\", allowed/)
        writeFileSync(config, 'nonsense')
        await reload(started, kept)
        await until(async () => (await client.get(`${v2}/posts`)).headers['cache-control'] === lives(7))

        write({ addressBytesMax: 1000, maxAgeS: 8 })
        await reload(started, read)
        assert.match(started.output(), /read again; these need a restart: addressBytesMax/)
        await until(async () => (await client.get(`${v2}/posts`)).headers['cache-control'] === lives(8))
        assert.equal((await client.get(`${v2}/comments`)).status, 200)
        await until(async () =>
          String((await client.get(`${v2}/posts`)).headers['cache-status']).startsWith('lectern; hit'),
        )

        await database.execute(`update wp_posts set post_title = 'Changed since' where ID = 238`)
        await until(async () => (await client.get(`${v2}/posts`)).text.includes('Changed since'))
        assert.equal((await fetch(`${admin}/ready`)).status, 200)
        // New workers count from the start: they are still being asked
        const isCounted = /^lectern_requests_total\{.*\} \d{3,}$/m
        await until(async () => isCounted.test(await (await fetch(`${admin}/metrics`)).text()))
        assert.deepEqual(await client.end(), [])
        started.child.kill('SIGTERM')
        assert.equal(await started.ended, 0)
        assert.doesNotMatch(started.output(), /hunter2|"level":"error",.*an error/)
        await database.drop()
      })
    })

const embedded = databases.find(({ server }) => server === null)

for (const workers of ['1', '2'])
  it(`SIGHUP while ${workers} of it start is a reload once they have`, async () => {
    assert(embedded)
    const database = await embedded.create()
    const config = join(folder, `starting-${workers}.mjs`)
    writeFileSync(
      config,
      `globalThis.asked ??= process.kill(process.pid, 'SIGHUP')
      await new Promise((resolve) => setTimeout(resolve, 100))
      export default {}`,
    )
    const environment = { DATABASE_URL: database.url, PORT: '0', WORKERS: workers }
    const started = startProcess(['serve', '--config', config], environment)
    const url = await started.served()
    await until(() => times(started, read) > 0)
    await until(async () => (await fetch(`${url}${v2}/posts`)).status === 200)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    await database.drop()
  })

it('what was asked for most is there again after SIGHUP, and cursors go on', async () => {
  assert(embedded)
  const database = await embedded.create()
  const started = startProcess(['serve'], { DATABASE_URL: database.url, PORT: '0' })
  const url = await started.served()
  await until(() => started.output().includes('the change feed is'))
  const get = (path: string) => fetch(url + path)
  const first = await get(`${v2}/posts?per_page=3&cursor=`)
  const [, cursor = ''] = /[?&]cursor=([^>&]+)/.exec(first.headers.get('link') ?? '') ?? []
  assert.notEqual(cursor, '')
  for (const _ of [1, 2, 3]) await get(`${v2}/posts?per_page=7`)
  await reload(started, read)
  await until(() => /addresses were loaded again/.test(started.output()))
  assert.match((await get(`${v2}/posts?per_page=7`)).headers.get('cache-status') ?? '', /^lectern; hit/)
  assert.equal((await get(`${v2}/posts?per_page=3&cursor=${cursor}`)).status, 200)
  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0)
  await database.drop()
})

it('what is in flight at SIGHUP is answered as it began, over a connection that stays open', async () => {
  assert(embedded)
  const database = await embedded.create()
  const [config, began, ended] = ['flight.json', 'began', 'ended'].map((name) => join(folder, name))
  assert(config !== undefined && began !== undefined && ended !== undefined)
  const extension = slowExtension('slow.ts', { began, ended })
  writeFileSync(config, JSON.stringify({ extensions: [extension] }))
  const started = startProcess(['serve', '--config', config], {
    DATABASE_URL: database.url,
    PORT: '0',
    HANDLER_TIMEOUT_MS: '120000',
    STOP_TIMEOUT_MS: '120000',
  })
  const url = await started.served()
  const slow = fetch(`${url}/cms-json/slow/v1/until`)
  await until(() => existsSync(began))
  writeFileSync(config, JSON.stringify({ extensions: [] }))
  await reload(started, read)
  assert.equal((await fetch(`${url}/cms-json/slow/v1/until`)).status, 404)
  writeFileSync(ended, '')
  const answer = await slow
  assert.equal(answer.status, 200)
  assert.notEqual(answer.headers.get('connection'), 'close')
  assert.equal((await fetch(`${url}${v2}/posts`)).status, 200)
  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0)
  await database.drop()
})
