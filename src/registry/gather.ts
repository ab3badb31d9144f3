// Reads of an extension's own for a page of rows, run once for all of them beside the reads that fields have in common. What is
// read counts for all items of the page.
import type { Viewer } from '../core/viewer.ts'
import type { Filter } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { Needed, Needs } from './field.ts'
import type { ResourceDefinition } from './resource.ts'

export interface GatherReads {
  readonly site: Site
  readonly viewer: Viewer
  /** Rows in the order of their ids, at most 10 000; a read that fails ends the request. */
  readonly rows: (wanted: GatheredRows) => Promise<readonly Row[]>
  /** Rows of a resource that the viewer may see one by one, among these ids. */
  readonly visible: (resource: ResourceDefinition, wanted: VisibleRows) => Promise<readonly Row[]>
  /** What values of these rows need, where they are of another resource than the page. */
  readonly needed: (rows: readonly Row[], needs: Needs) => Promise<Needed>
  /** Where posts are on the site, by their ids; of rows with `addressColumns`. */
  readonly postLinks: (posts: readonly Row[]) => Promise<ReadonlyMap<string, string>>
  /** Where the posts of a user are listed; of a row with `id` and `slug`. */
  readonly userLink: (user: Row) => string
  /** Where the site lists content of a type. */
  readonly archiveLink: (type: string) => string
  /** Where terms are on the site, by their ids; of rows with `id`, `slug`, `taxonomy` and `parent_id`. */
  readonly termLinks: (terms: readonly Row[]) => Promise<ReadonlyMap<string, string>>
}

export interface GatheredRows {
  readonly source: Source
  readonly columns: readonly string[]
  /** One of them has to be of values; of no values nothing is read. */
  readonly filters: readonly Filter[]
}

export interface VisibleRows {
  readonly columns: readonly string[]
  /** Decimal digits. */
  readonly ids: readonly string[]
}

/** As a field's `needs` name it. */
export interface Gathering {
  readonly gather: object
  readonly read: (page: object, rows: readonly Row[], reads: Omit<GatherReads, 'site'>) => Promise<void>
  readonly site: Site
}

export interface Gather<T> {
  readonly on: (site: Site) => Gathering
  /** What was gathered for the page of a row. */
  readonly of: (needed: Pick<Needed, 'page'>) => T
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
      site,
      read: async (page, rows, reads) => {
        found.set(page, { value: await read(rows, { ...reads, site }) })
      },
    }),
    of: ({ page }) => {
      const known = found.get(page)
      if (!known) throw new Error('a field takes what it does not need: its gather is not among its needs')
      return known.value
    },
  }
}
