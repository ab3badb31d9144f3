// The ways to a server: TLS in its modes, a Unix socket, IPv6; and more queries than may wait.
import assert from 'node:assert/strict'
import { copyFile, rm } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { describe, it } from 'node:test'
import { createConnection } from 'mysql2/promise'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { until } from '../support/process.ts'
import { sessionsOf } from '../support/sessions.ts'

const posts = '/cms-json/cms/v2/posts'

for (const kind of testDatabases().filter(({ server }) => server !== null)) {
  describe(`connecting to ${kind.name}`, () => {
    async function answers(
      database: TestDatabase,
      change: (url: URL) => void,
    ): Promise<{ readonly status: number; readonly said: string }> {
      const url = new URL(database.url)
      change(url)
      const gateway = await startTestGateway({ url: url.href }, { cacheBytesMax: 0 })
      const { status } = await gateway.get(posts)
      await gateway.stop()
      const lost = gateway.observed.find((observation) => observation.kind === 'database-lost')
      return { status, said: lost?.reason ?? '' }
    }

    it('encrypts, and verifies whom it talks to, as it is told', async (test) => {
      const certificate = kind.server?.certificate ?? null
      if (certificate === null) return test.skip('the server has no certificate of ours')
      const database = await kind.create()
      const { pathname } = new URL(database.url)
      await database.execute(`alter user '${pathname.slice(1)}'@'%' require ssl`)
      const status = async (query: string) => (await answers(database, (url) => (url.search = query))).status
      assert.equal(await status(''), 503)
      assert.equal(await status('?ssl-mode=required'), 200)
      assert.equal(await status('?ssl-mode=verify'), 503)
      assert.equal(await status(`?ssl-ca=${encodeURIComponent(certificate)}`), 200)
      assert.equal(await status(`?ssl-ca=${encodeURIComponent(import.meta.filename)}`), 503)
      await database.drop()
    })

    it('ends a query that takes too long after the file of certificates is gone', async (test) => {
      const certificate = kind.server?.certificate ?? null
      if (certificate === null) return test.skip('the server has no certificate of ours')
      const database = await kind.create()
      const copy = `${certificate}.copy`
      await copyFile(certificate, copy)
      const url = `${database.url}?ssl-ca=${encodeURIComponent(copy)}`
      const gateway = await startTestGateway({ url }, { cacheBytesMax: 0, queryTimeoutMs: 300 })
      assert.equal((await gateway.get(posts)).status, 200)
      await rm(copy)
      const holding = await createConnection(database.adminUrl)
      await holding.query('lock tables wp_posts write')
      assert.equal((await gateway.get(posts)).status, 503)
      await holding.end()
      await until(async () => (await gateway.get(posts)).status === 200)
      await gateway.stop()
      await database.drop()
    })

    it('goes through a socket', async (test) => {
      const socket = kind.server?.socket ?? null
      if (socket === null) return test.skip('the socket of this server is not known')
      const database = await kind.create()
      const through = await answers(database, (url) => {
        url.port = '1'
        url.searchParams.set('socket', socket)
      })
      assert.equal(through.status, 200)
      await database.drop()
    })

    it('goes through IPv6', async (test) => {
      const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
        addresses?.some(({ address }) => address === '::1'),
      )
      if (!hasIpv6 || kind.server?.socket === null) return test.skip('no server of ours listens on ::1')
      const database = await kind.create()
      assert.equal((await answers(database, (url) => (url.hostname = '[::1]'))).status, 200)
      await database.drop()
    })

    it('says in a sentence why it is refused, without the password', async () => {
      const database = await kind.create()
      const refused = await answers(database, (url) => (url.password = 'not-the-password'))
      assert.equal(refused.status, 503)
      assert.match(refused.said, /Access denied for user/)
      assert.doesNotMatch(refused.said, /not-the-password/)
      await database.drop()
    })

    it('lets as many queries wait as it may, and refuses more at once', async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(database, {
        cacheBytesMax: 0,
        connectionsMax: 1,
        queriesWaitingMax: 1,
        queryTimeoutMs: 60_000,
      })
      assert.equal((await gateway.get('/cms-json/')).status, 200)
      const holding = await createConnection(database.adminUrl)
      await holding.query('lock tables wp_posts write')
      const asked = [1, 2, 3].map((id) => gateway.get(`${posts}/20${id}?_fields=id`))
      const first = await Promise.race(asked)
      assert.deepEqual(
        [first.status, at(first.json, 'code'), first.headers.get('retry-after')],
        [503, 'overloaded', '1'],
      )
      await holding.end()
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      assert.deepEqual(
        [
          statuses.filter((status) => status === 200).length,
          statuses.filter((status) => status === 503).length,
        ],
        [2, 1],
      )
      await gateway.stop()
      await database.drop()
    })

    it('waits for its own connections where the server takes no more of them', async () => {
      const database = await kind.create()
      const account = new URL(database.url).pathname.slice(1)
      await database.execute(`alter user '${account}'@'%' with max_user_connections 3`)
      const gateway = await startTestGateway(database, { cacheBytesMax: 0, feed: 'clock' })
      const holding = await createConnection(database.adminUrl)
      await holding.query('lock tables wp_posts write')
      const asked = Array.from({ length: 20 }, (_, index) =>
        gateway.get(`${posts}/${201 + index}?_fields=id`),
      )
      await until(async () => {
        const sessions = (await sessionsOf(database)).filter((session) => session.account === account)
        return sessions.filter(({ statement }) => statement.includes('wp_posts')).length >= 2
      })
      await holding.end()
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      assert(!statuses.includes(503))
      assert(!gateway.observed.some(({ kind: what }) => what === 'database-lost' || what === 'query-failed'))
      await gateway.stop()
      await database.drop()
    })

    it('names the error of a query that fails', async () => {
      const database = await kind.create()
      const gateway = await startTestGateway(database, { cacheBytesMax: 0, feed: 'clock' })
      await database.execute('rename table wp_posts to wp_posts_away')
      assert.equal((await gateway.get(`${posts}?_fields=id`)).status, 503)
      const failed = gateway.observed.find((each) => each.kind === 'query-failed')
      assert.equal(failed?.code, 'ER_NO_SUCH_TABLE')
      await gateway.stop()
      await database.drop()
    })
  })
}
