// A map whose entries are dropped when what they depend on changes: limited in bytes (including keys and tags),
// indexed by tag, and closed to values whose reading began before a change of them was known.
import { LRUCache } from 'lru-cache'
import { isAnew } from './anew.ts'
import { createChangesSince } from './changes-since.ts'
import { createDoorkeeper } from './doorkeeper.ts'
import { endOf, type Tag } from '../core/tag.ts'

export interface TaggedCache<V extends object> {
  readonly find: (key: string) => V | undefined
  /** Returns a fresh entry with its tags, without counting as a use. */
  readonly peek: (key: string) => { readonly value: V; readonly tags: readonly Tag[] } | undefined
  /** The key of a random entry among those used last; of a dropped one, if wanted and there is one. */
  readonly sample: (isDropped: boolean) => string | null
  /** True where an entry is fresh by its age but the lease is not held. */
  readonly isLapsed: (key: string) => boolean
  /** Returns a dropped or expired entry, for when no newer value can be made. */
  readonly findStale: (key: string) => V | undefined
  /** Why an entry was dropped, as long as it is remembered. */
  readonly whyDropped: (key: string) => Drop | undefined
  /** Forgets all dropped and expired entries. */
  readonly forgetStale: () => void
  /** Begins a flight before anything is read; its `keep` stores the value, unless one of its tags changed since. */
  readonly begin: () => Flight<V>
  /** Adds the bytes of an entry that grew; has no effect where the value is no longer the entry's. */
  readonly grow: (key: string, value: V, bytes: number) => void
  /** Drops the entries with any of these tags; returns how many there were. */
  readonly drop: (tags: Iterable<Tag>, why?: Drop, options?: DropOptions<V>) => number
  /** Keeps no value with these tags whose flight is under way. */
  readonly doubt: (tags: Iterable<Tag>) => void
  /** Keeps no value with these tags, or none at all, until `release` with the same id. */
  readonly hold: (id: number, tags: ReadonlySet<Tag> | 'all') => void
  readonly release: (id: number) => void
  readonly releaseAll: () => void
  /**
   * The number of the last change: flights that began under another number are older. A cache that may keep nothing
   * returns a new number each time, so that no request joins the load of an older one.
   */
  readonly now: () => number
  /** Starts a new number, so that later loads do not join those under way. */
  readonly turn: () => void
  readonly dropAll: (why?: Drop) => number
  /** Drops the entries whose values match, and keeps no value whose flight is under way. */
  readonly dropValues: (isMeant: (value: V) => boolean) => number
  /** True where an entry has the tag. */
  readonly has: (tag: Tag) => boolean
  readonly tagsOf: (prefix: string) => readonly Tag[]
  /** Up to `max` fresh values, the one used last first. */
  readonly latest: (max: number) => readonly V[]
  readonly size: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
}

/** Shared by all entries that one change dropped. */
export interface Drop {
  /** The cause in a few words: `update of posts`. */
  readonly cause: string
  /** The time from the commit to the drop, as far as that is known. */
  readonly ms: number | null
}

export interface DropOptions<V> {
  /** Replaces a value by what this returns, and drops the entry only for null. */
  readonly revise?: (value: V) => V | null
  /** Called with each dropped value. */
  readonly gone?: (value: V) => void
}

export interface Flight<V> {
  /** Stores a value and returns whether it did; has no effect once the flight has ended. */
  readonly keep: (key: string, value: V, tags: ReadonlySet<Tag>, bytes: number) => boolean
  /** True where one of these tags changed since the flight began. */
  readonly isStale: (tags: ReadonlySet<Tag>) => boolean
  /** Must be called in the end, whether anything was stored or not. */
  readonly end: () => void
}

export interface TaggedCacheLimits {
  readonly bytesMax: number
  /** The longest life of an entry that is stored now, ms. */
  readonly lifeMs: (tags: ReadonlySet<Tag>) => number
  /** True where the lease is held. Default: always. */
  readonly isProven?: () => boolean
  /** Receives the tags of every value offered, whether it is stored or not. */
  readonly noted?: (tags: ReadonlySet<Tag>) => void
  /** How long dropped entries can still be found as stale, within the same bytes, ms. Default: not at all. */
  readonly staleMs?: number
}

interface Entry<V> {
  value: V
  readonly tags: readonly Tag[]
  readonly bytes: number
  /** Times of performance.now(); a dropped entry has freshUntil 0. */
  freshUntil: number
  staleUntil: number
  /** A time of Date.now(), from which on the value is wrong by the clock. */
  readonly endsAt: number
  dropped?: Drop | undefined
}

const entryOverheadBytes = 512
/** The estimated size of a tag in the entry and in the index. */
const tagBytes = 120
/** A value with more tags is not kept. */
const tagsMax = 10_000
/** A sample is taken from so many keys. */
const sampledMax = 1000

export function createTaggedCache<V extends object>({
  bytesMax,
  lifeMs,
  isProven = () => true,
  noted,
  staleMs = 0,
}: TaggedCacheLimits): TaggedCache<V> {
  const index = new Map<Tag, Set<string>>()
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: Math.max(1, bytesMax),
    // Each entry has its own ttl
    ttl: 3_600_000,
    // Otherwise the library sets a timer in every millisecond with a lookup
    ttlResolution: 0,
    dispose: (entry, key) => unlist(key, entry),
  })
  const unlist = (key: string, { tags }: Entry<V>) => {
    for (const tag of tags) {
      const keys = index.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) index.delete(tag)
    }
  }
  const isFresh = (entry: Entry<V> | undefined) =>
    entry !== undefined &&
    entry.freshUntil > performance.now() &&
    (entry.endsAt === Infinity || entry.endsAt > Date.now())
  /** Returns whether a fresh entry was dropped. */
  const dropKey = (key: string, why?: Drop): boolean => {
    const entry = entries.peek(key)
    if (!entry || staleMs === 0) return entries.delete(key)
    unlist(key, entry)
    return outdate(entry, why)
  }
  /** Returns whether the entry was fresh; the caller has to remove its tags from the index. */
  const outdate = (entry: Entry<V>, why?: Drop): boolean => {
    const wasFresh = isFresh(entry)
    if (wasFresh) {
      entry.staleUntil = performance.now() + staleMs
      entry.dropped = why
    }
    entry.freshUntil = 0
    return wasFresh
  }
  /** Returns whether a revised value stays in the entry. */
  const reviseKey = (key: string, revise: (value: V) => V | null): boolean => {
    const entry = entries.peek(key)
    if (!entry || !isFresh(entry)) return false
    const revised = revise(entry.value)
    if (revised !== null) entry.value = revised
    return revised !== null
  }
  const isAskedAgain = createDoorkeeper()
  const held = new Map<number, ReadonlySet<Tag> | 'all'>()
  const isHeld = (tags: ReadonlySet<Tag>) =>
    [...held.values()].some((those) => those === 'all' || !those.isDisjointFrom(tags))
  const changes = createChangesSince()
  const store = (key: string, entry: Entry<V>) => {
    const ttl = Math.max(1, entry.staleUntil - performance.now())
    entries.set(key, entry, { size: entry.bytes, ttl })
    if (!entries.has(key)) return false
    for (const tag of entry.tags) {
      const keys = index.get(tag)
      if (keys) keys.add(key)
      else index.set(tag, new Set([key]))
    }
    return true
  }
  return {
    find: (key) => {
      const entry = entries.get(key)
      return isFresh(entry) && isProven() && !isAnew() ? entry?.value : undefined
    },
    peek: (key) => {
      const entry = entries.peek(key)
      return isFresh(entry) && isProven() ? entry : undefined
    },
    sample: (isDropped) => {
      const keys = [...entries.keys().take(sampledMax)]
      const dropped = isDropped ? keys.filter((key) => entries.peek(key)?.dropped) : []
      const from = dropped.length > 0 ? dropped : keys
      return from[Math.floor(Math.random() * from.length)] ?? null
    },
    isLapsed: (key) => isFresh(entries.peek(key)) && !isProven(),
    // Without a life for dropped entries, an entry without proof is not served either
    findStale: (key) => (staleMs === 0 ? undefined : entries.get(key)?.value),
    whyDropped: (key) => entries.peek(key)?.dropped,
    forgetStale: () => {
      for (const [key, entry] of entries.entries()) if (!isFresh(entry)) entries.delete(key)
    },
    grow: (key, value, bytes) => {
      const entry = entries.peek(key)
      if (entry?.value === value && isFresh(entry)) store(key, { ...entry, bytes: entry.bytes + bytes })
    },
    begin: () => {
      const reading = changes.begin()
      return {
        end: reading.end,
        isStale: reading.isStale,
        keep: (key, value, tags, bytes) => {
          noted?.(tags)
          const [lives, endsAt] = [lifeMs(tags), endOf(tags)]
          const isKept =
            lives > 0 &&
            endsAt > Date.now() &&
            bytesMax > 0 &&
            !isAnew() &&
            tags.size <= tagsMax &&
            reading.isOn() &&
            !reading.isStale(tags) &&
            !isHeld(tags)
          if (!isKept) return false
          const listed = [...tags]
          const size = bytes + key.length * 2 + listed.length * tagBytes + entryOverheadBytes
          const isFull = entries.calculatedSize + size > bytesMax
          // A key requested once must not evict keys requested often
          if (isFull && size <= bytesMax && !entries.has(key) && !isAskedAgain(key)) return false
          const freshUntil = performance.now() + lives
          return store(key, {
            value,
            tags: listed,
            bytes: size,
            freshUntil,
            endsAt,
            staleUntil: freshUntil + staleMs,
          })
        },
      }
    },
    drop: (tags, why, { revise, gone } = {}) => {
      const changed = [...tags]
      changes.changed(changed)
      let dropped = 0
      // A key with several changed tags is dropped once
      const keys = new Set<string>()
      for (const tag of changed) for (const key of index.get(tag) ?? []) keys.add(key)
      for (const key of keys) {
        const value = entries.peek(key)?.value
        if ((revise && reviseKey(key, revise)) || !dropKey(key, why)) continue
        dropped += 1
        if (value !== undefined) gone?.(value)
      }
      return dropped
    },
    doubt: (tags) => changes.changed([...tags]),
    hold: (id, tags) => held.set(id, tags),
    release: (id) => held.delete(id),
    releaseAll: () => held.clear(),
    now: () => {
      if (bytesMax === 0) changes.turn()
      return changes.now()
    },
    turn: changes.turn,
    dropAll: (why) => {
      changes.allChanged()
      // Clearing the index at once avoids work for each tag
      index.clear()
      if (staleMs > 0) return [...entries.values()].filter((entry) => outdate(entry, why)).length
      const dropped = entries.size
      entries.clear()
      return dropped
    },
    dropValues: (isMeant) => {
      changes.allChanged()
      return [...entries.entries()].filter(([key, { value }]) => isMeant(value) && dropKey(key)).length
    },
    has: (tag) => index.has(tag),
    tagsOf: (prefix) => [...index.keys()].filter((tag) => tag.startsWith(prefix)),
    latest: (max) =>
      entries
        .values()
        .take(max)
        .filter(isFresh)
        .map(({ value }) => value)
        .toArray(),
    size: () => ({ entries: entries.size, bytes: entries.calculatedSize, tags: index.size }),
  }
}
