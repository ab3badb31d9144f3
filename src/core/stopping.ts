// How a server leaves: each answer closes its connection from the beginning.

export interface Stopping {
  /** How long new connections are accepted, until balancers have noticed. */
  readonly delayMs: number
  /** How long open connections have for one more request; a connection that is closed instead resets what it is being sent. */
  readonly drainMs: number
}

export const atOnce: Stopping = { delayMs: 0, drainMs: 0 }
