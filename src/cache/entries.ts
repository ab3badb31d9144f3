// The entries of a tagged cache: limited in bytes, the one used last evicted last, indexed by their tags. A dropped entry
// stays for a while, as stale, if its cache wants that.
import { LRUCache } from 'lru-cache'
import { endOf, type Tag } from '../core/tag.ts'
import { createTagIndex, type TagIndex } from './tag-index.ts'

export interface Entry<V> {
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

/** Shared by all entries that one change dropped. */
export interface Drop {
  /** The cause in a few words: `update of posts`. */
  readonly cause: string
  /** The time from the commit to the drop, as far as that is known. */
  readonly ms: number | null
  /** A time of performance.now(). */
  readonly at: number
}

export interface Entries<V> {
  readonly index: Pick<TagIndex, 'has' | 'keysOf' | 'startingWith'>
  /** Returns an entry, fresh or not, and counts as a use. */
  readonly get: (key: string) => Entry<V> | undefined
  readonly peek: (key: string) => Entry<V> | undefined
  /** All entries, the one used last first. */
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

/** Makes an entry; null where it has no life, or the value is wrong by the clock already. */
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

/** True for a fresh entry, and for one that may still be found as stale. */
export function isUsable<V>({ staleUntil }: Entry<V>): boolean {
  return staleUntil > performance.now()
}

/** `staleMs`: how long dropped entries stay; 0 removes them at once. */
export function createEntries<V extends object>(bytesMax: number, staleMs: number): Entries<V> {
  const index = createTagIndex()
  const entries = new LRUCache<string, Entry<V>>({
    // Each entry has a life of its own, which a look-up compares with the clock once
    maxSize: Math.max(1, bytesMax),
    dispose: ({ tags }, key) => index.remove(key, tags),
  })
  /** Returns whether the entry was fresh; its tags are no longer in the index, or have to be removed by the caller. */
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
