// Places for scans: so many at once, so many waiting, none beyond its deadline.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure, type Failure } from '../../../src/core/failure.ts'
import { createScanPlaces, type Place } from '../../../src/read/scan-slots.ts'

function taken(place: Place | Failure): Place {
  assert(!isFailure(place))
  return place
}

describe('places for scans', () => {
  it('are handed on in turn, and refused where the queue is full', async () => {
    const { take } = createScanPlaces({ scansMax: 2, scansWaitingMax: 2, scanTimeoutMs: 60_000 })
    const places = [taken(await take()), taken(await take())]
    const order: number[] = []
    const waiting = [1, 2].map(async (nth) => {
      const place = taken(await take())
      order.push(nth)
      assert(place.leftMs <= 60_000)
      return place
    })
    const refused = await take()
    assert(isFailure(refused))
    assert.deepEqual([refused.code, refused.retryAfterS], ['query_timeout', 5])
    for (const place of places) {
      place.leave()
      place.leave()
    }
    for (const place of await Promise.all(waiting)) place.leave()
    assert.deepEqual(order, [1, 2])
    taken(await take())
    taken(await take())
  })

  it('are not waited for beyond the deadline', async () => {
    const { take } = createScanPlaces({ scansMax: 1, scansWaitingMax: 1, scanTimeoutMs: 10 })
    const first = taken(await take())
    assert(isFailure(await take()))
    first.leave()
    taken(await take()).leave()
    taken(await take())
  })
})
