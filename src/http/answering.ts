// The request that code runs for, known across awaits.
import { AsyncLocalStorage } from 'node:async_hooks'

const answering = new AsyncLocalStorage<string>()

/** `route`: method and path, without the query, which may hold secrets. */
export function whileAnswering<T>(route: string, work: () => T): T {
  return answering.run(route, work)
}

/** Null for code that runs for no request. */
export function routeNow(): string | null {
  return answering.getStore() ?? null
}
