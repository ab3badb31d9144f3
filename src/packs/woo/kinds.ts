// Content types and taxonomies that WooCommerce registers, with those that only the pack reads and REST does not serve.
import { defineContentType, defineTaxonomy, type PhpValue } from '../../index.ts'
import { arrayOf, textIn } from '../php/stored.ts'
import { unservedTaxonomy } from '../types/unserved-taxonomy.ts'

/** A segment of addresses from WooCommerce's option of permalinks. */
function wordIn(permalinks: PhpValue, key: string, otherwise: string): string {
  const stored = textIn(arrayOf(permalinks), key).replace(/%[^%]*%/g, '')
  return (
    stored
      .split('/')
      .filter((part) => part !== '')
      .join('/') || otherwise
  )
}

export function kindsOf(permalinks: PhpValue) {
  const capabilities = {
    manage: 'manage_product_terms',
    edit: 'edit_product_terms',
    delete: 'delete_product_terms',
    assign: 'assign_product_terms',
  }
  const ofTerms = (name: string, plural: string, singular: string, slug: string) =>
    defineTaxonomy({
      name,
      base: name,
      labels: { plural, singular },
      isHierarchical: name !== 'product_tag',
      types: ['product'],
      capabilities,
      slug,
      rewriting: { isPath: true, withFront: false },
    })
  const hidden = (
    name: string,
    capabilityType: string,
    labels: { readonly plural: string; readonly singular: string },
  ) =>
    defineContentType({
      name,
      base: name,
      isServed: false,
      isViewable: false,
      labels,
      supports: ['title'],
      capabilityType,
    })
  const internal = (name: string) => unservedTaxonomy(name, { types: ['product'], capabilities })
  return {
    contentTypes: [
      defineContentType({
        name: 'product',
        base: 'product',
        labels: { plural: 'Products', singular: 'Product' },
        hasArchive: 'shop',
        supports: ['title', 'editor', 'excerpt', 'thumbnail', 'comments', 'custom-fields'],
        capabilityType: 'product',
        slug: wordIn(permalinks, 'product_base', 'product'),
        rewriting: { isPath: true, withFront: false },
      }),
      hidden('product_variation', 'product', { plural: 'Variations', singular: 'Variation' }),
      hidden('shop_order', 'shop_order', { plural: 'Orders', singular: 'Order' }),
      hidden('shop_order_refund', 'shop_order', { plural: 'Refunds', singular: 'Refund' }),
      hidden('shop_coupon', 'shop_coupon', { plural: 'Coupons', singular: 'Coupon' }),
    ],
    taxonomies: [
      ofTerms(
        'product_cat',
        'Product categories',
        'Category',
        wordIn(permalinks, 'category_base', 'product-category'),
      ),
      ofTerms('product_tag', 'Product tags', 'Tag', wordIn(permalinks, 'tag_base', 'product-tag')),
      ofTerms('product_brand', 'Brands', 'Brand', wordIn(permalinks, 'product_brand_base', 'brand')),
      internal('product_type'),
      internal('product_visibility'),
      internal('product_shipping_class'),
    ],
  }
}
