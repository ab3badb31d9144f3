// An LRU map for state that clients can make grow, under a name by which metrics show how full it is.
import { LRUCache } from 'lru-cache'
import { createDoorkeeper } from './doorkeeper.ts'

export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly fill: () => Fill
}

export interface Fill {
  readonly entries: number
  /** The part of the limit that is used, from 0 to 1. */
  readonly part: number
}

/** Holds `max` entries, or entries whose sizes by `sizeOf` sum up to `max`. */
export function boundedMap<K extends string, V extends object | number>(
  max: number,
  sizeOf: (key: K, value: V) => number = () => 1,
): BoundedMap<K, V> {
  const entries = new LRUCache<K, V>({
    maxSize: max,
    sizeCalculation: (value, key) => Math.max(1, sizeOf(key, value)),
  })
  return {
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    fill: () => ({ entries: entries.size, part: entries.calculatedSize / max }),
  }
}

/** The part of its limit from which a map counts as full. */
const fullPart = 0.9

/** A map that, once full, takes a key at its second request, so that keys requested once do not evict keys in use. */
export function sparing<K extends string, V>(map: BoundedMap<K, V>): BoundedMap<K, V> {
  const isKnown = createDoorkeeper()
  return {
    ...map,
    set: (key, value) => {
      if (map.fill().part < fullPart || isKnown(key)) map.set(key, value)
    },
  }
}

/** The size of keys that clients make: a long one counts for several entries. */
export function byLength(key: string): number {
  return Math.ceil(key.length / 256)
}

/** All bounded maps of a gateway, by name; a map made under a name in use replaces the other. */
export interface BoundedMaps {
  readonly make: <K extends string, V extends object | number>(
    name: string,
    ...of: Parameters<typeof boundedMap<K, V>>
  ) => BoundedMap<K, V>
  readonly fills: () => readonly (Fill & { readonly name: string })[]
}

export function createBoundedMaps(): BoundedMaps {
  const made = new Map<string, () => Fill>()
  return {
    make: (name, ...of) => {
      const map = boundedMap(...of)
      made.set(name, map.fill)
      return map
    },
    fills: () =>
      [...made].map(([name, fill]) => {
        const { entries, part } = fill()
        return { name, entries, part }
      }),
  }
}
