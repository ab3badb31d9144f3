// Users, as readers may know them: those who have published something. E-mail addresses never leave; their hash does.
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import { defineResource, type Derived } from '../registry/define.ts'
import { authorLink } from '../site/permalink.ts'
import type { Site } from '../site/site.ts'
import { everywhere, field, integer, nodeField, outsideEmbeds, stored } from './derived.ts'

const text = Type.String()
const avatarSizes = [24, 48, 96]

const link: Derived = { columns: ['id', 'slug'], value: ({ row, site }) => authorLink(row, site) }

const description: Derived = {
  columns: ['id'],
  needs: () => ({ userMeta: ['description'] }),
  value: ({ row, needed }) => needed.userMetaOf(integerOf(row, 'id'), 'description') ?? '',
}

const avatars: Derived = { columns: ['email'], value: ({ row, site }) => avatarUrls(row, site) }

/** Gravatar's addresses, by the options that choose picture and rating (get_avatar_url). */
function avatarUrls(user: Row, { option }: Site): Readonly<Record<string, string>> | undefined {
  if (option('show_avatars') === '0') return undefined
  const email = textOf(user, 'email').trim().toLowerCase()
  const hash = email === '' ? '' : createHash('sha256').update(email).digest('hex')
  const picture = option('avatar_default').replace(/^mystery$/, 'mm') || 'mm'
  const rating = option('avatar_rating').toLowerCase() || 'g'
  const url = (size: number) =>
    `https://secure.gravatar.com/avatar/${hash}?s=${size}&d=${picture}&r=${rating}`
  return Object.fromEntries(avatarSizes.map((size) => [String(size), url(size)]))
}

export const user = defineResource({
  name: 'user',
  base: 'users',
  source: 'users',
  where: {},
  listed: {},
  visible: ({ eb, column }) =>
    eb.exists(
      eb
        .selectFrom('posts')
        .select('posts.id')
        .where(eb(column('posts.author_id'), '=', column('users.id')))
        .where(eb(column('posts.status'), '=', 'publish'))
        .where(eb(column('posts.type'), 'in', ['post', 'page'])),
    ),
  password: null,
  notFound: 'rest_user_invalid_id',
  notVisible: 'rest_user_cannot_view',
  noEditing: 'Sorry, you are not allowed to edit users.',
  beyondLastPage: 'empty',
  search: { columns: ['slug', 'name'], where: {} },
  orders: { id: 'id', include: 'id', name: 'name', slug: 'slug', url: 'url' },
  order: { by: 'name', descending: false },
  filters: {},
  fields: [
    field('id', everywhere, Type.Integer(), integer('id')),
    field('name', everywhere, text, stored('name')),
    field('url', everywhere, text, stored('url')),
    field('description', everywhere, text, description),
    field('link', everywhere, Type.String({ format: 'uri' }), link),
    field('slug', everywhere, text, stored('slug')),
    field('avatar_urls', everywhere, Type.Record(Type.String(), text), avatars),
    field('meta', outsideEmbeds, Type.Array(text), { columns: [], value: () => [] }),
  ],
  links: [],
  page: null,
  node: {
    type: 'User',
    connection: null,
    fields: [
      nodeField('id', 'ID!', 'Its id, as in `user:1`.', {
        columns: ['id'],
        value: ({ row }) => `user:${integerOf(row, 'id')}`,
      }),
      nodeField('name', 'String', 'The name that readers see.', stored('name')),
      nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
      nodeField('url', 'String', 'Where the site lists what the user wrote.', link),
    ],
  },
})
