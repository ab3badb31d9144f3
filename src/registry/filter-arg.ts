// Arguments that filter the rows of a collection: a schema, and the filters that its value means.
import type { Static, TSchema } from 'typebox'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Filter } from '../database/filter.ts'
import { compileArgGuard } from './args.ts'
import type { FilterContext, FilterArg } from './resource.ts'

/** Defines an argument whose filters receive a value typed by its schema. */
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
