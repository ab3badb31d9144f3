// Integers reach JSON digit by digit, whatever their size, and other ids as texts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { copyJson, idToJson } from '../../../src/core/json.ts'

const cases: readonly (readonly [value: number | string, json: string])[] = [
  [0, '0'],
  [-7, '-7'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['9007199254740993', '9007199254740993'],
  ['18446744073709551615', '18446744073709551615'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['0', '0'],
  ['', '""'],
  ['abc', '"abc"'],
  ['1,"x":2', '"1,\\"x\\":2"'],
  ['1.5', '"1.5"'],
  ['12\n', '"12\\n"'],
  ['007', '"007"'],
]

describe('idToJson', () => {
  for (const [value, json] of cases) {
    it(`writes ${JSON.stringify(value)} as ${json}`, () =>
      assert.equal(JSON.stringify({ id: idToJson(value) }), `{"id":${json}}`))
  }

  it('writes every integer of 64 bits as its digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), (integer) => {
        assert.equal(JSON.stringify([idToJson(String(integer))]), `[${integer}]`)
      }),
    )
  })
})

describe('copyJson', () => {
  it('copies values of JSON with the digits of their integers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), (value, integer) => {
        const item = { value, ids: [{ id: idToJson(String(integer)) }] }
        assert.equal(JSON.stringify(copyJson(item)), JSON.stringify(item))
      }),
    )
  })

  it('has no parts of what it copies', () => {
    const item = { tags: ['a'] }
    const copy = copyJson(item)
    item.tags.push('b')
    assert.deepEqual(copy, { tags: ['a'] })
  })

  it('refuses what JSON cannot hold', () => {
    for (const value of [undefined, () => 1, Symbol('a')])
      assert.throws(() => copyJson(value), /is nothing that JSON can hold/)
  })
})
