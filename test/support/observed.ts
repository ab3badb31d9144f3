// Observes a gateway in this process. Of statements only those that a client waits for are listed: what is warmed or made again by
// itself runs when it may, and is nobody's cost.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import type { Observation, Observe } from '../../src/core/observation.ts'

/** The answer that work in this context is for. */
const answering = new AsyncLocalStorage<ServerResponse>()
subscribe('http.server.request.start', (message) => {
  const { response } = Object(message)
  if (response instanceof ServerResponse) answering.enterWith(response)
})

export function createObserved(): { readonly observed: readonly Observation[]; readonly observe: Observe } {
  const observed: Observation[] = []
  return {
    observed,
    observe: (observation) => {
      const isAwaited = answering.getStore()?.writableFinished === false
      if (observation.kind !== 'query' || isAwaited) observed.push(observation)
    },
  }
}
