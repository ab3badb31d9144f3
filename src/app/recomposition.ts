// Composition anew, where rows that decide what packs define have changed; it is tried again where that failed: nobody else would.
import type { Observe } from '../core/observation.ts'
import { reasonOf } from '../extensions/load.ts'

/** Until the first try after one that failed, ms; each next one waits twice as long. */
const againMs = 1000
const againMsMax = 60_000

export interface Recomposition {
  /**
   * `mark` tells what the rows are now. They are composed at once, and once; where they are told of again afterwards, they were not what
   * was composed, and are tried again.
   */
  readonly outdated: (mark: string) => void
  /** Nothing is tried again afterwards. */
  readonly stop: () => void
}

/**
 * `recompose` settles with the names of settings that need a restart, or with null where nothing is composed any more; it rejects
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
        // Newer rows are composed by themselves
        if (isStopped || each !== last) return observe({ kind: 'not-reloaded', reason })
        observe({ kind: 'not-reloaded', reason, retryMs: again(each) })
      },
    )
  }
  /** Gives back how soon it is. */
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
