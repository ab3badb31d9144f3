// One answer in every dress: plain, enveloped, as a script, written for people.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../../src/core/failure.ts'
import { parseQuery } from '../../../../src/core/query-string.ts'
import { noTags, type Header } from '../../../../src/core/reply.ts'
import { parsePresentation, present } from '../../../../src/rest/request/presentation.ts'

const page: Header = ['Link', '<p>; rel="next"']
const rootLink: Header = ['Link', '<root>; rel="root"']
const totals: Header = ['X-WP-Total', '32']

function shown(query: string, headers: readonly Header[] = [totals, page], body: unknown = [{ id: 1 }]) {
  const presentation = parsePresentation(parseQuery(query))
  assert.ok(!isFailure(presentation))
  const responded = { status: 404, body, headers, tags: noTags, store: 'shared' } as const
  const reply = present(responded, presentation, {
    common: [['X', 'y']],
    rootLink,
    linkOf: () => page,
  })
  const [[, type] = [], ...rest] = reply.headers
  return { status: reply.status, type, headers: rest, text: new TextDecoder().decode(reply.body) }
}

describe('an answer', () => {
  it('is plain, with its own links or the root', () => {
    assert.deepEqual(shown(''), {
      status: 404,
      type: 'application/json; charset=UTF-8',
      headers: [['X', 'y'], totals, page],
      text: '[{"id":1}]',
    })
    assert.deepEqual(shown('', []).headers, [['X', 'y'], rootLink])
  })

  it('is put into an envelope with its status and headers', () => {
    const { status, headers, text } = shown('_envelope')
    assert.deepEqual([status, headers], [200, [['X', 'y'], rootLink]])
    assert.equal(
      text,
      '{"body":[{"id":1}],"status":404,"headers":{"X-WP-Total":32,"Link":"<p>; rel=\\"next\\""}}',
    )
    assert.match(shown('_envelope=0', []).text, /"headers":\[\]}$/)
  })

  it('is a script that calls back', () => {
    const { type, text } = shown('_jsonp=a.b_1', [], 'x\u2028')
    assert.deepEqual([type, text], ['application/javascript; charset=UTF-8', '/**/a.b_1("x\\u2028")'])
    assert.equal(shown('_jsonp=', []).text, '[{"id":1}]')
  })

  it('is written for people', () => {
    assert.equal(shown('_pretty', []).text, '[\n    {\n        "id": 1\n    }\n]')
  })

  it('calls nothing that is no name', () => {
    for (const query of ['_jsonp=a(b', '_jsonp[]=a', '_jsonp=a%20b', '_jsonp=a-b']) {
      const refused = parsePresentation(parseQuery(query))
      assert.ok(isFailure(refused), query)
      assert.equal(refused.code, 'rest_callback_invalid')
    }
  })
})
