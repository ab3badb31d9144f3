// Gateways that share a Valkey, over one server with a log: `node --conditions=lectern-source test/bench/many.ts 1 4 16`; with
// `race 16` in place of counts, the age of answers while parts of so many gateways (three by default) fail. `TEST_DATABASES=mariadb` takes MariaDB.
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startServers } from '../support/servers.ts'
import { createTcpProxy } from '../support/tcp-proxy.ts'
import { startValkey } from '../support/valkey-process.ts'
import { fetchRaw, freePort, startGateway, type Server } from './gateway-process.ts'

const post = 228
const item = `/cms-json/cms/v2/posts/${post}?_fields=title`
const hot = '/cms-json/cms/v2/posts?per_page=50'
const lists = Array.from(
  { length: 60 },
  (_, nth) => `/cms-json/cms/v2/posts?_fields=id,title&per_page=${nth + 41}`,
)
const commits = 60
const freshMs = 2000

interface Member extends Server {
  readonly adminUrl: string
}

const children: ChildProcess[] = []
const ends: (() => Promise<void>)[] = []
announceServers(await startServers())
const kind = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
if (kind === undefined) throw new Error('there is no server with a log')
const database = await kind.create()
const writer = await createConnection(database.adminUrl)
const valkey = await startValkey({ after: (end) => void ends.push(end) })
const config = join(tmpdir(), 'lectern-many.config.mjs')
writeFileSync(config, 'export default {}\n')

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Member> {
  const adminPort = await freePort()
  const environment = {
    DATABASE_URL: database.adminUrl,
    PUBLIC_URL: 'https://api.example.org',
    REDIS_URL: valkey.url,
    REDIS_SECRET: 'a secret of at least thirty-two characters',
    ADMIN_PORT: String(adminPort),
    LOG_LEVEL: 'error',
    ...settings,
  }
  const server = await startGateway({ config, path: item, headers: {}, environment, children })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  while (!(await (await fetch(`${adminUrl}/ready`)).text()).includes('"shared"')) await sleep(50)
  return { ...server, adminUrl }
}

async function stopAll(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await sleep(1500)
}

const write = (title: string) =>
  writer.query('update wp_posts set post_title = ? where ID = ?', [title, post])
const textAt = async ({ url }: Server, path: string) => (await fetchRaw(url + path, {})).body.toString()

async function untilSeen(member: Server, path: string, text: string): Promise<void> {
  const untilMs = performance.now() + 20_000
  while (!(await textAt(member, path)).includes(text)) {
    if (performance.now() > untilMs) throw new Error(`${path} never shows ${text}`)
    await sleep(1)
  }
}

/** The sum of a metric over gateways, by the value of one of its labels. */
async function sums(members: readonly Member[], metric: string, label: string) {
  const found = new Map<string, number>()
  for (const { adminUrl } of members) {
    const text = await (await fetch(`${adminUrl}/metrics`)).text()
    for (const [, labels = '', value] of text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))) {
      const [, name = ''] = new RegExp(`${label}="([^"]*)"`).exec(labels) ?? []
      found.set(name, (found.get(name) ?? 0) + Number(value))
    }
  }
  return found
}

const sumOf = (found: ReadonlyMap<string, number>) => [...found.values()].reduce((sum, n) => sum + n, 0)

const statements = async (members: readonly Member[]) =>
  sumOf(await sums(members, 'lectern_sql_duration_seconds_count', 'plan'))

/** How much each has grown; what has not is left out. */
function since(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const grown = [...after].map(([name, n]) => [name, n - (before.get(name) ?? 0)] as const)
  return new Map(grown.filter(([, n]) => n > 0))
}

const misses = async (members: readonly Member[]) =>
  (await sums(members, 'lectern_requests_total', 'cache')).get('miss') ?? 0

function percentile(times: readonly number[], part: number): string {
  const sorted = times.toSorted((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(1)
}

const both = (times: readonly number[]) => `${percentile(times, 0.5)}/${percentile(times, 0.99)}`

async function measure(count: number): Promise<void> {
  const members = await Promise.all(Array.from({ length: count }, () => start()))
  console.log(`${count} gateways, ${kind?.name}`)
  await seenByAll(members)
  for (const [what, settings] of [
    ['with', {}],
    ['without', { REDIS_BYTES_MAX: '0' }],
  ] as const) {
    if (what === 'without') {
      await stopAll()
      members.splice(0, count, ...(await Promise.all(Array.from({ length: count }, () => start(settings)))))
    }
    await hotList(members, what)
    await cold(members, what, settings)
  }
  await stopAll()
}

/** From the acknowledgement of a commit until no gateway answers anything older. */
async function seenByAll(members: readonly Member[]): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < commits; n += 1) {
    for (const member of members) await textAt(member, item)
    await write(`seen ${n}`)
    const beganMs = performance.now()
    const seen = members.map(async (member) => {
      await untilSeen(member, item, `seen ${n}"`)
    })
    await Promise.all(seen)
    times.push(performance.now() - beganMs)
  }
  console.log(`  commit until seen on all: ${both(times)} ms`)
}

/** Statements of all gateways, and how often they made it, for one change of a list that each of them is asked for at once. */
async function hotList(members: readonly Member[], what: string): Promise<void> {
  const took: number[] = []
  const made: number[] = []
  const plans = new Map<string, number>()
  const outcomes = await sums(members, 'lectern_shared_answers_total', 'outcome')
  for (let n = 0; n < 20; n += 1) {
    for (const member of members) await textAt(member, hot)
    const before = await sums(members, 'lectern_sql_duration_seconds_count', 'plan')
    const missed = await misses(members)
    await write(`${what} hot ${n}`)
    await Promise.all(
      members.map(async (member) => {
        await untilSeen(member, hot, `${what} hot ${n}"`)
      }),
    )
    const ran = since(before, await sums(members, 'lectern_sql_duration_seconds_count', 'plan'))
    for (const [plan, times] of ran) plans.set(plan, (plans.get(plan) ?? 0) + times)
    took.push(sumOf(ran))
    made.push((await misses(members)) - missed)
  }
  console.log(
    `  ${what} the second level, statements for a change of a hot list: ${both(took)}, made ${both(made)} times`,
  )
  console.log(`    each: ${took.join(' ')}; made ${made.join(' ')}`)
  console.log(`    by plan: ${shown(plans)}`)
  console.log(
    `    looked for elsewhere: ${shown(since(outcomes, await sums(members, 'lectern_shared_answers_total', 'outcome')))}`,
  )
}

/** One more gateway, which is asked for what the others know; then what answers cost, by what the cache had to do with them. */
async function cold(
  members: readonly Member[],
  what: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  for (const member of members) for (const path of lists) await textAt(member, path)
  await sleep(500)
  const one = await start(settings)
  const before = await statements([one])
  const times: number[] = []
  const beganMs = performance.now()
  for (const path of lists) {
    const askedMs = performance.now()
    await textAt(one, path)
    times.push(performance.now() - askedMs)
  }
  const tookMs = performance.now() - beganMs
  console.log(
    `  ${what}: a cold gateway answers ${lists.length} lists in ${tookMs.toFixed(0)} ms (each ${both(times)}) with ${(await statements([one])) - before} statements`,
  )
  for (const path of lists) await textAt(one, path)
  const all = [...members, one]
  console.log(`    requests by cache: ${shown(await sums(all, 'lectern_requests_total', 'cache'))}`)
  console.log(
    `    looked for elsewhere: ${shown(await sums(all, 'lectern_shared_answers_total', 'outcome'))}`,
  )
}

const shown = (found: ReadonlyMap<string, number>) => [...found].map(([name, n]) => `${name} ${n}`).join(', ')

/** Fails parts one after the other under load, and says how old the oldest answer was. */
async function race(count: number): Promise<void> {
  const proxy = await createTcpProxy(valkey.url)
  ends.push(async () => void proxy.close())
  const others = Array.from({ length: count - 1 }, () => start())
  const members = await Promise.all([...others, start({ REDIS_URL: proxy.url })])
  const acknowledged: number[] = []
  const counts = { answers: 0, shared: 0, stale: 0, failed: 0 }
  let [oldestMs, what] = [0, 'nothing']
  const over = new AbortController()
  const keepWriting = async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      await write(`number ${n}.`)
      acknowledged[n] = performance.now()
      await sleep(300)
    }
  }
  const read = async (nth: number) => {
    for (let turn = nth; !over.signal.aborted; turn += 1) {
      const member = members[turn % members.length]
      const path = lists[Math.floor(Math.random() * 6)]
      if (member === undefined || path === undefined) continue
      const askedMs = performance.now()
      const answer = await fetchRaw(member.url + path, {}).catch(() => null)
      const [, number] = /number (\d+)\./.exec(answer?.body.toString() ?? '') ?? []
      if (answer?.status !== 200 || number === undefined) {
        counts.failed += 1
        await sleep(20)
        continue
      }
      const status = answer.headers.find(([name]) => name.toLowerCase() === 'cache-status')?.[1] ?? ''
      counts.answers += 1
      if (status.includes('detail=shared')) counts.shared += 1
      const ageMs = askedMs - (acknowledged[Number(number) + 1] ?? Infinity)
      if (ageMs > oldestMs && !status.includes('fwd=stale')) {
        oldestMs = ageMs
        if (ageMs > freshMs) console.log(`  ${ageMs.toFixed(0)} ms old while ${what}: ${status}`)
      }
      if (ageMs > freshMs && !status.includes('fwd=stale')) counts.stale += 1
      await sleep(5)
    }
  }
  const signal = (nth: number, name: NodeJS.Signals) =>
    void children.find(({ pid }) => pid === members[nth]?.pid)?.kill(name)
  const readers = async () => {
    const roles = await Promise.all(
      members.map(async ({ adminUrl }) => {
        const answer = await fetch(`${adminUrl}/ready`, { signal: AbortSignal.timeout(500) }).catch(
          () => null,
        )
        return ((await answer?.text()) ?? '').includes('"reader"')
      }),
    )
    return Math.max(0, roles.indexOf(true))
  }
  const faults: readonly (readonly [string, () => unknown])[] = [
    ['nothing fails', () => {}],
    ['the Valkey is emptied', () => valkey.send('FLUSHALL')],
    ['the Valkey is paused', () => valkey.pause()],
    ['the Valkey is back', () => valkey.resume()],
    ['the Valkey is killed', () => valkey.kill()],
    ['the Valkey is started', () => valkey.start()],
    ['the Valkey is full', () => valkey.send('CONFIG SET maxmemory 1')],
    ['the Valkey has room', () => valkey.send('CONFIG SET maxmemory 0')],
    ['one gateway is cut off', () => proxy.stall()],
    ['it is connected', () => proxy.resume()],
    ['the reader is paused', async () => signal(await readers(), 'SIGSTOP')],
    ['it goes on', () => children.forEach((child) => child.kill('SIGCONT'))],
    ['the reader is killed', async () => signal(await readers(), 'SIGKILL')],
  ]
  const running = [keepWriting(), ...Array.from({ length: 6 }, (_, nth) => read(nth))]
  for (const [fault, fail] of faults) {
    oldestMs = 0
    what = fault
    const before = { ...counts }
    await fail()
    await sleep(6000)
    console.log(
      `${fault}: ${counts.answers - before.answers} answers, ${counts.shared - before.shared} of other gateways, ${counts.failed - before.failed} failed, ${counts.stale - before.stale} stale, oldest ${oldestMs.toFixed(0)} ms`,
    )
  }
  over.abort()
  await Promise.all(running)
}

try {
  const [first = '4', ...others] = process.argv.slice(2)
  if (first === 'race') await race(Number(others[0] ?? 3))
  else for (const count of [first, ...others]) await measure(Number(count))
} finally {
  await writer.end()
  await stopAll()
  for (const end of ends) await end()
  await database.drop()
}
process.exit()
