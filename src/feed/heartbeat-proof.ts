// Proves by heartbeats that a stream of changes has reached an end of the server's log: a heartbeat that begins at that end or after it
// shows that. Everything here is pure but for its state.
import { isAfter, type LogPoint } from '../core/change.ts'
import { endsMax } from './log-state.ts'

export interface HeartbeatProof {
  /** The position in the server's log where the last heartbeat read begins; null before the first. */
  readonly beatAt: () => LogPoint | null
  readonly beat: (at: LogPoint) => void
  /**
   * Notes an end of the log that the server gave when the heartbeat `before` had been read. False where the end lies before that
   * heartbeat: a log only grows, so it is another log.
   */
  readonly asked: (end: LogPoint, askedMs: number, before: LogPoint | null) => boolean
  /** When (monotonic ms) the latest of the newly reached ends was asked for; each end is returned once, null where there is none. */
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
