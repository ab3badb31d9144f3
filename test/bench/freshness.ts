// How long after its commit a change has dropped what was made of it, by each feed on each server:
// `node --conditions=lectern-source test/bench/freshness.ts`. Times from the commit's acknowledgement to the drop, ms.
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startServers } from '../support/servers.ts'

const commits = 300
const path = '/cms-json/cms/v2/posts?per_page=20'

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
      while ((await gateway.get(path)).headers.get('cache-status') !== 'lectern; hit') await sleep(20)
      const gone = new Promise<void>((resolve) => dropped.push(resolve))
      await writer.query(`update wp_posts set post_title = 'title ${feed} ${n}' where ID = 238`)
      const began = performance.now()
      await gone
      times.push(performance.now() - began)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    console.log(`${kind.name} ${feed}: p50 ${at(0.5)}, p99 ${at(0.99)}, ${times.length} commits`)
    await writer.end()
    await gateway.stop()
  }
  await database.drop()
}
await Promise.all(servers.map(async (server) => await server.stop()))
clearInterval(awake)
