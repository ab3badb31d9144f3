// A comment as a GraphQL node.
import { textOf } from '../../database/tables.ts'
import type { NodeDefinition } from '../../registry/node.ts'
import { avatarArgs } from '../users/avatar.ts'
import { avatar, content, link, shownStatus, shownType } from './comment-values.ts'
import { idIn, instant, nodeField, prefixedId, rowId, stored } from '../derived.ts'

export const commentNode: NodeDefinition = {
  type: 'Comment',
  description: 'A comment on content.',
  prefix: 'comment:',
  isContent: false,
  connection: 'comments',
  single: 'comment',
  order: { column: 'created_at_utc', descending: true },
  statuses: null,
  fields: [
    prefixedId('comment:'),
    nodeField('content', 'String', 'Its text, as HTML.', content),
    nodeField(
      'createdAt',
      'DateTime',
      'The time of its creation, in UTC.',
      instant('created_at_utc', 'created_at'),
    ),
    nodeField('url', 'String', 'Its address on the site.', {
      ...link,
      value: (input) => link.value(input) || null,
    }),
    nodeField('status', 'String!', '`approved`, `hold`, `spam` or `trash`.', shownStatus),
    nodeField('type', 'String!', 'Its type: `comment`, `pingback` or another.', shownType),
    nodeField('author', { node: 'user' }, 'The user who wrote it; null for a guest.', idIn('author_id')),
    nodeField('authorName', 'String', "The author's name.", stored('author_name')),
    nodeField('authorUrl', 'String', "The author's site.", stored('author_url')),
    nodeField(
      'authorEmail',
      'String',
      "The author's e-mail address. For those who may edit the comment.",
      { columns: ['author_email'], value: ({ row }) => textOf(row, 'author_email') },
      { isGuarded: true },
    ),
    nodeField('avatar', 'String', "The author's avatar; null where the site shows none.", avatar, {
      args: avatarArgs,
    }),
    nodeField('post', { content: true }, 'The content that it is about.', idIn('post_id')),
    nodeField('parent', { node: 'comment' }, 'The comment that it replies to.', idIn('parent_id')),
    nodeField('replies', { connection: 'comment', match: 'parent_id' }, 'The replies to it.', rowId),
  ],
}
