// Long work in pieces: when a piece ends after some milliseconds, the thread returns to the event loop before the next, so that
// timers fire and other requests are answered. A turn belongs to the thread: however many requests have long work, the thread
// returns after one turn, and waiting requests get the next turns in the order of their arrival. A request keeps its turn for all
// pieces that follow without a pause, so that a request of many short pieces does not wait for all others before each.

import { workNow } from './work.ts'

/**
 * Runs a piece of work: at once while the turn lasts, otherwise after the waiting pieces and a round of the event loop. The clock
 * is read once for several short pieces.
 */
export type InTurn = <T>(work: () => T, isShort?: boolean) => T | Promise<T>

const usualMs = 10
/** The number of short pieces between two reads of the clock. */
const shortMax = 16

/** The turns of the thread, which all long work shares. */
class Turns {
  readonly #turnMs: number
  /** When the turn ends; null while none has begun in this round of the event loop. */
  #endsAtMs: number | null = null
  #unchecked = 0
  /** Work that waits for a turn; while there is any, the next turn is scheduled. */
  readonly #waiting: (() => void)[] = []

  constructor(turnMs: number) {
    this.#turnMs = turnMs
  }

  isOver(isShort = false): boolean {
    this.#unchecked = isShort && this.#unchecked < shortMax ? this.#unchecked + 1 : 0
    const endsAt = this.#begin()
    return this.#unchecked === 0 && performance.now() >= endsAt
  }

  /** Runs work at its turn, after all work that waits already. */
  async wait<T>(work: () => T): Promise<T> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      this.#begin()
      return work()
    } finally {
      // All promises settle first, and with them the pieces that follow this one
      process.nextTick(() => this.#passOn())
    }
  }

  /** Gives the rest of the turn to the next waiting work. */
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

/** The turns of one request, until its work is given up. Its pieces run in the order of their calls. */
export function createTurns(turns = ofThread, of = workNow()): InTurn {
  let last: Promise<unknown> | null = null
  const later = async <T>(before: Promise<unknown> | null, work: () => T): Promise<T> => {
    await before
    return turns.isOver() ? turns.wait(work) : work()
  }
  return (piece, isShort) => {
    // A check whether the work is given up would take longer than a short piece
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

/** Turns that wait for no other work, for many short pieces. */
export function createOwnTurns(turnMs = usualMs): InTurn {
  return createTurns(new Turns(turnMs), null)
}

function ended(): void {}
