// A read, as a frozen value that REST and GraphQL both make: what, of which rows, for whom, in which order, which page.
// A plan's shape is compiled once; its values are bound per request.
import type { Filter, Visibility } from '../database/filter.ts'
import type { Source } from '../database/source.ts'

export type ReadPlan = ListPlan | ItemPlan | CountPlan | TallyPlan

interface PlanBase {
  readonly source: Source
  readonly filters: readonly Filter[]
  /** What this viewer may see of a resource; null for rows that belong to rows already seen. */
  readonly visible: Visibility | null
}

export interface ListPlan extends PlanBase {
  readonly kind: 'list'
  readonly columns: readonly string[]
  readonly order: readonly Order[]
  readonly page: Page
}

export interface ItemPlan extends PlanBase {
  readonly kind: 'item'
  readonly columns: readonly string[]
}

export interface CountPlan extends PlanBase {
  readonly kind: 'count'
}

/** How many rows there are for each value of a column, or for each beginning of one, and the last of them. */
export interface TallyPlan extends PlanBase {
  readonly kind: 'tally'
  readonly by: string
  /** How many letters of the value count; without a word all do. */
  readonly length?: 4 | 7 | 10
}

export type Order =
  | { readonly kind: 'column'; readonly column: string; readonly descending: boolean }
  /** In the order in which the values of the `in` filter on this column were given. */
  | { readonly kind: 'as-given'; readonly column: string }
  /** Rows that fit the search best first: its phrase, all of its words, or some of them, in these columns. */
  | { readonly kind: 'relevance'; readonly phrase: string; readonly columns: readonly string[] }

export type Page =
  | { readonly kind: 'all' }
  | { readonly kind: 'offset'; readonly offset: number; readonly limit: number }
  | KeysetPage

export interface KeysetPage {
  readonly kind: 'keyset'
  readonly after: Position | null
  readonly before: Position | null
  /** Which end of the window is read; the rows come in the plan's order either way. */
  readonly direction: 'forward' | 'backward'
  readonly limit: number
}

/** A place in a list that is ordered by a column and then by id. */
export interface Position {
  readonly key: string
  readonly id: string
}
