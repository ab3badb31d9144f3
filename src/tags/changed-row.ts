// Reads a row change: which columns changed, and their values before and after.
import { hiddenStatuses } from '../core/status.ts'
import type { ChangedRow, RowChange } from '../core/change.ts'
import type { Scalar } from '../database/filter.ts'
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

/** The value as a list; empty where it is null or not known. */
export function valueIn(row: ChangedRow | null, column: Column): readonly string[] {
  const value = row?.[column]
  return value === null || value === undefined ? [] : [value]
}

/** The ids before and after the change, as tags spell them; a missing id is 0, as in filters. */
export function idsOf({ before, after }: RowChange, column: Column): readonly string[] {
  return spelledIds([before, after].flatMap((row) => (row === null ? [] : [row[column] || '0'])))
}

/** The ids as tags; text ids also in their usual spelling, numbers have only one. */
export function spelledIds(ids: readonly Scalar[]): readonly string[] {
  const texts = [...new Set(ids.map(String))]
  return texts.every((id) => /^\d+$/.test(id)) ? texts : spelled(texts)
}

/** The values, also trimmed, in lower case and without accents: collations may treat `Price`, `price ` and `prïce` as equal. */
export function spelled(values: readonly string[]): readonly string[] {
  return [...new Set(values.flatMap((value) => [value, ...spellingsOf(value.trimEnd().toLowerCase())]))]
}

function spellingsOf(value: string): readonly string[] {
  return [value, value.normalize('NFKD').replace(/\p{M}/gu, '')]
}

export function has(changed: readonly string[], ...columns: readonly Column[]): boolean {
  return columns.some((column) => changed.includes(column))
}

/** True for statuses whose rows anonymous viewers never see. */
const hides = {
  posts: (status: string) => hiddenStatuses.has(status),
  comments: (status: string) => status.trimEnd() !== '1',
} as const

export type Hideable = keyof typeof hides

export function isHideable(name: string): name is Hideable {
  return Object.hasOwn(hides, name)
}

/** True where anonymous viewers may see rows of each of these statuses. */
export function areSeen(table: Hideable, statuses: readonly string[]): boolean {
  return !statuses.some(hides[table])
}

/** True where a row is hidden from anonymous viewers before and after the change; false without a status. */
export function isUnseen(table: Hideable, change: RowChange): boolean {
  const statuses = valuesOf(change, 'status')
  return statuses.length > 0 && statuses.every(hides[table])
}

/** True where the row may be published or private, so that its readers see its author. */
export function isWritten(row: ChangedRow): boolean {
  const statuses = spelled(valueIn(row, 'status'))
  return statuses.length === 0 || statuses.includes('publish') || statuses.includes('private')
}
