// Reads a row change: which columns changed, and their values before and after.
import type { ChangedRow, RowChange } from '../core/change.ts'
import type { Column } from '../database/tables.ts'

/** Columns that the change touches: all of them where the row was inserted or deleted. */
export function changedColumns({ before, after }: RowChange): readonly string[] {
  if (before === null || after === null) return Object.keys(before ?? after ?? {})
  return Object.keys(after).filter((column) => before[column] !== after[column])
}

/** The values before and after the change, each once. */
export function valuesOf({ before, after }: RowChange, column: Column): readonly string[] {
  return [...new Set([before, after].flatMap((row) => valueIn(row, column)))]
}

function valueIn(row: ChangedRow | null, column: Column): readonly string[] {
  const value = row?.[column]
  return value === null || value === undefined ? [] : [value]
}

export function has(changed: readonly string[], ...columns: readonly Column[]): boolean {
  return columns.some((column) => changed.includes(column))
}

/** Statuses that anonymous viewers never see; answers to logged-in viewers are not cached. */
const hidden: ReadonlySet<string> = new Set(['draft', 'auto-draft', 'pending', 'future', 'private', 'trash'])

/** True where a post was hidden before the change and is after it. */
export function isUnseen(change: RowChange): boolean {
  return valuesOf(change, 'status').every((status) => hidden.has(status))
}
