// Composes the gateway anew when rows that decide what packs define have changed, and retries after a failure.
import type { Observe } from '../core/observation.ts'
import { reasonOf } from '../extensions/load.ts'

/** The delay before the first retry, in ms; each further retry waits twice as long. */
const againMs = 1000
const againMsMax = 60_000

export interface Recomposition {
  /**
   * `mark` identifies the current rows. Each mark is composed at once, and only once; a mark that is reported again afterwards
   * was not the one composed, so it is tried again.
   */
  readonly outdated: (mark: string) => void
  /** No retry follows. */
  readonly stop: () => void
}

/**
 * `recompose` settles with the names of settings that need a restart, or with null where the gateway has stopped; it rejects
 * where the old composition stays.
 */
export function createRecomposition(
  recompose: () => Promise<readonly string[] | null>,
  observe: Observe,
  firstMs = againMs,
): Recomposition {
  let last = { mark: '', againMs: firstMs, isUnderWay: false }
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = (each: typeof last) => {
    recompose().then(
      (left) => {
        each.isUnderWay = false
        if (left !== null) observe({ kind: 'reloaded', left, by: 'rows' })
      },
      (error: unknown) => {
        const reason = reasonOf(error)
        // A later mark has a composition of its own
        if (isStopped || each !== last) return observe({ kind: 'not-reloaded', reason })
        observe({ kind: 'not-reloaded', reason, retryMs: again(each) })
      },
    )
  }
  /** Schedules a retry, and returns its delay in ms. */
  const again = (each: typeof last): number => {
    const retryMs = each.againMs
    each.isUnderWay = true
    each.againMs = Math.min(2 * retryMs, againMsMax)
    waiting = setTimeout(attempt, retryMs, each).unref()
    return retryMs
  }
  return {
    outdated: (mark) => {
      if (isStopped || (mark === last.mark && last.isUnderWay)) return
      if (mark === last.mark) return void again(last)
      clearTimeout(waiting)
      last = { mark, againMs: firstMs, isUnderWay: true }
      attempt(last)
    },
    stop: () => {
      isStopped = true
      clearTimeout(waiting)
    },
  }
}
