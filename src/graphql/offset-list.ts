// The feed by limit and offset, newest first, and how many posts it has in all.
import type { GraphQLResolveInfo } from 'graphql'
import { counter } from '../core/counter.ts'
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { columnsOf, needsOf, readNeeded } from '../query/needed.ts'
import type { Page } from '../query/plan.ts'
import { orderBy, planCount, planList } from '../query/planner.ts'
import { visibilityOf } from '../query/visibility.ts'
import type { ResourceDefinition } from '../registry/define.ts'
import {
  allOf,
  fieldsOf,
  nodeOf,
  orderColumn,
  pick,
  type ConnectionOptions,
  type PageSizes,
} from './connection.ts'
import { refuse, type GraphContext } from './context.ts'

export interface OffsetArgs {
  readonly limit?: number | null
  readonly offset?: number | null
}

export function createOffsetResolver({ resource, node, resources, pageSizes }: ConnectionOptions) {
  return async (_: unknown, args: OffsetArgs, context: GraphContext, info: GraphQLResolveInfo) => {
    const page = pageOf(args, pageSizes)
    if (isFailure(page)) return refuse(page, context)
    const picked = pick(node, [], info, resources)
    const needs = needsOf(allOf(picked), context.site)
    const columns = columnsOf(fieldsOf(picked), needs)
    const found = await context.reading.list({ ...planAll(resource, context), columns, page })
    if (isFailure(found)) return refuse(found, context)
    const needed = await readNeeded(context.reading, found.rows, needs)
    if (isFailure(needed)) return refuse(needed, context)
    const count = counter()
    return found.rows.map((row) =>
      nodeOf({ row, needed, site: context.site, context: 'view', unlocked: false, count }, picked),
    )
  }
}

export async function resolveCount(resource: ResourceDefinition, context: GraphContext): Promise<number> {
  const total = await context.reading.count(planCount(planAll(resource, context)))
  return isFailure(total) ? refuse(total, context) : total
}

/** All that the viewer sees of a resource, newest first. */
function planAll(resource: ResourceDefinition, { viewer }: GraphContext) {
  return planList(resource, {
    visible: visibilityOf(resource, viewer),
    columns: ['id'],
    filters: [],
    order: orderBy(orderColumn, true),
    page: { kind: 'all' },
  })
}

function pageOf({ limit, offset }: OffsetArgs, { fallback, max }: PageSizes): Page | Failure {
  const [rows, from] = [limit ?? fallback, offset ?? 0]
  if (rows < 1 || rows > max)
    return fail('invalid_page', `limit is ${rows}; it has to be between 1 and ${max}.`)
  if (from < 0) return fail('invalid_page', `offset is ${from}; it has to be 0 or more.`)
  return { kind: 'offset', offset: from, limit: rows }
}
