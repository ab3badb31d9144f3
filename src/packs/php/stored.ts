// Members of arrays that plug-ins store serialized, read as PHP and the plug-ins read them.
import type { PhpArray, PhpValue } from '../../index.ts'

const nothing: PhpArray = new Map()

export function arrayOf(value: PhpValue | undefined): PhpArray {
  return value instanceof Map ? value : nothing
}

/** A member's value as text; '' where it is not there, or is an array. */
export function textIn(array: PhpArray, key: string): string {
  return phpText(array.get(key))
}

/** Converts a value to text as PHP does. */
export function phpText(value: PhpValue | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value === true ? '1' : ''
}

/** The values of a list as texts, without empty ones. */
export function textsIn(array: PhpArray, key: string): readonly string[] {
  return [...arrayOf(array.get(key)).values()].map(phpText).filter((text) => text !== '')
}

/** True for values that PHP takes for true. */
export function isTruthy(value: PhpValue | undefined): boolean {
  if (value instanceof Map) return value.size > 0
  return (
    value !== undefined && value !== null && value !== false && value !== 0 && value !== '' && value !== '0'
  )
}
/** The number that a text begins with, as PHP's intval. */
export function wholeNumber(value: PhpValue | undefined): number {
  return Math.trunc(Number.parseFloat(phpText(value))) || 0
}

/** Arrays of JSON that lie deeper count as null. */
const depthMax = 50

/** A value of JSON as PHP reads it: objects and lists are arrays. */
export function phpFromJson(value: unknown, depth = 0): PhpValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth >= depthMax) return null
  return new Map(Object.entries(value).map(([key, each]) => [key, phpFromJson(each, depth + 1)]))
}
