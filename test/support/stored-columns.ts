// Columns as a server's catalogue says them, for tests that need no more of them than their names.
import type { StoredColumn } from '../../src/database/stored-column.ts'

export function storedColumns(...names: readonly string[]): ReadonlyMap<string, StoredColumn> {
  return new Map(names.map((name) => [name, { type: '', kind: 'any', isNullable: false, isFolded: false }]))
}
