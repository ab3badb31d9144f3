// Keeps track of whether the database is available: it looks for the database from the start, and with back-off whenever it is lost; each
// change is reported once. While the database is away, requests are refused at once instead of waiting.
import type { Observe } from '../../core/observation.ts'
import { outsideRequests } from '../../core/work.ts'
import { isSame, lacks, type Engine, type Server } from '../engine.ts'
import { sentenceOf, within } from './within.ts'

const retryMinMs = 250
/** The longest back-off, and so the longest time for which a database that is back stays unused. */
const retryMaxMs = 2000
/** The least time between two doubts: one that a look did not remove would return with every query. */
const doubtsApartMs = 1000
/** The intervals of looking for missing parts, which may come back: a table that is being replaced, a view whose table is gone. */
const restMinMs = 1000
const restMaxMs = 300_000

/** The error of queries that were running when the database was lost. */
export class DatabaseLost extends Error {}

export interface Inspected extends Pick<Engine, 'inspect'> {
  /** The longest time of `inspect`. */
  readonly lookTimeoutMs?: number
  /** The only server. */
  readonly place?: string | undefined
}

/** Receives every server that is found, with the availability that guards its queries; throws where the server cannot be used. */
export type Accept = (server: Server, availability: Availability) => void

export class Availability {
  readonly #inspect: Engine['inspect']
  readonly #lookTimeoutMs: number
  readonly #place: string | undefined
  readonly #accept: Accept
  readonly #observe: Observe
  #server: Server | null = null
  /** The last server that had all parts of earlier ones. */
  #whole: Server | null = null
  #restMs = restMinMs
  #retryMs = retryMinMs
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<unknown> | null = null
  #doubtedAt = -Infinity
  #stopped = false
  /** Running queries, which are aborted when the database is lost. */
  readonly #running = new Set<AbortController>()

  constructor({ inspect, lookTimeoutMs = 10_000, place }: Inspected, accept: Accept, observe: Observe) {
    this.#inspect = inspect
    this.#lookTimeoutMs = lookTimeoutMs
    this.#place = place
    this.#accept = accept
    this.#observe = observe
  }

  /** The server; null while it is away. */
  get server(): Server | null {
    return this.#server
  }

  /** Looks once for all concurrent callers; settles with the reason why the database cannot be used, or with null. */
  look(): Promise<unknown> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookOnce(): Promise<unknown> {
    try {
      const server = await within(this.#lookTimeoutMs, this.#inspect())
      if (this.#stopped) throw new Error('it is looked for no more')
      if (this.#server === null || !isSame(server, this.#server)) {
        this.#accept(server, this)
        this.#server = server
        this.#observe({ kind: 'database-found', server: server.name, ...at(server.place) })
      } else if (this.#server.replication === 'unknown') this.#server = server
      this.#retryMs = retryMinMs
      this.#lookForTheRest(server)
      return null
    } catch (error) {
      return error
    }
  }

  /** Reports why the database cannot be used, and goes on looking for it. */
  lookAgain(reason: unknown): void {
    if (this.#stopped) return
    this.#observe({
      kind: 'database-lost',
      reason: sentenceOf(reason),
      retryMs: this.#retryMs,
      ...at(this.#place),
    })
    this.#after(this.#retryMs, () => this.#check())
    this.#retryMs = Math.min(this.#retryMs * 2, retryMaxMs)
  }

  /** Looks again later for parts that are missing now. */
  #lookForTheRest(server: Server): void {
    if (this.#whole === null || !lacks(server, this.#whole)) {
      this.#whole = server
      this.#restMs = restMinMs
      return
    }
    this.#after(this.#restMs, () => this.#check())
    this.#restMs = Math.min(this.#restMs * 2, restMaxMs)
  }

  /** Looks once; where the database cannot be used, goes on looking. */
  #check(): void {
    void this.look().then((problem) => {
      if (problem === null) return
      this.#server = null
      this.lookAgain(problem)
      for (const query of this.#running) query.abort(new DatabaseLost(sentenceOf(problem)))
    })
  }

  /** Runs a query, which is aborted after the timeout, or as soon as the database is lost. */
  async during<T>(timeoutMs: number, controller: AbortController, query: () => Promise<T>): Promise<T> {
    const late = setTimeout(
      () => controller.abort(new DOMException('it took too long', 'TimeoutError')),
      timeoutMs,
    ).unref()
    this.#running.add(controller)
    try {
      return await query()
    } finally {
      clearTimeout(late)
      this.#running.delete(controller)
    }
  }

  /** Looks at once for a lost database, because the change feed has reached it. */
  lookNow(): void {
    if (this.#server === null && !this.#stopped) void this.look()
  }

  #after(ms: number, then: () => void): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms)
  }

  /**
   * Looks again after a query found the database gone or changed, which stays in use meanwhile: one broken connection is no reason to
   * refuse requests on other ones.
   */
  doubt(): void {
    if (this.#server === null || this.#looking || this.#stopped) return
    if (performance.now() - this.#doubtedAt < doubtsApartMs) return
    this.#doubtedAt = performance.now()
    outsideRequests(() => this.#check())
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }
}

function at(place: string | undefined): { readonly at?: string } {
  return place === undefined ? {} : { at: place }
}
