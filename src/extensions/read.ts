// Reads for handlers: rows of resources that the viewer may see, as the values that the handler names. Reads are tracked by their
// tags, so that the response can be cached; a failed read ends the handler, and is answered like any failed read.
import { FailureError, isFailure, type Failure } from '../core/failure.ts'
import { counter } from '../core/counter.ts'
import type { Viewer } from '../core/viewer.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import type { Integer, Row } from '../database/tables.ts'
import type { Derived, FieldInput } from '../registry/field.ts'
import type { Gather } from './gather.ts'
import type { ResourceDefinition, ResourceLists, ResourceItems, ResourceNames } from '../registry/resource.ts'
import type { Reading } from '../read/execute.ts'
import { useOfAll } from '../related/relation.ts'
import { columnsOf, needsOf, readNeeded } from '../related/relations.ts'
import { withPresence } from '../planner/declared-order.ts'
import { orderBy, planCount, planList } from '../planner/planner.ts'
import { searchFilters } from '../planner/search.ts'
import type { ListPlan, Order } from '../plan/plan.ts'
import type { ReadSite } from '../read/read-site.ts'
import type { Total } from '../read/totals.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { Site } from '../site/site.ts'

/**
 * Reads rows that the viewer may see, and tracks their tags for the cache.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, type Read } from 'lectern'
 *
 * const newest = async (read: Read) => {
 *   const [post] = await read.list('post', { values: { id: 'id', date: 'date' }, limit: 1 })
 *   return post ?? null
 * }
 *
 * const latest = defineRoute({
 *   namespace: 'latest/v1',
 *   path: '/post',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => newest(read),
 * })
 *
 * export default defineExtension({ name: 'latest', routes: [latest] })
 * ```
 */
export interface Read {
  readonly site: () => Promise<Site>
  /** Rows of a resource, newest first (terms and users by name), as the requested values. */
  readonly list: <V extends Values>(resource: string, request: ListRequest<V>) => Promise<readonly Item<V>[]>
  /** A page of such a list, with the number of rows on all pages. */
  readonly page: <V extends Values>(resource: string, request: PageRequest<V>) => Promise<PageOfItems<V>>
  /** Runs a gather for these rows. */
  readonly gather: <T>(gather: Gather<T>, rows: readonly Row[]) => Promise<T>
}

/** A field of the resource by its REST name, or a value that the extension computes. */
export type Values = Readonly<Record<string, string | Derived>>

export type Item<V extends Values> = { readonly [K in keyof V]: unknown }

export interface ListRequest<V extends Values> {
  readonly values: V
  /** At most 100. */
  readonly limit: number
  /** Only rows with these ids. */
  readonly ids?: readonly Integer[]
  /** Only rows with one of these slugs, as they are stored. */
  readonly slugs?: readonly string[]
  /** Only rows with this value under a key of meta, found as docs/lists.md says. */
  readonly meta?: { readonly key: string; readonly value: string }
  /** Only rows that meet all of these; they cost what declared filters and lists in REST do (docs/lists.md). */
  readonly filters?: readonly Filter[]
  /** Only rows with these words, as a search in REST finds them. */
  readonly search?: string
  /** The order of rows. Default: newest first; terms and users by name. */
  readonly order?: readonly Order[]
}

export interface PageRequest<V extends Values> extends Omit<ListRequest<V>, 'limit'> {
  /** The number of the page, from 1. */
  readonly page: number
  /** At most 100. */
  readonly perPage: number
}

export interface PageOfItems<V extends Values> extends Total {
  readonly items: readonly Item<V>[]
}

export interface ReadOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly readSite: ReadSite
}

const limitMax = 100

/** Carries the failure of a read out of a handler. */
export class ReadFailed extends FailureError {}

export function createRead({ resources, readSite }: ReadOptions, reading: Reading, viewer: Viewer): Read {
  const site = async () => whole(await readSite(reading))
  const read = async <V extends Values>(
    name: string,
    request: Omit<ListRequest<V>, 'limit'>,
    page: { readonly offset: number; readonly limit: number },
  ) => {
    const resource = resources.get(name)
    if (!resource) throw new Error(`there is no resource ${name}`)
    const { values } = request
    const derived = Object.entries(values).map(([key, value]) => [key, derivedOf(resource, value)] as const)
    const those = derived.map(([, value]) => value)
    const here = await site()
    const needs = needsOf(those, here)
    const order = request.order ?? orderBy(columnOfOrder(resource), resource.order.descending)
    const plan = planList(resource, {
      visible: visibilityOf(resource, viewer),
      columns: columnsOf(those, needs),
      filters: withPresence(filtersOf(resource, request, viewer), order),
      order,
      page: { kind: 'offset', ...page },
    })
    const { rows, found } = whole(await reading.list(plan))
    const needed = whole(await readNeeded(reading, rows, needs, viewer))(useOfAll(reading))
    const count = counter().count
    const input = (row: Row): FieldInput => ({
      row,
      context: 'view',
      site: here,
      needed,
      unlocked: false,
      count,
    })
    return { items: rows.map((row) => itemOf(values, derived, input(row))), plan, found }
  }
  return {
    site,
    gather: async (gather, rows) => {
      const needs = { gathers: [gather.on(await site())] }
      return gather.of(whole(await readNeeded(reading, rows, needs, viewer))(useOfAll(reading)))
    },
    list: async (name, request) =>
      (await read(name, request, { offset: 0, limit: Math.min(request.limit, limitMax) })).items,
    page: async (name, request) => {
      const limit = Math.min(request.perPage, limitMax)
      const offset = Math.min((request.page - 1) * limit, Number.MAX_SAFE_INTEGER)
      const { items, plan, found } = await read(name, request, { offset, limit })
      return { items, ...(await totalOf(reading, { plan, offset, limit, found })) }
    },
  }
}

/** A page that is not full implies the total. */
async function totalOf(
  reading: Reading,
  read: { readonly plan: ListPlan; readonly offset: number; readonly limit: number; readonly found: number },
): Promise<Total> {
  const { plan, offset, limit, found } = read
  const isLast = found < limit && (found > 0 || offset === 0)
  if (isLast) return { count: offset + found, isBounded: false }
  return whole(await reading.total(planCount(plan)))
}

function filtersOf(
  resource: ResourceLists,
  { ids, slugs, meta, filters = [], search }: Omit<ListRequest<Values>, 'limit' | 'values'>,
  viewer: Viewer,
): readonly Filter[] {
  return [
    ...(search === undefined ? [] : searchFilters(resource, { text: search, viewer })),
    ...(ids ? [idFilter(ids)] : []),
    ...(slugs ? [{ kind: 'in', column: 'slug', values: slugs } as const] : []),
    ...(meta ? [metaFilter(meta)] : []),
    ...filters,
  ]
}

function itemOf<V extends Values>(
  values: V,
  derived: readonly (readonly [string, Derived])[],
  input: FieldInput,
): Item<V> {
  const item = new Map(derived.map(([key, { value }]) => [key, value(input)]))
  return mapped(values, (key) => item.get(key))
}

function mapped<V extends Values>(values: V, valueOf: (key: string) => unknown): Item<V> {
  const made: { [K in keyof V]?: unknown } = {}
  for (const key in values) made[key] = valueOf(key)
  return hasAll(made, values) ? made : fail()
}

function hasAll<V extends Values>(made: object, values: V): made is Item<V> {
  return Object.keys(values).every((key) => Object.hasOwn(made, key))
}

function fail(): never {
  throw new Error('an item lacks a value')
}

function derivedOf({ name, fields }: ResourceItems & ResourceNames, value: string | Derived): Derived {
  if (typeof value !== 'string') {
    const { columns, needs, value: of } = value
    if (
      Array.isArray(columns) &&
      typeof of === 'function' &&
      ['function', 'undefined'].includes(typeof needs)
    )
      return value
    throw new Error(
      `a value of ${name} is neither the name of a field nor an object with columns, value and perhaps needs, a function`,
    )
  }
  const field = fields.find((each) => each.name === value)
  if (!field) throw new Error(`${name} has no field ${value}`)
  return field
}

function columnOfOrder({ orders, order }: ResourceLists): string {
  return orders[order.by]?.column ?? 'id'
}

function idFilter(ids: readonly Integer[]): Filter {
  return { kind: 'in', column: 'id', values: ids.map(toIdValue) }
}

function metaFilter({ key, value }: { readonly key: string; readonly value: string }): Filter {
  return { kind: 'meta', key, values: [value] }
}

/** Returns what was read; throws a ReadFailed for a failure, which ends the handler. */
export function whole<T>(read: T | Failure): T {
  if (isFailure(read)) throw new ReadFailed(read)
  return read
}
