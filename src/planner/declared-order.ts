// The order of lists by columns and meta keys that the owner declares.
import type { DeclaredFilter } from '../database/declared-filter.ts'
import type { Filter } from '../database/filter.ts'
import type { Order } from '../plan/plan.ts'

/** The order by a declared filter. Ids break ties, in the same direction. */
export function declaredOrder({ by }: Pick<DeclaredFilter, 'by'>, descending: boolean): readonly Order[] {
  const first: Order =
    'meta' in by.on
      ? { kind: 'meta', by, descending }
      : { kind: 'column', column: by.on.column, descending, declared: by }
  return [first, { kind: 'column', column: 'id', descending }]
}

/** Adds the filter that an order by meta needs: such a list contains only posts that have a value under the key. */
export function withPresence(filters: readonly Filter[], [first]: readonly Order[]): readonly Filter[] {
  if (first?.kind !== 'meta') return filters
  const { by } = first
  const isThere = filters.some((filter) => filter.kind === 'compared' && filter.by.name === by.name)
  return isThere ? filters : [...filters, { kind: 'compared', by, tests: [], values: [] }]
}
