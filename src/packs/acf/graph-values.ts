// Values of fields in GraphQL: empty ones are null, and members that lead to nodes have the ids of these.
import { phpToJson, type PhpValue, type Site } from '../../index.ts'
import { withOffset } from '../php/local-time.ts'
import { arrayOf, isTruthy, phpText, textIn } from '../php/stored.ts'
import type { AcfField } from './definitions.ts'
import { isInGraph, layoutType, memberName, placeMembers, typeBelow } from './graph-types.ts'
import { loadedValue, place, type Loading } from './light.ts'
import { idsIn } from './standard.ts'
import { day, embed, lines, momentOf } from './standard-texts.ts'
import { layoutsAt, rowCount } from './stored-values.ts'

export interface GraphLoading {
  readonly loading: Loading
  /** The prefix of the fields' keys. */
  readonly prefix: string
  readonly html: (text: string) => string
  readonly site: Site
}

type Group = Readonly<Record<string, unknown>>

/** The value of a group is always an object, even where nothing is stored. */
export function groupValue(fields: readonly AcfField[], type: string, from: GraphLoading): Group {
  const members = fields
    .filter(isInGraph)
    .map((field) => [memberName(field), valueOf(field, type, from)] as const)
  return { __typename: type, fieldGroupName: type, ...Object.fromEntries(members) }
}

function valueOf(field: AcfField, owner: string, from: GraphLoading): unknown {
  const { loading, prefix } = from
  const key = prefix + field.name
  const below = (part: string) => ({ ...from, prefix: part })
  switch (field.type) {
    case 'group':
      return groupValue(field.fields, typeBelow(field, owner), below(`${key}_`))
    case 'clone':
      return groupValue(field.fields, typeBelow(field, owner), from)
    case 'repeater': {
      const count = rowCount(loading.at(key))
      const type = typeBelow(field, owner)
      return count === 0
        ? null
        : Array.from({ length: count }, (_, row) => groupValue(field.fields, type, below(`${key}_${row}_`)))
    }
    case 'flexible_content': {
      const layouts = layoutsAt(loading.at(key))
      return layouts.length === 0
        ? null
        : layouts.flatMap((layout, row) => {
            const fields = field.layouts.get(layout)
            const type = layoutType(field, owner, layout)
            return fields ? [groupValue(fields, type, below(`${key}_${row}_`))] : []
          })
    }
    default:
      return plainValue(field, loadedValue(field, key, loading), from)
  }
}

function plainValue(field: AcfField, value: PhpValue, { html, site, prefix }: GraphLoading): unknown {
  const { type, settings } = field
  if (type === 'true_false') return isTruthy(value)
  const isZero = value === '0' && isShownZero(field)
  if (!isTruthy(value) && !isZero) return null
  switch (type) {
    case 'number':
    case 'range':
      return numberOf(value)
    case 'textarea':
      return textOf(lines(settings, value))
    case 'wysiwyg':
      return typeof value === 'string' ? (isZero ? value : html(value)) : null
    case 'oembed':
      return textOf(embed(value))
    case 'time_picker':
      return textOf(day(type, settings, value))
    case 'date_picker':
    case 'date_time_picker':
      return instant(type, value, site)
    case 'select':
      return prefix === '' ? chosen(field, value) : keysOf(value)
    case 'checkbox':
      return keysOf(value)
    case 'link':
      return linkOf(value)
    case 'google_map':
      return placeOf(value)
    case 'image':
    case 'file':
      return value instanceof Map ? null : (idsIn(value)[0] ?? null)
    case 'gallery':
    case 'post_object':
    case 'relationship':
    case 'page_link':
    case 'taxonomy':
    case 'user':
      return keysOf(value).some((id) => id !== '' && id !== '0' && id !== 'null') ? idsIn(value) : null
    default:
      return textOf(value)
  }
}

/** The number at the beginning of a text, as PHP reads it; 1 for a list, null for 0 or no number. */
function numberOf(value: PhpValue): number | null {
  const [first = '0'] = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i.exec(phpText(value)) ?? []
  const number = value instanceof Map ? 1 : Number(first)
  return Number.isFinite(number) && number !== 0 ? number : null
}

/** True for fields that show a stored `'0'`: as text, or by its label. */
function isShownZero({ type, settings }: AcfField): boolean {
  if (type === 'textarea' || type === 'wysiwyg') return true
  return type === 'select' && ['label', 'array'].includes(textIn(settings, 'return_format'))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function keysOf(value: PhpValue): readonly string[] {
  return [...(value instanceof Map ? value.values() : [value])].map(phpText)
}

/** Keys or labels, as `return_format` says; `array` shows both of a single choice. Sub-fields show keys alone. */
function chosen({ settings }: AcfField, value: PhpValue): readonly string[] {
  const returned = textIn(settings, 'return_format')
  const labelOf = (key: string) => phpText(arrayOf(settings.get('choices')).get(key)) || key
  const keys = keysOf(value)
  if (returned === 'label') return keys.map(labelOf)
  const [key = ''] = keys
  return returned === 'array' && !isTruthy(settings.get('multiple')) ? [key, labelOf(key)] : keys
}

/** The time as the plug-in reads it back from its own format, without seconds; text that is no time becomes 1970. */
function instant(type: string, value: PhpValue, site: Site): string {
  const text = phpText(value)
  const isDay = !/^\d+$/.test(text) || text.length === 8
  const moment = isDay ? momentOf(text) : null
  // Its format has no days before the year 0
  const local = moment !== null && /^\d/.test(moment) ? moment : '1970-01-01 00:00:00'
  const [date = '', time = ''] = local.split(' ')
  const clock = type === 'date_picker' ? '00:00:00' : `${time.slice(0, 5)}:00`
  return withOffset(`${date} ${clock}`, site)
}

function linkOf(value: PhpValue): Group {
  const stored = arrayOf(value)
  const member = (name: string) => (stored.has(name) ? textIn(stored, name) : null)
  return { title: member('title'), url: member('url'), target: member('target') }
}

function placeOf(value: PhpValue): Group {
  const stored = arrayOf(place(value) ?? undefined)
  return Object.fromEntries(
    Object.entries(placeMembers).map(([name, key]) => {
      const found = phpToJson(stored.get(key) ?? null)
      const isNumber = name === 'latitude' || name === 'longitude'
      const text = phpText(stored.get(key))
      if (isNumber) return [name, text === '' || Number.isNaN(Number(text)) ? null : Number(text)]
      return [name, textOf(found)]
    }),
  )
}
