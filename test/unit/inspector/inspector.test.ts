// The inspector compares kept answers with new ones on its scales of time, within its budget, and calls stale only what is so
// for sure.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createInspector, type Inspection, type Made } from '../../../src/inspector/inspector.ts'

const target = { target: '/posts/7?secret=1', accept: null }

/** One kept answer, and what is made for it in turn; the last of these again and again. */
function started(test: TestContext, made: readonly (Made | null)[], queriesMax = 600) {
  let now = 0
  test.mock.method(performance, 'now', () => now)
  test.mock.timers.enable({ apis: ['setInterval'] })
  let kept: string | null = 'old'
  let makings = 0
  const inspections: Inspection[] = []
  const dropped: unknown[] = []
  const inspector = createInspector({
    queriesMax,
    sample: () => 'a key',
    kept: () => (kept === null ? null : { etag: kept, tags: ['row:posts:7'], target }),
    make: async () => made[Math.min(makings++, made.length - 1)] ?? null,
    caughtUp: async () => true,
    drop: (tags) => {
      dropped.push(...tags)
      kept = null
    },
    inspected: (inspection) => inspections.push(inspection),
  })
  test.after(inspector.stop)
  return {
    inspector,
    inspections,
    dropped,
    keep: (etag: string) => (kept = etag),
    makings: () => makings,
    run: async (seconds: number) => {
      for (let left = seconds; left > 0; left -= 1) {
        now += 1000
        test.mock.timers.tick(1000)
        for (let turns = 0; turns < 20; turns += 1) await setImmediate()
      }
    },
  }
}

describe('the inspector', () => {
  it('compares after 1, 10 and 60 seconds', async (test) => {
    const { inspector, inspections, run } = started(test, [{ etag: 'old', queries: 1 }])
    inspector.changed()
    await run(9)
    assert.deepEqual(new Set(inspections.map(({ afterS }) => afterS)), new Set([1]))
    await run(60)
    assert.deepEqual(new Set(inspections.map(({ afterS }) => afterS)), new Set([1, 10, 60]))
    assert.ok(inspections.every(({ isStale, path }) => !isStale && path === '/posts/7'))
  })

  it('calls stale, and drops, what differs from two new answers that are equal', async (test) => {
    const { inspector, inspections, dropped, run } = started(test, [{ etag: 'new', queries: 1 }])
    inspector.changed()
    await run(3)
    assert.deepEqual(inspections, [{ afterS: 1, isStale: true, path: '/posts/7', tags: ['row:posts:7'] }])
    assert.deepEqual(dropped, ['row:posts:7'])
  })

  it('says nothing of what is another each time, cannot be made, or was replaced meanwhile', async (test) => {
    const unequal = Array.from({ length: 40 }, (_, nth) => ({ etag: `new ${nth}`, queries: 1 }))
    for (const made of [unequal, [null]]) {
      const { inspector, inspections, run } = started(test, made)
      inspector.changed()
      await run(15)
      assert.deepEqual(inspections, [])
      inspector.stop()
      test.mock.reset()
      test.mock.timers.reset()
    }
  })

  it('stays within its budget, and takes samples where nothing changes', async (test) => {
    const { makings, run } = started(test, [{ etag: 'old', queries: 6 }], 60)
    await run(300)
    // A query a second, six for each
    assert.ok(makings() >= 15 && makings() <= 51, String(makings()))
  })
})
