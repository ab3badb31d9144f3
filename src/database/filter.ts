// Filters on the rows of a source, as values: resources make them of arguments, and queries are made of them.
import type { Compared, Operator, Test } from './declared-filter.ts'
import type { Integer } from './tables.ts'

/** The rows of a resource that one viewer may see, by one of its rules. */
export interface Visibility {
  readonly resource: string
  /** `there`: whatever the viewer may see of them. */
  readonly rule:
    | 'visible'
    | 'visibleAlone'
    | 'editable'
    | 'editableAlone'
    | 'unlocked'
    | 'unlockedEditable'
    | 'open'
    | 'readable'
    | 'edited'
    | 'published'
    | 'there'
  /** Those of the resource's capabilities that the viewer has; part of a plan's shape. */
  readonly capabilities: readonly string[]
  readonly viewerId: Scalar
  /** Content that the viewer may not edit, whatever the capabilities. */
  readonly lockedId?: Scalar
  /** Hidden rows are left out, or counted and then withheld, as WordPress does for editors. */
  readonly unseen: 'exclude' | 'count-but-withhold'
  /** Types of content without a definition that the site shows the public: comments on it are visible as well. */
  readonly addressedTypes?: readonly string[]
  /** The key of meta that members of the site have: others of a network's accounts are not there. */
  readonly members?: string
}

export type Scalar = string | number | bigint

export type Filter =
  /** One of these values; of no values, no row. */
  | { readonly kind: 'in'; readonly column: string; readonly values: readonly Scalar[] }
  /** Strictly after, or before, the one value. */
  | { readonly kind: 'after' | 'before'; readonly column: string; readonly values: readonly Scalar[] }
  | TimePart
  /** Where a time was never set. */
  | { readonly kind: 'unset'; readonly column: string; readonly values: readonly [] }
  | {
      readonly kind: 'search'
      readonly columns: readonly string[]
      /** The row's meta under this key is searched as well. */
      readonly metaKey?: string
      readonly words: readonly SearchWord[]
    }
  /** Posts with one of these terms of a taxonomy, by ids, by slugs, or by the ids that relations use. */
  | {
      readonly kind: 'term'
      readonly taxonomy: string
      readonly by: 'id' | 'slug' | 'taxonomy_id'
      readonly values: readonly Scalar[]
    }
  /** Rows with one of these values under a key of their meta. */
  | { readonly kind: 'meta'; readonly key: string; readonly values: readonly Scalar[] }
  /** Posts whose column, or one of whose values under a key of meta, is of the type and meets all tests. */
  | {
      readonly kind: 'compared'
      readonly by: Compared
      readonly tests: readonly Test[]
      readonly values: readonly Scalar[]
    }
  /**
   * Rows that a table of a plug-in names: those whose `column` is the `id` of a row there, with one of the values in its column
   * `by` and with these in others. Feeds have to follow all of these columns.
   */
  | {
      readonly kind: 'plug-in'
      /** The name without the prefix of the site's tables. */
      readonly table: string
      readonly id: string
      readonly column: string
      readonly where: Readonly<Record<string, readonly string[]>>
      readonly by: string
      readonly values: readonly Scalar[]
    }
  /** Rows of `terms` of one of these posts, if the viewer may see the post; null where that is decided already. */
  | { readonly kind: 'of-post'; readonly visible: Visibility | null; readonly values: readonly Scalar[] }
  /** Comments on content with one of these values in its column. */
  | OnContent
  /** Users who have published something of one of these types. */
  | { readonly kind: 'published'; readonly values: readonly Scalar[] }
  /** One of these holds, or none does. */
  | { readonly kind: 'any' | 'none'; readonly filters: readonly Filter[] }

/** Parts of a time, the largest first. */
export const timeUnits = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

export type TimeUnit = (typeof timeUnits)[number]

/** One part of a time, or hours, minutes and seconds as one number of sixties, compared with the one value. */
export interface TimePart {
  readonly kind: 'time-part'
  readonly column: string
  readonly units: readonly TimeUnit[]
  readonly operator: Exclude<Operator, 'in' | 'exists'>
  readonly values: readonly Scalar[]
}

export interface OnContent {
  readonly kind: 'on-content'
  readonly column: string
  readonly values: readonly Scalar[]
}

/** Columns of content with the value that has nearly all comments of a site. */
const usualContent: ReadonlyMap<string, string> = new Map([
  ['status', 'publish'],
  ['type', 'post'],
])

/** True where nearly all comments are on such content. */
export function isUsualContent({ column, values }: OnContent): boolean {
  const usual = usualContent.get(column)
  return usual !== undefined && values.includes(usual)
}

export interface SearchWord {
  readonly text: string
  /** Rows that hold the word are left out. */
  readonly excluded: boolean
  /** True where it is found by an index of words: where one begins with it. */
  readonly isIndexed?: boolean
  /** A part of the text, its beginning, or all of it. */
  readonly match: 'part' | 'start' | 'whole'
}

/** The values that a filter itself compares with. */
export function valuesOf(filter: Filter): readonly Scalar[] {
  return 'values' in filter ? filter.values : []
}

/** Filters with all of their parts, each before its parts: the place in this list is where a filter's values are. */
export function flatten(filters: readonly Filter[]): readonly Filter[] {
  return filters.flatMap((filter) => ('filters' in filter ? [filter, ...flatten(filter.filters)] : [filter]))
}

/** Where the values of the nth filter are: behind those before it, with all of their parts. */
export function flatPlace(filters: readonly Filter[], nth: number): number {
  return flatten(filters.slice(0, nth)).length
}

/** An id as plans have it: a whole number, exact whatever its size, or a text. */
export function toIdValue(id: Integer | string): Scalar {
  if (typeof id === 'number') return id
  const value = Number(id)
  if (Number.isSafeInteger(value)) return id === '' || String(value) === id ? value : id
  return /^-?[1-9]\d{0,19}$/.test(id) ? BigInt(id) : id
}

/** The ids that a request lists; a sign does not count (wp_parse_id_list). */
export function toIdValues(ids: readonly (Integer | string)[]): readonly Scalar[] {
  return ids.map((id) => {
    const value = toIdValue(id)
    return typeof value === 'string' || value >= 0 ? value : -value
  })
}

/**
 * A slug in the forms that it may be stored in: as WordPress does, with characters outside of ASCII percent-encoded, in lower case
 * (what is percent-encoded already, as answers have it, stays: sanitize_title), and as other systems do, as it is.
 */
export function storedSlugs(slug: string): readonly string[] {
  const given = slug.toWellFormed()
  const encoded = encodeURIComponent(given)
    .toLowerCase()
    .replaceAll(/%25(?=[\da-f]{2})/g, '%')
  return /[^\0-\x7f]/.test(given) ? [encoded, given] : [encoded]
}

/** Conditions of equality, each with one value or with one of several. */
export function equal(where: Readonly<Record<string, string | readonly string[]>>): readonly Filter[] {
  return Object.entries(where).map(([column, value]) => ({
    kind: 'in',
    column,
    values: typeof value === 'string' ? [value] : value,
  }))
}
