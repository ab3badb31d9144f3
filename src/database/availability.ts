// Whether the database is there. Looks for it from the start, again with back-off whenever it is lost, and says each
// change once. Until it is found nothing is asked of it: requests are refused at once instead of waiting.
import type { Observe } from '../core/observation.ts'
import type { Engine, Server } from './engine.ts'

const retryMinMs = 250
const retryMaxMs = 15_000

export class Availability {
  readonly #engine: Engine
  readonly #accept: (server: Server) => void
  readonly #observe: Observe
  #server: Server | null = null
  #retryMs = retryMinMs
  #timer: NodeJS.Timeout | null = null
  #looking = false
  #stopped = false

  /** `accept` is given every server that is found; it throws where the server cannot be used. */
  constructor(engine: Engine, accept: (server: Server) => void, observe: Observe) {
    this.#engine = engine
    this.#accept = accept
    this.#observe = observe
  }

  /** The server, while it is there. */
  get server(): Server | null {
    return this.#server
  }

  /** Looks once now, and again and again in the background where that fails: for the reason that it gives back. */
  async look(): Promise<unknown> {
    if (this.#looking || this.#stopped) return null
    this.#looking = true
    try {
      const server = await this.#engine.inspect()
      this.#accept(server)
      this.#server = server
      this.#retryMs = retryMinMs
      this.#observe({ kind: 'database-found', server: server.name })
      return null
    } catch (error) {
      this.#again(error)
      return error
    } finally {
      this.#looking = false
    }
  }

  /** A query found the database gone. */
  lost(error: unknown): void {
    if (this.#server === null) return
    this.#server = null
    this.#again(error)
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #again(error: unknown): void {
    if (this.#stopped) return
    this.#observe({ kind: 'database-lost', reason: reasonOf(error), retryMs: this.#retryMs })
    this.#timer = setTimeout(() => void this.look(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, retryMaxMs)
  }
}

/** One sentence of a driver's error; `localhost` gives an error per address, with no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n', 1)[0] ?? ''
}
