// How far a feed has proven, and those that wait for more.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLogProof } from '../../../src/feed/log-proof.ts'

const to = { server: 'a', file: 'log.1', offset: 4 }

describe('the proof of a feed', () => {
  it('never goes back', () => {
    const proof = createLogProof()
    assert.equal(proof.at(), -Infinity)
    proof.advance(2, to)
    proof.advance(1, { ...to, offset: 9 })
    assert.equal(proof.at(), 2)
    assert.equal(proof.to()?.offset, 9)
  })

  it('settles those that wait once it reaches their moment', async () => {
    const proof = createLogProof()
    let isReached = false
    const reached = proof.reach(5).then(() => (isReached = true))
    proof.advance(4, null)
    await Promise.resolve()
    assert.equal(isReached, false)
    proof.advance(5, null)
    await reached
  })

  it('rejects those that wait when the feed ends, and those that come later', async () => {
    const proof = createLogProof()
    proof.advance(4, null)
    const waiting = proof.reach(5)
    proof.end()
    await assert.rejects(waiting)
    await assert.rejects(proof.reach(5))
    await proof.reach(4)
  })
})
