// Runs plans and tracks them: it chooses the access path, reads nothing that is kept, and notes for the request the
// tags of everything read and the statements that ran.
import type { LogPoint } from '../core/change.ts'
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Ran } from '../core/reply.ts'
import type { Tag } from '../core/tag.ts'
import type { Filter, Scalar } from '../database/filter.ts'
import { sources, type Instant } from '../database/source.ts'
import { textOf, type Row } from '../database/tables.ts'
import { stepsOf } from '../optimizer/access-paths.ts'
import { askTogether } from './batch.ts'
import { createReadClock, type ClockChoice } from '../optimizer/clock.ts'
import { isLarge, type QueryClass } from '../optimizer/cost-model.ts'
import { countStepOf } from '../optimizer/count-access.ts'
import { branchesMax } from '../sql/each.ts'
import type { KeptReads, KeptRows } from './row-cache.ts'
import { fallsShort, inRounds } from '../optimizer/in-rounds.ts'
import type { Clock, CountPlan, ListPlan, ReadPlan } from '../plan/plan.ts'
import type { RowTest } from './row-test.ts'
import { createRun, nothingRead, type Found as RowsFound, type RunOptions } from './run.ts'
import { tagsOf } from '../tags/tags.ts'
import { normalizeOrder } from '../optimizer/settle.ts'
import {
  createEstimatePosts,
  createEstimate,
  type Probes,
  type EstimateOptions,
} from '../optimizer/statistics.ts'

export interface ReadOptions extends RunOptions, EstimateOptions {
  readonly kept: KeptReads
  /** Tests rows for a total that changes adjust; null where the total has to be counted again. */
  readonly rowTestOf: (plan: CountPlan) => RowTest | null
  readonly logEnd: () => Promise<LogPoint | null>
  /** Receives all rows as they were read. */
  readonly seen: (plan: ReadPlan, found: RowsFound) => void
  readonly clock: ClockChoice
}

/** Notes of one request on what was read for it. */
export interface Notes {
  readonly tags: Set<Tag>
  readonly ran: Ran[]
}

export interface Total {
  readonly count: number
  /** True where there are more. */
  readonly isBounded: boolean
}

interface Counted {
  readonly rows: readonly Row[]
  /** The number at which the count would have ended; 0 where it did end there. */
  readonly max: number
}

type Found = Promise<readonly Row[] | Failure>

export interface TrackedReads {
  readonly one: (plan: ReadPlan, notes: Notes, name?: string, queryClass?: QueryClass) => Found
  readonly each: (
    plans: readonly ReadPlan[],
    notes: Notes,
    queryClass?: QueryClass,
  ) => Promise<readonly (readonly Row[])[] | Failure>
  /** Reads the rows of a list by the steps that its statistics suggest. */
  readonly list: (plan: ListPlan, notes: Notes) => Found
  readonly eachList: (
    plans: readonly ListPlan[],
    notes: Notes,
  ) => Promise<readonly (readonly Row[])[] | Failure>
  /** Notes the tags of a plan without reading it, except those of the rows that it would find. */
  readonly noteRead: (plan: ListPlan, notes: Notes) => void
  readonly clock: (column: Instant, notes: Notes) => Promise<Clock | Failure>
  /** Counts once for concurrent requests, and keeps the total; a scan counts up to `boundedAt`, if that is not 0. */
  readonly total: (plan: CountPlan, boundedAt: number, notes: Notes) => Promise<Total | Failure>
}

export function createTrackedReads(options: ReadOptions): TrackedReads {
  const run = createRun(options)
  const estimatePosts = createEstimatePosts()
  const estimate = createEstimate(options, estimatePosts)
  const readClock = createReadClock(options.clock, options.indexes)

  const kept = async (
    key: readonly unknown[],
    notes: Notes,
    read: () => Promise<KeptRows | Failure>,
  ): Found => {
    const found = await options.kept.keep(keyOf(key), read)
    if (isFailure(found)) return found
    for (const tag of found.tags) notes.tags.add(tag)
    return found.rows
  }

  const one: TrackedReads['one'] = async (
    plan,
    notes,
    name = `${plan.source}.${plan.kind}`,
    queryClass = 'indexed',
  ) => {
    const began = performance.now()
    const found = await run.one(plan, name, queryClass)
    notes.ran.push({ plan: name, ms: performance.now() - began })
    if (isFailure(found)) return found
    for (const tag of tagsOf(plan, found)) notes.tags.add(tag)
    options.seen(plan, found)
    return found.rows
  }

  const each: TrackedReads['each'] = async (plans, notes, queryClass = 'indexed') => {
    if (plans.length === 0) return []
    const began = performance.now()
    const parts = await Promise.all(chunked(plans, branchesMax).map((part) => run.each(part, queryClass)))
    notes.ran.push({ plan: `${plans[0]?.source}.each`, ms: performance.now() - began })
    if (!areWhole(parts)) return failureIn(parts)
    const found = parts.flat()
    for (const [at, plan] of plans.entries()) {
      const read = found[at] ?? nothingRead
      for (const tag of tagsOf(plan, read)) notes.tags.add(tag)
      options.seen(plan, read)
    }
    return found.map(({ rows }) => rows)
  }

  /** Reads users and terms by ids, which page after page needs: only rows that are not kept are read. */
  const shared = async (plan: ListPlan, byId: ById, notes: Notes): Found => {
    const others = plan.filters.filter((filter) => filter !== byId)
    const keys = byId.values.map((id) => keyOf([plan.source, plan.columns, others, id]))
    const planOf = (values: readonly Scalar[]): ListPlan => ({
      ...plan,
      filters: [...others, { ...byId, values }],
    })
    const found = await options.kept.keepEach(keys, async (places) => {
      const ids = places.flatMap((place) => byId.values[place] ?? [])
      const rows = await one(planOf(ids), { tags: new Set(), ran: notes.ran })
      if (isFailure(rows)) return rows
      return ids.map((id) => {
        const own = rows.filter((row) => textOf(row, 'id') === String(id))
        return {
          rows: own,
          tags: tagsOf(planOf([id]), { rows: own, tables: new Set(sources[plan.source].tables) }),
        }
      })
    })
    if (isFailure(found)) return found
    for (const { tags } of found) for (const tag of tags) notes.tags.add(tag)
    return found.flatMap(({ rows }) => rows)
  }

  const probes = (notes: Notes): Probes => ({
    read: (plan) =>
      kept([plan.source, plan.columns, plan.filters], notes, async () => {
        // These have their own notes, since the rows are kept for other requests
        const own: Notes = { tags: new Set(), ran: notes.ran }
        const rows = await one(plan, own)
        return isFailure(rows) ? rows : { rows, tags: own.tags }
      }),
    peek: (plan) => one(plan, { tags: new Set(), ran: notes.ran }, `${plan.source}.size`),
  })

  /** Probes for many plans at once. */
  const probesTogether = (notes: Notes): Probes => {
    const ask = askTogether(async (plans) => {
      const began = performance.now()
      const parts = await Promise.all(chunked(plans, branchesMax).map((part) => run.each(part)))
      notes.ran.push({ plan: `${plans[0]?.source}.each`, ms: performance.now() - began })
      return areWhole(parts) ? parts.flat() : failureIn(parts)
    })
    return {
      read: (plan) =>
        kept([plan.source, plan.columns, plan.filters], notes, async () => {
          const found = await ask(plan)
          return isFailure(found) ? found : { rows: found.rows, tags: tagsOf(plan, found) }
        }),
      peek: async (plan) => {
        const found = await ask(plan)
        return isFailure(found) ? found : found.rows
      },
    }
  }

  const count = async (plan: CountPlan, boundedAt: number, notes: Notes): Promise<Counted | Failure> => {
    const estimated = await estimate(plan, probes(notes))
    if (isFailure(estimated)) return estimated
    const step = countStepOf(estimated.plan, estimated.facts)
    const mayEnd = step.class === 'scan' && boundedAt > 0
    const upTo = mayEnd ? { upTo: boundedAt + 1 } : {}
    const access = step.access ? { access: step.access } : {}
    const rows = await one({ ...estimated.plan, ...upTo, ...access }, notes, step.name, step.class)
    if (isFailure(rows)) return rows
    const found = countIn(rows)
    const isBounded = mayEnd && found > boundedAt
    const row: Row = { count: isBounded ? boundedAt : found, isBounded }
    return { rows: [row], max: isBounded ? 0 : mayEnd ? boundedAt : Infinity }
  }

  const total = async (plan: CountPlan, boundedAt: number, notes: Notes): Promise<KeptRows | Failure> => {
    const own: Notes = { tags: new Set(), ran: notes.ran }
    const counted = await count(plan, boundedAt, own)
    if (isFailure(counted)) return counted
    const { rows, max } = counted
    const isCounted = max > 0 ? options.rowTestOf(plan) : null
    // The log's end is read after the count, so that all that the count saw stands before it
    const seenTo = isCounted && (await options.logEnd())
    return {
      rows,
      tags: own.tags,
      ...(isCounted && seenTo ? { adjustable: { isCounted, seenTo, max } } : {}),
    }
  }

  return {
    one,
    each,
    list: async (asked, notes) => {
      const byId = idsShared(asked)
      if (byId) return shared(asked, byId, notes)
      const estimated = await estimate(asked, probes(notes))
      if (isFailure(estimated)) return estimated
      const { facts } = estimated
      const normalized = isLarge(facts.posts)
        ? await normalizeOrder([estimated.plan], probes(notes))
        : [estimated.plan]
      if (isFailure(normalized)) return normalized
      const [plan = estimated.plan] = normalized
      let rows: readonly Row[] | Failure = []
      // The first step that does not fall short answers
      for (const { access, name, class: queryClass } of stepsOf(plan, facts)) {
        rows = await one(access ? { ...plan, access } : plan, notes, name, queryClass)
        if (isFailure(rows) || !fallsShort(plan, access, rows)) return rows
      }
      return rows
    },
    eachList: async (plans, notes) => {
      const normalized = await normalizeOrder(plans, probes(notes))
      if (isFailure(normalized)) return normalized
      const together = probesTogether(notes)
      const estimated = await Promise.all(normalized.map((plan) => estimate(plan, together)))
      return areWhole(estimated)
        ? inRounds(estimated, (round, queryClass) => each(round, notes, queryClass))
        : failureIn(estimated)
    },
    noteRead: (plan, notes) => {
      const { tables } = options.compile(plan)
      for (const tag of tagsOf(plan, { rows: [], tables })) notes.tags.add(tag)
    },
    clock: (column, notes) => readClock(column, () => estimatePosts(probes(notes))),
    total: async (plan, boundedAt, notes) => {
      const key = ['total', plan.source, plan.filters, plan.visible, boundedAt]
      const rows = await kept(key, notes, () => total(plan, boundedAt, notes))
      if (isFailure(rows)) return rows
      return { count: countIn(rows), isBounded: rows[0]?.['isBounded'] === true }
    },
  }
}

type ById = Extract<Filter, { readonly kind: 'in' }>

/** The filter by ids of a plan for rows that pages share; rows read for logging in are not kept. */
function idsShared({ source, columns, filters, visible, order, page }: ListPlan): ById | null {
  if (!['users', 'terms'].includes(source) || visible !== null || order.length > 0 || page.kind !== 'all')
    return null
  if (!columns.includes('id') || columns.includes('password_hash') || columns.includes('login')) return null
  const byId = filters.find((filter) => filter.kind === 'in' && filter.column === 'id')
  return byId?.kind === 'in' && byId.values.length > 0 ? byId : null
}

export function countIn(rows: readonly Row[]): number {
  return Number(rows[0]?.['count'] ?? 0)
}

function keyOf(parts: readonly unknown[]): string {
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

function chunked<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  )
}
