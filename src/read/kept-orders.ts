// Keeps the first rows of an order for anonymous viewers: pages of ids, also those before or after a time, are slices of
// it, and where the end of the order is known so are totals.
import type { BoundedMap } from '../cache/bounded-map.ts'
import { isFailure } from '../core/failure.ts'
import type { Filter } from '../database/filter.ts'
import { columnIn, type Layout } from '../database/layout.ts'
import { columnOf } from '../database/source.ts'
import { textOf, type Row } from '../database/tables.ts'
import { planKey } from '../plan/plan-key.ts'
import type { ListPlan } from '../plan/plan.ts'
import { areIdsForAll } from './kept-lists.ts'
import { apart, type Tracking, type Rows } from './tracked-rows.ts'
import type { KeptReads } from './row-cache.ts'
import type { WantedTotal } from './totals.ts'

/** Returns the rows of a page, and records its total where that is known; null where no kept order contains the page. */
export type ReadPart = (
  plan: ListPlan,
  tracking: Tracking,
  total?: WantedTotal,
) => Promise<readonly Row[] | null>

export interface KeptOrdersOptions {
  readonly keptLists: Pick<KeptReads, 'find' | 'keep'>
  readonly asked: BoundedMap<string, Asked>
  readonly layout: Layout
  /** Reads rows without noting the rows' tags; fails where that takes more than one read of an index. */
  readonly read: (plan: ListPlan, tracking: Tracking) => Rows
}

/** The requests for parts of an order since it was last read, and how many rows it had. */
export interface Asked {
  readonly times: number
  readonly rows: number
}

/** Longer orders are kept up to this many rows. */
const rowsMax = 5000
/** Reading this many rows of an order costs about as much as a statement for one page. */
const rowsAPage = 100

export function createKeptOrders({ keptLists, asked, layout, read }: KeptOrdersOptions): ReadPart {
  const isStored = (column: string) => typeof columnIn(layout, columnOf('posts', column)) === 'string'
  /** Reads an order once the statements for its pages have cost as much as reading it, however often it changes. */
  const kept = async (key: string, plan: ListPlan, tracking: Tracking) => {
    const found = keptLists.find(key)
    if (found) return found
    const { times, rows: size } = asked.get(key) ?? { times: 0, rows: rowsMax }
    const isPaidFor = (times + 1) * rowsAPage >= size
    asked.set(key, { times: isPaidFor ? 0 : times + 1, rows: size })
    if (!isPaidFor) return null
    const order = await keptLists.keep(key, async () => {
      const own = apart(tracking)
      const rows = await read(plan, own)
      return isFailure(rows) ? rows : { rows: withOrderedTimes(rows, plan), tags: own.tags }
    })
    if (isFailure(order)) return null
    asked.set(key, { times: 0, rows: order.rows.length })
    return order
  }

  return async (plan, tracking, total) => {
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
      tracking,
    )
    const span = order && spanOf(order.rows, bounds, by)
    if (order === null || span === null) return null
    const { from, to } = span
    const first = from + plan.page.offset
    const end = Math.min(first + plan.page.limit, to)
    const isEndKnown = order.rows.length <= rowsMax || to < order.rows.length
    if (end === to && !isEndKnown) return null
    for (const tag of order.tags) tracking.tags.add(tag)
    if (total && isEndKnown)
      tracking.totals.set(total.plan, { count: Math.max(0, to - from), isBounded: false })
    return order.rows.slice(first, end)
  }
}

type Bound = Extract<Filter, { readonly kind: 'after' | 'before' }>

interface Part {
  /** The filters of the order. */
  readonly filters: readonly Filter[]
  /** The filters that select a part of the order. */
  readonly bounds: readonly Bound[]
  readonly by: By
}

interface By {
  readonly column: string
  readonly descending: boolean
}

/** Null where no kept order could contain the page. */
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

/** Local times of posts, whose texts sort as the times do. */
const times: ReadonlySet<string> = new Set(['created_at', 'modified_at'])
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Drops the times where the rows are not in the order of these texts. */
function withOrderedTimes(rows: readonly Row[], { order: [by] }: ListPlan): readonly Row[] {
  const keys = by?.kind === 'column' ? rows.map((row) => row[by.column]) : []
  const areOrdered = keys.every((key, at) => {
    const before = at === 0 ? key : keys[at - 1]
    if (typeof key !== 'string' || typeof before !== 'string' || !time.test(key)) return false
    return by?.kind === 'column' && by.descending ? before >= key : before <= key
  })
  return areOrdered ? rows : rows.map(({ id }) => ({ id }))
}

/** The range of indexes, `to` excluded, of the rows within the bounds; null where the rows have no comparable times. */
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

/** The index of the first row that matches, given that all rows after it match too; the number of rows where none matches. */
function firstPlace(rows: readonly Row[], isMeant: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isMeant(rows[middle] ?? {})) high = middle
    else low = middle + 1
  }
  return low
}
