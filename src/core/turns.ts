// Long work in pieces: when a piece ends after some milliseconds, the thread goes to the event loop before the next, so
// that timers fire and other requests are answered meanwhile.

/**
 * Runs a piece of work: at once while the turn lasts, otherwise after the pieces before it and a round of the event loop. Short
 * pieces are timed several together.
 */
export type InTurn = <T>(work: () => T, isShort?: boolean) => T | Promise<T>

const turnMs = 10
/** The number of short pieces between two looks at the clock. */
const shortMax = 16

/** The turns of one request. Its pieces run in the order in which they are given. */
export function createTurns(): InTurn {
  /** When the turn ends; null while none has begun in this round of the event loop. */
  let endsAtMs: number | null = null
  let last: Promise<unknown> | null = null
  let unchecked = 0
  const isOver = (isShort = false) => {
    unchecked = isShort && unchecked < shortMax ? unchecked + 1 : 0
    if (endsAtMs !== null) return unchecked === 0 && performance.now() >= endsAtMs
    endsAtMs = performance.now() + turnMs
    setImmediate(() => {
      endsAtMs = null
    })
    return false
  }
  const later = async <T>(before: Promise<unknown> | null, work: () => T): Promise<T> => {
    await before
    if (isOver()) await new Promise<void>((resolve) => setImmediate(resolve))
    return work()
  }
  return (work, isShort) => {
    if (last === null && !isOver(isShort)) return work()
    const result = later(last, work)
    const settled = result.then(ended, ended).then(() => {
      if (last === settled) last = null
    })
    last = settled
    return result
  }
}

function ended(): void {}
