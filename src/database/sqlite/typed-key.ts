// Keys of numbers and times stored as text, for SQLite, which has no exact decimals: the keys compare byte by byte like the values. A
// text that is no number, or no time, has none.
import { digitsMax } from '../declared-filter.ts'

const { whole: wholeMax, fraction: fractionMax } = digitsMax

/** The key of a number; the digits of negative ones are complemented, so that they sort first and in order. */
export function decimalKey(text: string): string | null {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if ((whole === '' && fraction === '') || whole.length > wholeMax) return null
  const digits = whole.padStart(wholeMax, '0') + fraction.slice(0, fractionMax).padEnd(fractionMax, '0')
  const isNegative = sign === '-' && /[1-9]/.test(digits)
  return isNegative ? `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}` : `1${digits}`
}

/** The 14 digits of a time without a zone; those of midnight for a date. */
export function timeKey(text: string): string | null {
  if (!/^\d{4}-?\d{2}-?\d{2}(?:[ T]?\d{2}:?\d{2}(?::?\d{2})?)?$/i.test(text)) return null
  return text.replace(/\D/g, '').padEnd(14, '0')
}
