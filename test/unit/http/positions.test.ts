// A request that brings a place of the database's log waits for it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicMs } from '../../../src/core/change.ts'
import { isFailure } from '../../../src/core/failure.ts'
import { encodePosition } from '../../../src/core/log-position.ts'
import { createPositions, type PlacedFeed } from '../../../src/http/positions.ts'

const place = encodePosition({ server: '12345678', file: 'b.1', offset: 4 })

function feedOfNow(): PlacedFeed {
  let provenAt = monotonicMs()
  return {
    provenAt: () => provenAt,
    caughtUp: async () => {
      provenAt = monotonicMs()
    },
  }
}

describe('a position that a request brings', () => {
  it('waits for the feed, which is not followed at once when a gateway starts', async () => {
    let feed: PlacedFeed | null = null
    const positions = createPositions({ brand: 'cms', feed: () => feed, waitMs: 10_000 })
    const reached = [positions.reach(place), positions.reach(place)]
    setTimeout(() => (feed = feedOfNow()), 50)
    assert.deepEqual(await Promise.all(reached), ['reached', 'reached'])
  })

  it('waits for the feed that takes the place of one that is stopped meanwhile, or cannot catch up now', async () => {
    for (const end of [async () => {}, () => Promise.reject(new Error('the database is away'))]) {
      const provenAt = monotonicMs()
      let feed: PlacedFeed = { provenAt: () => provenAt, caughtUp: end }
      const positions = createPositions({ brand: 'cms', feed: () => feed, waitMs: 10_000 })
      const reached = [positions.reach(place), positions.reach(place)]
      setTimeout(() => (feed = feedOfNow()), 50)
      assert.deepEqual(await Promise.all(reached), ['reached', 'reached'])
    }
  })

  it('is reached by a feed that always proves what was there a moment ago', async () => {
    const feed: PlacedFeed = { provenAt: () => monotonicMs() - 150, caughtUp: async () => {} }
    const positions = createPositions({ brand: 'cms', feed: () => feed, waitMs: 10_000 })
    assert.equal(await positions.reach(place), 'reached')
  })

  it('is not reached by one that does not catch up in time', async () => {
    const provenAt = monotonicMs()
    const feed: PlacedFeed = { provenAt: () => provenAt, caughtUp: async () => {} }
    const positions = createPositions({ brand: 'cms', feed: () => feed, waitMs: 30 })
    assert.equal(await positions.reach(`${place}; else=new`), 'anew')
  })

  it('is not reached where none is followed in time', async () => {
    const positions = createPositions({ brand: 'cms', feed: () => null, waitMs: 30 })
    const answer = await positions.reach(place)
    assert.ok(typeof answer !== 'string' && isFailure(answer) && answer.code === 'position_not_reached')
    assert.equal(await positions.reach(`${place}; else=new`), 'anew')
  })
})
