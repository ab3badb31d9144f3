// A map that drops entries when their dependencies change: limited in bytes (including keys and tags), indexed by tag, and closed to
// values whose reading began before a change of them was known.
import { isAnew } from './anew.ts'
import { createChangesSince, type Reading } from './changes-since.ts'
import { createDoorkeeper } from './doorkeeper.ts'
import type { Tag } from '../core/tag.ts'
import {
  createEntries,
  entryBytes,
  entryOf,
  isFresh,
  isUsable,
  type Drop,
  type Entries,
  type Entry,
} from './entries.ts'
import { createHolds } from './holds.ts'

export interface TaggedCache<V extends object> {
  readonly find: (key: string) => V | undefined
  /** Returns a fresh entry with its tags, without counting as a use. */
  readonly peek: (key: string) => { readonly value: V; readonly tags: readonly Tag[] } | undefined
  /** The key of a random entry among the most recently used; with `isDropped`, of a dropped one if there is any. */
  readonly sample: (isDropped: boolean) => string | null
  /** True where an entry is fresh by its age but the lease is not held. */
  readonly isLapsed: (key: string) => boolean
  /** Returns a dropped or expired entry, for times when no newer value can be made. */
  readonly findStale: (key: string) => V | undefined
  /** The change that dropped an entry, while the entry stays as stale. */
  readonly whyDropped: (key: string) => Drop | undefined
  /** Removes all dropped and expired entries. */
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
   * The number of the last change; flights that began under another number are older. A cache without room returns a new number each
   * time, so that no request joins an older load.
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
  /** All fresh values with their keys, tags and remaining lives, the most recently used first. */
  readonly all: () => Iterable<Listed<V>>
  /** The fresh values among the `max` most recently used entries, the latest first. */
  readonly latest: (max: number) => readonly V[]
  readonly size: () => { readonly entries: number; readonly bytes: number; readonly tags: number }
}

export interface Listed<V> {
  readonly key: string
  readonly value: V
  readonly tags: readonly Tag[]
  readonly lifeMs: number
}

export interface DropOptions<V> {
  /** Replaces a value by what this returns, and drops the entry only for null. */
  readonly revise?: (value: V) => V | null
  /** Called with each dropped value. */
  readonly gone?: (value: V) => void
}

export interface Flight<V> {
  /** Stores a value, for `lifeMs` at most, and returns whether it did; has no effect once the flight has ended. */
  readonly keep: (key: string, value: V, tags: ReadonlySet<Tag>, bytes: number, lifeMs?: number) => boolean
  /** True where no known change or hold forbids storing a value with these tags. */
  readonly mayKeep: (tags: ReadonlySet<Tag>) => boolean
  /** True where one of these tags changed since the flight began. */
  readonly isStale: (tags: ReadonlySet<Tag>) => boolean
  /** Must be called at the end, whether a value was stored or not. */
  readonly end: () => void
}

export interface TaggedCacheLimits {
  readonly bytesMax: number
  /** The longest life of an entry that is stored now, ms. */
  readonly lifeMs: (tags: ReadonlySet<Tag>) => number
  /** True where the lease is held. Default: always. */
  readonly isProven?: () => boolean
  /** Receives the tags of every value offered, whether it is stored or not. */
  readonly offered?: (tags: ReadonlySet<Tag>) => void
  /** The time for which dropped entries stay as stale, within the same bytes, ms. Default: 0. */
  readonly staleMs?: number
}

/** The most tags of a value; one with more is not kept. */
const tagsMax = 10_000
/** The number of most recently used keys that a sample is taken from. */
const sampledMax = 1000

export function createTaggedCache<V extends object>(limits: TaggedCacheLimits): TaggedCache<V> {
  const { bytesMax, isProven = () => true, staleMs = 0 } = limits
  const entries = createEntries<V>(bytesMax, staleMs)
  const changes = createChangesSince()
  const { areHeld, ...holds } = createHolds()
  const provenFresh = (found: Entries<V>['get'], key: string): Entry<V> | undefined => {
    // `isProven` comes first, since it may drop the entry
    const entry = isProven() ? found(key) : undefined
    return isFresh(entry) ? entry : undefined
  }
  const keep = createKeep({ limits, entries })
  const mayKeep = (reading: Reading, tags: ReadonlySet<Tag>) =>
    tags.size <= tagsMax && !isAnew() && reading.isOn() && !reading.isStale(tags) && !areHeld(tags)
  /** Returns whether a revised value stays in the entry. */
  const reviseKey = (key: string, revise: (value: V) => V | null): boolean => {
    const entry = entries.peek(key)
    if (!isFresh(entry)) return false
    const revised = revise(entry.value)
    if (revised !== null) entry.value = revised
    return revised !== null
  }
  return {
    ...holds,
    find: (key) => (isAnew() ? undefined : provenFresh(entries.get, key)?.value),
    peek: (key) => provenFresh(entries.peek, key),
    sample: (isDropped) => sampleOf(entries, isDropped),
    isLapsed: (key) => !isProven() && isFresh(entries.peek(key)),
    // A cache that keeps no dropped entries serves none whose proof has lapsed, either
    findStale: (key) => {
      const entry = staleMs === 0 ? undefined : entries.get(key)
      return entry && isUsable(entry) ? entry.value : undefined
    },
    whyDropped: (key) => entries.peek(key)?.dropped,
    forgetStale: () => {
      for (const [key, entry] of entries.all()) if (!isFresh(entry)) entries.delete(key)
    },
    grow: (key, value, bytes) => {
      const entry = entries.peek(key)
      if (entry?.value === value && isFresh(entry)) entries.set(key, { ...entry, bytes: entry.bytes + bytes })
    },
    begin: () => {
      const reading = changes.begin()
      return {
        end: reading.end,
        isStale: reading.isStale,
        mayKeep: (tags) => mayKeep(reading, tags),
        keep: (key, value, tags, bytes, lifeMs = Infinity) => {
          limits.offered?.(tags)
          return mayKeep(reading, tags) && keep(key, value, { tags, bytes, lifeMs })
        },
      }
    },
    drop: (tags, why, { revise, gone } = {}) => {
      const changed = [...tags]
      changes.changed(changed)
      let dropped = 0
      for (const key of entries.index.keysOf(changed)) {
        const value = entries.peek(key)?.value
        if ((revise && reviseKey(key, revise)) || !entries.drop(key, why)) continue
        dropped += 1
        if (value !== undefined) gone?.(value)
      }
      return dropped
    },
    doubt: (tags) => changes.changed([...tags]),
    now: () => {
      if (bytesMax === 0) changes.turn()
      return changes.now()
    },
    turn: changes.turn,
    dropAll: (why) => {
      changes.allChanged()
      return entries.dropAll(why)
    },
    dropValues: (isMeant) => {
      changes.allChanged()
      return [...entries.all()].filter(([key, { value }]) => isMeant(value) && entries.drop(key)).length
    },
    has: entries.index.has,
    tagsOf: entries.index.startingWith,
    all: () =>
      Iterator.from(entries.all())
        .filter(([, entry]) => isFresh(entry))
        .map(([key, { value, tags, freshUntil }]) => ({
          key,
          value,
          tags,
          lifeMs: freshUntil - performance.now(),
        })),
    latest: (max) =>
      Iterator.from(entries.all())
        .take(max)
        .filter(([, entry]) => isFresh(entry))
        .map(([, { value }]) => value)
        .toArray(),
    size: entries.size,
  }
}

interface KeepParts<V> {
  readonly limits: TaggedCacheLimits
  readonly entries: Entries<V>
}

interface Kept {
  readonly tags: ReadonlySet<Tag>
  readonly bytes: number
  readonly lifeMs: number
}

/** Stores a value where there is room for it, and returns whether it did. */
function createKeep<V extends object>({ limits, entries }: KeepParts<V>) {
  const { bytesMax, staleMs = 0 } = limits
  const isAskedAgain = createDoorkeeper()
  /** Refuses a key at its first request once the cache is full, so that it does not evict keys requested often. */
  const isAdmitted = (key: string, bytes: number) => {
    const isFull = entries.size().bytes + bytes > bytesMax
    return !isFull || bytes > bytesMax || entries.peek(key) !== undefined || isAskedAgain(key)
  }
  return (key: string, value: V, { tags, bytes: valueBytes, lifeMs }: Kept): boolean => {
    if (bytesMax === 0) return false
    const listed = [...tags]
    const bytes = entryBytes(key, listed, valueBytes)
    const entry = entryOf({ value, tags: listed, bytes }, Math.min(lifeMs, limits.lifeMs(tags)), staleMs)
    return entry !== null && isAdmitted(key, bytes) && entries.set(key, entry)
  }
}

function sampleOf<V>(entries: Entries<V>, isDropped: boolean): string | null {
  const some = [...Iterator.from(entries.all()).take(sampledMax)]
  const dropped = isDropped ? some.filter(([, entry]) => entry.dropped) : []
  const from = dropped.length > 0 ? dropped : some
  return from[Math.floor(Math.random() * from.length)]?.[0] ?? null
}
