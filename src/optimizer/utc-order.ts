// Orders lists by the UTC column instead of the instant, where every row that they could hold has its UTC time: an
// index then serves this order like that of any other column. Rows without it need the instant, computed from their local
// time.
import { isFailure, type Failure } from '../core/failure.ts'
import { instants, type Instant } from '../database/source.ts'
import type { Filter } from '../database/filter.ts'
import { orderInstant, type ListPlan } from '../plan/plan.ts'
import type { Probes } from './statistics.ts'
import { hiddenStatuses } from '../core/status.ts'

/** Orders plans that differ in their parents only by the UTC column, where that gives the same order. */
export async function normalizeOrder(
  plans: readonly ListPlan[],
  { read }: Pick<Probes, 'read'>,
): Promise<readonly ListPlan[] | Failure> {
  const [plan] = plans
  const column = plan ? orderInstant(plan) : null
  const kind = plan ? kindOf(plan.filters) : null
  if (!plan || column === null || kind === null) return plans
  const unset = await read({
    kind: 'list',
    source: plan.source,
    columns: ['id'],
    filters: [...kind, { kind: 'unset', column: instants[column].utc, values: [] }],
    visible: null,
    order: [],
    page: { kind: 'offset', offset: 0, limit: 1 },
  })
  if (isFailure(unset)) return unset
  return unset.length > 0 ? plans : plans.map((each) => byColumn(each, column))
}

function byColumn(plan: ListPlan, instant: Instant): ListPlan {
  const { utc } = instants[instant]
  const order = plan.order.map((each) =>
    each.kind === 'column' && each.column === instant ? { ...each, column: utc } : each,
  )
  return { ...plan, order, zone: undefined }
}

/**
 * The filters by type and status, where the list has one of each and every change feed reports its rows: drafts, whose UTC time
 * is usually unset, need not be reported.
 */
function kindOf(filters: readonly Filter[]): readonly Filter[] | null {
  const one = (column: string) =>
    filters.find((filter) => filter.kind === 'in' && filter.column === column && filter.values.length === 1)
  const [type, status] = [one('type'), one('status')]
  return type && status?.kind === 'in' && !status.values.some((value) => hiddenStatuses.has(String(value)))
    ? [type, status]
    : null
}
