// Runs the queries by which the optimizer estimates plans; the rows of `read` are kept for other requests, those of `peek`
// are not.
import { isFailure } from '../core/failure.ts'
import type { Probes } from '../optimizer/statistics.ts'
import { planKey } from '../plan/plan-key.ts'
import { tagsOf } from '../tags/tags.ts'
import { askTogether } from './batch.ts'
import type { KeptRowReads } from './kept-rows.ts'
import { apart, type TrackedRows, type Tracking } from './tracked-rows.ts'

export interface MakeProbes {
  readonly probes: (tracking: Tracking) => Probes
  /** Probes for many plans at once. */
  readonly probesTogether: (tracking: Tracking) => Probes
}

export function createProbes({ one, found }: TrackedRows, { kept }: Pick<KeptRowReads, 'kept'>): MakeProbes {
  return {
    probes: (tracking) => ({
      read: (plan) =>
        kept(planKey([plan.source, plan.columns, plan.filters]), tracking, async () => {
          const own = apart(tracking)
          const rows = await one(plan, own)
          return isFailure(rows) ? rows : { rows, tags: own.tags }
        }),
      peek: (plan) => one(plan, apart(tracking), `${plan.source}.size`),
    }),
    probesTogether: (tracking) => {
      const ask = askTogether((plans) => found(plans, tracking))
      return {
        read: (plan) =>
          kept(planKey([plan.source, plan.columns, plan.filters]), tracking, async () => {
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
