// Timers that end together.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTimers } from '../../../src/feed/timers.ts'

it('no timer runs after the end, nor begins after it', (test) => {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const timers = createTimers()
  const ran: string[] = []
  const begin = (when: string) => {
    timers.every(10, () => ran.push(`every, begun ${when}`))
    timers.after(10, () => ran.push(`after, begun ${when}`))
  }
  begin('before')
  test.mock.timers.tick(10)
  assert.equal(ran.length, 2)
  timers.stop()
  begin('then')
  test.mock.timers.tick(100)
  assert.equal(ran.length, 2)
})
