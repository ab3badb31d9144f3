// The only way to rows. A Reading belongs to one request: it runs plans, notes the tags of what it read, and turns what
// a driver throws into failures.
import type { CompiledQuery } from 'kysely'
import { areWhole, fail, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { Tag } from '../core/tag.ts'
import type { Availability } from '../database/availability.ts'
import type { DriverErrorMeaning, Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { isReadable, sources } from '../database/source.ts'
import { textOf, type Row, type Table } from '../database/tables.ts'
import { isVisible, type Compiled } from './compile.ts'
import { branchesMax, joined, separated } from './each.ts'
import { flatten, type Filter } from '../database/filter.ts'
import type { CountPlan, ItemPlan, ListPlan, Order, ReadPlan, TallyPlan } from './plan.ts'

export interface Reading {
  readonly list: (plan: ListPlan) => Promise<Rows | Failure>
  /** Lists of the same columns, all at once: what belongs to each of many. */
  readonly each: (plans: readonly ListPlan[]) => Promise<readonly Rows[] | Failure>
  readonly countEach: (plans: readonly CountPlan[]) => Promise<readonly number[] | Failure>
  readonly item: (plan: ItemPlan) => Promise<Row | null | Failure>
  readonly count: (plan: CountPlan) => Promise<number | Failure>
  /** Rows of `key`, `count` and `last`. */
  readonly tally: (plan: TallyPlan) => Promise<readonly Row[] | Failure>
  /** Notes what was read elsewhere, from something kept. */
  readonly note: (tags: Iterable<Tag>) => void
  readonly tags: ReadonlySet<Tag>
}

export interface Rows {
  readonly rows: readonly Row[]
  /** How many there were before some were withheld. */
  readonly found: number
  /** Whether a keyset page has more rows behind it in its direction. */
  readonly more: boolean
}

export interface ExecuteOptions {
  readonly engine: Engine
  readonly availability: Availability
  readonly compile: (plan: ReadPlan) => Compiled
  readonly layout: Layout
  readonly timeoutMs: number
  readonly observe: Observe
}

export function createReadings(options: ExecuteOptions): () => Reading {
  const execute = createExecute(options)
  return () => {
    const tags = new Set<Tag>()
    const run = async (plan: ReadPlan) => {
      const read = await execute.one(plan)
      if (isFailure(read)) return read
      for (const tag of tagsOf(plan, read)) tags.add(tag)
      return read.rows
    }
    const runEach = async (plans: readonly ReadPlan[]) => {
      const parts = await Promise.all(chunked(plans, branchesMax).map((part) => execute.each(part)))
      if (!areWhole(parts)) return failureIn(parts)
      const reads = parts.flat()
      for (const [at, plan] of plans.entries())
        for (const tag of tagsOf(plan, reads[at] ?? nothingRead)) tags.add(tag)
      return reads.map(({ rows }) => rows)
    }
    return {
      tags,
      note: (noted) => {
        for (const tag of noted) tags.add(tag)
      },
      list: async (plan) => {
        const rows = await run(withOneMore(plan))
        return isFailure(rows) ? rows : pageOf(plan, rows)
      },
      each: async (plans) => {
        const lists = await runEach(plans.map(withOneMore))
        return isFailure(lists) ? lists : plans.map((plan, at) => pageOf(plan, lists[at] ?? []))
      },
      countEach: async (plans) => {
        const counts = await runEach(plans)
        return isFailure(counts) ? counts : counts.map(countIn)
      },
      item: async (plan) => {
        const rows = await run(plan)
        return isFailure(rows) ? rows : (rows[0] ?? null)
      },
      count: async (plan) => {
        const rows = await run(plan)
        return isFailure(rows) ? rows : countIn(rows)
      },
      tally: run,
    }
  }
}

interface Read {
  readonly rows: readonly Row[]
  /** The tables that were looked into. */
  readonly tables: ReadonlySet<Table>
}

const nothingRead: Read = { rows: [], tables: new Set() }

function createExecute({ engine, availability, compile, layout, timeoutMs, observe }: ExecuteOptions) {
  const run = async (query: CompiledQuery, named: string): Promise<readonly Row[] | Failure> => {
    const began = performance.now()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const inflightQueryAbortStrategy = engine.cancels ? 'cancel query' : 'ignore query'
      const { rows } = await engine.kysely.executeQuery<Row>(query, { signal, inflightQueryAbortStrategy })
      observe({ kind: 'query', plan: named, ms: performance.now() - began, rows: rows.length })
      return rows
    } catch (error) {
      const meaning = engine.meaningOf(error)
      if (meaning === 'bug') throw error
      if (meaning === 'nothing') return []
      observe({ kind: 'query-failed', plan: named, ms: performance.now() - began, meaning })
      if (meaning === 'unavailable' || meaning === 'changed') availability.doubt()
      return failureOf[meaning]
    }
  }
  const one = async (plan: ReadPlan): Promise<Read | Failure> => {
    if (availability.server === null) return unavailable
    if (!isReadable(plan.source, layout)) return nothingRead
    const { query, tables } = compile(plan)
    const rows = await run(query, `${plan.kind} ${plan.source}`)
    return isFailure(rows) ? rows : { rows, tables }
  }
  /** Plans of one kind and source, in one statement. */
  const each = async (plans: readonly ReadPlan[]): Promise<readonly Read[] | Failure> => {
    const [plan, ...others] = plans
    if (!plan || others.length === 0 || !isReadable(plan.source, layout)) {
      const reads = await Promise.all(plans.map(one))
      return areWhole(reads) ? reads : failureIn(reads)
    }
    if (availability.server === null) return unavailable
    const first = compile(plan)
    const rest = others.map(compile)
    const query = joined([first.query, ...rest.map((compiled) => compiled.query)])
    const rows = await run(query, `each ${plan.source}`)
    if (isFailure(rows)) return rows
    const lists = separated(rows, plans.length)
    return [first, ...rest].map(({ tables }, at) => ({ rows: lists[at] ?? [], tables }))
  }
  return { one, each }
}

function chunked<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  )
}

function countIn(rows: readonly Row[]): number {
  return Number(rows[0]?.['count'] ?? 0)
}

const unavailable = fail('database_unavailable', undefined, { retryAfterS: 2 })

/** Stands where no database has been found yet. */
export const unavailableReading: Reading = {
  list: async () => unavailable,
  each: async () => unavailable,
  countEach: async () => unavailable,
  item: async () => unavailable,
  count: async () => unavailable,
  tally: async () => unavailable,
  note: () => {},
  tags: new Set(),
}

const failureOf: Readonly<Record<Exclude<DriverErrorMeaning, 'bug' | 'nothing'>, Failure>> = {
  unavailable,
  changed: unavailable,
  timeout: fail('query_timeout', undefined, { retryAfterS: 5 }),
  overloaded: fail('overloaded', undefined, { retryAfterS: 1 }),
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

/** What a change has to touch to make these rows stale. */
function tagsOf(plan: ReadPlan, { rows, tables }: Read): readonly Tag[] {
  const { shows }: { readonly shows: readonly { readonly table: Table; readonly column: string }[] } =
    sources[plan.source]
  const filters = flatten(plan.filters)
  const shown = shows.flatMap(({ table, column }) => {
    const asked = plan.filters.flatMap((filter) =>
      filter.kind === 'in' && filter.column === column ? filter.values : [],
    )
    return [...asked.map(String), ...rows.map((row) => textOf(row, column))]
      .filter((id) => id !== '')
      .map((id): Tag => `row:${table}:${id}`)
  })
  const carriers = filters
    .flatMap((filter) => (filter.kind === 'of-post' ? filter.values : []))
    .map((id): Tag => `row:posts:${id}`)
  const ordered = plan.kind === 'list' ? plan.order.flatMap(orderedBy) : []
  const list = plan.visible?.resource
  const listed: readonly Tag[] =
    plan.kind === 'item' || list === undefined
      ? []
      : [
          `list:${list}`,
          ...[...filters.flatMap(filteredBy), ...ordered].map((column): Tag => `list:${list}/${column}`),
        ]
  return [
    ...new Set<Tag>([...[...tables].map((table): Tag => `table:${table}`), ...listed, ...shown, ...carriers]),
  ]
}

/** What of a row decides whether the filter lets it through. */
function filteredBy(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'in':
    case 'after':
    case 'before':
      return [filter.column]
    case 'search':
      return [...filter.columns, ...(filter.metaKey === undefined ? [] : ['meta'])]
    case 'term':
      return ['terms']
    case 'meta':
      return ['meta']
    case 'of-post':
    case 'published':
    case 'any':
    case 'none':
      return []
  }
}

function orderedBy(order: Order): readonly string[] {
  return order.kind === 'relevance' ? order.columns : [order.column]
}
