// A value that is there from when something was found.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCurrent } from '../../../src/app/current.ts'

describe('a current value', () => {
  it('is null until there is one, and then the last', () => {
    const current = createCurrent<number>()
    assert.equal(current.value(), null)
    current.replace(1)
    current.replace(2)
    assert.equal(current.value(), 2)
  })

  it('is handed to those that listen by then', () => {
    const current = createCurrent<number>()
    const heard: number[] = []
    current.replace(1)
    current.onReplaced((value) => heard.push(value))
    current.replace(2)
    assert.deepEqual(heard, [2])
  })
})
