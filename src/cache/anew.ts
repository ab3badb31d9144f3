// Work within `makeAnew` reads nothing from caches, joins no load of other requests, and caches nothing: for comparisons with cached
// answers, and for requests that need more than the change feed has seen. It covers everything awaited within.
import { AsyncLocalStorage } from 'node:async_hooks'

const anew = new AsyncLocalStorage<true>()

export function makeAnew<T>(make: () => T): T {
  return anew.run(true, make)
}

export function isAnew(): boolean {
  return anew.getStore() === true
}
