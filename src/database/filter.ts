// Filters on the rows of a source, as values: resources make them from arguments, and queries are compiled from them.
import type { Compared, Operator, Test } from './declared-filter.ts'
import type { Integer } from './tables.ts'

/** The rows of a resource that one viewer may see, by one of its rules. */
export interface Visibility {
  readonly resource: string
  /** `there`: all existing rows, whatever the viewer may see of them. */
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
  /** The resource's capabilities that the viewer has; part of a plan's shape. */
  readonly capabilities: readonly string[]
  readonly viewerId: Scalar
  /** The content that the viewer may not edit, whatever the capabilities. */
  readonly lockedId?: Scalar
  /** Hidden rows are left out, or counted and then withheld, as WordPress does for editors. */
  readonly unseen: 'exclude' | 'count-but-withhold'
  /** Public types of content without a definition here: comments on them are visible as well. */
  readonly addressedTypes?: readonly string[]
  /** The meta key that members of the site have; accounts of a network without it are left out. */
  readonly members?: string
}

export type Scalar = string | number | bigint

export type Filter =
  /** The column has one of these values; an empty list matches no row. */
  | { readonly kind: 'in'; readonly column: string; readonly values: readonly Scalar[] }
  /** The column is strictly after, or before, the one value. */
  | { readonly kind: 'after' | 'before'; readonly column: string; readonly values: readonly Scalar[] }
  | TimePart
  /** The time was never set. */
  | { readonly kind: 'unset'; readonly column: string; readonly values: readonly [] }
  | {
      readonly kind: 'search'
      readonly columns: readonly string[]
      /** A meta key whose values are searched as well. */
      readonly metaKey?: string
      readonly words: readonly SearchWord[]
    }
  /** Posts with one of these terms of a taxonomy; `taxonomy_id`: by the ids that relations use. */
  | {
      readonly kind: 'term'
      readonly taxonomy: string
      readonly by: 'id' | 'slug' | 'taxonomy_id'
      readonly values: readonly Scalar[]
    }
  /** Rows with one of these values under a meta key. */
  | { readonly kind: 'meta'; readonly key: string; readonly values: readonly Scalar[] }
  /** Posts whose column, or one of whose values under a meta key, has the type and meets all tests. */
  | {
      readonly kind: 'compared'
      readonly by: Compared
      readonly tests: readonly Test[]
      readonly values: readonly Scalar[]
    }
  /**
   * Rows that a plug-in's table references: those whose `column` equals `id` of a row there, with one of the values in its column `by`
   * and these in other columns. Change feeds have to follow all of these columns.
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
  /** Terms of one of these posts, if the viewer may see the post; `visible` is null where that is decided already. */
  | { readonly kind: 'of-post'; readonly visible: Visibility | null; readonly values: readonly Scalar[] }
  /** Comments on content with one of these values in its column. */
  | OnContent
  /** Users who have published content of one of these types. */
  | { readonly kind: 'published'; readonly values: readonly Scalar[] }
  /** At least one of these filters holds, or none does. */
  | { readonly kind: 'any' | 'none'; readonly filters: readonly Filter[] }

/** Parts of a time, the largest first. */
export const timeUnits = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

export type TimeUnit = (typeof timeUnits)[number]

/** A part of a time, or hours, minutes and seconds as one sexagesimal number, compared with the one value. */
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

/** For columns of content, the value of the content that has nearly all comments of a site. */
const usualContent: ReadonlyMap<string, string> = new Map([
  ['status', 'publish'],
  ['type', 'post'],
])

/** True where nearly all comments are on content that the filter matches. */
export function isUsualContent({ column, values }: OnContent): boolean {
  const usual = usualContent.get(column)
  return usual !== undefined && values.includes(usual)
}

export interface SearchWord {
  readonly text: string
  /** True where rows that contain the word are left out. */
  readonly excluded: boolean
  /** True where a full-text index finds it, at the beginning of words. */
  readonly isIndexed?: boolean
  /** The word matches a part of the text, its beginning, or all of it. */
  readonly match: 'part' | 'start' | 'whole'
}

/** The values of the filter itself, without those of its parts. */
export function valuesOf(filter: Filter): readonly Scalar[] {
  return 'values' in filter ? filter.values : []
}

/** Lists filters and all of their parts, each before its parts; the index in this list is the place of a filter's values. */
export function flatten(filters: readonly Filter[]): readonly Filter[] {
  return filters.flatMap((filter) => ('filters' in filter ? [filter, ...flatten(filter.filters)] : [filter]))
}

/** The place of the nth filter's values, after those of the filters before it with all of their parts. */
export function flatPlace(filters: readonly Filter[], nth: number): number {
  return flatten(filters.slice(0, nth)).length
}

/** Converts an id to its form in plans: a whole number, exact whatever its size, or a text. */
export function toIdValue(id: Integer | string): Scalar {
  if (typeof id === 'number') return id
  const value = Number(id)
  if (Number.isSafeInteger(value)) return id === '' || String(value) === id ? value : id
  return /^-?[1-9]\d{0,19}$/.test(id) ? BigInt(id) : id
}

/** Converts the ids that a request lists; signs are ignored (wp_parse_id_list). */
export function toIdValues(ids: readonly (Integer | string)[]): readonly Scalar[] {
  return ids.map((id) => {
    const value = toIdValue(id)
    return typeof value === 'string' || value >= 0 ? value : -value
  })
}

/**
 * The forms in which a slug may be stored: WordPress percent-encodes characters outside of ASCII in lower case (sanitize_title) and
 * leaves encoded ones, as answers have them, alone; other systems store the slug as it is.
 */
export function storedSlugs(slug: string): readonly string[] {
  const given = slug.toWellFormed()
  const encoded = encodeURIComponent(given)
    .toLowerCase()
    .replaceAll(/%25(?=[\da-f]{2})/g, '%')
  return /[^\0-\x7f]/.test(given) ? [encoded, given] : [encoded]
}

/** Makes filters of equality, each with one value or with one of several. */
export function equal(where: Readonly<Record<string, string | readonly string[]>>): readonly Filter[] {
  return Object.entries(where).map(([column, value]) => ({
    kind: 'in',
    column,
    values: typeof value === 'string' ? [value] : value,
  }))
}
