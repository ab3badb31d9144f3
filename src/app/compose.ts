// The composition root builds every room once, first those that read, then those that answer. Parts that may be refused were
// opened before (open.ts); gateway.ts decides when a gateway begins and ends.
import type { Administered } from '../admin/administration.ts'
import { composeAnswering } from './compose-answering.ts'
import { composeReading, type ReadingHalf, type Shared } from './compose-reading.ts'
import { shareCounts } from './count-sharing.ts'
import { createExplain } from './explanation.ts'
import { createObservers } from './observers.ts'
import { keepTotals } from './kept-totals.ts'
import { close, type Opened } from './open.ts'
import { watchPacks } from './pack-watch.ts'
import type { Observe } from '../core/observation.ts'
import type { RequestTarget } from '../core/request-target.ts'
import { StartError } from '../core/start-error.ts'
import type { Availability } from '../database/servers/availability.ts'
import { orThrow } from '../extensions/load.ts'
import type { Writing } from '../extensions/writing.ts'
import type { PurgeRequest } from '../core/purge.ts'
import { resolvePurge } from '../http/resolve-purge.ts'
import type { HttpServerOptions } from '../http/server.ts'
import type { Config } from '../settings/config.ts'

export interface Composed {
  readonly serverOptions: HttpServerOptions
  readonly administered: Administered
  /** Looks at the database; settles with whether its contents are served. */
  readonly begin: () => Promise<boolean>
  /** False where the rows that packs are made of exist and could not be read. */
  readonly arePacksKnown: () => Promise<boolean>
  /** The targets that were requested most. */
  readonly hot: () => readonly RequestTarget[]
  /** Reports downstream that these settings may change every answer. */
  readonly tellAll: () => void
  /** Closes the database, and stops timers and background work. */
  readonly stop: () => Promise<void>
}

export interface CompositionOptions {
  readonly publicUrl: string
  readonly shared: Shared | null
  /** A random key that signs cursors where no other key does. */
  readonly secret: string
  /** The targets that were requested most from the gateway that this one takes over from. */
  readonly inherited: readonly RequestTarget[]
  readonly observe: Observe
  /** Called when the rows that packs are made of have changed, so that the gateway has to be composed anew. */
  readonly outdated: ((mark: string) => void) | null
}

export function compose(
  config: Config,
  opened: Opened,
  { publicUrl, shared, secret, inherited, observe: log, outdated }: CompositionOptions,
): Composed {
  const { engine } = opened.servers
  const observers = createObservers(log)
  if (opened.tracing) observers.add(opened.tracing.observe)
  const counting = shareCounts(config, observers.observe)
  const counts = counting?.counts ?? null
  const reading = composeReading(config, opened, { publicUrl, shared, secret, counts, observers })
  const watch =
    outdated &&
    watchPacks(opened.definitions.packs, reading.catalog.value, reading.readSite, outdated, observers.observe)
  const served = watch?.served ?? reading.catalog.value
  const answering = composeAnswering(config, opened, reading, {
    publicUrl,
    served,
    inherited,
    counts,
    observers,
  })
  const { availability, choice, invalidator, webhooks, scanSlots, onStale } = reading
  const { serverOptions, origin, warming, inspection, sharing } = answering
  const totals = keepTotals(config, invalidator, observers)
  const resolved = (purge: PurgeRequest) => resolvePurge(purge, serverOptions.endpoints, publicUrl)
  return {
    serverOptions,
    administered: {
      availability,
      isServed: () => served() !== null,
      choice,
      engine,
      invalidator,
      purge: (purge) => invalidator.purge(resolved(purge)),
      purgeHere: (request) => {
        const purge = resolved(request)
        return { purge, dropped: invalidator.purgeHere(purge) }
      },
      explain: createExplain({
        endpoints: serverOptions.endpoints,
        publicUrl,
        responses: invalidator.responses,
        engine,
        layout: opened.layout,
        server: () => availability.server,
        queryTimeoutMs: config.queryTimeoutMs,
        observe: observers.observe,
      }),
      scanSlots,
      webhooks,
      maps: opened.maps,
      cacheBytesMax: config.cacheBytesMax,
      hasOrigin: origin !== null,
    },
    begin: () => begin(reading, opened.writing, observers.observe),
    arePacksKnown: watch?.areKnown ?? (async () => true),
    hot: warming.hot,
    tellAll: () => onStale?.({ tags: 'all', paths: [], cause: 'settings' }),
    stop: async () => {
      await watch?.stop()
      inspection.stop()
      await warming.stop()
      await totals.stop()
      origin?.stop()
      sharing?.stop()
      counting?.stop()
      choice.stop()
      availability.stop()
      await invalidator.stop()
      await webhooks?.stop()
      await close(opened)
      await reading.authentication.stop()
    },
  }
}

/** Looks at the database, and goes on watching the servers. Each database found is prepared for extensions. */
async function begin(
  { availability, choice, catalog }: Pick<ReadingHalf, 'availability' | 'choice' | 'catalog'>,
  writing: Pick<Writing, 'prepare'>,
  observe: Observe,
): Promise<boolean> {
  const prepare = async () => {
    orThrow((await catalog.value()?.computedProblem()) ?? null)
    await writing.prepare()
  }
  await firstLook(availability)
  choice.watch(() => {
    if (availability.server === null) void availability.look()
    else availability.doubt()
  })
  catalog.onReplaced(() => {
    prepare().catch((error: unknown) =>
      observe({ kind: 'error', error, during: 'preparing what extensions ask for' }),
    )
  })
  if (catalog.value() === null) return false
  await prepare()
  return true
}

async function firstLook(availability: Availability): Promise<void> {
  const problem = await availability.look()
  if (problem instanceof StartError) throw problem
  if (problem !== null) availability.lookAgain(problem)
}
