// An extension's own reads for a page of rows: they run once for all rows, beside the reads that fields share. All items of the
// page depend on what was read.
import type { Viewer } from '../core/viewer.ts'
import { toIdValue, type Filter } from '../database/filter.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { Source } from '../database/source.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { ListPlan } from '../plan/plan.ts'
import { planLinked } from '../planner/planner.ts'
import { visibilityOf } from '../planner/visibility.ts'
import type { ResourceDefinition } from '../registry/resource.ts'
import type { GatheredPage, Gathering, PageReads } from '../related/gathers.ts'
import type { Needed, Needs } from '../related/relations.ts'
import { archiveLink, authorLink, postLink, termLink } from '../site/permalink.ts'
import { surroundingsFor } from '../site/surroundings.ts'

export interface GatherReads {
  readonly site: Site
  readonly viewer: Viewer
  /** Rows in the order of their ids, at most 10 000; a read that fails ends the request. */
  readonly rows: (wanted: GatheredRows) => Promise<readonly Row[]>
  /** Rows of a plug-in's table that a built-in pack reads, too, with columns that change feeds follow (docs/packs.md). */
  readonly plugInRows: (wanted: PlugInRows) => Promise<readonly Row[]>
  /** Rows of a resource that the viewer may see one by one, among these ids. */
  readonly visible: (resource: ResourceDefinition, wanted: VisibleRows) => Promise<readonly Row[]>
  /** Reads related rows that values of these rows need, where they are of another resource than the page. */
  readonly needed: (rows: readonly Row[], needs: Needs) => Promise<Needed>
  /** Addresses of posts, by their ids; the rows have `addressColumns`. */
  readonly postLinks: (posts: readonly Row[]) => Promise<ReadonlyMap<string, string>>
  /** The address of the archive of a user's posts; the row has `id` and `slug`. */
  readonly userLink: (user: Row) => string
  /** The address of the archive of a content type. */
  readonly archiveLink: (type: string) => string
  /** Addresses of terms, by their ids; the rows have `id`, `slug`, `taxonomy` and `parent_id`. */
  readonly termLinks: (terms: readonly Row[]) => Promise<ReadonlyMap<string, string>>
}

export interface GatheredRows {
  readonly source: Source
  readonly columns: readonly string[]
  /** At least one has to list values; where an `in` lists none, nothing is read. */
  readonly filters: readonly Filter[]
}

export interface VisibleRows {
  readonly columns: readonly string[]
  /** Ids as decimal digits. */
  readonly ids: readonly string[]
}

export interface Gather<T> {
  /** The gather as a field's `needs` name it. */
  readonly on: (site: Site) => Gathering
  /** The value that was gathered for the page of a row. */
  readonly of: (needed: GatheredPage) => T
}

/**
 * Reads for a page of rows together, whatever their number: a fixed number of statements.
 *
 * @example
 * ```ts
 * import { defineExtension, defineGather, textOf, Type, type FieldInput, type Row, type Site } from 'lectern'
 *
 * const siblings = defineGather(async (rows: readonly Row[], { rows: read }) => {
 *   const parents = rows.map((row) => textOf(row, 'parent_id'))
 *   const below = await read({
 *     source: 'posts',
 *     columns: ['id', 'parent_id'],
 *     filters: [
 *       { kind: 'in', column: 'parent_id', values: parents },
 *       { kind: 'in', column: 'status', values: ['publish'] },
 *     ],
 *   })
 *   return Map.groupBy(below, (row) => textOf(row, 'parent_id'))
 * })
 *
 * const beside = {
 *   name: 'beside',
 *   contexts: ['view'],
 *   schema: Type.Integer({ description: 'How many pages lie beside it.' }),
 *   columns: ['id', 'parent_id'],
 *   needs: (site: Site) => ({ gathers: [siblings.on(site)] }),
 *   value: ({ row, needed }: FieldInput) => siblings.of(needed).get(textOf(row, 'parent_id'))?.length ?? 0,
 * } as const
 *
 * export default defineExtension({ name: 'beside', adds: { page: { fields: [beside] } } })
 * ```
 */
export function defineGather<T>(read: (rows: readonly Row[], reads: GatherReads) => Promise<T>): Gather<T> {
  const found = new WeakMap<object, { readonly value: T }>()
  const gather = {}
  return {
    on: (site) => ({
      gather,
      read: async (page, rows, reads) => {
        found.set(page, { value: await read(rows, readsOf(site, reads)) })
      },
    }),
    of: ({ page }) => {
      const known = found.get(page)
      if (!known)
        throw new Error(
          "a field uses a gather that its needs do not name: add the gather to the field's needs",
        )
      return known.value
    },
  }
}

const rowsMax = 10_000

function readsOf(site: Site, { viewer, rows: read, needed, plugInRows }: PageReads): GatherReads {
  return {
    site,
    viewer,
    rows: async (wanted) => (hasNoValues(wanted) ? [] : read(planOf(wanted))),
    visible: async (resource, { ids, columns }) => {
      if (ids.length === 0) return []
      return read(
        planLinked(resource, {
          source: resource.source,
          columns: [...new Set(['id', ...columns])],
          match: 'id',
          ids: ids.map(toIdValue),
          where: {},
          visible: visibilityOf(resource, viewer, 'visibleAlone'),
          order: { column: 'id', descending: false },
          limit: rowsMax,
        }),
      )
    },
    needed,
    plugInRows,
    postLinks: async (posts) => {
      if (posts.length === 0) return new Map()
      const around = await needed(posts, { ...surroundingsFor(site), ancestors: true })
      return new Map(posts.map((post) => [textOf(post, 'id'), postLink(post, site, around)]))
    },
    userLink: (user) => authorLink(user, site),
    archiveLink: (type) => archiveLink(type, site),
    termLinks: async (terms) => {
      if (terms.length === 0) return new Map()
      const around = await needed(terms, { paths: true })
      return new Map(terms.map((term) => [textOf(term, 'id'), termLink(term, site, around)]))
    },
  }
}

function hasNoValues({ filters }: GatheredRows): boolean {
  return filters.some((filter) => filter.kind === 'in' && filter.values.length === 0)
}

function planOf({ source, columns, filters }: GatheredRows): ListPlan {
  return {
    kind: 'list',
    source,
    columns,
    filters,
    visible: null,
    order:
      source === 'post_terms' || source === 'options'
        ? []
        : [{ kind: 'column', column: 'id', descending: false }],
    page: { kind: 'offset', offset: 0, limit: rowsMax },
  }
}
