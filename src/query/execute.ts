// The only way to rows. A Reading belongs to one request: it runs plans, notes the tags of what it read, and turns what
// a driver throws into failures.
import type { BoundedMap } from '../cache/bounded-map.ts'
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Row } from '../database/tables.ts'
import { countStepOf, plainAccess, stepsOf, type QueryClass, type Step } from './access.ts'
import { isVisible } from './compile.ts'
import { branchesMax } from './each.ts'
import type { Indexes } from './indexes.ts'
import type { Keep } from './kept-rows.ts'
import type { CountPlan, ItemPlan, ListPlan, ReadPlan, TallyPlan } from './plan.ts'
import { createRun, nothingRead, unavailable, type Found, type RunOptions } from './run.ts'
import { tagsOf } from './tags.ts'
import { createWeigh, type Asking, type Searching, type Weighed } from './weigh.ts'

export interface Reading {
  readonly list: (plan: ListPlan) => Promise<Rows | Failure>
  /** Lists of the same columns, all at once: what belongs to each of many. */
  readonly each: (plans: readonly ListPlan[]) => Promise<readonly Rows[] | Failure>
  readonly countEach: (plans: readonly CountPlan[]) => Promise<readonly number[] | Failure>
  readonly item: (plan: ItemPlan) => Promise<Row | null | Failure>
  readonly count: (plan: CountPlan) => Promise<number | Failure>
  /** The same, no further than `scanTotalMax` where rows have to be looked through for it. */
  readonly total: (plan: CountPlan) => Promise<Total | Failure>
  /** Rows of `key`, `count` and `last`. */
  readonly tally: (plan: TallyPlan) => Promise<readonly Row[] | Failure>
  /** Notes what was read elsewhere, from something kept. */
  readonly note: (tags: Iterable<Tag>) => void
  readonly tags: ReadonlySet<Tag>
}

export interface Total {
  readonly count: number
  /** Whether there are more. */
  readonly isBounded: boolean
}

export interface Rows {
  readonly rows: readonly Row[]
  /** How many there were before some were withheld. */
  readonly found: number
  /** Whether a keyset page has more rows behind it in its direction. */
  readonly more: boolean
}

export interface ExecuteOptions extends RunOptions {
  readonly indexes: Indexes
  /** How many posts filters let through, as far as that is known. */
  readonly sizes: BoundedMap<string, number>
  readonly search: Searching
  readonly keep: Keep
  /** Where counting ends if rows have to be looked through for it; 0 where it never does. */
  readonly scanTotalMax: number
}

export function createReadings(options: ExecuteOptions): () => Reading {
  const run = createRun(options)
  const weigh = createWeigh(options.indexes, options.sizes, options.search)
  const withAccess = (plan: ListPlan): ListPlan => {
    const access = plainAccess(plan, options.indexes)
    return access ? { ...plan, access } : plan
  }
  /** Reads plans, and notes the tags of what it read. */
  const noting = (tags: Set<Tag>) => {
    const read = async (
      plan: ReadPlan,
      name = `${plan.source}.${plan.kind}`,
      queryClass: QueryClass = 'indexed',
    ) => {
      const found = await run.one(plan, name, queryClass)
      if (isFailure(found)) return found
      for (const tag of tagsOf(plan, found)) tags.add(tag)
      return found.rows
    }
    return read
  }
  const keep = async (
    key: readonly unknown[],
    tags: Set<Tag>,
    read: (own: Set<Tag>) => Promise<readonly Row[] | Failure>,
  ) => {
    const found = await options.keep(keyOf(key), async () => {
      const own = new Set<Tag>()
      const rows = await read(own)
      return isFailure(rows) ? rows : { rows, tags: own }
    })
    if (isFailure(found)) return found
    for (const tag of found.tags) tags.add(tag)
    return found.rows
  }
  const asking = (tags: Set<Tag>): Asking => ({
    read: (plan) => keep([plan.source, plan.columns, plan.filters], tags, (own) => noting(own)(plan)),
    peek: (plan) => rowsOf(run.one(plan, `${plan.source}.size`, 'indexed')),
  })
  const count = async (plan: CountPlan, boundedAt: number, tags: Set<Tag>) => {
    const weighed = await weigh(plan, asking(tags))
    if (isFailure(weighed)) return weighed
    const step = countStepOf(weighed.plan, weighed.facts)
    const isBounded = step.class === 'scan' && boundedAt > 0
    const upTo = isBounded ? { upTo: boundedAt + 1 } : {}
    const access = step.access ? { access: step.access } : {}
    const rows = await noting(tags)({ ...weighed.plan, ...upTo, ...access }, step.name, step.class)
    if (isFailure(rows)) return rows
    const found = countIn(rows)
    const isBeyond = isBounded && found > boundedAt
    return [{ count: isBeyond ? boundedAt : found, isBounded: isBeyond }]
  }
  return () => {
    const tags = new Set<Tag>()
    const read = noting(tags)
    const readEach = async (plans: readonly ReadPlan[]) => {
      const parts = await Promise.all(chunked(plans, branchesMax).map((part) => run.each(part)))
      if (!areWhole(parts)) return failureIn(parts)
      const found = parts.flat()
      for (const [at, plan] of plans.entries())
        for (const tag of tagsOf(plan, found[at] ?? nothingRead)) tags.add(tag)
      return found.map(({ rows }) => rows)
    }
    const total = async (plan: CountPlan, boundedAt: number): Promise<Total | Failure> => {
      const { source, filters, visible } = plan
      const key = ['total', source, filters, visible, boundedAt]
      const rows = await keep(key, tags, (own) => count(plan, boundedAt, own))
      if (isFailure(rows)) return rows
      return { count: countIn(rows), isBounded: rows[0]?.['isBounded'] === true }
    }
    return {
      tags,
      note: (noted) => {
        for (const tag of noted) tags.add(tag)
      },
      list: async (plan) => {
        const weighed = await weigh(withOneMore(plan), asking(tags))
        if (isFailure(weighed)) return weighed
        const rows = await firstWhole(weighed, (step, whole) =>
          read(step.access ? { ...whole, access: step.access } : whole, step.name, step.class),
        )
        return isFailure(rows) ? rows : pageOf(plan, rows)
      },
      each: async (plans) => {
        const lists = await readEach(plans.map(withOneMore).map(withAccess))
        return isFailure(lists) ? lists : plans.map((plan, at) => pageOf(plan, lists[at] ?? []))
      },
      countEach: async (plans) => {
        const counts = await readEach(plans)
        return isFailure(counts) ? counts : counts.map(countIn)
      },
      item: async (plan) => {
        const rows = await read(plan)
        return isFailure(rows) ? rows : (rows[0] ?? null)
      },
      count: async (plan) => {
        const counted = await total(plan, 0)
        return isFailure(counted) ? counted : counted.count
      },
      total: (plan) => total(plan, options.scanTotalMax),
      tally: (plan) => read(plan),
    }
  }
}

function keyOf(parts: readonly unknown[]): string {
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

async function rowsOf(found: Promise<Found | Failure>): Promise<readonly Row[] | Failure> {
  const read = await found
  return isFailure(read) ? read : read.rows
}

function chunked<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  )
}

function countIn(rows: readonly Row[]): number {
  return Number(rows[0]?.['count'] ?? 0)
}

/** The rows of the first step that does not fall short. */
async function firstWhole(
  { plan, facts }: Weighed<ListPlan>,
  run: (step: Step, plan: ListPlan) => Promise<readonly Row[] | Failure>,
): Promise<readonly Row[] | Failure> {
  let rows: readonly Row[] | Failure = []
  for (const step of stepsOf(plan, facts)) {
    rows = await run(step, plan)
    const isShort = step.access?.kind === 'window' && plan.page.kind !== 'all'
    if (isFailure(rows) || !isShort || rows.length >= plan.page.limit) return rows
  }
  return rows
}

/** Stands where no database has been found yet. */
export const unavailableReading: Reading = {
  list: async () => unavailable,
  each: async () => unavailable,
  countEach: async () => unavailable,
  item: async () => unavailable,
  count: async () => unavailable,
  total: async () => unavailable,
  tally: async () => unavailable,
  note: () => {},
  tags: new Set(),
}

/** A keyset page is read with one row more than it shows, to know whether there are more. */
function withOneMore(plan: ListPlan): ListPlan {
  return plan.page.kind === 'keyset' ? { ...plan, page: { ...plan.page, limit: plan.page.limit + 1 } } : plan
}

function pageOf({ page }: ListPlan, rows: readonly Row[]): Rows {
  if (page.kind !== 'keyset')
    return { rows: rows.filter((row) => row[isVisible] !== 0), found: rows.length, more: false }
  const shown = rows.slice(0, page.limit)
  return {
    rows: page.direction === 'backward' ? shown.toReversed() : shown,
    found: shown.length,
    more: rows.length > page.limit,
  }
}
