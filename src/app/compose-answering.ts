// The half of a gateway that answers: endpoints over the catalog, the proxy to WordPress, and dispatch, which a warm start and
// the inspector use as well.
import { createAuthenticate } from '../auth/authenticate.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import type { Catalog } from './catalog.ts'
import type { ReadingHalf } from './compose-reading.ts'
import { shareAnswers, type Sharing } from './answer-sharing.ts'
import { createEndpoints } from './endpoints.ts'
import { serverSettings } from './http-options.ts'
import { limitOf } from './limit-options.ts'
import { createInspecting, type Inspecting } from './inspection.ts'
import type { Observers } from './observers.ts'
import type { Opened } from './open.ts'
import { createWordPressProxy, type WordPressProxy } from './origin-options.ts'
import { policiesOf } from './room-options.ts'
import { createWarming, withoutRequests, type Warming } from './warm-start.ts'
import { untranslated } from '../core/sentence.ts'
import type { RequestTarget } from '../core/request-target.ts'
import type { SharedCounts } from '../core/shared-counts.ts'
import { nameOf } from '../database/address.ts'
import { createDispatch } from '../http/dispatch.ts'
import { createPage } from '../http/page.ts'
import { createPositions } from '../http/positions.ts'
import type { HttpServerOptions } from '../http/server.ts'
import type { Config } from '../settings/config.ts'

export interface AnsweringHalf {
  readonly serverOptions: HttpServerOptions
  /** Null where no WordPress is configured behind the gateway. */
  readonly origin: WordPressProxy | null
  readonly warming: Warming
  readonly inspection: Inspecting
  /** Null where answers are not shared with other gateways. */
  readonly sharing: Sharing | null
}

export interface AnsweringHalfOptions {
  readonly publicUrl: string
  /** Null while the gateway may not serve. */
  readonly served: () => Catalog | null
  readonly inherited: readonly RequestTarget[]
  /** Null where this process counts clients without other gateways. */
  readonly counts: SharedCounts | null
  readonly observers: Observers
}

export function composeAnswering(
  config: Config,
  opened: Opened,
  reading: ReadingHalf,
  { publicUrl, served, inherited, counts, observers }: AnsweringHalfOptions,
): AnsweringHalf {
  const { brand } = config
  const { addresses, persisted, maps } = opened
  const { availability, invalidator, readSite, readCursors, authentication } = reading
  const { observe } = observers
  const positions = createPositions({ brand, feed: invalidator.feed, waitMs: config.atWaitMs })
  const origin = createWordPressProxy(config, {
    publicUrl,
    invalidator,
    positions,
    redirects: () => (availability.server === null ? null : (served()?.redirects ?? null)),
    observe,
  })
  const authenticate = createAuthenticate(reading.authMethods)
  const endpoints = createEndpoints(config, {
    authenticate,
    publicUrl,
    translations: opened.definitions.renderers.translations ?? untranslated,
    served,
    readSite,
    readCursors,
    persisted,
    isSessionRead: origin?.isSessionRead ?? null,
    maps,
    tokenRoute: authentication.tokenRoute,
    changes: invalidator.contentChanges,
    observe,
  })
  const sharing = shareAnswers(config, opened, { publicUrl, invalidator, observe })
  const dispatching = {
    authenticate,
    cache: createResponseCache(
      invalidator.responses,
      policiesOf(config),
      invalidator.isUnseen,
      sharing?.answers ?? null,
    ),
    lease: invalidator.lease.state,
    positions,
    isAway: () => availability.server === null,
    staleAfterMs: config.staleAfterMs,
    renderTimeoutMs: config.renderTimeoutMs,
    showsTimings: config.serverTiming === 'on',
  }
  const warming = createWarming(config, {
    endpoints,
    dispatch: createDispatch({ ...dispatching, limit: null, observe: withoutRequests(observe) }),
    invalidator,
    inherited,
    observe,
  })
  const inspection = createInspecting(config, { endpoints, invalidator, observe })
  observers.add(warming.observe)
  observers.add(inspection.observe)
  const serverOptions: HttpServerOptions = {
    ...serverSettings(config),
    isTraced: opened.tracing?.isSampled ?? null,
    endpoints,
    fallback: createPage({
      brand,
      publicUrl,
      database: nameOf(addresses[0]),
      server: () => availability.server?.name ?? null,
      lists: () => reading.catalog.value()?.pageLists.map(({ path }) => path) ?? [],
    }),
    challenge: authentication.challenge,
    credentialHeaders: reading.authMethods.flatMap(({ variesBy = [] }) => variesBy),
    origin,
    dispatch: createDispatch({
      ...dispatching,
      limit: limitOf(config, { maps, wrong: authentication.wrong, counts }),
      observe,
    }),
    observe,
  }
  return { serverOptions, origin, warming, inspection, sharing }
}
