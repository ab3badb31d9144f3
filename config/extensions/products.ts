// Things for sale: their prices are stored, what they cost with tax is computed by the database.
import { defineContentType, defineTaxonomy, storedField, Type } from 'lectern'

export const product = defineContentType({
  name: 'product',
  base: 'products',
  labels: { plural: 'Products', singular: 'Product' },
  description: 'Things for sale',
  icon: 'dashicons-cart',
  hasArchive: true,
  supports: [
    'title',
    'editor',
    'author',
    'thumbnail',
    'excerpt',
    'custom-fields',
    'comments',
    'page-attributes',
  ],
  meta: [storedField({ key: 'price', type: 'number', node: 'price' })],
  computed: [
    {
      name: 'price_with_tax',
      contexts: ['view', 'edit'],
      schema: Type.Number({ description: 'The price with 10 % tax.' }),
      expression: ({ meta, decimal, times, rounded }) => rounded(times(decimal(meta('price')), '1.1'), 2),
      read: Number,
      node: { name: 'priceWithTax', type: 'Float' },
    },
  ],
})

export const genre = defineTaxonomy({
  name: 'genre',
  base: 'genre',
  labels: { plural: 'Genres', singular: 'Genre' },
  isHierarchical: true,
  shownIn: { site: true, screens: true, column: true },
  types: ['post', 'product'],
  capabilities: { manage: 'manage_categories', edit: 'manage_categories', assign: 'edit_posts' },
})
