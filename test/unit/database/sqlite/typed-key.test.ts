// Keys of stored numbers and times: they compare as what they stand for, and what is no number or time has none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decimalKey, timeKey } from '../../../../src/database/sqlite/typed-key.ts'
import { randomFor } from '../../../support/random.ts'

describe('the key of a decimal', () => {
  it('compares as the decimal does', () => {
    const { below, picked } = randomFor('decimal keys')
    const places = 12
    const drawn = () => {
      const digits = String(below(10 ** below(12)))
      const fraction = picked(['', '.', `.${below(10 ** below(9))}`, '.5', '.0'])
      return `${picked(['', '-', '+'])}${picked(['', '0', '00'])}${digits}${fraction}`
    }
    const scaled = (text: string) => {
      const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? []
      return BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction.padEnd(places, '0')}`)
    }
    for (let nth = 0; nth < 2000; nth += 1) {
      const [one, other] = [drawn(), drawn()]
      const [a, b] = [decimalKey(one) ?? '', decimalKey(other) ?? '']
      assert.equal(
        Math.sign(Number(a > b) - Number(a < b)),
        Number(scaled(one) > scaled(other)) - Number(scaled(one) < scaled(other)),
        `${one} ${other}`,
      )
    }
  })

  it('is none for other texts', () => {
    for (const text of ['', '-', '.', '1e3', ' 1', '1 ', '1,5', '0x1', 'free', '1.2.3', '9'.repeat(36)])
      assert.equal(decimalKey(text), null, text)
    assert.equal(decimalKey('-0'), decimalKey('0'))
    assert.equal(decimalKey('.5'), decimalKey('0.50'))
  })
})

describe('the key of a time', () => {
  it('is its digits, of a date its midnight, and none for other texts', () => {
    const known: readonly (readonly [string, string | null])[] = [
      ['2024-03-01 10:00:05', '20240301100005'],
      ['2024-03-01T10:00', '20240301100000'],
      ['20240301', '20240301000000'],
      ['20240301100000', '20240301100000'],
      ['1709251200', null],
      ['2024-03', null],
      ['2024-03-01 10:00:05Z', null],
      ['soon', null],
    ]
    for (const [text, key] of known) assert.equal(timeKey(text), key, text)
  })
})
