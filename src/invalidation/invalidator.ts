// Keeps the caches correct: follows the change feed of the database that is read, and drops entries that its changes make stale.
import type { Lease } from '../cache/lease.ts'
import type { KeptItem } from '../cache/kept-item.ts'
import type { KeptReply } from '../cache/response-cache.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import type { LogPoint } from '../core/change.ts'
import type { ContentChanges } from '../core/content-changes.ts'
import { isFailure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { Purge } from '../core/purge.ts'
import { optionNames } from '../core/site-options.ts'
import { staleByGap, type OnStale } from '../core/stale.ts'
import type { Tag } from '../core/tag.ts'
import { placeOf, type Address } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import type { FollowedTables } from '../database/layout.ts'
import type { CaughtUp, Feed } from '../feed/feed.ts'
import { createFollowing, feedsFor, logReader, type FeedOptions, type Following } from '../feed/following.ts'
import { ofOneServer } from '../feed/one-server.ts'
import { withDigest } from '../feed/with-digest.ts'
import type { CountedTotals } from '../read/counted-totals.ts'
import { createDigests, type Digests } from '../read/digest.ts'
import type { Reading } from '../read/execute.ts'
import type { KeptSite } from '../read/read-site.ts'
import { rolesOption } from '../site/site.ts'
import type { KeptRows } from '../read/row-cache.ts'
import { createCaches, type CacheSettings } from './caches.ts'
import { createContentChanges } from './content-changes.ts'
import { createDrops, type Drops } from './drops.ts'
import { createHiddenPosts } from './hidden-posts.ts'
import { createRecentChanges, type RecentChanges } from './recent-changes.ts'
import { createNamedPosts } from './named-posts.ts'
import { createPurgeEvents } from './purge-events.ts'
import { createRestoredTotals, type RestoredTotals } from './restored-totals.ts'
import { createTotalsSaving } from './totals-saving.ts'
import type { TotalsSnapshot } from './totals-snapshot.ts'

export interface Invalidator {
  readonly responses: TaggedCache<KeptReply>
  readonly sites: TaggedCache<KeptSite>
  readonly rows: TaggedCache<KeptRows>
  readonly items: TaggedCache<KeptItem>
  readonly lists: TaggedCache<KeptRows>
  /** Follows a database that was found; entries cached from another server are dropped. */
  readonly follow: (database: Followed) => void
  /** The feed that is followed; null while there is no database. */
  readonly feed: () => Feed | null
  /** The lease by which entries count as fresh. */
  readonly lease: Pick<Lease, 'state'>
  /** True where the lease is held. */
  readonly isProven: () => boolean
  /** Recent changes, by which this gateway judges whether answers of other gateways that share its log are current. */
  readonly recent: Pick<RecentChanges, 'place' | 'against'>
  /** True where the feed cannot notice changes of rows with these tags. */
  readonly isUnseen: (tags: ReadonlySet<Tag>) => boolean
  /** The best feed for the database, and the one in use. */
  readonly feeds: Following['names']
  /** Settles with the end of the server's log that the feed follows; null where it follows none. */
  readonly logEnd: () => Promise<LogPoint | null>
  /** Null where clients may not ask which content changed. */
  readonly contentChanges: ContentChanges | null
  /** Receives all rows as they are read, to compare digests of tables. */
  readonly seen: Digests['note']
  /** Settles with true once every earlier commit has been applied there; with false after `limitMs`, or where no feed can prove it. */
  readonly caughtUp: (of: CaughtUp, limitMs: number) => Promise<boolean>
  /** Drops the entries that a purge names, here and in gateways with the same shared log; returns how many responses were dropped here. */
  readonly purge: (purge: Purge) => number
  /** Drops the entries that a purge names, here alone. */
  readonly purgeHere: (purge: Purge) => number
  /** The totals that changes adjust, with the position of the log at which they hold; null where there is none now. */
  readonly totals: () => TotalsSnapshot | null
  /** Settles once a total from before the start is restored; null where that is not expected. */
  readonly awaited: RestoredTotals['awaited']
  readonly stop: () => Promise<void>
}

export interface Followed {
  /** The server that is read: the feed follows its changes. */
  readonly address: Address
  readonly engine: Engine
  readonly layout: FollowedTables
  readonly newReading: () => Reading
  readonly counted: CountedTotals
}

export interface InvalidatorOptions {
  readonly cache: CacheSettings
  readonly feed: FeedOptions
  readonly tablePrefix: string
  /** Receives purge events for downstream caches, after entries here are dropped; null without downstream caches. */
  readonly onStale: OnStale | null
  /** The statuses of content that anonymous viewers see, where clients may ask which content changed; else null. */
  readonly publicStatuses: readonly string[] | null
  /** Totals from before the start; null where there are none. */
  readonly totals: TotalsSnapshot | null
  /** The primary's feed, shared by several processes; null where this process follows the database itself. */
  readonly sharedFeed: Feed | null
  readonly observe: Observe
}

export function createInvalidator(options: InvalidatorOptions): Invalidator {
  const { cache: settings, tablePrefix, onStale, publicStatuses, sharedFeed, observe } = options
  const restored = createRestoredTotals({ snapshot: options.totals, rows: () => caches.rows, observe })
  const saving = createTotalsSaving()
  const [named, hidden] = [createNamedPosts(), createHiddenPosts()]
  const posts = { isAbove: named.isAbove, isDiscussed: named.isDiscussed, isHidden: hidden.has }
  const downstream = onStale ? createPurgeEvents(onStale, posts) : null
  const isAlone = sharedFeed === null
  const following = createFollowing({
    apply: (changes, since, feed) => {
      for (const change of changes) drops.apply(change, since && { feed, since })
      recent.note(changes, since?.place ?? null)
      contentChanges?.note(changes)
    },
    recall: (changes, place) => recent.note(changes, place),
    published: (changes, from) => {
      restored.published(changes)
      saving.published(changes, from)
    },
    found: (found) => [restored, named].forEach((each) => each.found(found)),
    // The reader before may not have announced its last changes
    termBegan: () => onStale?.(staleByGap),
    tells: downstream !== null && isAlone,
    observe,
  })
  const { feed } = following
  const recent = createRecentChanges()
  const contentChanges = publicStatuses && createContentChanges(feed, publicStatuses)
  const forget = (reason: string) => {
    const gap = { kind: 'gap', reason } as const
    drops.apply(gap, null)
    recent.note([gap], null)
    contentChanges?.note([gap])
  }
  const caches = createCaches({ settings, feed, offered: downstream?.offered ?? null, observe })
  const drops = createDrops({
    caches,
    named,
    hidden,
    downstream,
    announcesOwn: isAlone,
    isFollower: () => feed()?.role?.() === 'follower',
    server: () => feed()?.provenTo?.()?.server,
    observe,
  })
  const { responses, sites, rows, items, lists, lease, isUnseen } = caches
  // Entries that depend on site options share one tag for all of them
  const ofSite = [...optionNames, rolesOption(tablePrefix)].map((name): Tag => `option:${name}`)
  const keptTags = (prefix: string) => [
    ...ofSite.filter((tag) => tag.startsWith(prefix)),
    ...caches.all.flatMap((cache) => cache.tagsOf(prefix)),
    ...(downstream?.tagsOf(prefix) ?? []),
  ]
  let place: string | null = null
  let digests = createDigests(keptTags)
  return {
    responses,
    sites,
    rows,
    items,
    lists,
    follow: ({ address, engine, layout, newReading, counted }) => {
      // The other server may be ahead of the one read before, or lag behind it
      if (place !== null && place !== placeOf(address)) forget('another server is read')
      place = placeOf(address)
      named.use(newReading)
      const schema = address.kind === 'mysql' ? address.database : ''
      restored.use(schema, counted, (from) => logReader({ address, engine, layout, from, observe }))
      saving.use(schema, counted)
      digests = createDigests(keptTags)
      const digest = digestBy(digests, newReading)
      const feeds = isAlone
        ? feedsFor(options.feed, address, engine, layout, observe)
        : [() => ofOneServer(sharedFeed, engine)]
      void following.follow(feeds.map((make) => () => withDigest(make(), digest)))
    },
    feed,
    contentChanges,
    lease,
    isUnseen,
    feeds: following.names,
    logEnd: async () => (await feed()?.logEnd()) ?? null,
    seen: (plan, found) => digests.note(plan, found),
    caughtUp: (of, limitMs) => caughtUp(feed()?.caughtUp?.(of), limitMs),
    recent,
    awaited: restored.awaited,
    totals: () => (restored.isPending() ? null : saving.snapshot(feed(), rows)),
    isProven: lease.isHeld,
    ...purging(recent, drops, feed),
    stop: async () => {
      lease.stop()
      await restored.stop()
      await following.stop()
    },
  }
}

/** How purges are executed, here alone and with other gateways. */
function purging(
  recent: Pick<RecentChanges, 'refuseEarlier'>,
  drops: Pick<Drops, 'purge'>,
  feed: () => Feed | null,
): Pick<Invalidator, 'purge' | 'purgeHere'> {
  const purgeHere = (purge: Purge) => {
    recent.refuseEarlier()
    return drops.purge(purge)
  }
  const purge = (named: Purge) => {
    const dropped = purgeHere(named)
    feed()?.purge?.(named)
    return dropped
  }
  return { purge, purgeHere }
}

/** Computes digests of tables, each with a reading of its own; null where a table cannot be read. */
function digestBy({ digest }: Digests, newReading: () => Reading) {
  return async (table: string, sinceMs: number) => {
    const found = await digest(table, sinceMs, newReading())
    return isFailure(found) ? null : found
  }
}

async function caughtUp(catchingUp: Promise<void> | undefined, limitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, limitMs, false)
  const isCaughtUp = await Promise.race([catchingUp?.then(() => true), late.promise]).catch(() => false)
  clearTimeout(timer)
  return isCaughtUp === true
}
