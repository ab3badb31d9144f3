// Posts: the articles of the site.
import { Type } from 'typebox'
import { defineResource } from '../registry/define.ts'
import {
  everywhere,
  field,
  instant,
  integer,
  localTime,
  nodeField,
  outsideEmbeds,
  stored,
  utcTime,
} from './derived.ts'
import {
  author,
  classList,
  commentCount,
  content,
  excerpt,
  format,
  link,
  meta,
  protectable,
  rendered,
  sticky,
  termIds,
  terms,
  title,
} from './post-values.ts'

const text = Type.String()
const number = Type.Integer()
const dateTime = Type.String({ format: 'date-time' })
const html = Type.Object({ rendered: text })
const protectedHtml = Type.Object({ rendered: text, protected: Type.Boolean() })
const taxonomies = ['category', 'post_tag'] as const

export const post = defineResource({
  name: 'post',
  base: 'posts',
  source: 'posts',
  where: { type: 'post' },
  listed: { status: 'publish' },
  visible: ({ eb, column }) => eb(column('posts.status'), '=', 'publish'),
  password: 'password',
  notFound: 'rest_post_invalid_id',
  notVisible: 'rest_forbidden',
  noEditing: 'Sorry, you are not allowed to edit posts in this post type.',
  beyondLastPage: 'refused',
  // Nobody finds by search what a password protects
  search: { columns: ['title', 'excerpt', 'content'], where: { password: '' } },
  orders: {
    author: 'author_id',
    date: 'created_at',
    id: 'id',
    include: 'id',
    modified: 'modified_at',
    parent: 'parent_id',
    slug: 'slug',
    title: 'title',
  },
  order: { by: 'date', descending: true },
  filters: {},
  fields: [
    field('id', everywhere, number, integer('id')),
    field('date', everywhere, dateTime, localTime('created_at')),
    field('date_gmt', outsideEmbeds, dateTime, utcTime('created_at_utc', 'created_at')),
    field('guid', outsideEmbeds, html, rendered(stored('guid'))),
    field('modified', outsideEmbeds, dateTime, localTime('modified_at')),
    field('modified_gmt', outsideEmbeds, dateTime, utcTime('modified_at_utc', 'modified_at')),
    field('slug', everywhere, text, stored('slug')),
    field('status', outsideEmbeds, text, stored('status')),
    field('type', everywhere, text, stored('type')),
    field('link', everywhere, Type.String({ format: 'uri' }), link),
    field('title', everywhere, html, rendered(title)),
    field('content', outsideEmbeds, protectedHtml, protectable(content)),
    field('excerpt', everywhere, protectedHtml, protectable(excerpt)),
    field('author', everywhere, number, integer('author_id')),
    field(
      'featured_media',
      everywhere,
      number,
      meta('_thumbnail_id', (id) => Math.trunc(Number(id)) || 0),
    ),
    field('comment_status', outsideEmbeds, text, stored('comment_status')),
    field('ping_status', outsideEmbeds, text, stored('ping_status')),
    field('sticky', outsideEmbeds, Type.Boolean(), sticky),
    field(
      'template',
      outsideEmbeds,
      text,
      meta('_wp_page_template', (name) => (name === 'default' ? '' : name)),
    ),
    field('format', outsideEmbeds, text, format),
    field(
      'meta',
      outsideEmbeds,
      Type.Object({ footnotes: text }),
      meta('footnotes', (footnotes) => ({ footnotes })),
    ),
    field('categories', outsideEmbeds, Type.Array(number), termIds('category')),
    field('tags', outsideEmbeds, Type.Array(number), termIds('post_tag')),
    field('class_list', outsideEmbeds, Type.Array(text), classList),
  ],
  links: [
    {
      rel: 'author',
      to: 'user',
      leads: { kind: 'item', column: 'author_id' },
      embed: { source: 'users', match: 'id', key: 'author_id', order: 'id' },
    },
    ...taxonomies.map((taxonomy) => ({
      rel: ':term',
      to: taxonomy,
      leads: { kind: 'collection', arg: 'post' } as const,
      attributes: { taxonomy },
      embed: { source: 'post_terms', match: 'post_id', key: 'id', order: 'name' } as const,
    })),
  ],
  page: link,
  node: {
    type: 'Post',
    connection: 'posts',
    fields: [
      nodeField('id', 'ID!', 'Its decimal id.', stored('id')),
      nodeField('title', 'String', 'Its title, as HTML.', title),
      nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
      nodeField('url', 'String', 'Where it is on the site.', link),
      nodeField('status', 'PostStatus!', 'Where it stands on its way to its readers.', stored('status')),
      nodeField(
        'createdAt',
        'DateTime!',
        'When it was made, in UTC.',
        instant('created_at_utc', 'created_at'),
      ),
      nodeField(
        'modifiedAt',
        'DateTime!',
        'When it was last changed, in UTC.',
        instant('modified_at_utc', 'modified_at'),
      ),
      nodeField('excerpt', 'String', 'Its excerpt, as HTML; null while a password protects it.', excerpt),
      nodeField('content', 'String', 'Its content, as HTML; null while a password protects it.', content),
      nodeField('format', 'String', 'Its format, `standard` where it has none.', format),
      nodeField('sticky', 'Boolean!', 'Whether the site keeps it at the front.', sticky),
      nodeField('commentCount', 'Int!', 'How many comments it shows.', commentCount),
      nodeField('author', { node: 'user' }, 'Who wrote it.', author),
      nodeField('categories', { nodes: 'category' }, 'The categories it is in.', terms('category')),
      nodeField('tags', { nodes: 'post_tag' }, 'The tags it carries.', terms('post_tag')),
    ],
  },
})
