// Waiting for what holds later: a bound that is promised is held to, and a miss says by how much.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, until } from '../../support/eventually.ts'

const holdsAfter = (tries: number) => {
  let left = tries
  return () => {
    left -= 1
    assert(left < 0)
  }
}

describe('eventually', () => {
  it('tries until nothing is thrown', async () => {
    await eventually(holdsAfter(3))
  })

  it('does not let pass what holds later than is promised, and says by how much', async () => {
    // No machine is late enough for this one
    await assert.rejects(
      eventually(holdsAfter(3), -10_000_000),
      /it took \d+ ms, \d+ ms more than the -10000000 ms/,
    )
  })

  it('lets pass what holds within the bound', async () => {
    await eventually(holdsAfter(1), 10_000)
  })
})

describe('until', () => {
  it('answers what is found, also where that is 0 or empty', async () => {
    assert.equal(await until(() => 0), 0)
    assert.equal(await until(() => ''), '')
  })
})
