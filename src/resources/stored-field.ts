// What is stored under a key of meta, as a typed field of `meta` (register_post_meta with show_in_rest).
import { Type } from 'typebox'
import { leadingDecimal } from '../database/decimal.ts'
import type { MetaDefinition, NodeName } from '../registry/define.ts'

export interface StoredField {
  readonly key: string
  readonly type: 'number' | 'integer' | 'string' | 'boolean'
  readonly description?: string
  /** What stands for what is not stored; by default 0, '' or false. */
  readonly fallback?: number | string | boolean
  /** What is served of the value. */
  readonly sanitize?: (value: number | string | boolean) => number | string | boolean
  /** What it is called in GraphQL; without a word it is not there. */
  readonly node?: string
}

/**
 * A field of `meta`, read as its type reads text (`'12abc'` is the number 12, `''` is 0).
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
export function storedField({ key, type, node, sanitize, ...rest }: StoredField): MetaDefinition {
  const fallback = rest.fallback ?? empty[type]
  const read = (stored: string | null) => (stored === null ? fallback : readers[type](stored))
  return {
    key,
    schema: Type.Unsafe<unknown>({
      type,
      title: '',
      description: rest.description ?? '',
      default: fallback,
    }),
    read: sanitize ? (stored) => sanitize(read(stored)) : read,
    ...(node === undefined ? {} : { node: { name: node, type: graphTypes[type] } }),
  }
}

const empty = { number: 0, integer: 0, string: '', boolean: false } as const

const readers: Readonly<Record<StoredField['type'], (stored: string) => number | string | boolean>> = {
  number: (stored) => Number(leadingDecimal(stored)),
  integer: (stored) => Math.trunc(Number(leadingDecimal(stored))),
  string: (stored) => stored,
  boolean: (stored) => !['', '0', 'false'].includes(stored.toLowerCase()),
}

const graphTypes: Readonly<Record<StoredField['type'], NodeName['type']>> = {
  number: 'Float',
  integer: 'Int!',
  string: 'String',
  boolean: 'Boolean!',
}
