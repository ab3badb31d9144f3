// A map that forgets what was used least recently. Everything that grows with what clients send is kept in one.
import { LRUCache } from 'lru-cache'

export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
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
  return { get: (key) => entries.get(key), set: (key, value) => void entries.set(key, value) }
}
