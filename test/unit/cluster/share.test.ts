// A limit of the whole, shared out.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shareOf } from '../../../src/cluster/share.ts'

it('a limit is shared out evenly, and never to nothing unless it is nothing', () => {
  const settings = { connectionsMax: 8, scansMax: 2, scansWaitingMax: 0, cacheBytesMax: 100, brand: 'cms' }
  const names = ['connectionsMax', 'scansMax', 'scansWaitingMax', 'brand'] as const
  assert.deepEqual(shareOf(settings, names, 3), {
    connectionsMax: 2,
    scansMax: 1,
    scansWaitingMax: 0,
    cacheBytesMax: 100,
    brand: 'cms',
  })
})
