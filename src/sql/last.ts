// The last row of each group by a column, then by id: found by one aggregate, since no server is asked for a group's rows in order.
import { sql } from 'kysely'
import type { Source } from '../database/source.ts'
import { integerOf, type Integer, type Row } from '../database/tables.ts'
import type { Columns } from './columns.ts'

const separator = '|'
/** Lengths have as many digits each: of two ids the longer one is the greater. */
const lengthsFrom = 1000

/** A text whose greatest is that of the last row, with its id at the end. */
export function lastOf(source: Source, by: string, columns: Columns) {
  const id = columns.of(source, 'id')
  const before = sql`coalesce(${columns.of(source, by)}, ''), ${sql.lit(separator)}`
  return sql`max(concat(${before}, ${sql.lit(lengthsFrom)} + length(${id}), ${id}))`.as('last')
}

/** The row with the id alone as `last`. */
export function withLastId(row: Row): Row {
  const last = String(integerOf(row, 'last'))
  const id = last.slice(last.indexOf(separator) + separator.length + String(lengthsFrom).length)
  return { ...row, last: exact(id) }
}

/** A number where a double can hold it, otherwise its digits. */
function exact(id: string): Integer {
  const value = Number(id)
  return Number.isSafeInteger(value) && String(value) === id ? value : id
}
