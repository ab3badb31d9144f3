// Whether a process still hears. It is asked again and again, and whatever it says is an answer. What counts is how often it
// was asked in vain, not the time: while this process itself was stopped, nobody could answer it.

export interface Heartbeat {
  readonly start: () => void
  readonly heard: () => void
  /** It has not answered lately. */
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
    heard: () => {
      inVain = 0
    },
    isSilent: () => inVain >= silentBeats,
    stop: () => clearInterval(beat),
  }
}
