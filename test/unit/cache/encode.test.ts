// Replies are finished once: a strong tag of the bytes for what is shared, no-store for what is not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encode } from '../../../src/cache/encode.ts'
import { jsonReply, type Reply } from '../../../src/core/reply.ts'
import type { Tag } from '../../../src/core/tag.ts'

const reply = (body: Uint8Array, store: Reply['store']): Reply => ({
  status: 200,
  headers: [],
  body,
  tags: new Set(),
  store,
})

describe('encode', () => {
  it('tags what is shared', () => {
    const tags = new Set<Tag>(['table:posts'])
    const { status, headers, body, etag, store } = encode(
      jsonReply(201, { a: 'é' }, { headers: [['X-One', '1']], tags, store: 'shared' }),
    )
    assert.match(etag ?? '', /^"[\w-]{27}"$/)
    assert.deepEqual(headers, [
      'Content-Type',
      'application/json; charset=UTF-8',
      'X-One',
      '1',
      'Cache-Control',
      'public, max-age=0, must-revalidate',
      'ETag',
      etag,
      'Content-Length',
      '10',
    ])
    assert.deepEqual([status, Buffer.from(body).toString(), store], [201, '{"a":"é"}', 'shared'])
  })

  it('lets nobody store the rest', () => {
    const { headers, etag } = encode(reply(Buffer.from('x'), 'never'))
    assert.equal(etag, null)
    assert.deepEqual(headers, ['Cache-Control', 'private, no-store', 'Content-Length', '1'])
  })

  it('gives equal bytes equal tags, and others others', () => {
    const bytes = fc.uint8Array({ maxLength: 20 })
    fc.assert(
      fc.property(bytes, bytes, (one, two) => {
        const [first, second] = [one, two].map((each) => encode(reply(each, 'shared')).etag)
        assert.equal(first === second, Buffer.compare(one, two) === 0)
        assert.equal(encode(reply(Uint8Array.from(one), 'shared')).etag, first)
      }),
    )
  })
})
