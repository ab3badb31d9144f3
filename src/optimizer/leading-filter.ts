// The driving filter of a list of posts: of the filters that have an index or a table of their own, the one that lets the
// fewest posts through.
import type { Filter } from '../database/filter.ts'
import type { Indexes } from './indexes.ts'
import type { ListPlan } from '../plan/plan.ts'
import { ownIndex } from './plan-index.ts'

export interface Leader {
  /** Among the plan's filters. */
  readonly place: number
  readonly filter: Filter
  /** About how many posts it lets through; null where that is not known. */
  readonly size: number | null
}

/** The filter that lets the fewest posts through, of those that can drive the query. */
export function leaderOf(
  { filters }: Pick<ListPlan, 'filters'>,
  sizes: ReadonlyMap<number, number | null>,
): Leader | null {
  const leaders = filters.flatMap((filter, place): readonly Leader[] => {
    const size = sizes.get(place)
    return size === undefined ? [] : [{ place, filter, size }]
  })
  const sizeOf = ({ size }: Leader) => size ?? Number.MAX_SAFE_INTEGER
  return leaders.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? null
}

/** Columns that posts are asked for by, as names of plans say them. */
const columnNames: Readonly<Record<string, string>> = { author_id: 'author', parent_id: 'parent' }

/** Whether the filter can drive the query: there is an index for it. */
export function canLead(filter: Filter, plan: Pick<ListPlan, 'filters'>, indexes: Indexes): boolean {
  switch (filter.kind) {
    case 'term':
    case 'meta':
      return true
    case 'in':
      return Object.hasOwn(columnNames, filter.column) && ownIndex(plan, filter.column, indexes) !== null
    case 'after':
    case 'before':
    case 'unset':
    case 'search':
    case 'of-post':
    case 'published':
    case 'any':
    case 'none':
      return false
  }
}

/** As names of plans say it. */
export function leaderName(filter: Filter): string | undefined {
  return filter.kind === 'in' ? columnNames[filter.column] : filter.kind
}
