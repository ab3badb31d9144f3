// Arguments that filter the rows of a collection: each has a schema, and turns its value into filters.
import type { Static, TSchema } from 'typebox'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Filter } from '../database/filter.ts'
import { compileArgGuard } from './args.ts'
import type { FilterContext, FilterArg } from './resource.ts'

/**
 * An argument whose filters are typed by its schema.
 *
 * @example
 * ```ts
 * import { defineExtension, filterArg, Type } from 'lectern'
 *
 * const shelf = filterArg(Type.Optional(Type.Integer({ description: 'Only what stands there.' })), (nth) =>
 *   nth === undefined ? [] : [{ kind: 'in', column: 'menu_order', values: [nth] }],
 * )
 *
 * export default defineExtension({ name: 'shelves', adds: { page: { args: { shelf } } } })
 * ```
 */
export function filterArg<S extends TSchema>(
  schema: S,
  filters: (value: Static<S>, context: FilterContext) => readonly Filter[],
  forbids?: (value: Static<S>, viewer: Viewer) => Failure | null,
): FilterArg {
  const isValue = compileArgGuard(schema)
  return {
    schema,
    filters: (value, context) => (isValue(value) ? filters(value, context) : []),
    ...(forbids
      ? {
          forbids: (value: unknown, viewer: Viewer) => (isValue(value) ? forbids(value, viewer) : null),
        }
      : {}),
  }
}
