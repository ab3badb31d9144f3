// Values in the format `light`: as they are stored, but numeric texts, alone or in lists, become numbers.
import { phpToJson, type PhpArray, type PhpValue } from '../../index.ts'
import { arrayOf, isTruthy, phpText, textIn, wholeNumber } from '../php/stored.ts'
import type { AcfField } from './definitions.ts'
import { layoutsAt, rowCount, unserialized, type StoredAt } from './stored-values.ts'

/** The stored values and terms of an object, from which the values of its fields are made. */
export interface Loading {
  readonly at: StoredAt
  /** The ids of the object's terms of a taxonomy, in the order of the terms' names. */
  readonly termsOf: (taxonomy: string) => readonly number[]
}

/** The members of `acf`, in their order; a name that occurs twice has its last value at its first position. */
export function membersOf(
  fields: readonly AcfField[],
  valueOf: (named: NamedField) => unknown,
  { prefix, isTop }: { readonly prefix: string; readonly isTop: boolean },
): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>()
  const first = new Map<string, AcfField>()
  for (const field of fields) {
    const loading = first.get(field.name) ?? field
    first.set(field.name, loading)
    if (isEmpty(field)) {
      // Among sub-fields a field without a value leaves an empty member
      if (!isTop) members.set('', null)
    } else members.set(field.name, valueOf({ field, loading, key: prefix + field.name }))
  }
  return members
}

export interface NamedField {
  readonly field: AcfField
  /** The first field of that name, by whose definition the plug-in loads the value. */
  readonly loading: AcfField
  readonly key: string
}

export function isEmpty({ type }: AcfField): boolean {
  return type === 'tab' || type === 'message' || type === 'accordion'
}

/** The stored value, or the definition's where nothing is stored. */
function loaded({ settings, type }: AcfField, stored: string | undefined): PhpValue {
  if (stored !== undefined) return unserialized(stored)
  return settings.get('default_value') ?? defaults.get(type) ?? null
}

const defaults: ReadonlyMap<string, PhpValue> = new Map<string, PhpValue>([
  ...['text', 'textarea', 'number', 'range', 'email', 'url', 'wysiwyg', 'color_picker'].map(
    (type) => [type, ''] as const,
  ),
  ...['select', 'radio', 'checkbox', 'button_group'].map((type) => [type, ''] as const),
  ['true_false', 0],
])

/** A format in which values are shown. */
export interface Format {
  readonly value: (field: AcfField, value: PhpValue) => unknown
  /** The value of repeaters and flexible content without rows. */
  readonly noRows: null | false
  /** The name of a field in a clone that is shown as a group. */
  readonly nameOf: (field: AcfField) => string
}

const lightFormat: Format = {
  value: (field, value) => phpToJson(lightValue(field, value)),
  noRows: null,
  nameOf: ({ name }) => name,
}

export function light(named: NamedField, loading: Loading): unknown {
  return formatted(named, loading, lightFormat)
}

/** A field's value with those of its sub-fields. */
export function formatted(
  { field, loading: first, key }: NamedField,
  loading: Loading,
  format: Format,
): unknown {
  const { at } = loading
  const below = (fields: readonly AcfField[], prefix: string) =>
    membersOf(fields, (each) => formatted(each, loading, format), { prefix, isTop: false })
  switch (field.type) {
    case 'group':
      return Object.fromEntries(below(field.fields, `${key}_`))
    case 'clone':
      return Object.fromEntries(
        field.fields.map((each) => [
          isEmpty(each) ? '' : format.nameOf(each),
          below([each], key.slice(0, key.length - field.name.length)).get(isEmpty(each) ? '' : each.name),
        ]),
      )
    case 'repeater': {
      const count = rowCount(at(key))
      if (count === 0) return format.noRows
      return Array.from({ length: count }, (_, row) =>
        Object.fromEntries(below(field.fields, `${key}_${row}_`)),
      )
    }
    case 'flexible_content': {
      const layouts = layoutsAt(at(key))
      if (layouts.length === 0) return format.noRows
      return layouts.map((layout, row) => {
        const cells = below(field.layouts.get(layout) ?? [], `${key}_${row}_`)
        return Object.fromEntries([['acf_fc_layout', layout], ...cells])
      })
    }
    default:
      return format.value(field, loadedValue(first, key, loading))
  }
}

/** The loaded value, which all formats start from. */
export function loadedValue(field: AcfField, key: string, { at, termsOf }: Loading): PhpValue {
  const value = loaded(field, at(key))
  switch (field.type) {
    case 'select':
      return selected(field, value)
    case 'radio':
    case 'button_group':
      return value instanceof Map ? ([...value.values()].at(-1) ?? null) : value
    case 'taxonomy':
      return terms(field, value, termsOf)
    case 'google_map':
      return place(value)
    case 'icon_picker':
      return value === null || value === ''
        ? new Map([
            ['type', null],
            ['value', null],
          ])
        : value
    case 'true_false':
      return isTruthy(value)
    case 'post_object':
    case 'user':
      return value === 'null' ? false : value
    default:
      return value
  }
}

export function lightValue({ type }: AcfField, value: PhpValue): PhpValue {
  switch (type) {
    case 'number':
    case 'range':
    case 'image':
    case 'file':
    case 'gallery':
    case 'relationship':
    case 'post_object':
    case 'page_link':
    case 'user':
    case 'google_map':
      return numbers(value)
    case 'date_picker':
      return isTruthy(value) ? value : null
    default:
      return value
  }
}

/** A list where the field takes several values, else the first value. */
function selected({ settings }: AcfField, value: PhpValue): PhpValue {
  if (isTruthy(settings.get('multiple'))) {
    if (value instanceof Map) return value
    return isTruthy(value) || value === '0' ? listOf([value]) : listOf([])
  }
  return value instanceof Map ? ([...value.values()][0] ?? false) : value
}

function terms({ settings }: AcfField, value: PhpValue, termsOf: Loading['termsOf']): PhpValue {
  const stored = value instanceof Map ? [...value.values()] : isTruthy(value) ? [value] : []
  const ids = stored.map(wholeNumber)
  const kind = textIn(settings, 'field_type') || 'checkbox'
  const isSingle = kind === 'select' || kind === 'radio'
  if (isTruthy(settings.get('load_terms'))) {
    const found = termsOf(textIn(settings, 'taxonomy') || 'category')
    if (found.length === 0) return false
    const ordered = found.toSorted((one, other) => placeIn(ids, one) - placeIn(ids, other))
    return isSingle ? (ordered[0] ?? false) : listOf(ordered)
  }
  return isSingle ? (ids[0] ?? null) : listOf(ids)
}

function placeIn(ids: readonly number[], id: number): number {
  const nth = ids.indexOf(id)
  return nth < 0 ? ids.length : nth
}

/** A map location, whose first members are address and coordinates; a text is parsed as a query string. */
export function place(value: PhpValue): PhpValue {
  if (!isTruthy(value)) return null
  const given =
    value instanceof Map
      ? value
      : new Map(
          [...new URLSearchParams(phpText(value))].map(([key, each]) => [key.replace(/[ .]/g, '_'), each]),
        )
  return new Map<string, PhpValue>([
    ...[...placeDefaults].map(([key, fallback]) => [key, given.get(key) ?? fallback] as const),
    ...given,
  ])
}

const placeDefaults = new Map<string, PhpValue>([
  ['address', ''],
  ['lat', 0],
  ['lng', 0],
])

function listOf(values: readonly PhpValue[]): PhpArray {
  return new Map(values.map((value, at) => [String(at), value]))
}

/** Converts numeric texts to numbers, also those at the top level of an array. */
function numbers(value: PhpValue): PhpValue {
  return value instanceof Map
    ? new Map([...arrayOf(value)].map(([key, each]) => [key, each instanceof Map ? each : numberOf(each)]))
    : numberOf(value)
}

/** Converts a text that `is_numeric` accepts; whole numbers that a double cannot hold stay texts. */
function numberOf(value: PhpValue): PhpValue {
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value))
    return value
  const number = Number(value)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number
}
