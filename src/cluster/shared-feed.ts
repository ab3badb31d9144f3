// The change feed of several processes: the primary follows the database, and relays the changes to its workers.
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import type { Purge } from '../core/purge.ts'
import { staleByGap, type OnStale } from '../core/stale.ts'
import type { ServerState } from '../core/server-state.ts'
import { asNamed, type Addresses } from '../database/address.ts'
import { Availability } from '../database/servers/availability.ts'
import { Choice, inspecting } from '../database/servers/choice.ts'
import type { Engine, Server } from '../database/engine.ts'
import { fitOrThrow, whyUnfit } from '../database/fit.ts'
import { withPlugInTables } from '../database/layout.ts'
import { openServers } from '../database/open.ts'
import { lagMsOf, type CaughtUp, type Feed } from '../feed/feed.ts'
import { createFollowing, feedsFor } from '../feed/following.ts'
import type { Followed } from '../feed/relayed.ts'
import { choiceLimits, feedOptions, serversLimits } from '../app/database-options.ts'
import { layoutOf, plugInTables, withCharset } from '../app/room-options.ts'
import type { Config } from '../settings/config.ts'
import { saidAgainMs } from './relay.ts'
import type { Reached } from './messages.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface ClusterFeed {
  readonly followed: () => Followed | null
  /** The best feed for the database. */
  readonly wanted: () => Followed['name'] | null
  readonly servers: () => readonly ServerState[]
  /** Follows the database as it is now, and informs the worker, which has found the database, once it does. */
  readonly ensure: (worker: WorkerProcess, request: number) => void
  /** Informs the worker whether it, or every worker, has received all changes committed before the call, once that is known. */
  readonly catchUp: (worker: WorkerProcess, request: number, of: CaughtUp) => void
  /** Records which servers the worker's queries reach, so that the feed proves nothing while these differ from its own. */
  readonly reaches: (worker: WorkerProcess, reached: Reached) => void
  /** Sends a purge to all gateways that share the log. */
  readonly purge: (purge: Purge) => void
  readonly forget: (worker: WorkerProcess) => void
  readonly stop: () => Promise<void>
}

interface ClusterFeedOptions {
  readonly workers: () => readonly WorkerProcess[]
  /** Receives a purge event for everything where changes from before the feed are unknown. */
  readonly onStale: OnStale
  readonly observe: Observe
}

/** A feed needs few statements: it reads the catalogue, and a row of each transaction. */
const connectionsMax = 4
const retryMs = 250

export function createClusterFeed(
  config: Config,
  addresses: Addresses,
  { workers, onStale, observe }: ClusterFeedOptions,
): ClusterFeed {
  const { engine, candidates, wanted, choice } = opened(config, addresses, observe)
  /** The index of the followed server; null before there is one. */
  let read: number | null = null
  const requests = new Map<WorkerProcess, number>()
  const reached = new WeakMap<WorkerProcess, Reached>()
  const names = () => workers().flatMap((worker) => namesAt(read, reached.get(worker)))
  const stopping = new AbortController()
  let begun: Promise<void> = Promise.resolve()

  const following = createFollowing({
    apply: (changes, since) => {
      // Without `since` workers need no gap: they cache nothing from before a feed
      if (since === null) {
        if (following.feed()?.role?.() !== 'follower') onStale(staleByGap)
      } else for (const worker of workers()) worker.publish(changes, since)
    },
    // Workers of a follower send no purge events, so they have to know the new role first
    termBegan: () => {
      tell()
      onStale(staleByGap)
    },
    tells: config.webhookUrls.length > 0,
    observe,
  })
  const followed = () => followedBy(following.feed())
  const tell = () => {
    const now = followed()
    const sentAtMs = monotonicMs()
    for (const worker of workers())
      worker.tell({
        kind: 'followed',
        followed: now,
        server: read,
        isAway: read !== null && availability.server === null,
        request: requests.get(worker) ?? 0,
        sentAtMs,
      })
  }
  const found = (server: Server) => {
    const tables = withPlugInTables(fitOrThrow(wanted, server).layout, server.tables, plugInTables(config))
    const candidate = choice.take(server)
    read = candidates.indexOf(candidate)
    const address = asNamed(candidate.address, server.schema)
    const shared = withReached(candidate.engine, names)
    begun = following.follow(feedsFor(feedOptions(config), address, shared, tables, observe))
    // Workers have to know at once that no feed is followed for now
    tell()
  }
  const availability = new Availability(inspecting(choice), found, observe)
  // Workers wait for the primary to choose one of several servers
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
  async function catchUp(worker: WorkerProcess, request: number, of: CaughtUp): Promise<void> {
    // A worker that serves no request needs no changes
    const all = () => workers().filter((each) => each.isListening())
    const asked = of === 'every process' ? all : () => [worker]
    const isDone = await haveCaughtUp(following.feed(), asked).catch(() => false)
    // The worker first gets the position that the feed has reached
    tell()
    worker.send({ kind: 'caught-up', request, isDone })
  }
  return {
    followed,
    wanted: () => following.names().wanted,
    servers: () => choice.states(),
    catchUp: (worker, request, of) => void catchUp(worker, request, of),
    ensure: (worker, request) => void follow(worker, request),
    reaches: (worker, now) => void reached.set(worker, now),
    purge: (purge) => following.feed()?.purge?.(purge),
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

/** Opens the servers, and makes the choice among them. */
function opened(config: Config, addresses: Addresses, observe: Observe) {
  const { engine, candidates } = openServers(withCharset(addresses, config.databaseCharset), {
    ...serversLimits(config),
    connectionsMax,
  })
  const wanted = layoutOf(config)
  const unfit = (server: Server) => whyUnfit(wanted, server)
  const choice = new Choice({ ...choiceLimits(config), candidates, whyUnfit: unfit, observe })
  return { engine, candidates, wanted, choice }
}

/** False where no feed is followed, or a worker does not answer; rejects where the feed ends. */
async function haveCaughtUp(
  feed: Feed | null,
  workers: () => readonly Pick<WorkerProcess, 'ask'>[],
): Promise<boolean> {
  if (!feed?.caughtUp) return false
  await feed.caughtUp()
  const answers = await Promise.all(workers().map((each) => each.ask({ kind: 'ping' })))
  return answers.every((answer) => answer?.kind !== 'late')
}

/** The names of servers that a worker reaches; empty where it reads another address than the feed follows. */
function namesAt(read: number | null, reached: Reached | undefined): readonly string[] {
  return reached?.server === read ? reached.names : []
}

/** Adds the servers that workers reach to those of the engine: an address may lead workers to another server than the primary. */
function withReached(engine: Engine, names: () => readonly string[]): Engine {
  return { ...engine, reached: () => new Set([...engine.reached(), ...names()]) }
}

/** The state of the feed as messages to workers have it. */
function followedBy(feed: Feed | null): Followed | null {
  if (feed === null) return null
  const provenAgoMs = feed.provenAt() === null ? null : lagMsOf(feed)
  const blind = [...(feed.blind?.() ?? [])]
  return {
    name: feed.name,
    provenAgoMs,
    provenTo: feed.provenTo?.() ?? null,
    server: feed.server?.() ?? null,
    resume: feed.resume?.() ?? null,
    blind,
    role: feed.role?.() ?? null,
  }
}
