// Defines a typed field of `meta`, stored under one key (register_post_meta with show_in_rest).
import { Type } from 'typebox'
import { idToJson } from '../../core/json.ts'
import { isNumeric, phpInteger64 } from '../../core/php-integer.ts'
import type { NodeName } from '../../registry/node.ts'
import type { Exposure, MetaDefinition } from '../../registry/stored-meta.ts'
import { textMeta } from './post-meta.ts'

export interface StoredField {
  readonly key: string
  readonly type: 'number' | 'integer' | 'string' | 'boolean'
  readonly description?: string
  /** True for a list of all values under the key; where there are none, the list holds the fallback if one is declared, else nothing. */
  readonly multiple?: boolean
  /** The interfaces that serve it. Default: all. */
  readonly exposed?: readonly Exposure[]
  /** The value where nothing is stored. Default: 0, '' or false. */
  readonly fallback?: number | string | boolean
  /** Converts the value before it is served. */
  readonly sanitize?: (value: number | string | boolean) => number | string | boolean
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  /** Its name in GraphQL. Default: the key, in camel case. */
  readonly node?: string
}

/**
 * A field of `meta`: text that its type cannot be read from (`'12abc'` as a number) is null, `''` is 0.
 *
 * @example
 * ```ts
 * import { defineContentType, defineExtension, storedField } from 'lectern'
 *
 * const book = defineContentType({
 *   name: 'book',
 *   base: 'books',
 *   labels: { plural: 'Books', singular: 'Book' },
 *   supports: ['title', 'custom-fields'],
 *   meta: [storedField({ key: 'pages', type: 'integer', node: 'pages' })],
 * })
 *
 * export default defineExtension({ name: 'library', contentTypes: [book] })
 * ```
 */
export function storedField({
  key,
  type,
  node,
  sanitize,
  multiple = false,
  exposed,
  deprecationReason,
  ...rest
}: StoredField): MetaDefinition {
  const fallback = rest.fallback ?? empty[type]
  const read = (stored: string | null) => (stored === null ? fallback : readers[type](stored))
  const served = (value: ReturnType<Read>) => {
    if (value === null) return null
    const sanitized = sanitize ? sanitize(typeof value === 'bigint' ? Number(value) : value) : value
    return typeof sanitized === 'bigint' ? idToJson(String(sanitized)) : sanitized
  }
  // WordPress gives the description to each value of a list, not to the list
  const value = { type, title: '', description: rest.description ?? '', default: fallback }
  return {
    key,
    schema: Type.Unsafe<unknown>(multiple ? { type: 'array', items: value } : value),
    read: (stored) => served(read(stored)),
    ...(deprecationReason === undefined ? {} : { deprecationReason }),
    ...(multiple ? { isMultiple: true, isNeverEmpty: rest.fallback !== undefined } : {}),
    ...(exposed === undefined ? {} : { exposed }),
    ...(node === undefined ? {} : { node: { name: node, type: (multiple ? graphLists : graphTypes)[type] } }),
  }
}

const empty = { number: 0, integer: 0, string: '', boolean: false } as const

type Read = (stored: string) => number | bigint | string | boolean | null

/** Reads stored text; null where it is no value of the type (rest_validate_value_from_schema, measured). */
const readers: Readonly<Record<StoredField['type'], Read>> = {
  number: numberIn,
  integer: (stored) => {
    const number = numberIn(stored)
    const isWhole = number !== null && Math.round(number) === number
    return isWhole ? BigInt(phpInteger64(stored)) : null
  },
  string: textMeta,
  boolean: (stored) => booleans.get(stored.toLowerCase()) ?? null,
}

/** The number that the whole text denotes; an empty text is 0 (is_numeric). */
function numberIn(stored: string): number | null {
  return stored === '' || isNumeric(stored) ? Number(stored) : null
}

const booleans = new Map([
  ['', false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
])

const graphTypes: Readonly<Record<StoredField['type'], NodeName['type']>> = {
  number: 'Float',
  integer: 'Int',
  string: 'String',
  boolean: 'Boolean',
}

const graphLists: Readonly<Record<StoredField['type'], NodeName['type']>> = {
  number: '[Float]',
  integer: '[Int]',
  string: '[String]',
  boolean: '[Boolean]',
}
