// How long after its commit a change has dropped what was made of it, by each feed on each server, where so many write at
// once: `node --conditions=lectern-source test/bench/freshness.ts 1 4 16`. Times of one writer from the commit's
// acknowledgement to the drop, ms; of some who write to the same dozen rows, on servers that sync their logs, from when the
// log told of the commit to when the feed does, and beside them of a statement that touches nothing: what the machine takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { monotonicMs } from '../../src/core/change.ts'
import { parseAddress } from '../../src/database/address.ts'
import { wordpress } from '../../src/database/layout.ts'
import { connectionOptions } from '../../src/database/mysql/engine.ts'
import { openDatabase } from '../../src/database/open.ts'
import { binlogFeed } from '../../src/feed/binlog.ts'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startServers } from '../support/servers.ts'
import { whileSynced } from '../support/synced.ts'

const commits = 300
const path = '/cms-json/cms/v2/posts?per_page=20'
const forMs = 10_000
const serverId = 0x30000001
const posts = [201, 202, 203, 204, 216, 217, 218, 219, 220, 228, 229, 230]
/** What is written in turn: counted up, changed back and forth, a new text, a time. */
const writes = [
  (id: number) => `update wp_posts set menu_order = menu_order + 1 where ID = ${id}`,
  (id: number) =>
    `update wp_posts set comment_status = if(comment_status = 'open', 'closed', 'open') where ID = ${id}`,
  (id: number, n: number) => `update wp_posts set post_title = 'title ${n}' where ID = ${id}`,
  (id: number) => `update wp_posts set post_modified = post_modified + interval 1 second where ID = ${id}`,
]

const asked = process.argv.slice(2).map(Number)
const writerCounts = asked.length > 0 ? asked : [2, 8, 16]

/** What is waited for holds the process by nothing. */
const awake = setInterval(() => {}, 1000)
const servers = await startServers()
announceServers(servers)
for (const kind of testDatabases()) {
  if (kind.flavour === 'sqlite') continue
  const database = await kind.create()
  for (const feed of ['binlog', 'poll'] as const) {
    const dropped: (() => void)[] = []
    const following = Promise.withResolvers<void>()
    const gateway = await startTestGateway({ url: database.adminUrl }, { feed }, (observation) => {
      if (observation.kind === 'dropped') dropped.shift()?.()
      if (observation.kind === 'feed') following.resolve()
    })
    await following.promise
    const writer = await createConnection(database.adminUrl)
    const times: number[] = []
    for (let n = 0; n < (feed === 'poll' ? 40 : commits); n += 1) {
      // What is read while a table's second runs on is not kept
      while (!(await gateway.get(path)).headers.get('cache-status')?.startsWith('lectern; hit'))
        await sleep(20)
      const gone = new Promise<void>((resolve) => dropped.push(resolve))
      await writer.query(`update wp_posts set post_title = 'title ${feed} ${n}' where ID = 238`)
      const began = performance.now()
      await gone
      times.push(performance.now() - began)
    }
    say(`${kind.name} ${feed}`, times, `${times.length} commits`)
    await writer.end()
    await gateway.stop()
  }
  for (const writers of writerCounts) await whileSynced(database.adminUrl, async () => await many(writers))
  async function many(writers: number): Promise<void> {
    const address = parseAddress(database.adminUrl)
    if (address?.kind !== 'mysql') return
    const limits = { connectionsMax: 10, queriesWaitingMax: 1000, queryTimeoutMs: 5000 }
    const engine = openDatabase(address, limits)
    const layout = wordpress('wp_')
    const feed = binlogFeed({
      engine,
      connection: connectionOptions(address),
      schema: address.database,
      layout,
      observe: () => {},
      serverId,
    })
    const delays: number[] = []
    await feed.start((_, { atMs }) => void delays.push(monotonicMs() - atMs))
    const until = performance.now() + forMs
    const writer = async (first: number) => {
      const session = await createConnection(database.adminUrl)
      for (let n = first; performance.now() < until; n += 1) {
        const [write, id] = [writes[n % writes.length], posts[Math.floor(Math.random() * posts.length)]]
        if (write && id !== undefined) await session.query(write(id, n))
        await sleep(1)
      }
      await session.end()
    }
    const trips: number[] = []
    const idler = async () => {
      const session = await createConnection(database.adminUrl)
      for (; performance.now() < until; await sleep(20)) {
        const began = performance.now()
        await session.query('select 1')
        trips.push(performance.now() - began)
      }
      await session.end()
    }
    await Promise.all([idler(), ...Array.from({ length: writers }, (_, nth) => writer(nth))])
    await feed.caughtUp?.()
    await feed.stop()
    await engine.close()
    say(`${kind.name} binlog, ${writers} writers`, delays, `${delays.length} commits`)
    say(`${kind.name} 'select 1' beside ${writers} writers`, trips, `${trips.length} statements`)
  }
  await database.drop()
}
function say(what: string, times: number[], of: string): void {
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  console.log(`${what}: p50 ${at(0.5)}, p99 ${at(0.99)}, ${of}`)
}

await Promise.all(servers.map(async (server) => await server.stop()))
clearInterval(awake)
