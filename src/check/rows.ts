// Counts the rows of a table: by the server's estimate, or on SQLite exactly, up to one more than a million.
import { sql } from 'kysely'
import { textOf } from '../database/tables.ts'
import type { Looking } from './finding.ts'

const countedMax = 1_000_001

export type RowCounts = (table: string) => Promise<number | null>

/** Null for a view, which has no rows of its own. */
export function createRowCounts({ ask, dialect }: Pick<Looking, 'ask' | 'dialect'>): RowCounts {
  const known = new Map<string, Promise<number | null>>()
  const count = async (table: string) => {
    const rows = await (dialect.name === 'sqlite'
      ? ask(sql`select count(*) as rows_there from (select 1 from ${sql.table(table)} limit ${countedMax})`)
      : ask(sql`
          select table_rows as rows_there, table_type from information_schema.tables
          where table_schema = database() and table_name = ${table}`))
    if (textOf(rows[0] ?? {}, 'table_type').endsWith('VIEW')) return null
    return Number(textOf(rows[0] ?? {}, 'rows_there')) || 0
  }
  return (table) => {
    const counted = known.get(table) ?? count(table)
    known.set(table, counted)
    return counted
  }
}

/** Formats a number of rows: `12,300`, or `more than 1,000,000` where counting ended there. */
export function people(rows: number): string {
  const shown = (count: number) => new Intl.NumberFormat('en').format(count)
  return rows === countedMax ? `more than ${shown(rows - 1)}` : shown(rows)
}
