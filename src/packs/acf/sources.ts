// The members `…_source` of Secure Custom Fields: a field's label, type, and `light` value, formatted as if that were stored. The
// plug-in finds no sub-fields in such a value, so these are shown as empty.
import { phpToJson } from '../../index.ts'
import type { AcfField } from './definitions.ts'
import {
  isEmpty,
  light,
  lightValue,
  loadedValue,
  type Format,
  type Loading,
  type NamedField,
} from './light.ts'
import { layoutsAt, rowCount } from './stored-values.ts'

export function sourceOf(
  named: NamedField,
  loading: Loading,
  format: Format,
): Readonly<Record<string, unknown>> {
  const { label, type } = named.field
  return { label, type, formatted_value: shownAnew(named, loading, format) }
}

function shownAnew(named: NamedField, loading: Loading, format: Format): unknown {
  const { field, loading: first, key } = named
  const nothing = (fields: readonly AcfField[]) => noneOf(fields, format)
  switch (field.type) {
    case 'group':
      return nothing(field.fields)
    case 'clone':
      return Object.assign({}, light(named, loading), nothing(field.fields))
    case 'repeater': {
      const count = rowCount(loading.at(key))
      return count === 0 ? false : Array.from({ length: count }, () => nothing(field.fields))
    }
    case 'flexible_content': {
      const layouts = layoutsAt(loading.at(key))
      return layouts.length === 0
        ? false
        : layouts.map((layout) =>
            Object.assign({ acf_fc_layout: layout }, nothing(field.layouts.get(layout) ?? [])),
          )
    }
    default: {
      const value = lightValue(field, loadedValue(first, key, loading))
      return field.type === 'google_map' ? phpToJson(value) : format.value(field, value)
    }
  }
}

/** The members of a row without stored values. */
function noneOf(fields: readonly AcfField[], format: Format): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.map((field) => (isEmpty(field) ? ['', null] : [format.nameOf(field), emptyOf(field, format)])),
  )
}

function emptyOf(field: AcfField, format: Format): unknown {
  switch (field.type) {
    case 'group':
    case 'clone':
    case 'repeater':
    case 'flexible_content':
      return false
    default:
      return format.value(field, null)
  }
}
