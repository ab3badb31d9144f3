// The only way to rows. A Reading belongs to one request: it runs plans, notes the tags of what it read, and turns what
// a driver throws into failures.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { Tag } from '../core/tag.ts'
import type { Availability } from '../database/availability.ts'
import type { DriverErrorMeaning, Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { isReadable, sources } from '../database/source.ts'
import { textOf, type Row, type Table } from '../database/tables.ts'
import { isVisible, type Compiled } from './compile.ts'
import { flatten, type Filter } from '../database/filter.ts'
import type { CountPlan, ItemPlan, ListPlan, Order, ReadPlan, TallyPlan } from './plan.ts'

export interface Reading {
  readonly list: (plan: ListPlan) => Promise<Rows | Failure>
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
      const read = await execute(plan)
      if (isFailure(read)) return read
      for (const tag of tagsOf(plan, read)) tags.add(tag)
      return read.rows
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
      item: async (plan) => {
        const rows = await run(plan)
        return isFailure(rows) ? rows : (rows[0] ?? null)
      },
      count: async (plan) => {
        const rows = await run(plan)
        return isFailure(rows) ? rows : Number(rows[0]?.['count'] ?? 0)
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

function createExecute({ engine, availability, compile, layout, timeoutMs, observe }: ExecuteOptions) {
  return async (plan: ReadPlan): Promise<Read | Failure> => {
    if (availability.server === null) return unavailable
    if (!isReadable(plan.source, layout)) return { rows: [], tables: new Set() }
    const { query, tables } = compile(plan)
    const named = `${plan.kind} ${plan.source}`
    const began = performance.now()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const inflightQueryAbortStrategy = engine.cancels ? 'cancel query' : 'ignore query'
      const { rows } = await engine.kysely.executeQuery<Row>(query, { signal, inflightQueryAbortStrategy })
      observe({ kind: 'query', plan: named, ms: performance.now() - began, rows: rows.length })
      return { rows, tables }
    } catch (error) {
      const meaning = engine.meaningOf(error)
      if (meaning === 'bug') throw error
      if (meaning === 'nothing') return { rows: [], tables }
      observe({ kind: 'query-failed', plan: named, ms: performance.now() - began, meaning })
      if (meaning === 'unavailable' || meaning === 'changed') availability.doubt()
      return failureOf[meaning]
    }
  }
}

const unavailable = fail('database_unavailable', undefined, { retryAfterS: 2 })

/** Stands where no database has been found yet. */
export const unavailableReading: Reading = {
  list: async () => unavailable,
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
