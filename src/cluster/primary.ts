// The gateway as several processes, wired: this one starts and watches those that serve, follows the database for all of
// them, and is where they are administered. It answers no request itself.
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openAdminPort, type AdminPort } from '../admin/administration.ts'
import { createClusterFeed } from './shared-feed.ts'
import { createClusterReports } from './shared-metrics.ts'
import type { Observe } from '../core/observation.ts'
import type { OnStale } from '../core/stale.ts'
import { StartError } from '../core/start-error.ts'
import type { Addresses } from '../database/address.ts'
import { beforeStart } from '../app/gateway.ts'
import { adminPortOptions } from '../app/http-options.ts'
import { webhookOptions } from '../app/room-options.ts'
import { fixedSettings, withFixed, type Reloadable } from '../app/reload.ts'
import type { Config } from '../settings/config.ts'
import type { Stopping } from '../core/stopping.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { shareOf } from './share.ts'
import type { Settings } from './messages.ts'
import { startWorkerProcess } from './worker-process.ts'
import { createWorkers } from './supervisor.ts'

/** What counts for the gateway as a whole, and is shared out. What is kept in memory is kept by each. */
const shared = [
  'clientsMax',
  'connectionsMax',
  'queriesWaitingMax',
  'scansMax',
  'scansWaitingMax',
  'passwordChecksMax',
  'introspectionsMax',
  'inspectionQueriesMax',
  'wrongPerAccountMax',
  'wrongPerAddressMax',
  'originConnectionsMax',
  'originWaitingMax',
] as const satisfies readonly (keyof Config)[]

/** What this process itself goes by: which database is followed, and how. */
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

/** Beyond what requests in flight get to finish, to let go of the database. */
const stopGraceMs = 5000

// As source and as built
const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'

export async function startCluster(config: Config, addresses: Addresses, log: Observe): Promise<Reloadable> {
  beforeStart(config, addresses, config.databaseSeed)
  cluster.setupPrimary({ exec: fileURLToPath(new URL(file, import.meta.url)), args: [] })
  const secret = randomBytes(32).toString('hex')
  const reports = createClusterReports({
    isWatched: config.adminPort !== undefined,
    of: config.workers,
    workers: () => workers.all(),
    feed: () => feed.followed(),
    wanted: () => feed.wanted(),
    servers: () => feed.servers(),
    webhooksWaiting: () => webhooks?.waiting() ?? [],
  })
  const observe: Observe = (observation) => {
    reports.observe(observation)
    log(observation)
    // Only that one knew what its answers were made of
    if (observation.kind === 'worker-lost') onStale({ tags: 'all', paths: [], cause: 'gap' })
  }
  const webhooks = createWebhooks(webhookOptions(config), observe)
  const onStale: OnStale = (stale) => webhooks?.onStale(stale)
  const feed = createClusterFeed(config, addresses, { workers: () => workers.all(), onStale, observe })
  const port = await portOf(config)
  let localUrl: string | null = null
  const workers = createWorkers({
    count: config.workers,
    settings: settingsOf({ ...config, port }),
    start: (settings) =>
      startWorkerProcess({
        beginning: { settings, secret, localUrl },
        onStale,
        follow: feed.ensure,
        catchUp: feed.catchUp,
        onHung: ({ id }) => observe({ kind: 'worker-hung', worker: id }),
      }),
    stopTimeoutMs: config.stopTimeoutMs + stopGraceMs,
    ended: (worker) => {
      feed.forget(worker)
      reports.forget(worker)
    },
    observe,
  })
  let used = config
  const reload: Reloadable['reload'] = async (settings) => {
    const { wanted, left } = withFixed(used, settings.config, fixed)
    // Those that are still starting are replaced, too
    await workers.ready()
    const refused = await workers.replaceAll(settingsOf({ ...wanted, port }))
    onStale({ tags: 'all', paths: [], cause: 'settings' })
    if (refused !== null) throw new StartError(refused)
    used = wanted
    return left
  }
  let admin: AdminPort | null = null
  const stop = async (stopping?: Stopping) => {
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
    const adminPort = adminPortOptions(config)
    if (adminPort !== null) admin = await openAdminPort(adminPort, reports.shown, observe)
    return { ...listening, adminUrl: admin?.url ?? null, ready: begun(workers.ready()), stop, reload }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Any free port has to be the same for all, also for those that replace others. */
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

async function begun(ready: Promise<string | null>): Promise<void> {
  const reason = await ready
  if (reason !== null) throw new StartError(reason)
}

/** What a worker is configured by. The embedded database is there already. */
function settingsOf(config: Config): Settings {
  return { ...shareOf(config, shared, config.workers), databaseSeed: [] }
}
