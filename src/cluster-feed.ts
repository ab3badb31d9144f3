// The one feed of several processes: followed by the primary, told to those that serve.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Observe } from './core/observation.ts'
import type { OnStale } from './core/stale.ts'
import type { ServerState } from './core/server-state.ts'
import { noPosts } from './core/start-error.ts'
import type { Addresses } from './database/address.ts'
import { Availability } from './database/availability.ts'
import { Choice, inspecting } from './database/choice.ts'
import type { Server } from './database/engine.ts'
import { fit, lackOf } from './database/layout.ts'
import { openServers } from './database/open.ts'
import { createFollowing, feedsFor } from './feed/following.ts'
import type { Followed } from './feed/relayed.ts'
import { layoutOf, withCharset } from './from-config.ts'
import type { Config } from './settings/config.ts'
import { saidAgainMs } from './workers/relay.ts'
import type { WorkerProcess } from './workers/worker-process.ts'

export interface ClusterFeed {
  readonly followed: () => Followed | null
  readonly servers: () => readonly ServerState[]
  /** Follows the database as it is now, and tells the worker once it does; the worker has found it. */
  readonly ensure: (worker: WorkerProcess, request: number) => void
  /** Tells the worker once all that was committed before is published, and every worker has heard it. */
  readonly catchUp: (worker: WorkerProcess, request: number) => void
  readonly forget: (worker: WorkerProcess) => void
  readonly stop: () => Promise<void>
}

interface ClusterFeedOptions {
  readonly workers: () => readonly WorkerProcess[]
  /** Is told where nobody knows what changed before the database was followed. */
  readonly onStale: OnStale
  readonly observe: Observe
}

/** A feed asks little: what there is, and for a row of each transaction. */
const connectionsMax = 4
const retryMs = 250

export function createClusterFeed(
  config: Config,
  addresses: Addresses,
  { workers, onStale, observe }: ClusterFeedOptions,
): ClusterFeed {
  const { engine, candidates } = openServers(withCharset(addresses, config.databaseCharset), {
    ...config,
    connectionsMax,
  })
  const wanted = layoutOf(config)
  const choice = new Choice({ ...config, candidates, lacks: (server) => lackOf(wanted, server), observe })
  /** The place of the server that is followed, among all. */
  let read: number | null = null
  const requests = new Map<WorkerProcess, number>()
  const stopping = new AbortController()
  let begun: Promise<void> = Promise.resolve()

  const following = createFollowing({
    apply: (changes, since) => {
      // Workers keep nothing that is older than what is followed
      if (since === null) onStale({ tags: 'all', paths: [], cause: 'gap' })
      else for (const worker of workers()) worker.publish(changes, since)
    },
    tells: config.webhookUrls.length > 0,
    observe,
  })
  const followed = (): Followed | null => {
    const feed = following.feed()
    return feed && { name: feed.name, lagMs: feed.lagMs() }
  }
  const tell = () => {
    const now = followed()
    for (const worker of workers())
      worker.send({ kind: 'followed', followed: now, server: read, request: requests.get(worker) ?? 0 })
  }
  const found = (server: Server) => {
    const fitted = fit(wanted, server)
    if ('lacking' in fitted) throw noPosts(fitted.lacking)
    const candidate = choice.take(server)
    read = candidates.indexOf(candidate)
    begun = following.follow(feedsFor(config, candidate.address, candidate.engine, fitted.layout))
    // Until it follows again
    tell()
  }
  const availability = new Availability(inspecting(choice), found, observe)
  // Workers wait to be told which of several to read
  if (candidates.length > 1) void availability.look()
  choice.watch(() => {
    if (availability.server !== null) availability.doubt()
    else if (candidates.length > 1) void availability.look()
  })
  const beat = setInterval(tell, saidAgainMs)

  async function follow(worker: WorkerProcess, request: number): Promise<void> {
    while (!stopping.signal.aborted && (await availability.look()) !== null) await sleep(retryMs)
    await begun
    requests.set(worker, request)
    tell()
  }
  async function catchUp(worker: WorkerProcess, request: number): Promise<void> {
    await following
      .feed()
      ?.caughtUp?.()
      .catch(() => {})
    const serving = workers().filter((each) => each.isListening())
    await Promise.all(serving.map((each) => each.ask({ kind: 'heard' })))
    worker.send({ kind: 'caught-up', request })
  }
  return {
    followed,
    servers: () => choice.states(),
    catchUp: (worker, request) => void catchUp(worker, request),
    ensure: (worker, request) => void follow(worker, request),
    forget: (worker) => requests.delete(worker),
    stop: async () => {
      stopping.abort()
      clearInterval(beat)
      choice.stop()
      availability.stop()
      await following.stop()
      await engine.close()
    },
  }
}
