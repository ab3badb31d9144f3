// Sticky posts: the value, and the arguments about them.
import { Type } from 'typebox'
import { textOf } from '../../database/tables.ts'
import type { Derived } from '../../registry/field.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import type { FilterArg } from '../../registry/resource.ts'
import { noneOf } from '../filter-args.ts'

export const sticky: Derived = {
  columns: ['id'],
  value: ({ row, site }) => site.stickyPosts.has(textOf(row, 'id')),
}

export const stickyArg: FilterArg = {
  ...filterArg(
    Type.Optional(Type.Boolean({ description: 'Only items that are kept at the front, or only others.' })),
    (isSticky, { site, args }) => {
      const atFront = { kind: 'in', column: 'id', values: [...site.stickyPosts] } as const
      if (isSticky) return [atFront]
      // A post that `include` names is included, sticky or not
      return Array.isArray(args['include']) && args['include'].length > 0 ? [] : noneOf([atFront])
    },
  ),
  namesRows: (isSticky) => isSticky === true,
}

/** Has no filters: `stickyFirst` applies this argument. */
export const ignoreStickyArg = filterArg(
  Type.Boolean({
    default: true,
    description: 'Whether items that are kept at the front stand where their date puts them.',
  }),
  () => [],
)
