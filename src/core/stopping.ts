// Options of a stop: from its beginning each response closes its connection.

export interface Stopping {
  /** How long new connections are accepted, until load balancers have noticed the stop. */
  readonly delayMs: number
  /** How long open connections may send one more request; closing them at once would reset requests on their way. */
  readonly drainMs: number
}

export const atOnce: Stopping = { delayMs: 0, drainMs: 0 }

/** The usual `drainMs`. */
const drainMs = 1000

export function gently({ stopDelayMs }: { readonly stopDelayMs: number }): Stopping {
  return { delayMs: stopDelayMs, drainMs }
}
