// Work within `workApart` is for one client, who asks for it once: items that it makes are not cached, and its queries are
// cancelled once the client has left, except those that other requests may be waiting for.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Apart {
  readonly until: AbortSignal | undefined
}

const apart = new AsyncLocalStorage<Apart | null>()

export function workApart<T>(until: AbortSignal | undefined, work: () => T): T {
  return apart.run({ until }, work)
}

/** Runs work that others may join. */
export function workForAll<T>(work: () => T): T {
  return isApart() ? apart.run(null, work) : work()
}

export function isApart(): boolean {
  return (apart.getStore() ?? null) !== null
}

/** The signal at which queries of the present work are cancelled. */
export function abortNow(): AbortSignal | undefined {
  return apart.getStore()?.until
}
