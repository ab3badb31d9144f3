// Conditions that many resources' rules are made of.
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/tables.ts'

export const nothing: Expression<SqlBool> = sql<SqlBool>`1 = 0`
export const everything: Expression<SqlBool> = sql<SqlBool>`1 = 1`

/**
 * Whether a query finds a row. As a value it is looked up for each row that is judged; of EXISTS planners make a join
 * that they begin elsewhere, or read a whole table for a page.
 */
export function finds(query: SelectQueryBuilder<Database, keyof Database, object>): Expression<SqlBool> {
  return sql<SqlBool>`${query.select(sql<number>`1`.as('one')).limit(1)} is not null`
}

/** A condition that is false, or unknown because a column is NULL: `not` alone would leave the unknown one unknown. */
export function isNotTrue(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`(${condition}) is not true`
}
