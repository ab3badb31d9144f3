// Lists that differ in their owner alone, as the comments of each post of a page do, are read as one where they hold few rows: a
// server takes longer to plan a branch for each of them than to read their rows.
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
  /** Their places among all lists. */
  readonly places: readonly number[]
  readonly plans: readonly ListPlan[]
  /** The ids of the rows of all of them, each with its owner, in the order of the lists. */
  readonly ids: ListPlan
  /** The ids of each list's page, of what `ids` found; null where that is cut off. */
  readonly pages: (found: readonly Row[]) => readonly (readonly string[])[] | null
  /** The rows with these ids. */
  readonly rows: (ids: readonly string[]) => ListPlan
}

/** So many ids are read together; where there are more, each list is read for itself. */
const idsMax = 2000

interface Owned {
  readonly at: number
  readonly owner: { readonly column: string; readonly value: number | bigint }
  /** The estimated number of rows that are read for it; 0 where that is unknown. */
  readonly size: number
  /** Its plan without the owner. */
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

/** The place of the filter by the owner, in which two lists differ. */
function differing({ filters }: ListPlan, { filters: others }: ListPlan): number {
  return filters.findIndex((filter, at) => !isDeepStrictEqual(filter, others[at]))
}

/** The list, if it is the first page of all that its owner has, which one statement reads. */
function ownedBy({ plan, facts, steps }: Way, place: number, at: number): Owned | null {
  const [step, ...more] = steps
  const { about = 0, ...rest } = plan
  const filter = plan.filters[place]
  if (!step || more.length > 0 || step.class !== 'indexed' || step.refuses !== undefined) return null
  if (!['posts', 'comments'].includes(plan.source) || plan.visible?.unseen === 'count-but-withhold')
    return null
  const access = step.access && owned(step.access, place)
  if (filter?.kind !== 'in' || filter.values.length !== 1 || access === undefined) return null
  // Texts may be equal for a server that are not the same, and 0 stands for NULL
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

/** How the rows of many owners are found, null for as the server plans it; undefined where not all rows of one are read. */
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

/** Ids are selected from the index at once: there are no texts beside them that sorting would carry. */
function byIndex({ index }: { readonly index: string | null }): Access | null {
  return index === null ? null : { kind: 'in-order', index }
}

function isFirst(page: Page): page is Exclude<Page, { readonly kind: 'all' }> {
  if (page.kind === 'offset') return page.offset === 0
  return page.kind === 'keyset' && page.after === null && page.before === null
}
