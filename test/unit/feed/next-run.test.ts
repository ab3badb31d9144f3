// Runs that are shared: none begins before whoever asked, and none beside another.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { nextRun } from '../../../src/feed/next-run.ts'

it('whoever asks while one runs shares the next', async () => {
  const ends: (() => void)[] = []
  let begun = 0
  const ask = nextRun(async () => {
    const own = (begun += 1)
    await new Promise<void>((resolve) => ends.push(resolve))
    return own
  })
  const first = [ask(), ask()]
  await setImmediate()
  assert.equal(begun, 1)
  const second = [ask(), ask(), ask()]
  await setImmediate()
  assert.equal(begun, 1)
  ends[0]?.()
  assert.deepEqual(await Promise.all(first), [1, 1])
  await setImmediate()
  ends[1]?.()
  assert.deepEqual(await Promise.all(second), [2, 2, 2])
})

it('one that failed keeps nobody from the next', async () => {
  let begun = 0
  const ask = nextRun(async () => {
    begun += 1
    if (begun === 1) throw new Error('once')
    return begun
  })
  await assert.rejects(ask(), /once/)
  assert.equal(await ask(), 2)
})
