// Implements `ignore_sticky=false`: the first page of a list begins with the sticky posts, unless ids, a term or a search,
// even an empty one, restrict the list. As in WordPress, filters other than `exclude` do not apply to these posts (measured),
// and they replace no rows of the page. Pages by cursor contain each row once, without posts in front.
import { isFailure, type Failure } from '../../core/failure.ts'
import { toIdValue } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { ResourceDefinition } from '../../registry/resource.ts'
import type { ListPlan } from '../../plan/plan.ts'
import { orderBy, planList } from '../../planner/planner.ts'
import { visibilityOf } from '../../planner/visibility.ts'
import type { CollectionRequest } from './collection-plan.ts'
import { isTermList } from './term-args.ts'

/** Limits the sticky posts that are put before a page. */
const stickiesMax = 100

export async function stickyFirst(
  rows: readonly Row[],
  plan: ListPlan,
  resource: ResourceDefinition,
  { args, viewer, site, reading }: CollectionRequest,
): Promise<readonly Row[] | Failure> {
  const isAsked =
    args['ignore_sticky'] === false &&
    args.page === 1 &&
    args.cursor === undefined &&
    args.search === undefined &&
    !isTermList(resource, args) &&
    !namesIds(plan)
  const excluded = new Set(args['sticky'] === false ? site.stickyPosts : args.exclude.map(String))
  const stickies = [...site.stickyPosts].filter((id) => !excluded.has(id)).slice(0, stickiesMax)
  if (!isAsked || stickies.length === 0) return rows
  const isSticky = (row: Row) => site.stickyPosts.has(textOf(row, 'id'))
  const here = rows.filter(isSticky)
  const elsewhere = stickies.filter((id) => !here.some((row) => textOf(row, 'id') === id))
  const others = rows.filter((row) => !isSticky(row))
  if (elsewhere.length === 0) return [...here, ...others]
  const found = await reading.list(
    planList(resource, {
      visible: visibilityOf(resource, viewer, args.context === 'edit' ? 'editable' : 'visible'),
      statuses: ['publish'],
      columns: plan.columns,
      filters: [{ kind: 'in', column: 'id', values: elsewhere.map(toIdValue) }],
      order: orderBy('created_at', true),
      page: { kind: 'all' },
    }),
  )
  return isFailure(found) ? found : [...here, ...found.rows, ...others]
}

function namesIds({ filters }: ListPlan): boolean {
  return filters.some((filter) => filter.kind === 'in' && filter.column === 'id')
}
