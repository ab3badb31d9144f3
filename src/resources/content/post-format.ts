// The format of a post, which is a term of a taxonomy: the argument and the value.
import { Type } from 'typebox'
import { textOf } from '../../database/tables.ts'
import type { Derived } from '../../registry/field.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import type { FilterArg } from '../../registry/resource.ts'
import { formats, ofFormats } from '../../related/post-formats.ts'
import { termsIn } from './post-terms.ts'

/** The post's term of the taxonomy `post_format`, else `standard`. */
export const format: Derived = {
  columns: ['id'],
  needs: () => ({ terms: true }),
  value: (input) => {
    const [term] = termsIn(input, 'post_format')
    return term ? textOf(term, 'slug').replace('post-format-', '') : 'standard'
  },
}

/** Filters posts by formats. */
export const formatArg: FilterArg = {
  ...filterArg(
    Type.Optional(
      Type.Array(Type.Enum([...formats], { type: 'string' }), {
        uniqueItems: true,
        description: 'Only items of these formats.',
      }),
    ),
    ofFormats,
  ),
  isTaxonomy: true,
}
