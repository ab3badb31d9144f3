// Rules of visibility.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Statuses } from '../core/status.ts'
import type { ColumnName, Database } from '../database/tables.ts'

/** A condition on the logical tables: the rows that a viewer may see, or edit. */
export type Rule = (build: RuleBuilder) => Expression<SqlBool>

/** A rule to which the site's statuses are bound. */
export type BoundRule = (build: Omit<RuleBuilder, 'statuses'>) => Expression<SqlBool>

export interface RuleBuilder {
  readonly eb: ExpressionBuilder<Database, keyof Database>
  /** A column, or the constant that replaces one that the database lacks. */
  readonly column: (name: ColumnName) => Expression<unknown>
  /** True where the viewer has one of the resource's `capabilities`. */
  readonly can: (capability: string) => boolean
  /** A value that no id in the column has: 0, or '' where ids are texts. */
  readonly noId: (name: ColumnName) => string | number | bigint
  /** The viewer's id; `noId`, for anonymous viewers. */
  readonly viewerId: Expression<unknown>
  /** The id of content that the viewer may not edit whatever the capabilities; null where there is none. */
  readonly lockedId: Expression<unknown> | null
  /** Content types without a definition whose rows the site shows to the public. */
  readonly addressedTypes: readonly string[]
  /** The statuses of the site's content. */
  readonly statuses: Statuses
}
