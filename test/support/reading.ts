// Plans read as the gateway reads them, over one connection: by which ways, and how many rows the server looked at.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { boundedMap } from '../../src/cache/bounded-map.ts'
import type { Observation } from '../../src/core/observation.ts'
import { parseAddress } from '../../src/database/address.ts'
import { Availability } from '../../src/database/servers/availability.ts'
import type { Visibility } from '../../src/database/filter.ts'
import { fitOrThrow } from '../../src/database/fit.ts'
import { withPlugInTables, wordpress, type Layout } from '../../src/database/layout.ts'
import { hasUtcTimes } from '../../src/database/layout-mapping.ts'
import { openDatabase } from '../../src/database/open.ts'
import { queriesOf } from '../../src/database/table-query.ts'
import type { Row } from '../../src/database/tables.ts'
import { noLog } from '../../src/feed/feed.ts'
import { followedTables } from '../../src/packs/followed-tables.ts'
import { createCompile } from '../../src/sql/compile.ts'
import { createReadings, unavailableReading, type Reading } from '../../src/read/execute.ts'
import { createTaggedCache } from '../../src/cache/tagged-cache.ts'
import { createKeptReads } from '../../src/read/row-cache.ts'
import { createIndexes } from '../../src/optimizer/indexes.ts'
import { partsOf } from '../../src/optimizer/part-statistics.ts'
import { createScanSlots } from '../../src/read/scan-slots.ts'
import type { Searching } from '../../src/optimizer/statistics.ts'
import { ruleNamed } from '../../src/planner/visibility.ts'
import { resources } from './resources.ts'

export interface Watched<T> {
  readonly value: T
  /** The names of the plans that ran, in turn. */
  readonly plans: readonly string[]
  /** By the server's own counters; 0 on SQLite, which has none. */
  readonly examined: number
  /** How many plans took a slot of scans. */
  readonly scans: number
}

export interface Watch {
  readonly read: <T>(ask: (reading: Reading) => Promise<T>) => Promise<Watched<T>>
  readonly close: () => Promise<void>
}

export async function watch(
  url: string,
  search: Searching = 'like',
  wanted: Layout = wordpress('wp_'),
  known = resources,
): Promise<Watch> {
  const address = parseAddress(url)
  assert(address !== null)
  const engine = openDatabase(address, {
    connectionsMax: 1,
    queriesWaitingMax: 10,
    queryTimeoutMs: 20_000,
    queries: queriesOf(wanted),
  })
  const observed: Observation[] = []
  const slots = createScanSlots({ scansMax: 1, scansWaitingMax: 1, scanTimeoutMs: 20_000 })
  let scans = 0
  const ruleOf = ({ resource, rule }: Visibility) => {
    const found = known.get(resource)
    assert(found !== undefined)
    return ruleNamed(found, rule)
  }
  let newReading: () => Reading = () => unavailableReading
  const availability = new Availability(
    engine,
    (server) => {
      const { layout } = fitOrThrow(wanted, server)
      const followed = withPlugInTables(layout, server.tables, { prefix: 'wp_', columnsOf: followedTables })
      newReading = createReadings({
        engine,
        availability,
        layout,
        compile: createCompile({ ...engine, layout, ruleOf, followed, kept: boundedMap(100) }),
        readPlugInRows: async () => ({ rows: [], tag: null }),
        indexes: createIndexes(layout, server),
        parts: partsOf(layout, server),
        sizes: boundedMap(100),
        search,
        clock: hasUtcTimes(layout) ? 'local' : 'auto',
        kept: createKeptReads(createTaggedCache({ bytesMax: 0, lifeMs: () => 1000 })),
        keptLists: createKeptReads(createTaggedCache({ bytesMax: 0, lifeMs: () => 1000 })),
        ordersAsked: boundedMap(100),
        rowTestOf: () => null,
        logEnd: noLog,
        seen: () => {},
        scanTotalMax: 0,
        timeoutMs: 20_000,
        takeSlot: () => {
          scans += 1
          return slots.take()
        },
        observe: (observation) => observed.push(observation),
      })
    },
    () => {},
  )
  assert.equal(await availability.look(), null)
  const counted = async () => {
    if (engine.dialect.name === 'sqlite') return 0
    const { rows } = await sql<Row>`show session status like 'Handler_read%'`.execute(engine.kysely)
    return rows.reduce((sum, row) => sum + Number(row['Value']), 0)
  }
  return {
    read: async (ask) => {
      const start = await counted()
      const idle = (await counted()) - start
      const before = await counted()
      observed.length = 0
      scans = 0
      const value = await ask(newReading())
      const plans = observed.flatMap((each) => (each.kind === 'query' ? [each.plan] : []))
      return { value, plans, examined: (await counted()) - before - idle, scans }
    },
    close: async () => {
      availability.stop()
      await engine.close()
    },
  }
}
