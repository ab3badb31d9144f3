// What keeps what is kept right: the caches, and the feed that says what of them goes.
import { randomInt } from 'node:crypto'
import { createTaggedCache, type TaggedCache } from './cache/tagged-cache.ts'
import type { KeptReply } from './cache/response-cache.ts'
import type { Config } from './config.ts'
import type { Change } from './core/change.ts'
import { isFailure } from './core/failure.ts'
import type { Observe } from './core/observation.ts'
import type { Tag } from './core/tag.ts'
import type { Address } from './database/address.ts'
import type { Engine } from './database/engine.ts'
import type { Layout } from './database/layout.ts'
import { connectionOptions } from './database/mysql.ts'
import { binlogFeed } from './feed/binlog.ts'
import { dataVersionFeed } from './feed/data-version.ts'
import { clockFeed, type Feed } from './feed/feed.ts'
import { pollFeed } from './feed/poll.ts'
import { tagsOfChange } from './feed/tags-of.ts'
import type { Purge } from './http/admin-purge.ts'
import { digestOf } from './query/digest.ts'
import type { Reading } from './query/execute.ts'
import type { KeptRows } from './query/kept-rows.ts'
import type { KeptSite } from './query/read-site.ts'

export interface Freshness {
  readonly responses: TaggedCache<KeptReply>
  readonly sites: TaggedCache<KeptSite>
  readonly rows: TaggedCache<KeptRows>
  /** Follows a database that was found; what was known of another is gone. */
  readonly follow: (database: Followed) => void
  /** The feed that is followed; null while there is no database. */
  readonly feed: () => Pick<Feed, 'name' | 'lagMs'> | null
  /** Drops what an owner wants dropped; how many answers that were. */
  readonly purge: (purge: Purge) => number
  readonly stop: () => Promise<void>
}

export interface Followed {
  readonly layout: Layout
  readonly newReading: () => Reading
}

const siteBytesMax = 1_048_576

export function createFreshness(
  config: Config,
  address: Address,
  engine: Engine,
  observe: Observe,
): Freshness {
  let feed: Feed | null = null
  let round = 0
  let following: Promise<void> = Promise.resolve()
  const lifeMs = () => {
    if (feed === null) return 0
    return feed.name === 'clock' ? config.cacheBlindLifeMs : config.cacheLifeMs
  }
  const responses = createTaggedCache<KeptReply>({
    bytesMax: config.cacheBytesMax,
    lifeMs,
    staleMs: config.staleLifeMs,
  })
  const sites = createTaggedCache<KeptSite>({ bytesMax: siteBytesMax, lifeMs })
  const rows = createTaggedCache<KeptRows>({
    bytesMax: config.cacheBytesMax === 0 ? 0 : config.keptRowsBytesMax,
    lifeMs,
  })
  const beside = [sites, rows]
  const isKept = (tag: Tag) => responses.has(tag) || beside.some((cache) => cache.has(tag))

  const apply = (change: Change) => {
    const tags = tagsOfChange(change, isKept)
    if (tags === 'all') {
      for (const cache of beside) cache.dropAll()
      return dropped(responses.dropAll(), change)
    }
    // What is being read may be made of what nothing that is kept was
    const doubtful = tagsOfChange(change, () => true)
    for (const cache of [responses, ...beside]) cache.doubt(doubtful === 'all' ? [] : doubtful)
    if (change.kind === 'table' && change.isQuiet === true) return
    for (const cache of beside) cache.drop(tags)
    dropped(responses.drop(tags), change)
  }
  const dropped = (entries: number, change: Change) => {
    if (entries > 0) observe({ kind: 'dropped', entries, cause: causeOf(change) })
  }
  const purged = (purge: Purge) => {
    switch (purge.kind) {
      case 'all':
        for (const cache of [sites, rows]) cache.dropAll()
        return responses.dropAll()
      case 'tags':
        for (const cache of [sites, rows]) cache.drop(purge.tags)
        return responses.drop(purge.tags)
      case 'path': {
        // What is kept is one thing with and without a slash at the end
        const path = purge.path.replace(/\/+$/, '')
        return responses.dropKeys((key) => key.includes(` ${path}?`) || key.includes(` ${path}/?`))
      }
    }
  }
  const publish = (changes: readonly Change[]) => {
    for (const change of changes) apply(change)
  }
  return {
    responses,
    sites,
    rows,
    follow: (database) => {
      round += 1
      void feed?.stop()
      feed = null
      const candidates = feedsFor(config, address, engine, database, (prefix) => [
        ...responses.tagsOf(prefix),
        ...beside.flatMap((cache) => cache.tagsOf(prefix)),
      ])
      following = followFirst(candidates, round)
    },
    feed: () => feed,
    purge: (purge) => {
      const entries = purged(purge)
      // What somebody wants gone is not served when the database is, either
      responses.forgetStale()
      if (entries > 0) observe({ kind: 'dropped', entries, cause: 'purge' })
      return entries
    },
    stop: async () => {
      round += 1
      await feed?.stop()
      await following
    },
  }

  /** Tries them in turn. Nothing is kept until one follows, and what it was before that is not known. */
  async function followFirst(candidates: readonly Feed[], wanted: number): Promise<void> {
    for (const candidate of candidates) {
      const problem = await candidate.start((changes) => {
        if (wanted === round) publish(changes)
      })
      if (problem !== null || wanted !== round) {
        await candidate.stop()
        if (wanted !== round) return
        observe({ kind: 'feed-unfit', name: candidate.name, reason: problem ?? '' })
        continue
      }
      apply({ kind: 'gap', reason: 'the database was found' })
      feed = candidate
      observe({ kind: 'feed', name: candidate.name })
      return
    }
  }
}

/** What can tell of changes in this database, best first. */
function feedsFor(
  config: Config,
  address: Address,
  engine: Engine,
  { layout, newReading }: Followed,
  keptTags: (prefix: string) => readonly Tag[],
): readonly Feed[] {
  if (config.feed === 'clock') return [clockFeed]
  if (address.kind === 'sqlite') return [dataVersionFeed(engine)]
  const poll = pollFeed({
    engine,
    tables: new Map([...layout].map(([table, { table: physical }]) => [physical, table])),
    everyMs: config.feedPollMs,
    digest: async (table) => {
      const digest = await digestOf(table, keptTags, newReading())
      return isFailure(digest) ? null : digest
    },
  })
  if (config.feed === 'poll') return [poll]
  const binlog = binlogFeed({
    engine,
    connection: connectionOptions(address),
    schema: address.database,
    layout,
    serverId: config.binlogServerId ?? serverIdOfItsOwn(),
  })
  return config.feed === 'binlog' ? [binlog, clockFeed] : [binlog, poll]
}

/** Unlikely to be another's: those that owners give are small. */
function serverIdOfItsOwn(): number {
  return 0x40000000 + randomInt(0x3fffffff)
}

function causeOf(change: Change): string {
  switch (change.kind) {
    case 'gap':
      return `gap: ${change.reason}`
    case 'table':
      return `table ${change.table}`
    case 'row':
      return `${change.before === null ? 'insert into' : change.after === null ? 'delete from' : 'update of'} ${change.table}`
  }
}
