// A map that forgets what was used least recently. Everything that grows with what clients send is kept in one, under a
// name by which owners see how full it is.
import { LRUCache } from 'lru-cache'

export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly fill: () => Fill
}

export interface Fill {
  readonly entries: number
  /** Of its bound, from 0 to 1. */
  readonly part: number
}

/** Holds `max` entries, or as many as are of that size together by `sizeOf`. */
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

/** For keys that clients make: a long one counts for several. */
export function byLength(key: string): number {
  return Math.ceil(key.length / 256)
}

/** All bounded maps of a gateway, by their names; one that is made anew under a name takes the place of the other. */
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
