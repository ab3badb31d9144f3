// Runs plans and tracks them: it chooses the access path, reads nothing that is kept, and tracks for the request the
// tags of everything read and the statements that ran.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Instant } from '../database/source.ts'
import type { Row } from '../database/tables.ts'
import { stepsOf, type Step } from '../optimizer/access-paths.ts'
import { createReadClock, type ClockChoice } from '../optimizer/clock.ts'
import { isLarge } from '../optimizer/cost-model.ts'
import { fallsShort, inRounds } from '../optimizer/in-rounds.ts'
import { normalizeOrder } from '../optimizer/utc-order.ts'
import { createStatistics, type PostPart } from '../optimizer/part-statistics.ts'
import type { EstimateOptions } from '../optimizer/statistics.ts'
import type { Clock, ListPlan } from '../plan/plan.ts'
import { tagsOf } from '../tags/tags.ts'
import { createKeptLists, type ReadList } from './kept-lists.ts'
import { createKeptOrders, type KeptOrdersOptions } from './kept-orders.ts'
import { createKeptRowReads, idsShared } from './kept-rows.ts'
import {
  apart,
  createTrackedRows,
  type TrackedRows,
  type TrackedRowsOptions,
  type Tracking,
  type Rows,
} from './tracked-rows.ts'
import { needsScan } from './needs-scan.ts'
import { createProbes } from './probes.ts'
import type { KeptReads } from './row-cache.ts'
import { createTotals, type Totals, type TotalsOptions, type WantedTotal } from './totals.ts'

export interface ReadOptions extends TrackedRowsOptions, EstimateOptions, TotalsOptions {
  readonly kept: KeptReads
  /** Keeps which rows a page has. */
  readonly keptLists: Pick<KeptReads, 'find' | 'keep'>
  readonly ordersAsked: KeptOrdersOptions['asked']
  readonly clock: ClockChoice
  /** The tables that hold posts; empty where one table holds them. */
  readonly parts: readonly PostPart[]
}

export interface TrackedReads extends Pick<TrackedRows, 'one' | 'each'> {
  /** Reads the rows of a list by the steps that its statistics suggest. */
  readonly list: (plan: ListPlan, tracking: Tracking, total?: WantedTotal) => Rows
  readonly eachList: (
    plans: readonly ListPlan[],
    tracking: Tracking,
  ) => Promise<readonly (readonly Row[])[] | Failure>
  /** Tracks the tags of a plan without reading it, except those of the rows that it would find. */
  readonly trackRead: (plan: ListPlan, tracking: Tracking) => void
  readonly clock: (column: Instant, tracking: Tracking) => Promise<Clock | Failure>
  readonly total: Totals['total']
}

export function createTrackedReads(options: ReadOptions): TrackedReads {
  const reads = createTrackedRows(options)
  const keptRows = createKeptRowReads(options.kept, reads)
  const { probes, probesTogether } = createProbes(reads, keptRows)
  const { estimate, posts: estimatePosts } = createStatistics(options)
  const readClock = createReadClock(options.clock, options.indexes)
  const { one, each, asOne } = reads

  const trackRead = (plan: ListPlan, tracking: Tracking) => {
    const { tables, meta } = options.compile(plan)
    for (const tag of tagsOf(plan, { rows: [], tables, meta })) tracking.tags.add(tag)
  }
  const totals = createTotals({
    ...reads,
    ...keptRows,
    probes,
    estimate,
    rowTestOf: options.rowTestOf,
    logEnd: options.logEnd,
  })
  const stepsFor = async (asked: ListPlan, tracking: Tracking) => {
    const estimated = await estimate(asked, probes(tracking))
    if (isFailure(estimated)) return estimated
    const { facts } = estimated
    const normalized = isLarge(facts.posts)
      ? await normalizeOrder([estimated.plan], probes(tracking))
      : [estimated.plan]
    if (isFailure(normalized)) return normalized
    const [plan = estimated.plan] = normalized
    return { plan, steps: stepsOf(plan, facts) }
  }
  const readList: ReadList = async (asked, tracking, tracksRows, total) => {
    const found = await stepsFor(asked, tracking)
    if (isFailure(found)) return found
    const { plan, steps } = found
    if (!tracksRows) trackRead(plan, tracking)
    const ofRows = tracksRows ? tracking : apart(tracking)
    const together =
      total && mayHaveTotal(plan, steps)
        ? await totals.withPage(withAccess(plan, steps[0]), total, tracking, ofRows)
        : null
    if (together !== null) return together
    let rows: readonly Row[] | Failure = []
    // The first step that finds enough rows answers
    for (const step of steps) {
      if (step.refuses !== undefined) return needsScan(step.refuses)
      rows = await one(withAccess(plan, step), ofRows, step.name, step.class)
      if (isFailure(rows) || !fallsShort(plan, step.access, rows)) return rows
    }
    return rows
  }
  const readOrder = async (asked: ListPlan, tracking: Tracking) => {
    const found = await stepsFor(asked, tracking)
    if (isFailure(found)) return found
    const { plan, steps } = found
    const [step] = steps
    if (step === undefined || !isOneRead(steps)) return needsScan('order')
    trackRead(plan, tracking)
    return one(withAccess(plan, step), apart(tracking), 'posts.order')
  }
  const readPage = createKeptLists(options.keptLists, readList)
  const readPart = createKeptOrders({ ...options, asked: options.ordersAsked, read: readOrder })

  return {
    one,
    each,
    list: async (asked, tracking, total) => {
      const byId = idsShared(asked)
      if (byId) return keptRows.byIds(asked, byId, tracking)
      return (await readPart(asked, tracking, total)) ?? readPage(asked, tracking, total)
    },
    eachList: async (plans, tracking) => {
      const normalized = await normalizeOrder(plans, probes(tracking))
      if (isFailure(normalized)) return normalized
      const together = probesTogether(tracking)
      const estimated = await Promise.all(normalized.map((plan) => estimate(plan, together)))
      return areWhole(estimated)
        ? inRounds(estimated, {
            each: (round, queryClass) => each(round, tracking, queryClass),
            asOne: (lists) => asOne(lists, tracking),
          })
        : failureIn(estimated)
    },
    trackRead,
    clock: (column, tracking) => readClock(column, () => estimatePosts(probes(tracking))),
    total: totals.total,
  }
}

function withAccess(plan: ListPlan, step: Step | undefined): ListPlan {
  return step?.access ? { ...plan, access: step.access } : plan
}

/** True for a page that one step finds by an index: its statement may count the list as well. */
function mayHaveTotal(plan: ListPlan, steps: readonly Step[]): boolean {
  return (
    plan.page.kind === 'offset' &&
    plan.visible?.unseen !== 'count-but-withhold' &&
    !isNamed(plan) &&
    isOneRead(steps)
  )
}

/** True where one step reads the list by an index. */
function isOneRead([first, ...others]: readonly Step[]): boolean {
  return others.length === 0 && first?.class === 'indexed' && first.refuses === undefined
}

/** True where a filter by ids or slugs finds fewer rows than a page holds, so that the page itself gives the total. */
function isNamed({ filters, page }: ListPlan): boolean {
  return filters.some(
    (filter) =>
      filter.kind === 'in' &&
      ['id', 'slug'].includes(filter.column) &&
      (page.kind === 'all' || filter.values.length < page.limit),
  )
}
