// Rules that a value must meet besides its type: bounds, length, pattern, format. Each rule returns null, or why the
// value is refused.
import { isIP } from 'node:net'
import type { Refusal } from '../core/failure.ts'
import { givenTime } from '../site/given-time.ts'
import { refuse, type ArgSchema } from './arg-schema.ts'

export type Rule = (name: string, value: unknown) => Refusal | null

export function compileNumberRules(schema: ArgSchema): (name: string, value: number) => Refusal | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const isBelow = (value: number) =>
    (minimum !== undefined && value < minimum) ||
    (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
  const isAbove = (value: number) =>
    (maximum !== undefined && value > maximum) ||
    (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
  const bounds = boundsOf(schema)
  return (name, value) => {
    if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
      return refuse('rest_invalid_multiple', `${name} must be a multiple of ${multipleOf}.`)
    return isBelow(value) || isAbove(value) ? refuse('rest_out_of_bounds', `${name} must be ${bounds}`) : null
  }
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ArgSchema): string {
  const low = exclusiveMinimum ?? minimum
  const high = exclusiveMaximum ?? maximum
  const side = (exclusive: number | undefined) => (exclusive === undefined ? 'inclusive' : 'exclusive')
  if (low !== undefined && high !== undefined)
    return `between ${low} (${side(exclusiveMinimum)}) and ${high} (${side(exclusiveMaximum)})`
  if (low !== undefined) return `greater than ${exclusiveMinimum === undefined ? 'or equal to ' : ''}${low}`
  return `less than ${exclusiveMaximum === undefined ? 'or equal to ' : ''}${high}`
}

export function compileTextRules(schema: ArgSchema): (name: string, value: string) => Refusal | null {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u')
  const isCounted = schema.minLength !== undefined || schema.maxLength !== undefined
  return (name, value) => {
    // Characters, not UTF-16 units
    const length = isCounted ? Array.from(value).length : 0
    if (isCounted && length < minLength)
      return refuse('rest_too_short', `${name} must be at least ${counted(minLength, 'character')} long.`)
    if (isCounted && length > maxLength)
      return refuse('rest_too_long', `${name} must be at most ${counted(maxLength, 'character')} long.`)
    if (expression && !expression.test(value))
      return refuse('rest_invalid_pattern', `${name} does not match pattern ${pattern}.`)
    return null
  }
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

interface Format {
  readonly code: string
  readonly message: (name: string) => string
  readonly is: (text: string) => boolean
}

/** Formats that are checked; another one (`uri`) is documentation only. */
const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    code: 'rest_invalid_date',
    message: () => 'Invalid date.',
    is: (text) => givenTime(text) !== null,
  },
  email: { code: 'rest_invalid_email', message: () => 'Invalid email address.', is: isEmail },
  'hex-color': {
    code: 'rest_invalid_hex_color',
    message: () => 'Invalid hex color.',
    is: (text) => /^#(?:[0-9a-f]{3}){1,2}$/i.test(text),
  },
  ip: {
    code: 'rest_invalid_ip',
    message: (name) => `${name} is not a valid IP address.`,
    is: (text) => isIP(text) !== 0,
  },
  uuid: { code: 'rest_invalid_uuid', message: (name) => `${name} is not a valid UUID.`, is: isUuid },
}

export function compileFormat({ format }: ArgSchema): Rule | null {
  const known = format === undefined ? undefined : formats[format]
  if (!known) return null
  const { code, message, is } = known
  return (name, value) => (typeof value !== 'string' || is(value) ? null : refuse(code, message(name)))
}

/** is_email: at least six characters, a plain local part, at least two labels. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const labels = text.slice(at + 1).split('.')
  return (
    text.length >= 6 &&
    /^[\w!#$%&'*+/=?^`{|}~.-]+$/.test(text.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9-]+$/i.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  )
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)
}
