// Proves by heartbeats that a stream of changes has arrived at an end of the server's log: an end that was asked for is reached by a
// heartbeat that begins there or later. Everything here is pure but for its state.
import { isAfter, type LogPoint } from '../core/change.ts'
import { endsMax } from './log-state.ts'

export interface HeartbeatProof {
  /** Where the last heartbeat that was read begins in the server's log; null before the first. */
  readonly beatAt: () => LogPoint | null
  readonly beat: (at: LogPoint) => void
  /**
   * Notes an end that was asked for when the heartbeat `before` had been read; false where it lies before that: a log only grows, so
   * that it is another log.
   */
  readonly asked: (end: LogPoint, askedMs: number, before: LogPoint | null) => boolean
  /** When the last end was asked for that is reached, once; null where no other one is. */
  readonly reached: () => number | null
}

export function createHeartbeatProof(): HeartbeatProof {
  let last: LogPoint | null = null
  let ends: readonly { readonly end: LogPoint; readonly askedMs: number }[] = []
  return {
    beatAt: () => last,
    beat: (at) => {
      last = at
    },
    asked: (end, askedMs, before) => {
      if (before !== null && !reaches(end, before)) return false
      ends = [...ends, { end, askedMs }].slice(-endsMax)
      return true
    },
    reached: () => {
      const at = last
      if (at === null) return null
      const reached = ends.filter(({ end }) => reaches(at, end)).map(({ askedMs }) => askedMs)
      ends = ends.filter(({ end }) => !reaches(at, end))
      return reached.length === 0 ? null : Math.max(...reached)
    },
  }
}

function reaches(one: LogPoint, other: LogPoint): boolean {
  return isAfter(one, other) || (one.file === other.file && one.offset === other.offset)
}
