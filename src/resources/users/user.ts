// Users: readers see those who have published content. Readers never get an e-mail address, only its hash.
import type { Expression, SqlBool } from 'kysely'
import { Type } from 'typebox'
import { parsePhpValue, phpToJson } from '../../database/php-value.ts'
import { integerOf, textOf } from '../../database/tables.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived } from '../../registry/field.ts'
import { defineResource, type ResourceDefinition } from '../../registry/resource.ts'
import type { RuleBuilder } from '../../registry/rule.ts'
import { everything } from '../../registry/conditions.ts'
import { authorLink } from '../../site/permalink.ts'
import { toSeconds } from '../../site/time-zone.ts'
import { mergedCapabilities, ownCapabilities, rolesOf } from '../../site/roles.ts'
import { forManagers, userArgs, userSearch } from './user-args.ts'
import { servedType, type ServedType } from '../content/content-rules.ts'
import { avatarsDescribed, avatarSchema, avatarUrls } from './avatar.ts'
import { everywhere, field, idOf, inEditing, integer, outsideEmbeds, stored } from '../derived.ts'
import { userNode } from './user-node.ts'
import { description, locale, ofCapabilities, userMeta } from './user-values.ts'

const text = Type.String()
const flags = Type.Unsafe<unknown>({ type: 'object', served: { type: ['object', 'array'] } })
const metaSchema = Type.Unsafe<unknown>({
  type: 'object',
  properties: {
    persisted_preferences: {
      type: 'object',
      title: '',
      description: '',
      default: [],
      context: ['edit'],
      properties: {
        _modified: {
          description: 'When they were last changed.',
          type: 'string',
          format: 'date-time',
          readonly: false,
        },
      },
      additionalProperties: true,
      served: { type: ['object', 'array'] },
    },
  },
  served: { type: ['object', 'array'] },
})

const link: Derived = { columns: ['id', 'slug'], value: ({ row, site }) => authorLink(row, site) }

/** The time of registration, which WordPress prints with an offset. */
const registered: Derived = {
  columns: ['registered_at'],
  value: ({ row }) => `${toSeconds(textOf(row, 'registered_at')).replace(' ', 'T')}+00:00`,
}

/** Preferences of the block editor, which `edit` alone shows. */
const registeredMeta: Derived = {
  columns: ['id'],
  needs: ({ preferencesKey }, _args, context) => (context === 'edit' ? { userMeta: [preferencesKey] } : {}),
  value: ({ row, needed, site, context }) => {
    if (context !== 'edit') return []
    const preferences = parsePhpValue(needed.userMetaOf(integerOf(row, 'id'), site.preferencesKey) ?? '')
    return { persisted_preferences: phpToJson(preferences) ?? [] }
  },
}

const avatars: Derived = {
  columns: ['email'],
  value: ({ row, site }) => avatarUrls(textOf(row, 'email'), site),
}

function isSelf({ eb, column, viewerId }: RuleBuilder): Expression<SqlBool> {
  return eb(column('users.id'), '=', viewerId)
}

/** Condition for users who have published content of `types`, or have private content of the types `privately`. */
function hasWritten(
  { eb, column }: RuleBuilder,
  types: readonly string[],
  privately: readonly string[] = [],
): Expression<SqlBool> {
  const of = (status: string, names: readonly string[]) =>
    eb.and([eb(column('posts.status'), '=', status), eb(column('posts.type'), 'in', [...names])])
  const published = of('publish', types)
  const written = eb
    .selectFrom('posts')
    .select('posts.id')
    .where(eb(column('posts.author_id'), '=', column('users.id')))
    .where(privately.length === 0 ? published : eb.or([published, of('private', privately)]))
  return eb.exists(written)
}

/** The types whose private content the viewer may read: the viewer then sees its authors, too, one by one (count_user_posts). */
function readPrivately({ can }: RuleBuilder, types: readonly ServedType[]): readonly string[] {
  return types.filter(({ capabilities }) => can(capabilities.readPrivate)).map(({ name }) => name)
}

/** The resource of users; readers see those who have published content of `types`. */
export function userResource(
  types: readonly ContentTypeDefinition[],
  known: readonly string[],
): ResourceDefinition {
  const served = types.map(({ name }) => name)
  const privates = types.map(servedType)
  const readPrivate = privates.map(({ capabilities }) => capabilities.readPrivate)
  const written = types.filter(
    ({ supports, isViewable, name }) =>
      supports.includes('author') && isViewable !== false && name !== 'attachment',
  )
  const write = types
    .filter(({ supports }) => supports.includes('author'))
    .map((type) => servedType(type).capabilities.edit)
  return defineResource({
    name: 'user',
    base: 'users',
    source: 'users',
    where: {},
    listed: {},
    capabilities: [...new Set(['list_users', 'edit_users', ...readPrivate])],
    visible: (build) => (build.can('list_users') ? everything : hasWritten(build, served)),
    visibleAlone: (build) =>
      build.can('list_users') || build.can('edit_users')
        ? everything
        : build.eb.or([isSelf(build), hasWritten(build, served, readPrivately(build, privates))]),
    editable: (build) => (build.can('edit_users') ? everything : isSelf(build)),
    password: null,
    notFound: 'rest_user_invalid_id',
    notVisible: 'rest_user_cannot_view',
    editing: {
      capability: 'list_users',
      list: 'Sorry, you are not allowed to edit users.',
      item: 'Sorry, you are not allowed to edit this user.',
    },
    statuses: null,
    hasSelf: true,
    within: null,
    beyondLastPage: 'empty',
    offset: 'counted',
    search: userSearch,
    orders: {
      id: { by: 'column', column: 'id' },
      include: { by: 'given', column: 'id', otherwise: 'login', turns: true },
      name: { by: 'column', column: 'name' },
      registered_date: { by: 'column', column: 'registered_at', ...forManagers },
      slug: { by: 'column', column: 'slug' },
      include_slugs: { by: 'given', column: 'slug', otherwise: 'id' },
      email: { by: 'column', column: 'email', ...forManagers },
      url: { by: 'column', column: 'url' },
    },
    order: { by: 'name', descending: false },
    args: userArgs(known, write),
    taxonomies: [],
    servedWhole: 'all',
    fields: [
      field('id', everywhere, idOf('users'), integer('id')),
      field('username', inEditing, Type.String({ required: true }), stored('login')),
      field('name', everywhere, text, stored('name')),
      field('first_name', inEditing, text, userMeta('first_name')),
      field('last_name', inEditing, text, userMeta('last_name')),
      field('email', inEditing, Type.String({ format: 'email', required: true }), stored('email')),
      field('url', everywhere, Type.String({ format: 'uri' }), stored('url')),
      field('description', everywhere, text, description),
      field('link', everywhere, Type.String({ format: 'uri' }), link),
      field('locale', inEditing, Type.Enum(['', 'en_US'], { type: 'string' }), locale),
      field('nickname', inEditing, text, userMeta('nickname')),
      field('slug', everywhere, text, stored('slug')),
      field(
        'roles',
        inEditing,
        Type.Array(text),
        ofCapabilities(({ roles }, own) => rolesOf(roles, own)),
      ),
      field('registered_date', inEditing, Type.String({ format: 'date-time' }), registered),
      field(
        'capabilities',
        inEditing,
        flags,
        ofCapabilities(({ roles }, own) => Object.fromEntries(mergedCapabilities(roles, own))),
      ),
      field(
        'extra_capabilities',
        inEditing,
        flags,
        ofCapabilities((_, own) => Object.fromEntries(ownCapabilities(own))),
      ),
      { ...field('avatar_urls', everywhere, avatarSchema, avatars), described: avatarsDescribed },
      field('meta', outsideEmbeds, metaSchema, registeredMeta),
      // A write-only field
      field('password', [], Type.String({ required: true }), { columns: [], value: () => undefined }),
    ],
    links: [],
    page: null,
    node: userNode(written),
  })
}
