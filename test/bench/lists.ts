// Measures lists at any size: each kind of list over HTTP, at the front and at depth, on databases of growing size that
// test/bench/fill.ts has filled: milliseconds in the database, rows examined by its own counters, and the plan's name.
//   node --conditions=lectern-source test/bench/lists.ts mysql://…/lists_10k mysql://…/lists_100k mysql://…/lists_1m
// Databases of one server belong together, the smallest first. Other use of the server disturbs the counters.
import { fileURLToPath } from 'node:url'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { readConfig } from '../../src/settings/config.ts'
import type { Observation } from '../../src/core/observation.ts'
import { isFailure } from '../../src/core/failure.ts'
import { parseAddress } from '../../src/database/address.ts'
import { startGateway } from '../../src/app/gateway.ts'
import { createCursors } from '../../src/plan/cursor.ts'
import type { Position } from '../../src/plan/plan.ts'
import { cursorPage } from '../../src/rest/resource/cursor-page.ts'
import { post } from '../support/resources.ts'

const rounds = 7
const cursorKey = 'a key for benches only'
const v2 = '/cms-json/cms/v2'

interface Size {
  readonly posts: number
  /** Cursors of places after a tenth and nine tenths of the posts. */
  readonly cursors: readonly [tenth: string, nineTenths: string]
}

interface Case {
  readonly name: string
  readonly path: (size: Size) => string
  /** The plans whose time counts; without a word those of posts but for their totals. */
  readonly counted?: RegExp
  /** Whether somebody asks who may edit everything. */
  readonly asEditor?: boolean
}

const shown = '_fields=id,title,date'
const statuses = 'status=publish,draft,private'
const list = (query: string) => `${v2}/posts?per_page=20&${shown}&${query}`
const page = ({ posts }: Size, part: number) => Math.floor((posts * 0.91 * part) / 20)

const cases: readonly Case[] = [
  { name: 'front page', path: () => list('page=1') },
  { name: 'front, by cursor', path: () => list('cursor=') },
  { name: 'a tenth deep, by cursor', path: ({ cursors }) => list(`cursor=${cursors[0]}`) },
  { name: 'nine tenths deep, by cursor', path: ({ cursors }) => list(`cursor=${cursors[1]}`) },
  { name: 'a tenth deep, page=', path: (size) => list(`page=${page(size, 0.1)}`) },
  { name: 'nine tenths deep, page=', path: (size) => list(`page=${page(size, 0.9)}`) },
  ...[
    [4, '334 posts'],
    [5, '500 of the oldest'],
    [3, '2 500 posts'],
    [2, 'half of all'],
  ].flatMap(([id, size]): readonly Case[] => [
    { name: `category of ${size}, front`, path: () => list(`categories=${id}&cursor=`) },
    {
      name: `category of ${size}, deep`,
      path: ({ cursors }) => list(`categories=${id}&cursor=${cursors[1]}`),
    },
  ]),
  { name: 'without half of all', path: () => list('categories_exclude=2&cursor=') },
  { name: 'author of 7 %', path: () => list('author=1&cursor=') },
  { name: 'author of 0.25 %', path: () => list('author=200&cursor=') },
  { name: 'before a time', path: () => list('before=2012-01-01T00:00:00&cursor=') },
  { name: 'three statuses, front', path: () => list(`${statuses}&cursor=`), asEditor: true },
  {
    name: 'three statuses, nine tenths deep',
    path: ({ cursors }) => list(`${statuses}&cursor=${cursors[1]}`),
    asEditor: true,
  },
  { name: 'featured (a value of meta)', path: () => '/cms-json/myplugin/v1/featured-posts?count=5' },
  { name: 'search, a common word', path: () => list('search=ferry&cursor=') },
  { name: 'search, no such word', path: () => list('search=zzzzzz&cursor=') },
  { name: 'total of all', path: () => list('page=1'), counted: /^posts\.count/ },
  { name: 'total of a category of half', path: () => list('categories=2&page=1'), counted: /^posts\.count/ },
  { name: 'total of a category of 2 500', path: () => list('categories=3&page=1'), counted: /^posts\.count/ },
]

interface Cell {
  readonly ms: number
  readonly examined: number
  readonly plans: string
  readonly status: number
}

async function measure(
  url: string,
): Promise<{ readonly cells: readonly Cell[]; readonly statements: string }> {
  const address = parseAddress(url)
  const read = readConfig({
    file: {
      cursorKey: [cursorKey],
      extensions: [
        'config/extensions/myplugin.ts',
        fileURLToPath(new URL('as-first-user.ts', import.meta.url)),
      ],
      port: 0,
      // Room for no answer; totals and what lists share are kept as ever
      cacheBytesMax: 1,
      scanTimeoutMs: 30_000,
      queryTimeoutMs: 60_000,
      // The feed's own questions are rows examined too
      feed: 'clock',
      cacheBlindLifeMs: 3_600_000,
    },
    environment: {},
    flags: {},
  })
  if (address === null || read.kind !== 'config') throw new Error(`${url} cannot be read`)
  const observed: Observation[] = []
  const gateway = await startGateway(read.config, [address], (observation) => void observed.push(observation))
  const connection = await createConnection({ uri: url, dateStrings: true })
  try {
    await gateway.ready
    const size = await sizeOf(connection)
    const cells: Cell[] = []
    for (const each of cases)
      cells.push(await measureCase(each, size, { gateway: gateway.localUrl, observed, connection }))
    await fetch(`${gateway.localUrl}${v2}/posts?per_page=100&page=3&_embed`)
    observed.length = 0
    await fetch(`${gateway.localUrl}${v2}/posts?per_page=100&page=2&_embed`)
    const statements = String(plansIn(observed).length)
    return { cells, statements }
  } finally {
    await connection.end()
    await gateway.stop()
  }
}

let nth = 0

async function measureCase(
  { path, asEditor, counted = /^posts\.(?!count|each|item|tally|size)/ }: Case,
  size: Size,
  {
    gateway,
    observed,
    connection,
  }: { readonly gateway: string; readonly observed: Observation[]; readonly connection: Connection },
): Promise<Cell> {
  const isTotal = counted.test('posts.count')
  const found: Cell[] = []
  for (let round = 0; round < (isTotal ? 1 : rounds); round += 1) {
    observed.length = 0
    const before = await handlerReads(connection)
    const idle = (await handlerReads(connection)) - before
    const start = await handlerReads(connection)
    nth += 1
    // Totals are kept: a new one needs another filter that all rows meet
    const fresh = isTotal ? `&after=1980-01-01T00:00:${String(nth % 60).padStart(2, '0')}` : ''
    const { status } = await fetch(`${gateway}${path(size)}${fresh}`, {
      headers: asEditor ? { 'x-bench': '1' } : {},
    })
    const examined = (await handlerReads(connection)) - start - idle
    const plans = plansIn(observed).filter(({ plan }) => counted.test(plan))
    found.push({
      status,
      examined,
      ms: plans.reduce((sum, { ms }) => sum + ms, 0),
      plans: [...new Set(plans.map(({ plan }) => plan.replace('posts.', '')))].join(', '),
    })
  }
  const byTime = found.toSorted((one, other) => one.ms - other.ms)
  const middle = byTime[Math.floor(byTime.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, examined: Math.min(...found.map((cell) => cell.examined)) }
}

function plansIn(observed: readonly Observation[]) {
  return observed.flatMap((each) => (each.kind === 'query' || each.kind === 'query-failed' ? [each] : []))
}

async function handlerReads(connection: Connection): Promise<number> {
  const [counters] = await connection.query<RowDataPacket[]>(`show global status like 'Handler_read%'`)
  return counters.reduce((sum, counter) => sum + Number(counter['Value']), 0)
}

async function sizeOf(connection: Connection): Promise<Size> {
  const [rows] = await connection.query<RowDataPacket[]>('select max(ID) as posts from wp_posts')
  const posts = Number(rows[0]?.['posts'])
  const cursors = createCursors([cursorKey])
  const front = cursorPage(
    post,
    { cursor: '', per_page: 20, order: 'desc', orderby: 'date' },
    new Map(),
    cursors,
  )
  if (isFailure(front)) throw new Error(front.message)
  const at = async (part: number) =>
    front.encode('after', await positionAt(connection, Math.floor(posts * 0.91 * part)))
  return { posts, cursors: [await at(0.11), await at(0.989)] }
}

async function positionAt(connection: Connection, offset: number): Promise<Position> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `select ID as id, post_date as at from wp_posts force index (type_status_date)
     where post_type = 'post' and post_status = 'publish' order by post_date desc, ID desc limit 1 offset ${offset}`,
  )
  return { key: String(rows[0]?.['at']), id: String(rows[0]?.['id']) }
}

const urls = process.argv.slice(2)
if (urls.length === 0) throw new Error('give the addresses of filled databases (test/bench/fill.ts)')
const measured: Awaited<ReturnType<typeof measure>>[] = []
for (const url of urls) measured.push(await measure(url))
const names = urls.map((url) => new URL(url).pathname.slice(1))
console.log(
  `| list | ${names.map((name) => `${name}: ms, rows`).join(' | ')} | last to first, ms | plan at the last |`,
)
console.log(`| --- |${' --- |'.repeat(names.length + 2)}`)
for (const [at, { name }] of cases.entries()) {
  const row = measured.map(({ cells }) => cells[at])
  const [first, last] = [row[0], row.at(-1)]
  const shownCells = row.map((cell) =>
    cell ? `${cell.ms.toFixed(1)}, ${cell.examined}${cell.status === 200 ? '' : ` (${cell.status})`}` : '',
  )
  const ratio = first && last && first.ms > 0 ? `× ${(last.ms / first.ms).toFixed(1)}` : ''
  console.log(`| ${name} | ${shownCells.join(' | ')} | ${ratio} | ${last?.plans ?? ''} |`)
}
console.log(
  `\nstatements for posts?per_page=100&_embed: ${measured.map(({ statements }) => statements).join(', ')}`,
)
