// Columns computed in SQL.
import type { Expression } from 'kysely'
import type { TSchema } from 'typebox'
import type { ColumnName, Table } from '../database/tables.ts'
import type { Context } from './field.ts'
import type { NodeName } from './node.ts'
import type { Exposure } from './stored-meta.ts'

/** A field that the database computes from columns and meta; it is read-only, and computed only where it is requested. */
export interface ComputedDefinition {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
  readonly expression: Computed
  /** Converts the computed text to the value that is served. */
  readonly read: (computed: string) => unknown
  /** The interfaces that serve it. Default: all. */
  readonly exposed?: readonly Exposure[]
  /** Names the replacement, and marks the field as deprecated. */
  readonly deprecationReason?: string
  readonly node?: NodeName
}

/** An SQL expression over the logical columns of a row, and its meta. */
export type Computed = (build: ComputedBuilder) => Expression<unknown>

export interface ComputedBuilder {
  /** A column of the row: `posts.menu_order`. */
  readonly column: (name: ColumnName) => Expression<unknown>
  /** A field that the owner's layout adds, by its name in REST; null where the row's table has none of that name. */
  readonly own: (table: Table, name: string) => Expression<unknown>
  /** The first value stored under a key of the post's meta; null where there is none. */
  readonly meta: (key: string) => Expression<string | null>
  /** The exact decimal at the beginning of a text, or 0 (PHP's floatval, without its rounding). */
  readonly decimal: (text: Expression<string | null>) => Expression<string>
  readonly times: (one: Expression<string>, factor: string) => Expression<string>
  /** Rounds half away from zero. */
  readonly rounded: (value: Expression<string>, places: number) => Expression<string>
}
