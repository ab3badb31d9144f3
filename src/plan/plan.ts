// A read as a frozen value, made by REST and GraphQL alike: columns, filters, visibility, order and page.
// A plan's shape is compiled once; its values are bound per request.
import type { Compared } from '../database/declared-filter.ts'
import { valuesOf, type Filter, type Scalar, type Visibility } from '../database/filter.ts'
import { isInstant, type Instant, type Source } from '../database/source.ts'
import type { TimeZone } from '../site/time-zone.ts'

export type ReadPlan = ListPlan | ItemPlan | CountPlan | TallyPlan

interface PlanBase {
  readonly source: Source
  readonly filters: readonly Filter[]
  /** The rows that the viewer may see; null is no limit, as for rows that belong to a row that the viewer sees. */
  readonly visible: Visibility | null
}

export interface ListPlan extends PlanBase {
  readonly kind: 'list'
  readonly columns: readonly string[]
  readonly order: readonly Order[]
  readonly page: Page
  /** The estimated number of rows of the list's parent, where that is known; not part of the shape. */
  readonly about?: number
  /** The zone whose local times replace unset UTC times. Default: instants are the UTC column. */
  readonly zone?: TimeZone | undefined
  /** The access path. Default: the database server's own plan. */
  readonly access?: Access
}

export interface ItemPlan extends PlanBase {
  readonly kind: 'item'
  readonly columns: readonly string[]
}

export interface CountPlan extends PlanBase {
  readonly kind: 'count'
  /** The number at which counting stops. Default: all rows are counted. */
  readonly upTo?: number
  readonly access?: Extract<Access, { readonly kind: 'in-order' | 'filter-first' }>
}

/** Counts the rows for each value of a column, or for each prefix of its values. */
export interface TallyPlan extends PlanBase {
  readonly kind: 'tally'
  readonly by: string
  /** The length of the prefix in characters. Default: the whole value. */
  readonly length?: 4 | 7 | 10
  /** Finds the last of them, too: by this column, and by id where it has the same value. */
  readonly lastBy?: string
  readonly access?: Extract<Access, { readonly kind: 'by-owner' }>
}

/** The time that orders a list: UTC, or the site's local time. */
export type Clock = 'utc' | 'local'

export type Order =
  | {
      readonly kind: 'column'
      readonly column: string
      readonly descending: boolean
      /** The owner's declaration, where clients may order by the column only as far as that allows. */
      readonly declared?: Compared
    }
  /** By the least of a post's values under a key of meta. */
  | { readonly kind: 'meta'; readonly by: Compared; readonly descending: boolean }
  /** The order of the values in the `in` filter on this column, or its reverse. */
  | { readonly kind: 'as-given'; readonly column: string; readonly descending?: boolean }
  /** Best match first: rows with the search's phrase, all of its words, or some of them, in these columns. */
  | {
      readonly kind: 'relevance'
      readonly phrase: string
      readonly columns: readonly string[]
      /** True where the search is one word, for which only matches in the first column count. */
      readonly isWord: boolean
    }

export type Page =
  | { readonly kind: 'all' }
  | { readonly kind: 'offset'; readonly offset: number; readonly limit: number }
  | KeysetPage

export interface KeysetPage {
  readonly kind: 'keyset'
  readonly after: Position | null
  readonly before: Position | null
  /** The end of the range from which rows are read; they come in the plan's order either way. */
  readonly direction: 'forward' | 'backward'
  readonly limit: number
}

/** The access path to a page's rows, in forms that database servers were measured to plan well (docs/lists.md). */
export type Access =
  /** Reads rows in the order of an index. */
  | { readonly kind: 'in-order'; readonly index: string }
  /**
   * Reads the rows of one owner (the row they belong to) by its index: without statistics a database server would read
   * rows of all owners in the page's order.
   */
  | { readonly kind: 'by-owner'; readonly index: string }
  /** Reads ids in the order of an index that covers the filters, or sorted without one; then their rows. */
  | { readonly kind: 'ids-first'; readonly index: string | null }
  /**
   * Reads ids for each of several statuses in the order of an index, each up to the end of the page; then their rows.
   */
  | { readonly kind: 'branches'; readonly index: string; readonly statuses: number }
  /** Reads ids by an index on a UTC column, adds ids of rows whose UTC time is unset, sorted; then reads their rows. */
  | { readonly kind: 'instants'; readonly index: string }
  /** Reads this many entries of an index from the page's beginning and filters them; they may not fill the page. */
  | { readonly kind: 'window'; readonly index: string; readonly entries: number }
  /** Reads all matches of the plan's filter at `place`, applies the other filters and sorts the result. */
  | { readonly kind: 'filter-first'; readonly place: number; readonly index: string | null }

/** A position in a list that is ordered by a column and then by id. */
export interface Position {
  /** The column's value as text; null for NULL, which sorts before all values. */
  readonly key: string | null
  readonly id: string
}

/** The instant that a list is ordered by; null where it is ordered by another column. */
export function orderInstant({ order: [first], zone }: Pick<ListPlan, 'order' | 'zone'>): Instant | null {
  return zone && first?.kind === 'column' && isInstant(first.column) ? first.column : null
}

/** The content types that a plan limits posts to; empty where it does not limit them. */
export function typesIn({ source, filters }: Pick<ReadPlan, 'source' | 'filters'>): readonly Scalar[] {
  const typed = filters.find((filter) => filter.kind === 'in' && filter.column === 'type')
  return source === 'posts' && typed ? valuesOf(typed) : []
}

/** True where ties are broken by descending ids. */
export function idsDescending([first, ties]: readonly Order[]): boolean {
  const ids = ties ?? first
  return ids?.kind === 'column' && ids.descending
}
