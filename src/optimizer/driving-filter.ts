// Chooses the driving filter of a list of posts: among the filters that have an index or a table of their own, the
// one that matches the fewest posts.
import type { Filter } from '../database/filter.ts'
import { hasIndex } from './filter-index.ts'
import type { Indexes } from './indexes.ts'
import type { ListPlan } from '../plan/plan.ts'
import { ownIndex } from './plan-index.ts'

export interface DrivingFilter {
  /** The filter's position among the plan's filters. */
  readonly place: number
  readonly filter: Filter
  /** The estimated number of posts that it matches; null where it is unknown. */
  readonly size: number | null
}

/** The filter that matches the fewest posts, of those in `sizes`. */
export function drivingFilterOf(
  { filters }: Pick<ListPlan, 'filters'>,
  sizes: ReadonlyMap<number, number | null>,
): DrivingFilter | null {
  const candidates = filters.flatMap((filter, place): readonly DrivingFilter[] => {
    const size = sizes.get(place)
    return size === undefined ? [] : [{ place, filter, size }]
  })
  const sizeOf = ({ size }: DrivingFilter) => size ?? Number.MAX_SAFE_INTEGER
  return candidates.toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? null
}

/** Columns whose `in` filters can drive a query, and their names in the names of steps. */
const columnNames: Readonly<Record<string, string>> = { author_id: 'author', parent_id: 'parent' }

/** True where the filter can drive the query, because an index finds its matches. */
export function canDrive(filter: Filter, plan: Pick<ListPlan, 'filters'>, indexes: Indexes): boolean {
  switch (filter.kind) {
    case 'term':
    case 'meta':
      return true
    case 'in':
      return Object.hasOwn(columnNames, filter.column) && ownIndex(plan, filter.column, indexes) !== null
    case 'compared': {
      const { on } = filter.by
      return 'meta' in on ? hasIndex(filter.by, indexes) : ownIndex(plan, on.column, indexes) !== null
    }
    case 'after':
    case 'before':
    case 'unset':
    case 'search':
    case 'plug-in':
    case 'of-post':
    case 'on-content':
    case 'time-part':
    case 'published':
    case 'any':
    case 'none':
      return false
  }
}

/** The filter's name in names of steps. */
export function filterName(filter: Filter): string | undefined {
  if (filter.kind === 'compared') return 'meta' in filter.by.on ? 'meta' : 'column'
  return filter.kind === 'in' ? columnNames[filter.column] : filter.kind
}
