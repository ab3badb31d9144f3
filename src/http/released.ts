// Connections of streams that go on until they end: no request follows on them, and Node's parser, message and response would be
// most of the memory that a client takes which waits for events.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of clients that ask for another protocol are served as if they did not: an upgrade is one of `released`. */
export const noUpgrades = { shouldUpgradeCallback: () => false }

/** To be called once for a server that was created with `noUpgrades`. */
export function prepareReleases(server: Server): void {
  server.on('upgrade', (_, socket) => {
    socket.on('error', ignore)
    // A client that sends something would not be silent, whether it reads or not
    for (const event of ['data', 'end', 'finish', 'timeout']) socket.on(event, destroy)
  })
}

/**
 * Has Node take HTTP off the connection of a response whose headers are written, as it does for requests that it takes for an upgrade
 * of the protocol (`onParserExecuteCommon` in its `_http_server.js`). The socket then has the headers, and is used instead of the
 * response; null where the response has to be used on.
 */
export function released(incoming: IncomingMessage, response: ServerResponse): Socket | null {
  const { socket } = response
  if (socket === null || socket.destroyed || socket.writableLength > 0 || !incoming.complete) return null
  Object.assign(incoming, { upgrade: true })
  socket.emit('data', Buffer.alloc(0))
  if (socket.listenerCount('error', ignore) === 0) return null
  response.flushHeaders()
  response.detachSocket(socket)
  return socket
}

/** A client that is gone closes its socket, too. */
function ignore(): void {}

function destroy(this: Socket): void {
  this.destroy()
}
