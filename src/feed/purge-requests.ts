// Purges on their way to the shared log: each is requested from the reader until it is read there, since a request can be lost.
import { steadyMs, type Change } from '../core/change.ts'
import type { Purge } from '../core/purge.ts'
import type { Asked } from './shared-log.ts'

export interface PurgeRequests {
  readonly add: (purge: Purge, request: string) => void
  /** Requests that have to be made again. */
  readonly waiting: () => readonly Asked[]
  /** Reads changes of the log, which may be what was requested. */
  readonly read: (changes: readonly Change[]) => void
}

const waitingMax = 100
/** A longer purge finds no room in an entry of the log. */
const lengthMax = 32_768
/** A purge that no reader appends for so long is given up. */
const untilMsMax = 10_000
const everything = JSON.stringify({ kind: 'all' } satisfies Purge)

export function createPurgeRequests(): PurgeRequests {
  const requests = new Map<string, Asked & { readonly untilMs: number }>()
  return {
    add: (purge, request) => {
      const text = JSON.stringify(purge)
      const fits = text.length <= lengthMax && requests.size < waitingMax
      // One that drops everything replaces those for which there is no room
      if (!fits) requests.clear()
      requests.set(request, { request, text: fits ? text : everything, untilMs: steadyMs() + untilMsMax })
    },
    waiting: () => {
      for (const [request, { untilMs }] of requests) if (untilMs < steadyMs()) requests.delete(request)
      return [...requests.values()]
    },
    read: (changes) => {
      for (const change of changes) if (change.kind === 'purge') requests.delete(change.request)
    },
  }
}
