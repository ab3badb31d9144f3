// A feed's connection is silent as long as nothing changes: that the other end is gone shows by nothing else.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { it } from 'node:test'
import { createConnection } from 'mysql2'
import { parseAddress } from '../../../../src/database/address.ts'
import { connectionOptions } from '../../../../src/database/mysql/engine.ts'

it('connections that are silent are asked whether they are still there', async (t) => {
  const { promise: asked, resolve } = Promise.withResolvers<readonly unknown[]>()
  t.mock.method(Socket.prototype, 'setKeepAlive', (...given: readonly unknown[]) => resolve(given))
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const address = parseAddress(`mysql://a:b@127.0.0.1:${portOf(server.address())}/c`)
  assert(address?.kind === 'mysql')
  const connection = createConnection(connectionOptions(address))
  connection.on('error', () => {})
  t.after(() => connection.destroy())
  assert.deepEqual(await asked, [true, 30_000])
})

function portOf(address: AddressInfo | string | null): number {
  assert(address !== null && typeof address !== 'string')
  return address.port
}
