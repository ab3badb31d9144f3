// Purges on their way to the shared log: a gateway requests each from the reader until it reads it in the log, since a request can be
// lost.
import { monotonicMs, type Change } from '../core/change.ts'
import type { Purge } from '../core/purge.ts'
import type { Asked } from './shared-log.ts'

export interface PurgeRequests {
  readonly add: (purge: Purge, request: string) => void
  /** Requests to send again. */
  readonly waiting: () => readonly Asked[]
  /** Takes changes of the log; purges among them end their requests. */
  readonly read: (changes: readonly Change[]) => void
}

const waitingMax = 100
/** The longest purge that fits into an entry of the log, in characters. */
const lengthMax = 32_768
/** A request is given up after this time without a reader that appends it. */
const untilMsMax = 10_000
const everything = JSON.stringify({ kind: 'all' } satisfies Purge)

export function createPurgeRequests(): PurgeRequests {
  const requests = new Map<string, Asked & { readonly untilMs: number }>()
  return {
    add: (purge, request) => {
      const text = JSON.stringify(purge)
      const fits = text.length <= lengthMax && requests.size < waitingMax
      // A purge of everything replaces the requests for which there is no room
      if (!fits) requests.clear()
      requests.set(request, { request, text: fits ? text : everything, untilMs: monotonicMs() + untilMsMax })
    },
    waiting: () => {
      for (const [request, { untilMs }] of requests) if (untilMs < monotonicMs()) requests.delete(request)
      return [...requests.values()]
    },
    read: (changes) => {
      for (const change of changes) if (change.kind === 'purge') requests.delete(change.request)
    },
  }
}
