// Schemas of custom fields, by the settings of each type.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PhpArray, PhpValue } from '../../../../src/database/php-value.ts'
import type { AcfField } from '../../../../src/packs/acf/definitions.ts'
import { schemaOf } from '../../../../src/packs/acf/field-schema.ts'
import { at } from '../../../support/gateway.ts'

type Settings = Readonly<Record<string, PhpValue>>

const php = (settings: Settings): PhpArray => new Map(Object.entries(settings))
const field = (type: string, settings: Settings = {}, more: Partial<AcfField> = {}): AcfField => ({
  key: `field_${type}`,
  name: type,
  label: '',
  type,
  settings: php(settings),
  fields: [],
  layouts: new Map(),
  ...more,
})
const schema = (made: AcfField) => at(schemaOf([made]), 'properties', made.name)
const choices: PhpArray = new Map([
  ['red', 'Red'],
  ['7', 'Seven'],
  ['07', 'Other'],
])

describe('the schema of a field', () => {
  const no = { required: false }
  const ids = { type: ['integer', 'array', 'null'], ...no, items: { type: 'integer' } }
  const cases: readonly (readonly [AcfField, object])[] = [
    [field('text'), { type: ['string', 'null'], ...no }],
    [
      field('textarea', { required: 1, maxlength: '80', default_value: 'a' }),
      { type: ['string', 'null'], required: true, default: 'a', maxLength: 80 },
    ],
    [field('text', { maxlength: 'many', default_value: '' }), { type: ['string', 'null'], ...no }],
    [field('email'), { type: ['string', 'null'], ...no, format: 'email' }],
    [field('url'), { type: ['string', 'null'], ...no, format: 'uri' }],
    [field('oembed'), { type: ['string', 'null'], ...no, format: 'uri' }],
    [
      field('number', { min: '-1.5', max: 0, default_value: 3 }),
      { type: ['number', 'null'], ...no, default: 3, minimum: -1.5 },
    ],
    [field('range'), { type: ['number', 'null'], ...no, minimum: 0, maximum: 100 }],
    [field('range', { min: 5, max: 9 }), { type: ['number', 'null'], ...no, minimum: 5, maximum: 9 }],
    [field('true_false', { default_value: 1 }), { type: ['boolean', 'null'], ...no, default: true }],
    [
      field('image', { min_width: 10, max_size: '2', mime_types: 'jpg, png' }),
      {
        type: ['integer', 'null'],
        ...no,
        minWidth: 10,
        maxSize: 2,
        mimeTypes: 'jpg, png',
      },
    ],
    [field('file'), { type: ['integer', 'null'], ...no }],
    [
      field('gallery', { min: 1, max: 4 }),
      { type: ['array', 'null'], ...no, items: { type: 'number' }, minItems: 1, maxItems: 4 },
    ],
    [field('post_object'), { ...ids, minItems: 1, maxItems: 1 }],
    [field('user', { multiple: 1, allow_null: 1 }), ids],
    [
      field('page_link', { multiple: 1 }),
      {
        type: ['integer', 'array', 'null', 'string'],
        ...no,
        items: { type: ['integer', 'string'] },
        minItems: 1,
      },
    ],
    [field('taxonomy', { field_type: 'radio' }), { ...ids, minItems: 1, maxItems: 1 }],
    [field('taxonomy', { field_type: 'checkbox', allow_null: 1 }), ids],
    [field('relationship', { max: 3 }), { ...ids, minItems: 1, maxItems: 3 }],
    [
      field('select', { choices }),
      {
        type: ['string', 'array', 'int', 'null'],
        ...no,
        items: { type: ['string', 'int'], enum: ['red', '7', '07', 7] },
        minItems: 1,
        maxItems: 1,
      },
    ],
    [
      field('checkbox', { choices, allow_custom: 1 }),
      { type: ['integer', 'string', 'array', 'null'], ...no, items: { type: ['string', 'integer'] } },
    ],
    [
      field('radio', { choices, allow_null: 1 }),
      { type: ['string', 'null'], ...no, enum: ['red', '7', '07', 7, null] },
    ],
    [field('radio', { choices, other_choice: 1 }), { type: ['string', 'null'], ...no }],
    [
      field('button_group', { choices, allow_null: 1, default_value: 'red' }),
      { type: ['string', 'null'], ...no, default: 'red', enum: ['red', '7', '07', 7, null, ''] },
    ],
  ]
  for (const [made, expected] of cases)
    it(`of type ${made.type} with ${[...made.settings.keys()].join(', ') || 'no settings'}`, () =>
      assert.deepEqual(schema(made), expected))

  for (const type of ['date_picker', 'date_time_picker', 'time_picker'])
    it(`of type ${type} says how it is written`, () =>
      assert.match(String(at(schema(field(type)), 'description')), /`.+`/))
})

describe('the schema of what has members', () => {
  const inner = [field('number', { required: 1 }), field('text')]
  const properties = {
    number: { type: ['number', 'null'], required: true },
    text: { type: ['string', 'null'], required: false },
  }

  it('of a group and a repeater is that of their fields', () => {
    assert.deepEqual(schema(field('group', {}, { fields: inner })), {
      type: ['object', 'null'],
      properties,
      required: false,
    })
    assert.deepEqual(schema(field('repeater', { min: 2 }, { fields: inner })), {
      type: ['array', 'null'],
      required: false,
      items: { type: 'object', properties },
      minItems: 2,
    })
    assert.deepEqual(at(schema(field('group')), 'properties'), [])
  })

  it('of a clone has members that cannot be null', () =>
    assert.deepEqual(at(schema(field('clone', {}, { fields: inner })), 'items', 'properties'), {
      number: { required: true, type: ['number'] },
      text: { required: false, type: ['string'] },
    }))

  it('of flexible content is one of its layouts, by name', () => {
    const layouts = new Map([
      ['quote', inner],
      ['rule', []],
    ])
    const items = at(schema(field('flexible_content', {}, { layouts })), 'items', 'oneOf')
    const named = (name: string) => ({
      acf_fc_layout: { type: 'string', required: true, pattern: `^${name}$` },
    })
    assert.deepEqual(items, [
      { type: 'object', properties: { ...named('quote'), ...properties } },
      { type: 'object', properties: named('rule') },
    ])
  })

  it('of links, places and icons names their members', () => {
    const members = (type: string, settings: Settings = {}) =>
      Object.keys(Object(at(schema(field(type, settings)), 'properties')))
    assert.deepEqual(members('link'), ['title', 'url', 'target'])
    assert.deepEqual([members('google_map').length, members('google_map')[0]], [15, 'address'])
    assert.deepEqual(members('icon_picker'), ['type', 'value'])
    const tabs = php({ 0: 'url' })
    assert.deepEqual(at(schema(field('icon_picker', { tabs })), 'properties', 'type', 'enum'), ['url'])
  })
})
