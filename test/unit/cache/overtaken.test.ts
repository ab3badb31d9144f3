// An answer that a change overtook says nothing to CDNs, which were told of the change already.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createResponseCache, type KeptReply } from '../../../src/cache/response-cache.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import type { Tag } from '../../../src/core/tag.ts'

describe('an answer that a change overtook', () => {
  it('is for no CDN to keep, nor for a browser; the next is', async () => {
    const entries = createTaggedCache<KeptReply>({ bytesMax: 100_000, lifeMs: () => 60_000 })
    const policy = { maxAgeS: 60, forCdn: 'max-age=86400', tagHeaders: 'surrogate-key' } as const
    const cache = createResponseCache(entries, () => policy)
    const load = (before: () => void, ...tags: readonly Tag[]) =>
      cache.load('key', null, async () => {
        before()
        const read = new Set<Tag>(['row:posts:7', ...tags])
        return { ...jsonReply(200, {}, { store: 'shared', tags: read }), address: '/' }
      })
    const overtaken = await load(() => entries.drop(['row:posts:7']))
    assert.ok(overtaken.headers.includes('public, max-age=0, must-revalidate'))
    assert.ok(overtaken.headers.includes('max-age=0'))
    const next = await load(() => entries.drop(['row:posts:8']))
    assert.ok(next.headers.includes('public, max-age=60, must-revalidate'))
    assert.ok(next.headers.includes('max-age=86400'))
    // Nor longer than the clock lets it be right
    const ending = await load(() => {}, `until:${Date.now() + 90_900}`)
    assert.ok(ending.headers.includes('public, max-age=60, must-revalidate'))
    assert.ok(ending.headers.includes('max-age=90'))
    const ended = await load(() => {}, `until:${Date.now() - 90_900}`)
    assert.ok(ended.headers.includes('public, max-age=0, must-revalidate'))
    assert.ok(ended.headers.includes('max-age=0'))
  })
})
