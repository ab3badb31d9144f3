// When a main thread counts as hung, by the heartbeats that its watchdog sees.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beatPeriodMs, createHangTest } from '../../../src/observe/heartbeat.ts'

for (const hangMs of [1, 50, 1000, 5000, 10_000, 3_600_000])
  it(`a main thread hangs after ${hangMs} ms of looks without a heartbeat, and not before`, () => {
    const hangs = createHangTest(hangMs)
    const looks = Math.max(2, Math.ceil(hangMs / beatPeriodMs(hangMs)))
    assert(looks * beatPeriodMs(hangMs) >= hangMs)
    let beats = 0
    for (let each = 0; each < 10; each += 1) assert.equal(hangs((beats += 1)), false)
    for (let each = 1; each < looks; each += 1) assert.equal(hangs(beats), false)
    // A heartbeat in time begins the count again
    assert.equal(hangs((beats += 1)), false)
    for (let each = 1; each < looks; each += 1) assert.equal(hangs(beats), false)
    assert.equal(hangs(beats), true)
  })
