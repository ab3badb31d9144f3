// Places for scans: so many at once, so many waiting, none beyond its deadline.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure, type Failure } from '../../../src/core/failure.ts'
import { Work } from '../../../src/core/work.ts'
import { createScanSlots, type ScanSlot } from '../../../src/read/scan-slots.ts'

function taken(slot: ScanSlot | Failure): ScanSlot {
  assert(!isFailure(slot))
  return slot
}

describe('slots for scans', () => {
  it('are handed on in turn, and refused where the queue is full', async () => {
    const { take } = createScanSlots({ scansMax: 2, scansWaitingMax: 2, scanTimeoutMs: 60_000 })
    const slots = [taken(await take()), taken(await take())]
    const order: number[] = []
    const waiting = [1, 2].map(async (nth) => {
      const slot = taken(await take())
      order.push(nth)
      assert(slot.leftMs <= 60_000)
      return slot
    })
    const refused = await take()
    assert(isFailure(refused))
    assert.deepEqual([refused.code, refused.retryAfterS], ['query_timeout', 5])
    for (const slot of slots) {
      slot.release()
      slot.release()
    }
    for (const slot of await Promise.all(waiting)) slot.release()
    assert.deepEqual(order, [1, 2])
    taken(await take())
    taken(await take())
  })

  it('are not kept, nor waited for, by scans whose clients have gone', async () => {
    const { take, count } = createScanSlots({ scansMax: 1, scansWaitingMax: 2, scanTimeoutMs: 60_000 })
    const first = taken(await take())
    let hasGone = false
    const leaving = new Work({ hasGone: () => hasGone }, { route: null, piecesMsMax: Infinity })
    const left = [take(leaving), take(leaving)]
    assert(isFailure(await take()))
    hasGone = true
    const next = [take(leaving), take()]
    assert.deepEqual((await Promise.all(left)).map(isFailure), [true, true])
    first.release()
    const [gone, last] = await Promise.all(next)
    assert(gone && last && isFailure(gone))
    taken(last).release()
    assert.deepEqual(count(), { running: 0, waiting: 0 })
  })

  it('are not waited for beyond the deadline', async () => {
    const { take } = createScanSlots({ scansMax: 1, scansWaitingMax: 1, scanTimeoutMs: 10 })
    const first = taken(await take())
    assert(isFailure(await take()))
    first.release()
    taken(await take()).release()
    taken(await take())
  })
})
