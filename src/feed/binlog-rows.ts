// Row events of a server's binary log → changes in logical names. Columns without a logical name are left out.
import type { AnyBinlogEvent } from '@vlasky/zongji'
import type { ChangedRow, DataChange } from '../core/change.ts'
import type { Layout } from '../database/layout.ts'
import type { Dependents } from './dependents.ts'

export interface PhysicalRow {
  readonly [column: string]: unknown
}

export interface EventRow {
  readonly schema: string
  readonly table: string
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
  /** Whether the log has every column of the row, before and after (binlog_row_image). */
  readonly isWhole: boolean
}

/** Empty for rows of tables that nothing is read from. */
export type ToChanges = (row: EventRow) => readonly DataChange[]

/** `dependents`: the tables whose content depends on rows of others. */
export function createToChanges(layout: Layout, schema: string, dependents: () => Dependents): ToChanges {
  const tables = new Map(
    [...layout].map(([logical, { table, columns }]) => {
      const names = new Map<string, string>()
      for (const [name, physical] of columns)
        if (typeof physical === 'string') names.set(physical.toLowerCase(), name)
      return [table.toLowerCase(), { logical, names }] as const
    }),
  )
  return (event) => {
    const changes: DataChange[] = dependents()
      .of(event)
      .map((table) => ({ kind: 'table', table }))
    const known =
      event.schema.toLowerCase() === schema.toLowerCase() ? tables.get(event.table.toLowerCase()) : undefined
    if (!known) return changes
    if (!event.isWhole) return [{ kind: 'table', table: known.logical }, ...changes]
    const row = (physical: PhysicalRow | null) => physical && toLogical(physical, known.names)
    return [
      { kind: 'row', table: known.logical, before: row(event.before), after: row(event.after) },
      ...changes,
    ]
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

/** Equal texts for equal values; every value that decides something is text, a number or a time. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

/** The rows of a row event; none for any other event. */
export function rowsIn(event: AnyBinlogEvent): readonly EventRow[] {
  if (!('rows' in event) || !('tableMap' in event)) return []
  const map = event.tableMap[event.tableId]
  if (map === undefined) return []
  const from = { schema: map.parentSchema, table: map.tableName, isWhole: isWhole(event) }
  return event.rows.map((row): EventRow => {
    if (event.getTypeName() === 'UpdateRows' && 'before' in row && 'after' in row)
      return { ...from, before: recordOf(row.before), after: recordOf(row.after) }
    const whole = recordOf(row)
    return event.getTypeName() === 'DeleteRows'
      ? { ...from, before: whole, after: null }
      : { ...from, before: null, after: whole }
  })
}

/** ZongJi reads columns that are not in the log as null; the event's bitmaps tell them apart. */
function isWhole(event: { readonly numberOfColumns: number }): boolean {
  return ['columns_present_bitmap', 'columns_present_bitmap2'].every((name) => {
    const bits = Object.getOwnPropertyDescriptor(event, name)?.value
    if (!(bits instanceof Uint8Array)) return true
    return Array.from({ length: event.numberOfColumns }, (_, nth) => nth).every(
      (nth) => ((bits[Math.floor(nth / 8)] ?? 0) & (1 << (nth % 8))) !== 0,
    )
  })
}

function recordOf(value: unknown): PhysicalRow {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
