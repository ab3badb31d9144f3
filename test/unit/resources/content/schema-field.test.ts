// Values that are served of stored text by a schema: pairs that were measured on the original, version 7.1.4.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { schemaField } from '../../../../src/resources/content/schema-field.ts'

const whole = Type.Unsafe<unknown>({ type: 'integer' })
const schemas = {
  wholes: Type.Array(whole),
  words: Type.Array(Type.String(), { default: ['x', 'y'] }),
  size: Type.Unsafe<unknown>({
    type: 'object',
    properties: {
      w: { type: 'number' },
      on: { type: 'boolean', default: true },
      list: { type: 'array', items: { type: 'object', properties: { k: { type: 'integer' } } } },
    },
  }),
  counts: Type.Unsafe<unknown>({ type: 'object', additionalProperties: { type: 'integer' } }),
  needed: Type.Unsafe<unknown>({
    type: 'object',
    properties: { w: { type: 'integer', minimum: 2, required: true } },
    default: { w: 3, extra: 1 },
  }),
  letter: Type.Enum(['a', 'b'], { type: 'string' }),
  flag: Type.Boolean(),
  number: Type.Integer({ default: 7 }),
}

const served: readonly (readonly [string | null, Partial<Record<keyof typeof schemas, unknown>>])[] = [
  [null, { wholes: [], words: ['x', 'y'], size: [], needed: null, letter: null, flag: false, number: 7 }],
  ['', { wholes: [], words: [], size: [], counts: [], needed: null, letter: null, flag: false, number: 0 }],
  ['12', { wholes: [12], words: ['12'], size: null, flag: null, number: 12 }],
  ['12abc', { wholes: null, words: ['12abc'], number: null }],
  ['1,2,3', { wholes: [1, 2, 3], words: ['1', '2', '3'], number: null }],
  ['b', { letter: 'b' }],
  ['c', { letter: null }],
  ['a:2:{i:0;s:1:"1";i:1;s:1:"2";}', { wholes: [1, 2], words: ['1', '2'], size: null, counts: [1, 2] }],
  ['a:3:{i:0;i:1;i:1;i:2;i:2;i:3;}', { wholes: [1, 2, 3], words: null }],
  ['a:2:{i:3;i:1;i:5;i:2;}', { wholes: [1, 2], counts: { 3: 1, 5: 2 } }],
  ['a:0:{}', { wholes: [], words: [], size: [], counts: [], needed: null }],
  ['a:1:{s:1:"w";s:1:"2";}', { size: { w: 2 }, counts: { w: 2 }, needed: { w: 2 } }],
  ['a:1:{s:1:"w";i:1;}', { size: { w: 1 }, needed: null }],
  ['a:2:{s:1:"w";s:3:"3.5";s:5:"extra";i:1;}', { size: null, counts: null }],
  ['a:2:{s:1:"w";i:3;s:4:"list";a:0:{}}', { size: { w: 3, list: [] }, counts: null }],
  ['a:1:{s:4:"list";a:1:{i:0;a:1:{s:1:"k";s:1:"4";}}}', { size: { list: [{ k: 4 }] } }],
  ['a:2:{i:0;s:1:"a"', { wholes: null, words: ['a:2:{i:0;s:1:"a"'] }],
  ['a:1:{i:0;i:1;}x', { words: ['a:1:{i:0;i:1;}x'] }],
  ['a:2:{i:0;i:1;}', { wholes: [], size: null, flag: false, number: null }],
  ['b:1;', { wholes: [1], flag: true, number: null }],
  ['N;', { wholes: null, words: null, size: null, flag: null, number: null }],
  ['i:5;', { wholes: [5], number: 5, flag: null }],
  ['O:3:"Foo":1:{s:1:"w";i:3;}', { wholes: null, words: null, size: null, counts: null }],
]

it('serves what fits the schema, and null of anything else', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const { read } = schemaField({ key: 'k', schema })
    for (const [stored, values] of served)
      for (const [each, value] of Object.entries(values))
        if (each === name) assert.deepEqual(read(stored), value, `${name} of ${stored}`)
  }
})

it('is described with the members that WordPress adds, and closed objects', () => {
  const { schema } = schemaField({ key: 'k', schema: schemas.size })
  assert.deepEqual(
    { ...schema },
    {
      type: 'object',
      title: '',
      description: '',
      properties: {
        w: { type: 'number' },
        on: { type: 'boolean', default: true },
        list: {
          type: 'array',
          items: { type: 'object', properties: { k: { type: 'integer' } }, additionalProperties: false },
        },
      },
      additionalProperties: false,
      default: [],
    },
  )
})

it('serves long lists', () => {
  const stored = Array.from({ length: 1500 }, () => '1').join(',')
  const value = schemaField({ key: 'k', schema: schemas.wholes }).read(stored)
  assert.ok(Array.isArray(value) && value.length === 1500)
})

it('converts what it serves', () => {
  const { read } = schemaField({ key: 'k', schema: schemas.wholes, sanitize: (value) => [value] })
  assert.deepEqual(read('1'), [[1]])
})
