// A client that waits for events: bytes are written to its connection at once, and clients that get the same event share one
// buffer.
import type { Writable } from 'node:stream'
import type { EventClient, Following } from '../core/event-stream.ts'
import type { Observation, Observe } from '../core/observation.ts'
import type { EventStream } from '../core/reply.ts'

type Ended = Extract<Observation, { readonly kind: 'stream-ended' }>

/** `to`: a response whose headers have been written, or its socket after the release. */
export function sendEvents(to: Writable, stream: EventStream, path: string, observe: Observe): void {
  observe({ kind: 'stream-begun', of: stream.kind })
  new Client(to, stream.kind, path, observe).begin(stream)
}

/** A class takes less memory than closures, and each of thousands of clients has one. */
class Client implements EventClient {
  readonly #to: Writable
  readonly #of: EventStream['kind']
  readonly #path: string
  readonly #observe: Observe
  readonly #beganAt = performance.now()
  #bytes = 0
  #following: Following | null = null
  #isOver = false

  constructor(to: Writable, of: EventStream['kind'], path: string, observe: Observe) {
    this.#to = to
    this.#of = of
    this.#path = path
    this.#observe = observe
  }

  begin(stream: EventStream): void {
    this.#to.on('close', () => this.#over('left'))
    this.#following = stream.begin(this)
    if (this.#to.destroyed) this.#over('left')
  }

  send(bytes: Uint8Array): boolean {
    if (this.#to.destroyed) return true
    this.#bytes += bytes.byteLength
    if (this.#to.write(bytes)) return true
    this.#to.once('drain', () => this.#following?.hasRead())
    return false
  }

  end(): void {
    if (this.#to.destroyed) return this.#over('left')
    this.#to.end()
    this.#over('whole')
  }

  /** Ignores the error where the client has left: its unfinished queries may fail. */
  fail(error: unknown): void {
    if (this.#to.destroyed) return this.#over('left')
    this.#observe({ kind: 'error', error, during: `sending ${this.#path}` })
    this.#to.destroy()
    this.#over('failed')
  }

  #over(outcome: Ended['outcome']): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#following?.hasLeft()
    this.#observe({
      kind: 'stream-ended',
      of: this.#of,
      path: this.#path,
      ms: performance.now() - this.#beganAt,
      bytes: this.#bytes,
      outcome,
    })
  }
}
