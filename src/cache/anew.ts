// Work that uses nothing that is kept, joins nothing that others began, and keeps nothing: for whoever compares with what is
// kept, or wants more than the change feed has seen. It counts for all that is awaited within.
import { AsyncLocalStorage } from 'node:async_hooks'

const anew = new AsyncLocalStorage<true>()

export function makeAnew<T>(make: () => T): T {
  return anew.run(true, make)
}

export function isAnew(): boolean {
  return anew.getStore() === true
}
