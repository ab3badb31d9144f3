// The condition that a column has one of a filter's values, which may be very many.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dialect } from '../database/engine.ts'
import { valuesOf, type Filter } from '../database/filter.ts'
import { nothing } from '../registry/conditions.ts'
import type { Compared } from './columns.ts'
import type { Condition } from './condition.ts'
import { jsonSlot, valueSlots, type StoredFor } from './slot.ts'

/** The longest list of separate values on SQLite; longer ones, which only rows of the database lead to, are one JSON value. */
const listedMax = 1024

export function oneOf(column: RawBuilder<unknown>, filter: Filter, at: number, dialect: Dialect): Condition {
  return oneOfStored({ column, stored: (value) => value, mayLack: false }, filter, at, dialect)
}

/** Makes the condition for a column whose values may have another stored form. */
export function oneOfStored(
  { column, stored, mayLack }: Omit<Compared, 'selected'>,
  filter: Filter,
  at: number,
  dialect: Dialect,
): Condition {
  const { length } = valuesOf(filter)
  if (length === 0) return nothing
  const isOne =
    length === 1
      ? sql<SqlBool>`${column} = ${sql.join(valueSlots(1, at, stored))}`
      : sql<SqlBool>`${column} in (${listed(length, at, stored, dialect)})`
  return mayLack && valuesOf(filter).includes(0) ? sql<SqlBool>`(${isOne} or ${column} is null)` : isOne
}

function listed(length: number, at: number, stored: StoredFor, { longLists }: Dialect): RawBuilder<unknown> {
  return longLists === 'json' && length > listedMax
    ? sql`select value from json_each(${jsonSlot(at, stored)})`
    : sql.join([...valueSlots(length, at, stored)])
}
