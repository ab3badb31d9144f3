// Work that clients wait for, tracked across awaits. It is given up at its next piece or statement once all of its clients have
// left, once its pieces have taken too long together, or once they have made too many letters; work that other clients joined
// goes on while one of them waits. Work apart is for one client, who requests it once: its items are not cached, and its queries
// are cancelled when the client leaves.
import { AsyncLocalStorage } from 'node:async_hooks'
import { fail, FailureError } from './failure.ts'
import { lettersMax } from './unrendered.ts'

/** A client that waits for work, or other work that needs it. */
export interface Waiter {
  /** True once the client has left; for work, until another client joins it. */
  readonly hasGone: () => boolean
}

/** The limit of letters in the texts of an answer: eight times that of one rendered text. */
const answerLettersMax = 8 * lettersMax

interface WorkOptions {
  /** Method and path of the request that began it, without the query, which may hold secrets. */
  readonly route: string | null
  /** The milliseconds that its pieces may take together. */
  readonly piecesMsMax: number
  readonly isApart?: boolean
  /** The signal that cancels its queries. */
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

  /** The error with which it was given up; null until then. */
  get givenUp(): GivenUp | null {
    return this.#givenUp
  }

  hasGone(): boolean {
    return this.#waiters.every((waiter) => waiter.hasGone())
  }

  join(waiter: Waiter | null): void {
    this.#waiters.push(waiter ?? lasting)
  }

  /** Gives the work up where all clients have left, and work that waits for it: no client joins that any more. Returns its error, if any. */
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

  /** Runs a piece of it, or throws `GivenUp` where the work is given up. */
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
/** A client may retry at once: items and texts that were made are kept. */
const tooSlow = fail('render_timeout', undefined, { retryAfterS: 1 })
const tooLong = fail('answer_too_long')

/** The error that ends work which is given up. */
export class GivenUp extends FailureError {}

/** Returns the result of work, or the error with which it is given up. */
export async function untilGivenUp<T>(made: Promise<T>): Promise<T | GivenUp> {
  try {
    return await made
  } catch (error) {
    if (error instanceof GivenUp) return error
    throw error
  }
}

/** The waiter for work of the gateway's own, which never leaves. */
export const lasting: Waiter = { hasGone: () => false }

const current = new AsyncLocalStorage<Work>()

/** The work that the running code belongs to; null for code that answers no request. */
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

/** Runs work that other clients may join; `work` is null where no request begins it. */
export function workForAll<T>(run: () => T): { readonly work: Work | null; readonly made: T } {
  const own = workNow()
  if (own === null) return { work: null, made: run() }
  const work = new Work(own, { route: own.route, piecesMsMax: own.piecesMsMax })
  return { work, made: current.run(work, run) }
}

/** Runs code that outlives the request that begins it, such as a change feed, outside of that request's work. */
export const outsideRequests: <T>(run: () => T) => T = AsyncLocalStorage.snapshot()

/** Method and path of the request that the running code belongs to; null for none. */
export function routeNow(): string | null {
  return workNow()?.route ?? null
}

export function isApart(): boolean {
  return workNow()?.isApart === true
}
