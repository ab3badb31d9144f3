// Counts the rows of a plan once for concurrent requests, in the statement of the page where that is cheap; keeps the total
// until a change drops it, or adjusts it by the rows that change.
import type { LogPoint } from '../core/change.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Row } from '../database/tables.ts'
import { countStepOf } from '../optimizer/count-access.ts'
import type { Estimate } from '../optimizer/statistics.ts'
import { planKey } from '../plan/plan-key.ts'
import type { CountPlan, ListPlan } from '../plan/plan.ts'
import type { KeptRowReads } from './kept-rows.ts'
import { apart, type TrackedRows, type Tracking } from './tracked-rows.ts'
import type { MakeProbes } from './probes.ts'
import { needsScan } from './needs-scan.ts'
import type { RowTest } from './row-test.ts'

export interface Total {
  readonly count: number
  /** True where counting stopped at its bound. */
  readonly isBounded: boolean
}

export interface TotalsOptions {
  /** Tests rows for a total that changes adjust; null where the total has to be counted again. */
  readonly rowTestOf: (plan: CountPlan) => RowTest | null
  readonly logEnd: () => Promise<LogPoint | null>
}

export interface TotalsParts
  extends
    TotalsOptions,
    Pick<TrackedRows, 'one' | 'withTotal'>,
    Pick<KeptRowReads, 'kept' | 'isKept'>,
    Pick<MakeProbes, 'probes'> {
  readonly estimate: Estimate
}

/** A scan counts up to `boundedAt`, if that is not 0. */
export interface WantedTotal {
  readonly plan: CountPlan
  readonly boundedAt: number
}

export interface Totals {
  readonly total: (plan: CountPlan, boundedAt: number, tracking: Tracking) => Promise<Total | Failure>
  /**
   * Reads a page by the statement that counts its list; null where the total is known already, or where counting is a scan.
   * The tags of the rows go into `ofRows`.
   */
  readonly withPage: (
    page: ListPlan,
    wanted: WantedTotal,
    tracking: Tracking,
    ofRows: Tracking,
  ) => Promise<readonly Row[] | Failure | null>
}

interface Counted {
  readonly rows: readonly Row[]
  /** The limit of the count, which it did not reach; 0 where the count was cut off. */
  readonly max: number
}

export function createTotals(parts: TotalsParts): Totals {
  const { one, withTotal, kept, isKept, probes, estimate, rowTestOf, logEnd } = parts

  const stepOf = async (asked: CountPlan, tracking: Tracking) => {
    const estimated = await estimate(asked, probes(tracking))
    if (isFailure(estimated)) return estimated
    const { plan, facts } = estimated
    const { access, ...step } = countStepOf(plan, facts)
    return { ...step, plan: access ? { ...plan, access } : plan }
  }

  const count = async (
    asked: CountPlan,
    boundedAt: number,
    tracking: Tracking,
  ): Promise<Counted | Failure> => {
    const step = await stepOf(asked, tracking)
    if (isFailure(step)) return step
    if (step.refuses !== undefined) return needsScan(step.refuses)
    const isLimited = step.class === 'scan' && boundedAt > 0
    const upTo = isLimited ? { upTo: boundedAt + 1 } : {}
    const rows = await one({ ...step.plan, ...upTo }, tracking, step.name, step.class)
    if (isFailure(rows)) return rows
    const found = countIn(rows)
    const isBounded = isLimited && found > boundedAt
    const row: Row = { count: isBounded ? boundedAt : found, isBounded }
    return { rows: [row], max: isBounded ? 0 : isLimited ? boundedAt : Infinity }
  }

  /** Keeps the total that `counting` counts, with what is needed to adjust it by changes of rows. */
  const keep = async (
    key: string,
    plan: CountPlan,
    tracking: Tracking,
    counting: (own: Tracking) => Promise<Counted | Failure>,
  ): Promise<Total | Failure> => {
    const rows = await kept(key, tracking, async () => {
      const own = apart(tracking)
      const counted = await counting(own)
      if (isFailure(counted)) return counted
      const isCounted = counted.max > 0 ? rowTestOf(plan) : null
      // The log's end is read after the count, so that all that the count saw stands before it
      const seenTo = isCounted && (await logEnd())
      const adjustable = isCounted && seenTo ? { plan, isCounted, seenTo, max: counted.max } : null
      return { rows: counted.rows, tags: own.tags, ...(adjustable ? { adjustable } : {}) }
    })
    if (isFailure(rows)) return rows
    return { count: countIn(rows), isBounded: rows[0]?.['isBounded'] === true }
  }

  return {
    total: async (plan, boundedAt, tracking) =>
      tracking.totals.get(plan) ??
      keep(keyOfTotal(plan, boundedAt), plan, tracking, (own) => count(plan, boundedAt, own)),
    withPage: async (page, wanted, tracking, ofRows) => {
      const key = keyOfTotal(wanted.plan, wanted.boundedAt)
      if (isKept(key)) return null
      const step = await stepOf(wanted.plan, tracking)
      if (isFailure(step)) return step
      if (step.refuses !== undefined || step.class !== 'indexed') return null
      let rows: readonly Row[] | null = null
      const total = await keep(key, wanted.plan, tracking, async (own) => {
        // The plan is estimated again for the total's own tracking: the total depends on the terms by which it counts
        const current = await stepOf(wanted.plan, own)
        if (isFailure(current)) return current
        const read = await withTotal(page, current.plan, ofRows, own)
        if (isFailure(read)) return read
        const [found, counted] = read
        rows = found
        if (counted.length > 0) return { rows: counted, max: Infinity }
        // A page without rows says nothing about those before it
        return isFirst(page)
          ? { rows: [{ count: 0 }], max: Infinity }
          : count(wanted.plan, wanted.boundedAt, own)
      })
      if (isFailure(total)) return total
      tracking.totals.set(wanted.plan, total)
      return rows
    },
  }
}

function isFirst({ page }: ListPlan): boolean {
  return page.kind === 'offset' && page.offset === 0
}

function keyOfTotal({ source, filters, visible }: CountPlan, boundedAt: number): string {
  return planKey(['total', source, filters, visible, boundedAt])
}

export function countIn(rows: readonly Row[]): number {
  return Number(rows[0]?.['count'] ?? 0)
}
