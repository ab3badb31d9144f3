// Entries go with their tags; what was read before a change of them was known is not kept.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTaggedCache, type TaggedCache } from '../../../src/cache/tagged-cache.ts'
import type { Tag } from '../../../src/core/tag.ts'

const open = (bytesMax = 100_000) => createTaggedCache<{ n: number }>({ bytesMax, lifeMs: () => 60_000 })
const tags = (...names: readonly Tag[]): ReadonlySet<Tag> => new Set(names)

describe('the tagged cache', () => {
  it('drops what has one of the tags, and nothing else', () => {
    const cache = open()
    cache.begin().keep('a', { n: 1 }, tags('row:posts:1', 'list:posts:post'), 10)
    cache.begin().keep('b', { n: 2 }, tags('row:posts:2', 'list:posts:post'), 10)
    cache.begin().keep('c', { n: 3 }, tags('row:users:1'), 10)
    assert.equal(cache.drop(['row:posts:1', 'row:posts:9']), 1)
    assert.deepEqual([cache.find('a'), cache.find('b'), cache.find('c')], [undefined, { n: 2 }, { n: 3 }])
    assert.equal(cache.drop(['list:posts:post']), 1)
    assert.equal(cache.dropAll(), 1)
    assert.deepEqual(cache.size(), { entries: 0, bytes: 0, tags: 0 })
  })

  it('does not find what is dropped by the look whether anything is fresh', () => {
    for (const staleMs of [0, 60_000]) {
      const isProven = (): boolean => cache.dropAll() >= 0
      const limits = { bytesMax: 100_000, lifeMs: () => 60_000, isProven, staleMs }
      const cache: TaggedCache<{ n: number }> = createTaggedCache(limits)
      for (const look of [cache.find, cache.peek]) {
        cache.begin().keep('a', { n: 1 }, tags('row:posts:1'), 10)
        assert.equal(look('a'), undefined)
      }
    }
  })

  it('keeps in its place what can be revised, each entry once', () => {
    const cache = open()
    cache.begin().keep('a', { n: 1 }, tags('row:posts:1', 'list:posts:post'), 10)
    cache.begin().keep('b', { n: 20 }, tags('list:posts:post'), 10)
    const revise = ({ n }: { n: number }) => (n < 10 ? { n: n + 1 } : null)
    const reading = cache.begin()
    assert.equal(cache.drop(['row:posts:1', 'list:posts:post'], undefined, { revise }), 1)
    assert.deepEqual([cache.find('a'), cache.find('b')], [{ n: 2 }, undefined])
    // What is read meanwhile is in doubt all the same
    assert.equal(reading.keep('c', { n: 3 }, tags('list:posts:post'), 10), false)
    assert.equal(cache.drop(['list:posts:post']), 1)
    assert.deepEqual(cache.size(), { entries: 0, bytes: 0, tags: 0 })
  })

  it('keeps nothing whose tags are held, or nothing at all, until they are released', () => {
    const cache = open()
    const keeps = (tag: Tag) => cache.begin().keep('a', { n: 1 }, tags(tag), 10)
    cache.hold(1, tags('row:posts:1'))
    cache.hold(2, tags('row:posts:1', 'row:posts:2'))
    assert.deepEqual([keeps('row:posts:1'), keeps('row:posts:3')], [false, true])
    cache.release(1)
    assert.equal(keeps('row:posts:1'), false)
    cache.hold(3, 'all')
    assert.equal(keeps('row:posts:3'), false)
    cache.release(3)
    cache.release(2)
    assert.equal(keeps('row:posts:1'), true)
    cache.hold(4, 'all')
    cache.releaseAll()
    assert.equal(keeps('row:posts:1'), true)
  })

  it('keeps nothing that began before a change of its tags was known', () => {
    const cache = open()
    const [stale, fresh] = [cache.begin(), cache.begin()]
    cache.drop(['row:posts:1'])
    assert.equal(stale.keep('a', { n: 1 }, tags('row:posts:1'), 10), false)
    assert.equal(fresh.keep('b', { n: 2 }, tags('row:posts:2'), 10), true)
    assert.equal(cache.begin().keep('a', { n: 3 }, tags('row:posts:1'), 10), true)
    const before = cache.begin()
    cache.dropAll()
    assert.equal(before.keep('c', { n: 1 }, tags('row:users:7'), 10), false)
  })

  it('ends what the clock makes another', (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 1000 })
    const cache = open()
    cache.begin().keep('a', { n: 1 }, tags('row:posts:1', 'until:3000', 'until:2000'), 10)
    cache.begin().keep('b', { n: 2 }, tags('row:posts:1'), 10)
    test.mock.timers.setTime(1999)
    assert.deepEqual(cache.find('a'), { n: 1 })
    test.mock.timers.setTime(2000)
    assert.deepEqual([cache.find('a'), cache.find('b')], [undefined, { n: 2 }])
    // What was made before and comes to be kept after is none
    assert.equal(cache.begin().keep('a', { n: 1 }, tags('until:2000'), 10), false)
  })

  it('remembers a bounded number of changes: beyond, all counts as changed', () => {
    const cache = open()
    const flight = cache.begin()
    cache.drop(Array.from({ length: 30_000 }, (_, at): Tag => `row:posts:${at}`))
    assert.equal(flight.keep('a', { n: 1 }, tags('row:users:1'), 10), false)
  })

  it('forgets what was used least, with its tags', () => {
    const cache = open(10_000)
    // A full cache lets in what is asked for again
    for (let at = 0; at < 200; at += 1) {
      const key = Math.floor(at / 2)
      cache.begin().keep(`k${key}`, { n: key }, tags(`row:posts:${key}`), 1000)
    }
    const { entries, bytes, tags: count } = cache.size()
    assert.ok(entries > 0 && entries < 10 && bytes <= 10_000 && count === entries)
    assert.equal(cache.find('k0'), undefined)
  })

  it('keeps under the same name what was made last', () => {
    const cache = open()
    cache.begin().keep('a', { n: 1 }, tags('row:posts:1'), 10)
    cache.begin().keep('a', { n: 2 }, tags('row:posts:2'), 10)
    assert.equal(cache.drop(['row:posts:1']), 0)
    assert.deepEqual(cache.find('a'), { n: 2 })
  })
})
