// Files of translations: texts with their contexts in either order of bytes, and bytes that are none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { translationsIn } from '../../../src/app/translation-file.ts'
import { germanMarks, translationFile } from '../../support/translations.ts'

describe('a file of translations', () => {
  it('has texts by their originals, whatever the order of its bytes', () => {
    const texts = { '': 'Language: de\n', Search: 'Suchen …', ...germanMarks }
    const read = new Map(Object.entries(texts).map(([text, translated]) => [text, [translated]]))
    for (const isBig of [false, true]) assert.deepEqual(translationsIn(translationFile(texts, isBig)), read)
  })
  it('has the forms of a text for numbers by the one for one', () => {
    const file = translationFile({ 'a\u0004%d day\0%d days': '%d dzień\0%d dni\0%d dni' })
    assert.deepEqual(translationsIn(file), new Map([['a\u0004%d day', ['%d dzień', '%d dni', '%d dni']]]))
  })
  it('is refused where it is another, or cut off', () => {
    assert.equal(translationsIn(Buffer.from('<?php return array();')), 'is no file of translations')
    assert.equal(translationsIn(Buffer.alloc(40)), 'is no file of translations')
    assert.equal(translationsIn(translationFile({ a: 'b', c: 'd' }).subarray(0, 40)), 'is cut off')
  })
  it('is refused where a text is cut off', () => {
    const file = translationFile({ a: 'bcd' })
    assert.equal(translationsIn(file.subarray(0, -2)), 'is cut off')
  })
  it('leaves out texts of another encoding', () => {
    const file = translationFile({ March: 'M\u00e4rz', May: 'Mai' })
    const latin = file.toString('latin1').replace('M\u00c3\u00a4rz', 'M\u00e4rz\0')
    assert.deepEqual(translationsIn(Buffer.from(latin, 'latin1')), new Map([['May', ['Mai']]]))
  })
  it('is refused where each of its texts is said to be all of it', () => {
    const count = 500_000
    const numbers = new Uint32Array(7 + 2 * count)
    numbers.set([0x95_04_12_de, 0, count, 28, 28])
    for (let at = 7; at < numbers.length; at += 2) numbers[at] = numbers.byteLength
    assert.equal(translationsIn(Buffer.from(numbers.buffer)), 'has texts within others')
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
