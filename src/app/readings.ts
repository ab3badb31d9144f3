// Makes the tables and resources that a found database has, and the readings that read them.
import { resourcesOf, type Kinds } from './builtins.ts'
import { networkOf, type Network } from '../database/network.ts'
import { capabilitiesKeyOf } from '../site/site.ts'
import { byLength, type BoundedMaps } from '../cache/bounded-map.ts'
import type { Observe } from '../core/observation.ts'
import type { Availability } from '../database/servers/availability.ts'
import type { Engine, Server } from '../database/engine.ts'
import type { Visibility } from '../database/filter.ts'
import { fitOrThrow } from '../database/fit.ts'
import { withPlugInTables, type FollowedTables, type Layout } from '../database/layout.ts'
import { hasUtcTimes } from '../database/layout-mapping.ts'
import { isReadable } from '../database/source.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import { hasIndex } from '../optimizer/filter-index.ts'
import { createIndexes } from '../optimizer/indexes.ts'
import { partsOf } from '../optimizer/part-statistics.ts'
import { ruleNamed } from '../planner/visibility.ts'
import { createCountedTotals, type CountedTotals } from '../read/counted-totals.ts'
import { createReadings, type NewReading } from '../read/execute.ts'
import { createReadPlugInRows, type ReadPlugInRows } from '../read/plug-in-table.ts'
import { createRun } from '../read/run.ts'
import { createKeptReads } from '../read/row-cache.ts'
import { rowTestOf } from '../read/row-test.ts'
import type { TakeSlot } from '../read/scan-slots.ts'
import { withoutMetaFilters } from '../registry/filter-declaration.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { textIdsOf, withTextIds } from '../registry/text-ids.ts'
import type { Config } from '../settings/config.ts'
import { createCompile } from '../sql/compile.ts'
import { localZoneOf, plugInTables } from './room-options.ts'

/** The number of list orders whose requests the gateway counts. */
const ordersMax = 1000

export interface ReadingsParts {
  readonly config: Config
  /** Every table that a database may have. */
  readonly layout: Layout
  readonly kinds: Kinds
  /** Every resource that a database may have. */
  readonly resources: readonly ResourceDefinition[]
  /** Menus as anonymous viewers may read them, which no route serves. */
  readonly publicMenus: readonly ResourceDefinition[]
  readonly engine: Engine
  readonly invalidator: Pick<Invalidator, 'rows' | 'lists' | 'logEnd' | 'seen' | 'awaited'>
  readonly takeSlot: TakeSlot
  readonly maps: BoundedMaps
  readonly observe: Observe
}

export interface ReadableDatabase {
  /** The multisite network to which the site belongs; null where there is none. */
  readonly network: Network | null
  /** The tables that this database has. */
  readonly layout: Layout
  /** The same tables, and tables of plug-ins that change feeds follow. */
  readonly followed: FollowedTables
  /** The resources whose tables exist, in the order of definition. */
  readonly present: readonly ResourceDefinition[]
  /** The same resources, by name. */
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly compile: ReturnType<typeof createCompile>
  readonly newReading: NewReading
  readonly counted: CountedTotals
  readonly readPlugInRows: ReadPlugInRows
}

/** Throws a StartError where the server lacks a table without which nothing can be served. */
export function readableDatabase(
  server: Server,
  availability: Availability,
  {
    config,
    layout: wanted,
    kinds,
    resources,
    publicMenus,
    engine,
    invalidator,
    takeSlot,
    maps,
    observe,
  }: ReadingsParts,
): ReadableDatabase {
  const { layout, missing, doubts } = fitOrThrow(wanted, server)
  if (missing.length > 0)
    observe({
      kind: 'warning',
      message: `the database lacks optional parts, which are not served: ${missing.join(', ')}`,
    })
  for (const message of doubts) observe({ kind: 'warning', message })
  const textIds = textIdsOf(layout)
  const network = networkOf(layout, server, config.tablePrefix)
  const present = presentOf(resources, { layout, textIds, tablePrefix: config.tablePrefix, network })
  const byName = new Map(present.map((resource) => [resource.name, resource]))
  // Rendered texts list rows of closed resources, too, as the site's pages do
  const ruling = [...resourcesOf(kinds, config.menuReaders), ...present, ...publicMenus]
  const readable = new Map(ruling.map((resource) => [resource.name, resource]))
  const ruleOf = ({ resource, rule }: Visibility) => ruleNamed(required(readable.get(resource)), rule)
  const followed = withPlugInTables(layout, server.tables, plugInTables(config))
  const compile = createCompile({
    kysely: engine.kysely,
    dialect: engine.dialect,
    layout,
    localZone: localZoneOf(config),
    ruleOf,
    computed: new Map(present.flatMap(({ computed = {} }) => Object.entries(computed))),
    followed,
    kept: maps.make('compiled_queries', config.compiledQueriesMax),
  })
  const running = {
    engine,
    availability,
    compile,
    layout,
    timeoutMs: config.queryTimeoutMs,
    takeSlot,
    observe,
  }
  const indexes = createIndexes(layout, server)
  for (const { name, by } of present.flatMap(({ filters = [] }) => filters))
    if (!hasIndex(by, indexes))
      observe({
        kind: 'warning',
        message: `the filter ${name} has no index: large tables are not read for it`,
      })
  const readPlugInRows = createReadPlugInRows(engine, server, plugInTables(config), createRun(running))
  const counted = createCountedTotals(compile, (plan) => rowTestOf(plan, { layout, ruleOf }))
  const newReading = createReadings({
    ...running,
    indexes,
    parts: partsOf(layout, server),
    sizes: maps.make('filter_sizes', config.filterSizesKeptMax, byLength),
    search: config.search,
    // Both clocks sort times in UTC alike, and their index is found by the local one
    clock: hasUtcTimes(layout) ? 'local' : config.graphqlClock,
    kept: createKeptReads(invalidator.rows, invalidator.awaited),
    keptLists: createKeptReads(invalidator.lists),
    ordersAsked: maps.make('orders_asked', ordersMax, byLength),
    rowTestOf: counted.rowTestOf,
    logEnd: invalidator.logEnd,
    seen: invalidator.seen,
    scanTotalMax: config.scanTotalMax,
    readPlugInRows,
  })
  return {
    network,
    layout,
    followed,
    present,
    resources: byName,
    compile,
    newReading,
    counted,
    readPlugInRows,
  }
}

/** The resources whose tables exist; users of a network are the members of the site. */
function presentOf(
  resources: readonly ResourceDefinition[],
  {
    layout,
    textIds,
    tablePrefix,
    network,
  }: Pick<ReadableDatabase, 'layout' | 'network'> & {
    readonly textIds: ReturnType<typeof textIdsOf>
    readonly tablePrefix: string
  },
): readonly ResourceDefinition[] {
  const members = network === null ? {} : { members: capabilitiesKeyOf(tablePrefix) }
  const hasMeta = isReadable('postmeta', layout)
  return resources
    .filter(({ source }) => isReadable(source, layout))
    .map((resource) => {
      const whole = withTextIds(hasMeta ? resource : withoutMetaFilters(resource), textIds)
      return whole.source === 'users' ? Object.freeze({ ...whole, ...members }) : whole
    })
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a plan names a resource that is not registered')
  return value
}
