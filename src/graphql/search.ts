// Searches the site: one list of several content types.
import { isFailure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { orderBy, planList } from '../planner/planner.ts'
import { searchFilters } from '../planner/search.ts'
import { visibilityOf } from '../planner/visibility.ts'
import { searchedAs } from '../registry/exposed.ts'
import { onClock } from './clock.ts'
import type { Kind } from './kinds.ts'
import type { ReadList } from './list-args.ts'

/** All content types in a search have the visibility of the first one, which is that of posts, as in WordPress. */
export function createReadSearch(first: Kind, kinds: readonly Kind[]): ReadList {
  const all = kinds.map(({ resource }) => resource)
  const resource = { ...searchedAs(first.resource, all), where: {} }
  return async ({ text }, context) => {
    const { viewer, site } = context
    const order = await onClock(first.node.order, context)
    if (isFailure(order)) return order
    const open = kinds.filter(({ resource: { statuses } }) => !statuses?.read || can(viewer, statuses.read))
    const plan = planList(resource, {
      visible: visibilityOf(resource, viewer),
      columns: [],
      filters: [
        { kind: 'in', column: 'type', values: open.map((kind) => kind.resource.name) },
        ...searchFilters(resource, { text: String(text), viewer }),
      ],
      order: orderBy(order.column, order.descending),
      page: { kind: 'all' },
      zone: site.timeZone,
    })
    return { name: 'search', order, plan }
  }
}
