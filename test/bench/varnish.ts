// How long after its commit a change is fresh through Varnish: feed, webhook, receiver, ban, fetch.
// `node --conditions=lectern-source test/bench/varnish.ts`. Times from the commit's acknowledgement to the first answer through
// Varnish that shows it, asked for again and again, ms.
import { createConnection } from 'mysql2/promise'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'
import { freePort } from '../support/free-port.ts'
import { startBans, startVarnish } from '../support/proxies.ts'
import { startServers } from '../support/servers.ts'
import { webhookSecret } from '../support/webhook-receiver.ts'

const commits = Number(process.env['COMMITS'] ?? 200)
const path = '/cms-json/cms/v2/posts/238?_fields=title'

/** What is waited for holds the process by nothing. */
const awake = setInterval(() => {}, 1000)
const servers = await startServers()
announceServers(servers)
const [port, bansPort, hookPort] = [await freePort(), await freePort(), await freePort()]
const receiver = await startBans(hookPort, bansPort, webhookSecret)
for (const kind of testDatabases()) {
  if (kind.flavour === 'sqlite') continue
  const database = await kind.create()
  for (const { feed, webhookDelayMs } of [
    { feed: 'binlog', webhookDelayMs: 0 },
    { feed: 'binlog', webhookDelayMs: 200 },
    { feed: 'poll', webhookDelayMs: 0 },
  ] as const) {
    const gateway = await startTestGateway(
      { url: database.adminUrl },
      {
        feed,
        webhookDelayMs,
        publicUrl: `http://127.0.0.1:${port}`,
        tagHeaders: 'surrogate-key',
        cdnCacheControl: 'max-age=86400',
        webhookUrls: [receiver.url],
        webhookSecret: [webhookSecret],
        webhookRetryMs: 50,
      },
    )
    const varnish = await startVarnish(port, bansPort, gateway.url)
    const writer = await createConnection(database.adminUrl)
    const shows = async (title: string) => (await (await fetch(varnish.url + path)).text()).includes(title)
    const times: number[] = []
    for (let n = -5; n < (feed === 'poll' ? commits / 5 : commits); n += 1) {
      const title = `title ${feed} ${webhookDelayMs} ${n};`
      await shows(title)
      await writer.query('update wp_posts set post_title = ? where ID = 238', [title])
      const began = performance.now()
      while (!(await shows(title)));
      // The first wait for what is told at the start
      if (n >= 0) times.push(performance.now() - began)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    console.log(
      `${kind.name} ${feed}, WEBHOOK_DELAY_MS=${webhookDelayMs}: p50 ${at(0.5)}, p99 ${at(0.99)}, ${times.length} commits`,
    )
    await writer.end()
    await gateway.stop()
    await varnish.stop()
  }
  await database.drop()
}
await receiver.stop()
await Promise.all(servers.map(async (server) => await server.stop()))
clearInterval(awake)
