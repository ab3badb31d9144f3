// Chooses how a list by declared filters finds its posts: by the driving filter, which matches the fewest rows, or through the
// newest entries of an index. Where either would read more than the owner allows, the list is refused.
import type { Compared } from '../database/declared-filter.ts'
import { flatten, type Filter } from '../database/filter.ts'
import type { CountPlan, ListPlan } from '../plan/plan.ts'
import { isIndexedRead, isLarge, smallRows } from './cost-model.ts'
import { drivingFilterOf, type DrivingFilter } from './driving-filter.ts'
import { orderIndex } from './plan-index.ts'
import type { Facts } from './access-paths.ts'

/** The rows that any filter may read, even where the owner's limit (`scanMax`) is lower. */
const readMax = 20_000

type Planned = Pick<ListPlan, 'filters'> & Partial<Pick<ListPlan, 'order'>>

/** Declarations that the plan filters and sorts by. */
function declaredIn({ filters, order = [] }: Planned): readonly Compared[] {
  const filtered = flatten(filters).flatMap((filter) => (filter.kind === 'compared' ? [filter.by] : []))
  const sorted = order.flatMap((each) =>
    each.kind === 'meta' ? [each.by] : each.kind === 'column' && each.declared ? [each.declared] : [],
  )
  return [...filtered, ...sorted]
}

export type Way =
  | { readonly kind: 'driven'; readonly by: DrivingFilter }
  /** All posts are few enough to read. */
  | { readonly kind: 'whole' }
  /** Only the newest entries may be read; `name` is the filter that would need more. */
  | { readonly kind: 'refused'; readonly name: string }

/** The way to find all posts of the plan; null where no declared filter decides it. */
export function declaredWay(plan: ListPlan | CountPlan, facts: Facts): Way | null {
  const declared = declaredIn(plan)
  const [first] = declared
  if (!first || plan.source !== 'posts' || !isLarge(facts.posts)) return null
  if (plan.kind === 'list' && isInOrder(plan, facts)) return null
  if (plan.filters.some(isOfFew)) return null
  const driving = drivingFilterOf(plan, facts.sizes)
  if (driving && driving.size !== null && driving.size <= allowed(driving.filter))
    return { kind: 'driven', by: driving }
  const scanMax = Math.min(...declared.map((each) => each.scanMax))
  if (facts.posts <= Math.max(smallRows, scanMax)) return { kind: 'whole' }
  const strictest = declared.find((each) => each.scanMax === scanMax) ?? first
  return { kind: 'refused', name: strictest.name }
}

/** True where an index has the list's order and no declared filter narrows the list. */
function isInOrder(plan: ListPlan, { indexes }: Facts): boolean {
  return declaredIn({ filters: plan.filters }).length === 0 && orderIndex(plan, indexes) !== null
}

function isOfFew(filter: Filter): boolean {
  return filter.kind === 'in' && (filter.column === 'id' || filter.column === 'slug')
}

function allowed(filter: Filter): number {
  return filter.kind === 'compared' ? allowedFor(filter.by) : readMax
}

/** Rows that may be read by the index of a declared filter. */
export function allowedFor({ scanMax }: Compared): number {
  return Math.max(readMax, scanMax)
}

/** The class of a query that reads all rows of a driving filter. */
export function classOf({ size }: DrivingFilter) {
  return size !== null && isIndexedRead(size) ? 'indexed' : 'scan'
}
