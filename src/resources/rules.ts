// Conditions that many resources' rules are made of.
import { sql, type Expression, type SqlBool } from 'kysely'

export const nothing: Expression<SqlBool> = sql<SqlBool>`1 = 0`
export const everything: Expression<SqlBool> = sql<SqlBool>`1 = 1`
