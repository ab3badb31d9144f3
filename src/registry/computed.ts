// Columns that SQL computes.
import type { Expression } from 'kysely'
import type { TSchema } from 'typebox'
import type { ColumnName } from '../database/tables.ts'
import type { Context } from './field.ts'
import type { NodeName } from './node.ts'
import type { Exposure } from './stored-meta.ts'

/** A field that the database computes, of columns and meta: read only, and only where it is asked for. */
export interface ComputedDefinition {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
  readonly expression: Computed
  /** What of the value in its column is served. */
  readonly read: (computed: string) => unknown
  /** Without a word everywhere. */
  readonly exposed?: readonly Exposure[]
  /** What to use instead. */
  readonly deprecationReason?: string
  readonly node?: NodeName
}

/** An SQL expression over the logical tables. */
export type Computed = (build: ComputedBuilder) => Expression<unknown>

export interface ComputedBuilder {
  /** A column of the row: `posts.menu_order`. */
  readonly column: (name: ColumnName) => Expression<unknown>
  /** The first value stored under a key of the post's meta; null where there is none. */
  readonly meta: (key: string) => Expression<string | null>
  /** The exact decimal that a text begins with, 0 where it begins with none (PHP's floatval, without its rounding). */
  readonly decimal: (text: Expression<string | null>) => Expression<string>
  readonly times: (one: Expression<string>, factor: string) => Expression<string>
  /** Rounded half away from zero. */
  readonly rounded: (value: Expression<string>, places: number) => Expression<string>
}
