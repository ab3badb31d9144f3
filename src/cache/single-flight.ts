// Concurrent callers with the same key share one load, which goes on while at least one of them waits. A caller that comes when all
// earlier ones have gone joins it too, unless it has been given up.

import { workForAll, workNow, type Work } from '../core/work.ts'
import { isAnew } from './anew.ts'

interface Flight<T> {
  readonly work: Work | null
  readonly made: Promise<T>
}

export function singleFlight<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const flying = new Map<string, Flight<T>>()
  return (key, load) => {
    if (isAnew()) return load()
    const joined = flying.get(key)
    if (joined && !joined.work?.givenUp) {
      joined.work?.join(workNow())
      return joined.made
    }
    const { work, made } = workForAll(load)
    const end = () => {
      if (flying.get(key) === flight) flying.delete(key)
    }
    const flight = { work, made: made.finally(end) }
    flying.set(key, flight)
    return flight.made
  }
}
