// The only way to rows. A Reading belongs to one request: it runs plans, tracks the tags of what it read, and turns
// driver errors into failures.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { Ran } from '../core/reply.ts'
import type { Tag } from '../core/tag.ts'
import { flatten } from '../database/filter.ts'
import type { Instant } from '../database/source.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { Row } from '../database/tables.ts'
import { tallyAccess } from '../optimizer/count-access.ts'
import { isVisible } from '../sql/compile.ts'
import { withLastId } from '../sql/last.ts'
import { apart, type Tracking } from './tracked-rows.ts'
import { countIn, type Total } from './totals.ts'
import type { ReadPlugInRows } from './plug-in-table.ts'
import { createTrackedReads, type ReadOptions } from './tracked-reads.ts'
import type { Clock, CountPlan, ItemPlan, ListPlan, TallyPlan } from '../plan/plan.ts'
import { unavailable } from './send.ts'

export interface Reading {
  /** Reads a list; `count` is the plan of the total that the caller asks for next, which the same statement may count. */
  readonly list: (plan: ListPlan, count?: CountPlan) => Promise<Rows | Failure>
  /** Reads rows that reach items only through `Needed`, which tracks the rows that each item uses: a reading for items keeps their tags apart. */
  readonly listOwned: (plan: ListPlan) => Promise<Rows | Failure>
  /** Reads lists of the same columns in one statement: the children of each of many rows. `isOwned` is as in `listOwned`. */
  readonly each: (plans: readonly ListPlan[], isOwned?: 'owned') => Promise<readonly Rows[] | Failure>
  readonly countEach: (plans: readonly CountPlan[]) => Promise<readonly number[] | Failure>
  readonly item: (plan: ItemPlan, isOwned?: 'owned') => Promise<Row | null | Failure>
  readonly count: (plan: CountPlan) => Promise<number | Failure>
  /** Counts as `count` does, but only up to `scanTotalMax` where counting is a scan. */
  readonly total: (plan: CountPlan) => Promise<Total | Failure>
  /** Rows of `key` and `count`, with `lastBy` also of `last`, an id; `isOwned` is as in `listOwned`. */
  readonly tally: (plan: TallyPlan, isOwned?: 'owned') => Promise<readonly Row[] | Failure>
  /** Reads rows of a plug-in's table; throws unless change feeds follow the table and all columns used. */
  readonly plugInRows: (wanted: PlugInRows, isOfSite?: boolean) => Promise<readonly Row[] | Failure>
  /** The clock by which lists by this column are ordered. */
  readonly clock: (column: Instant) => Promise<Clock | Failure>
  /** Tracks the tags of a plan whose rows another plan has read, as owned by items. */
  readonly trackOwned: (plan: ListPlan) => void
  /** Tracks tags of values that came from a cache. */
  readonly track: (tags: Iterable<Tag>) => void
  readonly tags: ReadonlySet<Tag>
  /** Tags of what was read as owned by items; the same set as `tags` in a reading that is not for items. */
  readonly ownedTags: ReadonlySet<Tag>
  /** Begins a reading for rows that only some items use: a reading for items keeps their tags apart. */
  readonly apart: () => Reading
  /** The tags of the readings that `apart` began. */
  readonly tagsApart: readonly ReadonlySet<Tag>[]
  /** Adds statements that another reading ran for this one. */
  readonly trackRan: (ran: readonly Ran[]) => void
  /** The statements that ran, in order, without those that other requests ran and this one shares. */
  readonly ran: readonly Ran[]
}

export interface Rows {
  readonly rows: readonly Row[]
  /** The number of rows before hidden ones were withheld. */
  readonly found: number
  /** True where more rows follow the keyset page in its direction. */
  readonly more: boolean
}

export interface ExecuteOptions extends ReadOptions {
  /** A total that needs a scan is counted up to this number; 0 means without limit. */
  readonly scanTotalMax: number
  readonly readPlugInRows: ReadPlugInRows
}

/** Begins a reading for one request; with `items`, tags of what items own are kept apart. */
export type NewReading = (of?: 'items') => Reading

export function createReadings({ scanTotalMax, readPlugInRows, ...options }: ExecuteOptions): NewReading {
  const reads = createTrackedReads(options)
  const begin = (ran: Ran[], of?: 'items'): Reading => {
    const tracking: Tracking = { tags: new Set(), ran, totals: new Map() }
    const owned: Tracking = of === 'items' ? apart(tracking) : tracking
    const tagsApart: ReadonlySet<Tag>[] = []
    const list = async (plan: ListPlan, into: Tracking, count?: CountPlan) => {
      if (hasTooMany(plan)) return tooMany
      const wanted = count && { plan: count, boundedAt: scanTotalMax }
      const rows = await reads.list(withOneMore(plan), into, wanted)
      return isFailure(rows) ? rows : pageOf(plan, rows)
    }
    const reading: Reading = {
      tags: tracking.tags,
      ran,
      ownedTags: owned.tags,
      tagsApart,
      apart: () => {
        if (of !== 'items') return reading
        const own = begin(ran)
        tagsApart.push(own.tags)
        return own
      },
      trackRan: (elsewhere) => void tracking.ran.push(...elsewhere),
      trackOwned: (plan) => reads.trackRead(plan, owned),
      track: (tags) => {
        for (const tag of tags) tracking.tags.add(tag)
      },
      list: (plan, count) => list(plan, tracking, count),
      listOwned: (plan) => list(plan, owned),
      each: async (plans, isOwned) => {
        if (plans.some(hasTooMany)) return tooMany
        const lists = await reads.eachList(plans.map(withOneMore), isOwned ? owned : tracking)
        return isFailure(lists) ? lists : plans.map((plan, at) => pageOf(plan, lists[at] ?? []))
      },
      countEach: async (plans) => {
        const counts = plans.some(hasTooMany) ? tooMany : await reads.each(plans, tracking)
        return isFailure(counts) ? counts : counts.map(countIn)
      },
      item: async (plan, isOwned) => {
        const rows = await reads.one(plan, isOwned ? owned : tracking)
        return isFailure(rows) ? rows : (rows[0] ?? null)
      },
      count: async (plan) => {
        const total = hasTooMany(plan) ? tooMany : await reads.total(plan, 0, tracking)
        return isFailure(total) ? total : total.count
      },
      total: async (plan) => (hasTooMany(plan) ? tooMany : reads.total(plan, scanTotalMax, tracking)),
      tally: async (plan, isOwned) => {
        const access = tallyAccess(plan, options.indexes)
        const rows = await reads.one(access ? { ...plan, access } : plan, isOwned ? owned : tracking)
        return isFailure(rows) || plan.lastBy === undefined ? rows : rows.map(withLastId)
      },
      plugInRows: async (wanted, isOfSite) => {
        const began = performance.now()
        const read = await readPlugInRows(wanted, isOfSite)
        tracking.ran.push({ plan: `plug-in.${wanted.table}`, ms: performance.now() - began, at: began })
        if (isFailure(read)) return read
        if (read.tag === null) throw new Error(`feeds do not follow all that is read of ${wanted.table}`)
        tracking.tags.add(read.tag)
        return read.rows
      },
      clock: (column) => reads.clock(column, tracking),
    }
    return reading
  }
  return (of) => begin([], of)
}

/** Limits the conditions of one statement, far above what clients need; SQLite accepts up to a thousand. */
const conditionsMax = 250
const tooMany = fail('too_many_conditions')

function hasTooMany({ filters }: ListPlan | CountPlan): boolean {
  return flatten(filters).length > conditionsMax
}

/** The reading while no database has been found yet. */
export const unavailableReading: Reading = {
  list: async () => unavailable,
  listOwned: async () => unavailable,
  each: async () => unavailable,
  countEach: async () => unavailable,
  item: async () => unavailable,
  count: async () => unavailable,
  total: async () => unavailable,
  tally: async () => unavailable,
  plugInRows: async () => unavailable,
  clock: async () => unavailable,
  track: () => {},
  trackOwned: () => {},
  trackRan: () => {},
  tags: new Set(),
  ownedTags: new Set(),
  apart: () => unavailableReading,
  tagsApart: [],
  ran: [],
}

/** A keyset page reads one row more than it shows, to know whether more follow. */
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
