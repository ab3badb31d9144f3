// A map that forgets what was used least recently. Everything that grows with what clients send is kept in one.
import { LRUCache } from 'lru-cache'

export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
}

export function boundedMap<K extends string, V extends object>(entriesMax: number): BoundedMap<K, V> {
  const entries = new LRUCache<K, V>({ max: entriesMax })
  return { get: (key) => entries.get(key), set: (key, value) => void entries.set(key, value) }
}
