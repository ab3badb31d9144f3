// Runs plans as statements: one alone, a page with its total, or many in one statement.
import type { CompiledQuery } from 'kysely'
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { MetaRead } from '../core/tag.ts'
import type { Layout } from '../database/layout.ts'
import { isReadable } from '../database/source.ts'
import type { Row, Table } from '../database/tables.ts'
import type { Compiled } from '../sql/compile.ts'
import { inStatements, joined, separated, totalApart, withTotal } from '../sql/each.ts'
import type { QueryClass } from '../optimizer/cost-model.ts'
import type { CountPlan, ListPlan, ReadPlan } from '../plan/plan.ts'
import { createSend, unavailable, type SendOptions } from './send.ts'

export interface RunOptions extends SendOptions {
  readonly compile: (plan: ReadPlan) => Compiled
  readonly layout: Layout
}

export interface Found {
  readonly rows: readonly Row[]
  /** The tables that the query read. */
  readonly tables: ReadonlySet<Table>
  /** The keys of meta that the query read. */
  readonly meta: ReadonlySet<MetaRead>
}

export interface Run {
  readonly one: (plan: ReadPlan, name: string, queryClass: QueryClass) => Promise<Found | Failure>
  /** Runs plans of one kind and source in one statement, or several where they are many. */
  readonly each: (plans: readonly ReadPlan[], queryClass?: QueryClass) => Promise<readonly Found[] | Failure>
  /** Runs a list and the count of its rows in one statement; the count has one row, but none where the page is empty. */
  readonly withTotal: (
    page: ListPlan,
    count: CountPlan,
    name: string,
  ) => Promise<readonly [page: Found, count: Found] | Failure>
  /** Runs a statement that no plan makes. */
  readonly statement: (query: CompiledQuery, name: string) => Promise<readonly Row[] | Failure>
}

export const nothingRead: Found = { rows: [], tables: new Set(), meta: new Set() }

export function createRun(options: RunOptions): Run {
  const { availability, compile, layout } = options
  const { send, scan } = createSend(options)
  const one: Run['one'] = async (plan, name, queryClass) => {
    if (availability.server === null) return unavailable
    if (!isReadable(plan.source, layout)) return nothingRead
    const { query, tables, meta } = compile(plan)
    const rows = await (queryClass === 'scan' ? scan(query, name) : send(query, name))
    return isFailure(rows) ? rows : { rows, tables, meta }
  }
  const each: Run['each'] = (plans, queryClass = 'indexed') =>
    byColumns(plans, (alike) => together(alike, queryClass))
  const together = async (
    plans: readonly ReadPlan[],
    queryClass: QueryClass,
  ): Promise<readonly Found[] | Failure> => {
    const [plan, ...others] = plans
    if (!plan || others.length === 0 || !isReadable(plan.source, layout)) {
      const reads = await Promise.all(plans.map((alone) => one(alone, `${alone.source}.each`, queryClass)))
      return areWhole(reads) ? reads : failureIn(reads)
    }
    if (availability.server === null) return unavailable
    const compiled = plans.map(compile)
    const name = `${plan.source}.each`
    const reads = await Promise.all(
      inStatements(compiled.map(({ query }) => query)).map(async (queries) => {
        const query = joined(queries)
        const rows = await (queryClass === 'scan' ? scan(query, name) : send(query, name))
        return isFailure(rows) ? rows : separated(rows, queries.length)
      }),
    )
    if (!areWhole(reads)) return failureIn(reads)
    const lists = reads.flat()
    return compiled.map(({ tables, meta }, at) => ({ rows: lists[at] ?? [], tables, meta }))
  }
  const both: Run['withTotal'] = async (page, count, name) => {
    if (availability.server === null) return unavailable
    if (!isReadable(page.source, layout)) return [nothingRead, nothingRead]
    const [ofPage, ofCount] = [compile(page), compile(count)]
    const rows = await send(withTotal(ofPage.query, ofCount.query), name)
    if (isFailure(rows)) return rows
    const [found, total] = totalApart(rows)
    return [
      { rows: found, tables: ofPage.tables, meta: ofPage.meta },
      { rows: total === null ? [] : [{ count: total }], tables: ofCount.tables, meta: ofCount.meta },
    ]
  }
  const statement: Run['statement'] = async (query, name) =>
    availability.server === null ? unavailable : send(query, name)
  return { one, each, withTotal: both, statement }
}

/** Reads plans of the same columns together: a union takes the names of columns from its first query. */
async function byColumns(
  plans: readonly ReadPlan[],
  read: (alike: readonly ReadPlan[]) => Promise<readonly Found[] | Failure>,
): Promise<readonly Found[] | Failure> {
  if (areAlike(plans)) return read(plans)
  const groups = [...Map.groupBy(plans.entries(), ([, plan]) => columnsOf(plan)).values()]
  const reads = await Promise.all(groups.map((group) => read(group.map(([, plan]) => plan))))
  if (!areWhole(reads)) return failureIn(reads)
  const found = new Map(
    groups.flatMap((group, nth) => group.map(([at], place) => [at, reads[nth]?.[place]] as const)),
  )
  return plans.map((_, at) => found.get(at) ?? nothingRead)
}

/** Compares by identity, which suffices for most: plans for several parents differ only in values. */
function areAlike([first, ...others]: readonly ReadPlan[]): boolean {
  if (first?.kind !== 'list') return others.every(({ kind }) => kind === first?.kind)
  return others.every(
    (plan) => plan.kind === 'list' && plan.columns === first.columns && plan.order === first.order,
  )
}

/** A key that is equal for plans that select the same columns in the same order. */
function columnsOf(plan: ReadPlan): string {
  const columns = 'columns' in plan ? plan.columns : []
  return JSON.stringify([
    plan.kind,
    plan.source,
    columns,
    plan.kind === 'list' && [plan.order, plan.page.kind],
  ])
}
