// Counts the rows of a plan once for concurrent requests, and keeps the total until it changes, or adjusts it by the rows
// that change.
import type { LogPoint } from '../core/change.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Row } from '../database/tables.ts'
import { countStepOf } from '../optimizer/count-access.ts'
import type { Estimate } from '../optimizer/statistics.ts'
import type { CountPlan } from '../plan/plan.ts'
import type { KeptRowReads } from './kept-rows.ts'
import type { NotedRows, Notes } from './noted-rows.ts'
import type { MakeProbes } from './probes.ts'
import type { KeptRows } from './row-cache.ts'
import { needsScan } from './needs-scan.ts'
import type { RowTest } from './row-test.ts'

export interface Total {
  readonly count: number
  /** True where there are more. */
  readonly isBounded: boolean
}

export interface TotalsOptions {
  /** Tests rows for a total that changes adjust; null where the total has to be counted again. */
  readonly rowTestOf: (plan: CountPlan) => RowTest | null
  readonly logEnd: () => Promise<LogPoint | null>
}

export interface TotalsParts
  extends TotalsOptions, Pick<NotedRows, 'one'>, Pick<KeptRowReads, 'kept'>, Pick<MakeProbes, 'probes'> {
  readonly estimate: Estimate
}

/** A scan counts up to `boundedAt`, if that is not 0. */
export type ReadTotal = (plan: CountPlan, boundedAt: number, notes: Notes) => Promise<Total | Failure>

interface Counted {
  readonly rows: readonly Row[]
  /** The limit of the count, which it did not reach; 0 where the count was cut off. */
  readonly max: number
}

export function createReadTotal(parts: TotalsParts): ReadTotal {
  const { one, kept, probes, estimate, rowTestOf, logEnd } = parts

  const count = async (plan: CountPlan, boundedAt: number, notes: Notes): Promise<Counted | Failure> => {
    const estimated = await estimate(plan, probes(notes))
    if (isFailure(estimated)) return estimated
    const step = countStepOf(estimated.plan, estimated.facts)
    if (step.refuses !== undefined) return needsScan(step.refuses)
    const isLimited = step.class === 'scan' && boundedAt > 0
    const upTo = isLimited ? { upTo: boundedAt + 1 } : {}
    const access = step.access ? { access: step.access } : {}
    const rows = await one({ ...estimated.plan, ...upTo, ...access }, notes, step.name, step.class)
    if (isFailure(rows)) return rows
    const found = countIn(rows)
    const isBounded = isLimited && found > boundedAt
    const row: Row = { count: isBounded ? boundedAt : found, isBounded }
    return { rows: [row], max: isBounded ? 0 : isLimited ? boundedAt : Infinity }
  }

  const total = async (plan: CountPlan, boundedAt: number, notes: Notes): Promise<KeptRows | Failure> => {
    const own: Notes = { tags: new Set(), ran: notes.ran }
    const counted = await count(plan, boundedAt, own)
    if (isFailure(counted)) return counted
    const { rows, max } = counted
    const isCounted = max > 0 ? rowTestOf(plan) : null
    // The log's end is read after the count, so that all that the count saw stands before it
    const seenTo = isCounted && (await logEnd())
    return {
      rows,
      tags: own.tags,
      ...(isCounted && seenTo ? { adjustable: { isCounted, seenTo, max } } : {}),
    }
  }

  return async (plan, boundedAt, notes) => {
    const key = ['total', plan.source, plan.filters, plan.visible, boundedAt]
    const rows = await kept(key, notes, () => total(plan, boundedAt, notes))
    if (isFailure(rows)) return rows
    return { count: countIn(rows), isBounded: rows[0]?.['isBounded'] === true }
  }
}

export function countIn(rows: readonly Row[]): number {
  return Number(rows[0]?.['count'] ?? 0)
}
