// The composition root: builds every room once, wires them, starts and stops them.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { adminProblem, createAdministration, type Administration, type AdminPort } from './administration.ts'
import { findUserWith } from './auth/account.ts'
import { createAuthenticate } from './auth/authenticate.ts'
import { authenticationOf } from './authentication.ts'
import { metadataOf, tokenProblem } from './bearer-tokens.ts'
import { authMethods, builtinKinds } from './builtins.ts'
import { createBoundedMaps, type BoundedMaps } from './cache/bounded-map.ts'
import { createResponseCache } from './cache/response-cache.ts'
import type { Observe } from './core/observation.ts'
import type { RequestTarget } from './core/request-target.ts'
import type { OnStale } from './core/stale.ts'
import { StartError } from './core/start-error.ts'
import { nameOf, type Addresses } from './database/address.ts'
import { Availability } from './database/availability.ts'
import { Choice, inspecting, type Choosing } from './database/choice.ts'
import type { Engine, Server } from './database/engine.ts'
import { lackOf } from './database/layout.ts'
import { openServers, type Candidate } from './database/open.ts'
import { seedSqlite } from './database/seed.ts'
import { withAdditions, withExtensionKinds } from './extensions/apply.ts'
import { authMethodsOf } from './extensions/auth-methods.ts'
import { loadExtensions, sound } from './extensions/load.ts'
import { withRenderers } from './extensions/renderers.ts'
import { openWriting } from './extensions/writing.ts'
import type { Feed } from './feed/feed.ts'
import { createFreshness } from './freshness.ts'
import {
  addressings,
  decidedOptions,
  layoutOf,
  openResources,
  policiesOf,
  siteSecrets,
  withCharset,
} from './from-config.ts'
import { createGraphEndpoint } from './graphql/endpoint.ts'
import { createGraphiqlFiles } from './graphql/graphiql.ts'
import { loadPersisted, type PersistedDocuments } from './graphql/persisted.ts'
import { createDispatch } from './http/dispatch.ts'
import { createPage } from './http/page.ts'
import { addressList } from './http/forwarded.ts'
import { limit, listen, serveHttp, type Listener } from './http/server.ts'
import type { Reports } from './observe/now.ts'
import { createReadCursors } from './query/cursor-keys.ts'
import { unavailableReading } from './query/execute.ts'
import { createReadSite } from './query/read-site.ts'
import { createScanPlaces } from './query/scan-places.ts'
import { passingOn } from './passing-on.ts'
import type { EndpointDefinition } from './registry/endpoint.ts'
import { builtInRenderers } from './resources/render-context.ts'
import { addressBytes } from './rest/cache-key.ts'
import { createRestEndpoint } from './rest/endpoint.ts'
import { createServing, type Served } from './serving.ts'
import type { Config } from './settings/config.ts'
import { createWarming, withoutRequests, type Warming } from './warming.ts'
import { createWebhooks, webhookProblem } from './webhooks/webhooks.ts'

export interface Gateway {
  /** Where clients reach it: `https://api.example.org`. */
  readonly publicUrl: string
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly localUrl: string
  /** Where it is administered; null where that is nowhere. */
  readonly adminUrl: string | null
  /** Settles after the first look at the database; with a StartError where what is there can never be served. */
  readonly ready: Promise<void>
  /** Lets what is in flight finish, then lets go of port and database; `drainMs` as http/server.ts has it. */
  readonly stop: (drainMs?: number) => Promise<void>
}

/** What one gateway has from another that it takes over from, in the same process. */
export interface Inheritance {
  readonly listener: Listener
  readonly administration: Administration
  /** What was asked for most. */
  readonly hot: readonly RequestTarget[]
  /** Random: signs cursors where nothing else does. */
  readonly secret: string
}

export interface Replaceable extends Gateway {
  readonly inheritance: () => Inheritance
  /** Once another has taken over: lets what is in flight finish, then lets go of the database. */
  readonly leave: () => Promise<void>
}

/** What several processes that serve have of one other. */
export interface Shared {
  /** Which server is read, and the feed of that one. */
  readonly choice: (candidates: readonly Candidate[]) => {
    readonly choice: Choosing
    readonly feed: (engine: Engine) => Feed
  }
  /** Is told what is stale for whoever keeps answers elsewhere, instead of this process telling them. */
  readonly onStale: OnStale
  /** Has what this process says of itself, which opens no admin port then. */
  readonly report: (reports: Reports) => void
  /** Random, and the same for all of them. */
  readonly secret: string
}

/**
 * Listens at once; until its database is found, what needs it is answered with 503. One that takes over from another does so once
 * its database is found.
 */
export async function startGateway(
  config: Config,
  addresses: Addresses,
  log: Observe,
  shared: Shared | null = null,
  inherited: Inheritance | null = null,
): Promise<Replaceable> {
  const [address] = addresses
  // What is open is not made anew
  beforeStart(inherited ? { ...config, databaseSeed: [] } : config, addresses)
  const administration = inherited?.administration ?? createAdministration(config, log, shared?.report)
  const secret = shared?.secret ?? inherited?.secret ?? randomBytes(32).toString('hex')
  let warming: Warming | null = null
  const observe: Observe = (observation) => {
    administration.observe(observation)
    warming?.observe(observation)
  }
  const layout = layoutOf(config)
  const extensions = sound(await loadExtensions(config.extensions))
  const kinds = sound(withExtensionKinds(builtinKinds, extensions))
  const resources = sound(withAdditions(openResources(kinds, config), extensions))
  const renderers = sound(withRenderers(builtInRenderers, extensions))
  const maps = createBoundedMaps()
  const persisted = await documentsOf(config, maps)
  const writing = sound(await openWriting(config, addresses, extensions, observe))
  const servers = openServers(withCharset(addresses, config.databaseCharset), config)
  const { engine, candidates } = servers
  const lacks = (server: Server) => lackOf(layout, server)
  const ofAll = shared?.choice(candidates) ?? null
  const choice = ofAll?.choice ?? new Choice({ ...config, candidates, lacks, observe })
  const listening = {
    ...config,
    ...(config.originUrl === undefined ? {} : { uploadTimeoutMs: config.originUploadTimeoutMs }),
  }
  const listener = inherited?.listener ?? (await listen(listening))
  const localUrl = urlOf(listener.address)
  const publicUrl = (config.publicUrl ?? localUrl).replace(/\/+$/, '')
  const { brand } = config
  const webhooks = shared ? null : createWebhooks(config, observe)
  const onStale = shared && config.webhookUrls.length > 0 ? shared.onStale : webhooks?.onStale
  const freshness = createFreshness(config, observe, onStale, ofAll?.feed(engine))
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
    spareKey: secret,
    observe,
  })

  const scanPlaces = createScanPlaces({
    ...config,
    scansMax: Math.min(config.scansMax, Math.max(1, config.connectionsMax - 1)),
  })
  let served: Served | null = null
  const authentication = authenticationOf(config, publicUrl, {
    newReading: () => served?.newReading() ?? unavailableReading,
    readSite,
    maps,
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
  const availability = new Availability(inspecting(choice), found, observe)
  const serve = createServing({
    config,
    publicUrl,
    layout,
    kinds,
    resources,
    extensions,
    writing,
    authentication,
    authMethods: methods,
    persisted,
    engine,
    availability,
    freshness,
    takeServer: (server) => {
      const candidate = choice.take(server)
      servers.use(candidate)
      return candidate
    },
    readSite,
    readCursors,
    takePlace: scanPlaces.take,
    maps,
    observe,
  })

  const metadata = metadataOf(config, publicUrl)
  const server = () => availability.server?.name ?? null
  const endpoints: readonly EndpointDefinition[] = [
    createRestEndpoint({
      routes: () => served?.routes ?? null,
      brand,
      publicUrl,
      addresses: maps.make('addresses', config.addressesKeptBytesMax, addressBytes),
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
  ]
  const dispatching = {
    authenticate: createAuthenticate(methods),
    cache: createResponseCache(freshness.responses, policiesOf(config)),
    isAway: () => availability.server === null,
    staleAfterMs: config.staleAfterMs,
    showsTimings: config.serverTiming === 'on',
  }
  const origin = passingOn(config, publicUrl, freshness, observe)
  const takeOver = () => {
    limit(listener.server, listening)
    return serveHttp(listener, {
      ...config,
      trustedProxies: addressList(config.trustedProxies),
      endpoints,
      fallback: createPage({ brand, publicUrl, database: nameOf(address), server }),
      challenge: authentication.challenge,
      origin,
      dispatch: createDispatch({ ...dispatching, observe }),
      observe,
    })
  }
  let serving = inherited ? null : takeOver()
  warming = createWarming(config, {
    endpoints,
    dispatch: createDispatch({ ...dispatching, observe: withoutRequests(observe) }),
    freshness,
    inherited: inherited?.hot ?? [],
    observe,
  })
  let admin: AdminPort | null = null
  const letGo = async () => {
    await warming?.stop()
    origin?.stop()
    choice.stop()
    availability.stop()
    await freshness.stop()
    await webhooks?.stop()
    await engine.close()
    await writing.close()
    await authentication.stop()
  }
  const stop = async (drainMs?: number) => {
    admin?.leave()
    await serving?.stop(drainMs)
    await letGo()
    await admin?.stop()
  }
  const begin = async () => {
    await firstLook(availability)
    choice.watch(() => {
      if (availability.server === null) void availability.look()
      else availability.doubt()
    })
    hasBegun = true
    if (served !== null) await prepare()
  }
  const administered = {
    availability,
    choice,
    engine,
    freshness,
    scanPlaces,
    webhooks,
    maps,
    cacheBytesMax: config.cacheBytesMax,
  }
  let ready = Promise.resolve()
  try {
    if (inherited) {
      await begin()
      if (served === null) throw new StartError(`the database ${nameOf(address)} cannot be used`)
      serving = takeOver()
    } else ready = begin()
    admin = await administration.open(administered)
  } catch (error) {
    await (inherited ? letGo() : stop())
    throw error
  }
  return {
    publicUrl,
    localUrl,
    adminUrl: admin?.url ?? null,
    ready,
    stop,
    inheritance: () => ({ listener, administration, hot: warming?.hot() ?? [], secret }),
    leave: async () => {
      await serving?.leave()
      await letGo()
    },
  }
}

/** Makes the embedded database where one is to be made; throws where what is configured can never be served. */
export function beforeStart(config: Config, [address]: Addresses): void {
  const seeded =
    address.kind === 'sqlite' && config.databaseSeed.length > 0
      ? seedSqlite(address.path, config.databaseSeed)
      : null
  const problem = seeded ?? tokenProblem(config) ?? adminProblem(config) ?? webhookProblem(config)
  if (problem !== null) throw new StartError(problem)
}

async function firstLook(availability: Availability): Promise<void> {
  const problem = await availability.look()
  if (problem instanceof StartError) throw problem
  if (problem !== null) availability.lookAgain(problem)
}

async function documentsOf(config: Config, maps: BoundedMaps): Promise<PersistedDocuments> {
  const persisted = await loadPersisted({
    listPath: config.graphqlDocuments,
    registeredBytesMax: config.graphqlRegisteredBytesMax,
    maps,
  })
  if (typeof persisted === 'string') throw new StartError(`graphqlDocuments: ${persisted}`)
  return persisted
}

function urlOf({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
