// Changes that the binlog feed publishes can be read at that moment: rows inserted, updated and deleted by many writers, on
// servers that sync their log at each commit.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { createConnection, createPool, type Connection, type RowDataPacket } from 'mysql2/promise'
import { dataOf, type Change, type RowChange } from '../../src/core/change.ts'
import { parseAddress } from '../../src/database/address.ts'
import { wordpress } from '../../src/database/layout.ts'
import { connectionOptions } from '../../src/database/mysql/engine.ts'
import { openDatabase } from '../../src/database/open.ts'
import { binlogFeed } from '../../src/feed/binlog.ts'
import type { Feed, Publish } from '../../src/feed/feed.ts'
import { testDatabases, type TestDatabase, type TestDatabaseKind } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { randomFor } from '../support/random.ts'
import { whileSynced } from '../support/synced.ts'

const writers = Number(process.env['FRESH_WRITERS'] ?? 8)
const few = [1, 2, 3, 4]
const forMs = Number(process.env['FRESH_MS'] ?? 2000)

/** A life of a post of which each statement is a transaction; what it is at a step is told by its order. */
const life = (id: number): readonly string[] => [
  `insert into wp_posts (ID, post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered, menu_order)
   values (${id}, 'new', '', '', '', '', '', 1)`,
  `update wp_posts set menu_order = 2 where ID = ${id}`,
  `insert into wp_term_relationships (object_id, term_taxonomy_id) values (${id}, 1)`,
  `insert into wp_term_relationships (object_id, term_taxonomy_id) values (${id}, 2)`,
  `update wp_posts set menu_order = 3 where ID = ${id}`,
  `delete from wp_term_relationships where object_id = ${id} and term_taxonomy_id = 2`,
  `delete from wp_posts where ID = ${id}`,
]

/** A row that is changed to and back, each time by one of these; what it is now cannot be seen for sure after the second. */
const toggles = (id: number): readonly string[] => [
  `update wp_posts set menu_order = 1 - menu_order where ID = ${id}`,
  `update wp_posts set post_title = if(post_title = 'ü', 'ä', 'ü') where ID = ${id}`,
  `update wp_posts set post_date = if(day(post_date) = 1, '2024-01-02', '2024-01-01') where ID = ${id}`,
]

/** A row that comes and goes. */
const turns = (id: number): readonly string[] => [
  `delete from wp_term_relationships where object_id = ${id} and term_taxonomy_id = 1`,
  `insert into wp_term_relationships (object_id, term_taxonomy_id) values (${id}, 1)`,
]

for (const kind of testDatabases()) {
  const { server } = kind
  if (server === null) continue
  describe(`what the log of ${kind.name} tells`, () => {
    it('can be read when it is published', async (test) => {
      const early: string[] = []
      const looks: Promise<void>[] = []
      let published = 0
      const { database, feed, read } = await follow(test, kind, (changes) => {
        for (const change of changes) {
          // On a busy machine a commit can be long in coming
          if (change.kind === 'pending') continue
          for (const row of rowsOf(change)) {
            // What others hold is told early, without its place, and once more
            if (row.at === undefined && change.kind !== 'settled') continue
            published += 1
            looks.push(look(row))
          }
        }
      })
      const look = async (change: RowChange) => {
        const what = await unseen(change, read)
        if (what !== null) early.push(what)
      }
      let written = 0
      await writing(database, async (session, nth, isOver) => {
        for (let id = 1000 + nth; !isOver(); id += writers)
          for (const statement of life(id)) {
            await session.query(statement)
            written += 1
          }
      })
      await eventually(async () => assert(published > written / 2))
      await feed.stop()
      await Promise.all(looks)
      test.diagnostic(`${written} transactions, ${published} rows published, ${early.length} too early`)
      assert.deepEqual(early, [])
    })

    it('can be read when many change the same few rows to and back', async (test) => {
      const early: string[] = []
      const looks: Promise<void>[] = []
      const told = new Set<readonly Change[]>()
      const counts = new Map<string, number>()
      const pending = new Map<number, readonly { readonly name: string; readonly nth: number }[]>()
      let [placed, transactions] = [0, 0]
      const { database, feed, read } = await follow(test, kind, (changes) => {
        // A second time what others held the first time
        if (told.has(changes)) return
        told.add(changes)
        for (const change of changes) {
          if (change.kind === 'settled') {
            for (const { name, nth } of pending.get(change.id) ?? []) looks.push(look(name, nth))
            continue
          }
          // Told again after a gap
          if (change.kind === 'pending' && pending.has(change.id)) continue
          transactions += 1
          const rows = rowsOf(change).map(counted)
          if (change.kind === 'pending') pending.set(change.id, rows)
          else
            for (const { at, name, nth } of rows) {
              if (at === undefined) continue
              placed += 1
              looks.push(look(name, nth))
            }
        }
      })
      const counted = ({ table, before, after, at }: RowChange) => {
        const row = after ?? before
        const name = `${table} ${table === 'posts' ? row?.['id'] : row?.['post_id']}`
        const nth = (counts.get(name) ?? 0) + 1
        counts.set(name, nth)
        return { at, name, nth }
      }
      const look = async (name: string, nth: number) => {
        const [row] = await read(`select times from changed where name = '${name}'`)
        if (!(Number(row?.['times']) >= nth)) early.push(`${nth} of ${name}, which was at ${row?.['times']}`)
      }
      // A table that the feed is told nothing of
      await database.execute('create table changed (name varchar(20) primary key, times int) engine = innodb')
      for (const id of few) {
        await database.execute(
          `insert into changed values ('posts ${id}', 1), ('term_relationships ${id}', 0)`,
        )
        await database.execute(life(id)[0] ?? '')
      }
      let written = 0
      await writing(database, async (session, nth, isOver) => {
        const { picked } = randomFor(`writer ${nth}`)
        while (!isOver()) {
          const id = picked(few)
          const table = picked(['posts', 'posts', 'posts', 'term_relationships'])
          await session.query('begin')
          const [[row]] = await session.query<RowDataPacket[]>(
            `select times from changed where name = '${table} ${id}' for update`,
          )
          const times = Number(row?.['times']) + 1
          await session.query(table === 'posts' ? picked(toggles(id)) : (turns(id)[times % 2] ?? ''))
          await session.query(`update changed set times = ${times} where name = '${table} ${id}'`)
          await session.query('commit')
          written += 1
        }
      })
      await eventually(async () => assert(transactions >= written, `${transactions} of ${written}`))
      await feed.stop()
      await Promise.all(looks)
      test.diagnostic(`${written} transactions, ${placed} rows published, ${early.length} too early`)
      assert.deepEqual(early, [])
    })
  })
}

function rowsOf(change: Change): readonly RowChange[] {
  return dataOf(change).map((each) => {
    assert(each.kind === 'row', JSON.stringify(each))
    return each
  })
}

interface Followed {
  readonly database: TestDatabase
  readonly feed: Feed
  readonly read: (sql: string) => Promise<readonly RowDataPacket[]>
}

async function follow(test: TestContext, kind: TestDatabaseKind, publish: Publish): Promise<Followed> {
  const database = await kind.create({ seed: 'empty' })
  const address = parseAddress(database.adminUrl)
  assert(address?.kind === 'mysql')
  const engine = openDatabase(address, { connectionsMax: 8, queriesWaitingMax: 1000, queryTimeoutMs: 5000 })
  const readers = createPool({ uri: database.adminUrl, connectionLimit: 16 })
  const feed = binlogFeed({
    engine,
    connection: connectionOptions(address),
    schema: address.database,
    layout: wordpress('wp_'),
    observe: () => {},
    serverId: 0x30000000 + randomInt(0xfffffff),
  })
  test.after(async () => {
    await feed.stop()
    await readers.end()
    await engine.close()
    await database.drop()
  })
  assert.equal(await feed.start(publish), null)
  return { database, feed, read: async (sql) => (await readers.query<RowDataPacket[]>(sql))[0] }
}

type Write = (session: Connection, nth: number, isOver: () => boolean) => Promise<void>

/** By many at once, to a server that syncs its log at each commit. */
async function writing(database: TestDatabase, write: Write): Promise<void> {
  await whileSynced(database.adminUrl, async () => {
    const until = performance.now() + forMs
    const writer = async (nth: number) => {
      const session = await createConnection(database.adminUrl)
      await session.query(`set sql_mode = ''`)
      await write(session, nth, () => performance.now() > until)
      await session.end()
    }
    await Promise.all(Array.from({ length: writers }, (_, nth) => writer(nth)))
  })
}

/** How far a life had come that looks like this: the post's step, and its relations. */
const looksOf = ['none 0', '1 0', '2 0', '2 1', '2 2', '3 2', '3 1', 'none 1']

/** Which statement of a life a change is of; they count from 1. */
function placeOf({ table, before, after }: RowChange): number {
  if (table === 'posts')
    return after === null ? 7 : after['menu_order'] === '1' ? 1 : after['menu_order'] === '2' ? 2 : 5
  return before !== null ? 6 : after?.['term_taxonomy_id'] === '1' ? 3 : 4
}

/** What cannot be read yet of a change; null where it can, or what came later can. */
async function unseen(
  change: RowChange,
  read: (sql: string) => Promise<readonly RowDataPacket[]>,
): Promise<string | null> {
  const row = change.after ?? change.before
  const id = Number(change.table === 'posts' ? row?.['id'] : row?.['post_id'])
  const [found] = await read(
    `select (select menu_order from wp_posts where ID = ${id}) as step,
       (select count(*) from wp_term_relationships where object_id = ${id}) as relations`,
  )
  const place = looksOf.indexOf(`${found?.['step'] ?? 'none'} ${found?.['relations']}`)
  return place >= placeOf(change) ? null : `${placeOf(change)} of ${id}, which was at ${place}`
}
