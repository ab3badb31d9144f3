// Chooses the change feed once the database is found: the best one that can follow it.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs, type Change, type SharedPlace, type Since } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import { createUnderWay } from '../core/under-way.ts'
import type { Address } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables } from '../database/layout.ts'
import { connectionOptions } from '../database/mysql/engine.ts'
import { binlogFeed } from './binlog.ts'
import { dataVersionFeed } from './data-version.ts'
import { debeziumFeed } from './debezium.ts'
import type { OpenStreams } from './debezium-stream.ts'
import { clockFeed, lagMsOf, type Feed, type Publish } from './feed.ts'
import { ofOneServer } from './one-server.ts'
import { pollFeed } from './poll.ts'
import type { Resume } from './log-state.ts'
import type { OpenSharedLog } from './shared-log.ts'
import { sharedFeed } from './shared.ts'

export interface Following {
  /** Follows the first of these feeds that can be followed, and stops the feed that was followed before. */
  readonly follow: (candidates: readonly MakeFeed[]) => Promise<void>
  /** The feed that is followed; null while there is none, or it has proven nothing yet. */
  readonly feed: () => Feed | null
  /** The best feed for the database, and the one in use. */
  readonly names: () => { readonly wanted: Feed['name'] | null; readonly used: Feed['name'] | null }
  readonly stop: () => Promise<void>
}

export type MakeFeed = () => Feed

/** The feed that the owner chose, and the options of each. */
export interface FeedOptions {
  readonly feed: 'auto' | 'binlog' | 'poll' | 'clock'
  readonly pollMs: number
  /** Undefined for a random one. */
  readonly serverId: number | undefined
  /** Null where no other gateway shares the log. */
  readonly shared: OpenSharedLog | null
  /** Debezium's streams, which replace the server's log; null where the owner runs no Debezium. */
  readonly debezium: { readonly open: OpenStreams; readonly prefix: string } | null
}

const retryMinMs = 250
const retryMaxMs = 2000
/** A feed that is lost within this time after it was followed rests before it is tried again, twice as long each time. */
const provenAfterMs = 60_000
const restMaxMs = 32_000
/** A feed that proves nothing for this long gives way to the next, until it can be followed again. */
const lagMsMax = 5000
const silent = `it could not prove for ${lagMsMax} ms that it has every change`

export interface FollowingOptions {
  /** `since`: null where it is unknown since when data may have changed. */
  readonly apply: (changes: readonly Change[], since: Since | null, feed: Feed['name']) => void
  /** Receives changes from before the feed was followed, as far as the feed knows them; own caches hold nothing from then. */
  readonly recall?: (changes: readonly Change[], place: SharedPlace) => void
  /** Receives all changes that feeds publish, with the feed. */
  readonly published?: (changes: readonly Change[], from: Feed) => void
  readonly found?: (feed: Feed) => void
  /** Called when this gateway becomes the reader of a shared log: changes that the reader before had not published yet are unknown. */
  readonly termBegan?: () => void
  /** True where webhooks announce changes. */
  readonly tells: boolean
  readonly observe: Observe
}

export function createFollowing(options: FollowingOptions): Following {
  const { apply, recall, found, observe } = options
  let feed: Feed | null = null
  let followedAt = monotonicMs()
  const rest = createRest()
  let wanted: Feed['name'] | null = null
  let round = new AbortController()
  /** The rounds that may be starting a feed. */
  const rounds = createUnderWay()

  /** Starts a feed. Nothing is cached until one follows; changes before that are unknown. */
  async function start(make: MakeFeed, { signal }: AbortController) {
    const candidate = make()
    const { name } = candidate
    const { problem, pending } = await begun(candidate, signal, options, () => feed)
    if (problem !== null || signal.aborted) {
      await candidate.stop()
      return { name, problem }
    }
    const before = feed
    ;[feed, followedAt] = [candidate, monotonicMs()]
    const gap = { kind: 'gap', reason: 'the database was found' } as const
    const provenAt = before?.provenAt() ?? null
    // After another feed, changes since its last proof are unknown
    apply([gap], provenAt === null ? null : { atMs: provenAt, from: 'look' }, candidate.name)
    found?.(candidate)
    for (const { changes, place } of candidate.recall?.() ?? []) recall?.(changes, place)
    for (const [changes, since] of pending) apply(changes, since, candidate.name)
    sayFollowed(candidate, options)
    await before?.stop()
    return { name, problem }
  }
  /**
   * Follows the first feed from an index on, and tries feeds before it that could not be reached again meanwhile. A feed that lags is
   * better than the clock, which proves nothing, and stays where no other can be followed.
   */
  async function choose(candidates: readonly MakeFeed[], from: number, own: AbortController): Promise<void> {
    const better = candidates.slice(0, from)
    for (const [nth, make] of candidates.entries()) {
      if (nth < from || (from > 0 && make().name === 'clock')) continue
      const { name, problem } = await start(make, own)
      if (own.signal.aborted) return
      if (problem?.kind === 'unfit') {
        observe({ kind: 'feed-unfit', name, reason: problem.reason })
        continue
      }
      wanted ??= name
      if (problem === null) return void rounds.add(tend(candidates, better, nth, own))
      observe({ kind: 'feed-lost', name, reason: problem.reason })
      better.push(make)
    }
    if (better.length === 0 && feed === null) {
      wanted ??= 'clock'
      await start(clockFeed, own)
    }
    void rounds.add(tend(candidates, better, candidates.length, own))
  }
  async function tend(
    candidates: readonly MakeFeed[],
    better: readonly MakeFeed[],
    used: number,
    own: AbortController,
  ): Promise<void> {
    const isLast = used >= candidates.length - 1
    if (isLast && better.length === 0) return
    const waitMsMax = better.length === 0 ? retryMinMs : retryMaxMs
    const restsUntil = monotonicMs() + rest.ms()
    for (let waitMs = retryMinMs; !own.signal.aborted; waitMs = Math.min(waitMs * 2, waitMsMax)) {
      await sleep(waitMs, undefined, { signal: own.signal, ref: false }).catch(() => {})
      for (const [nth, make] of monotonicMs() < restsUntil ? [] : better.entries()) {
        if (own.signal.aborted) return
        const { problem } = await start(make, own)
        if (problem === null)
          return void rounds.add(tend(candidates, better.slice(0, nth), candidates.indexOf(make), own))
      }
      if (own.signal.aborted) return
      if (!isLast && feed !== null && noticesLoss(feed, followedAt, observe)) {
        rest.lost(monotonicMs() - followedAt)
        return choose(candidates, used + 1, own)
      }
    }
  }
  return {
    follow: (candidates) => {
      round.abort()
      round = new AbortController()
      void feed?.stop()
      feed = null
      wanted = null
      return rounds.add(choose(candidates, 0, round))
    },
    feed: () => (feed?.provenAt() === -Infinity ? null : feed),
    names: () => ({ wanted, used: feed?.name ?? null }),
    stop: async () => {
      round.abort()
      await feed?.stop()
      await rounds.ended()
    },
  }
}

/** Keeps how long a lost feed rests before it is tried again. */
function createRest(): { readonly ms: () => number; readonly lost: (followedMs: number) => void } {
  let restMs = retryMinMs
  return {
    ms: () => restMs,
    lost: (followedMs) => {
      restMs = followedMs > provenAfterMs ? retryMinMs : Math.min(2 * restMs, restMaxMs)
    },
  }
}

/** True where the feed is lost. One that has just begun to follow may have much of the log to read before it proves anything. */
function noticesLoss(feed: Feed, followedAt: number, observe: Observe): boolean {
  const isLost = feed.isLost?.() ?? Math.min(lagMsOf(feed), monotonicMs() - followedAt) > lagMsMax
  const said = feed.why?.()
  const reason = said === undefined ? silent : said
  if (isLost && reason !== null) observe({ kind: 'feed-lost', name: feed.name, reason })
  return isLost
}

/** Starts a feed; settles with its problem, and with changes that became pending meanwhile, which outlive the gap that follows. */
async function begun(
  candidate: Feed,
  signal: AbortSignal,
  { apply, published, termBegan }: Pick<FollowingOptions, 'apply' | 'published' | 'termBegan'>,
  followed: () => Feed | null,
) {
  const pending: (readonly [readonly Change[], Since])[] = []
  const publish: Publish = (changes, since) => {
    if (signal.aborted) return
    apply(changes, since, candidate.name)
    published?.(changes, candidate)
    const held = changes.filter(({ kind }) => kind === 'pending' || kind === 'settled')
    if (followed() !== candidate && held.length > 0) pending.push([held, since])
  }
  const before = followed()
  // Two feeds of one kind would read the log under the same id, for which a server ends the earlier connection
  if (before?.name === candidate.name) await before.stop()
  if (signal.aborted) return { problem: null, pending }
  // Only this ends a start that waits for a database which is being closed
  const leave = () => void candidate.stop()
  signal.addEventListener('abort', leave)
  const problem = await candidate.start(publish, () => {
    if (!signal.aborted) termBegan?.()
  })
  signal.removeEventListener('abort', leave)
  return { problem, pending }
}

function sayFollowed(
  { name, blind }: Pick<Feed, 'name' | 'blind'>,
  { observe, tells }: Pick<FollowingOptions, 'observe' | 'tells'>,
): void {
  observe({ kind: 'feed', name })
  const tables = [...(blind?.() ?? [])]
  if (tables.length > 0) observe({ kind: 'warning', message: unseen(tables) })
  if (tells && name === 'clock') observe({ kind: 'warning', message: blindWarning })
}

const unseen = (tables: readonly string[]) =>
  `changes of ${tables.join(', ')} are not noticed: they are views, and the account may not see which tables they read, or tables of an engine that this feed cannot follow. Answers made of them stay in the cache for CACHE_BLIND_LIFE_MS`
const blindWarning =
  'webhooks report only starts and purges, because the change feed clock notices no changes'

/** The feeds that can follow this database, best first. */
export function feedsFor(
  options: FeedOptions,
  address: Address,
  engine: Engine,
  layout: FollowedTables,
  observe: Observe,
): readonly MakeFeed[] {
  if (options.feed === 'clock') return [clockFeed]
  if (address.kind === 'sqlite') return [() => dataVersionFeed(engine)]
  const { database: schema, charset } = address
  const poll = () => ofOneServer(pollFeed({ engine, schema, layout, everyMs: options.pollMs }), engine)
  if (options.feed === 'poll') return [poll]
  const ownId = options.serverId ?? serverIdOfItsOwn()
  const connection = connectionOptions(address)
  const reading = (serverId: number, resume: Resume | null) =>
    ofOneServer(
      binlogFeed({ engine, connection, schema, layout, charset, serverId, resume, observe }),
      engine,
    )
  const binlog = () => reading(ownId, null)
  const { shared: open, debezium } = options
  // A gateway may read the log for all gateways while it still reads it for itself, and a server sends it once to each id
  const sourceId = serverIdOfItsOwn()
  const source = (resume: Resume | null) =>
    debezium
      ? ofOneServer(debeziumFeed({ engine, schema, layout, charset, ...debezium }), engine)
      : reading(sourceId, resume)
  const shared =
    open &&
    (() => ofOneServer(sharedFeed({ engine, schema, layout, charset, open, source, observe }), engine))
  return [
    ...(shared ? [shared] : []),
    ...(debezium ? [] : [binlog]),
    options.feed === 'binlog' ? clockFeed : poll,
  ]
}

/** Makes a feed that reads the log from a position on; null for a database without a log. */
export function logReader(of: {
  readonly address: Address
  readonly engine: Engine
  readonly layout: FollowedTables
  readonly from: Resume
  readonly observe: Observe
}): Feed | null {
  const { address, engine, layout, from, observe } = of
  if (address.kind === 'sqlite') return null
  return binlogFeed({
    engine,
    connection: connectionOptions(address),
    schema: address.database,
    layout,
    charset: address.charset,
    serverId: serverIdOfItsOwn(),
    resume: from,
    observe,
  })
}

/** Random ids do not collide with those that owners choose, which are small. */
function serverIdOfItsOwn(): number {
  return 0x40000000 + randomInt(0x3fffffff)
}
