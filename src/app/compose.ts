// The composition root: every room built once and wired, settings → options. What can be refused was opened before
// (open.ts). When a gateway begins and ends is for gateway.ts to say.
import type { Administered } from '../admin/administration.ts'
import { findUserWith } from '../auth/account.ts'
import { createAuthenticate } from '../auth/authenticate.ts'
import { authenticationOf } from './auth-options.ts'
import { authMethods } from './builtins.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import type { Observe } from '../core/observation.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { OnStale } from '../core/stale.ts'
import { StartError } from '../core/start-error.ts'
import { nameOf } from '../database/address.ts'
import { Availability } from '../database/availability.ts'
import { Choice, inspecting, type Choosing } from '../database/choice.ts'
import type { Engine, Server } from '../database/engine.ts'
import { whyUnfit } from '../database/fit.ts'
import type { Candidate } from '../database/open.ts'
import { createEndpoints } from './endpoints.ts'
import { authMethodsOf } from '../extensions/auth-methods.ts'
import { sound } from '../extensions/load.ts'
import type { Feed } from '../feed/feed.ts'
import { createFreshness } from '../invalidation/invalidator.ts'
import { addressings, decidedOptions, policiesOf, siteSecrets } from './room-options.ts'
import { createDispatch } from '../http/dispatch.ts'
import { addressList } from '../core/forwarded.ts'
import { resolvePurge } from '../http/resolve-purge.ts'
import { createPage } from '../http/page.ts'
import { createPositions } from '../http/positions.ts'
import type { HttpServerOptions } from '../http/server.ts'
import { createInspecting, type Inspecting } from './inspection.ts'
import { passingOn } from './origin-options.ts'
import type { Opened } from './open.ts'
import { createReadCursors } from '../read/cursor-keys.ts'
import { unavailableReading } from '../read/execute.ts'
import { createReadSite } from '../read/read-site.ts'
import { createScanPlaces } from '../read/scan-slots.ts'
import { createServing, type Served } from './catalog.ts'
import type { Config } from '../settings/config.ts'
import { createWarming, withoutRequests, type Warming } from './warm-start.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'

/** What several processes that serve have of one other. */
export interface Shared {
  /** Which server is read, and the feed of that one. */
  readonly choice: (candidates: readonly Candidate[]) => {
    readonly choice: Choosing
    readonly feed: (engine: Engine) => Feed
  }
  /** Is told what is stale for whoever keeps answers elsewhere, instead of this process telling them. */
  readonly onStale: OnStale
}

export interface Composed {
  readonly serverOptions: HttpServerOptions
  readonly administered: Administered
  /** Looks at the database; settles with whether what is there is served. */
  readonly begin: () => Promise<boolean>
  /** What was asked for most. */
  readonly hot: () => readonly RequestTarget[]
  /** Tells whoever keeps answers elsewhere that all of them may be otherwise by these settings. */
  readonly tellAll: () => void
  /** Lets go of the database, and of all that runs by itself. */
  readonly stop: () => Promise<void>
}

export interface CompositionOptions {
  readonly publicUrl: string
  readonly shared: Shared | null
  /** Random: signs cursors where nothing else does. */
  readonly secret: string
  /** What another gateway, which this one takes over from, was asked for most. */
  readonly inherited: readonly RequestTarget[]
  readonly observe: Observe
}

export function compose(
  config: Config,
  { addresses, layout, definitions, persisted, writing, servers, maps }: Opened,
  { publicUrl, shared, secret, inherited, ...told }: CompositionOptions,
): Composed {
  const { brand } = config
  const { extensions, kinds, renderers } = definitions
  const { engine, candidates } = servers
  let warming: Warming | null = null
  let inspection: Inspecting | null = null
  const observe: Observe = (observation) => {
    told.observe(observation)
    warming?.observe(observation)
    inspection?.observe(observation)
  }
  const ofAll = shared?.choice(candidates) ?? null
  const choice =
    ofAll?.choice ??
    new Choice({ ...config, candidates, whyUnfit: (server) => whyUnfit(layout, server), observe })
  const webhooks = shared ? null : createWebhooks(config, observe)
  const onStale = shared && config.webhookUrls.length > 0 ? shared.onStale : webhooks?.onStale
  const freshness = createFreshness(config, observe, onStale, ofAll?.feed(engine), ({ isHeld, withinMs }) => {
    observe({ kind: 'lease', isHeld, withinMs })
    if (isHeld) availability.lookNow()
  })
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
    ...definitions,
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

  const positions = createPositions({ brand, feed: freshness.feed, waitMs: config.atWaitMs })
  const origin = passingOn(config, publicUrl, freshness, positions, observe)
  const endpoints = createEndpoints(config, {
    publicUrl,
    served: () => served,
    readSite,
    readCursors,
    persisted,
    isSessionRead: origin?.isSessionRead ?? null,
    maps,
    observe,
  })
  const dispatching = {
    authenticate: createAuthenticate(methods),
    cache: createResponseCache(freshness.responses, policiesOf(config), freshness.isUnseen),
    lease: freshness.lease.state,
    positions,
    isAway: () => availability.server === null,
    staleAfterMs: config.staleAfterMs,
    showsTimings: config.serverTiming === 'on',
  }
  warming = createWarming(config, {
    endpoints,
    dispatch: createDispatch({ ...dispatching, observe: withoutRequests(observe) }),
    freshness,
    inherited,
    observe,
  })
  const { hot, stop: stopWarming } = warming
  inspection = createInspecting(config, { endpoints, freshness, observe })
  return {
    serverOptions: {
      ...config,
      trustedProxies: addressList(config.trustedProxies),
      endpoints,
      fallback: createPage({
        brand,
        publicUrl,
        database: nameOf(addresses[0]),
        server: () => availability.server?.name ?? null,
      }),
      challenge: authentication.challenge,
      origin,
      dispatch: createDispatch({ ...dispatching, observe }),
      timesStages: config.logLevel === 'debug',
      observe,
    },
    administered: {
      availability,
      choice,
      engine,
      freshness,
      purge: (purge) => freshness.purge(resolvePurge(purge, endpoints, publicUrl)),
      scanPlaces,
      webhooks,
      maps,
      cacheBytesMax: config.cacheBytesMax,
      hasOrigin: origin !== null,
    },
    begin: async () => {
      await firstLook(availability)
      choice.watch(() => {
        if (availability.server === null) void availability.look()
        else availability.doubt()
      })
      hasBegun = true
      if (served !== null) await prepare()
      return served !== null
    },
    hot,
    tellAll: () => onStale?.({ tags: 'all', paths: [], cause: 'settings' }),
    stop: async () => {
      inspection?.stop()
      await stopWarming()
      origin?.stop()
      choice.stop()
      availability.stop()
      await freshness.stop()
      await webhooks?.stop()
      await engine.close()
      await writing.close()
      await authentication.stop()
    },
  }
}

async function firstLook(availability: Availability): Promise<void> {
  const problem = await availability.look()
  if (problem instanceof StartError) throw problem
  if (problem !== null) availability.lookAgain(problem)
}
