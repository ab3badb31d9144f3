// A comment as a GraphQL node.
import { textOf } from '../database/tables.ts'
import type { NodeDefinition } from '../registry/node.ts'
import { avatarArgs } from './avatar.ts'
import { avatar, content, link, shownStatus, shownType } from './comment-values.ts'
import { idIn, instant, nodeField, prefixedId, rowId, stored } from './derived.ts'

export const commentNode: NodeDefinition = {
  type: 'Comment',
  description: 'What a reader says of some content.',
  prefix: 'comment:',
  isContent: false,
  connection: 'comments',
  single: 'comment',
  order: { column: 'created_at_utc', descending: true },
  statuses: null,
  fields: [
    prefixedId('comment:'),
    nodeField('content', 'String', 'What it says, as HTML.', content),
    nodeField('createdAt', 'DateTime', 'When it was made, in UTC.', instant('created_at_utc', 'created_at')),
    nodeField('url', 'String', 'Where it is on the site.', {
      ...link,
      value: (input) => link.value(input) || null,
    }),
    nodeField('status', 'String!', '`approved`, `hold`, `spam` or `trash`.', shownStatus),
    nodeField('type', 'String!', '`comment`, or what else it is.', shownType),
    nodeField('author', { node: 'user' }, 'The user who made it, where one did.', idIn('author_id')),
    nodeField('authorName', 'String', 'What whoever made it is called.', stored('author_name')),
    nodeField('authorUrl', 'String', 'The site of whoever made it.', stored('author_url')),
    nodeField(
      'authorEmail',
      'String',
      'The e-mail address of whoever made it. For those who may edit the comment.',
      { columns: ['author_email'], value: ({ row }) => textOf(row, 'author_email') },
      { isGuarded: true },
    ),
    nodeField('avatar', 'String', 'A picture of whoever made it, where the site shows any.', avatar, {
      args: avatarArgs,
    }),
    nodeField('post', { content: true }, 'What it is about.', idIn('post_id')),
    nodeField('parent', { node: 'comment' }, 'What it replies to.', idIn('parent_id')),
    nodeField('replies', { connection: 'comment', match: 'parent_id' }, 'What replies to it.', rowId),
  ],
}
