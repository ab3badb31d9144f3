// Files of translations: texts with their contexts in either order of bytes, and bytes that are none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { textBytesMax, translationsIn } from '../../../src/app/translation-file.ts'
import { germanMarks, translationFile } from '../../support/translations.ts'

const sizeOf = (read: ReturnType<typeof translationsIn>) => (typeof read === 'string' ? read : read.size)

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
  it('is refused where a text is cut off', () => {
    const file = translationFile({ a: 'bcd' })
    assert.equal(translationsIn(file.subarray(0, -2)), 'is cut off')
  })
  it('has the first form of a text, and none that is long or of another encoding', () => {
    const long = 'x'.repeat(textBytesMax)
    const texts = {
      'day\0days': 'Tag\0Tage',
      [long]: long,
      [`${long}x`]: 'a',
      b: `${long}x`,
      March: 'M\u00e4rz',
    }
    const file = translationFile(texts)
    const read = translationsIn(
      Buffer.from(file.toString('latin1').replace('M\u00c3\u00a4rz', 'M\u00e4rz\0'), 'latin1'),
    )
    assert.deepEqual(
      read,
      new Map([
        ['day', 'Tag'],
        [long, long],
      ]),
    )
  })
  it('is read in little time and memory, though each of its texts is said to be all of it', () => {
    const count = 500_000
    const numbers = new Uint32Array(7 + 2 * count)
    numbers.set([0x95_04_12_de, 0, count, 28, 28])
    for (let at = 7; at < numbers.length; at += 2) numbers[at] = numbers.byteLength
    assert.equal(sizeOf(translationsIn(Buffer.from(numbers.buffer))), 0)
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
