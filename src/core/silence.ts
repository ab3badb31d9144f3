// Silence of clients: a connection ends once nothing came on it for too long, unless its response says otherwise.
import type { Socket } from 'node:net'

/** Node's http servers, and their responses. */
interface Timed {
  readonly on: (event: 'timeout', listener: (socket: Socket) => void) => unknown
}

/** Connections that do not end by the silence that is being looked at. */
const excused = new WeakSet<Socket>()

/** `isOver`: whether a connection ends that was silent for too long once there was the response. Clients wait in silence. */
export function whenSilent(response: Timed, isOver: () => boolean): void {
  response.on('timeout', (socket) => {
    if (!isOver()) excused.add(socket)
  })
}

/**
 * After a stall, timers run before sockets are read: a client was not silent whose request has arrived by then, or whose response
 * goes on.
 */
export function endSilent(server: Timed): void {
  server.on('timeout', (socket) => {
    // A timer of a socket runs once, until something comes
    if (excused.delete(socket)) return void socket.setTimeout(socket.timeout ?? 0)
    const { bytesRead, bytesWritten } = socket
    setImmediate(() => {
      if (socket.bytesRead === bytesRead && socket.bytesWritten === bytesWritten) socket.destroy()
    })
  })
}
