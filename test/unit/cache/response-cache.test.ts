// Answers are kept within their bytes and for their life, made once for all who ask, and never when they must not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createResponseCache, type KeptReply } from '../../../src/cache/response-cache.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import type { AddressedReply, Reply } from '../../../src/core/reply.ts'
import type { Tag } from '../../../src/core/tag.ts'

const lifeMs = 60_000

function reply(difference: Partial<Reply> = {}): AddressedReply {
  return {
    address: '/',
    status: 200,
    headers: [],
    body: new Uint8Array(1),
    tags: new Set(),
    store: 'shared',
    ...difference,
  }
}

/** Whether a cache of ten thousand bytes keeps it. */
async function keeps(difference: Partial<Reply>, key = 'a'): Promise<boolean> {
  const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => lifeMs }))
  await cache.load(key, null, async () => reply(difference))
  return cache.find(key, null) !== undefined
}

describe('the response cache', () => {
  it('keeps what may be shared', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => lifeMs }))
    assert.equal(cache.find('a', null), undefined)
    const made = await cache.load('a', null, async () => reply())
    assert.equal(cache.find('a', null), made)
    assert.equal(cache.find('b', null), undefined)
  })

  it('counts the age of what nothing notices changes of from when it was made', async () => {
    const entries = createTaggedCache<KeptReply>({ bytesMax: 10_000, lifeMs: () => lifeMs })
    const cache = createResponseCache(entries, undefined, (tags) => tags.has('table:posts'))
    const seen = await cache.load('a', null, async () => reply())
    assert.equal(seen.agesFrom, Infinity)
    const unseen = await cache.load('b', null, async () => reply({ tags: new Set<Tag>(['table:posts']) }))
    assert.equal(unseen.agesFrom, unseen.madeAt)
  })

  it('keeps nothing that may not', async () => assert.equal(await keeps({ store: 'never' }), false))

  it('keeps nothing that failed', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => lifeMs }))
    await assert.rejects(
      cache.load('a', null, () => Promise.reject(new Error('lost'))),
      { message: 'lost' },
    )
    assert.equal(cache.find('a', null), undefined)
    assert.equal((await cache.load('a', null, async () => reply())).status, 200)
  })

  it('makes an answer once for all who ask meanwhile', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => lifeMs }))
    let made = 0
    const make = async () => {
      made += 1
      return reply()
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.load('a', null, make)))
    assert.equal(made, 1)
    assert.equal(new Set(answers).size, 1)
  })

  it('makes each answer anew where it keeps nothing, also for those who ask meanwhile', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 0, lifeMs: () => lifeMs }))
    let made = 0
    const make = async () => {
      made += 1
      return reply()
    }
    await Promise.all([cache.load('a', null, make), cache.load('a', null, make)])
    await cache.load('a', null, make)
    assert.deepEqual([made, cache.find('a', null)], [3, undefined])
  })

  it('lets an answer live for its time', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => 5 }))
    await cache.load('a', null, async () => reply())
    await setTimeout(15)
    assert.equal(cache.find('a', null), undefined)
  })

  it('stays within its bytes: what was used least recently goes', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => lifeMs }))
    // A full cache lets in what is asked for again
    for (let at = 0; at < 40; at += 1)
      await cache.load(`k${Math.floor(at / 2)}`, null, async () => reply({ body: new Uint8Array(2000) }))
    const kept = Array.from({ length: 20 }, (_, at) => `k${at}`).filter((key) => cache.find(key, null))
    assert.ok(kept.length >= 2 && kept.length <= 4, kept.join())
    assert.deepEqual(
      kept,
      Array.from({ length: kept.length }, (_, at) => `k${20 - kept.length + at}`),
    )
    const [oldest = ''] = kept
    void cache.find(oldest, null)
    await cache.load('new', null, async () => reply({ body: new Uint8Array(2000) }))
    await cache.load('new', null, async () => reply({ body: new Uint8Array(2000) }))
    assert.deepEqual(
      [cache.find(oldest, null) !== undefined, cache.find(kept[1] ?? '', null) !== undefined],
      [true, false],
    )
  })

  it('answers what is larger than it, and keeps what it has', async () => {
    const cache = createResponseCache(createTaggedCache({ bytesMax: 10_000, lifeMs: () => lifeMs }))
    await cache.load('small', null, async () => reply())
    const large = await cache.load('large', null, async () => reply({ body: new Uint8Array(10_001) }))
    assert.equal(large.body.byteLength, 10_001)
    assert.deepEqual([cache.find('large', null), cache.find('small', null) === undefined], [undefined, false])
  })

  it('counts bodies, headers, keys and tags', async () => {
    const tags = (count: number) => new Set(Array.from({ length: count }, (_, at): Tag => `row:posts:${at}`))
    const x = (length: number) => 'x'.repeat(length)
    assert.deepEqual(
      [await keeps({ body: new Uint8Array(8000) }), await keeps({ body: new Uint8Array(9999) })],
      [true, false],
    )
    assert.deepEqual(
      [await keeps({ headers: [['X', x(8000)]] }), await keeps({ headers: [['X', x(9999)]] })],
      [true, false],
    )
    assert.deepEqual([await keeps({}, x(4000)), await keeps({}, x(5000))], [true, false])
    assert.deepEqual([await keeps({ tags: tags(60) }), await keeps({ tags: tags(1000) })], [true, false])
  })
})
