// `lectern serve`: starts the gateway, and stops and reloads it on signals.
import { setTimeout } from 'node:timers/promises'
import { startReloadable, type Reloadable } from '../app/reload.ts'
import { startCluster } from '../cluster/primary.ts'
import type { Observe } from '../core/observation.ts'
import { giveBackStartMemory } from '../core/start-memory.ts'
import { gently } from '../core/stopping.ts'
import { routeNow } from '../core/work.ts'
import { createLog } from '../observe/log.ts'
import { startWatchdog } from '../observe/watchdog.ts'
import { misspeltVariables, type Config } from '../settings/config.ts'
import { createReadSettings, type ReadSettings } from '../settings/read-settings.ts'
import type { Command } from './command.ts'
import { reloadOnSignal, stopOnSignals } from './signals.ts'

export const serveCommand: Command = {
  name: 'serve',
  operand: null,
  summary: 'serves a database as REST and GraphQL',
  about: `Serves the database that DATABASE_URL, --database-url, WP_CONFIG or the config file names. SIGTERM and SIGINT
stop it when running requests are answered; SIGHUP makes it read its settings again. Exit codes: 0 stopped,
1 not started, 70 hung (HANG_MS).`,
  flags: {},
  failed: 1,
  run: async ({ values }) => await serve(createReadSettings(values, process.env)),
}

interface Started {
  readonly gateway: Reloadable
  /** The settings with which it was started. */
  readonly config: Config
}

async function serve(readSettings: ReadSettings): Promise<undefined> {
  const started = Promise.withResolvers<Started>()
  let log: Observe = () => {}
  const observe: Observe = (observation) => log(observation)
  const reload = async () => {
    const { gateway } = await started.promise
    const settings = await readSettings()
    const left = await gateway.reload(settings)
    log = createLog(settings.config.logLevel)
    return left
  }
  // Connections to a database that does not answer would keep the process from ending
  const stop = () =>
    void started.promise
      .then(({ gateway, config }) => gateway.stop(gently(config)))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  // Without a listener the signal would end a process that is still starting
  reloadOnSignal(reload, stop, observe)
  const { config, addresses } = await readSettings()
  log = createLog(config.logLevel)
  startWatchdog({
    hangMs: config.hangMs,
    isLogged: config.logLevel !== 'silent',
    worker: null,
    route: routeNow,
  })
  const start = config.workers > 1 ? startCluster : startReloadable
  for (const message of misspeltVariables(process.env)) observe({ kind: 'warning', message })
  const gateway = await start(config, addresses, observe)
  started.resolve({ gateway, config })
  stopOnSignals(stop)
  const ready = gateway.ready.catch(async (error: unknown) => {
    await gateway.stop()
    throw error
  })
  // A database that is slow to answer does not delay this line
  await Promise.race([ready, setTimeout(1000, undefined, { ref: false })])
  const { publicUrl, localUrl, adminUrl } = gateway
  const admin = adminUrl === null ? '' : `  admin ${adminUrl}/`
  // Behind a proxy the public address differs from the gateway's own
  const own = new URL(localUrl).port === new URL(publicUrl).port ? '' : `  listening at ${localUrl}`
  console.log(
    `REST ${publicUrl}/${config.brand}-json/  GraphQL ${publicUrl}/graphql  page ${publicUrl}/${own}${admin}`,
  )
  await ready
  void giveBackStartMemory()
}
