// Arguments that choose among the rows of a collection: a schema, and the filters that its value asks for.
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Filter } from '../database/filter.ts'
import type { Asked, FilterArg } from './define.ts'

/** An argument whose filters are typed by its schema. */
export function filterArg<S extends TSchema>(
  schema: S,
  filters: (value: Static<S>, asked: Asked) => readonly Filter[],
  forbids?: (value: Static<S>, viewer: Viewer) => Failure | null,
): FilterArg {
  const validator = Compile(schema)
  return {
    schema,
    filters: (value, asked) => (validator.Check(value) ? filters(value, asked) : []),
    ...(forbids
      ? {
          forbids: (value: unknown, viewer: Viewer) =>
            validator.Check(value) ? forbids(value, viewer) : null,
        }
      : {}),
  }
}
