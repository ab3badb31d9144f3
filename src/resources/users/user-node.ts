// The GraphQL node of users: public fields, and guarded ones for viewers who may edit the user.
import { textOf } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived } from '../../registry/field.ts'
import type { NodeDefinition, NodeField } from '../../registry/node.ts'
import { authorLink, uriOf } from '../../site/permalink.ts'
import { mergedCapabilities, rolesOf } from '../../site/roles.ts'
import { avatarArgs, avatarAsked } from './avatar.ts'
import { listField } from '../graph-names.ts'
import { nodeField, prefixedId, rowId, stored } from '../derived.ts'
import { isZero, toSeconds } from '../../site/time-zone.ts'
import { description, locale, ofCapabilities, userMeta } from './user-values.ts'

/** `written` are the content types whose items the node lists by author. */
export function userNode(written: readonly ContentTypeDefinition[]): NodeDefinition {
  return {
    type: 'User',
    description: 'A user who has published something, or whom the viewer may see for another reason.',
    prefix: 'user:',
    isContent: false,
    connection: 'users',
    single: 'user',
    // Lists are ordered by id, because a cursor contains the value ordered by, and must not reveal names
    order: { column: 'id', descending: false },
    statuses: null,
    fields: [
      prefixedId('user:'),
      nodeField('name', 'String', 'The name that readers see.', stored('name')),
      nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
      nodeField('description', 'String', 'The biography.', description),
      nodeField('uri', 'String', "The path of the address where the site lists the user's posts.", {
        ...page,
        value: ({ row, site }) => uriOf(authorLink(row, site), site),
      }),
      nodeField('url', 'String', "The address where the site lists the user's posts.", page),
      nodeField('website', 'String', "The user's own site.", stored('url')),
      nodeField('avatar', 'String', 'The avatar; null where the site shows none.', avatar, {
        args: avatarArgs,
      }),
      ...written.map((type) =>
        nodeField(
          listField(type),
          { connection: type.name, match: 'author_id' },
          `The ${type.base} that the user wrote, the newest first.`,
          rowId,
        ),
      ),
      ...guarded,
    ],
  }
}

const page: Derived = { columns: ['id', 'slug'], value: ({ row, site }) => authorLink(row, site) }

const avatar: Derived = {
  columns: ['email'],
  value: ({ row, site, args }) => avatarAsked(textOf(row, 'email'), args, site),
}

const registeredAt: Derived = {
  columns: ['registered_at'],
  value: ({ row }) => {
    const time = textOf(row, 'registered_at')
    return isZero(time) ? null : `${toSeconds(time).replace(' ', 'T')}Z`
  },
}

const guarded: readonly NodeField[] = [
  forEditors('login', 'String', 'The name that the user logs in with.', stored('login')),
  forEditors('email', 'String', 'The e-mail address.', stored('email')),
  forEditors('firstName', 'String', 'The first name.', userMeta('first_name')),
  forEditors('lastName', 'String', 'The last name.', userMeta('last_name')),
  forEditors('nickname', 'String', 'The nickname.', userMeta('nickname')),
  forEditors('locale', 'String', 'The language.', locale),
  forEditors('registeredAt', 'DateTime', 'The time of registration, in UTC.', registeredAt),
  forEditors(
    'roles',
    '[String!]',
    'The roles.',
    ofCapabilities(({ roles }, own) => rolesOf(roles, own)),
  ),
  forEditors(
    'capabilities',
    '[String!]',
    'The capabilities.',
    ofCapabilities(({ roles }, own) =>
      [...mergedCapabilities(roles, own)].flatMap(([name, granted]) => (granted ? [name] : [])),
    ),
  ),
]

function forEditors(name: string, type: NodeField['type'], about: string, of: Derived): NodeField {
  return nodeField(name, type, `${about} For those who may edit the user.`, of, { isGuarded: true })
}
