// Row events of a server's binary log → changes in logical names. Columns without a logical name are left out.
import type { AnyBinlogEvent } from '@vlasky/zongji'
import type { ChangedRow, DataChange } from '../core/change.ts'
import type { Charset } from '../database/address.ts'
import { shifted, wordOf, type Encoding } from '../database/encoding.ts'
import { storedName, type FollowedTables, type PhysicalTable } from '../database/layout.ts'
import type { Dependents } from './dependents.ts'
import { neededColumns } from './slim-change.ts'

export interface PhysicalRow {
  readonly [column: string]: unknown
}

export interface EventRow {
  readonly schema: string
  readonly table: string
  readonly before: PhysicalRow | null
  readonly after: PhysicalRow | null
  /** True where the log has every column of the row, before and after (binlog_row_image). */
  readonly isWhole: boolean
}

/** Maps a row to changes; empty for rows of tables that Lectern does not read. */
export type ToChanges = (row: EventRow) => readonly DataChange[]

/** `dependents`: the tables whose content depends on rows of other tables; `charset`: that of the connections that read. */
export function createToChanges(
  layout: FollowedTables,
  schema: string,
  dependents: () => Dependents,
  charset: Charset = 'utf8mb4',
): ToChanges {
  const followed = [...layout].map(([logical, physical]) => ({
    logical,
    physical,
    naming: namingColumns(logical, physical),
  }))
  const tables = Map.groupBy(followed, ({ physical }) => physical.table.toLowerCase())
  return (event) => {
    const changes: DataChange[] = dependents()
      .of(event)
      .map((table) => ({ kind: 'table', table }))
    const isOurs = event.schema.toLowerCase() === schema.toLowerCase()
    const known = isOurs ? (tables.get(event.table.toLowerCase()) ?? []) : []
    return [...known.flatMap((table) => changesOf(table, event, charset)), ...changes]
  }
}

/** The columns that tags are made of, keyed as in `Values`; true for columns of text. */
type Naming = ReadonlyMap<string, boolean>

/** A row's values, keyed by column names in lower case. */
type Values = ReadonlyMap<string, unknown>

interface Followed {
  readonly logical: string
  readonly physical: PhysicalTable
  readonly naming: Naming
}

function changesOf(
  { logical: table, physical, naming }: Followed,
  event: EventRow,
  charset: Charset,
): readonly DataChange[] {
  const [stored, then] = [event.before, event.after].map(
    (row) => row && new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value ?? null])),
  )
  const isUnclear = [stored, then].some((row) => row && isReadOtherwise(row, naming, charset))
  if (!event.isWhole || isUnclear) return [{ kind: 'table', table }]
  const [before, after] = [stored, then].map((row) => (row ? toLogical(row, physical) : null))
  if (before === undefined || after === undefined) return []
  const isOther = (column: string) => textOf(stored?.get(column)) !== textOf(then?.get(column))
  const isFiltered =
    physical.where.some(({ column }) => isOther(column.toLowerCase())) ||
    (computes(physical) && [...(then?.keys() ?? [])].some(isOther))
  if (!isFiltered || before === null || after === null) return [{ kind: 'row', table, before, after }]
  // A filter may let the row through only now, or no longer; expressions may use any column
  return [
    { kind: 'row', table, before, after: null },
    { kind: 'row', table, before: null, after },
  ]
}

function namingColumns(table: string, { columns }: PhysicalTable): Naming {
  return new Map(
    neededColumns(table).flatMap((name) => {
      const stored = storedName(columns.get(name))?.toLowerCase()
      return stored === undefined ? [] : [[stored, !/(?:^|_)id$/.test(name)] as const]
    }),
  )
}

/**
 * True where tags are made of texts that readers may see differently: the log has them in the character set of the column, or as bytes,
 * and readers get them in that of their connection.
 */
function isReadOtherwise(row: Values, naming: Naming, charset: Charset): boolean {
  return naming.entries().some(([column, isText]) => {
    const value = row.get(column)
    if (value instanceof Uint8Array) return isText && value.some((byte) => byte > 0x7f)
    return typeof value === 'string' && (charset === 'utf8mb4' ? /\uFFFD/ : /[^\0-\x7f]/).test(value)
  })
}

/** True where SQL expressions of the layout may compute values from columns that have no logical name. */
function computes({ columns, fields }: PhysicalTable): boolean {
  return (
    fields.size > 0 || [...columns.values()].some((column) => typeof column === 'object' && 'sql' in column)
  )
}

function toLogical(row: Values, { columns }: PhysicalTable): ChangedRow {
  const logical: Record<string, string | null> = {}
  for (const [name, column] of columns) {
    const value = row.get(storedName(column)?.toLowerCase() ?? '')
    const encoding = typeof column === 'object' && 'encoding' in column ? column.encoding : null
    if (typeof column === 'object' && 'constant' in column) logical[name] = String(column.constant)
    else if (value !== undefined) logical[name] = meantBy(encoding, textOf(value))
  }
  return logical
}

function meantBy(encoding: Encoding | null, stored: string | null): string | null {
  switch (encoding?.kind) {
    case 'words':
      return wordOf(encoding, stored)
    case 'shifted':
      return shifted(encoding, stored)
    case 'time':
    case undefined:
      return stored
  }
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

/** ZongJi reads columns that are not in the log as null; the event's bitmaps show which ones are there. */
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
