// Arguments of the list of products.
import { Type } from '../../index.ts'

const operators = ['in', 'not_in', 'and'] as const
export type Operator = (typeof operators)[number]

const ids = (description: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { description, maxItems: 100 }))
const texts = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 191 }), { description, maxItems: 100 }))
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const operator = (of: string) =>
  Type.Optional(Type.Enum([...operators], { type: 'string', description: `How ${of} are compared.` }))
const price = (description: string) => Type.Optional(Type.String({ description, pattern: '^[0-9]{1,30}$' }))
const time = (description: string) => Type.Optional(Type.String({ description, format: 'date-time' }))

export const productArgs = {
  page: Type.Integer({ description: 'Which page of the list.', default: 1, minimum: 1 }),
  per_page: Type.Integer({
    description: 'How many products a page has.',
    default: 10,
    minimum: 1,
    maximum: 100,
  }),
  search: Type.Optional(Type.String({ description: 'Only products with these words.' })),
  slug: texts('Only products with these slugs.'),
  sku: texts('Only products with these numbers.'),
  include: ids('Only these products.'),
  exclude: ids('None of these products.'),
  parent: ids('Only variations of these products.'),
  type: Type.Optional(
    Type.Enum(['simple', 'grouped', 'external', 'variable', 'variation'], {
      type: 'string',
      description: 'Only products of this type; variations are those of `parent`.',
    }),
  ),
  category: texts('Only products in these categories, or in those below them, by ids or slugs.'),
  category_operator: operator('categories'),
  tag: texts('Only products with these tags, by ids or slugs.'),
  tag_operator: operator('tags'),
  brand: texts('Only products of these brands, by ids or slugs.'),
  brand_operator: operator('brands'),
  attributes: Type.Optional(
    Type.Unsafe<readonly AttributeQuery[]>({
      type: 'array',
      description: 'Only products with these terms of attributes.',
      maxItems: 20,
      items: {
        type: 'object',
        properties: {
          attribute: { type: 'string', minLength: 1, maxLength: 191, required: true },
          term_id: { type: 'array', items: { type: 'integer' }, maxItems: 100 },
          slug: { type: 'array', items: { type: 'string' }, maxItems: 100 },
          operator: { type: 'string', enum: [...operators] },
        },
        additionalProperties: false,
      },
    }),
  ),
  attribute_relation: Type.Optional(
    Type.Enum(['in', 'and'], {
      type: 'string',
      description: 'Whether a product has to match one of the attributes, or all.',
    }),
  ),
  featured: flag('Only products that are featured, or none of them.'),
  on_sale: flag('Only products on sale, or none of them.'),
  min_price: price('The least price, in the smallest unit.'),
  max_price: price('The greatest price, in the smallest unit.'),
  stock_status: Type.Optional(
    Type.Array(Type.Enum(['instock', 'outofstock', 'onbackorder'], { type: 'string' }), {
      description: 'Only products with this stock status.',
      maxItems: 3,
    }),
  ),
  rating: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 5 }), {
      description: 'Only products with these ratings, in whole stars.',
      maxItems: 5,
    }),
  ),
  catalog_visibility: Type.Optional(
    Type.Enum(['visible', 'catalog', 'search'], {
      type: 'string',
      description:
        'Where products have to be shown. Default: in searches or in the catalog, as the request is.',
    }),
  ),
  after: time('Only products after this time.'),
  before: time('Only products before this time.'),
  order: Type.Enum(['asc', 'desc'], {
    type: 'string',
    default: 'desc',
    description: 'Ascending or descending.',
  }),
  orderby: Type.Enum(
    ['date', 'modified', 'id', 'include', 'title', 'slug', 'menu_order', 'price', 'popularity', 'rating'],
    { type: 'string', default: 'date', description: 'The order of the list.' },
  ),
}

export interface AttributeQuery {
  readonly attribute: string
  readonly term_id?: readonly number[]
  readonly slug?: readonly string[]
  readonly operator?: Operator
}

export type ProductQuery = Type.Static<Type.TObject<typeof productArgs>>
