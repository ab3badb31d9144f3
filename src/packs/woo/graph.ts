// Fields of products in GraphQL, besides those of all content. They are null for products that a password protects.
import { textOf, type FieldInput, type Gather, type Site } from '../../index.ts'
import { imageIds, productColumns, type ProductPage } from './page.ts'
import { toDecimal } from './prices.ts'
import { quantityOf, shownAttributes, shownVariations, subjectOf, type Subject } from './product.ts'

const image = {
  type: 'ProductImage',
  description: 'An image of a product.',
  members: { id: 'ID!', src: 'String!', srcset: 'String', alt: 'String' },
} as const

const attribute = {
  type: 'ProductAttribute',
  description: 'An attribute of a product, such as its size.',
  members: { name: 'String!', taxonomy: 'String', hasVariations: 'Boolean!', values: '[String!]' },
} as const

const variation = {
  type: 'ProductVariation',
  description: 'A variation of a product; an attribute without a value allows any.',
  members: { id: 'ID!', attributes: '[String!]', values: '[String]', price: 'String', stockStatus: 'String' },
} as const

/** Null for numbers outside GraphQL's Int. */
function asInt(value: number | null): number | null {
  return value !== null && value === (value | 0) ? value : null
}

export function productNodeFields(gather: Gather<ProductPage>) {
  const needs = (site: Site) => ({ gathers: [gather.on(site)] })
  const of = (value: (subject: Subject) => unknown) => ({
    columns: productColumns,
    needs,
    value: ({ row, site, needed, unlocked }: FieldInput) =>
      textOf(row, 'password') !== '' && !unlocked ? null : value(subjectOf(row, site, gather.of(needed))),
  })
  // A shop that adds taxes shows other prices than it stores, which only PHP computes
  const amount = (units: bigint | null, { shop }: Subject) =>
    units === null || shop.addsTaxes ? null : toDecimal(String(units), shop)
  return [
    { name: 'productType', type: 'String', description: 'Its type: `simple`.', ...of(({ type }) => type) },
    {
      name: 'sku',
      type: 'String',
      description: 'Its stock keeping unit.',
      ...of(({ meta }) => meta('_sku')),
    },
    {
      name: 'price',
      type: 'String',
      description: 'Its price, the least of its variations: `12.50`. Null where the shop adds taxes.',
      ...of((subject) => amount(subject.prices.price, subject)),
    },
    {
      name: 'regularPrice',
      type: 'String',
      description: 'Its regular price.',
      ...of((subject) => amount(subject.prices.regular, subject)),
    },
    {
      name: 'onSale',
      type: 'Boolean',
      description: 'Whether it is on sale.',
      ...of(({ prices }) => prices.isOnSale),
    },
    {
      name: 'currency',
      type: 'String',
      description: 'The code of the currency of its prices.',
      ...of(({ shop }) => shop.currency['currency_code']),
    },
    {
      name: 'stockStatus',
      type: 'String',
      description: '`instock`, `outofstock` or `onbackorder`.',
      ...of(({ meta }) => meta('_stock_status') || 'instock'),
    },
    {
      name: 'stockQuantity',
      type: 'Int',
      description: 'Its stock quantity, where the shop manages stock, if less than 2^31.',
      ...of(({ meta }) => asInt(quantityOf(meta))),
    },
    {
      name: 'gallery',
      type: { objects: image },
      description: 'Its images, the featured one first.',
      ...of(({ meta, page }) => imageIds(meta).flatMap((id) => page.image(id) ?? [])),
    },
    {
      name: 'attributes',
      type: { objects: attribute },
      description: 'Its attributes, some of which distinguish its variations.',
      ...of((subject) =>
        shownAttributes(subject, []).map(({ name, taxonomy, has_variations: hasVariations, terms }) => ({
          name,
          taxonomy,
          hasVariations,
          values: terms.map((term) => term.name),
        })),
      ),
    },
    {
      name: 'variations',
      type: { objects: variation },
      description: 'Its variations.',
      ...of((subject) =>
        subject.type === 'variable'
          ? shownVariations(subject, []).map(({ id, attributes }) => ({
              id,
              attributes: attributes.map(({ name }) => name),
              values: attributes.map(({ value }) => value),
              price: subject.shop.addsTaxes ? null : subject.page.meta(String(id), '_price'),
              stockStatus: subject.page.meta(String(id), '_stock_status'),
            }))
          : [],
      ),
    },
  ] as const
}
