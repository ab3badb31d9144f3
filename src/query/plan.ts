// A read, as a frozen value that REST and GraphQL both make: what, of which rows, for whom, in which order, which page.
// A plan's shape is compiled once; its values are bound per request.
import type { Integer } from '../database/tables.ts'
import type { Source } from '../database/source.ts'

export type ReadPlan = ListPlan | ItemPlan | CountPlan

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

/** What one viewer may see of a resource, by one of its rules. */
export interface Visibility {
  readonly resource: string
  readonly rule: 'visible' | 'visibleAlone' | 'editable'
  /** Those of the resource's capabilities that the viewer has; part of a plan's shape. */
  readonly capabilities: readonly string[]
  readonly viewerId: Scalar
  /** Whether rows that may not be seen are left out, or counted and then withheld, as the original does for editors. */
  readonly unseen: 'exclude' | 'count-but-withhold'
}

export type Scalar = string | number | bigint

export type Filter =
  /** One of these values; of no values, no row. */
  | { readonly kind: 'in'; readonly column: string; readonly values: readonly Scalar[] }
  /** Strictly after, or before, the one value. */
  | { readonly kind: 'after' | 'before'; readonly column: string; readonly values: readonly Scalar[] }
  | {
      readonly kind: 'search'
      readonly columns: readonly string[]
      /** Also looked in: the row's meta under this key. */
      readonly metaKey?: string
      readonly words: readonly SearchWord[]
    }
  /** Posts that carry one of these terms of a taxonomy, told by their ids or slugs. */
  | {
      readonly kind: 'term'
      readonly taxonomy: string
      readonly by: 'id' | 'slug'
      readonly values: readonly Scalar[]
    }
  /** Rows with one of these values under a key of their meta. */
  | { readonly kind: 'meta'; readonly key: string; readonly values: readonly Scalar[] }
  /** Rows of `terms` that one of these posts carries, if the post is one that may be seen. */
  | { readonly kind: 'of-post'; readonly visible: Visibility; readonly values: readonly Scalar[] }
  /** Users who have published something of one of these types. */
  | { readonly kind: 'published'; readonly values: readonly Scalar[] }
  /** One of these holds, or none does. */
  | { readonly kind: 'any' | 'none'; readonly filters: readonly Filter[] }

export interface SearchWord {
  readonly text: string
  /** Rows that hold the word are left out. */
  readonly excluded: boolean
  /** Held as a part of the text, or being all of it. */
  readonly match: 'part' | 'whole'
}

/** The values that a filter itself compares with. */
export function valuesOf(filter: Filter): readonly Scalar[] {
  return 'values' in filter ? filter.values : []
}

/** Filters and all that they are made of, each before its parts: a filter's place in this list is where its values are. */
export function flatten(filters: readonly Filter[]): readonly Filter[] {
  return filters.flatMap((filter) => ('filters' in filter ? [filter, ...flatten(filter.filters)] : [filter]))
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
  | {
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

/** An id as SQL compares it: exact, whatever its size. */
export function toIdValue(id: Integer | string): Scalar {
  if (typeof id === 'number') return id
  const value = Number(id)
  return Number.isSafeInteger(value) ? value : BigInt(id)
}
