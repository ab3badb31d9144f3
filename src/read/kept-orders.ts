// Keeps the first rows of an order, for anonymous viewers: pages of ids, also those before or after a time, are parts of it, and
// where it is whole their totals are known.
import type { BoundedMap } from '../cache/bounded-map.ts'
import { isFailure } from '../core/failure.ts'
import type { Filter } from '../database/filter.ts'
import { columnIn, type Layout } from '../database/layout.ts'
import { columnOf } from '../database/source.ts'
import { textOf, type Row } from '../database/tables.ts'
import { planKey } from '../plan/plan-key.ts'
import type { ListPlan } from '../plan/plan.ts'
import { areIdsForAll } from './kept-lists.ts'
import { apart, type Notes, type Rows } from './noted-rows.ts'
import type { KeptReads } from './row-cache.ts'
import type { WantedTotal } from './totals.ts'

/** Returns the rows of a page, and notes its total where that is known; null where no order that is kept has them. */
export type ReadPart = (plan: ListPlan, notes: Notes, total?: WantedTotal) => Promise<readonly Row[] | null>

export interface KeptOrdersOptions {
  readonly keptLists: Pick<KeptReads, 'find' | 'keep'>
  readonly asked: BoundedMap<string, Asked>
  readonly layout: Layout
  /** Reads rows without noting their tags; fails where that is more than one read of an index. */
  readonly read: (plan: ListPlan, notes: Notes) => Rows
}

/** The requests for parts of an order since it was last read, and how many rows it had. */
export interface Asked {
  readonly times: number
  readonly rows: number
}

/** Longer orders are kept in part, up to so many rows. */
const rowsMax = 5000
/** Reading so many rows of an order costs about what a statement for one page does. */
const rowsAPage = 100

export function createKeptOrders({ keptLists, asked, layout, read }: KeptOrdersOptions): ReadPart {
  const isStored = (column: string) => typeof columnIn(layout, columnOf('posts', column)) === 'string'
  /** Reads an order once the statements for its pages have cost what that costs, however often it changes. */
  const kept = async (key: string, plan: ListPlan, notes: Notes) => {
    const found = keptLists.find(key)
    if (found) return found
    const { times, rows: size } = asked.get(key) ?? { times: 0, rows: rowsMax }
    const isPaidFor = (times + 1) * rowsAPage >= size
    asked.set(key, { times: isPaidFor ? 0 : times + 1, rows: size })
    if (!isPaidFor) return null
    const order = await keptLists.keep(key, async () => {
      const own = apart(notes)
      const rows = await read(plan, own)
      return isFailure(rows) ? rows : { rows: withOrderedTimes(rows, plan), tags: own.tags }
    })
    if (isFailure(order)) return null
    asked.set(key, { times: 0, rows: order.rows.length })
    return order
  }

  return async (plan, notes, total) => {
    const part = partOf(plan)
    if (part === null || plan.page.kind !== 'offset') return null
    const { filters, bounds, by } = part
    const order = await kept(
      planKey(['order', filters, plan.visible, plan.order]),
      {
        ...plan,
        columns: times.has(by.column) && isStored(by.column) ? ['id', by.column] : ['id'],
        filters,
        page: { kind: 'offset', offset: 0, limit: rowsMax + 1 },
      },
      notes,
    )
    const span = order && spanOf(order.rows, bounds, by)
    if (order === null || span === null) return null
    const { from, to } = span
    const first = from + plan.page.offset
    const end = Math.min(first + plan.page.limit, to)
    const isEndKnown = order.rows.length <= rowsMax || to < order.rows.length
    if (end === to && !isEndKnown) return null
    for (const tag of order.tags) notes.tags.add(tag)
    if (total && isEndKnown) notes.totals.set(total.plan, { count: Math.max(0, to - from), isBounded: false })
    return order.rows.slice(first, end)
  }
}

type Bound = Extract<Filter, { readonly kind: 'after' | 'before' }>

interface Part {
  /** The filters of the order. */
  readonly filters: readonly Filter[]
  /** Those that leave a part of it. */
  readonly bounds: readonly Bound[]
  readonly by: By
}

interface By {
  readonly column: string
  readonly descending: boolean
}

/** Null where no order is kept that has the page. */
function partOf(plan: ListPlan): Part | null {
  const [by] = plan.order
  if (!areIdsForAll(plan) || plan.visible?.unseen !== 'exclude' || plan.zone) return null
  if (by?.kind !== 'column' || plan.order.some((each) => each.kind !== 'column')) return null
  const isBound = (filter: Filter): filter is Bound =>
    (filter.kind === 'after' || filter.kind === 'before') && filter.column === by.column
  return {
    filters: plan.filters.filter((filter) => !isBound(filter)),
    bounds: plan.filters.filter(isBound),
    by,
  }
}

/** Local times of posts; as texts they are in their order. */
const times: ReadonlySet<string> = new Set(['created_at', 'modified_at'])
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Rows without their times where these, as texts, are not in the order in which the rows came. */
function withOrderedTimes(rows: readonly Row[], { order: [by] }: ListPlan): readonly Row[] {
  const keys = by?.kind === 'column' ? rows.map((row) => row[by.column]) : []
  const areOrdered = keys.every((key, at) => {
    const before = at === 0 ? key : keys[at - 1]
    if (typeof key !== 'string' || typeof before !== 'string' || !time.test(key)) return false
    return by?.kind === 'column' && by.descending ? before >= key : before <= key
  })
  return areOrdered ? rows : rows.map(({ id }) => ({ id }))
}

/** The places, the last one excluded, of the rows within the bounds; null where the rows do not tell. */
function spanOf(rows: readonly Row[], bounds: readonly Bound[], { column, descending }: By) {
  let [from, to] = [0, rows.length]
  for (const { kind, values } of bounds) {
    const bound = String(values[0])
    if (!time.test(bound) || !(column in (rows[0] ?? { [column]: '' }))) return null
    const isBeginning = (kind === 'before') === descending
    const at = firstPlace(rows, (row) => {
      const key = textOf(row, column)
      if (key === bound) return !isBeginning
      return key < bound === descending
    })
    if (isBeginning) from = Math.max(from, at)
    else to = Math.min(to, at)
  }
  return { from, to }
}

/** The place of the first row that is meant, behind which all are; the number of rows where none is. */
function firstPlace(rows: readonly Row[], isMeant: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isMeant(rows[middle] ?? {})) high = middle
    else low = middle + 1
  }
  return low
}
