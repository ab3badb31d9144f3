// Which rows a viewer may see.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { ColumnName, Database } from '../database/tables.ts'

/** Which rows a viewer may see, or edit, as a condition on the logical tables. */
export type Rule = (build: RuleBuilder) => Expression<SqlBool>

export interface RuleBuilder {
  readonly eb: ExpressionBuilder<Database, keyof Database>
  /** A column; what stands for it where the database does not have it. */
  readonly column: (name: ColumnName) => Expression<unknown>
  /** Whether the viewer has one of the resource's `capabilities`. */
  readonly can: (capability: string) => boolean
  /** The viewer's id; 0, which no row has, where nobody is logged in. */
  readonly viewerId: Expression<unknown>
}
