// Runs plans, and tracks for the request the tags of everything read and the statements that ran.
import { isFailure, type Failure } from '../core/failure.ts'
import type { Ran } from '../core/reply.ts'
import type { Tag } from '../core/tag.ts'
import { rowsById, textOf, type Row } from '../database/tables.ts'
import type { QueryClass } from '../optimizer/cost-model.ts'
import type { Gathered } from '../optimizer/gathered.ts'
import type { CountPlan, ListPlan, ReadPlan } from '../plan/plan.ts'
import { isOrphan, tagsOf } from '../tags/tags.ts'
import { createRun, nothingRead, type Found, type RunOptions } from './run.ts'
import type { Total } from './totals.ts'

/** The tags, statements and totals of one request's reads. */
export interface Tracking {
  readonly tags: Set<Tag>
  readonly ran: Ran[]
  /** Totals that were read with a page, by the plans that were handed in with it. */
  readonly totals: Map<CountPlan, Total>
}

/** Tracking with tags of its own, for rows that are kept, because other requests use those too. */
export function apart(tracking: Tracking): Tracking {
  return { ...tracking, tags: new Set() }
}

export interface TrackedRowsOptions extends RunOptions {
  /** Receives all rows as they were read. */
  readonly seen: (plan: ReadPlan, found: Found) => void
}

export type Rows = Promise<readonly Row[] | Failure>

export interface TrackedRows {
  readonly one: (plan: ReadPlan, tracking: Tracking, name?: string, queryClass?: QueryClass) => Rows
  /** Reads a page and the total of its list; where the page is empty, so is the total's row. `ofCount` gets the tags of the total. */
  readonly withTotal: (
    page: ListPlan,
    count: CountPlan,
    tracking: Tracking,
    ofCount: Tracking,
  ) => Promise<readonly [page: readonly Row[], count: readonly Row[]] | Failure>
  readonly each: (
    plans: readonly ReadPlan[],
    tracking: Tracking,
    queryClass?: QueryClass,
  ) => Promise<readonly (readonly Row[])[] | Failure>
  /** Reads lists as one: the ids of all, then the rows of their pages; null where the lists are too long for that. */
  readonly asOne: (
    lists: Gathered,
    tracking: Tracking,
  ) => Promise<readonly (readonly Row[])[] | Failure | null>
  /** Works as `each` does, but returns the tables of each plan and tracks no tags. */
  readonly found: (
    plans: readonly ReadPlan[],
    tracking: Pick<Tracking, 'ran'>,
    queryClass?: QueryClass,
  ) => Promise<readonly Found[] | Failure>
}

export function createTrackedRows(options: TrackedRowsOptions): TrackedRows {
  const run = createRun(options)
  const note = (plan: ReadPlan, read: Found, { tags }: Tracking) => {
    for (const tag of tagsOf(plan, read)) tags.add(tag)
    options.seen(plan, read)
    return plan.source === 'post_terms' ? relationsOf(plan, read.rows) : read.rows
  }

  const found: TrackedRows['found'] = async (plans, { ran }, queryClass = 'indexed') => {
    const began = performance.now()
    const all = await run.each(plans, queryClass)
    ran.push({ plan: `${plans[0]?.source}.each`, ms: performance.now() - began, at: began })
    return all
  }

  const alone = async (plan: ReadPlan, { ran }: Tracking, name: string, queryClass: QueryClass) => {
    const began = performance.now()
    const read = await run.one(plan, name, queryClass)
    ran.push({ plan: name, ms: performance.now() - began, at: began })
    return read
  }

  return {
    found,
    one: async (plan, tracking, name = `${plan.source}.${plan.kind}`, queryClass = 'indexed') => {
      const read = await alone(plan, tracking, name, queryClass)
      return isFailure(read) ? read : note(plan, read, tracking)
    },
    withTotal: async (page, count, tracking, ofCount) => {
      const began = performance.now()
      const name = `${page.source}.page`
      const read = await run.withTotal(page, count, name)
      tracking.ran.push({ plan: name, ms: performance.now() - began, at: began })
      if (isFailure(read)) return read
      const [ofPage, counted] = read
      return [note(page, ofPage, tracking), note(count, counted, ofCount)]
    },
    each: async (plans, tracking, queryClass) => {
      if (plans.length === 0) return []
      const all = await found(plans, tracking, queryClass)
      if (isFailure(all)) return all
      return plans.map((plan, at) => note(plan, all[at] ?? nothingRead, tracking))
    },
    asOne: async ({ plans, ids, pages, rows }, tracking) => {
      const name = `${ids.source}.each`
      const listed = await alone(ids, tracking, name, 'indexed')
      if (isFailure(listed)) return listed
      const chosen = pages(listed.rows)
      if (chosen === null) return null
      const shown = chosen.flat()
      const read = shown.length === 0 ? nothingRead : await alone(rows(shown), tracking, name, 'indexed')
      if (isFailure(read)) return read
      const byId = rowsById(read.rows)
      // Computed columns, which are not among the ids, read tables of their own
      const tables = listed.tables.union(read.tables)
      const meta = listed.meta.union(read.meta)
      return plans.map((plan, at) => {
        const page = (chosen[at] ?? []).map((id) => byId.get(id)).filter((row) => row !== undefined)
        return note(plan, { rows: page, tables, meta }, tracking)
      })
    },
  }
}

/** Relations to existing terms, each once: a table without WordPress's primary key may repeat a relation. */
function relationsOf(plan: ReadPlan, rows: readonly Row[]): readonly Row[] {
  const terms = rows.filter((row) => !isOrphan(plan.source, row))
  const isIdentified = ['post_id', 'id'].every(
    (column) => plan.kind === 'list' && plan.columns.includes(column),
  )
  const keyOfRelation = (row: Row) =>
    ['post_id', 'id', 'taxonomy'].map((column) => textOf(row, column)).join(' ')
  return isIdentified ? [...new Map(terms.map((row) => [keyOfRelation(row), row])).values()] : terms
}
