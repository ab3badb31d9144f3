// Checks of passwords against hashes are remembered for their life and by digest.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRemembered, type Store } from '../../../src/auth/remembered.ts'

const setUp = () => {
  const kept = new Map<string, Exclude<ReturnType<Store['get']>, undefined>>()
  const checked: string[] = []
  const check = async (password: string, storedHash: string) => {
    checked.push(password)
    return storedHash === `hash of ${password}`
  }
  const remembered = createRemembered(kept, 1000, check)
  const matches = (password: string, storedHash: string, nowMs: number) =>
    remembered.matches(password, storedHash, '192.0.2.1', nowMs)
  return { kept, checked, matches, remembered }
}

describe('remembered application passwords', () => {
  it('are checked once in their life', async () => {
    const { checked, matches } = setUp()
    const at = (nowMs: number) => matches('one', 'hash of one', nowMs)
    assert.deepEqual([await at(0), await at(500), await at(999)], [true, true, true])
    assert.deepEqual(checked, ['one'])
    assert.equal(await at(1000), true)
    assert.deepEqual(checked, ['one', 'one'])
  })

  it('are checked once where they are wrong, and stay wrong', async () => {
    const { checked, matches } = setUp()
    const at = (nowMs: number) => matches('wrong', 'hash of one', nowMs)
    assert.deepEqual([await at(0), await at(500), await at(1000)], [false, false, false])
    assert.deepEqual(checked, ['wrong', 'wrong'])
    assert.equal(await matches('one', 'hash of one', 1), true)
  })

  it('match no other hash: not one that replaced theirs', async () => {
    const { matches, remembered } = setUp()
    assert.equal(await matches('one', 'hash of one', 0), true)
    assert.equal(remembered.known('one', 'hash of one', 1), true)
    assert.equal(remembered.known('one', 'hash of two', 1), null)
    assert.equal(await matches('one', 'hash of two', 1), false)
  })

  it('are kept by digest', async () => {
    const { kept, matches } = setUp()
    assert.equal(await matches('wrong', 'hash of one', 0), false)
    await matches('one', 'hash of one', 0)
    assert.deepEqual(
      [...kept.keys()].map((key) => /one|wrong/.test(key)),
      [false, false],
    )
  })
})
