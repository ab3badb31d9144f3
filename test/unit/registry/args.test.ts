// Arguments are coerced and refused in the words of rest_validate_value_from_schema, all at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Type, type TProperties, type TSchema } from 'typebox'
import { fail, isFailure, type Refusal } from '../../../src/core/failure.ts'
import { sentence } from '../../../src/core/sentence.ts'
import type { RawArg } from '../../../src/core/raw-args.ts'
import { parseQuery } from '../../../src/core/query-string.ts'
import { describeArg } from '../../../src/registry/arg-document.ts'
import { checkedArg, compileArgs, Id, Ids } from '../../../src/registry/args.ts'

const read = (args: TProperties, query: string) => compileArgs(args)(parseQuery(query)).args

/** What is said of `a`, the only argument, for this query. */
function refusalOf(schema: TSchema, query: string) {
  const failure = read({ a: schema }, query)
  assert.ok(isFailure(failure), JSON.stringify(failure))
  assert.equal(failure.code, 'rest_invalid_param')
  assert.equal(failure.message, 'Invalid parameter(s): a')
  const params: readonly (string | Refusal)[] = Object.values(failure.params ?? {})
  const [refusal] = params
  if (refusal === undefined || typeof refusal === 'string') return undefined
  const { code, message, data } = refusal
  return { code, message, data }
}

const integer = Type.Integer()
const flag = Type.Boolean()
const words = Type.Enum(['red', 'green', 'blue'])

const format = (name: string) => Type.String({ format: name })
const termQuery = Type.Object(
  {
    terms: Ids(''),
    operator: Type.Enum(['AND', 'OR'], { type: 'string', default: 'OR' }),
  },
  { title: 'Query', additionalProperties: false },
)
const terms = Type.Unsafe<unknown>({
  type: ['object', 'array'],
  oneOf: [Type.Array(Id(''), { title: 'List' }), termQuery],
})
const several = Type.Unsafe<unknown>({
  type: ['boolean', 'array'],
  items: Type.Enum(['post', 'page'], { type: 'string' }),
})
const closed = 'rest_additional_properties_forbidden'
const unmatched = 'rest_no_matching_schema'

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
  ['a number', Type.Number(), 'a=1.5e-1', 0.15],
  ['a number that no double is', Type.Number(), 'a=-1e999', -Number.MAX_VALUE],
  ['a list by places', Ids(''), 'a[4]=3&a[2]=1', [3, 1]],
  ['an object', termQuery, 'a[terms]=3,4&a[operator]=AND', { terms: [3, 4], operator: 'AND' }],
  ['an object with what is not raw', termQuery, 'a[terms][]=3', { terms: [3], operator: 'OR' }],
  ['an empty object', termQuery, 'a=', { terms: [], operator: 'OR' }],
  ['the first of two forms', terms, 'a=3,4', [3, 4]],
  ['the second of two forms', terms, 'a[terms]=3', { terms: [3], operator: 'OR' }],
  ['the first type of several that fits', several, 'a=1', true],
  ['another type of several', several, 'a=post,page', ['post', 'page']],
  ['a time', format('date-time'), 'a=2024-01-10T10:00:00', '2024-01-10T10:00:00'],
  ['a time of a zone', format('date-time'), 'a=2024-01-10t10:00:00.5%2B01:00', '2024-01-10t10:00:00.5+01:00'],
  ['a time past the end of a month', format('date-time'), 'a=2024-02-30+10:00:00Z', '2024-02-30 10:00:00Z'],
  ['an email address', format('email'), 'a=a@b.co', 'a@b.co'],
  ['a colour', format('hex-color'), 'a=%23aBc', '#aBc'],
  ['an IP address', format('ip'), 'a=::1', '::1'],
  ['any URI', format('uri'), 'a=x+y', 'x y'],
  ['text of a length', Type.String({ minLength: 2, maxLength: 2 }), 'a=%F0%9F%98%80%F0%9F%98%80', '😀😀'],
  ['text of a pattern', Type.String({ pattern: '^a+$' }), 'a=aaa', 'aaa'],
  ['whatever its author takes', Type.Unsafe<unknown>({ accepts: () => true }), 'a[x]=1', { x: '1' }],
  ['anything, where no type is said', Type.Unsafe<unknown>({ default: 600 }), 'a=x', 'x'],
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
  ['an item by its place', Ids(''), 'a[3]=1&a[7]=x', 'rest_invalid_type', 'a[1] is not of type integer.'],
  ['names for places', Ids(''), 'a[x]=1', 'rest_invalid_type', 'a is not of type array.'],
  ['text for an object', termQuery, 'a=x', 'rest_invalid_type', 'a is not of type object.'],
  ['a property', termQuery, 'a[terms]=x', 'rest_invalid_type', 'a[terms][0] is not of type integer.'],
  ['a property that is not of it', termQuery, 'a[x]=1', closed, 'x is not a valid property of Object.'],
  [
    'an object without what it needs',
    Type.Object({ x: Type.String() }),
    'a[y]=1',
    'rest_property_required',
    'x is a required property of a.',
  ],
  [
    'an object without what it needs and does not describe',
    Type.Unsafe({ type: 'object', properties: { y: Type.String() }, required: ['y', 'x'] }),
    'a[y]=1',
    'rest_property_required',
    'x is a required property of a.',
  ],
  [
    'what one form alone could be',
    terms,
    'a=x',
    unmatched,
    'a is not a valid List. Reason: a[0] is not of type integer.',
  ],
  ['what could be two forms', terms, 'a[0]=x', unmatched, 'a is not a valid List and Query.'],
  [
    'what is of several forms',
    Type.Unsafe<unknown>({ oneOf: [Type.Array(Type.String()), Type.String()] }),
    'a=x',
    'rest_one_of_multiple_matches',
    'a matches more than one of the expected formats.',
  ],
  ['an item of one type of several', several, 'a=x', 'rest_not_in_enum', 'a[0] is not one of post and page.'],
  [
    'what is of none of several types',
    several,
    'a[x]=1',
    'rest_invalid_type',
    'a is not of type boolean,array.',
  ],
  ['a day for a time', format('date-time'), 'a=2024-02-20', 'rest_invalid_date', 'Invalid date.'],
  [
    'a month that is none',
    format('date-time'),
    'a=2024-13-01T00:00:00',
    'rest_invalid_date',
    'Invalid date.',
  ],
  ['no email address', format('email'), 'a=a@b', 'rest_invalid_email', 'Invalid email address.'],
  ['no colour', format('hex-color'), 'a=%23abcd', 'rest_invalid_hex_color', 'Invalid hex color.'],
  ['no IP address', format('ip'), 'a=1.2.3', 'rest_invalid_ip', 'a is not a valid IP address.'],
  ['no UUID', format('uuid'), 'a=1', 'rest_invalid_uuid', 'a is not a valid UUID.'],
  [
    'short text',
    Type.String({ minLength: 1 }),
    'a=',
    'rest_too_short',
    'a must be at least 1 character long.',
  ],
  [
    'long text',
    Type.String({ maxLength: 2 }),
    'a=abc',
    'rest_too_long',
    'a must be at most 2 characters long.',
  ],
  [
    'text of no pattern',
    Type.String({ pattern: '^a$' }),
    'a=b',
    'rest_invalid_pattern',
    'a does not match pattern ^a$.',
  ],
  [
    'items twice',
    Type.Array(words, { uniqueItems: true }),
    'a=red,red',
    'rest_duplicate_items',
    'a has duplicate items.',
  ],
  [
    'few items',
    Type.Array(words, { minItems: 1 }),
    'a=',
    'rest_too_few_items',
    'a must contain at least 1 item.',
  ],
  [
    'many items',
    Type.Array(words, { maxItems: 1 }),
    'a=red,blue',
    'rest_too_many_items',
    'a must contain at most 1 item.',
  ],
  [
    'a step between',
    Type.Integer({ multipleOf: 5 }),
    'a=7',
    'rest_invalid_multiple',
    'a must be a multiple of 5.',
  ],
  [
    'a bound itself',
    Type.Number({ exclusiveMinimum: 1, maximum: 2 }),
    'a=1',
    'rest_out_of_bounds',
    'a must be between 1 (exclusive) and 2 (inclusive)',
  ],
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
      fail('rest_missing_callback_param', sentence('Missing parameter(s): %s', 'a, b'), {
        params: ['a', 'b'],
      }),
    )
  })

  it('says nothing of the rest while an early argument is wrong', () => {
    const early = Type.Integer({ early: true, default: 1 })
    const failure = read({ a: integer, page: early }, 'a=x&page=x')
    assert.ok(isFailure(failure))
    assert.equal(failure.message, 'Invalid parameter(s): page')
  })

  it('names the rest in the order of the request', () => {
    const failure = read({ a: integer, b: flag }, 'b=x&a=x')
    assert.ok(isFailure(failure))
    assert.equal(failure.message, 'Invalid parameter(s): b, a')
  })

  it('takes the default through the schema, as if it were raw', () => {
    assert.deepEqual(read({ a: Type.Array(words, { default: 'red' }) }, ''), { a: ['red'] })
    assert.deepEqual(read({ a: Type.Optional(Type.Array(words, { default: null })) }, ''), {})
  })

  it('takes what JSON has types for, and coerces it no further than the original', () => {
    const json = (schema: TSchema, raw: RawArg) => compileArgs({ a: schema })(new Map([['a', raw]])).args
    assert.deepEqual(json(integer, 7), { a: 7 })
    assert.deepEqual(json(flag, 1), { a: true })
    assert.deepEqual(json(Type.Array(Type.String()), new Map([['0', 'x']])), { a: ['x'] })
    for (const [schema, raw] of [
      [Type.String(), 7],
      [integer, true],
      [flag, 2],
      [Type.Array(Type.String()), new Map([['x', 'y']])],
    ] as const)
      assert.ok(isFailure(json(schema, raw)), JSON.stringify(raw))
  })

  it('says of what its author refuses that it is invalid, and no more', () => {
    const own = Type.String({ accepts: (value: unknown) => value === 'x' })
    assert.deepEqual(read({ a: own }, 'a=x'), { a: 'x' })
    assert.deepEqual(refusalOf(own, 'a=y'), { code: null, message: 'Invalid parameter.', data: null })
  })

  it('names everything that is wrong', () => {
    const failure = read({ a: integer, b: flag, c: integer }, 'a=x&b=x&c=1')
    assert.ok(isFailure(failure))
    assert.equal(failure.message, 'Invalid parameter(s): a, b')
    assert.deepEqual(Object.keys(failure.params ?? {}), ['a', 'b'])
  })

  it('answers the largest exact integer for one that a double does not hold', () => {
    assert.deepEqual(read({ a: Type.Integer({ minimum: 1 }) }, 'a=9007199254740993'), {
      a: Number.MAX_SAFE_INTEGER,
    })
  })

  it('saturates what no id can be, as PHP does', () => {
    for (const [raw, value] of [
      ['-9007199254740993', Number.MIN_SAFE_INTEGER],
      ['18446744073709551616', Number.MAX_SAFE_INTEGER],
      ['1e300', Number.MAX_SAFE_INTEGER],
    ] as const)
      assert.deepEqual(read({ a: Id('') }, `a=${raw}`), { a: value })
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
      fc.property(text, (raw) => {
        parse(
          new Map([
            ['text', raw],
            ['id', raw],
            ['ids', raw],
            ['flag', raw],
          ]),
        )
      }),
    )
  })

  it('reads arguments as each is read alone, in the order of the route, and has one key for equal ones', () => {
    const args = {
      page: Type.Integer({ default: 1 }),
      text: Type.Optional(Type.String()),
      ids: Ids(''),
      order: Type.Enum(['asc', 'desc'], { type: 'string', default: 'desc' }),
      flag: Type.Optional(flag),
      // More sets of names than parsers remember
      ...Object.fromEntries(Array.from({ length: 8 }, (_, nth) => [`more${nth}`, Type.Optional(integer)])),
    }
    const parse = compileArgs(args)
    const alone = Object.entries(args).map(([name, schema]) => ({
      name,
      read: compileArgs({ [name]: schema }),
    }))
    const sent = fc
      .tuple(
        fc.record(
          {
            page: fc.constantFrom('1', '01', '2', 'x'),
            text: fc.constantFrom('', 'a', '1'),
            ids: fc.constantFrom('', '1,2', '1, 2', '2,1'),
            order: fc.constantFrom('asc', 'desc'),
            flag: fc.constantFrom('1', 'true', 'false'),
            unknown: fc.constant('x'),
          },
          { requiredKeys: [] },
        ),
        fc.subarray(Array.from({ length: 8 }, (_, nth) => `more${nth}`)),
      )
      .chain(([some, more]) => {
        const pairs = [...Object.entries(some), ...more.map((name): [string, string] => [name, '7'])]
        return fc.shuffledSubarray(pairs, { minLength: pairs.length }).map((each) => new Map(each))
      })
    const spellings = new Map([
      ['01', '1'],
      ['1, 2', '1,2'],
      ['true', '1'],
    ])
    const respelled = (raw: ReadonlyMap<string, string>) =>
      new Map([
        ['order', 'desc'],
        ...[...raw].toReversed().map(([name, value]) => [name, spellings.get(value) ?? value] as const),
      ])
    let [equal, wrong] = [0, 0]
    fc.assert(
      fc.property(sent, sent, fc.boolean(), (one, another, isSame) => {
        const other = isSame ? respelled(one) : another
        const [first, second] = [one, other].map((raw) => {
          const parsed = parse(raw)
          const parts = alone.map(({ name, read: each }) => {
            const own = raw.get(name)
            return each(new Map(own === undefined ? [] : [[name, own]])).args
          })
          const isRefused = parts.some(isFailure)
          assert.equal(isFailure(parsed.args), isRefused)
          assert.equal(parsed.canonical === null, isRefused)
          if (isRefused) wrong += 1
          else assert.equal(JSON.stringify(parsed.args), JSON.stringify(Object.assign({}, ...parts)))
          return parsed
        })
        if (!first?.canonical || !second?.canonical) return
        const isEqual = JSON.stringify(first.args) === JSON.stringify(second.args)
        if (isEqual) equal += 1
        assert.equal(first.canonical.key() === second.canonical.key(), isEqual)
      }),
      { numRuns: 3000 },
    )
    assert.ok(equal > 500 && wrong > 100, `${equal} equal, ${wrong} refused`)
  })

  it('has no key for values that JSON does not tell apart, sent or by default', () => {
    const odd = checkedArg(Type.String({ default: 'a' }), {
      sanitize: (raw) => (raw === 'plain' ? 'b' : new Set([raw])),
    })
    const parse = compileArgs({ words: odd, other: Type.Optional(Type.String()) })
    const keyOf = (query: string) => parse(parseQuery(query)).canonical?.key()
    for (const query of ['', 'words=c', 'other=x']) assert.equal(keyOf(query), null, query)
    const keys = ['words=plain', 'words=plain&other=', 'words=plain&other=x'].map(keyOf)
    assert.ok(keys.every((key) => typeof key === 'string'))
    assert.equal(new Set(keys).size, keys.length)
  })

  it('reads every id of 64 bits exactly', () => {
    const parse = compileArgs({ id: Id('') })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (id) => {
        const { args: values } = parse(new Map([['id', String(id)]]))
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

  it('shows no limits that only Lectern has', () =>
    assert.deepEqual(shown(Type.Unsafe({ type: 'array', items: { type: 'string' }, membersMax: 3 })), {
      type: 'array',
      items: { type: 'string' },
      required: false,
    }))

  it('shows forms, titles and properties, and nothing of its own', () => {
    const query = {
      title: 'Query',
      type: 'object',
      properties: {
        terms: { description: '', type: 'array', items: { type: 'integer' }, default: [] },
        operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' },
      },
      additionalProperties: false,
    }
    assert.deepEqual(shown(terms), {
      type: ['object', 'array'],
      oneOf: [{ title: 'List', type: 'array', items: { type: 'integer' } }, query],
      required: false,
    })
    const named = Type.Enum(['post', 'page'], { type: 'string', wordsByName: true })
    assert.deepEqual(shown(Type.Array(named)), {
      type: 'array',
      items: { type: 'string', enum: { post: 'post', page: 'page' } },
      required: false,
    })
    assert.deepEqual(shown(Type.Integer({ exclusiveMinimum: 1, early: true, accepts: () => true })), {
      type: 'integer',
      minimum: 1,
      exclusiveMinimum: true,
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
