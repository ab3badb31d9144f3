// Work that clients wait for, known across awaits. Once all of them have gone, it is given up at its next piece or statement: what
// others ask for as well goes on while one of them is there. So it is once its pieces have taken as long as they may, or made as many
// letters. Work apart is for one client, who asks for it once: items that it makes are not cached, and its queries are cancelled once
// the client has left.
import { AsyncLocalStorage } from 'node:async_hooks'
import { fail, FailureError } from './failure.ts'
import { lettersMax } from './unrendered.ts'

/** A client that waits for work, or work that needs it. */
export interface Waiter {
  /** True once it has gone; work is there again where another client joins it. */
  readonly hasGone: () => boolean
}

/** The texts of an answer have at most so many letters together: as eight of the longest that are rendered. */
const answerLettersMax = 8 * lettersMax

interface WorkOptions {
  /** Method and path of the request that it was begun for, without the query, which may hold secrets. */
  readonly route: string | null
  /** The milliseconds that its pieces may take together. */
  readonly piecesMsMax: number
  readonly isApart?: boolean
  /** The signal at which its queries are cancelled. */
  readonly until?: AbortSignal | undefined
}

export class Work implements Waiter {
  readonly route: string | null
  readonly isApart: boolean
  readonly until: AbortSignal | undefined
  readonly piecesMsMax: number
  #tookMs = 0
  #letters = 0
  readonly #waiters: Waiter[]
  #givenUp: GivenUp | null = null

  constructor(waiter: Waiter, options: WorkOptions) {
    this.#waiters = [waiter]
    this.route = options.route
    this.piecesMsMax = options.piecesMsMax
    this.isApart = options.isApart === true
    this.until = options.until
  }

  /** The error by which it was given up; null while each piece of it was run. */
  get givenUp(): GivenUp | null {
    return this.#givenUp
  }

  hasGone(): boolean {
    return this.#waiters.every((waiter) => waiter.hasGone())
  }

  join(waiter: Waiter | null): void {
    this.#waiters.push(waiter ?? lasting)
  }

  /** Gives it up where all have gone, and with it what waits for it: nobody joins that any more. Returns the error, if it is given up. */
  endIfGone(): GivenUp | null {
    if (this.#givenUp === null && this.hasGone()) {
      this.#givenUp = new GivenUp(clientGone)
      for (const waiter of this.#waiters) if (waiter instanceof Work) waiter.endIfGone()
    }
    return this.#givenUp
  }

  /** Counts the letters of a text that a piece has made. */
  noteLetters(letters: number): void {
    this.#letters += letters
  }

  /** Runs a piece of it; throws `GivenUp` instead, once that is to be. */
  run<T>(piece: () => T): T {
    this.endIfGone()
    if (this.#tookMs >= this.piecesMsMax) this.#givenUp ??= new GivenUp(tooSlow)
    if (this.#letters > answerLettersMax) this.#givenUp ??= new GivenUp(tooLong)
    if (this.#givenUp !== null) throw this.#givenUp
    const beganAt = performance.now()
    try {
      return piece()
    } finally {
      this.#tookMs += performance.now() - beganAt
    }
  }
}

const clientGone = fail('client_gone', 'The client has left.')
/** A client may ask again at once: items and texts that were made are kept. */
const tooSlow = fail('render_timeout', undefined, { retryAfterS: 1 })
const tooLong = fail('answer_too_long')

/** Ends work that is given up. */
export class GivenUp extends FailureError {}

/** Returns what work comes to, or the error by which it is given up. */
export async function untilGivenUp<T>(made: Promise<T>): Promise<T | GivenUp> {
  try {
    return await made
  } catch (error) {
    if (error instanceof GivenUp) return error
    throw error
  }
}

/** Waits for what the gateway does by itself. */
export const lasting: Waiter = { hasGone: () => false }

const current = new AsyncLocalStorage<Work>()

/** The present work; null for what no request is answered by. */
export function workNow(): Work | null {
  return current.getStore() ?? null
}

export function workFor<T>(waiter: Waiter, options: WorkOptions, run: () => T): T {
  return current.run(new Work(waiter, options), run)
}

export function workApart<T>(until: AbortSignal | undefined, piecesMsMax: number, run: () => T): T {
  const client = until === undefined ? lasting : { hasGone: () => until.aborted }
  const options = { route: routeNow(), piecesMsMax, isApart: true, until }
  return current.run(new Work(client, options), run)
}

/** Runs work that others may join; `work` is null where it is begun by none. */
export function workForAll<T>(run: () => T): { readonly work: Work | null; readonly made: T } {
  const own = workNow()
  if (own === null) return { work: null, made: run() }
  const work = new Work(own, { route: own.route, piecesMsMax: own.piecesMsMax })
  return { work, made: current.run(work, run) }
}

/** Runs what goes on after the request that begins it, such as a change feed: it is no work of that request. */
export const outsideRequests: <T>(run: () => T) => T = AsyncLocalStorage.snapshot()

/** Method and path of the request that code runs for; null where it runs for none. */
export function routeNow(): string | null {
  return workNow()?.route ?? null
}

export function isApart(): boolean {
  return workNow()?.isApart === true
}
