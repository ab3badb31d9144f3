// Formats of posts, which are terms of a taxonomy: the argument and the value.
import { Type } from 'typebox'
import { textOf } from '../../database/tables.ts'
import type { Derived } from '../../registry/field.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import type { FilterArg } from '../../registry/resource.ts'
import { termsIn } from './post-terms.ts'

/** The formats that a post can have; a post without one is standard. */
export const formats = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const

/** The term of the taxonomy `post_format`, else standard. */
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
    (wanted) => {
      const carrying = (names: readonly string[]) =>
        ({
          kind: 'term',
          taxonomy: 'post_format',
          by: 'slug',
          values: names.map((name) => `post-format-${name}`),
        }) as const
      const named = wanted.filter((name) => name !== 'standard')
      const standard = { kind: 'none', filters: [carrying(formats.slice(1))] } as const
      if (wanted.length === 0) return []
      return [
        {
          kind: 'any',
          filters: [
            ...(named.length > 0 ? [carrying(named)] : []),
            ...(wanted.includes('standard') ? [standard] : []),
          ],
        },
      ]
    },
  ),
  isTaxonomy: true,
}
