// What keeps what is kept right: the caches, and the feed that says what of them goes.
import { createLease, type Lease } from '../cache/lease.ts'
import { createTaggedCache, type Drop, type TaggedCache } from '../cache/tagged-cache.ts'
import type { KeptItem } from '../cache/kept-item.ts'
import type { KeptReply } from '../cache/response-cache.ts'
import {
  steadyMs,
  type Change,
  type DataChange,
  type LogPoint,
  type RowChange,
  type Since,
} from '../core/change.ts'
import { isFailure } from '../core/failure.ts'
import { encodePosition } from '../core/log-position.ts'
import type { Observe } from '../core/observation.ts'
import type { Purge } from '../core/purge.ts'
import type { OnStale } from '../core/stale.ts'
import type { Tag } from '../core/tag.ts'
import { placeOf, type Address } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import type { Feed } from '../feed/feed.ts'
import { createFollowing, feedsFor, type FeedOptions, type Following } from '../feed/following.ts'
import { quietened } from '../feed/quietened.ts'
import { tableOf } from '../database/tables.ts'
import { tagsOfChange } from '../tags/tags.ts'
import { causeClass } from '../observe/cause-class.ts'
import { createDigests, type Digests } from '../read/digest.ts'
import type { Reading } from '../read/execute.ts'
import type { KeptRows } from '../read/row-cache.ts'
import { adjusted } from '../read/cached-total.ts'
import type { KeptSite } from '../read/read-site.ts'
import { createTelling } from './purge-events.ts'

export interface Freshness {
  readonly responses: TaggedCache<KeptReply>
  readonly sites: TaggedCache<KeptSite>
  readonly rows: TaggedCache<KeptRows>
  readonly items: TaggedCache<KeptItem>
  /** Follows a database that was found; what was known of another is gone. */
  readonly follow: (database: Followed) => void
  /** The feed that is followed; null while there is no database. */
  readonly feed: () => Feed | null
  /** By which entries count as fresh. */
  readonly lease: Pick<Lease, 'state'>
  /** Whether nothing notices changes of what has these tags. */
  readonly isUnseen: (tags: ReadonlySet<Tag>) => boolean
  /** The best feed for the database, and the one that is followed. */
  readonly feeds: Following['names']
  /** How far the log that is followed reaches; null where none is. */
  readonly logEnd: () => Promise<LogPoint | null>
  /** To be told of all rows as they are read. */
  readonly seen: Digests['note']
  /** Settles once what was committed before is dropped, as far as that can be told; with false after so long. */
  readonly caughtUp: (limitMs: number) => Promise<boolean>
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

const none: ReadonlySet<string> = new Set()
const siteBytesMax = 1_048_576
/** What tables say of their last change is sure after a second, and looking takes time. */
const settlingMs = 1500

export interface FreshnessOptions {
  readonly cache: CacheSettings
  readonly feed: FeedOptions
  readonly tablePrefix: string
  /** Receives what is stale downstream, once it is gone here; null where nothing is kept downstream. */
  readonly onStale: OnStale | null
  /** The feed that several processes have together; null where this process follows the database itself. */
  readonly sharedFeed: Feed | null
  readonly observe: Observe
}

export interface CacheSettings {
  /** Zero: nothing is cached. */
  readonly bytesMax: number
  readonly rowsBytesMax: number
  readonly lifeMs: number
  /** The life of what is made of tables whose changes the feed cannot notice. */
  readonly blindLifeMs: number
  readonly staleLifeMs: number
  /** How long an entry is fresh after the last proof. */
  readonly freshWithinMs: number
}

export function createFreshness(options: FreshnessOptions): Freshness {
  const { cache: settings, onStale, sharedFeed, observe } = options
  const telling = onStale ? createTelling(options.tablePrefix, onStale) : null
  let place: string | null = null
  const isUnseen = (tags: ReadonlySet<Tag>) => {
    const feed = following.feed()
    const blind = feed?.blind?.() ?? none
    return feed?.name === 'clock' || [...blind].some((name) => hasTable(tags, name))
  }
  const lifeMs = (tags: ReadonlySet<Tag>) => {
    if (following.feed() === null) return 0
    return isUnseen(tags) ? settings.blindLifeMs : settings.lifeMs
  }
  const lease = createLease({
    feed: () => following.feed(),
    withinMs: (feed) => withinMsOf(feed, settings, options.feed),
    paused: () => {
      for (const cache of [responses, ...beside]) cache.turn()
    },
    changed: ({ isHeld, withinMs }) => observe({ kind: 'lease', isHeld, withinMs }),
  })
  const isProven = lease.isHeld
  const responses = createTaggedCache<KeptReply>({
    bytesMax: settings.bytesMax,
    lifeMs,
    isProven,
    staleMs: settings.staleLifeMs,
    ...(telling ? { noted: telling.noted } : {}),
  })
  const keepsNothing = settings.bytesMax === 0
  const sites = createTaggedCache<KeptSite>({
    bytesMax: keepsNothing ? 0 : siteBytesMax,
    lifeMs,
    isProven,
  })
  const rows = createTaggedCache<KeptRows>({
    bytesMax: keepsNothing ? 0 : settings.rowsBytesMax,
    lifeMs,
    isProven,
  })
  const items = createTaggedCache<KeptItem>({ bytesMax: config.cacheBytesMax, lifeMs, isProven })
  const beside = [sites, rows, items]
  const isKept = (tag: Tag) => responses.has(tag) || beside.some((cache) => cache.has(tag))

  const all = [responses, ...beside]
  const apply = (change: Change, told: Told | null) => {
    switch (change.kind) {
      case 'pending':
        return hold(change.id, change.changes, told)
      case 'settled':
        for (const each of change.changes) applyData(each, told)
        return all.forEach((cache) => cache.release(change.id))
      case 'gap':
        all.forEach((cache) => cache.releaseAll())
        return applyData(change, told)
      case 'row':
      case 'table':
        return applyData(change, told)
    }
  }
  /** Whoever asks meanwhile is answered from the database: nobody knows when these can be read. */
  const hold = (id: number, changes: readonly DataChange[], told: Told | null) => {
    const held = new Set<Tag>()
    let isAll = false
    for (const change of changes) {
      const tags = tagsOfChange(change, () => true)
      if (tags === 'all') isAll = true
      else for (const tag of tags) held.add(tag)
    }
    for (const cache of all) cache.hold(id, isAll ? 'all' : held)
    for (const change of changes) drop(withoutPlace(change), told)
  }
  const applyData = (change: DataChange, told: Told | null) => {
    const gone = new Set<string>()
    drop(change, told, telling ? ({ path }) => gone.add(path) : undefined)
    // That one of several processes begins is no news to anybody else
    if (told !== null || sharedFeed === null)
      telling?.changed(change, { cause: causeOf(change), gone, at: placeIn(change) })
  }
  const placeIn = (change: DataChange) => {
    const server = following.feed()?.provenTo?.()?.server
    return change.kind === 'row' && change.at && server !== undefined
      ? encodePosition({ server, ...change.at })
      : null
  }
  const drop = (change: DataChange, told: Told | null, gone?: (reply: KeptReply) => void) => {
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
    for (const cache of all) cache.doubt(doubtful === 'all' ? [] : doubtful)
    if (change.kind === 'table' && change.isQuiet === true) return
    sites.drop(tags)
    items.drop(tags)
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
        for (const cache of beside) cache.dropAll()
        return responses.dropAll()
      case 'tags':
        for (const cache of beside) cache.drop(purge.tags)
        return responses.drop(purge.tags)
      case 'path':
        // The next reply is read from the database again
        for (const cache of beside) cache.dropAll()
        return responses.dropValues(({ path }) => path === purge.path)
    }
  }
  const keptTags = (prefix: string) => [
    ...responses.tagsOf(prefix),
    ...(telling?.tagsOf(prefix) ?? []),
    ...beside.flatMap((cache) => cache.tagsOf(prefix)),
  ]
  let digests = createDigests(keptTags)
  const following = createFollowing({
    apply: (changes, since, feed) => {
      for (const change of changes) apply(change, since && { feed, since })
    },
    tells: telling !== null && sharedFeed === null,
    observe,
  })
  return {
    responses,
    sites,
    rows,
    items,
    follow: ({ address, engine, layout, newReading }) => {
      // What another server said may be newer, or older, than what this one says
      if (place !== null && place !== placeOf(address))
        apply({ kind: 'gap', reason: 'another server is read' }, null)
      place = placeOf(address)
      digests = createDigests(keptTags)
      const { digest: digestOf } = digests
      const digest = async (table: string, sinceMs: number) => {
        const told = await digestOf(table, sinceMs, newReading())
        return isFailure(told) ? null : told
      }
      const feeds = sharedFeed ? [() => sharedFeed] : feedsFor(options.feed, address, engine, layout, observe)
      void following.follow(feeds.map((make) => () => quietened(make(), digest)))
    },
    feed: following.feed,
    lease,
    isUnseen,
    feeds: following.names,
    logEnd: async () => (await following.feed()?.logEnd()) ?? null,
    seen: (plan, found) => digests.note(plan, found),
    caughtUp: async (limitMs) => {
      const late = Promise.withResolvers<boolean>()
      const timer = setTimeout(late.resolve, limitMs, false)
      const caughtUp = following.feed()?.caughtUp?.()
      const isIt = await Promise.race([caughtUp?.then(() => true), late.promise]).catch(() => false)
      clearTimeout(timer)
      return isIt === true
    },
    purge: (purge) => {
      const entries = purged(purge)
      // What somebody wants gone is not served when the database is, either
      responses.forgetStale()
      if (entries > 0) observe({ kind: 'dropped', entries, cause: 'purge' })
      telling?.purged(purge)
      return entries
    },
    stop: async () => {
      lease.stop()
      await following.stop()
    },
  }
}

/** A feed that looks for changes can prove no more than its last look, which is over when the next one is. */
function withinMsOf(feed: string, { freshWithinMs }: CacheSettings, { pollMs }: FeedOptions): number {
  return feed === 'poll' ? Math.max(freshWithinMs, 2 * pollMs + settlingMs) : freshWithinMs
}

/** A total that is kept is not adjusted by it. */
function withoutPlace(change: DataChange): DataChange {
  return change.kind === 'row'
    ? { kind: 'row', table: change.table, before: change.before, after: change.after }
    : change
}

function causeOf(change: DataChange): string {
  switch (change.kind) {
    case 'gap':
      return `gap: ${change.reason}`
    case 'table':
      return `table ${change.table}`
    case 'row':
      return `${change.before === null ? 'insert into' : change.after === null ? 'delete from' : 'update of'} ${change.table}`
  }
}

function hasTable(tags: ReadonlySet<Tag>, name: string): boolean {
  const table = tableOf(name)
  return table !== undefined && tags.has(`table:${table}`)
}
