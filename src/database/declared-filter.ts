// Filters that an owner declares: a key of meta or a column of posts, by which clients may filter and sort lists.

/** Operators of a declared filter, as clients write them: `meta.price[gte]=10`. */
export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const
export const filterTypes = ['integer', 'decimal', 'text', 'boolean', 'date'] as const

export type Operator = (typeof operators)[number]
export type FilterType = (typeof filterTypes)[number]

export interface DeclaredFilter {
  /** The argument in REST: `meta.price`, or the name of a column. */
  readonly name: string
  /** The same in GraphQL: `price`, `menuOrder`. */
  readonly graphName: string
  readonly by: Compared
  readonly operators: readonly Operator[]
  readonly isSorted: boolean
}

/** A declaration as part of plans. */
export interface Compared {
  /** The filter's name, for its refusal. */
  readonly name: string
  readonly on: { readonly meta: string } | { readonly column: string }
  readonly type: FilterType
  /** Rows that may be read where no index leads to few; 0 where only as many as are read anyway. */
  readonly scanMax: number
}

/** A comparison; its operator is held against so many of the filter's values, from this one on. */
export interface Test {
  readonly operator: Exclude<Operator, 'exists'>
  readonly from: number
  readonly count: number
}

/** Digits of a number before its point, and behind it. */
export const digitsMax = { whole: 35, fraction: 30 } as const
/** Texts are ordered by so many characters, and clients give no more. */
export const textMax = 191
