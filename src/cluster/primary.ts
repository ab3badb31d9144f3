// Wires the gateway as several processes: the primary starts and watches the workers, follows the database for all of them, and has the
// admin port. It serves no client itself.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openAdminPort, type AdminPort } from '../admin/administration.ts'
import { createClusterFeed } from './shared-feed.ts'
import { createClusterReports } from './shared-metrics.ts'
import type { Observation, Observe } from '../core/observation.ts'
import { staleByGap, type OnStale } from '../core/stale.ts'
import { StartError } from '../core/start-error.ts'
import type { Addresses } from '../database/address.ts'
import { beforeStart } from '../app/gateway.ts'
import { adminPortOptions } from '../app/http-options.ts'
import { webhookOptions } from '../app/room-options.ts'
import { createRecomposition } from '../app/recomposition.ts'
import { fixedSettings, withFixed, type Reloadable } from '../app/reload.ts'
import type { Config } from '../settings/config.ts'
import { dividedLimits } from '../settings/divided-limits.ts'
import type { Stopping } from '../core/stopping.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { shareOf } from './share.ts'
import type { Settings } from './messages.ts'
import { startWorkerProcess } from './worker-process.ts'
import { createWorkers } from './supervisor.ts'

/** Settings that the primary itself uses, to follow the database and to send webhooks. */
const fixed = [
  ...fixedSettings,
  'databaseUrl',
  'databaseCharset',
  'replicaLagMaxMs',
  'replicaCheckMs',
  'replicaTimeoutMs',
  'replicaReturnMs',
  'tablePrefix',
  'layout',
  'feed',
  'feedPollMs',
  'binlogServerId',
  'redisUrl',
  'redisSecret',
  'webhookUrls',
  'webhookSecret',
  'webhookDelayMs',
  'webhookAgainMs',
  'webhookTagsMax',
  'webhookTimeoutMs',
  'webhookAttemptsMax',
  'webhookRetryMs',
  'webhookRetryMaxMs',
  'stopTimeoutMs',
] as const satisfies readonly (keyof Config)[]

/** Time to close the database, beyond that of requests in flight. */
const stopGraceMs = 5000

// The worker's file is above this folder in src/, and beside the built script
const file = import.meta.url.endsWith('.ts') ? '../worker.ts' : './worker.js'

export async function startCluster(config: Config, addresses: Addresses, log: Observe): Promise<Reloadable> {
  beforeStart(config, addresses, config.databaseSeed)
  cluster.setupPrimary({ exec: fileURLToPath(new URL(file, import.meta.url)), args: [] })
  const secret = randomBytes(32).toString('hex')
  const adminPort = adminPortOptions(config)
  const reports =
    adminPort &&
    (await createClusterReports({
      of: config.workers,
      workers: () => workers.all(),
      feed: () => feed,
      webhooksWaiting: () => webhooks?.waiting() ?? [],
    }))
  const observe: Observe = (observation) => {
    reports?.observe(observation)
    log(observation)
    // Only the lost worker knew the dependencies of its responses
    if (observation.kind === 'worker-lost') onStale(staleByGap)
  }
  const webhooks = createWebhooks(webhookOptions(config), observe)
  const onStale: OnStale = (stale) => webhooks?.onStale(stale)
  const feed = createClusterFeed(config, addresses, { workers: () => workers.all(), onStale, observe })
  const port = await portOf(config)
  let localUrl: string | null = null
  const workers = createWorkers({
    count: config.workers,
    settings: settingsOf({ ...config, port }),
    start: (settings, isSuccessor) =>
      startWorkerProcess({
        beginning: { settings, secret, localUrl, isSuccessor },
        onStale,
        onOutdated: (mark) => recomposition.outdated(mark),
        follow: feed.ensure,
        catchUp: feed.catchUp,
        onReached: feed.reaches,
        onPurge: feed.purge,
        onHung: ({ id }) => observe({ kind: 'worker-hung', worker: id }),
      }),
    stopTimeoutMs: config.stopTimeoutMs + stopGraceMs,
    ended: (worker) => {
      feed.forget(worker)
      reports?.forget(worker)
    },
    observe,
  })
  let used = config
  let reloading: Promise<unknown> = Promise.resolve()
  const replaceAll = async (wanted: Config) => {
    // Workers that are still starting are replaced as well
    await workers.ready()
    const { count, refused } = await workers.replaceAll(settingsOf({ ...wanted, port }))
    if (count > 0) onStale({ tags: 'all', paths: [], cause: 'settings' })
    // If only some workers could be replaced, others get these settings when they end; a recomposition is tried again
    if (refused !== null && (count === 0 || wanted === used)) throw new StartError(refused)
    used = wanted
    if (refused !== null) observe(partlyReplaced(count, config.workers, refused))
  }
  /** Runs replacements one at a time. */
  const afterOthers = (replace: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    const replaced = reloading.then(replace)
    reloading = replaced.catch(() => {})
    return replaced
  }
  const reload: Reloadable['reload'] = (settings) =>
    afterOthers(async () => {
      const { wanted, left } = withFixed(used, settings.config, fixed)
      await replaceAll(wanted)
      return left
    })
  /** Recomposes the workers once, although every worker reports the same rows. */
  const recomposition = createRecomposition(
    () =>
      afterOthers(async () => {
        await replaceAll(used)
        return []
      }),
    observe,
  )
  let admin: AdminPort | null = null
  const stop = async (stopping?: Stopping) => {
    recomposition.stop()
    admin?.leave()
    await workers.stop(stopping)
    await feed.stop()
    await webhooks?.stop()
    await admin?.stop()
  }
  try {
    const listening = await workers.begin()
    if (typeof listening === 'string') throw new StartError(listening)
    localUrl = listening.localUrl
    if (adminPort !== null && reports !== null) admin = await openAdminPort(adminPort, reports.shown, observe)
    return { ...listening, adminUrl: admin?.url ?? null, ready: begun(workers.ready()), stop, reload }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Chooses a free port once, since all workers and their successors have to share it. */
async function portOf({ port, host }: Config): Promise<number> {
  if (port !== 0) return port
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function partlyReplaced(count: number, of: number, refused: string): Observation {
  return { kind: 'warning', message: `only ${count} of ${of} workers have the new settings: ${refused}` }
}

async function begun(ready: Promise<string | null>): Promise<void> {
  const reason = await ready
  if (reason !== null) throw new StartError(reason)
}

/** The settings of a worker, without seeds: the primary has made the embedded database already. */
function settingsOf(config: Config): Settings {
  return { ...shareOf(config, dividedLimits, config.workers), databaseSeed: [] }
}
