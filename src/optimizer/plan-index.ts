// Finds the index for a plan's rows: the one that has them in their order, the one that answers every filter, the one of a
// single filter. access-paths.ts decides whether it is used.
import type { Filter } from '../database/filter.ts'
import { instants, isInstant } from '../database/source.ts'
import { isOfIndex } from '../sql/ids.ts'
import type { Indexes } from './indexes.ts'
import { orderInstant, type ListPlan } from '../plan/plan.ts'

/** The index that the list comes in the order of, where statuses are taken one by one. */
export function orderIndex(
  { source, filters, order }: ListPlan,
  indexes: Indexes,
  held: readonly string[] = heldIn(filters),
): string | null {
  const [first, ties, ...more] = order
  if (first?.kind !== 'column' || isInstant(first.column) || ties?.kind !== 'column' || more.length > 0)
    return null
  if (ties.column !== 'id' || ties.descending !== first.descending) return null
  const split = filters.some(isStatuses) ? ['status'] : []
  return indexes.inOrder(source, [...held, ...split], first.column)
}

/** The index that answers every filter and has the rows in their order. */
export function wholeIndex(plan: ListPlan, indexes: Indexes): string | null {
  const held = plan.filters.flatMap((filter) =>
    filter.kind === 'in' && filter.values.length === 1 ? [filter.column] : [],
  )
  const index = orderIndex(plan, indexes, held)
  const answers = (filter: Filter) =>
    isOfIndex(filter, plan) ||
    // Nearly all comments are of one type, which no index has
    (plan.source === 'comments' && filter.kind === 'in' && filter.column === 'type') ||
    (filter.kind === 'in' &&
      filter.values.length === 1 &&
      index !== null &&
      indexes.holds(plan.source, index, filter.column))
  return plan.filters.every(answers) ? index : null
}

/** The index on the UTC column of a list that is ordered by instants. */
export function instantIndex(plan: ListPlan, indexes: Indexes): string | null {
  const column = orderInstant(plan)
  return column === null ? null : indexes.inOrder(plan.source, heldIn(plan.filters), instants[column].utc)
}

/** The index that a value of the column leads into, of type and status where it has these. */
export function ownIndex(
  { filters }: Pick<ListPlan, 'filters'>,
  column: string,
  indexes: Indexes,
): string | null {
  const held = heldIn(filters).filter((name) => name !== column)
  return indexes.on('posts', [...held, column]) ?? indexes.on('posts', [column])
}

/** The columns of type and status that have one value. */
export function heldIn(filters: readonly Filter[]): readonly string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'in' && ['type', 'status'].includes(filter.column) && filter.values.length === 1
      ? [filter.column]
      : [],
  )
}

/** Whether it asks for one of several statuses. */
export function isStatuses(filter: Filter): boolean {
  return filter.kind === 'in' && filter.column === 'status' && filter.values.length > 1
}
