// Whether a process still hears, as whoever asks it counts.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPulse } from '../../../src/cluster/heartbeat.ts'

it('a pulse is silent after five questions without an answer, until the next answer', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let asked = 0
  const pulse = createPulse(() => void (asked += 1))
  pulse.start()
  t.after(pulse.stop)
  const beats = (count: number) => t.mock.timers.tick(count * 1000)
  beats(4)
  assert.equal(pulse.isSilent(), false)
  beats(1)
  assert.equal(pulse.isSilent(), true)
  pulse.heard()
  assert.equal(pulse.isSilent(), false)
  pulse.stop()
  beats(10)
  assert.deepEqual([asked, pulse.isSilent()], [5, false])
})
