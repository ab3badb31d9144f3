// Compiles computed columns: expressions that a resource's definition builds from logical columns and meta, on every
// dialect.
import { expressionBuilder, ExpressionWrapper, sql, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import type { Database } from '../database/tables.ts'
import type { ComputedBuilder } from '../registry/computed.ts'
import type { Columns } from './columns.ts'
import { roundedDecimal } from './decimal.ts'
import { underKey } from './to-physical.ts'

export function computedBuilder(columns: Columns, dialect: Dialect): ComputedBuilder {
  const isExact = dialect.decimals === 'exact'
  return {
    column: columns.named,
    own: columns.own,
    meta: (key) => {
      const rows = expressionBuilder<Database, keyof Database>()
        .selectFrom('postmeta')
        .select('postmeta.value')
        .where(sql<SqlBool>`${columns.named('postmeta.post_id')} = ${columns.named('posts.id')}`)
        .where(sql<SqlBool>`${columns.named('postmeta.key')} = ${key}`)
      // Servers refuse to order by a constant
      const first = columns.isConstant('postmeta', 'id') ? rows : rows.orderBy(columns.named('postmeta.id'))
      return new ExpressionWrapper(underKey(key, first.limit(1).toOperationNode()))
    },
    decimal: (text) =>
      isExact
        ? sql`cast(coalesce(${text}, '') as decimal(65, 30))`
        : sql`leading_decimal(coalesce(${text}, ''))`,
    times: (one, factor) =>
      isExact
        ? sql`(${one} * cast(${factor} as decimal(65, 30)))`
        : sql`multiply_decimals(${one}, ${factor})`,
    rounded: (value, places) => roundedDecimal(value, places, dialect),
  }
}
