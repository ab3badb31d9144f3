// Rows of every kind written at random while answers are read over many connections: once the writes are known to the feed,
// every kept answer has to be what would be answered anew.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { TestDatabase } from './databases.ts'
import { eventually } from './eventually.ts'
import { startTestGateway, type TestGateway } from './gateway.ts'
import { createRandomWrites } from './random-writes.ts'
import { randomFor } from './random.ts'
import { openWriting } from './writing.ts'

const base = '/cms-json/cms/v2'
const graphql = (query: string) => `/graphql?query=${encodeURIComponent(query)}`
const paths = [
  `${base}/posts?per_page=5`,
  `${base}/posts?per_page=100&_embed`,
  `${base}/posts?per_page=3&orderby=title&order=asc`,
  `${base}/posts?categories=2`,
  `${base}/posts?search=the&per_page=3`,
  `${base}/posts?author=2&per_page=3`,
  `${base}/posts/228?_embed`,
  `${base}/posts/229?_embed`,
  `${base}/pages?per_page=3`,
  `${base}/media?per_page=5`,
  `${base}/categories`,
  `${base}/categories?hide_empty=true&orderby=count`,
  `${base}/tags?post=228`,
  `${base}/comments?per_page=5`,
  `${base}/comments?post=229`,
  `${base}/users`,
  `${base}/search?search=harbour`,
  '/cms-json/?_fields=name,description,timezone_string',
  graphql(
    '{ posts(first: 5) { totalCount edges { cursor node { id title excerpt author { name posts(first: 2) { edges { node { title } } } } categories { name posts(first: 3) { edges { node { slug } } } } comments(first: 3) { totalCount edges { node { content author { name } } } } featuredImage { sourceUrl } commentCount } } pageInfo { hasNextPage } } }',
  ),
  graphql(
    '{ posts(first: 4, orderBy: TITLE, search: "changed") { totalCount edges { node { title modifiedAt } } } postsCount }',
  ),
  graphql('{ posts(limit: 3, offset: 2) { id title tags { name } } postsCount }'),
  graphql(
    '{ categories(first: 5) { edges { node { name count } } } users { edges { node { name description } } } settings { title } }',
  ),
  graphql(
    '{ node(id: "228") { id ... on Post { title status } } post(id: "201") { title } search(text: "changed", first: 3) { totalCount edges { node { id } } } }',
  ),
  graphql(
    '{ comments(first: 5) { edges { node { id content post { title } } } } contentByUri(uri: "/2024/02/25/100-sure-50%25-backslash/") { title } }',
  ),
]

/** Lists that are asked for in no other form. */
const totals = ['posts', 'pages', 'posts?author=1', 'posts?author=2', 'posts?categories=2', 'media'].map(
  (list) => `${base}/${list}${list.includes('?') ? '&' : '?'}_fields=id`,
)

/** `FRESH_MS=60000 FRESH_WRITERS=16 FRESH_SYNC=1` for a minute of many writers whose commits are synced. */
const forMs = Number(process.env['FRESH_MS'] ?? 1500)
const writers = Number(process.env['FRESH_WRITERS'] ?? 2)
/** So many writes, and so many questions, however long they take. */
const timesMin = 100

export interface Race {
  written: number
  asked: number
  readonly goesOn: () => boolean
}

/** Its writers and readers count, and go on as long as it does. */
export function startRace(): Race {
  const until = performance.now() + forMs
  const race: Race = {
    written: 0,
    asked: 0,
    goesOn: () => performance.now() < until || Math.min(race.written, race.asked) < timesMin,
  }
  return race
}

/** Rounds over one database write rows of different numbers. */
let rounds = 0

async function writeAndRead(database: TestDatabase, gateway: TestGateway): Promise<Readonly<Race>> {
  rounds += 1
  const race = startRace()
  const { goesOn } = race
  const reader = async (nth: number) => {
    const { picked } = randomFor(`reader ${nth}`)
    while (goesOn()) {
      await gateway.get(picked(paths))
      race.asked += 1
    }
  }
  const writer = async (nth: number) => {
    const random = randomFor(`writer ${nth}`)
    const write = createRandomWrites(random, { first: nth + 100_000 * rounds, step: writers })
    const session = await openWriting(database, random)
    while (goesOn()) {
      const statements = Array.from({ length: random.picked([1, 1, 1, 1, 1, 1, 2, 4]) }, write)
      race.written += await session.write(statements)
      await setTimeout(1)
    }
    await session.close()
  }
  await Promise.all([
    ...Array.from({ length: writers }, (_, nth) => writer(nth)),
    ...Array.from({ length: 6 }, (_, nth) => reader(nth)),
  ])
  return race
}

/** What is compared is read by the same address. */
export const racingSettings = { publicUrl: 'http://gateway.test', feed: 'auto' } as const

/** Of a gateway that reads the database, or what repeats it: whatever is written there meanwhile. */
export async function staysRight(
  database: TestDatabase,
  gateway: TestGateway,
  diagnostic: (message: string) => void,
): Promise<void> {
  const keepsNothing = await startTestGateway(database, { ...racingSettings, cacheBytesMax: 0 })
  const isByRows = feedOf(gateway) === 'binlog'
  const { written, asked } = await writeAndRead(database, gateway)
  diagnostic(`${written} writes, ${asked} answers read meanwhile, ${paths.length} kept answers compared`)
  diagnostic(
    `${adjustmentsOf(gateway)} adjustments of totals, ${countsOf(gateway)} counts; ${delaysOf(gateway)}`,
  )
  if (isByRows)
    await eventually(async () => {
      for (const path of totals) await gateway.get(path)
      await database.execute(`update wp_posts set post_author = 3 - post_author where ID = 228`)
      assert(adjustmentsOf(gateway) > 0)
    })
  for (const path of paths)
    await eventually(async () => {
      const [kept, anew] = [await gateway.get(path), await keepsNothing.get(path)]
      assert.equal(kept.text, anew.text, path)
    })
  // The answer was not there before; its total was
  const { below } = randomFor('pages')
  for (const path of totals)
    await eventually(async () => {
      const page = `${path}&per_page=${3 + below(90)}`
      const [kept, anew] = [await gateway.get(page), await keepsNothing.get(page)]
      assert.equal(kept.headers.get('x-cms-total'), anew.headers.get('x-cms-total'), path)
    })
  await keepsNothing.stop()
  // Once all is known, nothing goes any more
  const readAll = async () => await Promise.all(paths.map(async (path) => (await gateway.get(path)).status))
  const statements = () => requestsOf(gateway).filter((use) => use === 'miss').length
  await eventually(async () => {
    await readAll()
    const before = statements()
    assert.deepEqual(new Set(await readAll()), new Set([200]))
    assert.equal(statements(), before)
  })
}

export const requestsOf = (gateway: TestGateway) =>
  gateway.observed.flatMap((observed) => (observed.kind === 'request' ? [observed.cache] : []))
const adjustmentsOf = ({ observed }: TestGateway) => observed.filter(({ kind }) => kind === 'adjusted').length

const countsOf = ({ observed }: TestGateway) =>
  observed.filter((each) => each.kind === 'query' && /posts.*\.count/.test(each.plan)).length

/** From a commit to what it dropped, as far as the feed knows. */
function delaysOf({ observed }: TestGateway): string {
  const delays = observed.flatMap((each) => (each.kind === 'dropped' && each.delay ? [each.delay] : []))
  const byKind = Map.groupBy(delays, ({ from }) => from)
  const parts = [...byKind].map(([from, each]) => {
    const sorted = each.map(({ ms }) => ms).toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1)
    return `${sorted.length} drops since ${from}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
  })
  return parts.join('; ')
}

export const feedOf = (gateway: TestGateway) =>
  gateway.observed.flatMap((observed) => (observed.kind === 'feed' ? [observed.name] : [])).at(-1)
