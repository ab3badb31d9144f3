// Checks of passwords against hashes are remembered for its life and by its digest.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRemembered, type Store } from '../../../src/auth/remembered.ts'

const setUp = () => {
  const kept = new Map<string, Exclude<ReturnType<Store['get']>, undefined>>()
  const checked: string[] = []
  const check = (password: string, storedHash: string) => {
    checked.push(password)
    return storedHash === `hash of ${password}`
  }
  return { kept, checked, remembered: createRemembered(kept, 1000, check) }
}

describe('remembered application passwords', () => {
  it('are checked once in their life', () => {
    const { checked, remembered } = setUp()
    const at = (nowMs: number) => remembered.matches('one', 'hash of one', nowMs)
    assert.deepEqual([at(0), at(500), at(999)], [true, true, true])
    assert.deepEqual(checked, ['one'])
    assert.equal(at(1000), true)
    assert.deepEqual(checked, ['one', 'one'])
  })

  it('are checked once where they are wrong, and stay wrong', () => {
    const { checked, remembered } = setUp()
    const at = (nowMs: number) => remembered.matches('wrong', 'hash of one', nowMs)
    assert.deepEqual([at(0), at(500), at(1000)], [false, false, false])
    assert.deepEqual(checked, ['wrong', 'wrong'])
    assert.equal(remembered.matches('one', 'hash of one', 1), true)
  })

  it('match no other hash: not one that replaced theirs', () => {
    const { remembered } = setUp()
    assert.equal(remembered.matches('one', 'hash of one', 0), true)
    assert.equal(remembered.matches('one', 'hash of two', 1), false)
  })

  it('are kept by digest', () => {
    const { kept, remembered } = setUp()
    assert.equal(remembered.matches('wrong', 'hash of one', 0), false)
    remembered.matches('one', 'hash of one', 0)
    assert.deepEqual(
      [...kept.keys()].map((key) => /one|wrong/.test(key)),
      [false, false],
    )
  })
})
