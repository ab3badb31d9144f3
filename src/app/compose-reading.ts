// The half of a gateway that reads: which server it reads, what it caches and keeps fresh of it, which accounts log in, and the
// catalog of its contents.
import { findUserWith } from '../auth/account.ts'
import { authenticationOf, type Authentication } from './auth-options.ts'
import { authMethods as builtinMethods, lastAuthMethods } from './builtins.ts'
import { createCatalog, type Catalog } from './catalog.ts'
import { createCurrent, type Current } from './current.ts'
import { cacheSettings, choiceLimits, feedOptions, scanLimits } from './database-options.ts'
import type { Observers } from './observers.ts'
import type { Definitions } from './definitions.ts'
import type { Opened } from './open.ts'
import { sharedCursorKey, siteAddress, siteSecrets, webhookOptions } from './room-options.ts'
import type { Observe } from '../core/observation.ts'
import type { SharedCounts } from '../core/shared-counts.ts'
import type { OnStale } from '../core/stale.ts'
import { Availability } from '../database/servers/availability.ts'
import { Choice, inspecting, type Choosing } from '../database/servers/choice.ts'
import type { Engine, Server } from '../database/engine.ts'
import { whyUnfit } from '../database/fit.ts'
import type { Candidate } from '../database/open.ts'
import { authMethodsOf } from '../extensions/auth-methods.ts'
import type { Feed } from '../feed/feed.ts'
import { createInvalidator, type Invalidator } from '../invalidation/invalidator.ts'
import { createReadCursors, type ReadCursors } from '../read/cursor-keys.ts'
import { createKeptReads } from '../read/row-cache.ts'
import { unavailableReading } from '../read/execute.ts'
import { archivePaths, itemPaths } from '../site/seen-paths.ts'
import { themeValue } from '../site/theme-value.ts'
import { createReadSite, type ReadSite } from '../read/read-site.ts'
import { createScanSlots, type ScanSlots } from '../read/scan-slots.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import type { Config } from '../settings/config.ts'
import { createWebhooks, type Webhooks } from '../webhooks/webhooks.ts'

/** Parts that a worker gets from the primary instead of making its own. */
export interface Shared {
  /** Chooses the server to read, and makes the change feed of that server. */
  readonly choice: (candidates: readonly Candidate[]) => {
    readonly choice: Choosing
    readonly feed: (engine: Engine) => Feed
  }
  /** Receives downstream invalidations; the primary sends the webhooks. */
  readonly onStale: OnStale
}

export interface ReadingHalf {
  readonly choice: Choosing
  readonly availability: Availability
  /** Null until a database is found. */
  readonly catalog: Current<Catalog>
  readonly invalidator: Invalidator
  readonly webhooks: Webhooks | null
  readonly onStale: OnStale | null
  readonly authentication: Authentication
  readonly authMethods: readonly AuthMethodDefinition[]
  readonly readSite: ReadSite
  readonly readCursors: ReadCursors
  readonly scanSlots: ScanSlots
}

export interface ReadingHalfOptions {
  readonly publicUrl: string
  readonly shared: Shared | null
  readonly secret: string
  /** Null where this process counts clients without other gateways. */
  readonly counts: SharedCounts | null
  readonly observers: Observers
}

export function composeReading(
  config: Config,
  opened: Opened,
  { publicUrl, shared, secret, counts, observers }: ReadingHalfOptions,
): ReadingHalf {
  const { layout, definitions, persisted, writing, servers, maps } = opened
  const { resources, publicMenus, extensions, kinds } = definitions
  const { engine, candidates } = servers
  const { observe } = observers
  const sharing = shared?.choice(candidates) ?? null
  const choice = sharing?.choice ?? ownChoice(config, opened, observe)
  const webhooks = shared ? null : createWebhooks(webhookOptions(config), observe)
  const onStale = shared && config.webhookUrls.length > 0 ? shared.onStale : (webhooks?.onStale ?? null)
  const invalidator = createInvalidator({
    cache: cacheSettings(config),
    feed: feedOptions(config),
    tablePrefix: config.tablePrefix,
    onStale,
    totals: opened.totals,
    sharedFeed: sharing?.feed(engine) ?? null,
    publicStatuses: config.changes === 'on' ? kinds.statuses.public : null,
    observe,
  })
  const catalog = createCurrent<Catalog>()
  const readSite = readingSite(config, publicUrl, definitions, { sites: invalidator.sites, catalog })
  const readCursors = createReadCursors({
    cursorKeys: config.cursorKey,
    siteSecrets: siteSecrets(config),
    // Shared answers contain cursors, so these gateways sign with one key
    spareKey: sharedCursorKey(config) ?? secret,
    keep: createKeptReads(invalidator.rows).keep,
    observe,
  })
  const scanSlots = createScanSlots(scanLimits(config))
  const authentication = authenticationOf(config, publicUrl, {
    newReading: () => catalog.value()?.newReading() ?? unavailableReading,
    readSite,
    maps,
    counts,
    observe,
  })
  const authMethods = [
    ...builtinMethods.map((create) => create(authentication)),
    ...authMethodsOf(extensions, {
      findUser: findUserWith(authentication.reads),
      timeoutMs: config.handlerTimeoutMs,
    }),
    ...lastAuthMethods.map((create) => create(authentication)),
  ]
  const takeServer = (server: Server) => {
    const candidate = choice.take(server)
    servers.use(candidate)
    return candidate
  }
  const parts = {
    config,
    publicUrl,
    layout,
    resources,
    publicMenus,
    kinds,
    extensions,
    writing,
    authentication,
  }
  const found = (server: Server, guard: Availability) =>
    catalog.replace(
      createCatalog(server, guard, {
        ...parts,
        authMethods,
        persisted,
        engine,
        invalidator,
        takeServer,
        readSite,
        readCursors,
        takeSlot: scanSlots.take,
        maps,
        observe,
      }),
    )
  const availability = new Availability(inspecting(choice), found, observe)
  // A change feed that proves freshness again has reached the database
  observers.add((observation) => {
    if (observation.kind === 'lease' && observation.isHeld) availability.lookNow()
  })
  return {
    choice,
    availability,
    catalog,
    invalidator,
    webhooks,
    onStale,
    authentication,
    authMethods,
    readSite,
    readCursors,
    scanSlots,
  }
}

function ownChoice(config: Config, { layout, servers: { candidates } }: Opened, observe: Observe): Choice {
  const unfit = (server: Server) => whyUnfit(layout, server)
  return new Choice({ ...choiceLimits(config), candidates, whyUnfit: unfit, observe })
}

function readingSite(
  config: Config,
  publicUrl: string,
  { extensions, kinds, renderers, themeFiles, packs }: Definitions,
  { sites, catalog }: Pick<Invalidator, 'sites'> & Pick<ReadingHalf, 'catalog'>,
): ReadSite {
  const network = () => catalog.value()?.network ?? null
  const theme = themeFiles && themeValue(themeFiles)
  const values = [
    archivePaths,
    itemPaths,
    ...extensions.flatMap(({ definition }) => definition.siteValues ?? []),
    ...(packs.mark ? [packs.mark] : []),
    ...(theme ? [theme] : []),
  ]
  const addressBase = extensions.findLast(({ definition }) => definition.addressBase)?.definition.addressBase
  return createReadSite(
    siteAddress(config, publicUrl, { kinds, renderers, theme, values, addressBase, network }),
    sites,
  )
}
