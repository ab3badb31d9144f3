// The contract of every engine: what it says of its server, what it lets through, what errors mean. The same cases for each.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { parseAddress } from '../../src/database/address.ts'
import type { Access, Engine } from '../../src/database/engine.ts'
import { openDatabase } from '../../src/database/open.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { until } from '../support/eventually.ts'

const limits = { connectionsMax: 2, queriesWaitingMax: 10, queryTimeoutMs: 10_000 }

function open({ url }: TestDatabase, access: Access = 'read'): Engine {
  const address = parseAddress(url)
  assert(address !== null)
  return openDatabase(address, limits, access)
}

/** What an engine takes the error of a statement for. */
async function meaningOf(engine: Engine, statement: string): Promise<string> {
  return await sql
    .raw(statement)
    .execute(engine.kysely)
    .then(
      () => 'none',
      (error: unknown) => engine.meaningOf(error),
    )
}

for (const kind of testDatabases())
  describe(`the engine of ${kind.name}`, () => {
    const withEngine = (run: (engine: Engine, database: TestDatabase) => Promise<void>) => async () => {
      const database = await kind.create()
      const engine = open(database)
      try {
        await run(engine, database)
      } finally {
        await engine.close()
        await database.drop()
      }
    }

    it(
      'names its server, tables with columns in lower case, and indexes with columns in their order',
      withEngine(async (engine) => {
        const server = await engine.inspect()
        assert.equal(server.name.split(' ')[0], kind.name.split(' ')[0])
        const posts = server.tables.get('wp_posts')
        assert(posts?.has('id') && posts.has('post_title') && !posts.has('ID'))
        const index = server.indexes.get('wp_posts')?.find(({ name }) => name.includes('type_status_date'))
        assert.deepEqual(index?.columns.slice(0, 3), ['post_type', 'post_status', 'post_date'])
        assert.equal(index?.isFulltext, false)
      }),
    )

    if (kind.flavour !== 'sqlite')
      it('tries a server that cannot be reached once, which takes as long as a query may', async (test) => {
        let connections = 0
        const silent = createServer((socket) => {
          connections += 1
          socket.on('error', () => {})
        }).listen(0, '127.0.0.1')
        await once(silent, 'listening')
        test.after(() => silent.close())
        const bound = silent.address()
        assert(typeof bound === 'object' && bound !== null)
        const address = parseAddress(`mysql://reader@127.0.0.1:${bound.port}/cms`)
        assert(address !== null)
        const engine = openDatabase(address, { ...limits, queryTimeoutMs: 200 }, 'read')
        await assert.rejects(engine.inspect(), { code: 'ETIMEDOUT' })
        await engine.close()
        assert.equal(connections, 1)
      })

    it(
      'finds the database away once it is closed, also for statements that waited meanwhile',
      withEngine(async (engine) => {
        const answers = [1, 2, 3, 4].map(() => meaningOf(engine, 'select 1'))
        await engine.close()
        for (const meaning of await Promise.all(answers)) assert.match(meaning, /^(none|unavailable)$/)
        assert.equal(await meaningOf(engine, 'select 1'), 'unavailable')
        const run = engine.rows(CompiledQuery.raw('select 1'), new AbortController().signal)
        assert.equal(
          await run.then(
            () => 'none',
            (error: unknown) => engine.meaningOf(error),
          ),
          'unavailable',
        )
      }),
    )

    it(
      'sees what was made after the last look',
      withEngine(async (engine, database) => {
        assert(!(await engine.inspect()).tables.has('wp_more'))
        await database.execute('create table wp_more (Id int primary key)')
        const columns = (await engine.inspect()).tables.get('wp_more')
        assert.deepEqual([...(columns?.keys() ?? [])], ['id'])
      }),
    )

    it(
      'writes nothing, whatever its account may do',
      withEngine(async (_, database) => {
        const engine = open({ ...database, url: database.adminUrl })
        for (const statement of [
          `update wp_posts set post_title = 'x'`,
          'delete from wp_posts',
          `insert into wp_options (option_name, option_value) values ('x', 'y')`,
        ])
          assert.equal(await meaningOf(engine, statement), kind.flavour === 'sqlite' ? 'changed' : 'bug')
        await engine.close()
        const [row] = await database.execute(
          `select count(*) as n from wp_posts where post_title <> 'x' and ID = 201`,
        )
        assert.equal(Number(row?.['n']), 1)
      }),
    )

    it(
      'says of errors whether the structure changed, or the statement is wrong',
      withEngine(async (engine) => {
        assert.equal(await meaningOf(engine, 'select 1'), 'none')
        assert.equal(await meaningOf(engine, 'select 1 from wp_gone'), 'changed')
        assert.equal(await meaningOf(engine, 'select gone from wp_posts'), 'changed')
        assert.equal(await meaningOf(engine, 'select from where'), 'bug')
      }),
    )

    it(
      'has the dialect of its family, and takes hints where that says so',
      withEngine(async (engine) => {
        const { dialect } = engine
        assert.equal(dialect.name, kind.flavour === 'sqlite' ? 'sqlite' : 'mysql')
        const hinted = await meaningOf(
          engine,
          'select ID from wp_posts force index (post_author) where ID = 1',
        )
        assert.equal(hinted === 'none', dialect.indexHints)
      }),
    )

    it(
      'keeps no more connections busy than it may, and counts them where it has any',
      withEngine(async (engine) => {
        await Promise.all(Array.from({ length: 6 }, async () => await sql`select 1`.execute(engine.kysely)))
        const connections = engine.connections()
        assert.equal(connections === null, kind.flavour === 'sqlite')
        assert.deepEqual(connections ?? { busy: 0, waiting: 0 }, { busy: 0, waiting: 0 })
      }),
    )

    it(
      'reads rows until a signal aborts, kills what ran on the server, and goes on with its connections',
      withEngine(async (engine) => {
        const read = (statement: string, signal = new AbortController().signal) =>
          engine.rows(CompiledQuery.raw(statement), signal)
        assert.deepEqual(await read('select 7 as seven'), [{ seven: 7 }])
        await assert.rejects(read('select gone from wp_posts'))
        const late = new Error('late')
        await assert.rejects(read('select 1', AbortSignal.abort(late)), late)
        if (kind.flavour === 'sqlite') return
        const aborted = new AbortController()
        // Two run, and two wait for a connection
        const slow = Array.from({ length: 4 }, () => read('select sleep(100) as slept', aborted.signal))
        await until(async () => engine.connections()?.waiting === 2)
        aborted.abort(late)
        for (const each of await Promise.allSettled(slow))
          assert.deepEqual(each, { status: 'rejected', reason: late })
        assert.deepEqual(
          await Promise.all([1, 2, 3, 4].map((nth) => read(`select sleep(0) as slept, ${nth} as nth`))),
          [1, 2, 3, 4].map((nth) => ({ slept: 0, nth })).map((row) => [row]),
        )
        await until(() => engine.connections()?.busy === 0)
      }),
    )

    it(
      'answers nothing once it is closed, and may be closed twice',
      withEngine(async (engine) => {
        await sql`select 1`.execute(engine.kysely)
        await engine.close()
        await assert.rejects(sql`select 1`.execute(engine.kysely))
      }),
    )
  })
