// The proof of a change feed: the moment up to which all commits are published, and the callers that wait until it advances.
import type { LogPosition } from '../core/log-position.ts'
import type { Resume } from './log-state.ts'

export interface LogProof {
  /** The moment up to which all commits are published, monotonic ms; -Infinity before the first proof. */
  readonly at: () => number
  readonly to: () => LogPosition | null
  /** The position at the last proof from which another feed can resume. */
  readonly resume: () => Resume | null
  readonly advance: (atMs: number, to: LogPosition | null, resume?: Resume | null) => void
  /** Settles once all commits up to this moment are published; rejects where the feed ends before. */
  readonly reach: (moment: number) => Promise<void>
  /** Rejects all that waits, because the feed has ended. */
  readonly end: () => void
}

export function createLogProof(): LogProof {
  let at = -Infinity
  let to: LogPosition | null = null
  let resume: Resume | null = null
  let hasEnded = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const goOn of waiting) goOn()
    waiting.clear()
  }
  return {
    at: () => at,
    to: () => to,
    resume: () => resume,
    advance: (atMs, position, from = null) => {
      to = position
      resume = from
      at = Math.max(at, atMs)
      wake()
    },
    reach: async (moment) => {
      const isBefore = () => at < moment
      while (isBefore()) {
        if (hasEnded) throw new Error('the change feed has ended')
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
    end: () => {
      hasEnded = true
      wake()
    },
  }
}
