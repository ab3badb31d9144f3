// How many clients may be connected, by the files that a process may open.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientsWithin } from '../../../src/app/open-files.ts'

const limits = { clientsMax: 10_000, connectionsMax: 8, originConnectionsMax: 64 }

for (const [filesMax, clients] of [
  [Infinity, 10_000],
  [1_048_576, 10_000],
  [10_072, 10_000],
  [1024, 952],
  [50, 1],
] as const)
  it(`${clients} connections are accepted where ${filesMax} files may be open`, () => {
    assert.equal(clientsWithin(limits, filesMax), clients)
  })

it('connections to WordPress are files, too', () => {
  assert.equal(clientsWithin({ ...limits, originUrl: 'http://127.0.0.1' }, 1024), 888)
})
