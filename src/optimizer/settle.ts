// Lists by instants → lists by the UTC column, where that was set for all that they could hold: an index is then as good
// for them as for any column. Where it was not, instants are made of the local time.
import { isFailure, type Failure } from '../core/failure.ts'
import { instants, type Instant } from '../database/source.ts'
import type { Filter } from '../database/filter.ts'
import { orderInstant, type ListPlan } from '../plan/plan.ts'
import type { Asking } from './statistics.ts'

/** Plans that differ only in what their rows belong to, with their order by the UTC column if that is the same. */
export async function settle(
  plans: readonly ListPlan[],
  { read }: Pick<Asking, 'read'>,
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

/** Feeds say when one of these changes. Of drafts they need not, and the time of these is most often not set. */
const followed: ReadonlySet<unknown> = new Set(['publish', 'inherit'])

/** The one type and status that a list is of, if so. */
function kindOf(filters: readonly Filter[]): readonly Filter[] | null {
  const one = (column: string) =>
    filters.find((filter) => filter.kind === 'in' && filter.column === column && filter.values.length === 1)
  const [type, status] = [one('type'), one('status')]
  return type && status?.kind === 'in' && status.values.every((value) => followed.has(value))
    ? [type, status]
    : null
}
