// The heartbeat of a worker: the primary asks it every second, and counts any message as an answer. Silence is counted in unanswered
// questions, not in time, since a primary that was itself stopped for a while got no answers either.

export interface Heartbeat {
  readonly start: () => void
  readonly received: () => void
  /** True where the last `silentBeats` questions got no answer. */
  readonly isSilent: () => boolean
  readonly stop: () => void
}

const beatMs = 1000
const silentBeats = 5

export function createHeartbeat(ask: () => void): Heartbeat {
  let inVain = 0
  let beat: NodeJS.Timeout | undefined
  return {
    start: () => {
      beat = setInterval(() => {
        inVain += 1
        ask()
      }, beatMs)
    },
    received: () => {
      inVain = 0
    },
    isSilent: () => inVain >= silentBeats,
    stop: () => clearInterval(beat),
  }
}
