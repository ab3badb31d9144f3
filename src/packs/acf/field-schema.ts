// JSON schemas of fields for OPTIONS: the values that clients may send, by the settings of each field.
import { phpToJson } from '../../index.ts'
import { arrayOf, isTruthy, phpText, textIn, textsIn } from '../php/stored.ts'
import type { AcfField } from './definitions.ts'
import { membersOf } from './light.ts'

type Schema = Readonly<Record<string, unknown>>

/** The schema of `acf` with these fields. */
export function schemaOf(fields: readonly AcfField[]): Schema {
  return {
    description: 'Its custom fields.',
    type: 'object',
    properties: propertiesOf(fields, true),
  }
}

/** PHP writes an object without members as an empty list. */
function propertiesOf(fields: readonly AcfField[], isTop: boolean, more: Schema = {}): unknown {
  const members = membersOf(fields, ({ field }) => fieldSchema(field), { prefix: '', isTop })
  const properties = {
    ...more,
    ...Object.fromEntries(
      [...members].map(([name, schema]) => [name, schema ?? { type: ['string', 'null'], required: false }]),
    ),
  }
  return Object.keys(properties).length === 0 ? [] : properties
}

function fieldSchema(field: AcfField): Schema {
  const { settings, type } = field
  const required = isTruthy(settings.get('required'))
  const of = (...types: readonly string[]) => ({ type: types, required })
  const text = { ...of('string', 'null'), ...defaultIn(field) }
  switch (type) {
    case 'email':
      return { ...text, format: 'email' }
    case 'url':
    case 'oembed':
      return { ...text, format: 'uri' }
    case 'number':
      return {
        ...of('number', 'null'),
        ...defaultIn(field),
        ...numbersIn(field, ['minimum', 'min'], ['maximum', 'max']),
      }
    case 'range':
      return {
        ...of('number', 'null'),
        minimum: 0,
        maximum: 100,
        ...defaultIn(field),
        ...numbersIn(field, ['minimum', 'min'], ['maximum', 'max']),
      }
    case 'true_false':
      return { ...of('boolean', 'null'), default: isTruthy(settings.get('default_value')) }
    case 'date_picker':
      return { ...of('string', 'null'), description: 'A day: `Ymd`.' }
    case 'date_time_picker':
      return { ...of('string', 'null'), description: 'A day and a time: `Y-m-d H:i:s`.' }
    case 'time_picker':
      return { ...of('string', 'null'), description: 'A time: `H:i:s`.' }
    case 'select':
    case 'checkbox':
    case 'radio':
    case 'button_group':
      return choiceSchema(field, required)
    case 'image':
    case 'file':
      return { ...of('integer', 'null'), ...limitsOfFile(field) }
    case 'gallery':
      return {
        ...of('array', 'null'),
        items: { type: 'number' },
        ...numbersIn(field, ['minItems', 'min'], ['maxItems', 'max']),
      }
    case 'post_object':
    case 'user':
      return {
        ...of('integer', 'array', 'null'),
        items: { type: 'integer' },
        ...countsOf(field, !isTruthy(settings.get('multiple'))),
      }
    case 'page_link':
      return {
        ...of('integer', 'array', 'null', 'string'),
        items: { type: ['integer', 'string'] },
        ...countsOf(field, !isTruthy(settings.get('multiple'))),
      }
    case 'taxonomy': {
      const isOne = ['select', 'radio'].includes(textIn(settings, 'field_type'))
      return { ...of('integer', 'array', 'null'), items: { type: 'integer' }, ...countsOf(field, isOne) }
    }
    case 'relationship':
      return {
        ...of('integer', 'array', 'null'),
        items: { type: 'integer' },
        ...countsOf(field, false),
        ...numbersIn(field, ['minItems', 'min'], ['maxItems', 'max']),
      }
    case 'link':
      return {
        ...of('object', 'null'),
        properties: {
          title: { type: 'string' },
          url: { type: 'string', required: true, format: 'uri' },
          target: { type: 'string' },
        },
      }
    case 'google_map':
      return { ...of('object', 'null'), properties: place }
    case 'icon_picker':
      return { ...of('object', 'null'), properties: iconIn(field) }
    case 'group':
    case 'clone':
    case 'repeater':
    case 'flexible_content':
      return nestedSchema(field, required)
    default:
      return { ...text, ...numbersIn(field, ['maxLength', 'maxlength']) }
  }
}

function defaultIn({ settings }: AcfField): Schema {
  const value = settings.get('default_value')
  return value === undefined || value === null || value === '' ? {} : { default: phpToJson(value) }
}

/** Members of a schema from settings that are numbers other than 0. */
function numbersIn({ settings }: AcfField, ...names: readonly (readonly [string, string])[]): Schema {
  return Object.fromEntries(
    names.flatMap(([name, setting]) => {
      const value = phpText(settings.get(setting)).trim()
      return value !== '' && Number.isFinite(Number(value)) && Number(value) !== 0
        ? [[name, Number(value)]]
        : []
    }),
  )
}

function countsOf({ settings }: AcfField, isOne: boolean): Schema {
  return {
    ...(isTruthy(settings.get('allow_null')) ? {} : { minItems: 1 }),
    ...(isOne ? { maxItems: 1 } : {}),
  }
}

function choiceSchema(field: AcfField, required: boolean): Schema {
  const { settings, type } = field
  const keys = [...arrayOf(settings.get('choices')).keys()]
  // Keys that are whole numbers may be sent as numbers, too
  const values = [...keys, ...keys.filter((key) => /^(?:0|-?[1-9]\d{0,14})$/.test(key)).map(Number)]
  const isOn = (setting: string) => isTruthy(settings.get(setting))
  switch (type) {
    case 'select':
      return {
        type: ['string', 'array', 'int', 'null'],
        required,
        items: { type: ['string', 'int'], enum: values },
        ...countsOf(field, !isOn('multiple')),
        ...defaultIn(field),
      }
    case 'checkbox':
      return {
        type: ['integer', 'string', 'array', 'null'],
        required,
        items: { type: ['string', 'integer'], ...(isOn('allow_custom') ? {} : { enum: values }) },
        ...defaultIn(field),
      }
    case 'radio':
      return {
        type: ['string', 'null'],
        required,
        ...defaultIn(field),
        ...(isOn('other_choice') ? {} : { enum: isOn('allow_null') ? [...values, null] : values }),
      }
    default:
      return {
        type: ['string', 'null'],
        required,
        ...defaultIn(field),
        enum: [...values, null, ...(isOn('allow_null') ? [''] : [])],
      }
  }
}

function limitsOfFile(field: AcfField): Schema {
  const types = textIn(field.settings, 'mime_types')
  return {
    ...numbersIn(
      field,
      ['minWidth', 'min_width'],
      ['minHeight', 'min_height'],
      ['minSize', 'min_size'],
      ['maxWidth', 'max_width'],
      ['maxHeight', 'max_height'],
      ['maxSize', 'max_size'],
    ),
    ...(types === '' ? {} : { mimeTypes: types }),
  }
}

const [text, count, coordinate] = [
  { type: 'string' },
  { type: ['string', 'int'] },
  { type: ['string', 'float'] },
] as const

const place: Schema = {
  address: text,
  lat: coordinate,
  lng: coordinate,
  zoom: count,
  place_id: text,
  name: text,
  street_number: count,
  street_name: text,
  street_name_short: text,
  city: text,
  state: text,
  state_short: text,
  post_code: count,
  country: text,
  country_short: text,
}

function iconIn({ settings }: AcfField): Schema {
  const tabs = textsIn(settings, 'tabs')
  return {
    type: {
      description: 'The source of the icon.',
      type: ['string'],
      required: true,
      enum: tabs.length > 0 ? tabs : ['dashicons', 'media_library', 'url'],
    },
    value: { description: 'Its name, address or id.', type: ['string', 'int'], required: true },
  }
}

function nestedSchema(field: AcfField, required: boolean): Schema {
  const { type, fields, layouts } = field
  const counts = numbersIn(field, ['minItems', 'min'], ['maxItems', 'max'])
  switch (type) {
    case 'group':
      return { type: ['object', 'null'], properties: propertiesOf(fields, false), required }
    case 'clone':
      return {
        type: ['object', 'null'],
        required,
        items: { type: 'object', properties: withoutNull(fields) },
      }
    case 'repeater':
      return {
        type: ['array', 'null'],
        required,
        items: { type: 'object', properties: propertiesOf(fields, false) },
        ...counts,
      }
    default:
      return {
        type: ['array', 'null'],
        required,
        items: {
          oneOf: [...layouts].map(([name, below]) => ({
            type: 'object',
            properties: propertiesOf(below, false, {
              acf_fc_layout: { type: 'string', required: true, pattern: `^${name}$` },
            }),
          })),
        },
        ...counts,
      }
  }
}

/** Members of a clone that is shown as a group cannot be null. */
function withoutNull(fields: readonly AcfField[]): Schema {
  return Object.fromEntries(
    fields.map((field) => {
      const { type, ...schema } = fieldSchema(field)
      return [
        field.name,
        { ...schema, type: Array.isArray(type) ? type.filter((each) => each !== 'null') : type },
      ]
    }),
  )
}
