// Arguments and orders of a content type's collection, by what the type supports.
import { has, type ContentTypeDefinition } from '../../registry/content-type.ts'
import type { FilterArg, OrderDefinition } from '../../registry/resource.ts'
import { soughtSlug } from '../../site/slug.ts'
import { numberArg, idsArg, otherIdsArg, slugsArg, textsOf, timeArg } from '../filter-args.ts'
import { formatArg } from './post-format.ts'
import { ignoreStickyArg, stickyArg } from './sticky.ts'

export function contentArgs(type: ContentTypeDefinition): Readonly<Record<string, FilterArg>> {
  return {
    after: timeArg('after', 'created_at', 'Only items that were published after this time.'),
    modified_after: timeArg('after', 'modified_at', 'Only items that were changed after this time.'),
    ...(has(type, 'author')
      ? {
          author: unlessGiven('author_exclude', idsArg('author_id', 'users', 'Only items of these authors.')),
          author_exclude: otherIdsArg('author_id', 'users', 'No items of these authors.'),
        }
      : {}),
    before: timeArg('before', 'created_at', 'Only items that were published before this time.'),
    modified_before: timeArg('before', 'modified_at', 'Only items that were changed before this time.'),
    ...(has(type, 'page-attributes')
      ? { menu_order: numberArg('menu_order', 'Only items at this place in menus.') }
      : {}),
    ...(type.isHierarchical || type.name === 'attachment'
      ? {
          parent: idsArg('parent_id', 'posts', 'Only items below these.'),
          parent_exclude: unlessGiven('parent', otherIdsArg('parent_id', 'posts', 'No items below these.')),
        }
      : {}),
    slug: slugsArg(soughtSlug, 'Only items with these slugs.'),
    ...(type.name === 'post' ? { sticky: stickyArg, ignore_sticky: ignoreStickyArg } : {}),
    ...(has(type, 'post-formats') ? { format: formatArg } : {}),
  }
}

/** Ignores the argument where the request has the other one, which replaces it (measured). */
function unlessGiven(other: string, arg: FilterArg): FilterArg {
  return {
    ...arg,
    filters: (value, asked) => (textsOf(asked.args[other]).length > 0 ? [] : arg.filters(value, asked)),
  }
}

export function contentOrders(type: ContentTypeDefinition): Readonly<Record<string, OrderDefinition>> {
  return {
    author: { by: 'column', column: 'author_id' },
    date: { by: 'column', column: 'created_at' },
    id: { by: 'column', column: 'id' },
    include: { by: 'given', column: 'id' },
    modified: { by: 'column', column: 'modified_at' },
    parent: { by: 'column', column: 'parent_id' },
    relevance: { by: 'relevance', column: 'title' },
    slug: { by: 'column', column: 'slug' },
    include_slugs: { by: 'given', column: 'slug', otherwise: 'created_at' },
    title: { by: 'column', column: 'title' },
    ...(has(type, 'page-attributes') ? { menu_order: { by: 'column', column: 'menu_order' } as const } : {}),
  }
}
