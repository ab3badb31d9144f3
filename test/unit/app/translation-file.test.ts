// Files of translations: texts with their contexts in either order of bytes, and bytes that are none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { translationsIn } from '../../../src/app/translation-file.ts'
import { germanMarks, translationFile } from '../../support/translations.ts'

describe('a file of translations', () => {
  it('has texts by their originals, whatever the order of its bytes', () => {
    const texts = { '': 'Language: de\n', Search: 'Suchen …', ...germanMarks }
    for (const isBig of [false, true])
      assert.deepEqual(translationsIn(translationFile(texts, isBig)), new Map(Object.entries(texts)))
  })
  it('is refused where it is another, or cut off', () => {
    assert.equal(translationsIn(Buffer.from('<?php return array();')), 'is no file of translations')
    assert.equal(translationsIn(Buffer.alloc(40)), 'is no file of translations')
    assert.equal(translationsIn(translationFile({ a: 'b', c: 'd' }).subarray(0, 40)), 'is cut off')
  })
  it('is read or refused, whatever its bytes are', () => {
    const numbers = fc.array(fc.nat({ max: 80 }), { minLength: 6, maxLength: 30 })
    fc.assert(
      fc.property(numbers, (all) => {
        const bytes = Buffer.alloc(4 + all.length * 4)
        for (const [nth, number] of [0x95_04_12_de, ...all].entries()) bytes.writeUInt32LE(number, nth * 4)
        const read = translationsIn(bytes)
        assert(typeof read === 'string' || read.size <= bytes.length / 8)
      }),
    )
  })
})
