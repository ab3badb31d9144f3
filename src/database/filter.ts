// What can be asked of the rows of a source, as values: resources make filters of arguments, queries are made of them.
import type { Integer } from './tables.ts'

/** What one viewer may see of a resource, by one of its rules. */
export interface Visibility {
  readonly resource: string
  readonly rule: 'visible' | 'visibleAlone' | 'editable' | 'unlocked' | 'open'
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
  /** Where a time was never set. */
  | { readonly kind: 'unset'; readonly column: string; readonly values: readonly [] }
  | {
      readonly kind: 'search'
      readonly columns: readonly string[]
      /** Also looked in: the row's meta under this key. */
      readonly metaKey?: string
      readonly words: readonly SearchWord[]
    }
  /** Posts that carry one of these terms of a taxonomy, told by their ids or slugs, or by what relations call them. */
  | {
      readonly kind: 'term'
      readonly taxonomy: string
      readonly by: 'id' | 'slug' | 'taxonomy_id'
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
  /** Whether it is found by an index of words: where one begins with it. */
  readonly isIndexed?: boolean
  /** A part of the text, its beginning, or all of it. */
  readonly match: 'part' | 'start' | 'whole'
}

/** The values that a filter itself compares with. */
export function valuesOf(filter: Filter): readonly Scalar[] {
  return 'values' in filter ? filter.values : []
}

/** Filters and all that they are made of, each before its parts: a filter's place in this list is where its values are. */
export function flatten(filters: readonly Filter[]): readonly Filter[] {
  return filters.flatMap((filter) => ('filters' in filter ? [filter, ...flatten(filter.filters)] : [filter]))
}

/** An id as SQL compares it: exact, whatever its size. */
export function toIdValue(id: Integer | string): Scalar {
  if (typeof id === 'number') return id
  const value = Number(id)
  return Number.isSafeInteger(value) ? value : BigInt(id)
}

/** A slug as the owning system stores it: what is not ASCII percent-encoded, in lower case (sanitize_title). */
export function slugToStored(slug: string): string {
  return encodeURIComponent(slug.toWellFormed()).toLowerCase()
}
