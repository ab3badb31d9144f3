// Rows that are kept under several keys: only missing ones are read, together; one that fails, or changed meanwhile, is not
// kept.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import { fail, isFailure } from '../../../src/core/failure.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { createKeptReads, type KeptRows } from '../../../src/read/row-cache.ts'

function fresh() {
  const cache = createTaggedCache<KeptRows>({ bytesMax: 100_000, lifeMs: () => 60_000 })
  const { keepEach, keep } = createKeptReads(cache)
  const asked: (readonly number[])[] = []
  const read = async (places: readonly number[]) => {
    asked.push(places)
    return places.map((place): KeptRows => ({
      rows: [{ id: place }],
      tags: new Set<Tag>([`row:users:${place}`]),
    }))
  }
  return { cache, keep, keepEach, read, asked }
}

describe('kept rows', () => {
  it('are read where they are missing, in the order of their keys', async () => {
    const { keepEach, read, asked } = fresh()
    await keepEach(['a', 'b'], read)
    const found = await keepEach(['c', 'b', 'd', 'a'], read)
    assert(!isFailure(found))
    assert.deepEqual(asked, [
      [0, 1],
      [0, 2],
    ])
    assert.deepEqual(
      found.map(({ rows }) => rows[0]?.['id']),
      [0, 1, 2, 0],
    )
    await keepEach(['d', 'c'], read)
    assert.equal(asked.length, 2)
  })

  it('go with their tags', async () => {
    const { cache, keepEach, read, asked } = fresh()
    await keepEach(['a', 'b'], read)
    cache.drop(['row:users:1'])
    await keepEach(['a', 'b'], read)
    assert.deepEqual(asked, [[0, 1], [1]])
  })

  it('are not kept where reading failed, or they changed while they were read', async () => {
    const { cache, keep, keepEach, read, asked } = fresh()
    assert(isFailure(await keepEach(['a'], async () => fail('query_timeout'))))
    await keepEach(['a'], async (places) => {
      cache.drop(['row:users:0'])
      return read(places)
    })
    await keepEach(['a'], read)
    assert.equal(asked.length, 2)
    let reads = 0
    const once = async (): Promise<KeptRows> => {
      reads += 1
      return { rows: [], tags: new Set() }
    }
    await Promise.all([keep('x', once), keep('x', once)])
    assert.equal(reads, 1)
    // Who asks after a change does not wait for what was begun before it
    const slow = keep('y', async () => {
      cache.drop(['row:users:9'])
      return keep('y', once).then(once)
    })
    await slow
    assert.equal(reads, 3)
  })
})
