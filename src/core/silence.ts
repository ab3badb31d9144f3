// Closes silent connections: one ends after too long without traffic, unless its response prevents that.
import type { Socket } from 'node:net'

/** The events of Node's http servers and responses that are used here. */
interface Timed {
  readonly on: (event: 'timeout', listener: (socket: Socket) => void) => unknown
}

/** Connections that stay open in spite of the current timeout. */
const excused = new WeakSet<Socket>()

/** `isOver`: returns whether a connection that is silent during this response ends. Clients that wait for a response are silent. */
export function whenSilent(response: Timed, isOver: () => boolean): void {
  response.on('timeout', (socket) => {
    if (!isOver()) excused.add(socket)
  })
}

/**
 * After a stall, timers run before sockets are read: a client was not silent if its request has arrived by then, or its response
 * goes on.
 */
export function endSilent(server: Timed): void {
  server.on('timeout', (socket) => {
    // A socket's timer fires once, and restarts only with traffic
    if (excused.delete(socket)) return void socket.setTimeout(socket.timeout ?? 0)
    const { bytesRead, bytesWritten } = socket
    setImmediate(() => {
      if (socket.bytesRead === bytesRead && socket.bytesWritten === bytesWritten) socket.destroy()
    })
  })
}
