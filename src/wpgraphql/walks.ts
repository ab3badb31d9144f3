// Walks lists whose order is not that of one column: a page after or before a row is found among their ids. The lists of all nodes
// at a place of the document are read together, and share one limit of rows.
import type { GraphQLResolveInfo } from 'graphql'
import { isFailure, type Failure } from '../core/failure.ts'
import { textOf } from '../database/tables.ts'
import { createBatches } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { readPages } from '../graphql/nested-connection.ts'
import type { ListPlan } from '../plan/plan.ts'

export interface Walked {
  readonly ids: readonly string[]
  /** The limit of rows where the list has more of them; else null. */
  readonly cutAt: number | null
}

export type Walk = (plan: Omit<ListPlan, 'page' | 'columns'>) => Promise<Walked | Failure>

const walkedMax = 10_000
/** The rows that each list may have at least: the size of a page. */
const walkedMin = 100

export function createWalks(): (context: GraphContext, info: GraphQLResolveInfo, key: string) => Walk {
  const batch = createBatches<Parameters<Walk>[0], ReadonlyMap<string, Walked>>()
  return (context, info, key) => async (plan) => {
    const found = await batch(context, info, [key, plan], (plans) => readWalks(plans, context))
    return isFailure(found) ? found : (found.get(key) ?? { ids: [], cutAt: null })
  }
}

async function readWalks(
  plans: ReadonlyMap<string, Parameters<Walk>[0]>,
  context: GraphContext,
): Promise<ReadonlyMap<string, Walked> | Failure> {
  const most = Math.max(walkedMin, Math.floor(walkedMax / plans.size))
  const page = { kind: 'offset', offset: 0, limit: most + 1 } as const
  const found = await readPages(
    Array.from(plans.values(), (plan): ListPlan => ({ ...plan, columns: ['id'], page })),
    context,
  )
  if (isFailure(found)) return found
  return new Map(
    [...plans.keys()].map((key, at) => {
      const ids = (found[at]?.rows ?? []).map((row) => textOf(row, 'id'))
      return [key, { ids, cutAt: ids.length > most ? most : null }]
    }),
  )
}
