// What a change of a row changed: its columns, with what they held before and hold after.
import type { ChangedRow, RowChange } from '../core/change.ts'

/** All of a row that came or went. */
export function changedColumns({ before, after }: RowChange): readonly string[] {
  if (before === null || after === null) return Object.keys(before ?? after ?? {})
  return Object.keys(after).filter((column) => before[column] !== after[column])
}

/** What it was and what it is, each once. */
export function valuesOf({ before, after }: RowChange, column: string): readonly string[] {
  return [...new Set([before, after].flatMap((row) => valueIn(row, column)))]
}

function valueIn(row: ChangedRow | null, column: string): readonly string[] {
  const value = row?.[column]
  return value === null || value === undefined ? [] : [value]
}

export function has(changed: readonly string[], ...columns: readonly string[]): boolean {
  return columns.some((column) => changed.includes(column))
}
