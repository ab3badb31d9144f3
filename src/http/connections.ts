// Limits the number of clients' connections, and how long each is kept open for its next request.
import type { Server } from 'node:http'
import type { Observe } from '../core/observation.ts'

export interface ConnectionLimits {
  readonly clientsMax: number
  /** How long a connection is kept open for the next request; Node adds a second to the time that it states to clients. */
  readonly keepAliveTimeoutMs: number
}

/** The keep-alive time while more than half of the allowed connections are open, so that new clients find room. */
const crowdedMs = 5000
/** The period that each report after the first one covers. */
const reportMs = 10_000

/** Returns a function that sets the limits, also while the server listens. It may be called once for a server. */
export function limitConnections(server: Server): (limits: ConnectionLimits) => void {
  let open = 0
  let limits: ConnectionLimits = { clientsMax: Infinity, keepAliveTimeoutMs: crowdedMs }
  const keep = () => {
    const { clientsMax, keepAliveTimeoutMs } = limits
    server.keepAliveTimeout =
      open > clientsMax / 2 ? Math.min(crowdedMs, keepAliveTimeoutMs) : keepAliveTimeoutMs
  }
  server.on('connection', (socket) => {
    open += 1
    keep()
    socket.once('close', () => {
      open -= 1
      keep()
    })
  })
  // Without this a full worker returns a connection to the primary, and Node offers it to all workers in a loop while all are full
  Object.assign(server, { dropMaxConnection: true })
  return (changed) => {
    limits = changed
    server.maxConnections = changed.clientsMax
    keep()
  }
}

/** Reports each connection that was closed for want of room, and for the log the first one at once and later ones together. */
export function reportDropped(server: Server, observe: Observe): void {
  let count = 0
  let pause: NodeJS.Timeout | null = null
  const report = () => {
    pause = null
    if (count === 0) return
    observe({ kind: 'clients-dropped', count })
    count = 0
    pause = setTimeout(report, reportMs).unref()
  }
  server.removeAllListeners('drop').on('drop', () => {
    observe({ kind: 'client-dropped' })
    count += 1
    if (pause === null) report()
  })
}
