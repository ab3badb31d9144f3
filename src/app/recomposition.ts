// Composition anew, where rows that decide what packs define have changed; it is tried again where that failed: nobody else would.
import type { Observe } from '../core/observation.ts'
import { reasonOf } from '../extensions/load.ts'

/** Until the first try after one that failed, ms; each next one waits twice as long. */
const againMs = 1000
const againMsMax = 60_000

export interface Recomposition {
  /** `mark` tells what the rows are now; nothing is composed twice for the same. */
  readonly outdated: (mark: string) => void
  /** Nothing is tried again afterwards. */
  readonly stop: () => void
}

/** `recompose` settles with the names of settings that need a restart; it rejects where the old composition stays. */
export function createRecomposition(
  recompose: () => Promise<readonly string[]>,
  observe: Observe,
  firstMs = againMs,
): Recomposition {
  let madeOf: string | null = null
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = (mark: string, retryMs: number) => {
    recompose().then(
      (left) => observe({ kind: 'reloaded', left }),
      (error: unknown) => {
        const reason = reasonOf(error)
        // Newer rows are composed by themselves
        if (isStopped || mark !== madeOf) return observe({ kind: 'not-reloaded', reason })
        observe({ kind: 'not-reloaded', reason, retryMs })
        waiting = setTimeout(attempt, retryMs, mark, Math.min(2 * retryMs, againMsMax)).unref()
      },
    )
  }
  return {
    outdated: (mark) => {
      if (mark === madeOf) return
      madeOf = mark
      clearTimeout(waiting)
      attempt(mark, firstMs)
    },
    stop: () => {
      isStopped = true
      clearTimeout(waiting)
    },
  }
}
