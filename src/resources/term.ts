// Terms of the built-in taxonomies: categories, which have terms above them, and tags, which have none.
import { Type } from 'typebox'
import { integerOf } from '../database/tables.ts'
import { defineResource, type Derived, type ResourceDefinition } from '../registry/define.ts'
import { termLink } from '../site/permalink.ts'
import { everything, nothing } from './rules.ts'
import { everywhere, field, integer, nodeField, outsideEmbeds, stored } from './derived.ts'

const text = Type.String()
const number = Type.Integer()

interface Taxonomy {
  readonly name: 'category' | 'post_tag'
  readonly base: string
  readonly hierarchical: boolean
}

function term({ name, base, hierarchical }: Taxonomy): ResourceDefinition {
  const link: Derived = {
    columns: ['id', 'slug', 'parent_id', 'taxonomy'],
    needs: () => ({ paths: true }),
    value: ({ row, site, needed }) => termLink(row, name, site, needed.pathOf(row)),
  }
  return defineResource({
    name,
    base,
    source: 'terms',
    where: { taxonomy: name },
    listed: {},
    capabilities: ['manage_categories'],
    visible: () => everything,
    editable: ({ can }) => (can('manage_categories') ? everything : nothing),
    password: null,
    notFound: 'rest_term_invalid',
    notVisible: 'rest_term_invalid',
    editing: {
      capability: 'manage_categories',
      list: 'Sorry, you are not allowed to edit terms in this taxonomy.',
      item: 'Sorry, you are not allowed to edit this term.',
    },
    statuses: null,
    hasSelf: false,
    beyondLastPage: 'empty',
    search: { columns: ['name', 'slug'], where: {} },
    orders: {
      id: 'id',
      include: 'id',
      name: 'name',
      slug: 'slug',
      description: 'description',
      count: 'count',
    },
    order: { by: 'name', descending: false },
    filters: { post: { kind: 'of-post', column: 'id', description: 'Only terms of these posts.' } },
    fields: [
      field('id', everywhere, number, integer('id')),
      field('count', outsideEmbeds, number, integer('count')),
      field('description', outsideEmbeds, text, stored('description')),
      field('link', everywhere, Type.String({ format: 'uri' }), link),
      field('name', everywhere, text, stored('name')),
      field('slug', everywhere, text, stored('slug')),
      field('taxonomy', everywhere, text, stored('taxonomy')),
      ...(hierarchical ? [field('parent', outsideEmbeds, number, integer('parent_id'))] : []),
      field('meta', outsideEmbeds, Type.Array(text), { columns: [], value: () => [] }),
    ],
    links: hierarchical
      ? [
          {
            rel: 'up',
            to: name,
            leads: { kind: 'item', column: 'parent_id' },
            embed: { source: 'terms', match: 'id', key: 'parent_id', order: 'id' },
          },
        ]
      : [],
    page: null,
    node: {
      type: 'Term',
      connection: null,
      fields: [
        nodeField('id', 'ID!', 'Its id, as in `term:3`.', {
          columns: ['id'],
          value: ({ row }) => `term:${integerOf(row, 'id')}`,
        }),
        nodeField('name', 'String', 'Its name.', stored('name')),
        nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
        nodeField('description', 'String', 'What it is about.', stored('description')),
        nodeField('url', 'String', 'Where the site lists what carries it.', link),
      ],
    },
  })
}

export const category = term({ name: 'category', base: 'categories', hierarchical: true })
export const tag = term({ name: 'post_tag', base: 'tags', hierarchical: false })
