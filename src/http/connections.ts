// Connections of clients: how many may be open, and for how long each is kept for its next request.
import type { Server } from 'node:http'
import type { Observe } from '../core/observation.ts'

export interface ConnectionLimits {
  readonly clientsMax: number
  /** How long a connection is kept open for the next request; Node adds a second to what it tells clients. */
  readonly keepAliveTimeoutMs: number
}

/** How long a connection is kept where more than half of all that may be are open: others need the room. */
const crowdedMs = 5000
/** Each report after the first sums up so much time. */
const reportMs = 10_000

/** To be called once for a server. The function changes its limits, also while it listens. */
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
  // Otherwise a worker without room gives a connection back, and Node offers it to all again and again while none has any
  Object.assign(server, { dropMaxConnection: true })
  return (changed) => {
    limits = changed
    server.maxConnections = changed.clientsMax
    keep()
  }
}

/** Reports connections that were closed for want of room: each, and for the log the first at once and others summed up. */
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
