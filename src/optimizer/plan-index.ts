// Finds indexes for a plan's rows: one in their order, one that covers every filter, one for a single filter.
// access-paths.ts decides whether it is used.
import type { Filter } from '../database/filter.ts'
import { instants, isInstant } from '../database/source.ts'
import { isOfIndex } from '../sql/ids.ts'
import type { Indexes } from './indexes.ts'
import { orderInstant, type ListPlan } from '../plan/plan.ts'

/** The index in the list's order; a list of several statuses is read in branches, each of one status. */
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

/** The index that covers every filter and is in the list's order. */
export function wholeIndex(plan: ListPlan, indexes: Indexes): string | null {
  const held = plan.filters.flatMap((filter) =>
    filter.kind === 'in' && filter.values.length === 1 ? [filter.column] : [],
  )
  const index = orderIndex(plan, indexes, held)
  const answers = (filter: Filter) =>
    isOfIndex(filter, plan) ||
    // Nearly all comments have one type, which no index holds
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

/** The index for a value of the column, preferably together with the plan's type and status. */
export function ownIndex(
  { filters }: Pick<ListPlan, 'filters'>,
  column: string,
  indexes: Indexes,
): string | null {
  const held = heldIn(filters).filter((name) => name !== column)
  return indexes.on('posts', [...held, column]) ?? indexes.on('posts', [column])
}

/** The columns among type and status for which the filters leave one value. */
export function heldIn(filters: readonly Filter[]): readonly string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'in' && ['type', 'status'].includes(filter.column) && filter.values.length === 1
      ? [filter.column]
      : [],
  )
}

/** True where the filter accepts several statuses. */
export function isStatuses(filter: Filter): boolean {
  return filter.kind === 'in' && filter.column === 'status' && filter.values.length > 1
}
