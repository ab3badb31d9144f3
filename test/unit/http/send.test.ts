// Conditional answers: every form of If-None-Match (RFC 9110, 13.1.2), and HEAD; and what is said of an answer's age.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encode, type Encoded } from '../../../src/cache/encode.ts'
import { jsonReply } from '../../../src/core/reply.ts'
import type { Request } from '../../../src/core/request.ts'
import { outgoing, withCacheHeaders, type CacheUse } from '../../../src/http/send.ts'

const request = (condition?: string, method = 'GET'): Request => ({
  method,
  path: '/',
  query: '',
  args: () => new Map(),
  header: (name) => (name === 'if-none-match' ? condition : undefined),
  client: { address: '127.0.0.1', isSecure: false, isLocal: true },
  body: async () => new Uint8Array(),
})

const shared: Encoded = encode(jsonReply(200, [1], { headers: [['X-CMS-Total', '1']], store: 'shared' }))
const own: Encoded = encode(jsonReply(200, [1], { store: 'never' }))
const tag = shared.etag ?? ''

describe('outgoing', () => {
  const known = [
    tag,
    `W/${tag}`,
    ` ${tag} `,
    `"other", ${tag}`,
    `"other",${tag}`,
    `${tag}, "other"`,
    `W/"other" , W/${tag}`,
    `,${tag},`,
    `"a,b", ${tag}`,
    '*',
    ' * ',
  ]
  for (const condition of known) {
    it(`answers 304 to ${condition.replaceAll(tag, '<tag>')}`, () => {
      assert.deepEqual(outgoing(request(condition), shared), {
        status: 304,
        headers: ['X-CMS-Total', '1', 'Cache-Control', 'public, max-age=0, must-revalidate', 'ETag', tag],
        body: null,
      })
    })
  }

  it('says nothing of a content that does not go out, however its headers are written', () => {
    const written = { ...shared, headers: ['content-type', 'a/b', 'CONTENT-LENGTH', '3', 'ETag', tag] }
    assert.deepEqual(outgoing(request(tag), written).headers, ['ETag', tag])
  })

  const unknown = [
    undefined,
    '',
    '"other"',
    'W/"other"',
    '""',
    tag.slice(1, -1),
    tag.slice(0, -1),
    `w/${tag}`,
    `${tag.slice(0, -1)}x"`,
    `"${tag}"`,
    tag.toUpperCase(),
    '"*"',
    '**',
    ',',
  ]
  for (const condition of unknown) {
    it(`answers all of it to ${condition?.replaceAll(tag, '<tag>') ?? 'no condition'}`, () => {
      const { status, headers, body } = shared
      assert.deepEqual(outgoing(request(condition), shared), { status, headers, body })
    })
  }

  it('never answers 304 for what is not stored', () => {
    for (const condition of ['*', '"x"', tag]) assert.equal(outgoing(request(condition), own).status, 200)
  })

  it('answers HEAD with the headers alone', () => {
    const { status, headers } = shared
    assert.deepEqual(outgoing(request(undefined, 'HEAD'), shared), { status, headers, body: null })
    assert.equal(outgoing(request(tag, 'HEAD'), shared).status, 304)
  })
})

describe('Age', () => {
  const age = (use: CacheUse, provenAgoMs: number | null, encoded: Partial<Encoded> = {}) => {
    const out = outgoing(request(), shared)
    const lease = provenAgoMs === null ? null : { isHeld: true, provenAgoMs, withinMs: 60_000, why: null }
    const { headers } = withCacheHeaders(out, { ...shared, ...encoded }, use, { lease })
    const at = headers.indexOf('Age')
    return at < 0 ? null : Number(headers[at + 1])
  }
  const ago = (seconds: number) => performance.now() - seconds * 1000 - 500

  it('is counted from when all commits were last proven to be published', () => {
    const madeAt = ago(3000)
    assert.equal(age('hit', 0, { madeAt }), 0)
    assert.equal(age('hit', 42_500, { madeAt }), 42)
    assert.equal(age('hit', 42_500, { madeAt: ago(7) }), 7)
  })

  it('is counted from when it was made where nothing says so, and of what is stale', () => {
    const madeAt = ago(3000)
    assert.equal(age('hit', null, { madeAt }), 3000)
    assert.equal(age('stale', 0, { madeAt }), 3000)
    assert.equal(age('late', 0, { madeAt }), 3000)
  })

  it('is said of nothing that was just made', () => {
    assert.equal(age('miss', 0), null)
    assert.equal(age('none', 0), null)
  })

  it('leads to no longer life than the clock lets it have', () => {
    // Made with max-age=60 an hour before it ends: true as it stands for 59 minutes
    const encoded = encode(jsonReply(200, [1], { store: 'shared' }), undefined, 59 * 60_000)
    // Sums of times of the clock are rounded
    assert.equal(Math.round(encoded.agesFrom - encoded.madeAt), 59 * 60_000)
    const madeAt = ago(59 * 60 + 40)
    const agesFrom = madeAt + 59 * 60_000
    assert.equal(age('hit', 0, { madeAt, agesFrom }), 40)
    assert.equal(age('hit', 0, { madeAt, agesFrom: Infinity }), 0)
  })
})
