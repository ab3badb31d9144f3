// A read, as a frozen value that REST and GraphQL both make: what, of which rows, for whom, in which order, which page.
// A plan's shape is compiled once; its values are bound per request.
import type { Filter, Visibility } from '../database/filter.ts'
import { isInstant, type Instant, type Source } from '../database/source.ts'
import type { TimeZone } from '../site/time-zone.ts'

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
  /** About how many rows there are of what it belongs to, where that is known: no part of its shape. */
  readonly about?: number
  /** Whose local times instants are made of; without a word the UTC column is what they are. */
  readonly zone?: TimeZone | undefined
  /** How its rows are found; without a word as the server plans it. */
  readonly access?: Access
}

export interface ItemPlan extends PlanBase {
  readonly kind: 'item'
  readonly columns: readonly string[]
}

export interface CountPlan extends PlanBase {
  readonly kind: 'count'
  /** Where counting ends; without a word it counts all. */
  readonly upTo?: number
  readonly access?: Extract<Access, { readonly kind: 'in-order' }>
}

/** How many rows there are for each value of a column, or for each beginning of one, and the last of them. */
export interface TallyPlan extends PlanBase {
  readonly kind: 'tally'
  readonly by: string
  /** How many letters of the value count; without a word all do. */
  readonly length?: 4 | 7 | 10
  readonly access?: Extract<Access, { readonly kind: 'by-owner' }>
}

/** Which clock a list by a time goes by: UTC, or the site's local time. */
export type Clock = 'utc' | 'local'

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

/** How the rows of a page are found, in forms that servers are known to plan well (measured, docs/lists.md). */
export type Access =
  /** Row by row in the order of an index. */
  | { readonly kind: 'in-order'; readonly index: string }
  /** What belongs to one row, by the index of that: without statistics a server goes through all there is in its order. */
  | { readonly kind: 'by-owner'; readonly index: string }
  /** Ids in the order of an index, which has all that is asked of them, or sorted without one; then their rows. */
  | { readonly kind: 'ids-first'; readonly index: string | null }
  /** Ids of each of several statuses in the order of an index, together as many as the page needs; then their rows. */
  | { readonly kind: 'branches'; readonly index: string; readonly statuses: number }
  /** The same of an index on a UTC column: of rows where that was set in its order, and sorted of the others. */
  | { readonly kind: 'instants'; readonly index: string }
  /** Of so many entries of an index, from the page's beginning, those that meet the other filters. May fall short. */
  | { readonly kind: 'window'; readonly index: string; readonly entries: number }
  /** All that meets one filter, by its place among the plan's; of it what meets the others, in the order. */
  | { readonly kind: 'filter-first'; readonly place: number; readonly index: string | null }

/** A place in a list that is ordered by a column and then by id. */
export interface Position {
  /** The column's value as text; null of a row that has none, which lies before all others. */
  readonly key: string | null
  readonly id: string
}

/** The instant that a list is ordered by; null where it is another column. */
export function orderInstant({ order: [first], zone }: Pick<ListPlan, 'order' | 'zone'>): Instant | null {
  return zone && first?.kind === 'column' && isInstant(first.column) ? first.column : null
}
