// Reads lists as one that differ only in their owner (the row they belong to), such as the comments of each post of a page. Where
// they hold few rows, a database server takes longer to plan a branch for each list than to read the rows.
import { isDeepStrictEqual } from 'node:util'
import { toIdValue, type Filter } from '../database/filter.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { Access, ListPlan, Page } from '../plan/plan.ts'
import type { Step } from './access-paths.ts'
import type { Estimated } from './statistics.ts'

/** A list with its steps. */
export interface Way extends Estimated<ListPlan> {
  readonly steps: readonly Step[]
}

/** Lists that are read as one. */
export interface Gathered {
  /** The positions of these lists among all lists. */
  readonly places: readonly number[]
  readonly plans: readonly ListPlan[]
  /** The plan of the ids of all their rows, each with its owner, in the order of the lists. */
  readonly ids: ListPlan
  /** Divides the rows that `ids` found into the ids of each list's page; null where the rows were cut off. */
  readonly pages: (found: readonly Row[]) => readonly (readonly string[])[] | null
  /** The plan of the rows with these ids. */
  readonly rows: (ids: readonly string[]) => ListPlan
}

/** At most this many ids are read together; where there are more, each list is read by itself. */
const idsMax = 2000

interface Owned {
  readonly at: number
  readonly owner: { readonly column: string; readonly value: number | bigint }
  /** The estimated number of rows that are read for it; 0 where that is unknown. */
  readonly size: number
  /** The list's plan without its owner: lists can be combined where this is equal. */
  readonly alike: ListPlan
  readonly limit: number
}

/** The lists that are read as one; null where fewer than two can be. */
export function gathered(ways: readonly Way[]): Gathered | null {
  const [first, second] = ways
  const place = first && second ? differing(first.plan, second.plan) : -1
  if (place < 0) return null
  const all = ways.flatMap((way, at) => ownedBy(way, place, at) ?? [])
  let left = idsMax
  const few = all
    .filter(({ alike }) => isDeepStrictEqual(alike, all[0]?.alike))
    .toSorted((one, other) => one.size - other.size)
    .filter(({ size }) => (left -= size) >= 0)
  const [one, ...others] = few
  if (!one || others.length === 0) return null
  const { alike, limit } = one
  const { column } = one.owner
  const ofAny: Filter = { kind: 'in', column, values: few.map(({ owner }) => owner.value) }
  const filters = alike.filters.with(place, ofAny)
  return {
    places: few.map(({ at }) => at),
    plans: few.flatMap(({ at }) => ways[at]?.plan ?? []),
    ids: { ...alike, filters, columns: [...new Set(['id', column])] },
    pages: (found) => {
      if (found.length > idsMax) return null
      const byOwner = Map.groupBy(found, (row) => textOf(row, column))
      const pageOf = (value: number | bigint) => byOwner.get(String(value))?.slice(0, limit) ?? []
      return few.map(({ owner }) => pageOf(owner.value).map((row) => textOf(row, 'id')))
    },
    rows: (ids) => {
      const { access: _, ...plan } = alike
      const byId: Filter = { kind: 'in', column: 'id', values: ids.map(toIdValue) }
      const columns = [...new Set(['id', ...alike.columns])]
      return { ...plan, columns, filters: [...filters, byId], page: { kind: 'all' } }
    },
  }
}

/** The position of the filter in which two lists differ, which is that by their owner; -1 without one. */
function differing({ filters }: ListPlan, { filters: others }: ListPlan): number {
  return filters.findIndex((filter, at) => !isDeepStrictEqual(filter, others[at]))
}

/** The list, if it is the first page of its owner's rows and one statement reads it; otherwise null. */
function ownedBy({ plan, facts, steps }: Way, place: number, at: number): Owned | null {
  const [step, ...more] = steps
  const { about = 0, ...rest } = plan
  const filter = plan.filters[place]
  if (!step || more.length > 0 || step.class !== 'indexed' || step.refuses !== undefined) return null
  if (!['posts', 'comments'].includes(plan.source) || plan.visible?.unseen === 'count-but-withhold')
    return null
  const access = step.access && owned(step.access, place)
  if (filter?.kind !== 'in' || filter.values.length !== 1 || access === undefined) return null
  // A server's collation may take different texts for equal, and 0 stands for NULL
  const [value] = filter.values
  if (typeof value !== 'number' && typeof value !== 'bigint') return null
  if (!value || !isFirst(plan.page) || plan.order.some(({ kind }) => kind !== 'column')) return null
  return {
    at,
    owner: { column: filter.column, value },
    size: facts.sizes.get(place) ?? about,
    limit: plan.page.limit,
    alike: {
      ...rest,
      filters: plan.filters.with(place, { ...filter, values: [] }),
      page: { ...plan.page, limit: idsMax + 1 },
      ...(access ? { access } : {}),
    },
  }
}

/** The access path to rows of many owners, null for the server's own; undefined where `access` skips rows of an owner. */
function owned(access: Access, place: number): Access | null | undefined {
  switch (access.kind) {
    case 'by-owner':
      return access
    case 'filter-first':
      return access.place === place ? byIndex(access) : undefined
    case 'ids-first':
      return access.index === null ? null : undefined
    case 'in-order':
    case 'instants':
    case 'branches':
    case 'window':
      return undefined
  }
}

/** Selects ids directly from the index: there are no texts beside them that sorting would carry. */
function byIndex({ index }: { readonly index: string | null }): Access | null {
  return index === null ? null : { kind: 'in-order', index }
}

function isFirst(page: Page): page is Exclude<Page, { readonly kind: 'all' }> {
  if (page.kind === 'offset') return page.offset === 0
  return page.kind === 'keyset' && page.after === null && page.before === null
}
