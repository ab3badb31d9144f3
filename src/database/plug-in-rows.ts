// A read of rows of a plug-in's table, which is no source, as a value.
import type { Scalar } from './filter.ts'

/**
 * Rows with one of the values in each of these columns, in an order.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, textOf, type PlugInRows } from 'lectern'
 *
 * const stops: PlugInRows = { table: 'ferry_stops', columns: ['id', 'name'], order: { column: 'id' }, limit: 50 }
 *
 * const names = defineRoute({
 *   namespace: 'ferry/v1',
 *   path: '/stops',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: async ({ plugInRows }) => (await plugInRows(stops)).map((row) => textOf(row, 'name')),
 * })
 *
 * export default defineExtension({ name: 'ferry', routes: [names] })
 * ```
 */
export interface PlugInRows {
  /** The name without the prefix of the site's tables: `redirection_items`. */
  readonly table: string
  readonly columns: readonly string[]
  readonly where?: Readonly<Record<string, readonly Scalar[]>>
  readonly order: { readonly column: string; readonly descending?: boolean }
  /** At most 10 000. */
  readonly limit: number
}
