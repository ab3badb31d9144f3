// Measures Lectern beside what an owner could run instead, over one database: WordPress, WordPress with an object cache in Redis,
// WordPress behind a page cache, and a server written by hand. Interleaved rounds; raw figures go to docs/benchmarks/beside.json, of
// which test/bench/plots.ts makes pictures.
//   npm run build && DATABASE_URL=… ADMIN_URL=… node --conditions=lectern-source test/bench/beside.ts --wordpress /usr/share/wordpress
// ADMIN_URL is the database with an account that may write: posts are edited, and get their titles back. The database server should
// have nothing else to do, since its statements are counted.
import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { fetchRaw, pidOf, startGateway, type Server } from './gateway-process.ts'
import { startLoader } from './load.ts'
import { startPhpStack } from './php-stack.ts'
import { compare, table } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    wordpress: { type: 'string', default: '/usr/share/wordpress' },
    redis: { type: 'string' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '7' },
    edits: { type: 'string', default: '5' },
    out: { type: 'string', default: 'docs/benchmarks/beside.json' },
  },
})
const pageCacheSeconds = 10
/** What an edit did not show in by then is kept until it is told. */
const staleMaxS = 30
const posts = '/wp-json/wp/v2/posts'
/** Forty pages that nobody asked for, by date, since the server written by hand knows no other paging. */
const dates = Array.from(
  { length: 40 },
  (_, n) =>
    `before=20${22 + (n % 3)}-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 27) + 1).padStart(2, '0')}T00:00:00`,
)
const works = [
  { name: 'a list of ten', query: 'per_page=10' },
  { name: 'a list of ten with what belongs to it (_embed)', query: 'per_page=10&_embed=1' },
]

interface Contender extends Server {
  readonly name: string
  /** Caches are asked for the one page that they have, others for all pages in turn, or for one page by ever new addresses. */
  readonly asks: 'one' | 'all' | 'new'
}

const loadBefore = loadavg()[1]
const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'lectern-beside-'))
chmodSync(folder, 0o755)
const database = await createConnection(process.env['ADMIN_URL'] ?? process.env['DATABASE_URL'] ?? '')
const loader = startLoader()
try {
  await main()
} finally {
  loader.stop()
  await database.end()
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const contenders = await startAll()
  const results = []
  for (const { name, query } of works) {
    const all = dates.map((date) => `${posts}?${query}&${date}`)
    const standings = await compare(
      contenders.map(({ name: contender, url, pid, asks }) => ({
        name: contender,
        pid,
        // What a page cache kept in the last round is too old by now
        prepare: () => fetchRaw(`${url}${all[0]}`, {}),
        run: () =>
          loader.load({
            url,
            paths: pathsOf(asks, query, all),
            connections: Number(flags.connections),
            seconds: Number(flags.seconds),
          }),
      })),
      Number(flags.rounds),
    )
    console.log(`${name}\n${table(standings)}\n`)
    const statements: number[] = []
    for (const contender of contenders) statements.push(await statementsOf(contender, query, all))
    console.log(
      contenders.map((contender, at) => `${contender.name}: ${statements[at]} statements`).join('\n'),
    )
    results.push({
      name,
      contenders: standings.map((standing, at) => ({
        name: standing.name,
        statements: statements[at],
        rounds: standing.rounds,
      })),
    })
  }
  const staleness = []
  for (const contender of contenders.filter(({ asks }) => asks !== 'new')) {
    const seconds = await stalenessOf(contender)
    staleness.push({ name: contender.name, seconds })
    console.log(`${contender.name}: stale for ${seconds.map((each) => each.toFixed(2)).join(', ')} s`)
  }
  writeFileSync(flags.out, `${JSON.stringify({ ...(await surroundings()), results, staleness }, rounded)}\n`)
}

async function startAll(): Promise<readonly Contender[]> {
  const php = await startPhpStack({
    wordpress: flags.wordpress,
    folder,
    workers: Number(flags.connections),
    pageCacheSeconds,
    redis: flags.redis,
    children,
  })
  const gateway = { path: `${posts}?per_page=1`, headers: {}, children }
  const config = join(folder, 'lectern.config.json')
  writeFileSync(config, JSON.stringify({ brand: 'wp' }))
  const lectern = await startGateway({ ...gateway, config, environment: {} })
  const uncached = await startGateway({ ...gateway, config, environment: { CACHE_BYTES_MAX: '0' } })
  return [
    { name: 'WordPress', asks: 'all', ...php.plain },
    ...(php.objectCached
      ? [{ name: 'WordPress with an object cache', asks: 'one', ...php.objectCached } as const]
      : []),
    { name: 'WordPress behind a page cache', asks: 'one', ...php.pageCached },
    { name: 'written by hand', asks: 'all', ...(await startPlain()) },
    { name: 'Lectern, nothing kept', asks: 'all', ...uncached },
    { name: 'Lectern, a new address', asks: 'new', ...lectern },
    { name: 'Lectern, from its cache', asks: 'one', ...lectern },
  ]
}

async function startPlain(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const url of createInterface(child.stdout)) return { url, pid: pidOf(child) }
  throw new Error('the server written by hand did not start')
}

function pathsOf(asks: Contender['asks'], query: string, all: readonly string[]): readonly string[] {
  return asks === 'new' ? [`${posts}?${query}&before={second}`] : asks === 'one' ? all.slice(0, 1) : all
}

/** Statements that one answer takes, of twenty that are asked for one by one. */
async function statementsOf(
  { url, asks }: Contender,
  query: string,
  paths: readonly string[],
): Promise<number> {
  const asked = Array.from({ length: 20 }, (_, n) =>
    asks === 'new'
      ? `${posts}?${query}&before=2099-01-01T00:00:${n + 10}`
      : (paths[asks === 'one' ? 0 : n] ?? ''),
  )
  await fetchRaw(url + paths[0], {})
  const before = await questions()
  for (const path of asked) await fetchRaw(url + path, {})
  // The second count is a statement itself
  return ((await questions()) - before - 1) / asked.length
}

async function questions(): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>("show global status like 'Queries'")
  return Number(rows[0]?.['Value'])
}

/** Seconds from the commit of a new title to the first answer that shows it; one of `staleMaxS` where none did. */
async function stalenessOf({ url }: Contender): Promise<readonly number[]> {
  const [rows] = await database.query<RowDataPacket[]>(
    "select ID, post_title from wp_posts where post_type = 'post' and post_status = 'publish' order by post_date desc limit 1",
  )
  const [post] = rows
  const path = `${posts}?per_page=1`
  const took: number[] = []
  for (let edit = 0; edit < Number(flags.edits); edit++) {
    const title = `Edited ${edit} ${Date.now()}`
    await fetchRaw(url + path, {})
    await database.query('update wp_posts set post_title = ? where ID = ?', [title, post?.['ID']])
    const committed = performance.now()
    const seconds = () => (performance.now() - committed) / 1000
    while (!(await fetchRaw(url + path, {})).body.includes(title) && seconds() < staleMaxS) await sleep(5)
    took.push(Math.min(seconds(), staleMaxS))
    if (seconds() >= staleMaxS) break
  }
  await database.query('update wp_posts set post_title = ? where ID = ?', [
    post?.['post_title'],
    post?.['ID'],
  ])
  return took
}

/** Four digits are more than the machine can repeat. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}

async function surroundings() {
  const [rows] = await database.query<RowDataPacket[]>(
    "select version() as version, (select count(*) from wp_posts where post_type = 'post' and post_status = 'publish') as posts",
  )
  const first = (program: string, ...args: readonly string[]) => {
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    return `${stdout}${stderr}`.split('\n')[0] ?? ''
  }
  const version = /\$wp_version = '([^']+)'/.exec(
    readFileSync(join(flags.wordpress, 'wp-includes/version.php'), 'utf8'),
  )
  return {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    versions: {
      WordPress: version?.[1],
      PHP: first('php', '-v').split(' ')[1],
      nginx: first('nginx', '-v').split('/')[1],
      database: rows[0]?.['version'],
      Node: process.version,
    },
    posts: rows[0]?.['posts'],
    loadBefore,
    loadAfter: loadavg()[1],
    connections: Number(flags.connections),
    roundSeconds: Number(flags.seconds),
    pageCacheSeconds,
  }
}
