// CSV (RFC 4180) of items of REST: a column for each requested field.
import { atPath } from './rest-lists.ts'

/** The line of an item, or without one the line of the columns' names. */
export function csvLine(columns: readonly string[], item?: unknown): string {
  const cells = columns.map((column) => (item === undefined ? column : atPath(item, column.split('.'))))
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return quoted(JSON.stringify(value))
  // Spreadsheets would run it as a formula
  return quoted(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
