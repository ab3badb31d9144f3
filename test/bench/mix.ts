// A day's mix, as requests a second: readers ask for the same twenty addresses, crawlers for addresses that come once, and each second a
// post of the front page is edited. Lectern beside WordPress alone and behind nginx's page cache, over one database, in interleaved rounds:
//   npm run build && DATABASE_URL=… ADMIN_URL=… node --conditions=lectern-source test/bench/mix.ts --wordpress /usr/share/wordpress
// The accounts are those of test/bench/beside.ts. A page cache is told of no edit, and keeps what it has for ten seconds.
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { startGateway, type Server } from './gateway-process.ts'
import { startLoader } from './load.ts'
import { startPhpStack } from './php-stack.ts'
import { compare, table } from './rounds.ts'

const { values: flags } = parseArgs({
  options: {
    wordpress: { type: 'string', default: '/usr/share/wordpress' },
    connections: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    /** Of a hundred requests. */
    readers: { type: 'string', default: '80' },
    'edit-ms': { type: 'string', default: '1000' },
  },
})
const [connections, readers] = [Number(flags.connections), Number(flags.readers)]
const posts = '/wp-json/wp/v2/posts'
const pageCacheSeconds = 10

const children: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'lectern-mix-'))
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
  const [newest] = await newestPosts()
  if (newest === undefined) throw new Error('there is no post')
  const paths = await mixed()
  const before = loadavg()[0]
  const standings = await compare(
    (await startAll()).map(({ name, url, pid }) => ({
      name,
      pid,
      run: () =>
        edited(newest, () => loader.load({ url, paths, connections, seconds: Number(flags.seconds) })),
    })),
    Number(flags.rounds),
  )
  console.log(`${table(standings)}\nload ${before?.toFixed(0)} before, ${loadavg()[0]?.toFixed(0)} after`)
}

async function startAll(): Promise<readonly (Server & { readonly name: string })[]> {
  const php = await startPhpStack({
    wordpress: flags.wordpress,
    folder,
    workers: connections,
    pageCacheSeconds,
    redis: undefined,
    children,
  })
  const config = join(folder, 'lectern.config.json')
  writeFileSync(config, JSON.stringify({ brand: 'wp' }))
  const lectern = { config, path: `${posts}?per_page=1`, headers: {}, environment: {}, children }
  return [
    { name: 'WordPress behind a page cache', ...php.pageCached },
    { name: 'WordPress', ...php.plain },
    { name: 'Lectern', ...(await startGateway(lectern)) },
  ]
}

/** A hundred addresses, in an order in which no kind comes in a row: readers ask for the n-th of twenty 1/n times as often. */
async function mixed(): Promise<readonly string[]> {
  const front = [
    `${posts}?per_page=10`,
    `${posts}?per_page=10&_embed=1`,
    `${posts}?per_page=10&page=2`,
    '/wp-json/wp/v2/categories?per_page=100',
    ...(await newestPosts()).map((id) => `${posts}/${id}?_embed=1`),
  ]
  const weights = front.map((_, nth) => 1 / (nth + 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const reading = Array.from({ length: readers }, (_, nth) => {
    let left = ((nth + 0.5) / readers) * whole
    return front.find((_path, at) => (left -= weights[at] ?? 0) < 0) ?? ''
  })
  // Pages of the whole archive, each time by another address
  const pages = Math.floor((await countOfPosts()) / 10)
  const crawling = Array.from(
    { length: 100 - readers },
    () => `${posts}?per_page=10&page={n%${pages}}&before={second}`,
  )
  const all = [...reading, ...crawling]
  // 37 and 100 have no common divisor
  return all.map((_, nth) => all[(nth * 37) % all.length] ?? '')
}

async function countOfPosts(): Promise<number> {
  const [rows] = await database.query<RowDataPacket[]>(
    "select count(*) as count from wp_posts where post_type = 'post' and post_status = 'publish'",
  )
  return Number(rows[0]?.['count'])
}

async function newestPosts(): Promise<readonly string[]> {
  const [rows] = await database.query<RowDataPacket[]>(
    "select ID from wp_posts where post_type = 'post' and post_status = 'publish' and post_password = '' order by post_date desc limit 16",
  )
  return rows.map((row) => String(row['ID']))
}

/** Runs while a post's title is edited again and again, which then has its own again. */
async function edited<T>(id: string, run: () => Promise<T>): Promise<T> {
  const [rows] = await database.query<RowDataPacket[]>('select post_title from wp_posts where ID = ?', [id])
  const retitle = (title: unknown) =>
    database.query('update wp_posts set post_title = ? where ID = ?', [title, id])
  let edits = 0
  let editing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    edits += 1
    editing = retitle(`Edited ${edits}`)
  }, Number(flags['edit-ms']))
  try {
    return await run()
  } finally {
    clearInterval(timer)
    await editing
    await retitle(rows[0]?.['post_title'])
  }
}
