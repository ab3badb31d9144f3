// Arguments are coerced and refused in the words of rest_validate_value_from_schema, all at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Type, type TProperties, type TSchema } from 'typebox'
import { fail, isFailure } from '../../../src/core/failure.ts'
import { parseQuery } from '../../../src/core/query-string.ts'
import { compileArgs, describeArg, Id, Ids } from '../../../src/registry/args.ts'

const read = (args: TProperties, query: string) => compileArgs(args)(parseQuery(query))

/** What is said of `a`, the only argument, for this query. */
function refusalOf(schema: TSchema, query: string) {
  const failure = read({ a: schema }, query)
  assert.ok(isFailure(failure), JSON.stringify(failure))
  assert.equal(failure.code, 'rest_invalid_param')
  assert.equal(failure.message, 'Invalid parameter(s): a')
  const { params = {} } = failure
  return Object.entries(params).find(([name]) => name === 'a')?.[1]
}

const integer = Type.Integer()
const flag = Type.Boolean()
const words = Type.Enum(['red', 'green', 'blue'])

const taken: readonly (readonly [what: string, schema: TSchema, query: string, value: unknown])[] = [
  ['an integer', integer, 'a=7', 7],
  ['a negative integer', integer, 'a=-7', -7],
  ['an integer with a plus', integer, 'a=%2B7', 7],
  ['an integer with blanks', integer, 'a=+7+', 7],
  ['an integer with zeros behind the point', integer, 'a=7.0', 7],
  ['an integer with a point', integer, 'a=7.', 7],
  ['an integer with an exponent', integer, 'a=1e3', 1000],
  ['an integer with zeros in front', integer, 'a=007', 7],
  ['true', flag, 'a=true', true],
  ['TRUE', flag, 'a=TRUE', true],
  ['1', flag, 'a=1', true],
  ['false', flag, 'a=false', false],
  ['0', flag, 'a=0', false],
  ['text', Type.String(), 'a=+x+', ' x '],
  ['no text', Type.String(), 'a', ''],
  ['one of the words', words, 'a=green', 'green'],
  ['an id', Id(''), 'a=9007199254740991', 9007199254740991],
  ['an id that a double does not hold', Id(''), 'a=9007199254740993', '9007199254740993'],
  ['the greatest id', Id(''), 'a=18446744073709551615', '18446744073709551615'],
  ['a list by commas', Ids(''), 'a=3,1,2', [3, 1, 2]],
  ['a list by blanks and commas', Ids(''), 'a=,3,+1++2,', [3, 1, 2]],
  ['a list by brackets', Ids(''), 'a[]=3&a[]=1', [3, 1]],
  ['an empty list', Ids(''), 'a=', []],
  ['a list of words', Type.Array(words), 'a=red,blue', ['red', 'blue']],
]

const number = 'a is not of type integer.'
const refused: readonly (readonly [
  what: string,
  schema: TSchema,
  query: string,
  code: string,
  message: string,
])[] = [
  ['no integer', integer, 'a=x', 'rest_invalid_type', number],
  ['nothing for an integer', integer, 'a=', 'rest_invalid_type', number],
  ['a fraction', integer, 'a=1.5', 'rest_invalid_type', number],
  ['a hexadecimal integer', integer, 'a=0x10', 'rest_invalid_type', number],
  ['an infinite integer', integer, 'a=1e999', 'rest_invalid_type', number],
  ['two integers', integer, 'a=1+2', 'rest_invalid_type', number],
  ['a list for an integer', integer, 'a[]=1', 'rest_invalid_type', number],
  ['no boolean', flag, 'a=yes', 'rest_invalid_type', 'a is not of type boolean.'],
  ['nothing for a boolean', flag, 'a=', 'rest_invalid_type', 'a is not of type boolean.'],
  ['a list for text', Type.String(), 'a[]=1', 'rest_invalid_type', 'a is not of type string.'],
  ['another word', words, 'a=pink', 'rest_not_in_enum', 'a is not one of red, green, and blue.'],
  ['a word in capitals', words, 'a=Red', 'rest_not_in_enum', 'a is not one of red, green, and blue.'],
  ['a word of two', Type.Enum(['asc', 'desc']), 'a=x', 'rest_not_in_enum', 'a is not one of asc and desc.'],
  ['a word of one', Type.Enum(['view']), 'a=x', 'rest_not_in_enum', 'a is not view.'],
  ['an item', Ids(''), 'a=1,x', 'rest_invalid_type', 'a[1] is not of type integer.'],
  ['the first of the items', Ids(''), 'a[]=x&a[]=y', 'rest_invalid_type', 'a[0] is not of type integer.'],
]

describe('compileArgs', () => {
  for (const [what, schema, query, value] of taken)
    it(`takes ${what}`, () => assert.deepEqual(read({ a: schema }, query), { a: value }))

  for (const [what, schema, query, code, message] of refused) {
    it(`refuses ${what}`, () => {
      const refusal = refusalOf(schema, query)
      assert.ok(typeof refusal === 'object')
      assert.deepEqual([refusal.code, refusal.message], [code, message])
    })
  }

  it('takes the limits and refuses one past them', () => {
    const both = Type.Integer({ minimum: 1, maximum: 100 })
    assert.deepEqual([read({ a: both }, 'a=1'), read({ a: both }, 'a=100')], [{ a: 1 }, { a: 100 }])
    const bounds = (message: string) => ({ code: 'rest_out_of_bounds', message, data: null })
    for (const query of ['a=0', 'a=101'])
      assert.deepEqual(refusalOf(both, query), bounds('a must be between 1 (inclusive) and 100 (inclusive)'))
    assert.deepEqual(
      refusalOf(Type.Integer({ minimum: 1 }), 'a=0'),
      bounds('a must be greater than or equal to 1'),
    )
    assert.deepEqual(
      refusalOf(Type.Integer({ maximum: 5 }), 'a=6'),
      bounds('a must be less than or equal to 5'),
    )
  })

  it('names the parameter of a wrong type', () => {
    assert.deepEqual(refusalOf(Ids(''), 'a=1,x'), {
      code: 'rest_invalid_type',
      message: 'a[1] is not of type integer.',
      data: { param: 'a[1]' },
    })
  })

  it('fills in defaults, leaves out what is optional, ignores what is unknown', () => {
    const args = { page: Type.Integer({ default: 1 }), search: Type.Optional(Type.String()), ids: Ids('') }
    assert.deepEqual(read(args, 'other=1'), { page: 1, ids: [] })
    assert.deepEqual(read(args, 'page=2&search=x&ids=4'), { page: 2, search: 'x', ids: [4] })
  })

  it('names everything that is missing, before anything that is wrong', () => {
    const required = Type.String({ required: true })
    assert.deepEqual(
      read({ a: required, b: required, c: integer }, 'c=x'),
      fail('rest_missing_callback_param', 'Missing parameter(s): a, b', { params: ['a', 'b'] }),
    )
  })

  it('names everything that is wrong', () => {
    const failure = read({ a: integer, b: flag, c: integer }, 'a=x&b=x&c=1')
    assert.ok(isFailure(failure))
    assert.equal(failure.message, 'Invalid parameter(s): a, b')
    assert.deepEqual(Object.keys(failure.params ?? {}), ['a', 'b'])
  })

  it('answers an integer that a double does not hold', () => {
    read({ a: Type.Integer({ minimum: 1 }) }, 'a=9007199254740993')
  })

  it('saturates what no id can be, as PHP does', () => {
    for (const [given, value] of [
      ['-9007199254740993', Number.MIN_SAFE_INTEGER],
      ['18446744073709551616', Number.MAX_SAFE_INTEGER],
      ['1e300', Number.MAX_SAFE_INTEGER],
    ] as const)
      assert.deepEqual(read({ a: Id('') }, `a=${given}`), { a: value })
    assert.deepEqual(read({ a: Id('') }, 'a=18446744073709551615'), { a: '18446744073709551615' })
  })

  it('takes as many items as a list may have, and no more', () => {
    const list = (length: number) => `a=${Array.from({ length }, () => '1').join(',')}`
    assert.deepEqual(read({ a: Ids('') }, list(1000)), { a: Array.from({ length: 1000 }, () => 1) })
    assert.equal(refusalOf(Ids(''), list(1001))?.code, 'rest_too_many_items')
  })

  it('says of an id that it is no integer', () => {
    for (const [schema, query, message] of [
      [Id(''), 'a[]=1', 'a is not of type integer.'],
      [Ids(''), 'a[0][x]=1', 'a[0] is not of type integer.'],
    ] as const) {
      const refusal = refusalOf(schema, query)
      assert.ok(typeof refusal === 'object')
      assert.equal(refusal.message, message)
    }
  })

  it('takes any text for what is text or an id', () => {
    const parse = compileArgs({ text: Type.String(), id: Id(''), ids: Ids(''), flag: Type.Optional(flag) })
    const text = fc.string({
      unit: fc.constantFrom('1', '9', '0', '-', '+', 'e', '.', ',', ' ', 'x', '\u00a0'),
    })
    fc.assert(
      fc.property(text, (given) => {
        parse(
          new Map([
            ['text', given],
            ['id', given],
            ['ids', given],
            ['flag', given],
          ]),
        )
      }),
    )
  })

  it('reads every id of 64 bits exactly', () => {
    const parse = compileArgs({ id: Id('') })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (id) => {
        const values = parse(new Map([['id', String(id)]]))
        assert.ok(!isFailure(values))
        assert.equal(BigInt(values.id), id)
        assert.equal(typeof values.id, id > BigInt(Number.MAX_SAFE_INTEGER) ? 'string' : 'number')
      }),
    )
  })
})

describe('describeArg', () => {
  const shown = (schema: TSchema): unknown => JSON.parse(JSON.stringify(describeArg(schema)))

  it('shows ids as integers', () => {
    assert.deepEqual(shown(Id('Which.')), { description: 'Which.', type: 'integer', required: false })
    assert.deepEqual(shown(Ids('Which.')), {
      description: 'Which.',
      type: 'array',
      items: { type: 'integer' },
      default: [],
      required: false,
    })
  })

  it('shows limits, words and what is required', () => {
    assert.deepEqual(shown(Type.Integer({ minimum: 1, default: 1, required: true })), {
      type: 'integer',
      minimum: 1,
      default: 1,
      required: true,
    })
    assert.deepEqual(shown(Type.Enum(['asc', 'desc'], { type: 'string', default: 'asc' })), {
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'asc',
      required: false,
    })
  })
})
