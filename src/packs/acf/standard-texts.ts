// The format `standard` of values that name no rows: choices, days and times, colours, texts with new lines, addresses.
import { formatDate, paragraphs, phpToJson, type PhpArray, type PhpValue } from '../../index.ts'
import { arrayOf, isTruthy, phpText, textIn } from '../php/stored.ts'

/** `''`, false, null and an empty list stay as they are; `'0'` is a choice. */
export function choice(settings: PhpArray, value: PhpValue): unknown {
  if (!isTruthy(value) && value !== '0') return phpToJson(value)
  return value instanceof Map
    ? chosen(settings, value).length === 0
      ? []
      : shownAs(settings, value)
    : oneChoice(settings, value)
}

/** The choices are a list, whatever is stored. */
export function choices(settings: PhpArray, value: PhpValue): unknown {
  if (!isTruthy(value) && value !== '0') return []
  return value instanceof Map ? shownAs(settings, value) : [oneChoice(settings, value)]
}

function chosen(settings: PhpArray, values: PhpArray): readonly unknown[] {
  return [...values.values()].map((value) => oneChoice(settings, value))
}

/** Values keep the keys that they are stored under. */
function shownAs(settings: PhpArray, values: PhpArray): unknown {
  return isPlain(settings) ? phpToJson(values) : chosen(settings, values)
}

function isPlain(settings: PhpArray): boolean {
  return !['label', 'array'].includes(textIn(settings, 'return_format'))
}

function oneChoice(settings: PhpArray, value: PhpValue): unknown {
  if (value instanceof Map || (!isTruthy(value) && value !== '0')) return phpToJson(value)
  const label = arrayOf(settings.get('choices')).get(phpText(value))
  const shown = label === undefined ? value : phpToJson(label)
  switch (textIn(settings, 'return_format')) {
    case 'label':
      return shown
    case 'array':
      return { value, label: shown }
    default:
      return value
  }
}

const dayFormats: ReadonlyMap<string, string> = new Map([
  ['date_picker', 'd/m/Y'],
  ['date_time_picker', 'd/m/Y g:i a'],
  ['time_picker', 'g:i a'],
])

/** A text that is no day or time stays: PHP would show the present moment. */
export function day(type: string, settings: PhpArray, value: PhpValue): unknown {
  if (!isTruthy(value) || value instanceof Map) return phpToJson(value)
  const text = phpText(value).trim()
  const local = momentOf(text)
  if (local === null) return value
  const format = textIn(settings, 'return_format') || (dayFormats.get(type) ?? '')
  return formatDate(format, { local, offsetHours: 0, zone: 'UTC' }) || value
}

/** Converts a picker's value or a Unix time to `2024-02-29 00:00:00`; days after a month's end roll over into the next. */
export function momentOf(text: string): string | null {
  if (/^-?\d{1,12}$/.test(text) && text.length !== 8) return isoOf(Number(text) * 1000)
  const [first = '', second = ''] = text.split(/[T ]/, 3)
  const [days, time] = first.includes(':') ? ['', first] : [first, second]
  const [date, clock] = [days === '' ? [1970, 1, 1] : dateOf(days), time === '' ? [] : clockOf(time)]
  if (date === null || clock === null || days + time === '') return null
  const [year = 0, month = 0, dayOfMonth = 0] = date
  const [hour = 0, minute = 0, seconds = 0] = clock
  if (month > 12 || dayOfMonth > 31 || hour > 24 || minute > 59 || seconds > 59) return null
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, dayOfMonth)
  moment.setUTCHours(hour, minute, seconds)
  return isoOf(moment.getTime())
}

/** Year, month and day; with slashes the month comes first. */
function dateOf(text: string): readonly number[] | null {
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? []
  if (year !== undefined) return [year, month, date].map(Number)
  const [, one, mark, two, last] = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})$/.exec(text) ?? []
  if (one === undefined) return null
  return (mark === '/' ? [last, one, two] : [last, two, one]).map(Number)
}

function clockOf(text: string): readonly number[] | null {
  return /^\d{1,2}:\d{2}(?::\d{2})?$/.test(text) ? text.split(':').map(Number) : null
}

/** The time as `formatDate` takes it; null beyond the range of Date. */
function isoOf(ms: number): string | null {
  const moment = new Date(ms)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, -5).replace('T', ' ')
}

/** `#rrggbb`, `#rgb`, `rgb(1,2,3)` and `rgba(1,2,3,0.5)`; anything else is no colour. */
export function colour(value: PhpValue): unknown {
  const text = phpText(value).trim()
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (hex !== undefined) {
    const long = hex.length === 6 ? hex : hex.replace(/./g, '$&$&')
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
    return { red, green, blue, alpha: 1 }
  }
  const [, red = '0', green = '0', blue = '0', alpha] =
    /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,(\d{0,3}(?:\.\d{1,9})?))?\)$/i.exec(text) ?? []
  const isColour = text.toLowerCase().startsWith('rgb')
  return {
    red: Number(red),
    green: Number(green),
    blue: Number(blue),
    alpha: isColour ? Number(alpha ?? 1) : 0,
  }
}

export function lines(settings: PhpArray, value: PhpValue): unknown {
  if (typeof value !== 'string' || value === '') return phpToJson(value)
  switch (textIn(settings, 'new_lines')) {
    case 'wpautop':
      return paragraphs(value)
    case 'br':
      return value.replace(/\r\n|\n\r|\n|\r/g, '<br />$&')
    default:
      return value
  }
}

/** The address as a link: the gateway requests no oEmbed provider. */
export function embed(value: PhpValue): unknown {
  if (typeof value !== 'string' || !isTruthy(value)) return phpToJson(value)
  const escaped = (text: string) =>
    text.replaceAll('&', '&#038;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return `<a href="${escaped(value)}">${escaped(value)}</a>`
}

/** Older versions store the address alone. */
export function link(settings: PhpArray, value: PhpValue): unknown {
  if (!isTruthy(value)) return phpToJson(value)
  const whole = new Map<string, PhpValue>([
    ['title', ''],
    ['url', ''],
    ['target', ''],
    ...(value instanceof Map ? value : new Map([['url', value]])),
  ])
  return textIn(settings, 'return_format') === 'url' ? phpToJson(whole.get('url') ?? '') : phpToJson(whole)
}
