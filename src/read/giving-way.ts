// Cancels statements whose clients have all gone while other requests wait: clients that ask and leave would hold every
// connection and slot. While nothing waits, such a statement goes on, because its rows serve the next request for the same.
import { outsideRequests, type Work } from '../core/work.ts'

export interface GivingWay {
  /** Aborts the statement as soon as it has to give way, until `end` is called. */
  readonly begin: (work: Work | null, statement: AbortController) => { readonly end: () => void }
}

/** Checks are no more frequent because each cancellation opens a connection of its own to the server. */
const lookMs = 250

/** `isAwaited` says whether a request waits for a connection or a slot. */
export function createGivingWay(isAwaited: () => boolean): GivingWay {
  const underWay = new Map<AbortController, Work>()
  let looking: NodeJS.Timeout | undefined
  const look = () => {
    if (!isAwaited()) return
    for (const [statement, work] of underWay) {
      const gone = work.endIfGone()
      if (gone !== null) statement.abort(gone)
    }
  }
  return {
    begin: (work, statement) => {
      if (work !== null) underWay.set(statement, work)
      if (underWay.size > 0) looking ??= outsideRequests(() => setInterval(look, lookMs).unref())
      return {
        end: () => {
          underWay.delete(statement)
          if (underWay.size > 0) return
          clearInterval(looking)
          looking = undefined
        },
      }
    },
  }
}
