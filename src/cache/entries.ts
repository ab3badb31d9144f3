// The entries of a tagged cache: limited in bytes, evicted in the order of their last use, indexed by their tags. A dropped entry can
// stay for a while, as stale.
import { LRUCache } from 'lru-cache'
import { endOf, type Tag } from '../core/tag.ts'
import { createTagIndex, type TagIndex } from './tag-index.ts'

export interface Entry<V> {
  value: V
  readonly tags: readonly Tag[]
  readonly bytes: number
  /** Times of performance.now(); `freshUntil` of a dropped entry is 0. */
  freshUntil: number
  staleUntil: number
  /** The time of Date.now() from which the value is wrong by the clock. */
  readonly endsAt: number
  dropped?: Drop | undefined
}

/** Shared by all entries that one change dropped. */
export interface Drop {
  /** The cause in a few words: `update of posts`. */
  readonly cause: string
  /** The time from the commit to the drop; null where it is not known. */
  readonly ms: number | null
  /** A time of performance.now(). */
  readonly at: number
}

export interface Entries<V> {
  readonly index: Pick<TagIndex, 'has' | 'keysOf' | 'startingWith'>
  /** Returns an entry, fresh or not, and counts as a use. */
  readonly get: (key: string) => Entry<V> | undefined
  readonly peek: (key: string) => Entry<V> | undefined
  /** All usable entries, the most recently used first. */
  readonly all: () => Iterable<[key: string, entry: Entry<V>]>
  /** Returns whether there was room for it. */
  readonly set: (key: string, entry: Entry<V>) => boolean
  readonly delete: (key: string) => void
  /** Returns whether a fresh entry was dropped. */
  readonly drop: (key: string, why?: Drop) => boolean
  /** Returns the number of fresh entries that were dropped. */
  readonly dropAll: (why?: Drop) => number
  readonly size: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
}

const entryOverheadBytes = 512
/** The estimated size of a tag in the entry and in the index. */
const tagBytes = 120

/** The estimated size of an entry with its key and tags. */
export function entryBytes(key: string, tags: readonly Tag[], valueBytes: number): number {
  return valueBytes + key.length * 2 + tags.length * tagBytes + entryOverheadBytes
}

/** Makes an entry; null where `lifeMs` is 0, or the value is wrong by the clock already. */
export function entryOf<V>(
  { value, tags, bytes }: Pick<Entry<V>, 'value' | 'tags' | 'bytes'>,
  lifeMs: number,
  staleMs: number,
): Entry<V> | null {
  const endsAt = endOf(tags)
  if (lifeMs <= 0 || endsAt <= Date.now()) return null
  const freshUntil = performance.now() + lifeMs
  return { value, tags, bytes, freshUntil, staleUntil: freshUntil + staleMs, endsAt }
}

export function isFresh<V>(entry: Entry<V> | undefined): entry is Entry<V> {
  return (
    entry !== undefined &&
    entry.freshUntil > performance.now() &&
    (entry.endsAt === Infinity || entry.endsAt > Date.now())
  )
}

/** True for a fresh entry, and for one that may still be served as stale. */
export function isUsable<V>({ staleUntil }: Entry<V>): boolean {
  return staleUntil > performance.now()
}

/** `staleMs`: how long dropped entries stay; 0 removes them at once. */
export function createEntries<V extends object>(bytesMax: number, staleMs: number): Entries<V> {
  const index = createTagIndex()
  const entries = new LRUCache<string, Entry<V>>({
    // No `ttl`: each look-up compares the entry's own life with the clock
    maxSize: Math.max(1, bytesMax),
    dispose: ({ tags }, key) => index.remove(key, tags),
  })
  /** Returns whether the entry was fresh; the caller removes its tags from the index. */
  const outdate = (entry: Entry<V>, why?: Drop): boolean => {
    const wasFresh = isFresh(entry)
    if (wasFresh) {
      entry.staleUntil = performance.now() + staleMs
      entry.dropped = why
    }
    entry.freshUntil = 0
    return wasFresh
  }
  return {
    index,
    get: (key) => entries.get(key),
    peek: (key) => entries.peek(key),
    all: () => Iterator.from(entries.entries()).filter(([, entry]) => isUsable(entry)),
    set: (key, entry) => {
      entries.set(key, entry, { size: entry.bytes })
      const isSet = entries.has(key)
      if (isSet) index.add(key, entry.tags)
      return isSet
    },
    delete: (key) => entries.delete(key),
    drop: (key, why) => {
      const entry = entries.peek(key)
      if (!entry || staleMs === 0) return entries.delete(key)
      index.remove(key, entry.tags)
      return outdate(entry, why)
    },
    dropAll: (why) => {
      // Clearing the index at once avoids work for each tag
      index.clear()
      if (staleMs > 0) return [...entries.values()].filter((entry) => outdate(entry, why)).length
      const dropped = entries.size
      entries.clear()
      return dropped
    },
    size: () => ({ entries: entries.size, bytes: entries.calculatedSize, tags: index.size() }),
  }
}
