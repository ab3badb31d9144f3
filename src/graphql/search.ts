// A search of the site: content of several types in one list.
import { can } from '../core/viewer.ts'
import { orderBy, planList, searchFilters } from '../query/planner.ts'
import { visibilityOf } from '../query/visibility.ts'
import type { Kind } from './kinds.ts'
import type { ReadList } from './list-args.ts'

/** What is published and searched is seen as posts are, as in the original. */
export function createReadSearch(posts: Kind, kinds: readonly Kind[]): ReadList {
  const resource = { ...posts.resource, where: {} }
  const { order } = posts.node
  return async ({ text }, { viewer }) => {
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
    })
    return { name: 'search', order, plan }
  }
}
