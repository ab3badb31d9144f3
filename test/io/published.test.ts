// What the binlog feed publishes can be read at that moment: rows inserted, updated and deleted by many writers, on servers
// that sync their log at each commit.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnection, createPool, type RowDataPacket } from 'mysql2/promise'
import type { Change, RowChange } from '../../src/core/change.ts'
import { parseAddress } from '../../src/database/address.ts'
import { wordpress } from '../../src/database/layout.ts'
import { connectionOptions } from '../../src/database/mysql.ts'
import { openDatabase } from '../../src/database/open.ts'
import { binlogFeed } from '../../src/feed/binlog.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { whileSynced } from '../support/synced.ts'

const writers = 8
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

for (const kind of testDatabases()) {
  const { server } = kind
  if (server === null) continue
  describe(`what the log of ${kind.name} tells`, () => {
    it('can be read when it is published', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      const address = parseAddress(database.adminUrl)
      assert(address?.kind === 'mysql')
      const limits = { connectionsMax: 8, queriesWaitingMax: 1000, queryTimeoutMs: 5000 }
      const engine = openDatabase(address, limits)
      const readers = createPool({ uri: database.adminUrl, connectionLimit: 16 })
      const early: string[] = []
      const looks: Promise<void>[] = []
      let published = 0
      const look = async (change: RowChange) => {
        const what = await unseen(change, async (sql) => (await readers.query<RowDataPacket[]>(sql))[0])
        if (what !== null) early.push(what)
      }
      const publish = (changes: readonly Change[]) => {
        for (const change of changes) {
          assert(change.kind === 'row', JSON.stringify(change))
          // What others hold is told early, without its place, and once more
          if (change.at === undefined) continue
          published += 1
          looks.push(look(change))
        }
      }
      const feed = binlogFeed({
        engine,
        connection: connectionOptions(address),
        schema: address.database,
        layout: wordpress('wp_'),
        serverId: 0x30000000 + Math.floor(Math.random() * 0xfffffff),
      })
      assert.equal(await feed.start(publish), null)
      test.after(async () => {
        await feed.stop()
        await readers.end()
        await engine.close()
        await database.drop()
      })
      let written = 0
      await whileSynced(database.adminUrl, async () => {
        const until = performance.now() + forMs
        const writer = async (nth: number) => {
          const session = await createConnection(database.adminUrl)
          await session.query(`set sql_mode = ''`)
          for (let id = 1000 + nth; performance.now() < until; id += writers)
            for (const statement of life(id)) {
              await session.query(statement)
              written += 1
            }
          await session.end()
        }
        await Promise.all(Array.from({ length: writers }, (_, nth) => writer(nth)))
      })
      await eventually(async () => assert(published > written / 2))
      await feed.stop()
      await Promise.all(looks)
      test.diagnostic(`${written} transactions, ${published} rows published, ${early.length} too early`)
      assert.deepEqual(early, [])
    })
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
