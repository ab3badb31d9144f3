// When a main thread counts as hung, by the heartbeats that its watchdog sees.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beatPeriodMs, createHangTest, type ThreadTimes } from '../../../src/observe/heartbeat.ts'

for (const hangMs of [1, 50, 1000, 5000, 10_000, 3_600_000])
  it(`a main thread hangs after ${hangMs} ms of looks without a heartbeat, and not before`, () => {
    const hangs = createHangTest(hangMs)
    const looks = Math.max(2, Math.ceil(hangMs / beatPeriodMs(hangMs)))
    assert(looks * beatPeriodMs(hangMs) >= hangMs)
    let beats = 0
    for (let each = 0; each < 10; each += 1) assert.equal(hangs((beats += 1), null), false)
    for (let each = 1; each < looks; each += 1) assert.equal(hangs(beats, null), false)
    // A heartbeat in time begins the count again
    assert.equal(hangs((beats += 1), null), false)
    for (let each = 1; each < looks; each += 1) assert.equal(hangs(beats, null), false)
    assert.equal(hangs(beats, null), true)
  })

it('a main thread hangs after the time that it had for itself, without that in which it waited for a processor', () => {
  const hangMs = 1000
  const periodMs = beatPeriodMs(hangMs)
  const looks = (timesAt: (nth: number) => ThreadTimes | null) => {
    const hangs = createHangTest(hangMs)
    let nth = 0
    while (nth < 1000 && !hangs(1, timesAt(nth))) nth += 1
    return nth
  }
  const running = (part: number) => (nth: number) => ({
    ranMs: nth * part * periodMs,
    queuedMs: 0,
    isReady: true,
  })
  assert.equal(looks(running(1)), 5)
  assert.equal(looks(running(1 / 2)), 10)
  assert.equal(looks(running(1 / 10)), 50)
  assert.equal(looks(running(0)), 1000)
  // A look that is late is one look
  assert.equal(looks(running(7)), 5)
  // One that waits for something else has that time for itself, but not where it waited for a processor as well
  assert.equal(
    looks(() => ({ ranMs: 3, queuedMs: 3, isReady: false })),
    5,
  )
  assert.equal(
    looks((nth) => ({ ranMs: 3, queuedMs: (nth * periodMs) / 2, isReady: false })),
    10,
  )
  assert.equal(
    looks((nth) => ({ ranMs: 3, queuedMs: nth * periodMs * 7, isReady: false })),
    1000,
  )
  assert.equal(
    looks(() => null),
    5,
  )
})
