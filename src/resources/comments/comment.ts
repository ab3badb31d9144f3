// Comments: viewers who may read the content see its approved comments; notes, which editors write to each other, are for
// viewers who may edit it.
import { Type } from 'typebox'
import { fail } from '../../core/failure.ts'
import { sentence } from '../../core/sentence.ts'
import { can } from '../../core/viewer.ts'
import { toIdValues, type Filter } from '../../database/filter.ts'
import { integerOf, textOf } from '../../database/tables.ts'
import { Id } from '../../registry/args.ts'
import type { Embed, Link } from '../../registry/link.ts'
import { defineResource, type FilterArg, type ResourceDefinition } from '../../registry/resource.ts'
import type { Rule } from '../../registry/rule.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import { avatarsDescribed, avatarSchema } from '../users/avatar.ts'
import { commentNode } from './comment-node.ts'
import { about, ofOpen, openContent, orAddressed, published, seen, withAddresses } from './comment-rules.ts'
import { avatars, commentTypes, content, link, shownStatus, shownType } from './comment-values.ts'
import {
  capabilityNames,
  editableContent,
  readableContent,
  type ServedType,
} from '../content/content-rules.ts'
import { toItem } from '../content/content-links.ts'
import { uneditedTypes } from '../directories/named-kinds.ts'
import {
  everywhere,
  field,
  idOf,
  inEditing,
  integer,
  localTime,
  outsideEmbeds,
  ownUtcTime,
  stored,
} from '../derived.ts'
import { idsArg, keyArg, noneOf, oneOf, otherIdsArg, timeArg } from '../filter-args.ts'

const text = Type.String()
const noteStatuses: readonly string[] = ['resolved', 'reopen']
const noteSchema = Type.Object({
  _wp_note_status: Type.Enum([...noteStatuses], {
    type: 'string',
    title: '',
    description: 'Where a note of editors stands.',
    default: '',
    served: { type: ['string', 'null'] },
  }),
})
const dateTime = Type.String({ format: 'date-time' })
/** The stored values of each status, by the status's name. */
const statuses: ReadonlyMap<string, readonly string[]> = new Map([
  ['approve', ['1']],
  ['hold', ['0']],
  ['all', ['0', '1']],
  ['', ['0', '1']],
  ['any', []],
])

/**
 * Comments on content of `types`; those on content of `served` types are public where the content is, and editors leave notes
 * on content of `withNotes` types.
 */
export function commentResource(
  types: readonly ServedType[],
  served: readonly ServedType[],
  withNotes: readonly string[],
): ResourceDefinition {
  const [readable, editable] = [readableContent(served), editableContent(types)]
  const described = [...types.map(({ name }) => name), ...uneditedTypes]
  const isDescribed: Rule = ({ eb, column }) => eb(column('posts.type'), 'in', described)
  const open: Rule = (build) => openContent(build, readable, editable)
  const visible: Rule = (build) =>
    seen(build, { readable: (post) => orAddressed(post, open), editable, isDescribed })
  const unlocked: Rule = (build) => seen(build, { readable, editable, isDescribed })
  return defineResource({
    ...comments,
    capabilities: [
      ...new Set(['moderate_comments', 'edit_posts', 'manage_options', ...capabilityNames(types)]),
    ],
    visible,
    visibleAlone: (build) => build.eb.and([visible(build), ofOpen(build, (post) => orAddressed(post, open))]),
    // The right to edit content with a password does not imply the right to read it
    editable: (build) => build.eb.and([withAddresses(build, visible, editable), ofOpen(build, readable)]),
    notes: { arg: 'type', value: 'note', types: withNotes },
    below: {
      edited: editable,
      unlocked,
      unlockedEditable: (build) => withAddresses(build, unlocked, editable),
      readable,
      open,
      published: (build) => about(build, (post) => published(post, readable)),
    },
  })
}

const comments: Omit<ResourceDefinition, 'capabilities' | 'visible' | 'editable' | 'below' | 'notes'> = {
  name: 'comment',
  base: 'comments',
  source: 'comments',
  where: {},
  listed: {},
  password: null,
  notFound: 'rest_comment_invalid_id',
  notVisible: 'rest_cannot_read',
  editing: {
    capability: 'moderate_comments',
    list: 'Sorry, you are not allowed to edit comments.',
    item: 'Sorry, you are not allowed to edit comments.',
  },
  statuses: null,
  hasSelf: false,
  within: null,
  beyondLastPage: 'empty',
  offset: 'apart',
  search: {
    columns: ['author_name', 'author_email', 'author_url', 'author_ip', 'content'],
    named: null,
    splits: false,
    where: {},
  },
  orders: {
    date: { by: 'column', column: 'created_at' },
    date_gmt: { by: 'column', column: 'created_at_utc' },
    id: { by: 'column', column: 'id' },
    include: { by: 'given', column: 'id', otherwise: null },
    post: { by: 'column', column: 'post_id', ties: 'greatest-first' },
    parent: { by: 'column', column: 'parent_id', ties: 'greatest-first' },
    type: { by: 'column', column: 'type', ties: 'greatest-first' },
  },
  order: { by: 'date_gmt', descending: true },
  excludesIncluded: true,
  args: {
    after: timeArg('after', 'created_at', 'Only comments after this time.'),
    author: forEditors(authorArg((ids) => oneOf('author_id', ids), 'Only comments of these users.')),
    author_exclude: forEditors(
      authorArg((ids) => noneOf(oneOf('author_id', ids)), 'No comments of these users.'),
    ),
    author_email: forEditors(
      filterArg(
        Type.Optional(
          Type.String({ format: 'email', default: null, description: 'Only comments from this address.' }),
        ),
        (email) => oneOf('author_email', [email]),
      ),
    ),
    before: timeArg('before', 'created_at', 'Only comments before this time.'),
    parent: idsArg('parent_id', 'comments', 'Only replies to these comments.'),
    parent_exclude: otherIdsArg('parent_id', 'comments', 'No replies to these comments.'),
    post: idsArg('post_id', 'posts', 'Only comments about these items.'),
    type: forEditors(keyArg('comment', 'Only comments of this type.', ofType), 'comment'),
    status: forEditors(
      keyArg('approve', 'Only comments of this status.', (status) =>
        oneOf('status', statuses.get(status) ?? [status]),
      ),
      'approve',
    ),
    password: filterArg(
      Type.Optional(Type.String({ description: 'The password of the item, if a password protects it.' })),
      () => [],
    ),
  },
  taxonomies: [],
  servedWhole: 'all',
  fields: [
    field('id', everywhere, idOf('comments'), integer('id')),
    field('post', outsideEmbeds, idOf('posts', { default: 0 }), integer('post_id')),
    field('parent', everywhere, idOf('comments', { default: 0 }), integer('parent_id')),
    field('author', everywhere, idOf('users'), integer('author_id')),
    field('author_name', everywhere, text, stored('author_name')),
    field('author_email', inEditing, Type.String({ format: 'email' }), stored('author_email')),
    field('author_url', everywhere, Type.String({ format: 'uri' }), stored('author_url')),
    field('author_ip', inEditing, Type.String({ format: 'ip' }), stored('author_ip')),
    field('author_user_agent', inEditing, text, stored('author_agent')),
    field('date', everywhere, dateTime, localTime('created_at')),
    field('date_gmt', outsideEmbeds, dateTime, ownUtcTime('created_at_utc', 'created_at')),
    field('content', everywhere, Type.Object({ rendered: text }), {
      columns: ['content'],
      value: (input) => ({
        ...(input.context === 'edit' ? { raw: textOf(input.row, 'content') } : {}),
        rendered: content.value(input),
      }),
    }),
    field('link', everywhere, Type.String({ format: 'uri' }), link),
    field('status', outsideEmbeds, text, shownStatus),
    field('type', everywhere, Type.String({ default: 'comment' }), shownType),
    { ...field('author_avatar_urls', everywhere, avatarSchema, avatars), described: avatarsDescribed },
    field('meta', outsideEmbeds, noteSchema, {
      columns: ['id'],
      needs: () => ({ noteStatus: true }),
      value: ({ row, needed }) => {
        const status = needed.noteStatusOf(integerOf(row, 'id')) ?? ''
        return { _wp_note_status: noteStatuses.includes(status) ? status : null }
      },
    }),
  ],
  links: [
    toItem('author', 'user', 'author_id', 'author'),
    up(),
    toItem('in-reply-to', 'comment', 'parent_id', 'parent'),
    children((type) => type !== 'note', { where: { status: '1', type: commentTypes } }),
    // Replies to a note are notes, whatever their status
    children(
      (type) => type === 'note',
      {
        where: { status: ['0', '1'], type: ['note'] },
        refuses: (_, viewer) =>
          can(viewer, 'edit_posts')
            ? null
            : fail('rest_forbidden_param', sentence('Query parameter not permitted: %s', 'type, status')),
      },
      { type: 'note', status: 'all' },
    ),
  ],
  page: null,
  node: commentNode,
}

/** An argument that requires `edit_posts` for values other than `open`. */
function forEditors(arg: FilterArg, open?: string): FilterArg {
  return { ...arg, reserved: { capability: 'edit_posts', ...(open === undefined ? {} : { open }) } }
}

function authorArg(
  filters: (ids: readonly (string | number | bigint)[]) => readonly Filter[],
  about_: string,
): FilterArg {
  const schema = Type.Optional(Type.Array(Id('', { idOf: 'users' }), { description: about_ }))
  return filterArg(schema, (ids) => filters(toIdValues(ids)))
}

function ofType(type: string): readonly Filter[] {
  if (type === 'all') return []
  if (type === '') return noneOf(oneOf('type', ['note']))
  if (type === 'comment' || type === 'comments') return oneOf('type', commentTypes)
  return oneOf('type', type === 'pings' ? ['pingback', 'trackback'] : [type])
}

function up(): Link {
  return {
    rel: 'up',
    field: 'post',
    columns: ['post_id'],
    needs: () => ({ posts: 'post_id' }),
    targets: ({ row, needed }) => {
      const post = needed.postOf(integerOf(row, 'post_id'))
      if (post === null) return []
      const type = textOf(post, 'type')
      return [{ kind: 'item', resource: type, id: integerOf(post, 'id'), attributes: { post_type: type } }]
    },
    embed: { kind: 'item' },
  }
}

/** Links comments of some types to their replies. */
function children(
  isOfType: (type: string) => boolean,
  how: Pick<Extract<Embed, { readonly kind: 'list' }>, 'where' | 'refuses'>,
  asked: Readonly<Record<string, string>> = {},
): Link {
  return {
    rel: 'children',
    columns: ['id', 'type'],
    needs: () => ({ replies: true }),
    targets: ({ row, needed }) => {
      const id = integerOf(row, 'id')
      const isReplied = isOfType(textOf(row, 'type')) && needed.hasReplies(id)
      return isReplied ? [{ kind: 'list', resource: 'comment', arg: 'parent', id, asked }] : []
    },
    embed: {
      kind: 'list',
      source: 'comments',
      match: 'parent_id',
      order: { column: 'created_at_utc', descending: true },
      ...how,
    },
  }
}
