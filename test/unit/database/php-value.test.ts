// PHP's serialized values: what PHP writes is read, all else is null, and no text costs more than its length.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parsePhpList, parsePhpValue, type PhpValue } from '../../../src/database/php-value.ts'

type Value = null | boolean | number | string | Value[]

/** Arrays of PHP as lists where their keys are those of one, else as objects. */
function plain(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value
  const isList = [...value.keys()].every((key, at) => key === String(at))
  return isList
    ? [...value.values()].map(plain)
    : Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]))
}

/** PHP's serialize. */
function serialize(value: Value): string {
  if (value === null) return 'N;'
  if (typeof value === 'boolean') return `b:${Number(value)};`
  if (typeof value === 'number') return `i:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  return `a:${value.length}:{${value.map((item, at) => `i:${at};${serialize(item)}`).join('')}}`
}

const read: readonly (readonly [text: string, value: unknown])[] = [
  ['N;', null],
  ['b:1;', true],
  ['b:0;', false],
  ['i:7;', 7],
  ['i:-7;', -7],
  ['d:0.5;', 0.5],
  ['s:0:"";', ''],
  ['s:3:"a"b";', 'a"b'],
  ['s:2:"é";', 'é'],
  ['s:4:"😀";', '😀'],
  ['a:2:{i:0;i:5;i:1;s:1:"x";}', [5, 'x']],
  ['a:1:{s:5:"width";i:640;}', { width: 640 }],
  ['a:1:{s:1:"a";a:1:{i:0;b:1;}}', { a: [true] }],
]

const broken = [
  '',
  'text',
  'i:7',
  'i:x;',
  's:5:"abc";',
  's:1:"é";',
  's:3:"abc',
  'a:2:{i:0;i:5;}',
  'a:1:{i:0;',
  'a:1:{i:0;i:5x;}',
  'a:999999999:{',
  'O:8:"stdClass":0:{}',
  'a:1:{i:0;O:8:"stdClass":0:{}}',
  'a:1:{i:0;C:11:"ArrayObject":0:{}}',
  'a:2:{i:0;i:1;i:1;R:2;}',
  'a:1:{i:0;'.repeat(100_000),
]

describe('parsePhpValue', () => {
  for (const [text, value] of read)
    it(`reads ${text}`, () => assert.deepEqual(plain(parsePhpValue(text)), value))
  for (const text of broken)
    it(`gives null for ${JSON.stringify(text.slice(0, 40))}`, () => assert.equal(parsePhpValue(text), null))

  it('reads arrays without any text', () => {
    assert.deepEqual(plain(parsePhpValue('a:0:{}')), [])
    assert.deepEqual(plain(parsePhpValue('a:2:{i:0;i:5;i:1;b:1;}')), [5, true])
  })

  it('reads what PHP writes', () => {
    const { value } = fc.letrec<{ value: Value; list: Value[] }>((tie) => ({
      list: fc.array(tie('value'), { maxLength: 4 }),
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        fc.maxSafeInteger().map((integer) => integer + 0),
        fc.constant(null),
        tie('list'),
      ),
    }))
    fc.assert(fc.property(value, (each) => assert.deepEqual(plain(parsePhpValue(serialize(each))), each)))
  })

  it('takes any text, cut and changed ones too', () => {
    const text = serialize([1, 'two', [true, null, 'drei']])
    const units = fc.string({ unit: fc.constantFrom('a', 's', 'i', ':', ';', '{', '}', '"', '0', '1', '2') })
    fc.assert(
      fc.property(fc.nat(text.length), units, fc.nat(4), (at, other, cut) => {
        parsePhpValue(text.slice(0, at) + other + text.slice(at + cut))
        parsePhpValue(`a:${other}`)
      }),
    )
  })

  it('reads a megabyte and no more', () => {
    const text = (length: number) => `s:${length - 13}:"${'x'.repeat(length - 13)}";`
    const [largest, larger] = [text(1_048_576), text(1_048_577)]
    assert.deepEqual([largest.length, larger.length], [1_048_576, 1_048_577])
    assert.equal(parsePhpValue(largest), 'x'.repeat(1_048_563))
    assert.equal(parsePhpValue(larger), null)
  })

  it('makes nothing of what its own names mean elsewhere', () => {
    parsePhpValue('a:1:{s:9:"__proto__";a:1:{s:8:"polluted";i:1;}}')
    assert.equal('polluted' in {}, false)
  })

  it('refuses classes of every name', () => {
    for (const name of ['constructor', 'toString', '__proto__'])
      assert.equal(parsePhpValue(`O:${name.length}:"${name}":1:{s:1:"a";i:1;}`), null, name)
  })

  it('does not go back in the text for a length below zero', () => {
    assert.equal(parsePhpValue('a:500000000:{s:0:"";s:-8:"'), null)
  })

  it('looks through blanks once', () => {
    assert.equal(parsePhpValue(`a${' '.repeat(1_000_000)}x`), null)
  })
})

describe('parsePhpList', () => {
  const lists: readonly (readonly [text: string, list: readonly string[]])[] = [
    ['a:2:{i:0;i:5;i:1;s:2:"17";}', ['5', '17']],
    ['a:2:{i:3;i:5;i:9;s:1:"6";}', ['5', '6']],
    ['a:2:{s:1:"a";i:5;s:1:"b";a:1:{i:0;i:6;}}', ['5']],
    ['a:0:{}', []],
    ['i:7;', []],
    ['', []],
    ['a:1:{i:0;i:5;', []],
  ]
  for (const [text, list] of lists)
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parsePhpList(text), list))

  it('reads a list of integers', () => {
    assert.deepEqual(parsePhpList('a:2:{i:0;i:228;i:1;i:229;}'), ['228', '229'])
    assert.deepEqual(parsePhpList('a:2:{i:3;i:5;i:9;i:6;}'), ['5', '6'])
  })

  it('keeps ids that a double does not hold', () => {
    assert.deepEqual(parsePhpList('a:2:{i:0;i:9007199254740993;i:1;s:1:"7";}'), ['9007199254740993', '7'])
  })
})
