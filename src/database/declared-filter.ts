// Filters that an owner declares: a meta key or a column of posts by which clients may filter and sort lists.

/** Operators of a declared filter, as clients write them: `meta.price[gte]=10`. */
export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const
export const filterTypes = ['integer', 'decimal', 'text', 'boolean', 'date'] as const

export type Operator = (typeof operators)[number]
export type FilterType = (typeof filterTypes)[number]

export interface DeclaredFilter {
  /** The argument in REST: `meta.price`, or the name of a column. */
  readonly name: string
  /** The argument in GraphQL: `price`, `menuOrder`. */
  readonly graphName: string
  readonly by: Compared
  readonly operators: readonly Operator[]
  readonly isSorted: boolean
}

/** A declaration as part of plans. */
export interface Compared {
  /** The filter's name, for messages of refusal. */
  readonly name: string
  readonly on: { readonly meta: string } | { readonly column: string }
  readonly type: FilterType
  /** The most rows that a query may read where no index leads to few; 0 allows only as many as a list reads anyway. */
  readonly scanMax: number
}

/** A comparison of the row's value, by the operator, with `count` of the filter's values, beginning at index `from`. */
export interface Test {
  readonly operator: Exclude<Operator, 'exists'>
  readonly from: number
  readonly count: number
}

/** The most digits of a number before its point, and after it. */
export const digitsMax = { whole: 35, fraction: 30 } as const
/** The number of characters by which texts are ordered, and the longest text of a client. */
export const textMax = 191
