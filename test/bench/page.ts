// Measures a keyset page through plan, compile and execute, beside a hand-written mysql2 query of the same SQL, in interleaved
// rounds, serially; and the rows that the server examined for it, at the front and at depth.
//   node --conditions=lectern-source test/bench/page.ts mysql://root@host:port/database [--rounds 7] [--pages 400]
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { parseArgs } from 'node:util'
import { boundedMap } from '../../src/cache/bounded-map.ts'
import { parseAddress } from '../../src/database/address.ts'
import { Availability } from '../../src/database/servers/availability.ts'
import { wordpress } from '../../src/database/layout.ts'
import { openDatabase } from '../../src/database/open.ts'
import { noLog } from '../../src/feed/feed.ts'
import { createCompile, type Compiled } from '../../src/sql/compile.ts'
import { createReadings, unavailableReading, type Reading } from '../../src/read/execute.ts'
import { createTaggedCache } from '../../src/cache/tagged-cache.ts'
import { createKeptReads } from '../../src/read/row-cache.ts'
import { createIndexes } from '../../src/optimizer/indexes.ts'
import { createScanSlots } from '../../src/read/scan-slots.ts'
import type { Visibility } from '../../src/database/filter.ts'
import type { ListPlan, Position, ReadPlan } from '../../src/plan/plan.ts'
import { orderBy, planList } from '../../src/planner/planner.ts'
import { anonymous } from '../../src/core/viewer.ts'
import { ruleNamed, visibilityOf } from '../../src/planner/visibility.ts'
import { post, resources } from '../support/resources.ts'
import { compare, table } from './rounds.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, pages: { type: 'string', default: '400' } },
})
const [url = ''] = positionals
const address = parseAddress(url)
if (address === null) throw new Error('give the address of a filled database (test/bench/fill.ts)')
const layout = wordpress('wp_')
const engine = openDatabase(address, { connectionsMax: 1, queriesWaitingMax: 100, queryTimeoutMs: 60_000 })
let compile: (plan: ReadPlan) => Compiled = () => {
  throw new Error('the server was not found')
}
const ruleOf = ({ resource, rule }: Visibility) => {
  const found = resources.get(resource)
  if (!found) throw new Error(`there is no resource ${resource}`)
  return ruleNamed(found, rule)
}
let newReading: () => Reading = () => unavailableReading
const availability = new Availability(
  engine,
  (server) => {
    compile = createCompile({ ...engine, layout, ruleOf, kept: boundedMap(100) })
    newReading = createReadings({
      engine,
      indexes: createIndexes(layout, server),
      parts: [],
      sizes: boundedMap(100),
      search: 'like',
      kept: createKeptReads(createTaggedCache({ bytesMax: 0, lifeMs: () => 1000 })),
      keptLists: createKeptReads(createTaggedCache({ bytesMax: 0, lifeMs: () => 1000 })),
      ordersAsked: boundedMap(100),
      rowTestOf: () => null,
      logEnd: noLog,
      seen: () => {},
      readPlugInRows: async () => ({ rows: [], tag: null }),
      scanTotalMax: 0,
      clock: 'auto',
      availability,
      compile,
      layout,
      timeoutMs: 60_000,
      takeSlot: createScanSlots({ scansMax: 1, scansWaitingMax: 1, scanTimeoutMs: 20_000 }).take,
      observe: () => {},
    })
  },
  () => {},
)
const problem = await availability.look()
if (problem !== null) throw problem
const pool = createPool({ uri: url, dateStrings: true, supportBigNumbers: true, connectionLimit: 1 })

const columns = [
  'id',
  'author_id',
  'created_at',
  'created_at_utc',
  'modified_at',
  'title',
  'content',
  'excerpt',
  'status',
  'slug',
  'password',
  'comment_count',
]
const page = (after: Position | null, direction: 'forward' | 'backward' = 'forward'): ListPlan =>
  planList(post, {
    visible: visibilityOf(post, anonymous),
    columns,
    filters: [],
    order: orderBy('created_at', true),
    page: {
      kind: 'keyset',
      after: direction === 'forward' ? after : null,
      before: direction === 'backward' ? after : null,
      direction,
      limit: 20,
    },
  })

async function positionAt(depth: number): Promise<Position | null> {
  if (depth === 0) return null
  const [rows] = await pool.query<RowDataPacket[]>(
    `select ID as id, post_date as date from wp_posts where post_type = 'post' and post_status = 'publish' order by post_date desc, ID desc limit 1 offset ${depth}`,
  )
  return { key: String(rows[0]?.['date']), id: String(rows[0]?.['id']) }
}

async function handlerReads(): Promise<number> {
  const [counters] = await pool.query<RowDataPacket[]>(`show session status like 'Handler_read%'`)
  return counters.reduce((sum, counter) => sum + Number(counter['Value']), 0)
}

async function examined(plan: ListPlan): Promise<{ readonly rows: number; readonly ms: number }> {
  const { query } = compile(plan)
  const [start, between] = [await handlerReads(), await handlerReads()]
  const began = performance.now()
  await pool.query(query.sql, [...query.parameters])
  const ms = performance.now() - began
  return { rows: (await handlerReads()) - between - (between - start), ms }
}

console.log(`\n${availability.server?.name}: rows examined for 20 posts`)
for (const depth of [0, 10_000, 100_000, 900_000]) {
  const position = await positionAt(depth)
  const [forward, backward] = [await examined(page(position)), await examined(page(position, 'backward'))]
  console.log(
    `  depth ${depth}: forward ${forward.rows} (${forward.ms.toFixed(1)} ms), backward ${backward.rows} (${backward.ms.toFixed(1)} ms)`,
  )
}

const operations = Number(flags.pages)
const at = await positionAt(100_000)
const { query } = compile({
  ...page(at),
  page: { kind: 'keyset', after: at, before: null, direction: 'forward', limit: 21 },
})
const standings = await compare(
  [
    {
      name: 'mysql2 by hand',
      run: async () => {
        for (let left = operations; left > 0; left -= 1) await pool.query(query.sql, [...query.parameters])
        return { operations }
      },
    },
    {
      name: 'plan, compile, execute',
      run: async () => {
        for (let left = operations; left > 0; left -= 1) await newReading().list(page(at))
        return { operations }
      },
    },
  ],
  Number(flags.rounds),
)
console.log(table(standings, 'pages'))
await pool.end()
await engine.close()
