// The value that a client sent for an argument: text from addresses and forms, typed values from JSON bodies. Lists
// and objects are both Maps, as PHP's arrays are both, so that no name is special.
import { phpArray } from './php-array.ts'

export type RawArg = string | number | boolean | null | ReadonlyMap<string, RawArg>
export type RawArgs = ReadonlyMap<string, RawArg>

/** Converts a value of JSON; null where it is nested deeper than `depthMax`. */
export function toRawArg(value: unknown, depthMax: number): { readonly raw: RawArg } | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { raw: value }
  if (typeof value !== 'object' || value === null) return { raw: null }
  if (depthMax === 0) return null
  const members = new Map<string, RawArg>()
  for (const [key, member] of Object.entries(value)) {
    const inner = toRawArg(member, depthMax - 1)
    if (inner === null) return null
    members.set(key, inner.raw)
  }
  return { raw: members }
}

/** Converts to a plain value: a map is a PHP array (see `phpArray`). */
export function toPlain(raw: RawArg): unknown {
  if (!(raw instanceof Map)) return raw
  return phpArray([...raw].map(([key, member]) => [String(key), toPlain(member)]))
}
