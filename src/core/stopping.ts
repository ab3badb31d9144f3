// How a server stops: each response closes its connection from the beginning.

export interface Stopping {
  /** How long new connections are accepted, until load balancers have noticed. */
  readonly delayMs: number
  /** How long open connections may send one more request; closing them at once would reset requests on their way. */
  readonly drainMs: number
}

export const atOnce: Stopping = { delayMs: 0, drainMs: 0 }
