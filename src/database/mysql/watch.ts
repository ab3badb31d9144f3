// Watches lent connections, each with the time by which it has to be back. One that does not come back is given up, since nothing else
// frees it once the network is silent. Connections that are back, or gone, are forgotten.

/** A connection that emits an event when it ends or breaks. */
export interface Watched {
  readonly destroy: () => void
  readonly once: (event: 'end' | 'error', listener: () => void) => unknown
}

export class Watch<C extends Watched> {
  readonly #lateMs: number
  readonly #timers = new Map<C, NodeJS.Timeout>()
  readonly #known = new WeakSet<C>()

  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  /** The number of connections that are lent. */
  get size(): number {
    return this.#timers.size
  }

  has(connection: C): boolean {
    return this.#timers.has(connection)
  }

  /** Starts to watch a connection, also when it goes straight from one caller to the next. */
  begin(connection: C): void {
    if (!this.#known.has(connection)) {
      this.#known.add(connection)
      const gone = () => this.end(connection)
      connection.once('end', gone)
      connection.once('error', gone)
    }
    this.end(connection)
    this.#timers.set(connection, setTimeout(() => this.giveUp(connection), this.#lateMs).unref())
  }

  end(connection: C): void {
    clearTimeout(this.#timers.get(connection))
    this.#timers.delete(connection)
  }

  giveUp(connection: C): void {
    this.end(connection)
    connection.destroy()
  }

  /** Stops watching all connections. */
  stop(): void {
    for (const connection of this.#timers.keys()) this.end(connection)
  }
}
