// Plans as statements on their way: compiled, sent with a deadline, observed under their names, and what a driver throws
// turned into failures.
import type { CompiledQuery } from 'kysely'
import { areWhole, fail, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import type { Availability } from '../database/availability.ts'
import type { DriverErrorMeaning, Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { isReadable } from '../database/source.ts'
import type { Row, Table } from '../database/tables.ts'
import type { Compiled } from './compile.ts'
import { joined, separated } from './each.ts'
import type { ReadPlan } from './plan.ts'

export interface RunOptions {
  readonly engine: Engine
  readonly availability: Availability
  readonly compile: (plan: ReadPlan) => Compiled
  readonly layout: Layout
  readonly timeoutMs: number
  readonly observe: Observe
}

export interface Found {
  readonly rows: readonly Row[]
  /** The tables that were looked into. */
  readonly tables: ReadonlySet<Table>
}

export interface Run {
  readonly one: (plan: ReadPlan, name: string) => Promise<Found | Failure>
  /** Plans of one kind and source, in one statement. */
  readonly each: (plans: readonly ReadPlan[]) => Promise<readonly Found[] | Failure>
}

export const nothingRead: Found = { rows: [], tables: new Set() }

export function createRun({ engine, availability, compile, layout, timeoutMs, observe }: RunOptions): Run {
  const send = async (query: CompiledQuery, name: string): Promise<readonly Row[] | Failure> => {
    const began = performance.now()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const inflightQueryAbortStrategy = engine.cancels ? 'cancel query' : 'ignore query'
      const { rows } = await engine.kysely.executeQuery<Row>(query, { signal, inflightQueryAbortStrategy })
      observe({ kind: 'query', plan: name, ms: performance.now() - began, rows: rows.length })
      return rows
    } catch (error) {
      const meaning = engine.meaningOf(error)
      if (meaning === 'bug') throw error
      if (meaning === 'nothing') return []
      observe({ kind: 'query-failed', plan: name, ms: performance.now() - began, meaning })
      if (meaning === 'unavailable' || meaning === 'changed') availability.doubt()
      return failureOf[meaning]
    }
  }
  const one: Run['one'] = async (plan, name) => {
    if (availability.server === null) return unavailable
    if (!isReadable(plan.source, layout)) return nothingRead
    const { query, tables } = compile(plan)
    const rows = await send(query, name)
    return isFailure(rows) ? rows : { rows, tables }
  }
  const each: Run['each'] = async (plans) => {
    const [plan, ...others] = plans
    if (!plan || others.length === 0 || !isReadable(plan.source, layout)) {
      const reads = await Promise.all(plans.map((alone) => one(alone, `${alone.source}.each`)))
      return areWhole(reads) ? reads : failureIn(reads)
    }
    if (availability.server === null) return unavailable
    const first = compile(plan)
    const rest = others.map(compile)
    const query = joined([first.query, ...rest.map((compiled) => compiled.query)])
    const rows = await send(query, `${plan.source}.each`)
    if (isFailure(rows)) return rows
    const lists = separated(rows, plans.length)
    return [first, ...rest].map(({ tables }, at) => ({ rows: lists[at] ?? [], tables }))
  }
  return { one, each }
}

export const unavailable = fail('database_unavailable', undefined, { retryAfterS: 2 })

const failureOf: Readonly<Record<Exclude<DriverErrorMeaning, 'bug' | 'nothing'>, Failure>> = {
  unavailable,
  changed: unavailable,
  timeout: fail('query_timeout', undefined, { retryAfterS: 5 }),
  overloaded: fail('overloaded', undefined, { retryAfterS: 1 }),
}
