// Promises of every change feed, on every database that it can follow: commits are published, what is proven is published, proof
// stops where the database is not heard, a loss is made good, and a stop leaves nothing behind.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { dataOf, monotonicMs, type Change } from '../../src/core/change.ts'
import { createFollowing, feedsFor } from '../../src/feed/following.ts'
import { onServer, testDatabases, type TestDatabaseKind } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import type { FaultyProxy } from '../support/faulty-proxy.ts'
import { follow, layout, reach, type Followed, type Name } from '../support/followed-feed.ts'
import { startProcess, type Program } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'
import { holdLog } from '../support/whole-log.ts'
import { sessionsIn } from '../support/sessions.ts'

const isOfPosts = (change: Change) =>
  dataOf(change).some((each) => each.kind === 'gap' || each.table === 'posts')
/** Proof comes of what is committed now; sooner where it is asked for. */
const provesNow = async ({ feed }: Followed) => {
  const nowMs = monotonicMs()
  void feed.caughtUp?.()
  await eventually(async () => assert.ok((feed.provenAt() ?? 0) >= nowMs))
}
const publishes = ({ published }: Followed, from: number) =>
  eventually(async () => assert.ok(published.slice(from).some(isOfPosts)))

/** On a server of its own: whoever follows the log of another meets what is written there. */
async function followAlone(test: TestContext, program: Program): Promise<Followed> {
  const server = await startProcess(program)
  const kind = onServer({ name: program.binary, flavour: program.flavour, ...server })
  const followed = await follow(test, kind, 'binlog')
  test.after(server.stop)
  return followed
}

function cases(kind: TestDatabaseKind, name: Name): void {
  it('publishes a commit, and has published it when it proves it', async (test) => {
    const followed = await follow(test, kind, name)
    for (let n = 0; n < 5; n += 1) {
      const from = followed.published.length
      await followed.write(`commit ${n}`)
      await provesNow(followed)
      assert.ok(followed.published.slice(from).some(isOfPosts), `commit ${n}`)
    }
  })

  it('publishes what can be read', async (test) => {
    const read: Promise<string>[] = []
    const followed = await follow(test, kind, name, (changes, { title }) => {
      if (changes.some(isOfPosts)) read.push(title())
    })
    for (let n = 0; n < 10; n += 1) {
      await provesNow(followed)
      const from = read.length
      await followed.write(`readable ${n}`)
      await eventually(async () => assert.ok(read.length > from))
      // What the catalogue counts in seconds is published until the second is over, so that the first may be of the change before
      if (name === 'poll') await eventually(async () => assert.equal(await read.at(-1), `readable ${n}`))
      else assert.equal(await read[from], `readable ${n}`)
      read.length = 0
    }
  })

  it('proves more and more while nothing is committed', async (test) => {
    const followed = await follow(test, kind, name)
    for (let times = 0; times < 3; times += 1) await provesNow(followed)
    assert.ok((followed.feed.provenAt() ?? Infinity) <= monotonicMs())
  })

  it('has caught up with what was committed before', async (test) => {
    const followed = await follow(test, kind, name)
    const from = followed.published.length
    await followed.write('caught up')
    await followed.feed.caughtUp?.()
    assert.ok(followed.published.slice(from).some(isOfPosts))
  })

  it('ends with its stop', async (test) => {
    const followed = await follow(test, kind, name)
    await followed.feed.stop()
    const { length } = followed.published
    const provenAt = followed.feed.provenAt()
    await followed.write('after the end')
    await followed.feed.stop()
    assert.equal(followed.published.length, length)
    assert.equal(followed.feed.provenAt(), provenAt)
    if (name === 'binlog') await eventually(async () => assert.equal(followed.proxy?.count('log'), 0))
  })
}

type Fault = (proxy: FaultyProxy) => () => void

const faults: Readonly<Record<string, Fault>> = {
  'all connections fall silent': (proxy) => proxy.stall('all'),
  'no connection can be made': (proxy) => proxy.refuse(),
  'all connections are cut': (proxy) => {
    proxy.cut('all')
    return () => {}
  },
}

/** Longer than answers count as fresh by one proof. */
const lateMs = 3000

const faultsOfLog: Readonly<Record<string, Fault>> = {
  'the log falls silent': (proxy) => proxy.stall('log'),
  'the log is cut': (proxy) => {
    proxy.cut('log')
    return () => {}
  },
  'the log ends': (proxy) => {
    proxy.halfClose('log')
    return () => {}
  },
}

function faultCases(kind: TestDatabaseKind, name: 'binlog' | 'poll'): void {
  for (const [what, fault] of Object.entries(name === 'binlog' ? { ...faults, ...faultsOfLog } : faults))
    it(`proves nothing that it has not published while ${what}, and makes it good`, async (test) => {
      const followed = await follow(test, kind, name)
      await provesNow(followed)
      const { proxy, feed, published } = followed
      assert(proxy)
      const from = published.length
      const callOff = fault(proxy)
      await followed.write(`while ${what}`)
      const committedAt = monotonicMs()
      const proofs = setInterval(() => {
        const isProven = (feed.provenAt() ?? 0) >= committedAt
        if (isProven) assert.ok(published.slice(from).some(isOfPosts), 'proven before it was published')
      }, 1)
      test.after(() => clearInterval(proofs))
      if (name === 'binlog') await eventually(async () => assert.ok(followed.observed.includes('feed-lost')))
      callOff()
      await publishes(followed, from)
      await provesNow(followed)
      clearInterval(proofs)
    })

  it('has not caught up while the database cannot be asked', async (test) => {
    const { proxy, feed, published, write } = await follow(test, kind, name)
    assert(proxy)
    const callOff = proxy.refuse()
    await write('unheard')
    const from = published.length
    let hasCaughtUp = false
    const caughtUp = feed.caughtUp?.().then(() => {
      hasCaughtUp = true
    })
    // As often as it asks by itself
    await setTimeout(1000)
    assert.equal(hasCaughtUp, false)
    callOff()
    await caughtUp
    assert.ok(published.slice(from).some(isOfPosts))
  })

  for (const which of name === 'binlog' ? (['log', 'all'] as const) : (['all'] as const))
    it(`proves nothing that it has not published while connections are late: ${which}`, async (test) => {
      const followed = await follow(test, kind, name)
      await provesNow(followed)
      const { proxy, feed, published } = followed
      assert(proxy)
      const callOff = proxy.delay(which, lateMs)
      const from = published.length
      await followed.write('late')
      const committedAt = monotonicMs()
      const proofs = setInterval(() => {
        if (published.slice(from).some(isOfPosts)) return
        assert.ok((feed.provenAt() ?? 0) < committedAt, 'proven before it was published')
      }, 1)
      test.after(() => clearInterval(proofs))
      await eventually(async () => assert.ok(monotonicMs() - committedAt > lateMs))
      callOff()
      await publishes(followed, from)
      await provesNow(followed)
      clearInterval(proofs)
    })
}

for (const kind of testDatabases()) {
  if (kind.flavour === 'sqlite') {
    describe(`the feed data-version on ${kind.name}`, { concurrency: false }, () =>
      cases(kind, 'data-version'),
    )
    continue
  }
  for (const name of ['binlog', 'poll'] as const)
    describe(`the feed ${name} on ${kind.name}`, { concurrency: false }, () => {
      cases(kind, name)
      faultCases(kind, name)
    })
  describe(`the log of ${kind.name}`, () => {
    it('is a gap where it was purged meanwhile, and followed on', async (test) => {
      const followed = await follow(test, kind, 'binlog')
      const { proxy, database, published, observed } = followed
      assert(proxy)
      await holdLog(test, database)
      const from = published.length
      const callOff = proxy.refuse()
      await followed.write('purged')
      for (let n = 0; n < 2; n += 1) await database.execute('flush binary logs')
      const [last] = (await database.execute('show binary logs')).slice(-1)
      // Servers keep files that they still send to somebody
      await eventually(async () => {
        await database.execute(`purge binary logs to '${String(last?.['Log_name'])}'`)
        const [first] = await database.execute('show binary logs')
        assert.equal(first?.['Log_name'], last?.['Log_name'])
      })
      callOff()
      await eventually(async () => assert.ok(published.slice(from).some(({ kind: is }) => is === 'gap')))
      await eventually(async () => assert.ok(observed.includes('feed-back')))
      const then = published.length
      let written = 0
      // A machine that stands still for longer than the log may be silent has another gap in place of a row
      await eventually(async () => {
        await followed.write(`after the purge ${(written += 1)}`)
        assert.ok(published.slice(then).some(({ kind: is }) => is === 'row'))
      })
    })

    const settings = {
      feed: 'auto',
      pollMs: 100,
      serverId: undefined,
      shared: null,
      debezium: null,
    } as const

    it('is followed again where the lesser feed served meanwhile', async (test) => {
      const { proxy, engine, address } = await reach(test, kind, 'binlog')
      assert(proxy)
      const callOff = proxy.stall('log')
      const following = createFollowing({ apply: () => {}, tells: false, observe: () => {} })
      await following.follow(feedsFor(settings, address, engine, layout, () => {}))
      assert.deepEqual(following.names(), { wanted: 'binlog', used: 'poll' })
      callOff()
      await eventually(async () => assert.deepEqual(following.names(), { wanted: 'binlog', used: 'binlog' }))
      await following.stop()
    })

    it('leaves no connection where all stops while it is about to be followed again', async (test) => {
      const { proxy, engine, address } = await reach(test, kind, 'binlog')
      assert(proxy)
      const callOff = proxy.stall('log')
      const following = createFollowing({ apply: () => {}, tells: false, observe: () => {} })
      await following.follow(feedsFor(settings, address, engine, layout, () => {}))
      assert.equal(following.names().used, 'poll')
      await eventually(() => assert.equal(proxy.count('log'), 1))
      callOff()
      await following.stop()
      await engine.close()
      await eventually(() => assert.equal(proxy.count('all'), 0))
    })

    for (const asked of ['binlog_transaction_compression', 'show binary log status', 'key_column_usage'])
      it(`is away, not unfit, where the connection is cut when it is asked for ${asked}`, async (test) => {
        const { proxy, engine, address } = await reach(test, kind, 'binlog')
        assert(proxy)
        const [make] = feedsFor(settings, address, engine, layout, () => {})
        assert(make)
        const problemNow = async () => {
          const feed = make()
          const problem = await feed.start(() => {})
          await feed.stop()
          return problem?.kind ?? null
        }
        const callOff = proxy.cutAt(asked)
        assert.equal(await problemNow(), 'away')
        callOff()
        assert.equal(await problemNow(), null)
      })

    it('leaves no socket behind, however often it is lost', async (test) => {
      const followed = await follow(test, kind, 'binlog')
      const { proxy, observed } = followed
      assert(proxy)
      const sockets = () => process.getActiveResourcesInfo().filter((each) => each === 'TCPSocketWrap').length
      await provesNow(followed)
      const before = sockets()
      for (let times = 1; times <= 20; times += 1) {
        proxy.cut('log')
        await eventually(async () =>
          assert.equal(observed.filter((what) => what === 'feed-back').length, times),
        )
      }
      await eventually(async () => assert.ok(sockets() <= before, `${before} → ${sockets()}`))
    })

    const tablesOf = (changes: readonly Change[]) =>
      changes
        .flatMap(dataOf)
        .map((change) => (change.kind === 'gap' ? 'all' : `${change.kind} ${change.table}`))
    /** After a statement about tables everything is dropped, and again once it is known which are read now. */
    const settles = async (followed: Followed) => {
      const { database, feed, published } = followed
      for (let length = -1; length !== published.length;) {
        length = published.length
        await setTimeout(1500)
        await feed.caughtUp?.()
      }
      await database.execute('flush binary logs')
      await feed.caughtUp?.()
    }

    it('tells of tables that a view reads as of the view', async (test) => {
      const followed = await follow(test, kind, 'binlog')
      const { database, published, feed } = followed
      await database.execute('rename table wp_posts to base_posts')
      await database.execute('create view wp_posts as select * from base_posts')
      await settles(followed)
      assert.deepEqual([...(feed.blind?.() ?? [])], [])
      const from = published.length
      await followed.write('by a view')
      await feed.caughtUp?.()
      assert.deepEqual(tablesOf(published.slice(from)), ['table posts'])
    })

    it('drops what is of a view that posts lie in beside another table', async () => {
      const database = await kind.create()
      const columns =
        'nr integer not null primary key, headline varchar(100) not null, written datetime not null'
      for (const table of ['sheets', 'leaflets']) await database.execute(`create table ${table} (${columns})`)
      await database.execute("insert into sheets values (1, 'First', '2024-03-01 10:00:00')")
      await database.execute('create view shown_sheets as select * from sheets')
      const part = (table: string, type: string) => ({
        table,
        columns: {
          id: 'nr',
          title: 'headline',
          created_at: 'written',
          status: { constant: 'publish' },
          type: { constant: type },
          password: { constant: '' },
        },
      })
      const mapping = {
        tables: { posts: { parts: [part('shown_sheets', 'post'), part('leaflets', 'page')] } },
      }
      const gateway = await startTestGateway({ url: database.adminUrl }, { feed: 'auto', layout: mapping })
      const title = async () => (await gateway.get('/cms-json/cms/v2/posts/1?_fields=title')).text
      const isKept = async () =>
        (await gateway.get('/cms-json/cms/v2/posts/1?_fields=title')).headers.get('cache-status') ?? ''
      for (const text of ['Second', 'Third', 'Fourth']) {
        await eventually(async () => assert.match(await isKept(), /hit/))
        await database.execute('update sheets set headline = ?', [text])
        await eventually(async () => assert.match(await title(), new RegExp(text)))
      }
      await gateway.stop()
      await database.drop()
    })

    it('says of a view whose tables the account may not see that nothing notices its changes', async () => {
      const database = await kind.create()
      await database.execute('rename table wp_posts to base_posts')
      await database.execute('create view wp_posts as select * from base_posts')
      // The account may read, and not see how a view is made
      const gateway = await startTestGateway(database, { feed: 'poll', adminPort: 0 })
      const blind = async () => at(await (await fetch(`${gateway.adminUrl}/ready`)).json(), 'feed', 'blind')
      await eventually(async () => assert.deepEqual(await blind(), ['posts']))
      const path = '/cms-json/cms/v2/posts/228?_fields=id'
      const hit = async () => (await gateway.get(path)).headers
      await eventually(async () => assert.match((await hit()).get('cache-status') ?? '', /hit/))
      await eventually(async () => assert.ok(Number((await hit()).get('age')) >= 3))
      await gateway.stop()
      await database.drop()
    })

    it('tells of tables whose rows a foreign key deletes with others', async (test) => {
      const followed = await follow(test, kind, 'binlog')
      const { database, published, feed } = followed
      await database.execute('create table parents (id bigint unsigned primary key)')
      await database.execute('insert into parents values (1), (2)')
      await database.execute('create table tmp_meta like wp_postmeta')
      await database.execute('alter table wp_postmeta add column parent bigint unsigned')
      await database.execute(
        'alter table wp_postmeta add constraint below foreign key (parent) references parents (id) on delete cascade',
      )
      await settles(followed)
      const from = published.length
      await database.execute('delete from parents where id = 1')
      await feed.caughtUp?.()
      assert.deepEqual(tablesOf(published.slice(from)), ['table postmeta'])
    })

    it('tells of the table where it has not every column of a row', async (test) => {
      const { database, published, feed } = await follow(test, kind, 'binlog')
      const session = await createConnection(database.adminUrl)
      await session.query("set session binlog_row_image = 'MINIMAL'")
      const from = published.length
      await session.query("update wp_posts set post_status = 'draft' where ID = 228")
      await session.end()
      await feed.caughtUp?.()
      assert.deepEqual(tablesOf(published.slice(from)), ['table posts'])
    })

    const program = serverPrograms().find(({ flavour }) => flavour === kind.flavour)
    if (program)
      it('is a gap after a statement, however it is written, where a trigger or a function writes', async (test) => {
        const { database, published, feed } = await followAlone(test, program)
        await database.execute('create table side (word varchar(20))')
        await database.execute(
          `create trigger writes after insert on side for each row update wp_posts set post_title = new.word where ID = 228`,
        )
        await database.execute(
          `create function written() returns int deterministic
             begin update wp_posts set post_title = 'by a function' where ID = 228; return 1; end`,
        )
        const session = await createConnection(database.adminUrl)
        await session.query("set session binlog_format = 'STATEMENT'")
        for (const statement of [
          "insert /*!50000 high_priority */ into side values ('by a trigger')",
          "--\ninsert into side values ('by one more')",
          ...(kind.flavour === 'mariadb'
            ? [
                "set  statement max_statement_time = 9 for insert into side values ('by another')",
                // MySQL refuses it
                'create table made select written() as done',
                'create temporary table made_aside select written() as done',
              ]
            : []),
        ]) {
          await feed.caughtUp?.()
          const from = published.length
          await session.query(statement)
          await feed.caughtUp?.()
          const told = published.slice(from).flatMap(dataOf)
          assert(
            told.some((change) => change.kind === 'gap'),
            statement,
          )
        }
        await session.end()
      })
    if (program && kind.flavour === 'mysql')
      for (const set of ['binlog_transaction_compression = on', "binlog_row_value_options = 'PARTIAL_JSON'"])
        it(`goes on over what a session writes that it cannot read: ${set}`, async (test) => {
          const { database, published, observed, feed } = await followAlone(test, program)
          const session = await createConnection(database.adminUrl)
          await session.query(`set session ${set}`)
          for (let times = 1; times <= 3; times += 1) {
            const from = published.length
            await session.query(`update wp_posts set post_title = 'unreadable ${times}' where ID = 228`)
            await feed.caughtUp?.()
            assert.deepEqual(tablesOf(published.slice(from)).slice(0, 1), ['all'])
          }
          await session.end()
          assert.ok(!observed.includes('feed-lost'), observed.join(', '))
        })

    if (kind.flavour === 'mariadb')
      for (const [what, change] of [
        ['a long text is unique', 'add column hash text, add unique below (hash)'],
        ['the server keeps its history', 'add system versioning'],
      ] as const)
        it(`tells of the table where it has columns that the server hides: ${what}`, async (test) => {
          const followed = await follow(test, kind, 'binlog')
          const { database, published, observed, feed } = followed
          await database.execute(`alter table wp_terms ${change}`)
          await settles(followed)
          const from = published.length
          await database.execute("update wp_terms set name = 'changed' where term_id = 1")
          await feed.caughtUp?.()
          const told = tablesOf(published.slice(from))
          assert.deepEqual([...new Set(told)], ['table terms'])
          assert.ok(!observed.includes('feed-lost'), observed.join(', '))
        })

    it('tells of a commit that nobody can read yet as pending', async (test) => {
      const { database, published, feed } = await follow(test, kind, 'binlog')
      // Text that the log and a reader may have in two ways is asked for by a lock, which a writer holds
      await database.execute("update wp_posts set post_title = 'größer' where ID = 228")
      await feed.caughtUp?.()
      const [writer, holder] = await Promise.all([1, 2].map(() => createConnection(database.adminUrl)))
      assert(writer && holder)
      await writer.query('begin')
      await writer.query("update wp_posts set post_title = 'länger' where ID = 228")
      const held = holder
        .query('begin')
        .then(() => holder.query('select * from wp_posts where ID = 228 for update'))
      const from = published.length
      await eventually(async () => {
        const statements = (await sessionsIn(database)).map(({ statement }) => statement)
        assert.equal(statements.filter((sql) => /^select \* .*for update$/.test(sql)).length, 1)
      })
      await writer.query('commit')
      await held
      await eventually(async () => assert.equal(published[from]?.kind, 'pending'))
      await holder.query('rollback')
      await eventually(async () => assert.equal(published.at(-1)?.kind, 'settled'))
      await Promise.all([writer.end(), holder.end()])
    })
  })
}
