// Links of content: to its type, author, comments, revisions, images, terms and parent.
import { fail } from '../../core/failure.ts'
import { integerOf, textOf, type Integer } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Link } from '../../registry/link.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { commentTypes } from '../comments/comment-values.ts'
import { capabilitiesOf } from './content-rules.ts'
import { mayEdit } from './may-edit.ts'
import { featuredImageOf } from './featured-image.ts'
import { itemsPath } from '../directories/type-directory.ts'

export function contentLinks(
  type: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
): readonly Link[] {
  const { supports } = type
  return [
    about(`types/${type.name}`),
    ...(supports.includes('author') ? [toItem('author', 'user', 'author_id', 'author')] : []),
    ...(supports.includes('comments') ? [replies(type)] : []),
    ...(supports.includes('revisions') ? [history(itemsPath(type)), predecessor(itemsPath(type))] : []),
    ...(type.isHierarchical ? [toParent] : []),
    featuredMedia,
    ...(type.name === 'attachment' ? [attachedTo] : [attachments]),
    ...taxonomies.map(termsOf),
  ]
}

/** A link to the description of the item's type. */
export function about(path: string): Link {
  return { rel: 'about', columns: [], targets: () => [{ kind: 'path', path }], embed: null }
}

/** A link to the item whose id is in a column, unless that is 0. */
export function toItem(rel: string, resource: string, column: string, field: string): Link {
  return {
    rel,
    field,
    columns: [column],
    targets: ({ row }) => itemOf(resource, integerOf(row, column)),
    embed: { kind: 'item' },
  }
}

/** A link to the parent, of any type; to the interface's root where the parent is missing (rest_get_route_for_post). */
const toParent: Link = {
  rel: 'up',
  field: 'parent',
  columns: ['parent_id'],
  needs: () => ({ ancestors: true }),
  targets: ({ row, needed }) => {
    const id = integerOf(row, 'parent_id')
    if (Number(id) === 0) return []
    const parent = needed.postOf(id)
    return parent === null ? [{ kind: 'path', path: '/' }] : itemOf(textOf(parent, 'type'), id)
  },
  embed: { kind: 'item' },
}

function itemOf(resource: string, id: Integer) {
  return id === '' || Number(id) === 0 ? [] : [{ kind: 'item', resource, id } as const]
}

function replies(type: ContentTypeDefinition): Link {
  const capabilities = capabilitiesOf(type.capabilityType ?? 'post', type.capabilities)
  return {
    rel: 'replies',
    columns: ['id', 'password', 'author_id', 'status'],
    targets: ({ row }) => [{ kind: 'list', resource: 'comment', arg: 'post', id: integerOf(row, 'id') }],
    embed: {
      kind: 'list',
      source: 'comments',
      match: 'post_id',
      order: { column: 'created_at_utc', descending: true },
      where: { status: '1', type: commentTypes },
      // An editor needs no password; the password of a request does not apply to embedded items
      refuses: ({ row }, viewer) =>
        textOf(row, 'password') === '' || mayEdit(row, viewer, capabilities)
          ? null
          : fail('rest_cannot_read_post'),
    },
  }
}

function history(base: string): Link {
  return {
    rel: 'version-history',
    columns: ['id'],
    needs: () => ({ revisions: true }),
    targets: ({ row, needed }) => {
      const { count } = needed.revisionsOf(integerOf(row, 'id'))
      return [{ kind: 'path', path: `${base}/${textOf(row, 'id')}/revisions`, attributes: { count } }]
    },
    embed: null,
  }
}

function predecessor(base: string): Link {
  return {
    rel: 'predecessor-version',
    columns: ['id'],
    needs: () => ({ revisions: true }),
    targets: ({ row, needed }) => {
      const { last } = needed.revisionsOf(integerOf(row, 'id'))
      const path = `${base}/${textOf(row, 'id')}/revisions/${last}`
      return last === null ? [] : [{ kind: 'path', path, attributes: { id: last } }]
    },
    embed: null,
  }
}

const featuredMedia: Link = {
  rel: ':featuredmedia',
  field: 'featured_media',
  columns: ['id'],
  needs: () => ({ meta: ['_thumbnail_id'] }),
  targets: (input) => {
    const id = featuredImageOf(input)
    return itemOf('attachment', typeof id === 'number' ? Math.max(id, 0) : id)
  },
  isGuarded: true,
  embed: { kind: 'item' },
}

const attachments: Link = {
  rel: ':attachment',
  columns: ['id'],
  targets: ({ row }) => [{ kind: 'list', resource: 'attachment', arg: 'parent', id: integerOf(row, 'id') }],
  embed: null,
}

const attachedTo: Link = {
  rel: ':attached-to',
  field: 'post',
  columns: ['parent_id'],
  needs: () => ({ posts: 'parent_id' }),
  targets: ({ row, needed }) => {
    const parent = needed.postOf(integerOf(row, 'parent_id'))
    if (parent === null) return []
    const [type, id] = [textOf(parent, 'type'), integerOf(parent, 'id')]
    return [{ kind: 'item', resource: type, id, attributes: { post_type: type, id } }]
  },
  embed: { kind: 'item' },
}

export function termsOf({ name: taxonomy, base }: Pick<TaxonomyDefinition, 'name' | 'base'>): Link {
  return {
    rel: ':term',
    field: base,
    columns: ['id'],
    targets: ({ row }) => [
      { kind: 'list', resource: taxonomy, arg: 'post', id: integerOf(row, 'id'), attributes: { taxonomy } },
    ],
    embed: {
      kind: 'list',
      source: 'post_terms',
      match: 'post_id',
      order: { column: 'name', descending: false },
    },
  }
}
