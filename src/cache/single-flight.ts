// Concurrent callers with the same key share one load.

import { isAnew } from './anew.ts'
import { workForAll } from './apart.ts'

export function singleFlight<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const flying = new Map<string, Promise<T>>()
  return (key, load) => {
    if (isAnew()) return load()
    const joined = flying.get(key)
    if (joined) return joined
    const flight = workForAll(load).finally(() => flying.delete(key))
    flying.set(key, flight)
    return flight
  }
}
