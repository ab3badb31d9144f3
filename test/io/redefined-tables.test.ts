// Tables that show other rows without being written to, over a gateway that follows changes: views that are defined anew, engines
// that keep rows elsewhere or date no change, rows that foreign keys delete. No answer of before counts as fresh after.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { administer } from '../support/administer.ts'
import { onServer, testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway } from '../support/gateway.ts'
import { feedOf } from '../support/racing.ts'
import { createRedirectTables, redirectItem } from '../support/redirection.ts'
import { startProcess } from '../support/server-process.ts'
import { serverPrograms } from '../support/servers.ts'

const path = '/cms-json/cms/v2/posts/228?_fields=title'
const freshWithinMs = 2000
const columns = `ID, post_author, post_date, post_date_gmt, post_content, post_excerpt, post_status, comment_status, ping_status,
  post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order,
  post_type, post_mime_type, comment_count`

interface Case {
  readonly what: string
  readonly before: readonly string[]
  readonly change: readonly string[]
  /** The servers that have it; both where it is not said. */
  readonly on?: TestDatabaseKind['flavour']
}

const others = [
  'rename table wp_posts to base_posts',
  'create table other_posts like base_posts',
  'insert into other_posts select * from base_posts',
]
/** Titles lie in a table of their own, of another engine. */
const titlesIn = (engine: string) => [
  `create table titles (nr bigint unsigned not null, post_title varchar(100) not null) engine = ${engine}`,
  'insert into titles select ID, left(post_title, 100) from wp_posts',
  'rename table wp_posts to base_posts',
  `create view wp_posts as select ${columns}, titles.post_title from base_posts join titles on nr = ID`,
]
const changeTitle = "update titles set post_title = 'Another' where nr = 228"

/** `beside`: a schema of the test's own. */
const cases = (own: string, beside: string): readonly Case[] => [
  {
    what: 'a view is defined anew, and then the table written that it reads',
    before: [...others, 'create view wp_posts as select * from base_posts'],
    change: [
      'create or replace view wp_posts as select * from other_posts',
      "update other_posts set post_title = 'Another' where ID = 228",
    ],
  },
  {
    what: 'a view that a view reads is defined anew',
    before: [
      ...others,
      "update other_posts set post_title = 'Another' where ID = 228",
      'create view between_them as select * from base_posts',
      'create view wp_posts as select * from between_them',
    ],
    change: ['create or replace view between_them as select * from other_posts'],
  },
  {
    what: 'a table lies in memory',
    before: titlesIn('memory'),
    change: [changeTitle],
  },
  {
    what: 'a table is written to the disk later',
    before: ['alter table wp_posts engine = Aria'],
    change: ["update wp_posts set post_title = 'Another' where ID = 228"],
    on: 'mariadb',
  },
  {
    what: 'a table shows the rows of another',
    before: [
      'create table part like wp_posts',
      'alter table part engine = MyISAM',
      'insert into part select * from wp_posts',
      'drop table wp_posts',
      'create table wp_posts like part',
      'alter table wp_posts engine = merge union = (part)',
    ],
    change: ["update part set post_title = 'Another' where ID = 228"],
  },
  {
    what: 'keys lead through another schema',
    before: [
      'create table tops (id bigint unsigned primary key)',
      'insert into tops values (1)',
      `create table \`${beside}\`.middles (id bigint unsigned primary key, top bigint unsigned,
         foreign key (top) references \`${own}\`.tops (id) on delete cascade)`,
      `insert into \`${beside}\`.middles values (1, 1)`,
      'alter table wp_posts add column middle bigint unsigned',
      'update wp_posts set middle = 1 where ID = 228',
      `alter table wp_posts add foreign key (middle) references \`${beside}\`.middles (id) on delete cascade`,
    ],
    change: ['delete from tops where id = 1'],
  },
]

async function run(database: TestDatabase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.execute(statement)
}

for (const kind of testDatabases().filter(({ server }) => server !== null))
  for (const feed of ['binlog', 'poll'] as const)
    describe(`answers, by ${feed} on ${kind.name}, are not kept as fresh where`, () => {
      for (const [nth, { what, on = kind.flavour }] of cases('', '').entries())
        it(what, async (test) => {
          if (on !== kind.flavour) return test.skip(`${kind.flavour} has no such engine`)
          const [database, beside] = [await kind.create(), `beside_${randomBytes(6).toString('hex')}`]
          const own = new URL(database.adminUrl).pathname.slice(1)
          const each = cases(own, beside)[nth]
          assert.ok(each)
          await run(database, [`create database ${beside}`, ...each.before])
          const settings = { feed, freshWithinMs, cacheBlindLifeMs: 500 }
          const gateway = await startTestGateway({ url: database.adminUrl }, settings)
          const before = await gateway.get(path)
          await eventually(async () =>
            assert.match((await gateway.get(path)).headers.get('cache-status') ?? '', /hit/),
          )
          // What is learned of tables every ten seconds is learned
          await setTimeout(freshWithinMs)
          await gateway.get(path)
          for (const statement of each.change) {
            await database.execute(statement)
            await setTimeout(freshWithinMs)
            await gateway.get(path)
          }
          assert.notEqual((await gateway.get(path)).text, before.text)
          await gateway.stop()
          await administer(database.adminUrl, `set foreign_key_checks = 0; drop database ${beside}`)
          await database.drop()
        })
    })

for (const kind of testDatabases().filter(({ flavour }) => flavour === 'mariadb'))
  it(`answers made of a plug-in's table are not kept as fresh where its engine dates no change, on ${kind.name}`, async () => {
    const database = await kind.create()
    await createRedirectTables(database, [redirectItem(1, '/old/')])
    await database.execute('alter table wp_redirection_items engine = Aria')
    const gateway = await startTestGateway(
      { url: database.adminUrl },
      { feed: 'poll', packs: ['auto'], brand: 'wp', freshWithinMs, cacheBlindLifeMs: 500 },
    )
    const read = () => gateway.get('/wp-json/redirects/v1/at?url=/old/')
    await eventually(async () => assert.match((await read()).headers.get('cache-status') ?? '', /hit/))
    await database.execute("update wp_redirection_items set action_data = '/newest/'")
    await setTimeout(freshWithinMs)
    await read()
    assert.match((await read()).text, /newest/)
    await gateway.stop()
    await database.drop()
  })

/** The first program of each kind of server: what its log leaves out is the same in all versions. */
const programs = new Map(serverPrograms().map((program) => [program.flavour, program]))

for (const program of programs.values())
  it(`statements that the log of ${program.flavour} leaves out, since another database is chosen, are noticed`, async () => {
    const server = await startProcess(program, ['--binlog-ignore-db=left_out'])
    const database = await onServer({ name: program.flavour, flavour: program.flavour, ...server }).create()
    const own = new URL(database.adminUrl).pathname.slice(1)
    const gateway = await startTestGateway({ url: database.adminUrl }, { feed: 'auto', freshWithinMs })
    await eventually(async () =>
      assert.match((await gateway.get(path)).headers.get('cache-status') ?? '', /hit/),
    )
    await administer(server.url, `create database left_out; use left_out; truncate \`${own}\`.wp_posts`)
    await setTimeout(freshWithinMs)
    assert.equal((await gateway.get(path)).status, 404)
    assert.equal(feedOf(gateway), 'poll')
    await gateway.stop()
    await server.stop()
  })
