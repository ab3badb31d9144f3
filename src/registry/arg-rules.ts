// Rules that a value must meet besides its type: bounds, length, pattern, format. Each rule returns null, or why the
// value is refused.
import { isIP } from 'node:net'
import { refuse, type Refusal } from '../core/failure.ts'
import { counting, sentence } from '../core/sentence.ts'
import { givenTime } from '../site/given-time.ts'
import type { ArgSchema } from './arg-schema.ts'

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
  const limits = [exclusiveMinimum ?? minimum, exclusiveMaximum ?? maximum].filter(
    (limit) => limit !== undefined,
  )
  return (name, value) => {
    if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
      return refuse('rest_invalid_multiple', sentence('%1$s must be a multiple of %2$s.', name, multipleOf))
    return isBelow(value) || isAbove(value)
      ? refuse('rest_out_of_bounds', sentence(bounds, name, ...limits))
      : null
  }
}

/** The sentence for the bounds, with placeholders for the name and the limits. */
function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ArgSchema): string {
  const side = (exclusive: number | undefined) => (exclusive === undefined ? 'inclusive' : 'exclusive')
  const low = exclusiveMinimum ?? minimum
  if (low !== undefined && (exclusiveMaximum ?? maximum) !== undefined)
    return `%1$s must be between %2$d (${side(exclusiveMinimum)}) and %3$d (${side(exclusiveMaximum)})`
  const orEqual = (exclusive: number | undefined) => (exclusive === undefined ? 'or equal to ' : '')
  return low === undefined
    ? `%1$s must be less than ${orEqual(exclusiveMaximum)}%2$d`
    : `%1$s must be greater than ${orEqual(exclusiveMinimum)}%2$d`
}

export function compileTextRules(schema: ArgSchema): (name: string, value: string) => Refusal | null {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u')
  const isCounted = schema.minLength !== undefined || schema.maxLength !== undefined
  return (name, value) => {
    // Characters, not UTF-16 units
    const length = isCounted ? Array.from(value).length : 0
    if (isCounted && length < minLength)
      return refuse('rest_too_short', counting(minLength, tooShort, name, minLength))
    if (isCounted && length > maxLength)
      return refuse('rest_too_long', counting(maxLength, tooLong, name, maxLength))
    if (expression && !expression.test(value))
      return refuse(
        'rest_invalid_pattern',
        sentence('%1$s does not match pattern %2$s.', name, pattern ?? ''),
      )
    return null
  }
}

const tooShort = [
  '%1$s must be at least %2$s character long.',
  '%1$s must be at least %2$s characters long.',
] as const
const tooLong = [
  '%1$s must be at most %2$s character long.',
  '%1$s must be at most %2$s characters long.',
] as const

interface Format {
  readonly code: string
  readonly message: string
  readonly is: (text: string) => boolean
}

/** Formats that are checked; others (`uri`) only document the argument. */
const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    code: 'rest_invalid_date',
    message: 'Invalid date.',
    is: (text) => givenTime(text) !== null,
  },
  email: { code: 'rest_invalid_email', message: 'Invalid email address.', is: isEmail },
  'hex-color': {
    code: 'rest_invalid_hex_color',
    message: 'Invalid hex color.',
    is: (text) => /^#(?:[0-9a-f]{3}){1,2}$/i.test(text),
  },
  ip: {
    code: 'rest_invalid_ip',
    message: '%s is not a valid IP address.',
    is: (text) => isIP(text) !== 0,
  },
  uuid: { code: 'rest_invalid_uuid', message: '%s is not a valid UUID.', is: isUuid },
}

export function compileFormat({ format }: ArgSchema): Rule | null {
  const known = format === undefined ? undefined : formats[format]
  if (!known) return null
  const { code, message, is } = known
  return (name, value) =>
    typeof value !== 'string' || is(value) ? null : refuse(code, sentence(message, name))
}

/** Checks an address as is_email does: at least six characters, a plain local part, at least two labels. */
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
