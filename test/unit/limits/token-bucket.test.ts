// A bucket admits at most its quota at once, and its quota again in each window.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { leftIn, secondsUntil } from '../../../src/limits/token-bucket.ts'

const quota = { name: 'minute', requests: 60, windowS: 60 }

for (const [elapsedMs, left] of [
  [0, 10],
  [1000, 11],
  [49_000, 59],
  [50_000, 60],
  [1_000_000, 60],
] as const)
  it(`has ${left} requests ${elapsedMs} ms after it had 10`, () =>
    assert.equal(leftIn(10, elapsedMs, quota), left))

it('has all requests for a client that is not known', () => assert.equal(leftIn(undefined, 0, quota), 60))

for (const [wanted, left, seconds] of [
  [1, 0, 1],
  [1, 0.5, 1],
  [1, 1, 0],
  [60, 0, 60],
  [1, 5, 0],
] as const)
  it(`has ${wanted} requests ${seconds} s after it had ${left}`, () =>
    assert.equal(secondsUntil(wanted, left, quota), seconds))

it('admits no more than the quota and what came back, however requests come', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 200 }),
      (requests, windowS, gapsMs) => {
        const own = { name: 'any', requests, windowS }
        let [nowMs, admitted]: [number, number] = [0, 0]
        let left: number | undefined
        for (const gapMs of gapsMs) {
          nowMs += gapMs
          const now = leftIn(left, gapMs, own)
          admitted += now >= 1 ? 1 : 0
          left = now >= 1 ? now - 1 : now
          assert(admitted <= requests + (nowMs / 1000) * (requests / windowS) + 1e-6)
        }
      },
    ),
  )
})
