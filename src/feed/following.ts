// Which feed tells of changes: the best there is, followed from when the database was found.
import { randomInt } from 'node:crypto'
import type { Change, Since } from '../core/change.ts'
import type { Observe } from '../core/observation.ts'
import type { Address } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { connectionOptions } from '../database/mysql.ts'
import { binlogFeed } from './binlog.ts'
import { dataVersionFeed } from './data-version.ts'
import { clockFeed, type Feed } from './feed.ts'
import { pollFeed } from './poll.ts'

export interface Following {
  /** Follows the first of these that can be followed; what was followed before is followed no more. */
  readonly follow: (candidates: readonly Feed[]) => Promise<void>
  /** What is followed; null while nothing is. */
  readonly feed: () => Feed | null
  readonly stop: () => Promise<void>
}

/** Which feeds can be chosen among, and what they need. */
export interface FeedSettings {
  readonly feed: 'auto' | 'binlog' | 'poll' | 'clock'
  readonly feedPollMs: number
  readonly binlogServerId?: number
}

export function createFollowing({
  apply,
  tells,
  observe,
}: {
  readonly apply: (changes: readonly Change[], since: Since | null, feed: Feed['name']) => void
  /** Whether what is followed is told to others, by webhooks. */
  readonly tells: boolean
  readonly observe: Observe
}): Following {
  let feed: Feed | null = null
  let round = 0
  let following: Promise<void> = Promise.resolve()

  /** Tries them in turn. Nothing is kept until one follows, and what it was before that is not known. */
  async function followFirst(candidates: readonly Feed[], wanted: number): Promise<void> {
    for (const candidate of candidates) {
      const problem = await candidate.start((changes, since) => {
        if (wanted === round) apply(changes, since, candidate.name)
      })
      if (problem !== null || wanted !== round) {
        await candidate.stop()
        if (wanted !== round) return
        observe({ kind: 'feed-unfit', name: candidate.name, reason: problem ?? '' })
        continue
      }
      apply([{ kind: 'gap', reason: 'the database was found' }], null, candidate.name)
      feed = candidate
      observe({ kind: 'feed', name: candidate.name })
      if (tells && candidate.name === 'clock') observe({ kind: 'warning', message: untold })
      return
    }
  }
  return {
    follow: (candidates) => {
      round += 1
      void feed?.stop()
      feed = null
      following = followFirst(candidates, round)
      return following
    },
    feed: () => (feed?.follows?.() === false ? null : feed),
    stop: async () => {
      round += 1
      await feed?.stop()
      await following
    },
  }
}

const untold =
  'webhooks will tell of no change, since nothing tells of changes (feed clock): receivers hear of starts and purges alone'

/** What can tell of changes in this database, best first. */
export function feedsFor(
  settings: FeedSettings,
  address: Address,
  engine: Engine,
  layout: Layout,
): readonly Feed[] {
  if (settings.feed === 'clock') return [clockFeed()]
  if (address.kind === 'sqlite') return [dataVersionFeed(engine)]
  const poll = pollFeed({
    engine,
    tables: new Map([...layout].map(([table, { table: physical }]) => [physical, table])),
    everyMs: settings.feedPollMs,
  })
  if (settings.feed === 'poll') return [poll]
  const binlog = binlogFeed({
    engine,
    connection: connectionOptions(address),
    schema: address.database,
    layout,
    serverId: settings.binlogServerId ?? serverIdOfItsOwn(),
  })
  return settings.feed === 'binlog' ? [binlog, clockFeed()] : [binlog, poll]
}

/** Unlikely to be another's: those that owners give are small. */
function serverIdOfItsOwn(): number {
  return 0x40000000 + randomInt(0x3fffffff)
}
