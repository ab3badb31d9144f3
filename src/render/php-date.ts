// A local time in the format of an option, as PHP's date() prints it, in English unless other names are given (wp_date).
import { utcMs } from '../core/utc-ms.ts'
import { englishDateNames, type DateNames } from './date-names.ts'
import type { LocalTime } from './shown.ts'
import { isSummerTime, zoneAbbreviation } from './zone-name.ts'
import { counted, said, type Speaking } from './words.ts'

const secondMs = 1000
const hourMs = 3600 * secondMs

export function dayName(day: number, names: DateNames = englishDateNames): string {
  return names.days[day] ?? ''
}

export function monthName(month: number, names: DateNames = englishDateNames): string {
  return names.months[month - 1] ?? ''
}

export function shortMonthName(month: number, names: DateNames = englishDateNames): string {
  return names.shortMonths[month - 1] ?? ''
}

/** `2024-01-05T10:00:00+01:00`. */
export function isoTime(time: LocalTime): string {
  return formatDate('c', time)
}

/**
 * Formats a local time: a letter stands for a part of it, one after a backslash for itself. Empty for an invalid time.
 *
 * @example
 * ```ts
 * import { defineExtension, formatDate, textOf, type Derived } from 'lectern'
 *
 * const day: Derived = {
 *   columns: ['created_at'],
 *   value: ({ row }) => formatDate('l', { local: textOf(row, 'created_at'), offsetHours: 0, zone: '' }),
 * }
 *
 * const field = { name: 'day', type: 'String', description: 'The day of the week.', ...day } as const
 *
 * export default defineExtension({ name: 'days', adds: { post: { nodeFields: [field] } } })
 * ```
 */
export function formatDate(format: string, time: LocalTime, names: DateNames = englishDateNames): string {
  const shown = new Date(utcMs(time.local))
  if (Number.isNaN(shown.getTime())) return ''
  const part = (letter: string): string =>
    letter === 'r'
      ? formatDate('D, d M Y H:i:s O', time, names)
      : (named(letter, shown, names) ?? partOf(letter, shown, time))
  const text = format.replace(/\\([\s\S])|[a-zA-Z]/g, (letter, escaped?: string) => escaped ?? part(letter))
  return names.monthsOfDays === null ? text : declined(text, format, shown.getUTCMonth(), names)
}

/** Declines the name of a month beside a day, and puts the day before it (wp_maybe_decline_date). */
function declined(text: string, format: string, month: number, { months, monthsOfDays }: DateNames): string {
  const [name = '', other = ''] = [months[month], monthsOfDays?.[month]]
  if (/[dj]\.? F/.test(format)) return text.replaceAll(` ${name}`, () => ` ${other}`)
  const at = /F [dj]/.test(format) ? text.indexOf(`${name} `) : -1
  const [day, number] =
    at < 0 ? [] : (/^(\d\d?)(?:st|nd|rd|th)?/.exec(text.slice(at + name.length + 1)) ?? [])
  if (day === undefined) return text
  return `${text.slice(0, at)}${number} ${other}${text.slice(at + name.length + 1 + day.length)}`
}

/** The name that a letter stands for; null for letters of other parts. */
function named(letter: string, shown: Date, names: DateNames): string | null {
  const [month, day, hour] = [shown.getUTCMonth(), shown.getUTCDay(), shown.getUTCHours()]
  switch (letter) {
    case 'D':
      return names.shortDays[day] ?? ''
    case 'l':
      return names.days[day] ?? ''
    case 'F':
      return names.months[month] ?? ''
    case 'M':
      return names.shortMonths[month] ?? ''
    case 'a':
      return names.halves[hour < 12 ? 'am' : 'pm']
    case 'A':
      return names.halves[hour < 12 ? 'AM' : 'PM']
    default:
      return null
  }
}

/** The part of the time that a letter stands for, other than a name. */
function partOf(letter: string, shown: Date, { offsetHours, zone }: LocalTime): string {
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth() + 1, shown.getUTCDate()]
  const [hour, weekday] = [shown.getUTCHours(), shown.getUTCDay()]
  const instantMs = () => shown.getTime() - offsetHours * hourMs
  const within = (format: string) =>
    format.replace(/[a-zA-Z]/g, (inner) => partOf(inner, shown, { local: '', offsetHours, zone }))
  switch (letter) {
    case 'd':
      return padded(day)
    case 'j':
      return String(day)
    case 'N':
      return String(weekday || 7)
    case 'w':
      return String(weekday)
    case 'S':
      return ordinal(day)
    case 'z':
      return String(Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000))
    case 'W':
      return padded(isoWeek(shown).week)
    case 'o':
      return String(isoWeek(shown).year)
    case 'm':
      return padded(month)
    case 'n':
      return String(month)
    case 't':
      return String(new Date(Date.UTC(year, month, 0)).getUTCDate())
    case 'L':
      return new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29 ? '1' : '0'
    // `x` differs from `Y` beyond four digits alone
    case 'x':
    case 'Y':
      return year < 0 ? `-${padded(-year, 4)}` : padded(year, 4)
    case 'y':
      return padded(year % 100)
    case 'g':
      return String(hour % 12 || 12)
    case 'G':
      return String(hour)
    case 'h':
      return padded(hour % 12 || 12)
    case 'H':
      return padded(hour)
    case 'i':
      return padded(shown.getUTCMinutes())
    case 's':
      return padded(shown.getUTCSeconds())
    case 'u':
      return '000000'
    case 'v':
      return '000'
    case 'B':
      return padded(
        Math.floor((((shown.getTime() / 1000 - (offsetHours - 1) * 3600) % 86_400) / 86.4 + 1000) % 1000),
        3,
      )
    case 'T':
      return zone === ''
        ? `GMT${offsetText(offsetHours, '')}`
        : zoneAbbreviation(zone, instantMs()) || offsetText(offsetHours, '').replace(/00$/, '')
    case 'I':
      return isSummerTime(zone, instantMs()) ? '1' : '0'
    case 'p':
      return offsetHours === 0 ? 'Z' : offsetText(offsetHours, ':')
    case 'e':
      return zone === '' ? offsetText(offsetHours, ':') : zone
    case 'O':
      return offsetText(offsetHours, '')
    case 'P':
      return offsetText(offsetHours, ':')
    case 'Z':
      return String(Math.round(offsetHours * 3600))
    case 'U':
      return String(Math.round(instantMs() / secondMs))
    case 'c':
      return `${within('Y-m-d')}T${within('H:i:s')}${offsetText(offsetHours, ':')}`
    default:
      return letter
  }
}

/** The week of ISO 8601, which begins on Monday, and the year that it belongs to. */
function isoWeek(day: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * 86_400_000)
  const year = thursday.getUTCFullYear()
  return { year, week: Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7) }
}

function ordinal(day: number): string {
  if (day % 100 >= 11 && day % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

function offsetText(hours: number, between: string): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  return `${hours < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}${between}${padded(minutes % 60)}`
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The difference to the current time in its largest unit (human_time_diff); empty for an invalid time. */
export function timeAgo({ local, offsetHours }: LocalTime, nowMs: number, context: Speaking = {}): string {
  const at = utcMs(local) - offsetHours * hourMs
  if (Number.isNaN(at)) return ''
  const seconds = Math.floor(Math.abs(nowMs - at) / secondMs)
  const [name, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1]
  const count = Math.max(1, Math.round(seconds / length))
  const since = counted(context, `%s ${name}`, count)
  return at > nowMs ? said(context, '%s from now', since) : said(context, '%s ago', since)
}
