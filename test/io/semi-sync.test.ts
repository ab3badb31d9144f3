// Commits that wait for a replica stand in the log long before readers see them: whatever they are, no answer of before is kept.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { administer } from '../support/administer.ts'
import { onServer, type TestDatabase } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startProcess, type Program } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'

const path = '/cms-json/cms/v2/posts/228?_fields=title'
const change = "update wp_posts set post_title = 'replicated' where ID = 228"
const waitMs = 3000
/** Longer than answers count as fresh by one proof. */
const lateMs = 2500

const ways: Readonly<Record<string, readonly string[]>> = {
  'a statement': ["set session binlog_format = 'STATEMENT'", change],
  'a distributed transaction (XA)': [
    "xa start 'one'",
    change,
    "xa end 'one'",
    "xa prepare 'one'",
    "xa commit 'one'",
  ],
}

const titleIn = async (gateway: TestGateway) => (await gateway.get(path)).text

/** A server whose commits wait for a replica that there is not, while `waits` is on. */
async function startWaiting(program: Program) {
  const server = await startProcess(program)
  const kind = onServer({ name: program.flavour, flavour: program.flavour, ...server })
  const role = program.flavour === 'mariadb' ? 'master' : 'source'
  if (program.flavour === 'mysql')
    await administer(server.url, "install plugin rpl_semi_sync_source soname 'semisync_source.so'")
  await administer(server.url, `set global rpl_semi_sync_${role}_wait_point = AFTER_SYNC`)
  await administer(server.url, `set global rpl_semi_sync_${role}_timeout = ${waitMs}`)
  const waits = async (is: 0 | 1) =>
    void (await administer(server.url, `set global rpl_semi_sync_${role}_enabled = ${is}`))
  return { create: () => kind.create(), waits, stop: server.stop }
}

type Waiting = Awaited<ReturnType<typeof startWaiting>>

async function begin(test: TestContext, waiting: Waiting) {
  await waiting.waits(0)
  const database = await waiting.create()
  const writer = await createConnection(database.adminUrl)
  test.after(() => writer.end())
  return { database, write: async (statement: string) => void (await writer.query(statement)) }
}

async function follow(test: TestContext, database: TestDatabase): Promise<TestGateway> {
  const gateway = await startTestGateway({ url: database.adminUrl }, { feed: 'binlog' })
  test.after(gateway.stop)
  return gateway
}

/** Asks all the time until a write has ended, and once it is late. */
async function titleAfter(gateway: TestGateway, writing: Promise<void>): Promise<string> {
  const over = new AbortController()
  const written = writing.finally(() => over.abort())
  while (!over.signal.aborted) {
    await titleIn(gateway)
    await setTimeout(50)
  }
  await written
  await setTimeout(lateMs)
  return await titleIn(gateway)
}

for (const program of serverPrograms())
  describe(
    `a commit that waits for a replica of ${program.flavour} in ${program.root}`,
    { concurrency: false },
    () => {
      let waiting: Waiting
      before(async () => {
        waiting = await startWaiting(program)
      })
      after(() => waiting.stop())

      for (const [what, statements] of Object.entries(ways))
        it(`is never missed: ${what}`, async (test) => {
          const { database, write } = await begin(test, waiting)
          const gateway = await follow(test, database)
          await eventually(async () =>
            assert.match((await gateway.get(path)).headers.get('cache-status') ?? '', /hit/),
          )
          for (const statement of statements.slice(0, -1)) await write(statement)
          await waiting.waits(1)
          assert.match(await titleAfter(gateway, write(statements.at(-1) ?? '')), /replicated/)
        })

      it('is never missed by a gateway that starts meanwhile', async (test) => {
        const { database, write } = await begin(test, waiting)
        await waiting.waits(1)
        const writing = write(change)
        // By then it stands in the log
        await setTimeout(300)
        const gateway = await follow(test, database)
        assert.match(await titleAfter(gateway, writing), /replicated/)
      })
    },
  )
