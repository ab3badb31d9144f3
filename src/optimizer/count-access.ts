// Chooses how rows are counted, by the tables' statistics: the rows of a plan, and children of each of several rows.
import { isFulltext, isSearch, type Facts, type Step } from './access-paths.ts'
import { isDense, isIndexedRead, isLarge, lookedThrough, type QueryClass } from './cost-model.ts'
import { isOfIndex } from '../sql/ids.ts'
import type { Indexes } from './indexes.ts'
import { classOf, declaredWay } from './declared-steps.ts'
import { drivingFilterOf } from './driving-filter.ts'
import type { CountPlan, TallyPlan } from '../plan/plan.ts'
import { heldIn, isStatuses } from './plan-index.ts'

export interface CountStep extends Omit<Step, 'access'> {
  readonly access: NonNullable<CountPlan['access']> | null
}

/** The access path for counting a plan's rows. */
export function countStepOf(plan: CountPlan, facts: Facts): CountStep {
  const { source, filters } = plan
  const counted = (name: string, queryClass: QueryClass, access: CountStep['access'] = null) => ({
    name: `${source}.${name}`,
    class: queryClass,
    access,
  })
  if (isSearch(plan)) return counted(isFulltext(plan) ? 'count-fulltext' : 'count-search', 'scan')
  if (source !== 'posts' || !isLarge(facts.posts)) return counted('count', 'indexed')
  const way = declaredWay(plan, facts)
  if (way?.kind === 'refused') return { ...counted('refused', 'indexed'), refuses: way.name }
  // Only a filter by meta drives the count: a database server finds the matches of other filters by their index unhinted
  if (way?.kind === 'driven' && way.by.filter.kind === 'compared' && 'meta' in way.by.filter.by.on)
    return counted('count-filtered', classOf(way.by), {
      kind: 'filter-first',
      place: way.by.place,
      index: null,
    })
  const others = filters.filter((filter) => !isOfIndex(filter, byDateOrder) && !isStatuses(filter))
  const split = filters.some(isStatuses) ? ['status'] : []
  const ofKind = facts.indexes.inOrder('posts', [...heldIn(filters), ...split], 'created_at')
  const inOrder: CountStep['access'] = ofKind === null ? null : { kind: 'in-order', index: ofKind }
  // Without the hint MySQL may count by an index on type, status and author, and fetch every row for its date
  if (others.length === 0) return counted('count', 'indexed', inOrder)
  const driving = drivingFilterOf(plan, facts.sizes)
  const size = driving?.size ?? facts.posts
  // Totals by a single value are cached across requests, and such values are few
  const isOne =
    driving && others.length === 1 && 'values' in driving.filter && driving.filter.values.length === 1
  const queryClass = isOne || isIndexedRead(size) ? 'indexed' : lookedThrough(facts.posts)
  return counted('count-filtered', queryClass, isDense(size, facts.ofKind) ? inOrder : null)
}

const byDateOrder = { order: [{ kind: 'column', column: 'created_at', descending: true }] } as const

/** The access path for counting children of several rows. */
export function tallyAccess({ source, by, filters }: TallyPlan, indexes: Indexes): TallyPlan['access'] {
  const isOwned = filters.some((filter) => filter.kind === 'in' && filter.column === by)
  const index = source === 'comments' && isOwned ? indexes.on(source, [by]) : null
  return index === null ? undefined : { kind: 'by-owner', index }
}
