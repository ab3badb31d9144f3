// `ignore_sticky=false`: the first page of an unfiltered list begins with what the site keeps at the front, beside the
// rows that are there by their date.
import { isFailure, type Failure } from '../core/failure.ts'
import { toIdValue } from '../database/filter.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { ResourceDefinition } from '../registry/define.ts'
import type { ListPlan } from '../query/plan.ts'
import { orderBy } from '../query/planner.ts'
import type { Asking } from './collection-plan.ts'

/** Sticky posts that are put before a page. */
const stickiesMax = 100

export async function stickyFirst(
  rows: readonly Row[],
  plan: ListPlan,
  resource: ResourceDefinition,
  { args, site, reading }: Asking,
): Promise<readonly Row[] | Failure> {
  const isAsked =
    args['ignore_sticky'] === false && args.page === 1 && !args.cursor && !isNarrowed(plan, resource)
  const stickies = [...site.stickyPosts].slice(0, stickiesMax)
  if (!isAsked || stickies.length === 0) return rows
  const isSticky = (row: Row) => site.stickyPosts.has(textOf(row, 'id'))
  const here = rows.filter(isSticky)
  const elsewhere = stickies.filter((id) => !here.some((row) => textOf(row, 'id') === id))
  const found = await reading.list({
    ...plan,
    filters: [...plan.filters, { kind: 'in', column: 'id', values: elsewhere.map(toIdValue) }],
    order: orderBy('created_at', true),
    page: { kind: 'all' },
  })
  return isFailure(found) ? found : [...here, ...found.rows, ...rows.filter((row) => !isSticky(row))]
}

/** Whether anything is asked of the rows but to be listed. */
function isNarrowed({ filters }: ListPlan, { where, statuses }: ResourceDefinition): boolean {
  return filters.length > Object.keys(where).length + (statuses ? 1 : 0)
}
