// Reads for handlers: rows of resources that the viewer may see, as the values that the handler names. Their tags are noted, so
// that the response can be cached; a read that fails ends the handler, and is answered like any failed read.
import { isFailure, type Failure } from '../core/failure.ts'
import { counter } from '../core/counter.ts'
import type { Viewer } from '../core/viewer.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import type { Integer, Row } from '../database/tables.ts'
import type { Derived, FieldInput } from '../registry/field.ts'
import type { Gather } from './gather.ts'
import type { ResourceDefinition, ResourceLists, ResourceItems, ResourceNames } from '../registry/resource.ts'
import type { Reading } from '../read/execute.ts'
import { noUse } from '../related/relation.ts'
import { columnsOf, needsOf, readNeeded } from '../related/relations.ts'
import { orderBy, planList } from '../planner/planner.ts'
import type { ReadSite } from '../read/read-site.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { Site } from '../site/site.ts'

/**
 * Reads rows that the viewer may see, and notes their tags for the cache.
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
  /** Rows of a resource, newest first (terms and users by name), as the values asked for. */
  readonly list: <V extends Values>(resource: string, request: ListRequest<V>) => Promise<readonly Item<V>[]>
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
  /** Only these. */
  readonly ids?: readonly Integer[]
  /** Only those with one of these slugs, as they are stored. */
  readonly slugs?: readonly string[]
  /** Only rows with this value under a key of meta, found as docs/lists.md says. */
  readonly meta?: { readonly key: string; readonly value: string }
}

export interface ReadOptions {
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly readSite: ReadSite
}

const limitMax = 100

/** Carries the failure of a read out of a handler. */
export class ReadFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

export function createRead({ resources, readSite }: ReadOptions, reading: Reading, viewer: Viewer): Read {
  const site = async () => whole(await readSite(reading))
  return {
    site,
    gather: async (gather, rows) => {
      const needs = { gathers: [gather.on(await site())] }
      return gather.of(whole(await readNeeded(reading, rows, needs, viewer))(noUse))
    },
    list: async (name, { values, limit, ids, slugs, meta }) => {
      const resource = resources.get(name)
      if (!resource) throw new Error(`there is no resource ${name}`)
      const derived = Object.entries(values).map(([key, value]) => [key, derivedOf(resource, value)] as const)
      const those = derived.map(([, value]) => value)
      const here = await site()
      const needs = needsOf(those, here)
      const plan = planList(resource, {
        visible: visibilityOf(resource, viewer),
        columns: columnsOf(those, needs),
        filters: [
          ...(ids ? [idFilter(ids)] : []),
          ...(slugs ? [{ kind: 'in', column: 'slug', values: slugs } as const] : []),
          ...(meta ? [metaFilter(meta)] : []),
        ],
        order: orderBy(columnOfOrder(resource), resource.order.descending),
        page: { kind: 'offset', offset: 0, limit: Math.min(limit, limitMax) },
      })
      const { rows } = whole(await reading.list(plan))
      const needed = whole(await readNeeded(reading, rows, needs, viewer))(noUse)
      const count = counter().count
      const input = (row: Row): FieldInput => ({
        row,
        context: 'view',
        site: here,
        needed,
        unlocked: false,
        count,
      })
      return rows.map((row) => itemOf(values, derived, input(row)))
    },
  }
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
  if (typeof value !== 'string') return value
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

/** Throws what carries a failure to the end of a handler. */
export function whole<T>(read: T | Failure): T {
  if (isFailure(read)) throw new ReadFailed(read)
  return read
}
