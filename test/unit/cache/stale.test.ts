// Dropped entries are kept for a while, within the same bytes; a full cache admits a key that is asked for again.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDoorkeeper } from '../../../src/cache/doorkeeper.ts'
import { createResponseCache, type KeptReply } from '../../../src/cache/response-cache.ts'
import { tagHeadersOf } from '../../../src/cache/tag-headers.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import { fail } from '../../../src/core/failure.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { createDispatch } from '../../../src/http/dispatch.ts'
import { fixedOperation } from '../../../src/registry/fixed-operation.ts'
import { requestOf } from '../../support/request.ts'

const tags = (...names: readonly Tag[]): ReadonlySet<Tag> => new Set(names)

describe('what was dropped', () => {
  const open = (bytesMax = 100_000) =>
    createTaggedCache<{ n: number }>({ bytesMax, lifeMs: () => 60_000, staleMs: 60_000 })

  it('is found as stale alone, until it is made again or forgotten', () => {
    const cache = open()
    cache.begin().keep('a', { n: 1 }, tags('row:posts:1'), 10)
    cache.begin().keep('b', { n: 2 }, tags('row:posts:2'), 10)
    assert.equal(cache.drop(['row:posts:1']), 1)
    assert.equal(cache.drop(['row:posts:1']), 0)
    assert.deepEqual(
      [cache.find('a'), cache.findStale('a'), cache.find('b'), cache.has('row:posts:1')],
      [undefined, { n: 1 }, { n: 2 }, false],
    )
    cache.begin().keep('a', { n: 3 }, tags('row:posts:3'), 10)
    assert.deepEqual([cache.find('a'), cache.dropAll(), cache.dropAll()], [{ n: 3 }, 2, 0])
    assert.deepEqual(cache.findStale('a'), { n: 3 })
    cache.forgetStale()
    assert.deepEqual(cache.size(), { entries: 0, bytes: 0, tags: 0 })
  })

  it('is listed anew once it is made again, after all was dropped', () => {
    const cache = open()
    cache.begin().keep('a', { n: 1 }, tags('row:posts:1'), 10)
    cache.begin().keep('b', { n: 2 }, tags('row:posts:1', 'row:posts:2'), 10)
    assert.deepEqual([cache.dropAll(), cache.has('row:posts:1'), cache.size().tags], [2, false, 0])
    cache.begin().keep('a', { n: 3 }, tags('row:posts:1'), 10)
    assert.deepEqual([cache.find('a'), cache.size().tags], [{ n: 3 }, 1])
    assert.deepEqual(
      [cache.drop(['row:posts:1']), cache.find('a'), cache.findStale('b')],
      [1, undefined, { n: 2 }],
    )
  })

  it('stays within the bytes', () => {
    const cache = open(10_000)
    for (let at = 0; at < 100; at += 1) {
      cache.begin().keep(`k${at}`, { n: at }, tags('row:posts:1'), 1000)
      cache.drop(['row:posts:1'])
    }
    assert.ok(cache.size().bytes <= 10_000)
  })

  it('is served with its age where what is newer cannot be read, and never after a purge', async () => {
    const entries = createTaggedCache<KeptReply>({
      bytesMax: 100_000,
      lifeMs: () => 60_000,
      staleMs: 60_000,
    })
    let isThere = true
    const dispatch = createDispatch({
      authenticate: () => anonymous,
      cache: createResponseCache(entries),
      lease: () => null,
      limit: null,
      positions: null,
      isAway: () => false,
      staleAfterMs: 0,
      renderTimeoutMs: 10_000,
      showsTimings: false,
      observe: () => {},
    })
    const ask = async () => {
      const { status, headers } = await dispatch(
        fixedOperation({
          servedBy: 'gateway',
          path: '/there',
          cacheKey: '/there',
          answer: () =>
            isThere
              ? jsonReply(200, 'x', { tags: tags('row:posts:1'), store: 'shared' })
              : jsonReply(503, fail('database_unavailable').code),
          refuse: (failure) => jsonReply(500, failure.code),
        }),
        requestOf({ url: '/there' }),
      )
      return [status, headers[headers.indexOf('Cache-Status') + 1], headers.includes('Age')]
    }
    assert.deepEqual(await ask(), [200, 'lectern; fwd=miss', false])
    assert.deepEqual(await ask(), [200, 'lectern; hit', true])
    entries.drop(['row:posts:1'])
    isThere = false
    assert.deepEqual(await ask(), [200, 'lectern; fwd=stale; fwd-status=503', true])
    entries.forgetStale()
    assert.deepEqual(await ask(), [503, 'lectern; fwd=miss', false])
  })
})

describe('a full cache', () => {
  it('keeps what is asked for again and again, whoever asks for everything once', () => {
    const cache = createTaggedCache<{ n: number }>({ bytesMax: 200_000, lifeMs: () => 60_000 })
    const ask = (key: string) => {
      if (cache.find(key)) return true
      cache.begin().keep(key, { n: 1 }, tags('row:posts:1'), 1000)
      return false
    }
    const hot = Array.from({ length: 60 }, (_, at) => `hot ${at}`)
    for (let time = 0; time < 2; time += 1) for (const key of hot) ask(key)
    let [hits, asked] = [0, 0]
    for (let at = 0; at < 100_000; at += 1) {
      ask(`once ${at}`)
      if (at % 10 !== 0) continue
      asked += 1
      if (ask(hot[(at / 10) % hot.length] ?? '')) hits += 1
    }
    assert.ok(hits / asked >= 0.95, `a hit ratio of ${hits / asked}`)
    const { entries, bytes, tags: count } = cache.size()
    assert.ok(entries < 200 && bytes <= 200_000 && count === 1)
  })

  it('lets in what is asked for twice', () => {
    const isAskedAgain = createDoorkeeper()
    assert.deepEqual([isAskedAgain('a'), isAskedAgain('b'), isAskedAgain('a')], [false, false, true])
  })
})

describe('tag headers', () => {
  it('hold letters that every CDN takes, within eight kilobytes', () => {
    assert.deepEqual(tagHeadersOf(tags('option:blog name,é', 'row:posts:1'), 'both'), [
      'Surrogate-Key',
      'option:blog%20name%2C%E9 row:posts:1',
      'Cache-Tag',
      'option:blog%20name%2C%E9,row:posts:1',
    ])
    assert.deepEqual(tagHeadersOf(tags('row:posts:1'), 'off'), [])
    const many = Array.from({ length: 1000 }, (_, at): Tag => `row:posts:${at}`)
    assert.deepEqual(tagHeadersOf(tags(...many, 'table:posts'), 'surrogate-key'), [
      'Surrogate-Key',
      'rows:posts table:posts',
    ])
  })

  it('are not longer than bunny.net reads', () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, at): Tag => `row:posts:${String(at).padStart(5, '0')}`)
    const [name, few = ''] = tagHeadersOf(tags(...named(64)), 'cdn-tag')
    assert.deepEqual([name, few.length, few.split(',').length], ['CDN-Tag', 1023, 64])
    assert.deepEqual(tagHeadersOf(tags(...named(65)), 'cdn-tag'), ['CDN-Tag', 'rows:posts'])
  })
})
