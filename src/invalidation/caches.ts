// The caches of a gateway, and the lease that decides whether their entries are fresh.
import { createLease, type Lease } from '../cache/lease.ts'
import type { KeptItem } from '../cache/kept-item.ts'
import type { KeptReply } from '../cache/response-cache.ts'
import { createTaggedCache, type TaggedCache } from '../cache/tagged-cache.ts'
import type { Observe } from '../core/observation.ts'
import { isPlugInTag, type Tag } from '../core/tag.ts'
import { tableOf } from '../database/tables.ts'
import type { Feed } from '../feed/feed.ts'
import type { KeptSite } from '../read/read-site.ts'
import type { KeptRows } from '../read/row-cache.ts'

export interface Caches {
  readonly responses: TaggedCache<KeptReply>
  readonly sites: TaggedCache<KeptSite>
  readonly rows: TaggedCache<KeptRows>
  readonly items: TaggedCache<KeptItem>
  /** The ids or rows of pages of lists. */
  readonly lists: TaggedCache<KeptRows>
  /** The caches that responses are made from: all but `responses`. */
  readonly inner: readonly InnerCache[]
  readonly all: readonly (TaggedCache<KeptReply> | InnerCache)[]
  readonly lease: Lease
  /** True where the feed cannot notice changes of rows with these tags. */
  readonly isUnseen: (tags: ReadonlySet<Tag>) => boolean
}

type InnerCache = TaggedCache<KeptSite> | TaggedCache<KeptRows> | TaggedCache<KeptItem>

export interface CacheSettings {
  /** Zero turns caching off. */
  readonly bytesMax: number
  readonly rowsBytesMax: number
  readonly lifeMs: number
  /** The life of entries that depend on tables whose changes the feed cannot notice. */
  readonly blindLifeMs: number
  readonly staleLifeMs: number
  /** The time after the last proof of the feed for which entries are fresh. */
  readonly freshWithinMs: number
  /** The interval at which a polling feed looks for changes. */
  readonly pollMs: number
}

export interface CachesOptions {
  readonly settings: CacheSettings
  /** The feed that is followed; null while none is. */
  readonly feed: () => Feed | null
  /** Receives the tags of every response that could be cached. */
  readonly offered: ((tags: ReadonlySet<Tag>) => void) | null
  readonly observe: Observe
}

/**
 * The shares of the cache's bytes for items, and for the ids and rows of pages: pages share items, and rarely requested pages are made of
 * both.
 */
const itemsShare = 3 / 16
const listsShare = 1 / 16
const siteBytesMax = 1_048_576
/** The catalogue's time of a table's last change is final only after a second, and polling takes time itself. */
const settlingMs = 1500

export function createCaches({ settings, feed, offered, observe }: CachesOptions): Caches {
  const isUnseenBy = (followed: Feed | null, tags: ReadonlySet<Tag>) => {
    const blind = followed?.blind?.() ?? none
    return followed?.name === 'clock' || [...blind].some((name) => hasTable(tags, name))
  }
  // Calls `feed` once for each entry, since each call checks whether the feed proves anything
  const lifeOf = (unseenMs: number) => (tags: ReadonlySet<Tag>) => {
    const followed = feed()
    if (followed === null) return 0
    return isUnseenBy(followed, tags) ? unseenMs : settings.lifeMs
  }
  const isUnseen = (tags: ReadonlySet<Tag>) => isUnseenBy(feed(), tags)
  const lifeMs = lifeOf(settings.blindLifeMs)
  const lease = createLease({
    feed,
    withinMs: (name) => withinMsOf(name, settings),
    paused: () => {
      for (const cache of all) cache.turn()
    },
    changed: ({ isHeld, withinMs, why }) => observe({ kind: 'lease', isHeld, withinMs, why }),
  })
  const shared = { lifeMs, isProven: lease.isHeld }
  const isOff = settings.bytesMax === 0
  const responses = createTaggedCache<KeptReply>({
    ...shared,
    bytesMax: settings.bytesMax * (1 - itemsShare - listsShare),
    staleMs: settings.staleLifeMs,
    ...(offered ? { offered } : {}),
  })
  const sites = createTaggedCache<KeptSite>({ ...shared, bytesMax: isOff ? 0 : siteBytesMax })
  const rows = createTaggedCache<KeptRows>({ ...shared, bytesMax: isOff ? 0 : settings.rowsBytesMax })
  // A page of unseen items would be as old as they are when it is made, and then live for `blindLifeMs` once more
  const ofPages = { ...shared, lifeMs: lifeOf(0) }
  const items = createTaggedCache<KeptItem>({ ...ofPages, bytesMax: settings.bytesMax * itemsShare })
  const lists = createTaggedCache<KeptRows>({ ...ofPages, bytesMax: settings.bytesMax * listsShare })
  const inner = [sites, rows, items, lists]
  const all = [responses, ...inner]
  return { responses, sites, rows, items, lists, inner, all, lease, isUnseen }
}

const none: ReadonlySet<string> = new Set()

/** A poll proves the moment of its last look, and only the next look shows that it has missed nothing; so its lease lasts longer. */
function withinMsOf(feed: string, { freshWithinMs, pollMs }: CacheSettings): number {
  return feed === 'poll' ? Math.max(freshWithinMs, 2 * pollMs + settlingMs) : freshWithinMs
}

function hasTable(tags: ReadonlySet<Tag>, name: string): boolean {
  const table = tableOf(name)
  return table === undefined ? isPlugInTag(name) && tags.has(name) : tags.has(`table:${table}`)
}
