// Parses PHP's serialized values in options and meta. Objects of classes are refused; size, depth and lengths are limited. A value that
// cannot be parsed is null: that loses what depends on it, never the whole response. (php-serialize was tried: a negative length or a
// wrong count makes it loop for ever.)

import { phpArray } from '../core/php-array.ts'
import { phpInteger64 } from '../core/php-integer.ts'

export type PhpValue = string | number | boolean | null | PhpArray
/** A PHP array: keys as text, in their order. */
export type PhpArray = ReadonlyMap<string, PhpValue>

const bytesMax = 1_048_576
const depthMax = 32

/**
 * The value that `text` serializes, or null where it serializes none.
 *
 * @example
 * ```ts
 * import { defineExtension, defineSiteValue, parsePhpValue } from 'lectern'
 *
 * const shown = defineSiteValue({
 *   options: ['my_settings'],
 *   make: ({ option }) => {
 *     const settings = parsePhpValue(option('my_settings') ?? '')
 *     return settings instanceof Map ? settings.get('shown') === '1' : false
 *   },
 * })
 *
 * export default defineExtension({ name: 'settings', siteValues: [shown] })
 * ```
 */
export function parsePhpValue(text: string): PhpValue {
  const size = Buffer.byteLength(text)
  if (size > bytesMax) return null
  const isAscii = size === text.length
  const reader = new Reader(isAscii ? text : Buffer.from(text).toString('latin1'), isAscii)
  const value = reader.value(0)
  return value === undefined || !reader.isDone ? null : value
}

/**
 * The value of an option or of meta: what its text serializes, else the text itself (maybe_unserialize). Null where it is an object
 * of a class, false where it only looks serialized.
 */
export function storedPhpValue(stored: string): PhpValue {
  const text = stored.trim()
  if (/^[OEC]:\d+:/.test(text)) return null
  if (!/^(?:N;|[bid]:[\d.E+-]+;|s:.*";|a:\d+:.*[;}])$/s.test(text)) return stored
  return text === 'N;' ? null : (parsePhpValue(text) ?? false)
}

/** An option or meta value as PHP casts it to an integer, in decimal digits: exact to 64 bits, and 1 for a non-empty array. */
export function storedInteger(stored: string): string {
  if (stored === '') return '0'
  if (/^[1-9]\d{0,17}$/.test(stored)) return stored
  const value = storedPhpValue(stored)
  if (value instanceof Map) return value.size === 0 ? '0' : '1'
  return phpInteger64(typeof value === 'string' ? value : String(Number(value)))
}

/** The texts and numbers in a serialized list or map, as text; ids of sticky posts, for example. */
export function parsePhpList(text: string): readonly string[] {
  const value = parsePhpValue(text)
  if (!(value instanceof Map)) return []
  return [...value.values()]
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map(String)
}

/**
 * A value as WordPress's JSON shows it: an array whose keys count up from 0 is a list, and so is an empty one.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, parsePhpValue, phpToJson } from 'lectern'
 *
 * const list = defineRoute({
 *   namespace: 'lists/v1',
 *   path: '/list',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async () => phpToJson(parsePhpValue('a:1:{i:0;s:3:"one";}')),
 * })
 *
 * export default defineExtension({ name: 'lists', routes: [list] })
 * ```
 */
export function phpToJson(value: PhpValue): unknown {
  if (!(value instanceof Map)) return value
  return phpArray([...value].map(([key, item]) => [key, phpToJson(item)]))
}

/** A reader of serialized text; `value` is undefined for malformed text. Lengths count bytes, so the text has one character for each. */
class Reader {
  readonly #bytes: string
  readonly #isAscii: boolean
  #at = 0

  constructor(bytes: string, isAscii: boolean) {
    this.#bytes = bytes
    this.#isAscii = isAscii
  }

  get isDone(): boolean {
    return this.#at === this.#bytes.length
  }

  value(depth: number): PhpValue | undefined {
    const type = this.#take(1)
    if (type === 'N') return this.#expect(';') ? null : undefined
    if (!this.#expect(':')) return undefined
    switch (type) {
      case 'b':
        return boolean(this.#until(';'))
      case 'i':
        return integer(this.#until(';'))
      case 'd':
        return double(this.#until(';'))
      case 's':
        return this.#string()
      case 'a':
        return depth < depthMax ? this.#array(depth) : undefined
      default:
        return undefined
    }
  }

  #string(): string | undefined {
    const length = count(this.#until(':'))
    if (length === undefined || !this.#expect('"') || this.#at + length > this.#bytes.length) return undefined
    const bytes = this.#take(length)
    if (!this.#expect('";')) return undefined
    return this.#isAscii ? bytes : Buffer.from(bytes, 'latin1').toString()
  }

  #array(depth: number): PhpArray | undefined {
    const length = count(this.#until(':'))
    if (length === undefined || !this.#expect('{')) return undefined
    const array = new Map<string, PhpValue>()
    for (let left = length; left > 0; left -= 1) {
      const key = this.value(depthMax)
      if (typeof key !== 'string' && typeof key !== 'number') return undefined
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      array.set(String(key), value)
    }
    return this.#expect('}') ? array : undefined
  }

  #take(length: number): string {
    this.#at += length
    return this.#bytes.slice(this.#at - length, this.#at)
  }

  #expect(text: string): boolean {
    const isThere = this.#bytes.startsWith(text, this.#at)
    this.#at += text.length
    return isThere
  }

  /** Reads up to the mark, which has to be near, since only a number stands before it. */
  #until(mark: string): string {
    const near = this.#bytes.slice(this.#at, this.#at + 32)
    const end = near.indexOf(mark)
    if (end < 0) return ''
    this.#at += end + 1
    return near.slice(0, end)
  }
}

function boolean(text: string): boolean | undefined {
  return text === '1' ? true : text === '0' ? false : undefined
}

/** Parses an integer exactly; its digits where a double is not exact. */
function integer(text: string): number | string | undefined {
  if (!/^-?\d{1,20}$/.test(text)) return undefined
  return Number.isSafeInteger(Number(text)) ? Number(text) : text
}

function double(text: string): number | undefined {
  if (/^-?INF$/.test(text)) return text === 'INF' ? Infinity : -Infinity
  return text === 'NAN' || /^-?[\d.]+(E[+-]?\d+)?$/i.test(text) ? Number(text) : undefined
}

function count(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
