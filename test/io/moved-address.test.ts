// An address that comes to lead to another server, as a proxy or a name that goes with the primary does: what is kept is of the server
// that the address leads to, and is followed there, whichever connections to the server before live on.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { parseAddress } from '../../src/database/address.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Row } from '../../src/database/tables.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { feedOf, racingSettings } from '../support/racing.ts'
import { hasLoggingAndMute, type Member } from '../support/replication.ts'
import { sessionsIn } from '../support/sessions.ts'
import { serverPrograms } from '../support/servers.ts'
import { createTcpProxy } from '../support/tcp-proxy.ts'

const limits = { connectionsMax: 4, queriesWaitingMax: 100, queryTimeoutMs: 10_000 }

interface Read {
  readonly server: number
  readonly session: number
}

/** The same post by different addresses, each of which has an answer of its own. */
const paths = Array.from(
  { length: 24 },
  (_, nth) => `/cms-json/cms/v2/posts?include=228&_fields=title&per_page=${nth + 1}`,
)

for (const program of serverPrograms())
  describe(`an address that leads to another ${program.flavour}`, () => {
    const servers = hasLoggingAndMute(program)

    async function serve(test: TestContext, first: Member) {
      const proxy = await createTcpProxy(first.url)
      const url = new URL(servers().database.url)
      url.host = new URL(proxy.url).host
      const gateway = await startTestGateway({ url: url.href }, racingSettings)
      test.after(async () => {
        await gateway.stop()
        await proxy.close()
      })
      await eventually(async () => assert.equal(feedOf(gateway), 'binlog'))
      return { gateway, proxy }
    }
    const titlesOf = async (gateway: TestGateway) =>
      new Set(
        await Promise.all(
          paths.map(async (path) => at((await gateway.get(path)).json, 0, 'title', 'rendered')),
        ),
      )
    const areKept = (gateway: TestGateway) =>
      eventually(async () => {
        for (const path of paths)
          assert.match((await gateway.get(path)).headers.get('cache-status') ?? '', /hit/)
      })
    const areAll = (gateway: TestGateway, title: string) =>
      eventually(async () => assert.deepEqual(await titlesOf(gateway), new Set([title])))
    const change = (member: Member, title: string) => {
      const { pathname } = new URL(servers().database.url)
      return member.execute(
        `update \`${pathname.slice(1)}\`.wp_posts set post_title = '${title}' where ID = 228`,
      )
    }

    it('is followed where it leads, though the log there leaves out what is repeated', async (test) => {
      const { source, logging, mute } = servers()
      const { gateway, proxy } = await serve(test, logging)
      proxy.lead(mute.url)
      proxy.cut()
      for (const title of ['Repeated', 'Repeated again']) {
        await areKept(gateway)
        await change(source, title)
        await mute.caughtUp()
        await areAll(gateway, title)
      }
    })

    it('is known to reach the server that answers what is sent again', async (test) => {
      const { source, logging, database } = servers()
      const proxy = await createTcpProxy(source.url)
      const url = new URL(database.url)
      url.host = new URL(proxy.url).host
      const address = parseAddress(url.href)
      assert(address)
      const engine = openDatabase(address, limits)
      test.after(async () => {
        await engine.close()
        await proxy.close()
      })
      const repeated: unknown[] = []
      const read = (seconds: number) =>
        engine.rows(
          sql<Row>`select @@server_id as server, sleep(${seconds})`.compile(engine.kysely),
          AbortSignal.timeout(limits.queryTimeoutMs),
          (error) => void repeated.push(error),
        )
      await read(0)
      const known = engine.reached()
      const reading = read(2)
      const session = async () => {
        const sessions = await sessionsIn({ url: url.href, execute: source.execute })
        return sessions.find(({ statement }) => statement.includes('sleep(2)'))?.id
      }
      await eventually(async () => assert.ok(await session()))
      proxy.lead(logging.url)
      await source.execute(`kill ${await session()}`)
      const [{ server } = {}] = await reading
      const [{ id } = {}] = await logging.execute('select @@server_id as id')
      assert.deepEqual([Number(server), repeated.length], [Number(id), 1])
      assert.deepEqual([known.size, engine.reached().difference(known).size], [1, 1])
    })

    it('is known to reach two servers, and one alone once connections are made anew', async (test) => {
      const { source, logging, database } = servers()
      const proxy = await createTcpProxy(source.url)
      const url = new URL(database.url)
      url.host = new URL(proxy.url).host
      const address = parseAddress(url.href)
      assert(address)
      const engine = openDatabase(address, limits)
      test.after(async () => {
        await engine.close()
        await proxy.close()
      })
      const read = async () => {
        const asked = sql<Read>`select @@server_id as server, connection_id() as session, sleep(0.2)`
        const answers = await Promise.all(Array.from({ length: 4 }, () => asked.execute(engine.kysely)))
        return answers.flatMap(({ rows }) => rows)
      }
      const [first] = await read()
      assert.equal(engine.reached().size, 1)
      proxy.lead(logging.url)
      await source.execute(`kill ${first?.session}`)
      await eventually(async () => assert.equal(new Set((await read()).map(({ server }) => server)).size, 2))
      assert.equal(engine.reached().size, 2)
      engine.reconnect()
      assert.equal(engine.reached().size, 0)
      const [{ id } = {}] = await logging.execute('select @@server_id as id')
      assert.deepEqual(new Set((await read()).map(({ server }) => server)), new Set([Number(id)]))
      assert.equal(engine.reached().size, 1)
    })
  })
