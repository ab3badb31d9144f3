// The cost of streams of changes, and how soon they tell: `ulimit -n 20000; node --conditions=lectern-source test/bench/streams.ts
// 1 100 10000 changes`. Clients, the gateway and who writes have a process each. The times are ms from when the statement of a commit is
// sent, and from when the gateway dropped what it made stale. Memory is resident, with idle clients that have just connected and later, of
// the program as users run it (`NODE_OPTIONS` is its too).
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { startGateway } from '../../src/app/gateway.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { readConfig } from '../../src/settings/config.ts'
import { announceServers } from '../support/announced-servers.ts'
import { testDatabases } from '../support/databases.ts'
import { startServers } from '../support/servers.ts'
import { startGateway as startProgram } from './gateway-process.ts'

const [role, ...words] = process.argv.slice(2)
const idleMs = 6000
/** Until V8 has collected what connecting left behind. */
const settledMs = 120_000
const newest = 238
const paths = {
  changes: '/cms-json/lectern/v1/changes',
  postChanged: `/graphql?query=${encodeURIComponent('subscription { postChanged { id node { title } } }')}`,
  posts: `/graphql?query=${encodeURIComponent('subscription { posts(first: 5) { edges { node { id title } } } }')}`,
}
const most = 1_000_000
const nowMs = () => Number(process.hrtime.bigint()) / 1e6
const tell = (said: object) => process.send?.(said)

if (role === 'gateway') await serve(words[0] ?? '')
else if (role === 'clients') subscribe(words[0] ?? '', Number(words[1]), words[2] === 'posts')
else await measure([role ?? '', ...words])

async function serve(database: string): Promise<void> {
  const read = readConfig({
    file: {
      port: 0,
      cursorKey: ['a key for benches only'],
      feed: 'binlog',
      changes: 'on',
      changeStreamsMax: most,
      changeStreamsPerClientMax: most,
      clientsMax: most,
    },
    environment: {},
    flags: {},
  })
  const addresses = parseAddresses(database)
  if (addresses === null || read.kind !== 'config') throw new Error('the settings are wrong')
  const gateway = await startGateway(read.config, addresses, ({ kind }) => {
    if (kind === 'dropped') tell({ dropped: nowMs() })
  })
  await gateway.ready
  tell({ url: gateway.localUrl })
  process.once('disconnect', () => process.exit(0))
}

/** Says when all clients had an event since the last time; a list comes once before. */
function subscribe(url: string, count: number, hasFirst: boolean): void {
  const { hostname, port, pathname, search } = new URL(url)
  const times: number[] = []
  let [begun, begins] = [0, 0]
  const begin = () => {
    if (begins === count) return
    begins += 1
    const socket: Socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n`),
    )
    let head: string | null = ''
    socket.on('error', (error) => tell({ failed: error.message }))
    socket.on('data', (part: Buffer) => {
      const text = part.toString('latin1')
      if (head !== null) {
        head += text
        if (!head.includes(hasFirst ? 'event: next' : '\n\n') || !/\n(id|:|data)/.test(head)) return
        head = null
        begun += 1
        begin()
        if (begun === count) tell({ begun })
        return
      }
      if (!text.includes('data:')) return
      times.push(nowMs())
      if (times.length === count) tell({ times: times.splice(0) })
    })
  }
  for (let at = 0; at < 100; at += 1) begin()
  process.once('disconnect', () => process.exit(0))
}

/** `asked`: numbers of clients, and names of `paths` where not all are meant. */
async function measure(asked: readonly string[]): Promise<void> {
  const counts = asked.map(Number).filter((count) => count > 0)
  const isAsked = ([name]: readonly [string, string]) =>
    asked.includes(name) || !Object.keys(paths).some((each) => asked.includes(each))
  const awake = setInterval(() => {}, 1000)
  const servers = await startServers()
  announceServers(servers)
  const kind = testDatabases().find(({ flavour }) => flavour === 'mariadb')
  if (kind === undefined) throw new Error('there is no MariaDB')
  const database = await kind.create()
  const writer = await createConnection(database.adminUrl)
  await writer.query(
    `update wp_posts set post_date = '2030-01-01', post_date_gmt = '2030-01-01' where ID = ${newest}`,
  )
  for (const [name, path] of Object.entries(paths).filter(isAsked))
    for (const count of counts) {
      const gateway = fork(import.meta.filename, ['gateway', database.adminUrl])
      const { url } = await message(gateway, 'url')
      await sleep(2000)
      const before = cpuOf(gateway)
      const clients = fork(import.meta.filename, ['clients', String(url) + path, String(count), name])
      clients.on('message', (said: object) => 'failed' in said && console.error(said.failed))
      await message(clients, 'begun')
      const connected = cpuOf(gateway)
      await sleep(idleMs)
      const after = cpuOf(gateway)
      const committed: number[] = []
      const dropped: number[] = []
      const commits = count > 1000 ? 20 : 100
      for (let nth = 0; nth < commits; nth += 1) {
        // A drop is observed where there is something to drop
        while (!(await isHit(`${String(url)}/cms-json/cms/v2/posts/${newest}`))) await sleep(20)
        const drop = message(gateway, 'dropped')
        const all = message(clients, 'times')
        const began = nowMs()
        await writer.query(`update wp_posts set post_title = 'title ${count} ${nth}' where ID = ${newest}`)
        const { dropped: at } = await drop
        const { times } = await all
        if (!Array.isArray(times)) continue
        for (const time of times) {
          committed.push(Number(time) - began)
          dropped.push(Number(time) - Number(at))
        }
      }
      const told = cpuOf(gateway)
      const each = (ms: number, of: number) => ((ms / of) * 1000).toFixed(0)
      clients.kill()
      gateway.kill()
      console.log(
        `${name}, ${count} clients, load ${loadavg()[0]?.toFixed(0)}: commit ${quantiles(committed)}, drop ${quantiles(dropped)}; ` +
          `CPU µs: ${each(connected - before, count)} to connect, ${each((after - connected) / (idleMs / 1000), count)} idle a second, ${each((told - after) / commits, count)} an event; ` +
          (await memoryFor(count, path, name, database.adminUrl)),
      )
    }
  await writer.end()
  await database.drop()
  await Promise.all(servers.map((server) => server.stop()))
  clearInterval(awake)
}

/** The program's resident memory before clients come, with them, and once they have long been there. */
async function memoryFor(count: number, path: string, name: string, database: string): Promise<string> {
  const children: ChildProcess[] = []
  const config = join(tmpdir(), 'lectern-streams.config.mjs')
  writeFileSync(config, 'export default {}\n')
  const environment = {
    DATABASE_URL: database,
    CURSOR_KEY: 'a key for benches only',
    FEED: 'binlog',
    CHANGES: 'on',
    CHANGE_STREAMS_MAX: String(most),
    CHANGE_STREAMS_PER_CLIENT_MAX: String(most),
    CLIENTS_MAX: String(most),
    LOG_LEVEL: 'error',
  }
  const started = { config, path: '/cms-json/cms/v2/posts', headers: {}, environment, children }
  const { url, pid } = await startProgram(started)
  await sleep(2000)
  const before = memoryOf({ pid })
  const clients = fork(import.meta.filename, ['clients', url + path, String(count), name])
  children.push(clients)
  await message(clients, 'begun')
  await sleep(idleMs)
  const idle = memoryOf({ pid })
  await sleep(settledMs)
  const settled = memoryOf({ pid })
  for (const child of children) child.kill()
  const [mb, kb] = [(bytes: number) => (bytes / 1e6).toFixed(0), (bytes: number) => (bytes / 1024).toFixed(1)]
  return `${mb(idle)} MB idle, ${mb(settled)} settled, ${mb(before)} before, ${kb((settled - before) / count)} KB each`
}

async function message(child: ChildProcess, name: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const [said] = await once(child, 'message')
    if (typeof said === 'object' && said !== null && name in said) return { ...said }
  }
}

async function isHit(url: string): Promise<boolean> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.headers.get('cache-status')?.startsWith('lectern; hit') ?? false
}

/** Resident bytes. */
function memoryOf({ pid }: { readonly pid: number }): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Milliseconds of CPU. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function quantiles(times: number[]): string {
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} p99 ${at(0.99)}`
}
