// A proposed layout with its reasons, as a value: `init` shows it, asks the owner about it and writes it.
import type { Table } from '../core/table-names.ts'
import type { ColumnMapping, Wanted } from '../database/layout-mapping.ts'

export interface ProposedColumn {
  readonly logical: string
  readonly mapping: ColumnMapping
  /** The reason for the choice, where the names do not explain it. */
  readonly reason?: string
  /** A sentence for the owner about a guess. */
  readonly doubt?: string
}

export interface ProposedTable {
  readonly logical: Table
  readonly table: string
  readonly reason: string
  readonly columns: readonly ProposedColumn[]
  /** Tables that the expressions read. */
  readonly reads?: readonly string[]
  readonly where: readonly { readonly column: string; readonly wanted: Wanted; readonly reason: string }[]
}

export interface Proposal {
  readonly tables: readonly ProposedTable[]
  /** Logical tables that are missing: their names belong to other tables, or to tables without a single-column key. */
  readonly leftOut: readonly Table[]
  readonly options: Readonly<Record<string, string>>
  /** Guesses that the owner should verify. */
  readonly doubts: readonly string[]
}

/** A set of WordPress's tables, by its prefix. */
export interface WordPressTables {
  readonly prefix: string
}
