// Long work in pieces: when a piece ends after some milliseconds, the thread goes to the event loop before the next, so
// that timers fire and other requests are answered meanwhile. A turn is the thread's: however many requests have long work, it goes
// there after one turn, and those that wait for the next get it in the order in which they came.

/**
 * Runs a piece of work: at once while the turn lasts, otherwise after the pieces before it and a round of the event loop. Short
 * pieces are timed several together.
 */
export type InTurn = <T>(work: () => T, isShort?: boolean) => T | Promise<T>

const turnMs = 10
/** The number of short pieces between two looks at the clock. */
const shortMax = 16

/** When the thread's turn ends; null while none has begun in this round of the event loop. */
let endsAtMs: number | null = null
let unchecked = 0
/** Work that waits for a turn, of all requests; while there is any, the next turn is on its way. */
const waiting: (() => void)[] = []

/** The turns of one request. Its pieces run in the order in which they are given. */
export function createTurns(): InTurn {
  let last: Promise<unknown> | null = null
  const later = async <T>(before: Promise<unknown> | null, work: () => T): Promise<T> => {
    await before
    if (!isOver()) return work()
    await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      beginTurn()
      return work()
    } finally {
      if (!isOver()) waiting.shift()?.()
    }
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

/** Begins a turn where none has begun, and returns when the turn ends. */
function beginTurn(): number {
  if (endsAtMs !== null) return endsAtMs
  setImmediate(endTurn)
  return (endsAtMs = performance.now() + turnMs)
}

function isOver(isShort = false): boolean {
  unchecked = isShort && unchecked < shortMax ? unchecked + 1 : 0
  const endsAt = beginTurn()
  return unchecked === 0 && performance.now() >= endsAt
}

function endTurn(): void {
  endsAtMs = null
  waiting.shift()?.()
}

function ended(): void {}
