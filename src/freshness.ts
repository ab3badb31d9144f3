// What keeps what is kept right: the caches, and the feed that says what of them goes.
import { createTaggedCache, type Drop, type TaggedCache } from './cache/tagged-cache.ts'
import type { KeptReply } from './cache/response-cache.ts'
import { steadyMs, type Change, type LogPoint, type RowChange, type Since } from './core/change.ts'
import { isFailure } from './core/failure.ts'
import type { Observe } from './core/observation.ts'
import type { Purge } from './core/purge.ts'
import type { OnStale } from './core/stale.ts'
import type { Tag } from './core/tag.ts'
import { placeOf, type Address } from './database/address.ts'
import type { Engine } from './database/engine.ts'
import type { Layout } from './database/layout.ts'
import type { Feed } from './feed/feed.ts'
import { createFollowing, feedsFor } from './feed/following.ts'
import { quietened } from './feed/quietened.ts'
import { tagsOfChange } from './feed/tags-of.ts'
import { causeClass } from './observe/cause-class.ts'
import { createDigests } from './query/digest.ts'
import type { Reading } from './query/execute.ts'
import type { KeptRows } from './query/kept-rows.ts'
import { adjusted } from './query/kept-total.ts'
import type { KeptSite } from './query/read-site.ts'
import type { Config } from './settings/config.ts'
import { createTelling } from './telling.ts'

export interface Freshness {
  readonly responses: TaggedCache<KeptReply>
  readonly sites: TaggedCache<KeptSite>
  readonly rows: TaggedCache<KeptRows>
  /** Follows a database that was found; what was known of another is gone. */
  readonly follow: (database: Followed) => void
  /** The feed that is followed; null while there is no database. */
  readonly feed: () => Pick<Feed, 'name' | 'lagMs'> | null
  /** How long ago the feed last heard of the database, ms; null where nothing tells of changes. */
  readonly heardMs: () => number | null
  /** How far the log that is followed reaches; null where none is. */
  readonly logEnd: () => Promise<LogPoint | null>
  /** Settles once what was committed before is dropped, as far as that can be told; at most after so long. */
  readonly caughtUp: (limitMs: number) => Promise<void>
  /** Drops what an owner wants dropped; how many answers that were. */
  readonly purge: (purge: Purge) => number
  readonly stop: () => Promise<void>
}

/** By which feed, and from when on. */
interface Told {
  readonly feed: Feed['name']
  readonly since: Since
}

export interface Followed {
  /** Where what is kept is read from: the feed is that server's own. */
  readonly address: Address
  readonly engine: Engine
  readonly layout: Layout
  readonly newReading: () => Reading
}

const siteBytesMax = 1_048_576

/**
 * `onStale` is told what is stale for whoever keeps answers elsewhere, once it is gone here; `shared` is the feed that
 * several processes have together.
 */
export function createFreshness(
  config: Config,
  observe: Observe,
  onStale?: OnStale,
  shared: Feed | null = null,
): Freshness {
  const telling = onStale ? createTelling(config, onStale) : null
  let place: string | null = null
  const lifeMs = () => {
    const feed = following.feed()
    if (feed === null) return 0
    return feed.name === 'clock' ? config.cacheBlindLifeMs : config.cacheLifeMs
  }
  const responses = createTaggedCache<KeptReply>({
    bytesMax: config.cacheBytesMax,
    lifeMs,
    staleMs: config.staleLifeMs,
    ...(telling ? { noted: telling.noted } : {}),
  })
  const sites = createTaggedCache<KeptSite>({ bytesMax: siteBytesMax, lifeMs })
  const rows = createTaggedCache<KeptRows>({
    bytesMax: config.cacheBytesMax === 0 ? 0 : config.keptRowsBytesMax,
    lifeMs,
  })
  const beside = [sites, rows]
  const isKept = (tag: Tag) => responses.has(tag) || beside.some((cache) => cache.has(tag))

  const apply = (change: Change, told: Told | null) => {
    const gone: string[] = []
    drop(change, told, telling ? (key) => gone.push(key) : undefined)
    // That one of several processes begins is no news to anybody else
    if (told !== null || shared === null) telling?.changed(change, causeOf(change), gone)
  }
  const drop = (change: Change, told: Told | null, gone?: (key: string) => void) => {
    const delay = told && { ms: steadyMs() - told.since.atMs, feed: told.feed, from: told.since.from }
    const why: Drop = { cause: causeClass(causeOf(change)), ms: delay && delay.ms }
    const dropped = (entries: number) => {
      if (entries > 0)
        observe({ kind: 'dropped', entries, cause: causeOf(change), ...(delay ? { delay } : {}) })
    }
    const tags = tagsOfChange(change, isKept)
    if (tags === 'all') {
      for (const cache of beside) cache.dropAll()
      return dropped(responses.dropAll(why))
    }
    // What is being read may be made of what nothing that is kept was
    const doubtful = tagsOfChange(change, () => true)
    for (const cache of [responses, ...beside]) cache.doubt(doubtful === 'all' ? [] : doubtful)
    if (change.kind === 'table' && change.isQuiet === true) return
    sites.drop(tags)
    rows.drop(tags, why, change.kind === 'row' ? { revise: (kept) => adjust(kept, change) } : {})
    dropped(responses.drop(tags, why, gone ? { gone } : {}))
  }
  const adjust = (kept: KeptRows, change: RowChange) => {
    const total = adjusted(kept, change)
    if (total !== null && total !== kept) observe({ kind: 'adjusted', cause: causeOf(change) })
    return total
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
  const keptTags = (prefix: string) => [
    ...responses.tagsOf(prefix),
    ...(telling?.tagsOf(prefix) ?? []),
    ...beside.flatMap((cache) => cache.tagsOf(prefix)),
  ]
  const following = createFollowing({
    apply: (changes, since, feed) => {
      for (const change of changes) apply(change, since && { feed, since })
    },
    tells: telling !== null && shared === null,
    observe,
  })
  return {
    responses,
    sites,
    rows,
    follow: ({ address, engine, layout, newReading }) => {
      // What another server said may be newer, or older, than what this one says
      if (place !== null && place !== placeOf(address))
        apply({ kind: 'gap', reason: 'another server is read' }, null)
      place = placeOf(address)
      const digestOf = createDigests(keptTags)
      const digest = async (table: string) => {
        const told = await digestOf(table, newReading())
        return isFailure(told) ? null : told
      }
      const feeds = shared ? [shared] : feedsFor(config, address, engine, layout)
      void following.follow(feeds.map((feed) => quietened(feed, digest)))
    },
    feed: following.feed,
    heardMs: () => {
      const feed = following.feed()
      return feed === null || feed.name === 'clock' ? null : feed.lagMs()
    },
    logEnd: async () => (await following.feed()?.logEnd()) ?? null,
    caughtUp: async (limitMs) => {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, limitMs)
      await Promise.race([following.feed()?.caughtUp?.(), late.promise]).catch(() => {})
      clearTimeout(timer)
    },
    purge: (purge) => {
      const entries = purged(purge)
      // What somebody wants gone is not served when the database is, either
      responses.forgetStale()
      if (entries > 0) observe({ kind: 'dropped', entries, cause: 'purge' })
      telling?.purged(purge)
      return entries
    },
    stop: following.stop,
  }
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
