// Accept headers, by their weights.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mediaTypeOf, prefersPage } from '../../../src/graphql/media-type.ts'
import { anyCodePoints } from '../../support/code-points.ts'

const [older, newer] = ['application/json', 'application/graphql-response+json'] as const

describe('the media type of an answer', () => {
  const cases: readonly (readonly [accept: string | undefined, type: string | null])[] = [
    [undefined, older],
    ['', older],
    ['*/*', older],
    ['application/*', older],
    [older, older],
    [newer, newer],
    [`${newer}, ${older};q=0.9`, newer],
    [`${older}, ${newer}`, older],
    [`${older};q=0.5,${newer};q=0.6`, newer],
    [`${newer};q=0, */*`, older],
    ['APPLICATION/JSON ; charset=UTF-8', older],
    [`${older}; charset=latin1, ${newer}; charset="utf-8"`, newer],
    ['text/html, image/png', null],
    [`${older};q=0`, null],
    [`${older};q=nonsense`, null],
    [`${newer};q=2, ${older};q=0.5`, older],
    [',;,', null],
    [`${older};q=0, */*`, newer],
    [`${older};q=0, application/*;q=0.5`, newer],
    [`${older};q=0, ${newer};q=0, */*`, null],
    ['application/*;q=0, */*', null],
    [`${older};q=0.1, ${newer};q=0.2, */*`, newer],
    [`${older};charset=latin1;q=0, */*`, older],
  ]
  for (const [accept, type] of cases)
    it(`of ${accept}: ${type}`, () => assert.equal(mediaTypeOf(accept), type))

  it('is never thrown about', () => {
    fc.assert(
      fc.property(anyCodePoints(), (accept) => {
        const type = mediaTypeOf(accept)
        assert(type === null || type === older || type === newer)
        assert.equal(typeof prefersPage(accept), 'boolean')
      }),
    )
  })
})

describe('a page', () => {
  it('is rather wanted by whoever says so first', () => {
    for (const accept of [
      'text/html',
      'text/html,application/xml;q=0.9,*/*;q=0.8',
      `${older};q=0.9, text/html`,
      '*/*, text/html',
      'text/*, application/*;q=0.9',
      'application/*;q=0, */*',
    ])
      assert.equal(prefersPage(accept), true, accept)
    for (const accept of [
      undefined,
      '*/*',
      older,
      `${older}, text/html`,
      `text/html;q=0.1, ${newer}`,
      'text/plain',
      'text/*, */*',
      `text/*, ${older}`,
      'text/html;q=0, */*',
    ])
      assert.equal(prefersPage(accept), false, String(accept))
  })
})
