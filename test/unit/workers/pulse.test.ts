// Whether a process still hears, as whoever asks it counts.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createPulse } from '../../../src/workers/pulse.ts'

function started(t: TestContext, hangMs: number) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const seen = { asked: 0, hung: 0 }
  const pulse = createPulse({
    ask: () => void (seen.asked += 1),
    hangMs,
    onHung: () => void (seen.hung += 1),
  })
  pulse.start()
  t.after(pulse.stop)
  return { pulse, seen, beats: (count: number) => t.mock.timers.tick(count * 1000) }
}

describe('a pulse', () => {
  it('is there as long as each answer comes before the limit', (t) => {
    const { pulse, seen, beats } = started(t, 5000)
    for (let each = 0; each < 10; each += 1) {
      beats(5)
      pulse.heard()
    }
    assert.deepEqual(seen, { asked: 50, hung: 0 })
  })

  it('is gone at the limit, which is said once', (t) => {
    const { pulse, seen, beats } = started(t, 5000)
    beats(5)
    assert.equal(seen.hung, 0)
    assert.ok(pulse.isSilent())
    beats(1)
    assert.equal(seen.hung, 1)
    beats(100)
    assert.deepEqual(seen, { asked: 5, hung: 1 })
  })

  it('is asked for twice at least, and without a limit for ever', (t) => {
    const least = started(t, 1)
    least.beats(2)
    assert.equal(least.seen.hung, 0)
    least.beats(1)
    assert.equal(least.seen.hung, 1)
    t.mock.timers.reset()
    const none = started(t, 0)
    none.beats(10_000)
    assert.equal(none.seen.hung, 0)
    assert.ok(none.pulse.isSilent())
    none.pulse.heard()
    assert.equal(none.pulse.isSilent(), false)
  })

  it('ends', (t) => {
    const { pulse, seen, beats } = started(t, 1000)
    beats(1)
    pulse.stop()
    beats(10)
    assert.deepEqual(seen, { asked: 1, hung: 0 })
  })
})
