// The hit ratio of a read-heavy replay while WordPress writes ten times a second, by each feed on each server:
// `node --conditions=lectern-source test/bench/replay.ts [--seconds 20] [--reads 400]
// [--feed poll] [--mixes 1]`. Reads come at a steady rate, Zipf
// distributed over items, lists, terms and GraphQL; writes are WordPress's noise (transients, cron, sessions,
// locks, counters of views) with some edits among them, or edits alone.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createConnection, type Connection } from 'mysql2/promise'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startServers } from '../support/servers.ts'

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    reads: { type: 'string', default: '400' },
    posts: { type: 'string', default: '2000' },
    feed: { type: 'string', multiple: true, default: ['binlog', 'poll'] },
    mixes: { type: 'string', default: '3' },
  },
})
const seconds = Number(flags.seconds)
const readsPerSecond = Number(flags.reads)
const writesPerSecond = 10
const posts = Number(flags.posts)
/** Ids of the posts that are made for it. */
const firstId = 10_000

/** Numbers from 0 below `size`, the first most often. */
function zipf(size: number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= size; rank += 1) {
    sum += 1 / rank
    sums.push(sum)
  }
  return () => {
    const at = Math.random() * sum
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
}

const post = zipf(posts)
const page = zipf(50)
const idOf = (rank: number) => firstId + posts - 1 - rank

function nextPath(): string {
  const kind = Math.random()
  if (kind < 0.65) return `/cms-json/cms/v2/posts/${idOf(post())}`
  if (kind < 0.85) return `/cms-json/cms/v2/posts?page=${page() + 1}`
  if (kind < 0.92) return `/cms-json/cms/v2/posts?categories=1&page=${page() + 1}`
  if (kind < 0.96) return '/cms-json/cms/v2/categories'
  return `/graphql?query={posts(first:10){edges{node{title}}}}`
}

let written = 0
const noise: readonly ((n: number) => string)[] = [
  (n) =>
    `insert into wp_options (option_name, option_value, autoload) values ('_transient_bench_${n % 7}', '${n}', 'no')
     on duplicate key update option_value = '${n}'`,
  (n) => `delete from wp_options where option_name = '_transient_bench_${(n + 3) % 7}'`,
  (n) => `update wp_options set option_value = 'a:1:{i:${n};i:1;}' where option_name = 'cron'`,
  (n) =>
    `update wp_usermeta set meta_value = 'a:1:{i:${n};i:1;}' where meta_key = 'session_tokens' and user_id = 1`,
  (n) =>
    `update wp_postmeta set meta_value = '${n}:1' where meta_key = '_edit_lock' and post_id = ${idOf(post())}`,
  (n) => `update wp_postmeta set meta_value = '${n}' where meta_key = 'views' and post_id = ${idOf(post())}`,
]
const edits: readonly ((n: number) => string)[] = [
  (n) =>
    `update wp_posts set post_content = '<p>Text ${n}</p>', post_modified = now(), post_modified_gmt = utc_timestamp() where ID = ${idOf(post())}`,
  (n) => `update wp_posts set post_title = 'Title ${n}' where ID = ${idOf(post())}`,
]

const mixes: readonly (readonly [name: string, isEdit: (n: number) => boolean])[] = [
  ['10 writes/s, all of them noise', () => false],
  ['10 writes/s, one of them an edit of a post', (n) => n % writesPerSecond === 0],
  ['10 writes/s, all of them edits of posts', () => true],
]

/** Calls at a steady rate until the time is up. */
async function steadily(perSecond: number, untilMs: number, call: () => Promise<unknown>): Promise<void> {
  const calls: Promise<unknown>[] = []
  const beganMs = performance.now()
  for (let nth = 0; performance.now() < untilMs; nth += 1) {
    const wait = beganMs + (nth * 1000) / perSecond - performance.now()
    if (wait > 1) await sleep(wait)
    calls.push(call())
  }
  await Promise.all(calls)
}

async function fill(writer: Connection): Promise<void> {
  const ten = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(' union all ')
  const numbers = `(select a.d + b.d * 10 + c.d * 100 + e.d * 1000 as n from (${ten}) a, (${ten}) b, (${ten}) c, (${ten}) e) numbers`
  await writer.query(`insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title,
      post_excerpt, post_status, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type)
    select ${firstId} + n, 1, date_add('2024-01-01', interval n hour), date_add('2024-01-01', interval n hour),
      '<p>Text</p>', concat('Title ', n), '', 'publish', concat('made-', n), '', '',
      date_add('2024-01-01', interval n hour), date_add('2024-01-01', interval n hour), '', 'post'
    from ${numbers} where n < ${posts}`)
  await writer.query(
    `insert into wp_term_relationships select ID, 1, 0 from wp_posts where ID >= ${firstId} and ID % 3 = 0`,
  )
  for (const key of ['_edit_lock', 'views'])
    await writer.query(
      `insert into wp_postmeta (post_id, meta_key, meta_value) select ID, '${key}', '0' from wp_posts where ID >= ${firstId}`,
    )
  await writer.query(
    `insert into wp_usermeta (user_id, meta_key, meta_value) values (1, 'session_tokens', 'a:0:{}')`,
  )
  await writer.query(
    `insert ignore into wp_options (option_name, option_value, autoload) values ('cron', '', 'yes')`,
  )
}

/** What holds the process while nothing else does. */
const awake = setInterval(() => {}, 1000)
const servers = await startServers()
announceServers(servers)
for (const kind of testDatabases()) {
  if (kind.flavour === 'sqlite') continue
  const database = await kind.create()
  const writer = await createConnection(database.adminUrl)
  await fill(writer)
  for (const feed of ['binlog', 'poll'] as const) {
    for (const [name, isEdit] of flags.feed.includes(feed) ? mixes.slice(0, Number(flags.mixes)) : []) {
      const uses = new Map<string, number>()
      const delays: number[] = []
      let dropped = 0
      const causes = new Map<string, number>()
      const following = Promise.withResolvers<void>()
      const gateway = await startTestGateway({ url: database.adminUrl }, { feed }, (observed) => {
        if (observed.kind === 'feed') following.resolve()
        if (observed.kind === 'request') uses.set(observed.cache, (uses.get(observed.cache) ?? 0) + 1)
        if (observed.kind !== 'dropped') return
        dropped += observed.entries
        causes.set(observed.cause, (causes.get(observed.cause) ?? 0) + observed.entries)
        if (observed.delay) delays.push(observed.delay.ms)
      })
      await following.promise
      const round = async (forS: number) => {
        const untilMs = performance.now() + forS * 1000
        await Promise.all([
          // A connection that ends between two requests is none of the cache's
          steadily(readsPerSecond, untilMs, async () => await gateway.get(nextPath()).catch(() => null)),
          steadily(writesPerSecond, untilMs, async () => {
            written += 1
            const kinds = isEdit(written) ? edits : noise
            await writer.query(kinds[Math.floor(Math.random() * kinds.length)]?.(written) ?? '')
          }),
        ])
      }
      // Cold misses are no fault of what is written
      await round(seconds)
      uses.clear()
      delays.length = 0
      dropped = 0
      causes.clear()
      await round(seconds)
      const count = (use: string) => uses.get(use) ?? 0
      const asked = count('hit') + count('miss')
      delays.sort((one, other) => one - other)
      const at = (share: number) => (delays[Math.floor(delays.length * share)] ?? NaN).toFixed(1)
      console.log(
        `${kind.name} ${feed}, ${name}: ${((100 * count('hit')) / asked).toFixed(1)} % of ${asked} reads from the cache, ${dropped} entries dropped, commit to dropped p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${delays.length})${[...causes].map(([cause, entries]) => `, ${cause}: ${entries}`).join('')}`,
      )
      await gateway.stop()
    }
  }
  await writer.end()
  await database.drop()
}
await Promise.all(servers.map(async (server) => await server.stop()))
clearInterval(awake)
