// A map whose entries go when what they were made of changes: bounded in bytes (keys and tags counted), found by tag, and
// closed to what began to be read before a change of it was known.
import { LRUCache } from 'lru-cache'
import { isAnew } from './anew.ts'
import { createChangesSince } from './changes-since.ts'
import { createDoorkeeper } from './doorkeeper.ts'
import { endOf, type Tag } from '../core/tag.ts'

export interface TaggedCache<V extends object> {
  readonly find: (key: string) => V | undefined
  /** A fresh entry with its tags, without using it. */
  readonly peek: (key: string) => { readonly value: V; readonly tags: readonly Tag[] } | undefined
  /** The key of an entry at random, among those used last; of one that was dropped, if wanted and there is one. */
  readonly sample: (isDropped: boolean) => string | null
  /** Whether there is an entry that would be found if the change feed proved that nothing was missed. */
  readonly isLapsed: (key: string) => boolean
  /** What was dropped, or is past its life, and still lies there: for when nothing newer can be had. */
  readonly findStale: (key: string) => V | undefined
  /** Why it was dropped, while it still lies there. */
  readonly whyDropped: (key: string) => Drop | undefined
  /** What was dropped lies there no longer. */
  readonly forgetStale: () => void
  /** To be asked before anything is read; `keep` stores what was made since, unless a tag of it changed meanwhile. */
  readonly begin: () => Flight<V>
  /** Counts more bytes with an entry that grew; of no effect where the value is no longer the entry's. */
  readonly grow: (key: string, value: V, bytes: number) => void
  /** What these tags are on is gone; how many entries that were. */
  readonly drop: (tags: Iterable<Tag>, why?: Drop, options?: DropOptions<V>) => number
  /** What is being read and has these tags is not kept. */
  readonly doubt: (tags: Iterable<Tag>) => void
  /** Nothing with these tags, or nothing at all, is kept until `release` of the same id. */
  readonly hold: (id: number, tags: ReadonlySet<Tag> | 'all') => void
  readonly release: (id: number) => void
  readonly releaseAll: () => void
  /**
   * The number of the last change: what began to be read under another is older. A cache that may keep nothing gives each
   * caller another number, so that no request joins the reads of an older one.
   */
  readonly now: () => number
  /** Counts reads that begin from now on as newer than those that are on their way. */
  readonly turn: () => void
  readonly dropAll: (why?: Drop) => number
  /** Drops the entries whose values are meant, and keeps nothing that is being read. */
  readonly dropValues: (isMeant: (value: V) => boolean) => number
  /** Whether an entry has the tag. */
  readonly has: (tag: Tag) => boolean
  readonly tagsOf: (prefix: string) => readonly Tag[]
  /** The values used last, the last first, at most so many, without those that were dropped. */
  readonly latest: (max: number) => readonly V[]
  readonly size: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
}

/** One for all that went at once. */
export interface Drop {
  /** In a few words: `update of posts`. */
  readonly cause: string
  /** How long after the commit, as far as that is known. */
  readonly ms: number | null
}

export interface DropOptions<V> {
  /** What it makes of a value, unless that is null, stays in its place. */
  readonly revise?: (value: V) => V | null
  /** Called with each value that is dropped. */
  readonly gone?: (value: V) => void
}

export interface Flight<V> {
  /** Whether it was stored; of no effect once the flight has ended. */
  readonly keep: (key: string, value: V, tags: ReadonlySet<Tag>, bytes: number) => boolean
  /** Whether a tag of these changed since it began. */
  readonly isStale: (tags: ReadonlySet<Tag>) => boolean
  /** To be called in the end, whatever was stored. */
  readonly end: () => void
}

export interface TaggedCacheLimits {
  readonly bytesMax: number
  /** How long an entry that is stored now lives at most, ms. */
  readonly lifeMs: (tags: ReadonlySet<Tag>) => number
  /** Whether entries count as fresh at the moment; without it they always do. */
  readonly isProven?: () => boolean
  /** Told the tags of everything that could be kept, whether it is or not. */
  readonly noted?: (tags: ReadonlySet<Tag>) => void
  /** How long what was dropped lies there at most, within the same bytes, ms; without a word it does not. */
  readonly staleMs?: number
}

interface Entry<V> {
  value: V
  readonly tags: readonly Tag[]
  readonly bytes: number
  /** Times of performance.now(); what was dropped is no longer fresh. */
  freshUntil: number
  staleUntil: number
  /** A time of Date.now(): the clock makes it another then. */
  readonly endsAt: number
  dropped?: Drop | undefined
}

const entryOverheadBytes = 512
/** A tag's place in the entry and in the index. */
const tagBytes = 120
/** What depends on more than so much is not kept. */
const tagsMax = 10_000
/** How many keys a sample is taken from. */
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
    // An entry's own decides
    ttl: 3_600_000,
    // Else a timer is set in each millisecond in which something is asked for
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
  /** Whether it was there. */
  const dropKey = (key: string, why?: Drop): boolean => {
    const entry = entries.peek(key)
    if (!entry || staleMs === 0) return entries.delete(key)
    unlist(key, entry)
    return outdate(entry, why)
  }
  /** Whether it was fresh; it has to be unlisted, too. */
  const outdate = (entry: Entry<V>, why?: Drop): boolean => {
    const wasFresh = isFresh(entry)
    if (wasFresh) {
      entry.staleUntil = performance.now() + staleMs
      entry.dropped = why
    }
    entry.freshUntil = 0
    return wasFresh
  }
  /** Whether something stays there, as it now is. */
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
    // Without a life for what was dropped, an entry that nothing proves right is not served either
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
          // Who is asked for once does not push out what is asked for again and again
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
      // Each once, whatever number of its tags changed
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
      // All at once: one by one takes as long as there are tags
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
