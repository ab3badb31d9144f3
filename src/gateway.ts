// The composition root: builds every room once, wires them, starts and stops them. Only this file and builtins.ts know
// every room.
import type { AddressInfo } from 'node:net'
import { adminProblem, createAdministration, type AdminPort } from './administration.ts'
import { findUserWith } from './auth/account.ts'
import { createAuthenticate } from './auth/authenticate.ts'
import { registerTokenRoutes } from './auth/token-route.ts'
import { authenticationOf } from './authentication.ts'
import { metadataOf, tokenProblem } from './bearer-tokens.ts'
import {
  authMethods,
  builtinKinds,
  directoriesOf,
  resourcesOf,
  searchOf,
  whoEdits,
  type Kinds,
} from './builtins.ts'
import { boundedMap } from './cache/bounded-map.ts'
import { createResponseCache } from './cache/response-cache.ts'
import type { Config } from './config.ts'
import { createFreshness } from './freshness.ts'
import type { Observe } from './core/observation.ts'
import { nameOf, type Address } from './database/address.ts'
import { Availability } from './database/availability.ts'
import type { Server } from './database/engine.ts'
import { fit, mapped, plain, wordpress, type Layout } from './database/layout.ts'
import { openDatabase } from './database/open.ts'
import { seedSqlite } from './database/seed.ts'
import { isReadable } from './database/source.ts'
import { withAdditions, withExtensionKinds } from './extensions/apply.ts'
import { authMethodsOf } from './extensions/auth-methods.ts'
import { computedProblem } from './extensions/computed-check.ts'
import { isBroken, loadExtensions, type Broken } from './extensions/load.ts'
import { queriesOf } from './extensions/queries.ts'
import { withRenderers } from './extensions/renderers.ts'
import { registerExtensionRoutes } from './extensions/routes.ts'
import { openWriting } from './extensions/writing.ts'
import type { CostOptions } from './graphql/cost.ts'
import { createDocuments, keptBytes, type DocumentOptions, type Documents } from './graphql/documents.ts'
import { createGraphEndpoint } from './graphql/endpoint.ts'
import { createGraphiqlFiles } from './graphql/graphiql.ts'
import { loadPersisted, type PersistedDocuments } from './graphql/persisted.ts'
import { createViews } from './graphql/schema.ts'
import { createDispatch } from './http/dispatch.ts'
import { createPage } from './http/page.ts'
import { addressList } from './http/receive.ts'
import { listen, serveHttp } from './http/server.ts'
import { createCompile } from './query/compile.ts'
import { createReadCursors } from './query/cursor-keys.ts'
import { createIndexes } from './query/indexes.ts'
import { createKeptReads } from './query/kept-rows.ts'
import { createScanPlaces } from './query/scan-places.ts'
import { createReadings, unavailableReading, type Reading } from './query/execute.ts'
import type { Visibility } from './database/filter.ts'
import { createReadSite } from './query/read-site.ts'
import type { ContentTypeDefinition, ResourceDefinition } from './registry/define.ts'
import { exposed } from './registry/exposed.ts'
import { createRegistry, type Route } from './registry/registry.ts'
import { addressBytes } from './rest/cache-key.ts'
import { registerDiscovery } from './rest/discovery.ts'
import { createRestEndpoint } from './rest/endpoint.ts'
import { registerOpenApi } from './rest/openapi.ts'
import { registerResource } from './rest/routes.ts'
import { registerSiteRoutes } from './rest/site-routes.ts'
import { builtInRenderers } from './resources/render-context.ts'
import type { SiteAddress } from './site/site.ts'
import { ruleNamed } from './query/visibility.ts'

export interface Gateway {
  /** Where clients reach it: `https://api.example.org`. */
  readonly publicUrl: string
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly localUrl: string
  /** Where it is administered; null where that is nowhere. */
  readonly adminUrl: string | null
  /** Settles after the first look at the database; with a StartError where what is there can never be served. */
  readonly ready: Promise<void>
  /** Lets what is in flight finish, then lets go of port and database. */
  readonly stop: () => Promise<void>
}

/** Why the gateway does not start, in a sentence for its owner. */
export class StartError extends Error {}

/** Listens at once; until its database is found, what needs it is answered with 503. */
export async function startGateway(config: Config, address: Address, log: Observe): Promise<Gateway> {
  if (address.kind === 'sqlite' && config.databaseSeed.length > 0) {
    const problem = seedSqlite(address.path, config.databaseSeed)
    if (problem !== null) throw new StartError(problem)
  }
  const problem = tokenProblem(config) ?? adminProblem(config)
  if (problem !== null) throw new StartError(problem)
  const administration = createAdministration(config, log)
  const { observe } = administration
  const wanted = layoutOf(config)
  const extensions = sound(await loadExtensions(config.extensions))
  const kinds = sound(withExtensionKinds(builtinKinds, extensions))
  const resources = sound(withAdditions(openResources(kinds, config), extensions))
  const renderers = sound(withRenderers(builtInRenderers, extensions))
  const persisted = await documentsOf(config)
  const writing = sound(await openWriting(config, address, extensions, observe))
  const engine = openDatabase(withCharset(address, config.databaseCharset), config)
  const listener = await listen(config)
  const localUrl = urlOf(listener.address)
  const publicUrl = (config.publicUrl ?? localUrl).replace(/\/+$/, '')
  const { brand } = config
  const freshness = createFreshness(config, address, engine, observe)
  const readSite = createReadSite(
    {
      brand,
      publicUrl,
      tablePrefix: config.tablePrefix,
      decided: decidedOptions(config),
      ...addressings(kinds),
      renderers,
    },
    freshness.sites,
  )
  const readCursors = createReadCursors({
    cursorKeys: config.cursorKey,
    siteSecrets: siteSecrets(config),
    observe,
  })

  const takePlace = createScanPlaces({
    ...config,
    scansMax: Math.min(config.scansMax, Math.max(1, config.connectionsMax - 1)),
  })
  let served: Served | null = null
  const authentication = authenticationOf(config, publicUrl, {
    newReading: () => served?.newReading() ?? unavailableReading,
    readSite,
    observe,
  })
  const methods = [
    ...authMethods.map((create) => create(authentication)),
    ...authMethodsOf(extensions, {
      findUser: findUserWith(authentication.reads),
      timeoutMs: config.handlerTimeoutMs,
    }),
  ]
  let hasBegun = false
  /** What extensions ask of the database that was found: an error where it can never have it. */
  const prepare = async () => {
    sound((await served?.computedProblem()) ?? null)
    await writing.prepare()
  }
  const found = (server: Server) => {
    served = serve(server)
    if (hasBegun)
      prepare().catch((error: unknown) =>
        observe({ kind: 'error', error, during: 'preparing what extensions ask for' }),
      )
  }
  const availability = new Availability(engine, found, observe)

  /** What is served follows from what the database holds. */
  function serve(server: Server): Served {
    const fitted = fit(wanted, server)
    if ('lacking' in fitted)
      throw new StartError(`the database has no ${fitted.lacking}, which posts are read from`)
    const { layout, missing } = fitted
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
      kept: boundedMap(config.compiledQueriesMax),
    })
    const newReading = createReadings({
      engine,
      indexes: createIndexes(layout, server),
      sizes: boundedMap(config.filterSizesKeptMax),
      search: config.search,
      kept: createKeptReads(freshness.rows),
      scanTotalMax: config.scanTotalMax,
      availability,
      compile,
      layout,
      timeoutMs: config.queryTimeoutMs,
      takePlace,
      observe,
    })

    const registry = createRegistry(brand)
    const routeOptions = { resources: byName, newReading, readSite, readCursors }
    const directories = directoriesOf(kinds)
    const search = searchOf(kinds, byName)
    registerSiteRoutes(registry, {
      ...routeOptions,
      directories,
      search,
      editsAny: whoEdits(kinds),
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
      routes: () => sealed.routes,
      newReading,
      readSite,
      takesApplicationPasswords: takesApplicationPasswords(config, publicUrl),
    })
    registerOpenApi(registry, { routes: () => sealed.routes, authMethods: methods, newReading, readSite })
    const sealed = registry.seal()
    const pageSizes = { fallback: config.graphqlPageSizeDefault, max: config.graphqlPageSizeMax }
    const queries = sound(queriesOf(extensions, tools))
    const searched = search?.content.kinds ?? []
    const views = sound(createViews({ resources: sealed.resources, searched, pageSizes, queries }))
    const documents = createDocuments(
      views,
      documentOptions(config, pageSizes),
      boundedMap(config.graphqlKeptBytesMax, keptBytes),
    )
    for (const query of persisted.listed ?? []) {
      const read = documents.read(query, null)
      if ('errors' in read)
        observe({
          kind: 'warning',
          message: `a document of graphqlDocuments does not run: ${read.errors[0]?.message}`,
        })
    }
    freshness.follow({ layout, newReading })
    return {
      routes: sealed.routes,
      documents,
      newReading,
      computedProblem: () => computedProblem(extensions, { engine, compile, resources: byName }),
    }
  }

  const metadata = metadataOf(config, publicUrl)
  const server = () => availability.server?.name ?? null
  const serving = serveHttp(listener, {
    ...config,
    trustedProxies: addressList(config.trustedProxies),
    endpoints: [
      createRestEndpoint({
        routes: () => served?.routes ?? null,
        brand,
        publicUrl,
        addresses: boundedMap(config.addressesKeptBytesMax, addressBytes),
      }),
      createGraphEndpoint({
        served: () => served,
        readSite,
        readCursors,
        persisted,
        limits: {
          variables: { bytesMax: config.graphqlVariablesBytesMax, depthMax: config.graphqlDepthMax },
          costMax: config.graphqlCostMax,
        },
        graphiql: config.graphiql === 'on',
        observe,
      }),
      ...(config.graphiql === 'on' ? [createGraphiqlFiles()] : []),
      ...(metadata === null ? [] : [metadata]),
    ],
    fallback: createPage({ brand, publicUrl, database: nameOf(address), server }),
    challenge: authentication.challenge,
    dispatch: createDispatch({
      authenticate: createAuthenticate(methods),
      cache: createResponseCache(freshness.responses, {
        maxAgeS: config.maxAgeS,
        forCdn: config.cdnCacheControl ?? null,
        tagHeaders: config.tagHeaders,
      }),
      showsTimings: config.serverTiming === 'on',
      observe,
    }),
    observe,
  })
  let admin: AdminPort | null = null
  const stop = async () => {
    admin?.leave()
    await serving.stop()
    availability.stop()
    await freshness.stop()
    await engine.close()
    await writing.close()
    await authentication.stop()
    await admin?.stop()
  }
  const begin = async () => {
    await firstLook(availability)
    hasBegun = true
    if (served !== null) await prepare()
  }
  try {
    admin = await administration.open({ availability, engine, freshness })
  } catch (error) {
    await stop()
    throw error
  }
  const adminUrl = admin?.url ?? null
  return { publicUrl, localUrl, adminUrl, ready: begin(), stop }
}

/** Whether clients that come by the public address are heard. */
function takesApplicationPasswords({ applicationPasswords }: Config, publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isTrusted = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return applicationPasswords === 'any' || (applicationPasswords === 'auto' && isTrusted)
}

/** A value without what is broken in it. */
function sound<T>(value: T | Broken): T {
  if (isBroken(value)) throw new StartError(value.broken)
  return value
}

async function firstLook(availability: Availability): Promise<void> {
  const problem = await availability.look()
  if (problem instanceof StartError) throw problem
  if (problem !== null) availability.lookAgain(problem)
}

interface Served {
  readonly routes: readonly Route[]
  readonly documents: Documents
  readonly newReading: () => Reading
  readonly computedProblem: () => Promise<Broken | null>
}

export function withCharset(address: Address, charset: Config['databaseCharset']): Address {
  return address.kind === 'mysql' && charset !== undefined ? { ...address, charset } : address
}

export function layoutOf({ layout, tablePrefix }: Config): Layout {
  if (layout === 'wordpress') return wordpress(tablePrefix)
  if (layout === 'plain') return plain()
  const made = mapped(layout, tablePrefix)
  if (made instanceof Map) return made
  throw new StartError(`layout: there is no ${'unknown' in made ? made.unknown : 'such table'} to map`)
}

async function documentsOf(config: Config): Promise<PersistedDocuments> {
  const persisted = await loadPersisted({
    listPath: config.graphqlDocuments,
    registeredBytesMax: config.graphqlRegisteredBytesMax,
  })
  if (typeof persisted === 'string') throw new StartError(`graphqlDocuments: ${persisted}`)
  return persisted
}

function documentOptions(config: Config, pageSizes: CostOptions['pageSizes']): DocumentOptions {
  return {
    limits: {
      bytesMax: config.graphqlDocumentBytesMax,
      tokensMax: config.graphqlTokensMax,
      definitionsMax: config.graphqlDefinitionsMax,
      directivesMax: config.graphqlDirectivesMax,
      depthMax: config.graphqlDepthMax,
      rootFieldsMax: config.graphqlRootFieldsMax,
      aliasesMax: config.graphqlAliasesMax,
      fieldsMax: config.graphqlFieldsMax,
      comparisonsMax: config.graphqlComparisonsMax,
    },
    cost: { pageSizes, listSize: config.graphqlListSize },
    introspection: config.graphqlIntrospection === 'on',
  }
}

function urlOf({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function decidedOptions({ wpHome, wpSiteurl }: Config): ReadonlyMap<'home' | 'siteurl', string> {
  const decided = new Map<'home' | 'siteurl', string>()
  if (wpHome !== undefined) decided.set('home', wpHome)
  if (wpSiteurl !== undefined) decided.set('siteurl', wpSiteurl)
  return decided
}

function addressings({
  contentTypes,
  taxonomies,
}: Kinds): Pick<SiteAddress, 'contentTypes' | 'likePosts' | 'taxonomies'> {
  const addressing = ({ name, slug = name, isHierarchical = false }: Addressed) =>
    [name, { slug, isHierarchical }] as const
  return {
    contentTypes: new Map(contentTypes.filter(({ isBuiltIn }) => !isBuiltIn).map(addressing)),
    likePosts: new Set(contentTypes.filter(({ isBuiltIn }) => isBuiltIn).map(({ name }) => name)),
    taxonomies: new Map(taxonomies.map(addressing)),
  }
}

type Addressed = Pick<ContentTypeDefinition, 'name' | 'slug' | 'isHierarchical'>

function openResources(kinds: Kinds, { closed, menuReaders }: Config): readonly ResourceDefinition[] {
  const open = exposed(resourcesOf(kinds, menuReaders), closed)
  if ('unknown' in open) throw new StartError(`closed: there is nothing called ${open.unknown} to close`)
  return open.resources
}

function siteSecrets(config: Config): readonly string[] {
  const { authKey, authSalt, secureAuthKey, secureAuthSalt, loggedInKey, loggedInSalt, nonceKey, nonceSalt } =
    config
  const secrets = [
    authKey,
    authSalt,
    secureAuthKey,
    secureAuthSalt,
    loggedInKey,
    loggedInSalt,
    nonceKey,
    nonceSalt,
  ]
  return secrets.filter((secret) => secret !== undefined)
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a plan names a resource that is not registered')
  return value
}
