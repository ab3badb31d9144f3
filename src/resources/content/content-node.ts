// The GraphQL node of a content type, by what the type supports.
import type { Statuses } from '../../core/status.ts'
import { integerOf } from '../../database/tables.ts'
import type { TSchema } from 'typebox'
import { argSchema, type ArgSchema } from '../../registry/arg-schema.ts'
import type { ContentTypeDefinition } from '../../registry/content-type.ts'
import type { Derived } from '../../registry/field.ts'
import type { NodeDefinition, NodeField, NodeName, NodeScalar } from '../../registry/node.ts'
import type { MetaDefinition } from '../../registry/stored-meta.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { computedValue } from './computed-values.ts'
import { idIn, instant, nodeField, rowId, textField, stored } from '../derived.ts'
import { camel, listField, pascal } from '../graph-names.ts'
import { link, uri } from './post-address.ts'
import { format } from './post-format.ts'
import { featuredImage as imageOfPost } from './featured-image.ts'
import { storedMeta } from './post-meta.ts'
import { blocksNodeField } from './post-blocks.ts'
import { imagesNodeField } from './post-images.ts'
import { content, excerpt, isLocked, isProtectedText, title } from './post-text.ts'
import { sticky } from './sticky.ts'

/** Rendering a text costs as much as ten plain fields, measured on pages of long posts. */
const rendered = { cost: 10 }

export function contentNode(
  type: ContentTypeDefinition,
  taxonomies: readonly TaxonomyDefinition[],
  statuses: Statuses,
): NodeDefinition {
  const { name, supports, isHierarchical = false } = type
  return {
    type: pascal(name),
    description: `One of the site's ${type.labels.plural.toLowerCase()}.`,
    prefix: '',
    isContent: true,
    connection: listField(type),
    single: camel(name),
    order: contentOrders.DATE,
    orders: contentOrders,
    statuses: [...statuses.shown, 'trash'],
    fields: firstOfEachName([
      ...commonFields,
      nodeField('status', 'PostStatus!', 'Its status.', stored('status')),
      nodeField(
        'excerpt',
        'String',
        'Its excerpt, as HTML; null while a password protects it.',
        excerpt,
        rendered,
      ),
      nodeField(
        'content',
        'String',
        'Its content, as HTML; null while a password protects it.',
        content,
        rendered,
      ),
      ...(supports.includes('editor') ? [blocksNodeField] : []),
      nodeField('isProtected', 'Boolean!', 'Whether a password protects it.', isProtectedText),
      ...(supports.includes('post-formats')
        ? [nodeField('format', 'String', 'Its format, `standard` where it has none.', format)]
        : []),
      ...(name === 'post'
        ? [nodeField('sticky', 'Boolean!', 'True where the site shows it before other posts.', sticky)]
        : []),
      ...(supports.includes('thumbnail') ? [featuredImage] : []),
      ...(supports.includes('editor') || supports.includes('thumbnail') ? [imagesNodeField] : []),
      ...taxonomies.map((taxonomy) =>
        nodeField(listField(taxonomy), { terms: taxonomy.name }, `Its ${taxonomy.base}.`, rowId),
      ),
      nodeField('commentCount', 'Int!', 'The number of comments that it shows.', commentCount),
      ...(supports.includes('comments') ? [comments] : []),
      ...(supports.includes('page-attributes')
        ? [nodeField('menuOrder', 'Int!', 'Its position among its siblings.', menuOrder)]
        : []),
      ...(isHierarchical ? family(name) : []),
      ...ownFields(type),
    ]),
  }
}

/** Drops later fields with the name of an earlier one, so that the type's own fields do not replace those of the schema. */
function firstOfEachName(fields: readonly NodeField[]): readonly NodeField[] {
  return [...new Map(fields.toReversed().map((field) => [field.name, field])).values()].toReversed()
}

/** Orders of all content, including files. */
export const contentOrders = {
  DATE: { column: 'created_instant', descending: true },
  MODIFIED: { column: 'modified_instant', descending: true },
  TITLE: { column: 'title', descending: false },
} as const

/** Fields of all content, including files. */
export const commonFields: readonly NodeField[] = [
  nodeField('id', 'ID!', 'Its decimal id.', stored('id')),
  textField('title', 'Its title, as HTML or as plain text.', title),
  nodeField(
    'createdAt',
    'DateTime',
    'The time of its creation, in UTC.',
    instant('created_at_utc', 'created_at'),
  ),
  nodeField(
    'modifiedAt',
    'DateTime',
    'The time of its last change, in UTC.',
    instant('modified_at_utc', 'modified_at'),
  ),
  nodeField('slug', 'String', 'The last part of its address on the site.', stored('slug')),
  nodeField('uri', 'String', "The path of its address, below the site's own.", uri),
  nodeField('url', 'String', 'Its address on the site.', link),
  nodeField('author', { node: 'user' }, 'Its author.', idIn('author_id')),
]

const featuredImage = nodeField('featuredImage', { node: 'attachment' }, 'Its featured image.', imageOfPost)

export const comments = nodeField(
  'comments',
  { connection: 'comment', match: 'post_id', sizedBy: 'comment_count' },
  'Its comments, the newest first; none while a password protects it.',
  { ...rowId, columns: ['id', 'comment_count'] },
)

const menuOrder: Derived = {
  columns: ['menu_order'],
  value: ({ row }) => Number(integerOf(row, 'menu_order')),
}

function family(name: string): readonly NodeField[] {
  return [
    nodeField('parent', { node: name }, 'Its parent.', idIn('parent_id')),
    nodeField('children', { connection: name, match: 'parent_id' }, 'Its children.', rowId),
  ]
}

/** Fields registered for the type: stored, computed and derived ones. */
function ownFields(type: ContentTypeDefinition): readonly NodeField[] {
  const { name, meta: registered = [], computed = [], fields = [] } = type
  const shown = fields.filter(({ contexts }) => contexts.includes('view'))
  const isExposed = ({ exposed }: Pick<MetaDefinition, 'exposed'>) => exposed?.includes('graphql') ?? true
  return [
    ...registered
      .filter(isExposed)
      .flatMap((each) => ownField(each.key, each, 'A value of its meta.', storedMeta(each))),
    ...computed
      .filter(isExposed)
      .flatMap((each) => ownField(each.name, each, 'Computed.', computedValue(name, each))),
    ...shown.flatMap((each) => ownField(each.name, each, 'Its own.', each)),
  ]
}

/** The field under its declared name, else its own; none where its type is not a scalar. */
function ownField(
  name: string,
  { node, schema, deprecationReason }: OwnField,
  about: string,
  { columns, needs, value }: Derived,
): readonly NodeField[] {
  const type = node?.type ?? scalarOf(schema)
  const of: Derived = { columns, value, ...(needs ? { needs } : {}) }
  const more = deprecationReason === undefined ? {} : { deprecationReason }
  return type ? [nodeField(node?.name ?? camel(name), type, about, of, more)] : []
}

interface OwnField {
  readonly node?: NodeName
  readonly schema: TSchema
  readonly deprecationReason?: string
}

function scalarOf(schema: TSchema): NodeScalar | undefined {
  const { items, ...whole } = argSchema(schema)
  const type = (of: ArgSchema) => (typeof of.type === 'string' ? of.type : '')
  return type(whole) === 'array' && items ? listTypes.get(type(items)) : scalarTypes.get(type(whole))
}

const scalarTypes: ReadonlyMap<string, NodeScalar> = new Map([
  ['string', 'String'],
  ['number', 'Float'],
  ['integer', 'Int'],
  ['boolean', 'Boolean'],
])

const listTypes: ReadonlyMap<string, NodeScalar> = new Map([
  ['string', '[String]'],
  ['number', '[Float]'],
  ['integer', '[Int]'],
  ['boolean', '[Boolean]'],
])

/** The number of comments: 0 while a password protects the content. */
const commentCount: Derived = {
  columns: ['comment_count', 'password'],
  value: (input) => (isLocked(input) ? 0 : Number(integerOf(input.row, 'comment_count'))),
}
