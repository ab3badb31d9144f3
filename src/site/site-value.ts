// Values about the whole site, which extensions derive from options and short lists of rows. The rows are read together with the
// site's own options and kept with it until one of them changes.
import type { Filter } from '../database/filter.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import type { Source } from '../database/source.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from './site.ts'

/** Rows that are kept with the site, ordered by their ids; at most `siteRowsMax`. */
export interface SiteList {
  readonly source: Source
  readonly columns: readonly string[]
  readonly filters: readonly Filter[]
}

export const siteRowsMax = 5000

/** The rows as they were read. */
export interface StoredParts {
  /** Null where the option is not stored. */
  readonly option: (name: string) => string | null
  readonly rows: (list: SiteList | PlugInRows) => readonly Row[]
}

export const nothingStored: StoredParts = { option: () => null, rows: () => [] }

/** A value that is derived once from the rows of a reading, at its first use. */
export interface SiteValue<T> {
  readonly options: readonly string[]
  /** Rows of sources, and of tables of plug-ins that change feeds follow. */
  readonly lists: readonly (SiteList | PlugInRows)[]
  readonly of: (site: Site) => T
}

/**
 * A value about the whole site, derived from options and short lists.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, defineSiteValue, everybody } from 'lectern'
 *
 * const motto = defineSiteValue({
 *   options: ['my_motto'],
 *   make: ({ option }) => option('my_motto') ?? 'Onwards',
 * })
 *
 * const said = defineRoute({
 *   namespace: 'motto/v1',
 *   path: '/motto',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async ({ read }) => ({ motto: motto.of(await read.site()) }),
 * })
 *
 * export default defineExtension({ name: 'motto', siteValues: [motto], routes: [said] })
 * ```
 */
export function defineSiteValue<T>({
  options = [],
  lists = [],
  make,
}: {
  readonly options?: readonly string[]
  readonly lists?: readonly (SiteList | PlugInRows)[]
  readonly make: (stored: StoredParts, site: Site) => T
}): SiteValue<T> {
  const made = new WeakMap<StoredParts, { readonly value: T }>()
  return {
    options,
    lists,
    of: (site) => {
      const known = made.get(site.stored) ?? { value: make(site.stored, site) }
      made.set(site.stored, known)
      return known.value
    },
  }
}
