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
  /** Settles once the condition holds; it is evaluated at once, with each proof, and when the feed ends. */
  readonly until: (holds: () => boolean) => Promise<void>
  /** Evaluates all conditions again, because the feed has ended. */
  readonly end: () => void
}

export function createLogProof(): LogProof {
  let at = -Infinity
  let to: LogPosition | null = null
  let resume: Resume | null = null
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
    until: async (holds) => {
      while (!holds()) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    end: wake,
  }
}
