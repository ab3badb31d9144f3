// Clients that ask and leave hold up none that wait: what the database still does for them is cancelled once anything waits for its
// connection or slot, and goes on otherwise. Every statement that reads posts waits for a lock here.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { sessionsIn } from '../support/sessions.ts'

const root = '/cms-json/cms/v2'
const connections = 3

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
  describe(`clients that leave, on ${kind.name}`, () => {
    it('do not hold the slots of scans, nor the queue for them', async () => {
      await locked({ scansMax: 1, scansWaitingMax: 1 }, async ({ database, gateway, unlock }) => {
        const running = leaving(gateway, searchFor('zzone'))
        await eventually(async () => assert.deepEqual(await words(database), ['zzone']))
        const waiting = leaving(gateway, searchFor('zztwo'))
        await eventually(async () => assert.match(await metrics(gateway), /^lectern_scans_waiting 1$/m))
        assert.equal((await gateway.get(searchFor('zzthree'))).status, 503)
        await running.leave()
        await waiting.leave()
        const answer = gateway.get(searchFor('zzfour'))
        await eventually(async () => assert.deepEqual(await words(database), ['zzfour']))
        await unlock()
        assert.equal((await answer).status, 200)
        assert.match(await metrics(gateway), /^lectern_requests_given_up_total\{why="client_gone"\} 2$/m)
      })
    })

    it('do not hold the connections', async () => {
      await locked({ connectionsMax: connections }, async ({ database, gateway, unlock }) => {
        const clients = Array.from({ length: connections }, (_, nth) =>
          leaving(gateway, `${root}/posts/${201 + nth}?_fields=id,slug`),
        )
        await eventually(async () => assert.equal((await statements(database)).length, connections))
        for (const { leave } of clients) await leave()
        // Nothing waits for a connection yet
        assert.equal((await statements(database)).length, connections)
        const answer = await gateway.get(`${root}/categories?_fields=id&include=5`)
        assert.equal(answer.status, 200, answer.text)
        await unlock()
        assert(!gateway.observed.some(({ kind: what }) => ['error', 'query-failed'].includes(what)))
      })
    })

    interface Locked {
      readonly database: TestDatabase
      readonly gateway: TestGateway
      readonly unlock: () => Promise<unknown>
    }

    async function locked(
      settings: Parameters<typeof startTestGateway>[1],
      work: (locked: Locked) => Promise<void>,
    ): Promise<void> {
      const database = await kind.create()
      const gateway = await startTestGateway(database, { ...settings, adminPort: 0 })
      // What it reads of the site is read by then
      await gateway.get(`${root}/posts?_fields=id,slug`)
      await gateway.get(`${root}/categories?_fields=id`)
      const holding = await createConnection(database.adminUrl)
      await holding.query('lock tables wp_posts write')
      await work({ database, gateway, unlock: () => holding.query('unlock tables') })
      await holding.end()
      await gateway.stop()
      await database.drop()
    }
  })
}

/** One scan: pages by cursor have no total. */
const searchFor = (word: string) => `${root}/posts?_fields=id&orderby=date&cursor=&search=${word}`

/** The statements on posts that wait for the lock. */
async function statements(database: TestDatabase): Promise<readonly string[]> {
  const sessions = await sessionsIn(database)
  return sessions.map(({ statement }) => statement).filter((sql) => /^select.*wp_posts/is.test(sql))
}

async function words(database: TestDatabase): Promise<readonly string[]> {
  return [...new Set((await statements(database)).flatMap((sql) => sql.match(/zz[a-z]+/) ?? []))]
}

async function metrics({ adminUrl }: TestGateway): Promise<string> {
  return (await fetch(`${adminUrl}/metrics`)).text()
}

/** Asks as a client that leaves once `leave` is called, which settles once the gateway has seen it leave. */
function leaving(gateway: TestGateway, address: string) {
  const controller = new AbortController()
  const closed = Promise.withResolvers<unknown>()
  const arrived = (message: unknown) => {
    const response = at(message, 'response')
    if (at(message, 'request', 'url') !== address || !(response instanceof ServerResponse)) return
    unsubscribe('http.server.request.start', arrived)
    once(response, 'close').then(closed.resolve, closed.reject)
  }
  subscribe('http.server.request.start', arrived)
  const gone = gateway.send('GET', address, { signal: controller.signal }).then(
    ({ text }) => assert.fail(text),
    () => {},
  )
  return {
    leave: async () => {
      controller.abort()
      await gone
      await closed.promise
    },
  }
}
