// Conditions that rules of several resources share, and filters with them.
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/tables.ts'

export const nothing: Expression<SqlBool> = sql<SqlBool>`1 = 0`
export const everything: Expression<SqlBool> = sql<SqlBool>`1 = 1`

/**
 * True where a query finds a row. A scalar subquery is looked up for each row; planners would turn EXISTS into a join
 * that begins elsewhere, or reads a whole table for a page.
 */
export function finds(query: SelectQueryBuilder<Database, keyof Database, object>): Expression<SqlBool> {
  return sql<SqlBool>`${query
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(1)} is not null`
}

/** True where the condition is false or unknown (a column is NULL): `not` alone leaves unknown as it is. */
export function isNotTrue(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`(${condition}) is not true`
}
