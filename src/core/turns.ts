// Long work in pieces: when a piece ends after some milliseconds, the thread goes to the event loop before the next, so
// that timers fire and other requests are answered meanwhile. A turn is the thread's: however many requests have long work, it goes
// there after one turn, and those that wait for the next get it in the order in which they came. A request that has it keeps it for
// all pieces that follow without a pause, so that one of many short pieces does not wait for all others before each.

import { workNow } from './work.ts'

/**
 * Runs a piece of work: at once while the turn lasts, otherwise after the pieces before it and a round of the event loop. Short
 * pieces are timed several together.
 */
export type InTurn = <T>(work: () => T, isShort?: boolean) => T | Promise<T>

const usualMs = 10
/** The number of short pieces between two looks at the clock. */
const shortMax = 16

/** The turns of the thread, which all long work shares. */
class Turns {
  readonly #turnMs: number
  /** When the turn ends; null while none has begun in this round of the event loop. */
  #endsAtMs: number | null = null
  #unchecked = 0
  /** Work that waits for a turn; while there is any, the next turn is on its way. */
  readonly #waiting: (() => void)[] = []

  constructor(turnMs: number) {
    this.#turnMs = turnMs
  }

  isOver(isShort = false): boolean {
    this.#unchecked = isShort && this.#unchecked < shortMax ? this.#unchecked + 1 : 0
    const endsAt = this.#begin()
    return this.#unchecked === 0 && performance.now() >= endsAt
  }

  /** Runs work once it is its turn, after all that waits already. */
  async wait<T>(work: () => T): Promise<T> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      this.#begin()
      return work()
    } finally {
      // All promises settle first, and with them what follows this piece
      process.nextTick(() => this.#passOn())
    }
  }

  /** Gives what is left of the turn to the next that waits. */
  #passOn(): void {
    if (this.#waiting.length > 0 && !this.isOver()) this.#waiting.shift()?.()
  }

  /** Begins a turn where none has begun, and returns when the turn ends. */
  #begin(): number {
    if (this.#endsAtMs !== null) return this.#endsAtMs
    setImmediate(() => {
      this.#endsAtMs = null
      this.#waiting.shift()?.()
    })
    return (this.#endsAtMs = performance.now() + this.#turnMs)
  }
}

const ofThread = new Turns(usualMs)

/** The turns of one request, until its work is given up. Its pieces run in the order in which they are given. */
export function createTurns(turns = ofThread, of = workNow()): InTurn {
  let last: Promise<unknown> | null = null
  const later = async <T>(before: Promise<unknown> | null, work: () => T): Promise<T> => {
    await before
    return turns.isOver() ? turns.wait(work) : work()
  }
  return (piece, isShort) => {
    // Short pieces take less than to see whether they are to be given up
    const work = of === null || isShort === true ? piece : () => of.run(piece)
    if (last === null && !turns.isOver(isShort)) return work()
    const made = later(last, work)
    const over = made.then(ended, ended).then(() => {
      if (last === over) last = null
    })
    last = over
    return made
  }
}

/** Turns that wait for no other work: of what is short in itself, but for its number. */
export function createOwnTurns(turnMs = usualMs): InTurn {
  return createTurns(new Turns(turnMs), null)
}

function ended(): void {}
