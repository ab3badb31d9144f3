// Runs the queries by which the optimizer estimates plans; the rows of `read` are kept for other requests, those of `peek`
// are not.
import { isFailure } from '../core/failure.ts'
import type { Probes } from '../optimizer/statistics.ts'
import { planKey } from '../plan/plan-key.ts'
import { tagsOf } from '../tags/tags.ts'
import { askTogether } from './batch.ts'
import type { KeptRowReads } from './kept-rows.ts'
import { apart, type NotedRows, type Notes } from './noted-rows.ts'

export interface MakeProbes {
  readonly probes: (notes: Notes) => Probes
  /** Probes for many plans at once. */
  readonly probesTogether: (notes: Notes) => Probes
}

export function createProbes({ one, found }: NotedRows, { kept }: Pick<KeptRowReads, 'kept'>): MakeProbes {
  return {
    probes: (notes) => ({
      read: (plan) =>
        kept(planKey([plan.source, plan.columns, plan.filters]), notes, async () => {
          const own = apart(notes)
          const rows = await one(plan, own)
          return isFailure(rows) ? rows : { rows, tags: own.tags }
        }),
      peek: (plan) => one(plan, apart(notes), `${plan.source}.size`),
    }),
    probesTogether: (notes) => {
      const ask = askTogether((plans) => found(plans, notes))
      return {
        read: (plan) =>
          kept(planKey([plan.source, plan.columns, plan.filters]), notes, async () => {
            const read = await ask(plan)
            return isFailure(read) ? read : { rows: read.rows, tags: tagsOf(plan, read) }
          }),
        peek: async (plan) => {
          const read = await ask(plan)
          return isFailure(read) ? read : read.rows
        },
      }
    },
  }
}
