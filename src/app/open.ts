// Opens everything that may be refused before the server listens: definitions, extensions with their tables, database servers.
import { errorCode } from '../core/error-code.ts'
import { createBoundedMaps, type BoundedMaps } from '../cache/bounded-map.ts'
import type { Observe } from '../core/observation.ts'
import { StartError } from '../core/start-error.ts'
import type { Addresses } from '../database/address.ts'
import type { Layout } from '../database/layout.ts'
import { openServers, type Servers } from '../database/open.ts'
import { orThrow } from '../extensions/load.ts'
import { openWriting, type Writing, type WritingOptions } from '../extensions/writing.ts'
import type { PersistedDocuments } from '../graphql/persisted.ts'
import { persistedDocuments } from './check-settings.ts'
import { createTracing, tracingPackages, type Tracing } from '../observe/tracing.ts'
import type { TotalsSnapshot } from '../invalidation/totals-snapshot.ts'
import type { Config } from '../settings/config.ts'
import { loadDefinitions, type Definitions } from './definitions.ts'
import { databaseLimits, serversLimits } from './database-options.ts'
import { readTotals } from './kept-totals.ts'
import type { PackDatabase } from './packs.ts'
import { layoutOf, withCharset } from './room-options.ts'

/** These parts exist before the server listens. */
export interface Opened {
  readonly addresses: Addresses
  readonly layout: Layout
  readonly definitions: Definitions
  readonly persisted: PersistedDocuments
  readonly writing: Writing
  readonly servers: Servers
  readonly maps: BoundedMaps
  /** Totals saved before the start; null where there are none. */
  readonly totals: TotalsSnapshot | null
  /** Null where tracing is off. */
  readonly tracing: Tracing | null
}

/** Throws a StartError where the settings can never be served. */
export async function open(
  config: Config,
  addresses: Addresses,
  observe: Observe,
  { hasTime }: Required<Pick<PackDatabase, 'hasTime'>>,
): Promise<Opened> {
  const layout = layoutOf(config)
  const maps = createBoundedMaps()
  const persisted = await persistedDocuments(config, maps)
  if (typeof persisted === 'string') throw new StartError(persisted)
  const tracing = await openTracing(config, observe)
  const servers = openServers(withCharset(addresses, config.databaseCharset), serversLimits(config))
  let writing: Writing | null = null
  try {
    const definitions = await loadDefinitions(config, {
      layout,
      engines: servers.candidates.map(({ engine }) => engine),
      observe,
      hasTime,
    })
    writing = orThrow(await openWriting(writingOptions(config), addresses, definitions.extensions, observe))
    const totals = await readTotals(config, observe)
    return { addresses, layout, definitions, persisted, writing, servers, maps, totals, tracing }
  } catch (error) {
    await close({ servers, writing, tracing })
    throw error
  }
}

type Closed = Pick<Opened, 'servers' | 'tracing'> & { readonly writing: Writing | null }

/** Open connections would keep the process from ending. */
export async function close({ servers, writing, tracing }: Closed): Promise<void> {
  await servers.engine.close()
  await writing?.close()
  await tracing?.stop()
}

async function openTracing(
  { otelExporterOtlpEndpoint: endpoint, otelServiceName: serviceName, tracesOneIn: oneIn }: Config,
  observe: Observe,
): Promise<Tracing | null> {
  if (endpoint === undefined) return null
  try {
    return await createTracing({ endpoint, serviceName, oneIn, observe })
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new StartError(
      `otelExporterOtlpEndpoint: traces need packages that are not installed (${tracingPackages})`,
    )
  }
}

/** dist/ loads packages with require, whose error has another code. */
function isMissing(error: unknown): boolean {
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(errorCode(error))
}

function writingOptions(config: Config): WritingOptions {
  return { ...databaseLimits(config), writeDatabaseUrl: config.writeDatabaseUrl }
}
