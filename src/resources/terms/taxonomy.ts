// Makes the resource that serves a taxonomy's terms, and defines the built-in taxonomies.
import { Type } from 'typebox'
import { toIdValue } from '../../database/filter.ts'
import { integerOf } from '../../database/tables.ts'
import { Id } from '../../registry/args.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived } from '../../registry/field.ts'
import type { Link } from '../../registry/link.ts'
import { defineResource, type FilterArg, type ResourceDefinition } from '../../registry/resource.ts'
import { defineTaxonomy, type TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { filterArg } from '../../registry/filter-arg.ts'
import { termsAboveFilled } from '../../related/descendant-terms.ts'
import { about, toItem } from '../content/content-links.ts'
import { everywhere, field, idOf, integer, outsideEmbeds, stored } from '../derived.ts'
import { idArg, noneOf, oneOf, slugsArg } from '../filter-args.ts'
import { everything, nothing } from '../../registry/conditions.ts'
import { madeSlug } from '../../site/slug.ts'
import { termNode, termAddress } from './term-node.ts'

const text = Type.String()
const number = Type.Integer()

export const taxonomies: readonly TaxonomyDefinition[] = [
  defineTaxonomy({
    name: 'category',
    base: 'categories',
    labels: { plural: 'Categories', singular: 'Category' },
    isHierarchical: true,
    types: ['post'],
    capabilities: {
      manage: 'manage_categories',
      edit: 'edit_categories',
      delete: 'delete_categories',
      assign: 'assign_categories',
    },
  }),
  defineTaxonomy({
    name: 'post_tag',
    base: 'tags',
    labels: { plural: 'Tags', singular: 'Tag' },
    isHierarchical: false,
    types: ['post'],
    capabilities: {
      manage: 'manage_post_tags',
      edit: 'edit_post_tags',
      delete: 'delete_post_tags',
      assign: 'assign_post_tags',
    },
  }),
]

/** Capabilities of built-in taxonomies that WordPress maps to `manage_categories` (map_meta_cap). */
const ofBuiltIn: ReadonlySet<string> = new Set(['edit_categories', 'edit_post_tags'])

/** The resource of a taxonomy, whose terms apply to these content types. */
export function taxonomyResource(
  taxonomy: TaxonomyDefinition,
  types: readonly ContentTypeDefinition[],
): ResourceDefinition {
  const { name, base, isHierarchical } = taxonomy
  const { edit } = taxonomy.capabilities
  const capability = ofBuiltIn.has(edit) ? 'manage_categories' : edit
  return defineResource({
    name,
    base,
    ...(taxonomy.namespace === undefined ? {} : { namespace: taxonomy.namespace }),
    source: 'terms',
    where: { taxonomy: name },
    listed: {},
    capabilities: [capability],
    visible: () => everything,
    editable: ({ can }) => (can(capability) ? everything : nothing),
    password: null,
    notFound: 'rest_term_invalid',
    notVisible: 'rest_term_invalid',
    editing: {
      capability,
      list: 'Sorry, you are not allowed to edit terms in this taxonomy.',
      item: 'Sorry, you are not allowed to edit this term.',
    },
    statuses: null,
    hasSelf: false,
    within: null,
    beyondLastPage: 'empty',
    offset: isHierarchical ? null : 'counted',
    search: { columns: ['name', 'slug'], named: null, splits: false, ignoresZero: true, where: {} },
    orders: {
      id: { by: 'column', column: 'id' },
      include: { by: 'given', column: 'id', otherwise: 'name', turns: true },
      name: { by: 'column', column: 'name' },
      slug: { by: 'column', column: 'slug' },
      include_slugs: { by: 'given', column: 'slug', otherwise: 'name', turns: true },
      term_group: { by: 'column', column: 'group' },
      description: { by: 'column', column: 'description' },
      count: { by: 'column', column: 'count' },
    },
    order: { by: 'name', descending: false },
    args: {
      hide_empty: hideEmpty(taxonomy),
      ...(isHierarchical ? { parent: idArg('parent_id', 'terms', 'Only terms below this one.') } : {}),
      post: ofPost(taxonomy.types),
      slug: slugsArg(madeSlug, 'Only terms with these slugs.'),
    },
    taxonomies: [],
    taxonomy,
    servedWhole: 'all',
    fields: [
      field('id', everywhere, idOf('terms'), integer('id')),
      field('count', outsideEmbeds, number, shownCount),
      field('description', outsideEmbeds, text, stored('description')),
      field('link', everywhere, Type.String({ format: 'uri' }), termAddress),
      field('name', everywhere, Type.String({ required: true }), stored('name')),
      field('slug', everywhere, text, stored('slug')),
      field('taxonomy', everywhere, Type.Enum([name], { type: 'string' }), stored('taxonomy')),
      ...(isHierarchical ? [field('parent', outsideEmbeds, idOf('terms'), integer('parent_id'))] : []),
      field('meta', outsideEmbeds, Type.Object({}), { columns: [], value: () => [] }),
    ],
    links: [
      about(`taxonomies/${name}`),
      toParent(name),
      ...taxonomy.types
        .filter((carrier) => types.some((type) => type.name === carrier))
        .map((carrier) => toContent(carrier, base)),
    ],
    page: null,
    node: termNode(
      taxonomy,
      types.filter((type) => taxonomy.types.includes(type.name) && type.isViewable !== false),
    ),
  })
}

/** The stored number of items, at least 0 (sanitize_term_field). */
const shownCount: Derived = {
  columns: ['count'],
  value: ({ row }) => Math.max(0, Number(integerOf(row, 'count'))),
}

/** A link to the parent term, if that exists; in the database terms of flat taxonomies may have one, too. */
function toParent(taxonomy: string): Link {
  const link = toItem('up', taxonomy, 'parent_id', 'parent')
  return {
    ...link,
    columns: ['parent_id', 'taxonomy'],
    needs: () => ({ paths: true }),
    targets: (input) => (input.needed.termsAbove(input.row).length === 0 ? [] : link.targets(input)),
  }
}

/** A link to the list of content with the term. */
function toContent(type: string, arg: string): Link {
  return {
    rel: ':post_type',
    columns: ['id'],
    targets: ({ row }) => [{ kind: 'list', resource: type, arg, id: integerOf(row, 'id') }],
    embed: null,
  }
}

/** Hides empty terms, but none of a requested post. An empty term with items below it is shown, though totals leave it out (get_terms). */
function hideEmpty({ name, isHierarchical }: TaxonomyDefinition): FilterArg {
  const schema = Type.Boolean({ default: false, description: 'Only terms that something carries.' })
  const filter = filterArg(schema, (isOn, { args }) =>
    isOn && Number(args['post'] ?? 0) === 0 ? noneOf(oneOf('count', [0])) : [],
  )
  const hides = { ...filter, column: 'count', excludes: false } as const
  return isHierarchical ? { ...hides, uncounted: (reading) => termsAboveFilled(name, reading) } : hides
}

const ofPost = (types: readonly string[]): FilterArg => ({
  ...filterArg(
    Type.Optional(Id('Only terms that this item carries.', { idOf: 'posts', default: null })),
    // No post has the id 0, which therefore filters nothing. REST checks the rule of the post's type before
    (postId) =>
      Number(postId) === 0 ? [] : [{ kind: 'of-post', visible: null, values: [toIdValue(postId)] }],
  ),
  refersTo: { source: 'posts', types, hidden: 'Sorry, you are not allowed to view terms for this post.' },
})
