// Estimates the size of a new index: the widths of its columns and of the key, for each row. Most texts are much shorter than
// their declared length.
import type { StoredColumn } from '../database/stored-column.ts'

type Columns = ReadonlyMap<string, StoredColumn>

const entryBytes = 7
/** The share of a page that is filled when an index is built in order. */
const pageFill = 0.9
const unknownTextLength = 40
/** The usual length of texts by their declared length, since words of states are declared longer than they are. */
const usualTextLength = (longest: number) => Math.min(longest, Math.round(12 + longest / 16))

/** The size in bytes; `key` are the columns by which an entry identifies its row. */
export function indexBytes(
  rows: number,
  table: Columns,
  columns: readonly string[],
  key: readonly string[],
): number {
  const widths = [...new Set([...columns, ...key].map((column) => column.toLowerCase()))].map((column) =>
    widthOf(table.get(column)?.type ?? ''),
  )
  const entry = widths.reduce((sum, width) => sum + width, entryBytes)
  return Math.round((rows * entry) / pageFill)
}

/** Formats a size: `12 MB`. */
export function megabytes(bytes: number): string {
  const exact = bytes / 1_000_000
  return `${exact < 1 ? 'less than 1' : new Intl.NumberFormat('en').format(Math.round(exact))} MB`
}

/** The bytes of a value of a type, in the declarations of MySQL and SQLite. */
export function widthOf(type: string): number {
  const [, name = '', length = ''] = /^(\w+)(?:\s*\((\d{1,6}))?/.exec(type.trim().toLowerCase()) ?? []
  const fixed = fixedWidths.get(name)
  if (fixed !== undefined) return fixed
  if (length === '') return unknownTextLength
  const longest = Number(length)
  return name === 'char' || name === 'binary'
    ? longest
    : Math.min(usualTextLength(longest), unknownTextLength)
}

const fixedWidths: ReadonlyMap<string, number> = new Map([
  ...['tinyint', 'bool', 'boolean', 'enum', 'year', 'bit'].map((name) => [name, 1] as const),
  ['smallint', 2],
  ...['mediumint', 'date', 'time'].map((name) => [name, 3] as const),
  ...['int', 'integer', 'float', 'timestamp'].map((name) => [name, 4] as const),
  ['datetime', 5],
  ...['bigint', 'double', 'decimal', 'real', 'numeric'].map((name) => [name, 8] as const),
  ['uuid', 16],
])
