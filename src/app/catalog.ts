// What is served follows from what the database holds: resources whose tables are there, their routes and types.
import { registerTokenRoutes } from '../auth/token-route.ts'
import type { Authentication } from './auth-options.ts'
import { directoriesOf, searchOf, whoEdits, type Kinds } from './builtins.ts'
import { byLength, type BoundedMaps } from '../cache/bounded-map.ts'
import type { Observe } from '../core/observation.ts'
import type { Availability } from '../database/availability.ts'
import type { Engine, Server } from '../database/engine.ts'
import type { Candidate } from '../database/open.ts'
import type { Visibility } from '../database/filter.ts'
import { fitOrThrow } from '../database/fit.ts'
import type { Layout } from '../database/layout.ts'
import { isReadable } from '../database/source.ts'
import { computedProblem } from '../extensions/computed-check.ts'
import { sound, type Broken, type LoadedExtension } from '../extensions/load.ts'
import { queriesOf } from '../extensions/queries.ts'
import { registerExtensionRoutes } from '../extensions/routes.ts'
import type { Writing } from '../extensions/writing.ts'
import type { Freshness } from '../invalidation/invalidator.ts'
import { documentOptions, takesApplicationPasswords } from './room-options.ts'
import { createDocuments, keptBytes, type Documents } from '../graphql/documents.ts'
import type { PersistedDocuments } from '../graphql/persisted.ts'
import { createViews } from '../graphql/schema.ts'
import { createCompile } from '../sql/compile.ts'
import type { ReadCursors } from '../read/cursor-keys.ts'
import { createItems } from '../rest/items.ts'
import { createReadings, type Reading } from '../read/execute.ts'
import { createIndexes } from '../optimizer/indexes.ts'
import { createKeptReads } from '../read/row-cache.ts'
import type { ReadSite } from '../read/read-site.ts'
import { rowTestOf } from '../read/row-test.ts'
import type { TakePlace } from '../read/scan-slots.ts'
import { ruleNamed } from '../plan/visibility.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import { createRegistry } from '../registry/registry.ts'
import type { RouteTable } from '../registry/route-table.ts'
import { registerDiscovery } from '../rest/discovery.ts'
import { registerOpenApi } from '../rest/openapi.ts'
import { registerResource } from '../rest/routes.ts'
import { registerSiteRoutes } from '../rest/site-routes.ts'
import type { Config } from '../settings/config.ts'

/** Kinds of pages of which it is known whether their items are kept. */
const itemKindsMax = 1000

/** What there is before a database is found. */
export interface Parts {
  readonly config: Config
  readonly publicUrl: string
  readonly layout: Layout
  readonly kinds: Kinds
  readonly resources: readonly ResourceDefinition[]
  readonly extensions: readonly LoadedExtension[]
  readonly writing: Writing
  readonly authentication: Authentication
  readonly authMethods: readonly AuthMethodDefinition[]
  readonly persisted: PersistedDocuments
  readonly engine: Engine
  readonly availability: Availability
  readonly freshness: Freshness
  /** Sends statements to this server from now on, of all that the engine stands for. */
  readonly takeServer: (server: Server) => Candidate
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly takePlace: TakePlace
  readonly maps: BoundedMaps
  readonly observe: Observe
}

export interface Served {
  readonly routes: RouteTable
  readonly documents: Documents
  readonly newReading: () => Reading
  readonly computedProblem: () => Promise<Broken | null>
}

export function createServing({
  config,
  publicUrl,
  kinds,
  resources,
  extensions,
  writing,
  authentication,
  authMethods,
  persisted,
  engine,
  availability,
  freshness,
  takeServer,
  readSite,
  readCursors,
  takePlace,
  maps,
  observe,
  ...wanted
}: Parts): (server: Server) => Served {
  return (server) => {
    const { layout, missing } = fitOrThrow(wanted.layout, server)
    if (missing.length > 0)
      observe({
        kind: 'warning',
        message: `the database is read without what it does not have: ${missing.join(', ')}`,
      })
    const present = resources.filter(({ source }) => isReadable(source, layout))
    const byName = new Map(present.map((resource) => [resource.name, resource]))
    const ruleOf = ({ resource, rule }: Visibility) => {
      const definition = required(byName.get(resource))
      return ruleNamed(definition, rule)
    }
    const compile = createCompile({
      ...engine,
      layout,
      ruleOf,
      computed: new Map(present.flatMap(({ computed = {} }) => Object.entries(computed))),
      kept: maps.make('compiled_queries', config.compiledQueriesMax),
    })
    const newReading = createReadings({
      engine,
      indexes: createIndexes(layout, server),
      sizes: maps.make('filter_sizes', config.filterSizesKeptMax, byLength),
      search: config.search,
      clock: config.graphqlClock,
      kept: createKeptReads(freshness.rows),
      rowTestOf: (plan) => rowTestOf(plan, { layout, ruleOf }),
      logEnd: freshness.logEnd,
      seen: freshness.seen,
      scanTotalMax: config.scanTotalMax,
      availability,
      compile,
      layout,
      timeoutMs: config.queryTimeoutMs,
      takePlace,
      observe,
    })

    const registry = createRegistry(config.brand)
    const items = createItems({
      kept: freshness.items,
      kinds: maps.make('item_kinds', itemKindsMax, byLength),
      newReading,
      readSite,
    })
    const routeOptions = { resources: byName, newReading, readSite, readCursors, items }
    const directories = directoriesOf(kinds)
    const search = searchOf(kinds, byName)
    registerSiteRoutes(registry, {
      ...routeOptions,
      directories,
      search,
      editsAny: whoEdits(kinds),
      passesOn: config.originUrl !== undefined,
    })
    for (const resource of present) {
      registry.resource(resource)
      registerResource(registry, resource, routeOptions)
    }
    const { handlerTimeoutMs } = config
    const tools = { resources: byName, readSite, newReading, handlerTimeoutMs, observe }
    sound(registerExtensionRoutes(registry, extensions, { ...tools, writeOf: writing.writeOf }))
    if (authentication.tokenRoute) registerTokenRoutes(registry, authentication.tokenRoute)
    registerDiscovery(registry, {
      routes: () => sealed.routes.all,
      newReading,
      readSite,
      takesApplicationPasswords: takesApplicationPasswords(config, publicUrl),
    })
    registerOpenApi(registry, { routes: () => sealed.routes.all, authMethods, newReading, readSite })
    const sealed = registry.seal()
    const pageSizes = { fallback: config.graphqlPageSizeDefault, max: config.graphqlPageSizeMax }
    const queries = sound(queriesOf(extensions, tools))
    const searched = search.content?.kinds ?? []
    const views = sound(createViews({ resources: sealed.resources, searched, pageSizes, queries }))
    const documents = createDocuments(
      views,
      documentOptions(config, pageSizes),
      maps.make('documents', config.graphqlKeptBytesMax, keptBytes),
    )
    for (const query of persisted.listed ?? []) {
      const read = documents.read(query, null)
      if ('errors' in read)
        observe({
          kind: 'warning',
          message: `a document of graphqlDocuments does not run: ${read.errors[0]?.message}`,
        })
    }
    freshness.follow({ ...takeServer(server), layout, newReading })
    return {
      routes: sealed.routes,
      documents,
      newReading,
      computedProblem: () => computedProblem(extensions, { engine, compile, resources: byName }),
    }
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a plan names a resource that is not registered')
  return value
}
