// Connections to the database that are lost: a read is sent once more, and no client notices; what writes is never sent twice, and
// a database that is away is not hidden.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createConnection } from 'mysql2/promise'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { basic, demoUsers } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { createDoor } from '../support/process.ts'
import { sessionsIn, sessionsOf } from '../support/sessions.ts'

const posts = '/cms-json/cms/v2/posts'
const paths = Array.from({ length: 8 }, (_, nth) => `${posts}?_fields=id&per_page=${nth + 1}`)
/** The checks keep quiet: it is requests that find connections lost. */
const settings: ConfigFile = { adminPort: 0, cacheBytesMax: 0, replicaCheckMs: 60_000, connectionsMax: 8 }

const askAll = async (gateway: TestGateway) =>
  (await Promise.all(paths.map((path) => gateway.get(path)))).map(({ status }) => status)
const areServed = async (gateway: TestGateway) =>
  assert.deepEqual(await askAll(gateway), Array(paths.length).fill(200))
const failures = ({ observed }: TestGateway) =>
  observed.filter(({ kind }) => kind === 'query-failed' || kind === 'database-lost')
const repeats = ({ observed }: TestGateway) => observed.filter(({ kind }) => kind === 'query-repeated')

/** The packet by which a server ends a connection that waits for nothing, or for the answer to its statement. */
function farewell(code: number, sequence: number, state = '08S01'): Buffer {
  const body = Buffer.concat([
    Buffer.from([0xff, code & 0xff, code >> 8]),
    Buffer.from(`#${state}The connection ends`),
  ])
  return Buffer.concat([Buffer.from([body.length, 0, 0, sequence]), body])
}

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`connections to ${kind.name} that are lost`, () => {
    async function through(test: TestContext, own: ConfigFile = {}) {
      const database = await kind.create()
      const url = new URL(database.url)
      const proxy = await startFaultyProxy(url.hostname, Number(url.port))
      url.port = String(proxy.port)
      const gateway = await startTestGateway({ url: url.href }, { ...settings, ...own })
      test.after(async () => {
        await gateway.stop()
        await proxy.stop()
        await database.drop()
      })
      await areServed(gateway)
      return { database, proxy, gateway }
    }
    const repeatedIn = async ({ adminUrl }: TestGateway) => {
      const text = await (await fetch(`${adminUrl}/metrics`)).text()
      const counts = text.matchAll(/^lectern_sql_repeated_total\{plan="[^"]+"\} (\d+)$/gm)
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    }

    it('have their reads sent once more, which is counted', async (test) => {
      const { proxy, gateway } = await through(test)
      const { sent } = proxy.endAt('wp_posts', 1)
      assert.equal((await gateway.get(`${posts}/203?_fields=id`)).status, 200)
      assert.ok(sent() >= 2)
      assert.deepEqual([repeats(gateway).length, await repeatedIn(gateway), failures(gateway)], [1, 1, []])
    })

    it('are what the answer tells of where the server kills the second as well', async (test) => {
      const { proxy, gateway } = await through(test)
      proxy.endAt('wp_posts', 2, farewell(1927, 1, '70100'))
      const { status, json } = await gateway.get(`${posts}/203?_fields=id`)
      assert.deepEqual([status, at(json, 'code')], [503, 'database_unavailable'])
    })

    it('have no read sent a third time, and the answer is the documented one', async (test) => {
      const { proxy, gateway } = await through(test)
      const { sent } = proxy.endAt('wp_posts', 2)
      const { status, json } = await gateway.get(`${posts}/203?_fields=id`)
      assert.deepEqual([status, at(json, 'code'), sent()], [503, 'database_unavailable', 2])
      assert.equal(repeats(gateway).length, 1)
      await areServed(gateway)
    })

    for (const [code, why] of [
      [1053, 'the server shuts down'],
      [1927, 'it is killed'],
      [2013, 'a proxy lost the server'],
      [4031, 'wait_timeout is over'],
    ] as const)
      it(`have their reads sent once more where the server says that ${why}`, async (test) => {
        const { proxy, gateway } = await through(test)
        // MySQL says so before it has the statement
        proxy.endAt('wp_posts', 1, farewell(code, code === 4031 ? 0 : 1))
        assert.equal((await gateway.get(`${posts}/203?_fields=id`)).status, 200)
        assert.deepEqual([repeats(gateway).length, failures(gateway)], [1, []])
      })

    it('answer all requests though every one of them is killed', async (test) => {
      const { database, gateway } = await through(test)
      const account = new URL(database.url).pathname.slice(1)
      for (let times = 0; times < 20; times += 1) {
        const sessions = await sessionsOf(database)
        const ids = sessions.filter((session) => session.account === account).map(({ id }) => id)
        await Promise.all(ids.map((id) => database.execute(`kill ${id}`).catch(() => {})))
        await areServed(gateway)
      }
      assert.deepEqual(failures(gateway), [])
    })

    it('are cut all at once while their statements run, which are all answered', async (test) => {
      const { database, proxy, gateway } = await through(test)
      const holding = await createConnection(database.adminUrl)
      await holding.query('lock tables wp_posts write')
      const asked = askAll(gateway)
      try {
        await eventually(async () => {
          const sessions = await sessionsIn(database)
          const waiting = sessions.filter(({ state }) => state.startsWith('Waiting for table'))
          assert.equal(waiting.length, paths.length)
        })
        proxy.cut('all')
        await eventually(() => assert.equal(repeats(gateway).length, paths.length))
      } finally {
        await holding.end()
      }
      assert.deepEqual(await asked, Array(paths.length).fill(200))
      assert.deepEqual(failures(gateway), [])
    })

    it('stay away with a server that is restarted, and come back with it', async (test) => {
      const { proxy, gateway } = await through(test)
      const open = proxy.refuse()
      const { status, json } = await gateway.get(`${posts}/203?_fields=id`)
      assert.deepEqual([status, at(json, 'code')], [503, 'database_unavailable'])
      open()
      await eventually(() => areServed(gateway))
    })

    it('without a word are found by asking them before they are used', async (test) => {
      const database = await kind.create()
      const url = new URL(database.url)
      const account = url.pathname.slice(1)
      const door = await createDoor(url.hostname, Number(url.port))
      await door.open()
      url.port = String(door.port)
      const gateway = await startTestGateway({ url: url.href }, settings)
      test.after(async () => {
        await gateway.stop()
        await door.shut()
        await database.drop()
      })
      await areServed(gateway)
      await eventually(async () => {
        const sessions = (await sessionsOf(database)).filter((session) => session.account === account)
        assert.ok(
          sessions.length > 2 && sessions.every(({ command, seconds }) => command === 'Sleep' && seconds > 1),
        )
      })
      door.silence()
      await areServed(gateway)
      await areServed(gateway)
      assert.deepEqual(failures(gateway), [])
    })

    it('are kept where the server is slow', async (test) => {
      const { database, proxy, gateway } = await through(test)
      const account = new URL(database.url).pathname.slice(1)
      const own = async () => (await sessionsOf(database)).filter((session) => session.account === account)
      await eventually(async () => {
        const sessions = await own()
        assert.ok(sessions.every(({ command, seconds }) => command === 'Sleep' && seconds > 1))
      })
      const before = new Set((await own()).map(({ id }) => id))
      const callOff = proxy.delay('all', 1200)
      const { status } = await gateway.get(`${posts}/203?_fields=id`)
      callOff()
      assert.equal(status, 200)
      assert.deepEqual(new Set((await own()).map(({ id }) => id)), before)
      assert.deepEqual([...failures(gateway), ...repeats(gateway)], [])
    })

    it('have no write sent again', async (test) => {
      const database = await kind.create()
      const url = new URL(database.adminUrl)
      const proxy = await startFaultyProxy(url.hostname, Number(url.port))
      url.port = String(proxy.port)
      const gateway = await startTestGateway(database, {
        ...settings,
        extensions: ['config/extensions/myplugin.ts'],
        writeDatabaseUrl: url.href,
      })
      test.after(async () => {
        await gateway.stop()
        await proxy.stop()
        await database.drop()
      })
      const subscribe = () =>
        gateway.send('POST', '/cms-json/myplugin/v1/subscribe', {
          headers: {
            ...basic('admin', demoUsers.admin.applicationPassword),
            'content-type': 'application/json',
          },
          body: '{"email":"a@example.org"}',
        })
      const { sent } = proxy.endAt('insert', 1)
      const { status, json } = await subscribe()
      assert.deepEqual([status, at(json, 'code'), sent()], [503, 'database_unavailable', 1])
      assert.deepEqual(repeats(gateway), [])
      assert.equal((await subscribe()).status, 201)
    })
  })
}
