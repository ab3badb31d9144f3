// The lease by which entries of the cache are fresh: the change feed alone renews it, and a pause of the process ends it.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createLease } from '../../../src/cache/lease.ts'

/** A lease of two seconds, a feed whose proofs the test gives, and the clocks of the process. */
function started(test: TestContext, { proves = true } = {}) {
  let [now, wallMs] = [1000, 5_000_000]
  let provenAt: number | null = proves ? -Infinity : null
  test.mock.method(performance, 'now', () => now)
  test.mock.method(Date, 'now', () => wallMs)
  test.mock.timers.enable({ apis: ['setInterval'] })
  const catchingUp: (() => void)[] = []
  const changes: boolean[] = []
  let pauses = 0
  const lease = createLease({
    feed: () => ({
      name: 'binlog',
      provenAt: () => (provenAt === null ? null : performance.timeOrigin + provenAt),
      caughtUp: () => new Promise((resolve) => catchingUp.push(resolve)),
      why: () => 'the log is silent',
    }),
    withinMs: () => 2000,
    paused: () => (pauses += 1),
    changed: ({ isHeld }) => changes.push(isHeld),
  })
  return {
    lease,
    changes,
    pauses: () => pauses,
    now: () => now,
    prove: (at = now) => (provenAt = at),
    /** The process runs for so long. */
    run: (ms: number) => {
      for (let left = ms; left > 0; left -= 100) {
        now += 100
        wallMs += 100
        test.mock.timers.tick(100)
      }
    },
    /** It does not: its machine is suspended, or it is alone. */
    pause: (ms: number, { isMachine = false } = {}) => {
      if (!isMachine) now += ms
      wallMs += ms
    },
    caughtUp: async () => {
      for (const settle of catchingUp.splice(0)) settle()
      await setImmediate()
    },
  }
}

describe('a lease', () => {
  it('is held for so long after the last moment that the feed has proven, and says when that changes', (test) => {
    const { lease, changes, prove, run, now } = started(test)
    assert.equal(lease.isHeld(), false)
    run(3000)
    prove()
    run(100)
    assert.equal(lease.isHeld(), true)
    assert.deepEqual(lease.state(), { isHeld: true, provenAgoMs: 100, withinMs: 2000, why: null })
    run(1800)
    assert.equal(lease.isHeld(), true)
    run(100)
    assert.equal(lease.isHeld(), false)
    assert.equal(lease.state()?.why, 'the log is silent')
    run(500)
    prove(now() - 1500)
    run(100)
    assert.equal(lease.isHeld(), true)
    run(2000)
    assert.deepEqual(changes, [false, true, false])
    lease.stop()
  })

  for (const isMachine of [false, true])
    it(`lapses with a pause of the ${isMachine ? 'machine' : 'process'}, whatever is proven, until the feed has caught up`, async (test) => {
      const { lease, prove, run, pause, pauses, caughtUp } = started(test)
      prove()
      run(200)
      assert.equal(lease.isHeld(), true)
      pause(1200, { isMachine })
      // As a heartbeat that waited in the socket does
      prove()
      assert.equal(lease.isHeld(), false)
      assert.equal(pauses(), 1)
      run(1000)
      prove()
      assert.equal(lease.isHeld(), false)
      await caughtUp()
      assert.equal(lease.isHeld(), true)
      assert.equal(pauses(), 1)
      lease.stop()
    })

  it('lapses where a timer runs first after a pause', (test) => {
    const { lease, prove, run, pause } = started(test)
    prove()
    run(200)
    pause(1200)
    run(100)
    prove()
    assert.equal(lease.isHeld(), false)
    lease.stop()
  })

  it('is held for ever where the feed can prove nothing', (test) => {
    const { lease, run, pause, changes } = started(test, { proves: false })
    run(100)
    pause(60_000)
    assert.equal(lease.isHeld(), true)
    assert.equal(lease.state(), null)
    assert.deepEqual(changes, [])
    lease.stop()
  })
})
