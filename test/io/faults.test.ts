// The real process and a database that is not there, goes away, or is slow; and stopping with requests in flight.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { after, describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { createDoor, startProcess, until, type GatewayProcess } from '../support/process.ts'
import { sessionsIn } from '../support/sessions.ts'

const posts = '/cms-json/cms/v2/posts'

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`faults of ${kind.name}`, () => {
    const undo: (() => Promise<unknown>)[] = []
    after(async () => {
      for (const each of undo.toReversed()) await each()
    })

    async function start(
      database: TestDatabase,
      environment: Readonly<Record<string, string>>,
    ): Promise<GatewayProcess> {
      const started = startProcess(['serve'], {
        DATABASE_URL: database.url,
        PORT: '0',
        CACHE_BYTES_MAX: '0',
        ...environment,
      })
      undo.push(async () => {
        started.child.kill('SIGKILL')
        await started.ended
      })
      return started
    }

    async function create(): Promise<TestDatabase> {
      const database = await kind.create()
      undo.push(() => database.drop())
      return database
    }

    /** Holds every read of posts until it is called off. */
    async function hold(database: TestDatabase): Promise<() => Promise<void>> {
      const connection = await createConnection(database.adminUrl)
      await connection.query('lock tables wp_posts write')
      const release = () => connection.end()
      return release
    }

    const waitingIn = async (database: TestDatabase) =>
      (await sessionsIn(database)).filter(({ state }) => state.startsWith('Waiting for table'))

    it('answers 503 until its database is there, again when it is gone, and finds it by itself', async () => {
      const database = await create()
      const { hostname, port, password } = new URL(database.url)
      const door = await createDoor(hostname, Number(port))
      const through = new URL(database.url)
      through.port = String(door.port)
      const gateway = await start(database, { DATABASE_URL: through.href, WP_CONTENT_DIR: '.' })
      const url = await gateway.url()
      const status = async (path = posts) => (await fetch(url + path)).status

      const refused = await fetch(url + posts)
      assert.equal(refused.status, 503)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      assert.deepEqual(await refused.json(), {
        code: 'database_unavailable',
        message: 'The database cannot be reached at the moment.',
        data: { status: 503 },
      })
      assert.equal(await status(`/graphql?query={posts{totalCount}}`), 503)
      assert.equal(await status('/'), 200)
      await until(() =>
        /the database at .* cannot be used: .*ECONNREFUSED.*trying again in 250 ms/.test(gateway.output()),
      )
      assert(!gateway.output().includes('names no theme'), 'no row says so')

      await door.open()
      await until(async () => (await status()) === 200)
      await door.shut()
      await until(async () => (await status()) === 503)
      await door.open()
      await until(async () => (await status()) === 200)
      await door.shut()
      assert(!gateway.output().includes(password))
    })

    it('says once which database cannot be used, and why, however often it is looked for', async () => {
      const database = await create()
      const url = new URL(database.url)
      const { password } = url
      url.port = String(await freePort())
      const gateway = await start(database, { DATABASE_URL: url.href, ADMIN_PORT: '0' })
      await gateway.url()
      const [, admin] = /admin (http:\S+)\//.exec(gateway.output()) ?? []
      const looks = async () => {
        const metrics = await (await fetch(`${admin}/metrics`)).text()
        return Number(/^lectern_database_lost_total (\d+)/m.exec(metrics)?.[1])
      }
      await until(async () => (await looks()) >= 3)
      const said = gateway
        .output()
        .split('\n')
        .filter((line) => line.includes('cannot be used'))
      assert.equal(said.length, 1, gateway.output())
      assert(gateway.output().includes(`the database at ${url.host}${url.pathname} cannot be used: `))
      assert(!gateway.output().includes(password))
    })

    it('answers all, also the one whose connection is killed', async () => {
      const database = await create()
      const gateway = await start(database, {})
      const url = await gateway.served()
      assert.equal((await fetch(url + posts)).status, 200)
      const release = await hold(database)
      const waiting = () => waitingIn(database)
      const killed = fetch(url + posts)
      await until(async () => (await waiting()).length > 0)
      for (const { id } of await waiting()) await database.execute(`kill ${id}`)
      assert.equal((await fetch(`${url}/cms-json/cms/v2/tags`)).status, 200)
      await release()
      assert.equal((await killed).status, 200)
      assert.equal((await fetch(url + posts)).status, 200)
      await until(() => gateway.output().includes('a query was repeated because its connection was lost'))
      assert(!gateway.output().includes('cannot be used'))
    })

    it('cancels a query that is past its deadline, on the server too', async () => {
      const database = await create()
      const gateway = await start(database, { QUERY_TIMEOUT_MS: '2000' })
      const url = await gateway.served()
      const isServed = async () => (await fetch(url + posts)).status === 200
      await until(isServed)
      const release = await hold(database)
      const slow = await fetch(url + posts)
      assert.equal(slow.status, 503)
      assert.deepEqual(await slow.json(), {
        code: 'query_timeout',
        message: 'The database did not answer in time.',
        data: { status: 503 },
      })
      const name = new URL(database.url).pathname.slice(1)
      await until(async () => {
        const sessions = await sessionsIn(database)
        return !sessions.some(({ account, command }) => account === name && command === 'Query')
      })
      await release()
      await until(isServed)
    })

    it('lets requests in flight finish when it is stopped, and closes the connections of new ones', async () => {
      const database = await create()
      const gateway = await start(database, {})
      const url = await gateway.served()
      assert.equal((await fetch(url + posts)).status, 200)
      const release = await hold(database)
      const agent = new Agent({ keepAlive: true })
      const inFlight = request(url + posts, agent)
      await until(async () => (await waitingIn(database)).length > 0)
      gateway.child.kill('SIGTERM')
      await until(() => /stopping: 1 requests? in flight/.test(gateway.output()))
      const late = await request(`${url}/`, agent)
      assert.deepEqual([late.statusCode, late.headers.connection], [200, 'close'])
      await release()
      assert.equal((await inFlight).statusCode, 200)
      assert.equal(await gateway.ended, 0, gateway.output())
      agent.destroy()
    })
  })
}

async function request(url: string, agent: Agent): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(httpGet(url, { agent }), 'response')
  assert(response !== undefined)
  response.resume()
  await once(response, 'end')
  return response
}
