// From when a commit counts whose log says whole seconds of a clock that is not ours.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sinceBy } from '../../../src/feed/server-clock.ts'

/** The server said 1 000 000.5 s between our 90 ms and our 110 ms. */
const clock = { serverMs: 1_000_000_500, askedMs: 90, answeredMs: 110 }

it('a commit counts from its arrival, unless its second was over before, whatever the clocks are in doubt by', () => {
  const since = (secondMs: number, arrivedMs: number) => sinceBy(clock, secondMs, arrivedMs)
  // The second ends at our 600 ms, give or take 10
  for (const [arrivedMs, expected] of [
    [150, { atMs: 150, from: 'arrival' }],
    [610, { atMs: 610, from: 'arrival' }],
    [611, { atMs: 600, from: 'second' }],
    [5000, { atMs: 600, from: 'second' }],
  ] as const)
    assert.deepEqual(since(1_000_000_000, arrivedMs), expected)
  // A clock that was set back, and events that have no time
  assert.equal(since(2_000_000_000, 150).from, 'arrival')
  assert.equal(since(0, 150).from, 'arrival')
  assert.deepEqual(sinceBy(null, 1_000_000_000, 5000), { atMs: 5000, from: 'arrival' })
})
