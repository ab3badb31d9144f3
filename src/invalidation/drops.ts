// Applies changes and purges: drops the entries that they make stale from the caches, and reports them to downstream
// caches.
import type { Drop } from '../cache/entries.ts'
import type { KeptReply } from '../cache/response-cache.ts'
import { monotonicMs, type Change, type DataChange, type RowChange, type Since } from '../core/change.ts'
import { encodePosition } from '../core/log-position.ts'
import type { Observe } from '../core/observation.ts'
import type { Purge } from '../core/purge.ts'
import { optionTag, type Tag } from '../core/tag.ts'
import type { Feed } from '../feed/feed.ts'
import { causeClass } from '../observe/cause-class.ts'
import { adjusted } from '../read/cached-total.ts'
import type { KeptRows } from '../read/row-cache.ts'
import { tagsOfChange } from '../tags/change-tags.ts'
import type { Caches } from './caches.ts'
import type { HiddenPosts } from './hidden-posts.ts'
import type { NamedPosts } from './named-posts.ts'
import type { PurgeEvents } from './purge-events.ts'

/** The feed that published a change, and since when the change is known. */
export interface Published {
  readonly feed: Feed['name']
  readonly since: Since
}

export interface Drops {
  /** `published` is null where no feed reported the change: the gateway itself assumes that everything changed. */
  readonly apply: (change: Change, published: Published | null) => void
  /** Returns how many responses were dropped. */
  readonly purge: (purge: Purge) => number
}

export interface DropsOptions {
  readonly caches: Caches
  readonly named: NamedPosts
  readonly hidden: HiddenPosts
  /** Null without downstream caches. */
  readonly downstream: PurgeEvents | null
  /** True where downstream caches are purged for changes that no feed reported, too. */
  readonly announcesOwn: boolean
  /** True where another gateway, the reader of the shared log, purges downstream caches. */
  readonly isFollower: () => boolean
  /** The name of the server in whose log changes have positions; undefined where the feed knows none. */
  readonly server: () => string | undefined
  readonly observe: Observe
}

export function createDrops(options: DropsOptions): Drops {
  const { caches, named, hidden, downstream, announcesOwn, isFollower, server, observe } = options
  const { responses, sites, rows, items, lists, inner, all } = caches
  const posts = { isAbove: named.isAbove, isDiscussed: named.isDiscussed, isHidden: hidden.has }
  const isKept = (tag: Tag) => all.some((cache) => cache.has(tag))

  const apply = (change: Change, published: Published | null) => {
    named.note(change)
    hidden.note(change)
    switch (change.kind) {
      case 'pending':
        return hold(change.id, change.changes, published)
      case 'settled':
        for (const each of change.changes) applyData(each, published)
        return all.forEach((cache) => cache.release(change.id))
      case 'gap':
        all.forEach((cache) => cache.releaseAll())
        return applyData(change, published)
      case 'row':
      case 'table':
        return applyData(change, published)
      case 'purge':
        return void purgeHere(change.purge)
    }
  }
  /** Has requests answered from the database until the changes settle, because readers may see the changes from any moment on. */
  const hold = (id: number, changes: readonly DataChange[], published: Published | null) => {
    // A commit that settles earlier may publish a post that is hidden now
    const held = changes.map((change) =>
      tagsOfChange(change, () => true, { ...posts, isHidden: () => false }),
    )
    const tags = held.flatMap((each) => (each === 'all' ? [] : [...each]))
    for (const cache of all) cache.hold(id, held.includes('all') ? 'all' : new Set(tags))
    for (const change of changes) drop(withoutPosition(change), published)
  }
  const applyData = (change: DataChange, published: Published | null) => {
    const gone = new Set<string>()
    drop(change, published, downstream ? ({ path }) => gone.add(path) : undefined)
    if ((published !== null || announcesOwn) && !isFollower())
      downstream?.changed(change, { cause: causeOf(change), gone, at: positionOf(change, server()) })
  }
  const drop = (change: DataChange, published: Published | null, gone?: (reply: KeptReply) => void) => {
    const cause = causeOf(change)
    const delay = published && delayOf(published)
    const why: Drop = { cause: causeClass(cause), ms: delay && delay.ms, at: performance.now() }
    const dropped = (entries: number) => {
      if (entries > 0) observe({ kind: 'dropped', entries, cause, ...(delay ? { delay } : {}) })
    }
    const tags = tagsOfChange(change, isKept, posts)
    if (tags === 'all') {
      for (const cache of inner) cache.dropAll()
      return dropped(responses.dropAll(why))
    }
    // A response being made may depend on tags that no cached entry has
    const doubtful = tagsOfChange(change, () => true, posts)
    for (const cache of all) cache.doubt(doubtful === 'all' ? [] : doubtful)
    if (change.kind === 'table' && change.isQuiet === true) return
    sites.drop(tags)
    items.drop(tags)
    lists.drop(tags)
    rows.drop(tags, why, change.kind === 'row' ? { revise: (kept) => adjust(kept, change) } : {})
    dropped(responses.drop(tags, why, gone ? { gone } : {}))
  }
  const adjust = (kept: KeptRows, change: RowChange) => {
    const total = adjusted(kept, change)
    if (total !== null && total !== kept) observe({ kind: 'adjusted', cause: causeOf(change) })
    return total
  }
  const purgeHere = (given: Purge): number => {
    const purge = given.kind === 'tags' ? { ...given, tags: withSite(given.tags) } : given
    const entries = purged(purge, caches)
    // A purged response is not served as stale, either
    responses.forgetStale()
    if (entries > 0) observe({ kind: 'dropped', entries, cause: 'purge' })
    return entries
  }
  return {
    apply,
    purge: (purge) => {
      const entries = purgeHere(purge)
      downstream?.purged(purge)
      return entries
    },
  }
}

/** Adds the tag that site options share, so that a purge of one by its name works too. */
function withSite(tags: readonly Tag[]): readonly Tag[] {
  const ofOptions = tags.flatMap((tag) =>
    tag.startsWith('option:') ? [optionTag(tag.slice('option:'.length))] : [],
  )
  return [...new Set([...tags, ...ofOptions])]
}

function purged(purge: Purge, { responses, inner }: Caches): number {
  switch (purge.kind) {
    case 'all':
      for (const cache of inner) cache.dropAll()
      return responses.dropAll()
    case 'tags':
      for (const cache of inner) cache.drop(purge.tags)
      return responses.drop(purge.tags)
    case 'path':
      // Otherwise the next reply would be made of the same cached rows
      for (const cache of inner) cache.dropAll()
      return responses.dropValues(({ path }) => path === purge.path)
  }
}

function delayOf({ feed, since }: Published) {
  return { ms: monotonicMs() - since.atMs, feed, from: since.from }
}

/** The position from which on readers see the change; null where that is not known. */
function positionOf(change: DataChange, server: string | undefined): string | null {
  return change.kind === 'row' && change.at && server !== undefined
    ? encodePosition({ server, ...change.at })
    : null
}

/** A change without its position drops cached totals instead of adjusting them. */
function withoutPosition(change: DataChange): DataChange {
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
