// Tables of a server by schema and name.
import { sql, type RawBuilder } from 'kysely'

export interface TableName {
  readonly schema: string
  readonly table: string
}

/** Equal for all spellings of a name in upper and lower case. */
export function tableKey({ schema, table }: TableName): string {
  return `${schema}.${table}`.toLowerCase()
}

/** Pairs of schema and table for a condition with `in`. */
export function namePairs(tables: readonly TableName[]): RawBuilder<unknown> {
  return sql.join(tables.map(({ schema, table }) => sql`(${schema}, ${table})`))
}
