// The value that a client sent for an argument: text from addresses and forms, typed values from JSON bodies. Lists
// and objects are both Maps, as PHP's arrays are both, so that no name is special.
import { phpArray } from './php-array.ts'

export type Given = string | number | boolean | null | ReadonlyMap<string, Given>
export type GivenArgs = ReadonlyMap<string, Given>

/** Converts a value of JSON; null where it is nested deeper than `depthMax`. */
export function toGiven(value: unknown, depthMax: number): { readonly given: Given } | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { given: value }
  if (typeof value !== 'object' || value === null) return { given: null }
  if (depthMax === 0) return null
  const members = new Map<string, Given>()
  for (const [key, member] of Object.entries(value)) {
    const inner = toGiven(member, depthMax - 1)
    if (inner === null) return null
    members.set(key, inner.given)
  }
  return { given: members }
}

/** Converts to a plain value: a map is a PHP array (see `phpArray`). */
export function toPlain(given: Given): unknown {
  if (!(given instanceof Map)) return given
  return phpArray([...given].map(([key, member]) => [String(key), toPlain(member)]))
}
