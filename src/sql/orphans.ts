// Reads of posts' terms include relations to terms that do not exist: their rows have no id. They are tracked by tags, so that a term
// inserted later makes the response stale, and then left out (tags.ts, tracked-rows.ts).
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Filter } from '../database/filter.ts'
import type { ListPlan, ReadPlan } from '../plan/plan.ts'
import type { Columns } from './columns.ts'
import { conditionsOf, type Condition, type Writing } from './condition.ts'

/** True for lists of the terms of certain posts. */
export function findsOrphans(plan: ReadPlan): boolean {
  return (
    plan.source === 'post_terms' &&
    plan.kind === 'list' &&
    plan.columns.includes('id') &&
    plan.filters.some(isByPost)
  )
}

/** The conditions of a plan's filters; those on terms accept rows without a term, too. */
export function withOrphans(plan: ReadPlan, writing: Writing): readonly Condition[] {
  const conditions = conditionsOf(plan.source, plan.filters, writing)
  if (!findsOrphans(plan)) return conditions
  const term = writing.columns.of(plan.source, 'id')
  return conditions.map((condition, nth) => {
    const filter = plan.filters[nth]
    return filter && isByPost(filter) ? condition : sql<SqlBool>`(${condition} or ${term} is null)`
  })
}

/** A term to order by that puts orphans last: sorted as NULL before all names, they would use up the limit of a page. */
export function orphansLast(plan: ListPlan, columns: Columns): readonly RawBuilder<unknown>[] {
  return findsOrphans(plan) && plan.order.length > 0 && plan.page.kind !== 'all'
    ? [sql`${columns.of(plan.source, 'id')} is null`]
    : []
}

function isByPost(filter: Filter): boolean {
  return filter.kind === 'in' && filter.column === 'post_id'
}
