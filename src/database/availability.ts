// Whether the database is there. Looks for it from the start, again with back-off whenever it is lost, and says each
// change once. Until it is found nothing is asked of it: requests are refused at once instead of waiting.
import { setTimeout } from 'node:timers/promises'
import type { Observe } from '../core/observation.ts'
import { isSame, lacks, type Engine, type Server } from './engine.ts'

const retryMinMs = 250
const retryMaxMs = 15_000
const lookTimeoutMs = 10_000
/** A doubt that a look did not remove would come with every query. */
const doubtsApartMs = 1000
/** What was there and is not any more may come back: a table that is being exchanged, a view that leads nowhere. */
const restMinMs = 1000
const restMaxMs = 300_000

export class Availability {
  readonly #inspect: Engine['inspect']
  readonly #accept: (server: Server) => void
  readonly #observe: Observe
  #server: Server | null = null
  /** The last server that lacked nothing of what was there before. */
  #whole: Server | null = null
  #restMs = restMinMs
  #retryMs = retryMinMs
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<unknown> | null = null
  #doubtedAt = -Infinity
  #stopped = false

  /** `accept` is given every server that is found; it throws where the server cannot be used. */
  constructor({ inspect }: Pick<Engine, 'inspect'>, accept: (server: Server) => void, observe: Observe) {
    this.#inspect = inspect
    this.#accept = accept
    this.#observe = observe
  }

  /** The server, while it is there. */
  get server(): Server | null {
    return this.#server
  }

  /** Looks, once for all who ask meanwhile; the reason why it cannot be used, or null where it can. */
  look(): Promise<unknown> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookOnce(): Promise<unknown> {
    try {
      const server = await within(lookTimeoutMs, this.#inspect())
      if (this.#stopped) throw new Error('it is looked for no more')
      if (this.#server === null || !isSame(server, this.#server)) {
        this.#accept(server)
        this.#server = server
        this.#observe({ kind: 'database-found', server: server.name })
      }
      this.#retryMs = retryMinMs
      this.#lookForTheRest(server)
      return null
    } catch (error) {
      return error
    }
  }

  /** Says why the database cannot be used, and goes on looking for it in the background. */
  lookAgain(reason: unknown): void {
    if (this.#stopped) return
    this.#observe({ kind: 'database-lost', reason: sentenceOf(reason), retryMs: this.#retryMs })
    this.#after(this.#retryMs, () => this.#check())
    this.#retryMs = Math.min(this.#retryMs * 2, retryMaxMs)
  }

  /** Looks later for what is not there any more. */
  #lookForTheRest(server: Server): void {
    if (this.#whole === null || !lacks(server, this.#whole)) {
      this.#whole = server
      this.#restMs = restMinMs
      return
    }
    this.#after(this.#restMs, () => this.#check())
    this.#restMs = Math.min(this.#restMs * 2, restMaxMs)
  }

  /** Looks; where it cannot be used, until it can be. */
  #check(): void {
    void this.look().then((problem) => {
      if (problem === null) return
      this.#server = null
      this.lookAgain(problem)
    })
  }

  #after(ms: number, then: () => void): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = globalThis.setTimeout(then, ms)
  }

  /**
   * A query found the database gone, or not what it was: it is looked at anew, and used meanwhile. One connection that
   * broke is no reason to refuse whoever has another.
   */
  doubt(): void {
    if (this.#server === null || this.#looking || this.#stopped) return
    if (performance.now() - this.#doubtedAt < doubtsApartMs) return
    this.#doubtedAt = performance.now()
    this.#check()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }
}

/** One sentence of a driver's error; `localhost` gives an error per address, with no text of its own. */
function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0] ?? ''
}

async function within<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const late = setTimeout(timeoutMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`it did not answer within ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    timeout.abort()
    late.catch(() => {})
  }
}
