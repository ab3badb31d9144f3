// The heartbeat of a process, as the process that asks for it counts.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHeartbeat } from '../../../src/cluster/heartbeat.ts'

it('a heartbeat is silent after five questions without an answer, until the next answer', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let asked = 0
  const heartbeat = createHeartbeat(() => void (asked += 1))
  heartbeat.start()
  t.after(heartbeat.stop)
  const beats = (count: number) => t.mock.timers.tick(count * 1000)
  beats(4)
  assert.equal(heartbeat.isSilent(), false)
  beats(1)
  assert.equal(heartbeat.isSilent(), true)
  heartbeat.received()
  assert.equal(heartbeat.isSilent(), false)
  heartbeat.stop()
  beats(10)
  assert.deepEqual([asked, heartbeat.isSilent()], [5, false])
})
