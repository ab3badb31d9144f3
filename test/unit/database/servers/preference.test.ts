// The choice among several servers: the first that is well, without going to and fro.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conditionOf, preferred, type Health } from '../../../../src/database/servers/preference.ts'

const wanted = { lagMaxMs: 5000, returnMs: 30_000 }
const now = 100_000

const source: Health = { problem: null, unfit: null, replication: { kind: 'none' }, wellSince: 0 }
const away: Health = { ...source, problem: 'ECONNREFUSED', wellSince: null }
const unfit: Health = { ...source, unfit: 'it has no table wp_posts', wellSince: null }
const replica = (lagMs: number | null, isRunning = true): Health => ({
  ...source,
  replication: { kind: 'replica', isRunning, lagMs },
})

const order = (healths: readonly Health[], current: number | null) => preferred(healths, current, now, wanted)

describe('preferred', () => {
  it('tries those that are well first, in the order in which they were given', () => {
    assert.deepEqual(order([source, replica(0), source], null), [0, 1, 2])
    assert.deepEqual(order([replica(6000), away, source], null), [2, 0])
    assert.deepEqual(order([unfit, replica(null, false), source], null), [2, 1, 0])
    assert.deepEqual(order([away, away], null), [])
  })

  it('goes on reading what it reads, until that is worse than another', () => {
    assert.deepEqual(order([{ ...source, wellSince: now }, replica(0)], 1), [1, 0])
    assert.deepEqual(order([source, replica(5001)], 1), [0, 1])
    assert.deepEqual(order([source, away], 1), [0])
    // Old is better than nothing, and not worth a move to what is old as well
    assert.deepEqual(order([replica(7000), replica(9000), away], 1), [1, 0])
  })

  it('goes back to one that goes before once it has been well for long enough', () => {
    const since = (wellSince: number) => ({ ...source, wellSince })
    assert.deepEqual(order([since(now - 29_999), source], 1), [1, 0])
    assert.deepEqual(order([since(now - 30_000), source], 1), [0, 1])
    assert.deepEqual(order([source, source, since(0)], 1), [0, 1, 2])
    assert.deepEqual(order([away, source, since(0)], 1), [1, 2])
  })

  it('waits ten times as long for one that is further behind than what is read', () => {
    const since = (lagMs: number, wellSince: number) => ({ ...replica(lagMs), wellSince })
    const later = 1_000_000
    const tried = (before: Health, read: Health) => preferred([before, read], 1, later, wanted)
    assert.deepEqual(tried(since(1000, later - 299_999), source), [1, 0])
    assert.deepEqual(tried(since(1000, later - 300_000), source), [0, 1])
    assert.deepEqual(tried(since(1000, later - 30_000), replica(1000)), [0, 1])
  })
})

describe('conditionOf', () => {
  it('takes a replica for well as long as it may be behind so far, or where that is not known', () => {
    const is = (health: Health) => conditionOf(health, 5000)
    assert.deepEqual(
      [0, 5000, 5001, null].map((lagMs) => is(replica(lagMs))),
      ['well', 'well', 'behind', 'well'],
    )
    assert.equal(is(replica(null, false)), 'stopped')
    assert.equal(is({ ...source, replication: { kind: 'unknown' } }), 'well')
  })
})
