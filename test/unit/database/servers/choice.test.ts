// Checks of the servers: one that refuses a connection is asked once.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { parseAddress } from '../../../../src/database/address.ts'
import { openServers } from '../../../../src/database/open.ts'
import { Choice } from '../../../../src/database/servers/choice.ts'

/** The packet by which a server refuses a connection: no such user, or a wrong password. */
const refusal = Buffer.concat([
  Buffer.from([20, 0, 0, 0, 0xff, 0x15, 0x04]),
  Buffer.from('#28000Access deni'),
])

it('a check that a server refuses is not made again', async (test) => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {}).end(refusal)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => server.close())
  const listens = server.address()
  assert(typeof listens === 'object' && listens !== null)
  const address = parseAddress(`mysql://user:wrong@127.0.0.1:${listens.port}/cms`)
  assert(address)
  const limits = { connectionsMax: 2, queriesWaitingMax: 2, queryTimeoutMs: 2000, replicaTimeoutMs: 2000 }
  const { engine, candidates } = openServers([address], limits)
  test.after(engine.close)
  const choice = new Choice({
    candidates,
    whyUnfit: () => null,
    observe: () => {},
    replicaLagMaxMs: 1000,
    replicaCheckMs: 1000,
    replicaReturnMs: 1000,
    replicaTimeoutMs: 2000,
  })
  await assert.rejects(choice.inspect(), /Access deni/)
  // One for the check, one for the tables
  assert.equal(connections, 2)
})
