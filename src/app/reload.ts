// Reload: another gateway is made with the new settings, looks at the database and takes over the port, while requests in flight
// finish in the old one. Settings that need a restart keep their values, and are reported.
import type { Observe } from '../core/observation.ts'
import { createUnderWay } from '../core/under-way.ts'
import type { Addresses } from '../database/address.ts'
import { createOutliving } from '../extensions/uncaught.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { createRecomposition } from './recomposition.ts'
import type { Config } from '../settings/config.ts'
import type { Settings } from '../settings/read-settings.ts'

export interface Reloadable extends Gateway {
  /**
   * Settles with the names of settings that need a restart, or with null where the gateway stops meanwhile; rejects with a
   * StartError where nothing was changed.
   */
  readonly reload: (settings: Settings) => Promise<readonly string[] | null>
}

/** Settings of the port, and of work done before it listened. */
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
  const outlive = createOutliving(log)
  outlive(config.extensions)
  let used: Settings = { config, addresses }
  let reloading: Promise<unknown> = Promise.resolve()
  const stopped = Promise.withResolvers<null>()
  let isStopped = false
  /** Reloads run one at a time. */
  const afterOthers = (settings: () => Settings): ReturnType<Reloadable['reload']> => {
    const reloaded = reloading.then(() => reload(settings()))
    reloading = reloaded.catch(() => {})
    return reloaded
  }
  const { outdated, stop: stopRecomposing } = createRecomposition(() => afterOthers(() => used), log)
  let current = await startGateway(config, addresses, log, null, null, outdated)
  const leaving = createUnderWay()
  const reload = async (settings: Settings) => {
    if (isStopped) return null
    const { wanted, left } = withFixed(used.config, settings.config, fixedSettings)
    const before = current
    // Files that cannot be used have run, too
    outlive(wanted.extensions)
    const starting = startGateway(wanted, settings.addresses, log, null, before.inheritance(), outdated)
    // Waiting for a database that does not answer would take longer than a stop may
    const started = await Promise.race([starting, stopped.promise])
    if (started === null) {
      starting.then((late) => late.stop()).catch(() => {})
      return null
    }
    current = started
    used = { ...settings, config: wanted }
    void leaving.add(before.leave(() => current.isAlone()))
    return left
  }
  // These properties alone stay valid beyond the first gateway
  const { publicUrl, localUrl, adminUrl, ready } = current
  return {
    publicUrl,
    localUrl,
    adminUrl,
    ready,
    reload: (settings) => afterOthers(() => settings),
    stop: async (stopping) => {
      isStopped = true
      stopped.resolve(null)
      stopRecomposing()
      await reloading
      await Promise.all([current.stop(stopping), leaving.ended()])
    },
  }
}

/** The new settings, with the old values of fixed ones; `left` names the fixed settings that differ. */
export function withFixed(
  used: Config,
  wanted: Config,
  names: readonly (keyof Config)[],
): { readonly wanted: Config; readonly left: readonly string[] } {
  const kept = Object.fromEntries(names.map((name) => [name, used[name]]))
  const left = names.filter((name) => JSON.stringify(used[name]) !== JSON.stringify(wanted[name]))
  return { wanted: Object.freeze({ ...wanted, ...kept }), left }
}
