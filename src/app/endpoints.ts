// The endpoints: REST, GraphQL and its page, and the metadata by which clients find out how to get tokens.
import { leadingToFrontend } from './frontend.ts'
import { mcpEndpoints } from './mcp-endpoint.ts'
import { withViews } from './graphql-endpoint.ts'
import { metadataOf } from './token-options.ts'
import { logIn } from '../auth/login.ts'
import { refreshedBy } from '../auth/refresh.ts'
import type { TokenRouteOptions } from '../auth/token-route.ts'
import { workApart } from '../core/work.ts'
import type { BoundedMaps } from '../cache/bounded-map.ts'
import type { ContentChanges } from '../core/content-changes.ts'
import type { Live } from '../core/event-stream.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Reply } from '../core/reply.ts'
import type { Observe } from '../core/observation.ts'
import { createGraphEndpoint } from '../graphql/endpoint.ts'
import { createGraphiqlFiles } from '../graphql/graphiql.ts'
import { createApiPage } from '../http/api-page.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import type { PersistedDocuments } from '../graphql/persisted.ts'
import type { Cursors } from '../plan/cursor.ts'
import type { ReadCursors } from '../read/cursor-keys.ts'
import { unavailableReading, type Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { createRestEndpoint } from '../rest/endpoint.ts'
import { addressBytes } from '../rest/request/operation.ts'
import type { IsSessionRead } from '../rest/request/session-reads.ts'
import type { Catalog } from './catalog.ts'
import { documentOptions, wpPageSizes } from './room-options.ts'
import type { Config } from '../settings/config.ts'
import type { Seal } from '../syndication/changes.ts'
import { createFrontendAddresses } from '../site/frontend-addresses.ts'
import { createSyndication } from '../syndication/endpoint.ts'
import { rememberedSeal } from '../syndication/remembered-seal.ts'
import { createBroadcast } from '../syndication/broadcast.ts'
import { createStreamSlots } from '../syndication/stream-slots.ts'
import type { Translations } from '../core/sentence.ts'
import { createWpOperation } from '../wpgraphql/endpoint.ts'
import type { Logins } from '../wpgraphql/mutations.ts'

interface EndpointSources {
  readonly authenticate: Authenticate
  readonly publicUrl: string
  readonly translations: Translations
  /** Null until a database is found. */
  readonly served: () => Catalog | null
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly persisted: PersistedDocuments
  readonly isSessionRead: IsSessionRead | null
  readonly maps: BoundedMaps
  /** Null where the gateway issues no tokens. */
  readonly tokenRoute: TokenRouteOptions | null
  /** Null where clients cannot follow changes of content. */
  readonly changes: ContentChanges | null
  readonly observe: Observe
}

export function createEndpoints(
  config: Config,
  {
    authenticate,
    publicUrl,
    translations,
    served,
    readSite,
    readCursors,
    persisted,
    isSessionRead,
    maps,
    tokenRoute,
    changes,
    observe,
  }: EndpointSources,
): readonly EndpointDefinition[] {
  const restUrl = `${publicUrl}/${config.brand}-json`
  /** The base of links to REST by the site's options; before these are known, the address where REST is served. */
  const restBase = async () => {
    const reading = served()?.newReading()
    const site = reading && (await readSite(reading))
    return site === undefined || isFailure(site) ? restUrl : site.restBase
  }
  const metadata = metadataOf(config, publicUrl)
  const limits = {
    variables: { bytesMax: config.graphqlVariablesBytesMax, depthMax: config.graphqlDepthMax },
    costMax: config.graphqlCostMax,
    renderTimeoutMs: config.renderTimeoutMs,
  }
  const { frontendUrl } = config
  const newReading = () => served()?.newReading() ?? null
  const live = changes && liveOf(config, changes)
  const moved = frontendUrl === undefined ? null : createFrontendAddresses(frontendUrl)
  const leading = (endpoint: EndpointDefinition) =>
    moved === null ? endpoint : leadingToFrontend(endpoint, { moved, newReading, readSite })
  const rest = leading(
    createRestEndpoint({
      routes: () => served()?.routes ?? null,
      brand: config.brand,
      publicUrl,
      translations,
      restBase,
      isSessionRead,
      addresses: maps.make('addresses', config.addressesKeptBytesMax, addressBytes),
    }),
  )
  return [
    // These endpoints have addresses below those of REST
    createApiPage({ brand: config.brand, publicUrl }),
    ...mcpEndpoints(config, rest, { publicUrl, served, readSite }),
    createSyndication({
      rest,
      brand: config.brand,
      publicUrl,
      pageLists: () => served()?.pageLists ?? [],
      datedLists: () => served()?.datedLists ?? null,
      changes: live && { ...live, seal: sealOf(() => served()?.newReading(), readCursors) },
      exports: exportsOf(config, authenticate),
    }),
    rest,
    leading(
      withViews(
        createGraphEndpoint({
          served,
          readSite,
          readCursors,
          persisted,
          limits,
          graphiql: config.graphiql === 'on',
          live,
          moved,
          observe,
        }),
        createWpOperation({
          path: '/graphql',
          served,
          readSite,
          readCursors,
          persisted,
          limits: { ...limits, operationsMax: config.graphqlRootFieldsMax },
          logins: tokenRoute && loginsOf(tokenRoute),
          passing: passesMutations(config) ? documentOptions(config, wpPageSizes).limits : null,
          observe,
        }),
        { view: config.graphqlView, hasPage: config.graphiql === 'on' },
      ),
    ),
    ...(config.graphiql === 'on' ? [createGraphiqlFiles()] : []),
    ...(metadata === null ? [] : [metadata]),
  ]
}

/** Proxies take a silent connection for dead after a while, so heartbeats are no further apart than this. */
const beatMsMax = 15_000

function liveOf(
  { changeStreamsMax: max, changeStreamsPerClientMax: perClientMax, requestTimeoutMs }: Config,
  changes: ContentChanges,
): Live {
  return {
    changes,
    follow: createBroadcast(changes, Math.min(beatMsMax, requestTimeoutMs / 2)),
    takeSlot: createStreamSlots({ max, perClientMax }),
  }
}

/** Exports bypass the cache: one client reads each of them once. */
function exportsOf(
  { exports, exportsMax: max, exportsPerClientMax: perClientMax, renderTimeoutMs }: Config,
  authenticate: Authenticate,
) {
  if (exports === 'off') return null
  return {
    takeSlot: createStreamSlots({ max, perClientMax }),
    apart: (until: AbortSignal | undefined, answer: () => Promise<Reply>) =>
      workApart(until, renderTimeoutMs, answer),
    authenticate,
  }
}

/** Positions are signed with the keys of cursors, so all gateways that share these keys accept them. */
function sealOf(newReading: () => Reading | undefined, readCursors: ReadCursors) {
  let last: { readonly cursors: Cursors; readonly seal: Seal } | null = null
  return async (): Promise<Seal | Failure> => {
    const cursors = await readCursors(newReading() ?? unavailableReading)
    if (isFailure(cursors)) return cursors
    if (last?.cursors !== cursors) last = { cursors, seal: rememberedSeal(sealWith(cursors)) }
    return last.seal
  }
}

function sealWith(cursors: Cursors): Seal {
  return {
    encode: (position) => cursors.encode('changes', { key: position, id: '' }),
    decode: (sealed) => {
      const decoded = cursors.decode('changes', sealed)
      return isFailure(decoded) ? null : decoded.key
    },
  }
}

/** WordPress answers mutations by its own rules, so none is proxied where the owner closed a resource. */
function passesMutations({ originUrl, closed }: Config): boolean {
  return originUrl !== undefined && closed.length === 0
}

/** Logins in the form that the token route has. */
function loginsOf(options: TokenRouteOptions): Logins {
  const { issue, refresh } = options
  return {
    logIn: async (name, password, address) => {
      const account = await logIn({ name, password, address }, options)
      if (isFailure(account)) return account
      const refreshToken = refresh && (await refresh.issue(account))
      return { token: await issue(account), refreshToken, userId: account.id }
    },
    refresh: async (token, address) => {
      if (refresh === null) return fail('invalid_token')
      const account = await refreshedBy(token, address, { ...options, verifier: refresh.verifier })
      return isFailure(account) ? account : issue(account)
    },
  }
}
