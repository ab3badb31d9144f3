// New settings for a gateway that runs: another one is made with them, looks at the database and takes over where this one
// listens; requests in flight finish where they are. What cannot be changed so stays as it was, and is named.
import type { Observe } from '../core/observation.ts'
import type { Addresses } from '../database/address.ts'
import { outliveUncaught } from '../extensions/uncaught.ts'
import { startGateway, type Gateway } from './gateway.ts'
import type { Config } from '../settings/config.ts'
import type { Settings } from '../settings/read-settings.ts'

export interface Reloadable extends Gateway {
  /** The names of settings that need a restart; throws a StartError where nothing was changed. */
  readonly reload: (settings: Settings) => Promise<readonly string[]>
}

/** Where it listens, and what was done before it did. */
export const fixedSettings = [
  'host',
  'port',
  'adminHost',
  'adminPort',
  'adminToken',
  'workers',
  'hangMs',
  'addressBytesMax',
  'databaseSeed',
  'stopDelayMs',
] as const satisfies readonly (keyof Config)[]

export async function startReloadable(
  config: Config,
  addresses: Addresses,
  log: Observe,
): Promise<Reloadable> {
  let isOutliving = false
  const outlives = (wanted: Config) => {
    if (isOutliving || wanted.extensions.length === 0) return
    outliveUncaught(wanted.extensions, log)
    isOutliving = true
  }
  outlives(config)
  let current = await startGateway(config, addresses, log)
  let used = config
  const leaving = new Set<Promise<void>>()
  // Nothing else of the first: what it keeps goes with it
  const { publicUrl, localUrl, adminUrl, ready } = current
  return {
    publicUrl,
    localUrl,
    adminUrl,
    ready,
    reload: async (settings) => {
      const { wanted, left } = withFixed(used, settings.config, fixedSettings)
      const before = current
      current = await startGateway(wanted, settings.addresses, log, null, before.inheritance())
      used = wanted
      outlives(wanted)
      const gone = before
        .leave()
        .then(() => current.isAlone())
        .finally(() => leaving.delete(gone))
      leaving.add(gone)
      return left
    },
    stop: async (stopping) => {
      await Promise.all([current.stop(stopping), ...leaving])
    },
  }
}

/** The settings that are wanted, but for those that are fixed; and which of these were to be others. */
export function withFixed(
  used: Config,
  wanted: Config,
  names: readonly (keyof Config)[],
): { readonly wanted: Config; readonly left: readonly string[] } {
  const kept = Object.fromEntries(names.map((name) => [name, used[name]]))
  const left = names.filter((name) => JSON.stringify(used[name]) !== JSON.stringify(wanted[name]))
  return { wanted: Object.freeze({ ...wanted, ...kept }), left }
}
