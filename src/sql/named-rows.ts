// The condition for rows that a plug-in's table references. A database without the table has no such rows.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Filter } from '../database/filter.ts'
import { followedTable, storedName } from '../database/layout.ts'
import { columnOf, type Source } from '../database/source.ts'
import { nothing } from '../registry/conditions.ts'
import type { Condition, Writing } from './condition.ts'

/** Makes the condition. Like one by a term, its subquery is probed for each row where another part of the query finds the rows. */
export function isNamed(
  source: Source,
  filter: Extract<Filter, { readonly kind: 'plug-in' }>,
  { columns, followed, probing }: Pick<Writing, 'columns' | 'followed' | 'probing'>,
  hasValue: (column: RawBuilder<unknown>) => Condition,
): Condition {
  const table = followedTable(followed, filter.table)
  if (!table) return nothing
  const stored = (name: string) => {
    const column = storedName(table.columns.get(name))
    if (column === null) throw new Error(`no feed follows ${filter.table}.${name}`)
    return sql.id('named', column)
  }
  const row = columns.named(columnOf(source, filter.column))
  const conditions = [
    ...Object.entries(filter.where).map(
      ([name, values]) => sql<SqlBool>`${stored(name)} in (${sql.join([...values])})`,
    ),
    hasValue(stored(filter.by)),
  ]
  const from = sql`from ${sql.id(table.table)} as ${sql.id('named')} where ${sql.join(conditions, sql` and `)}`
  return probing
    ? sql<SqlBool>`(select 1 ${from} and ${stored(filter.id)} = ${row} limit 1) is not null`
    : sql<SqlBool>`${row} in (select ${stored(filter.id)} ${from})`
}
