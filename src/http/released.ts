// Releases the connections of endless streams from HTTP: no request follows on them, and Node's parser, message and response
// would be most of the memory of a client that waits for events.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An Upgrade header is ignored, since only `released` makes use of upgrades. */
export const noUpgrades = { shouldUpgradeCallback: () => false }

/** Prepares a server that was created with `noUpgrades`; it may be called once. */
export function prepareReleases(server: Server): void {
  server.on('upgrade', (_, socket) => {
    socket.on('error', ignore)
    // A client that keeps sending would reset the timeout, whether it reads or not
    for (const event of ['data', 'end', 'finish', 'timeout']) socket.on(event, destroy)
  })
}

/**
 * Makes Node detach HTTP from the connection of a response whose headers are written, as it does after an upgrade of the protocol
 * (`onParserExecuteCommon` in its `_http_server.js`). The socket then sends the headers, and replaces the response; null where
 * the response has to be used on.
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

/** The error means that the client is gone, and its socket closes as well. */
function ignore(): void {}

function destroy(this: Socket): void {
  this.destroy()
}
