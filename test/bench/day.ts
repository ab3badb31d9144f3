// A day of operation, rehearsed: two gateways behind nginx over a MariaDB with a replica, readers who never stop, and what goes
// wrong on such a day, one thing after the other: `node --conditions=lectern-source test/bench/day.ts [--seconds 10]
// [--dashboard FILE.svg]`. It prints what the operator sees at each step; docs/day.md says what to make of it.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProgram } from '../support/built.ts'
import { freePort } from '../support/free-port.ts'
import { startProcess, type GatewayProcess } from '../support/process.ts'
import { startManyNginx } from '../support/proxies.ts'
import { startReplicated, through } from '../support/replication.ts'
import { serverPrograms } from '../support/servers.ts'
import { startPrometheus, type Moment } from './day-dashboard.ts'
import { createReaders, type Reading } from './day-readers.ts'

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, dashboard: { type: 'string' } },
})
const seconds = Number(flags.seconds)
const folder = mkdtempSync(join(tmpdir(), 'lectern-day-'))
const awake = setInterval(() => {}, 1000)

await buildProgram()
const program = serverPrograms().find(({ flavour }) => flavour === 'mariadb')
if (program === undefined) throw new Error('there is no MariaDB')
const { source, replicas, create, stop } = await startReplicated(program, [['--log-slave-updates']])
const [replica] = replicas
if (replica === undefined) throw new Error('there is no replica')
const database = await create()
const account = new URL(database.url).username
await database.execute(
  `grant replication slave, replication client, replica monitor on *.* to '${account}'@'%'`,
)
await replica.caughtUp()

/** What all gateways are started with. Settings are read again on SIGHUP. */
const config = join(folder, 'lectern.config.json')
const settings = {
  databaseUrl: through([source, replica], database),
  publicUrl: 'https://api.example.org',
  trustedProxies: ['127.0.0.1'],
  requestsPerMinuteMax: 1200,
  replicaCheckMs: 500,
  cursorKey: 'a key of at least thirty-two letters, the same everywhere',
}
const configure = (changes: Readonly<Record<string, unknown>> = {}) =>
  writeFileSync(config, JSON.stringify({ ...settings, ...changes }))

interface Member {
  readonly name: string
  readonly url: string
  readonly adminUrl: string
  process: GatewayProcess
}

const place = async (name: string) => {
  const [port, adminPort] = [await freePort(), await freePort()]
  const begin = () =>
    startProcess(['serve', '--config', config], {
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      WARM_START_FILE: join(folder, `${name}.json`),
      STOP_DELAY_MS: '500',
    })
  const adminUrl = `http://127.0.0.1:${adminPort}`
  return { name, url: `http://127.0.0.1:${port}`, adminUrl, begin }
}

configure()
const places = [await place('one'), await place('other')] as const
const members: Member[] = []
const events: string[] = []
let beganMs = performance.now()
const note = (text: string) => events.push(`${((performance.now() - beganMs) / 1000).toFixed(1)} s: ${text}`)

/** What `/ready` says, in a word. */
async function readiness({ adminUrl }: Pick<Member, 'adminUrl'>): Promise<string> {
  try {
    const response = await fetch(`${adminUrl}/ready`)
    await response.text()
    return String(response.status)
  } catch {
    return 'no answer'
  }
}

async function untilReady(member: Member): Promise<void> {
  for (const untilMs = performance.now() + 60_000; (await readiness(member)) !== '200'; await sleep(20))
    if (performance.now() > untilMs || member.process.child.exitCode !== null)
      throw new Error(`${member.name} does not become ready: ${member.process.output()}`)
}

/** Notes each change of `/ready`, and each line of the logs that is a warning or an error, until it is stopped. */
function watch(): () => void {
  const was = new Map<string, string>()
  const read = new Map<GatewayProcess, number>()
  for (const { process: running } of members) read.set(running, running.output().length)
  const ending = new AbortController()
  const look = async () => {
    while (!ending.signal.aborted) {
      for (const member of members) {
        const now = await readiness(member)
        if (was.has(member.name) && was.get(member.name) !== now) note(`/ready of ${member.name}: ${now}`)
        was.set(member.name, now)
        const output = member.process.output()
        for (const line of output.slice(read.get(member.process) ?? 0).split('\n')) {
          const [, level, message] = /"level":"(warn|error)".*?"msg":"((?:[^"\\]|\\.)*)"/.exec(line) ?? []
          if (message !== undefined) note(`${member.name} logs (${level}): ${message.slice(0, 150)}`)
        }
        read.set(member.process, output.length)
      }
      await sleep(50)
    }
  }
  const looking = look()
  looking.catch(console.error)
  return () => ending.abort()
}

interface Step extends Reading {
  readonly name: string
  readonly events: readonly string[]
}
const steps: Step[] = []
const moments: Moment[] = []

async function step(name: string, play: () => Promise<unknown>): Promise<void> {
  events.length = 0
  moments.push({ name, at: Date.now() / 1000 })
  beganMs = performance.now()
  const stopWatching = watch()
  readers.begin()
  await Promise.all([play(), sleep(seconds * 1000)])
  const reading = readers.end()
  stopWatching()
  await sleep(100)
  steps.push({ name, ...reading, events: repeated(events) })
  console.log(`\n${name}: ${JSON.stringify(reading)}\n${repeated(events).join('\n')}`)
}

/** Each event once, with how often it came. */
function repeated(all: readonly string[]): readonly string[] {
  const counts = new Map<string, { readonly first: string; count: number }>()
  for (const each of all) {
    const text = each.replace(/^\S+ s: /, '')
    const known = counts.get(text)
    if (known === undefined) counts.set(text, { first: each, count: 1 })
    else known.count += 1
  }
  return [...counts.values()].map(({ first, count }) => (count === 1 ? first : `${first} (${count} times)`))
}

for (const { begin, ...member } of places) members.push({ ...member, process: begin() })
await Promise.all(members.map(untilReady))
const deployedMs = performance.now() - beganMs
const prometheus =
  flags.dashboard === undefined
    ? null
    : await startPrometheus(
        folder,
        Object.fromEntries(members.map(({ name, adminUrl }) => [name, new URL(adminUrl).host])),
      )
const front = await startManyNginx(await freePort(), [places[0].url, places[1].url])
const readers = createReaders(front.url)
let primary = source
let edited = 0
async function edit(): Promise<void> {
  edited += 1
  const title = `Version ${edited}`
  const address = new URL(primary.url)
  await readers.committed(edited, () =>
    primary.execute(
      `update ${new URL(database.url).pathname.slice(1)}.wp_posts set post_title = '${title}' where ID = ${readers.post}`,
    ),
  )
  if (address.port === '') throw new Error('a server has no port')
}
const edits = async (perSecond: number) => {
  const untilMs = performance.now() + seconds * 1000
  while (performance.now() < untilMs) {
    const nextMs = performance.now() + 1000 / perSecond
    await edit()
    await sleep(Math.max(0, nextMs - performance.now()))
  }
}
const signal = (name: NodeJS.Signals) => members.forEach(({ process: running }) => running.child.kill(name))

async function replaceEach(): Promise<void> {
  for (const [nth, { begin }] of places.entries()) {
    const member = members[nth]
    if (member === undefined) continue
    member.process.child.kill('SIGTERM')
    await member.process.ended
    note(`${member.name} has ended`)
    member.process = begin()
    await untilReady(member)
    note(`${member.name} is ready again`)
  }
}

console.log(`two gateways are ready after ${(deployedMs / 1000).toFixed(1)} s`)
await edit()
await step('an ordinary hour', () => edits(1))
await step('an edit storm', () => edits(100))
await step('a crawler', () => Promise.all([edits(1), readers.crawl(seconds)]))
await step('the database fails', async () => {
  const editing = edits(1)
  await sleep(1000)
  note('the primary is gone')
  await source.door.shut()
  await editing
})
await step('the replica is promoted', async () => {
  await replica.execute('stop slave; reset slave all')
  primary = replica
  configure({ databaseUrl: through([replica], database) })
  signal('SIGHUP')
  note('settings with the new primary are read')
  await edits(1)
})
await step('a bad config', async () => {
  configure({ databaseUrl: through([replica], database), requestPerMinuteMax: 1200 })
  signal('SIGHUP')
  await edits(1)
})
configure({ databaseUrl: through([replica], database) })
signal('SIGHUP')
await step('no database', async () => {
  const editing = edits(1)
  await sleep(1000)
  note('no server can be reached')
  await replica.door.shut()
  await sleep((seconds * 1000) / 2)
  await replica.door.open()
  note('the server can be reached')
  await editing
})
await step('an upgrade', () => Promise.all([replaceEach(), edits(1)]))
await step('a roll-back', () => Promise.all([replaceEach(), edits(1)]))

console.log(`
| step | requests | status 200 | hits | marked stale | p50, p99 | oldest | oldest marked stale | crawler |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`)
const inAll = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
for (const {
  name,
  requests,
  statuses,
  fromCache,
  stale,
  p50Ms,
  p99Ms,
  oldestMs,
  oldestMarkedMs,
  crawled,
} of steps)
  console.log(
    `| ${name} | ${requests} | ${statuses[200] ?? 0} | ${fromCache} | ${stale} | ${p50Ms}, ${p99Ms} ms | ${oldestMs} ms | ${oldestMarkedMs} ms | ${inAll(crawled)} |`,
  )

moments.push({ name: 'the end', at: Date.now() / 1000 })
if (flags.dashboard !== undefined) await prometheus?.draw(flags.dashboard, moments)
await prometheus?.stop()
readers.stop()
await front.stop()
for (const { process: running } of members) {
  running.child.kill('SIGTERM')
  if (running.child.exitCode === null) await once(running.child, 'close')
}
await stop()
rmSync(folder, { recursive: true, force: true })
clearInterval(awake)
