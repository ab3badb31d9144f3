// Entities → characters.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeEntities, escaped } from '../../../src/core/entities.ts'

describe('entities', () => {
  it('become the characters that they stand for', () => {
    assert.equal(
      decodeEntities('R&amp;D &#8220;x&#x201d; caf&eacute;&nbsp;&hellip; 5 &lt; 6 &yuml;'),
      'R&D “x” café\u00a0… 5 < 6 ÿ',
    )
  })

  it('that are unknown, or of no text, stay', () => {
    for (const text of ['&nope;', '&#0;', '&#xD800;', '&#1114112;', '& &amp', '&;', '&#;'])
      assert.equal(decodeEntities(text), text)
  })

  it('are decoded once, and bring back what was escaped', () => {
    assert.equal(decodeEntities('&amp;lt;'), '&lt;')
    fc.assert(fc.property(fc.string(), (text) => assert.equal(decodeEntities(escaped(text)), text)))
  })
})
