// Resolves Query.posts in the view by limit and offset (newest first), and Query.postsCount.
import type { GraphQLResolveInfo } from 'graphql'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Page } from '../plan/plan.ts'
import type { Filter } from '../database/filter.ts'
import { withPresence } from '../planner/declared-order.ts'
import { planCount, planList } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { NodeOrder } from '../registry/node.ts'
import { onClock } from './clock.ts'
import { refuse, type GraphContext } from './context.ts'
import { sortOrder, whereFilters } from './declared-filters.ts'
import type { Kind } from './kinds.ts'
import { nodeOrder } from './list-args.ts'
import { toNodes, wantedOf, type Node } from './nodes.ts'
import type { PageSizes } from './window.ts'

interface OffsetArgs {
  readonly limit?: number | null
  readonly offset?: number | null
  readonly where?: unknown
  readonly sortBy?: unknown
  readonly order?: unknown
}

export function createOffsetResolver(kind: Kind, pageSizes: PageSizes) {
  return async (
    _: unknown,
    args: OffsetArgs,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<readonly Node[]> => {
    const page = pageOf(args, pageSizes)
    if (isFailure(page)) return refuse(page, context)
    const where = whereFilters(kind.resource, args.where)
    if (isFailure(where)) return refuse(where, context)
    const sorted = sortOrder(kind.resource, args.sortBy, args.order)
    const order = sorted ?? (await onClock(kind.node.order, context))
    if (isFailure(order)) return refuse(order, context)
    const wanted = wantedOf([kind], info, [], context)
    const plan = planAll(kind, order, context, where)
    const found = await context.reading.list({ ...plan, columns: wanted.columns, page })
    const nodes = isFailure(found) ? found : await toNodes(found.rows, wanted, context)
    return isFailure(nodes) ? refuse(nodes, context) : nodes
  }
}

export async function resolveCount(kind: Kind, context: GraphContext): Promise<number> {
  const total = await context.reading.total(planCount(planAll(kind, kind.node.order, context)))
  return isFailure(total) ? refuse(total, context) : total.count
}

/** All posts that the viewer sees in lists. */
function planAll(
  { resource }: Kind,
  order: NodeOrder,
  { viewer, site }: GraphContext,
  where: readonly Filter[] = [],
) {
  const orders = nodeOrder(order)
  return planList(resource, {
    visible: visibilityOf(resource, viewer),
    columns: [],
    filters: withPresence(where, orders),
    order: orders,
    page: { kind: 'all' },
    zone: site.timeZone,
  })
}

function pageOf({ limit, offset }: OffsetArgs, { fallback, max }: PageSizes): Page | Failure {
  const [rows, from] = [limit ?? fallback, offset ?? 0]
  if (rows < 1 || rows > max)
    return fail('invalid_page', `limit is ${rows}; it has to be between 1 and ${max}.`)
  if (from < 0) return fail('invalid_page', `offset is ${from}; it has to be 0 or more.`)
  return { kind: 'offset', offset: from, limit: rows }
}
