// A proposed layout with the reasons for it, as a value: what `init` shows, asks about and writes.
import type { Table } from '../core/table-names.ts'
import type { ColumnMapping, Wanted } from '../database/layout-mapping.ts'

export interface ProposedColumn {
  readonly logical: string
  readonly mapping: ColumnMapping
  /** Why, where the names do not say it. */
  readonly reason?: string
  /** A sentence for the owner about a guess. */
  readonly doubt?: string
}

export interface ProposedTable {
  readonly logical: Table
  readonly table: string
  readonly reason: string
  readonly columns: readonly ProposedColumn[]
  /** Tables that expressions read. */
  readonly reads?: readonly string[]
  readonly where: readonly { readonly column: string; readonly wanted: Wanted; readonly reason: string }[]
}

export interface Proposal {
  readonly tables: readonly ProposedTable[]
  /** Tables of other things, or without a key of one column, that have the names of logical ones. */
  readonly leftOut: readonly Table[]
  readonly options: Readonly<Record<string, string>>
  /** Guesses that the owner should look at. */
  readonly doubts: readonly string[]
}

/** A table of WordPress's, by its prefix. */
export interface WordPressTables {
  readonly prefix: string
}
