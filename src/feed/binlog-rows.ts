// Row events of a server's binary log → changes in logical names. Columns that have no logical name are nobody's.
import type { AnyBinlogEvent } from '@vlasky/zongji'
import type { Change, ChangedRow } from '../core/change.ts'
import type { Layout } from '../database/layout.ts'

export interface PhysicalRow {
  readonly [column: string]: unknown
}

export type ToChange = (
  table: string,
  before: PhysicalRow | null,
  after: PhysicalRow | null,
) => Extract<Change, { readonly kind: 'row' }> | null

/** Null for tables that are not read. */
export function createToChange(layout: Layout): ToChange {
  const tables = new Map(
    [...layout].map(([logical, { table, columns }]) => {
      const names = new Map<string, string>()
      for (const [name, physical] of columns)
        if (typeof physical === 'string') names.set(physical.toLowerCase(), name)
      return [table.toLowerCase(), { logical, names }] as const
    }),
  )
  return (table, before, after) => {
    const known = tables.get(table.toLowerCase())
    if (!known) return null
    const row = (physical: PhysicalRow | null) => physical && toLogical(physical, known.names)
    return { kind: 'row', table: known.logical, before: row(before), after: row(after) }
  }
}

function toLogical(row: PhysicalRow, names: ReadonlyMap<string, string>): ChangedRow {
  const logical: Record<string, string | null> = {}
  for (const [column, value] of Object.entries(row)) {
    const name = names.get(column.toLowerCase())
    if (name !== undefined) logical[name] = textOf(value)
  }
  return logical
}

/** Equal for equal values; what decides anything is text, a number or a time. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

interface EventRow {
  readonly table: string
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
}

/** Of an event of rows; none of any other. */
export function rowsIn(event: AnyBinlogEvent): readonly EventRow[] {
  if (!('rows' in event) || !('tableMap' in event)) return []
  const name = event.tableMap[event.tableId]?.tableName
  if (name === undefined) return []
  return event.rows.map((row): EventRow => {
    if (event.getTypeName() === 'UpdateRows' && 'before' in row && 'after' in row)
      return { table: name, before: recordOf(row.before), after: recordOf(row.after) }
    const whole = recordOf(row)
    return event.getTypeName() === 'DeleteRows'
      ? { table: name, before: whole, after: null }
      : { table: name, before: null, after: whole }
  })
}

function recordOf(value: unknown): PhysicalRow {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
