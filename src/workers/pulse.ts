// Whether a process still hears. It is asked again and again, and whatever it says is an answer. What counts is how often it
// was asked in vain, not the time: while this process itself was stopped, nobody could answer it.

export interface Pulse {
  readonly start: () => void
  readonly heard: () => void
  /** It has not answered lately. */
  readonly isSilent: () => boolean
  readonly stop: () => void
}

export interface PulseOptions {
  readonly ask: () => void
  /** After so long without an answer it hangs; 0 lets it. */
  readonly hangMs: number
  /** Is told once. */
  readonly onHung: () => void
}

const beatMs = 1000
const silentBeats = 5

export function createPulse({ ask, hangMs, onHung }: PulseOptions): Pulse {
  // One that is asked anew each time this process could run may have had no time yet
  const hungBeats = hangMs === 0 ? Infinity : Math.max(2, Math.ceil(hangMs / beatMs))
  let inVain = 0
  let beat: NodeJS.Timeout | undefined
  const stop = () => clearInterval(beat)
  return {
    start: () => {
      beat = setInterval(() => {
        if (inVain >= hungBeats) {
          stop()
          return onHung()
        }
        inVain += 1
        ask()
      }, beatMs)
    },
    heard: () => {
      inVain = 0
    },
    isSilent: () => inVain >= silentBeats,
    stop,
  }
}
