// Lines about a condition that lasts: what is new is logged at once, and what was said is repeated ever more seldom, so that the log
// shows that the condition lasts without being filled by it.

export interface Repeats {
  /** True where the line is to be logged. */
  readonly isNews: (line: string) => boolean
  /** The condition has ended: whatever is said of the next one is news. */
  readonly end: () => void
}

const quietMinMs = 60_000
const quietMaxMs = 600_000

export function createRepeats(now: () => number): Repeats {
  const said = new Set<string>()
  let quietUntil = -Infinity
  let quietMs = quietMinMs
  const begin = () => {
    said.clear()
    quietUntil = now() + quietMs
    quietMs = Math.min(quietMs * 2, quietMaxMs)
  }
  return {
    isNews: (line) => {
      if (now() >= quietUntil) begin()
      if (said.has(line)) return false
      said.add(line)
      return true
    },
    end: () => {
      quietUntil = -Infinity
      quietMs = quietMinMs
    },
  }
}
