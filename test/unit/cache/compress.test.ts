// Compression: only of what anybody may see, of text, from a kilobyte; counted with the entry.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { compress, codings, isCompressible } from '../../../src/cache/compress.ts'
import { encode } from '../../../src/cache/encode.ts'
import { createResponseCache, type KeptReply } from '../../../src/cache/response-cache.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import { replyOf, type Reply } from '../../../src/core/reply.ts'

const of = (text: string, store: Reply['store'] = 'shared', type = 'application/json; charset=UTF-8') => ({
  ...replyOf(200, text, { headers: [['Content-Type', type]], tags: new Set(['row:posts:1']), store }),
  address: '/',
})

describe('compression', () => {
  it('begins at a kilobyte of text that may be shared', () => {
    assert.deepEqual(
      [
        of('x'.repeat(1023)),
        of('x'.repeat(1024)),
        of('x'.repeat(1024), 'never'),
        of('x'.repeat(1024), 'shared', 'image/png'),
        of('x'.repeat(1024), 'shared', 'text/css'),
        of('x'.repeat(1024), 'shared', 'application/graphql-response+json'),
      ].map((reply) => isCompressible(encode(reply))),
      [false, true, false, false, true, true],
    )
  })

  it('leaves as it is what would become longer', async () => {
    const encoded = encode(of(randomBytes(8192).toString('latin1')))
    const noise = { ...encoded, body: randomBytes(4096) }
    for (const coding of codings) assert.equal(await compress(noise, coding), noise)
  })

  it('keeps no more memory alive than it counts', async () => {
    const isOwn = ({ body }: { readonly body: Uint8Array }) => body.buffer.byteLength === body.byteLength
    for (const text of ['x'.repeat(1024), 'x'.repeat(50_000)]) {
      const encoded = encode({ ...of(text), body: Buffer.from(text) })
      assert(isOwn(encoded))
      for (const coding of codings) assert(isOwn(await compress(encoded, coding)), coding)
    }
  })

  it('counts every coding among the bytes of its entry, once, and drops it with it', async () => {
    const entries = createTaggedCache<KeptReply>({ bytesMax: 1_000_000, lifeMs: () => 60_000 })
    const cache = createResponseCache(entries)
    const text = Array.from({ length: 5000 }, (_, at) => String(at * 7919)).join()
    const plain = await cache.load('a', null, async () => of(text))
    let expected = entries.size().bytes
    for (const coding of codings) {
      const found = await Promise.all([cache.find('a', coding), cache.find('a', coding)])
      const [encoded] = found
      assert(encoded && encoded !== plain && encoded === found[1])
      expected += encoded.body.byteLength + encoded.headers.join('').length
      assert.equal(entries.size().bytes, expected)
    }
    assert.equal(entries.size().tags, 1)
    entries.drop(['row:posts:1'])
    assert.deepEqual(entries.size(), { entries: 0, bytes: 0, tags: 0 })
  })

  it('drops an entry that no longer fits with its codings, and answers all the same', async () => {
    const entries = createTaggedCache<KeptReply>({ bytesMax: 9000, lifeMs: () => 60_000 })
    const cache = createResponseCache(entries)
    const text = randomBytes(6000).toString('hex').slice(0, 8000)
    await cache.load('a', null, async () => of(text))
    assert.equal(entries.size().entries, 1)
    const found = await cache.find('a', 'br')
    assert.ok(found && found.body.byteLength < 8000)
    assert.deepEqual(entries.size(), { entries: 0, bytes: 0, tags: 0 })
  })
})
