// Products in the shapes of the Store API, as far as rows determine them. Members that only PHP computes (`price_html`, texts
// of buttons) are left out, or empty.
import { parsePhpValue, textOf, type Row, type Site } from '../../index.ts'
import { arrayOf, textIn, wholeNumber } from '../php/stored.ts'
import { isVariation, imageIds, type OwnAttribute, type ProductPage } from './page.ts'
import { leastPrices, ownPrices, shownPrices, type Prices } from './prices.ts'
import { shopOf, type Attribute, type Shop } from './settings.ts'

/** A product with the rows and settings from which its members are made. */
export interface Subject {
  readonly id: string
  readonly row: Row
  readonly type: string
  readonly prices: Prices
  readonly page: ProductPage
  readonly shop: Shop
  readonly meta: (key: string) => string
}

export function subjectOf(row: Row, site: Site, page: ProductPage): Subject {
  const shop = shopOf.of(site)
  const id = textOf(row, 'id')
  const [stored] = page.terms(id, 'product_type')
  const type = isVariation(row) ? 'variation' : stored ? textOf(stored, 'slug') : 'simple'
  const meta = (key: string) => page.meta(id, key)
  const pricesOf = (ids: readonly string[]) =>
    leastPrices(ids.map((each) => ownPrices((key) => page.meta(each, key), shop)))
  const prices =
    type === 'variable'
      ? pricesOf(page.variations(id).map((each) => textOf(each, 'id')))
      : type === 'grouped'
        ? pricesOf(page.grouped(id))
        : ownPrices(meta, shop)
  return { id, row, type, prices, page, shop, meta }
}

/** Texts of a product as HTML. */
export interface Texts {
  readonly name: string
  readonly description: string
  readonly short_description: string
}

export function shownProduct(
  subject: Subject,
  described: readonly Attribute[],
  texts: Texts,
): Readonly<Record<string, unknown>> {
  const { id, row, type, prices, page, shop, meta } = subject
  const parent = textOf(row, 'parent_id')
  const varying = type === 'variation' ? varyingBy(subject, parent, described) : []
  const images = imageIds(meta)
  const pictured =
    images.length === 0 && type === 'variation' ? imageIds((key) => page.meta(parent, key)) : images
  return {
    id: Number(id),
    ...texts,
    slug: textOf(row, 'slug'),
    parent: Number(parent) || 0,
    type,
    variation: varying.map(({ name, value }) => `${name}: ${value}`).join(', '),
    permalink: linkOf(subject, varying),
    sku: meta('_sku'),
    on_sale: prices.isOnSale,
    prices: shownPrices(prices, shop),
    average_rating: meta('_wc_average_rating') || '0',
    review_count: wholeNumber(meta('_wc_review_count')),
    images: pictured.flatMap((each) => page.image(each) ?? []),
    categories: shownTerms(subject, 'product_cat'),
    tags: shownTerms(subject, 'product_tag'),
    brands: shownTerms(subject, 'product_brand'),
    attributes: shownAttributes(subject, described),
    variations: type === 'variable' ? shownVariations(subject, described) : [],
    grouped_products: type === 'grouped' ? page.grouped(id).map(Number) : [],
    has_options: type === 'variable' || type === 'grouped',
    ...stockOf(subject),
    sold_individually: meta('_sold_individually') === 'yes',
    weight: meta('_weight'),
    dimensions: { length: meta('_length'), width: meta('_width'), height: meta('_height') },
    add_to_cart: toCart(subject, varying),
    extensions: {},
  }
}

function stockOf({ type, prices, shop, meta }: Subject) {
  const status = meta('_stock_status')
  const quantity = quantityOf(meta)
  const own = meta('_low_stock_amount')
  const low = own === '' ? shop.lowStock : wholeNumber(own)
  const isLow = quantity !== null && shop.lowStock !== null && low !== null && quantity <= low
  return {
    is_purchasable: type !== 'grouped' && type !== 'external' && prices.price !== null,
    is_in_stock: status !== 'outofstock',
    is_on_backorder: status === 'onbackorder',
    low_stock_remaining: isLow && !takesBackorders(meta) ? Math.max(quantity, 0) : null,
  }
}

/** The quantity in stock; null where the shop keeps no count. */
export function quantityOf(meta: Subject['meta']): number | null {
  return meta('_manage_stock') === 'yes' && meta('_stock') !== '' ? wholeNumber(meta('_stock')) : null
}

function takesBackorders(meta: Subject['meta']): boolean {
  return meta('_backorders') === 'yes' || meta('_backorders') === 'notify'
}

/** The most of a product that a cart takes, where no other limit applies. */
const quantityMax = 9999

/** Only PHP knows the texts of buttons, except those of products that other sites sell. */
function toCart(subject: Subject, varying: readonly Varying[]) {
  const { id, type, meta } = subject
  const { is_purchasable: isSold, is_in_stock: isThere } = stockOf(subject)
  const quantity = quantityOf(meta)
  const there = quantity === null || takesBackorders(meta) ? quantityMax : Math.max(quantity, 1)
  const isDirect = (type === 'simple' || type === 'variation') && isSold && isThere
  const words = type === 'external' ? meta('_button_text') : ''
  return {
    text: words,
    description: '',
    url:
      type === 'external'
        ? webAddress(meta('_product_url'))
        : isDirect
          ? `?add-to-cart=${id}`
          : linkOf(subject, varying),
    single_text: words,
    minimum: 1,
    maximum: meta('_sold_individually') === 'yes' ? 1 : there,
    multiple_of: 1,
  }
}

/** Empty for a text that is neither an address with http or https nor a path. */
function webAddress(stored: string): string {
  return /^(?:https?:\/\/|\/)/i.test(stored) ? stored : ''
}

/** The address of a variation is its product's page, with its attributes in the query. */
function linkOf({ id, row, type, page }: Subject, varying: readonly Varying[]): string {
  if (type !== 'variation') return page.link(id)
  const query = varying
    .map(({ key, stored }) => [`attribute_${key}`, stored].map(encodeURIComponent).join('='))
    .join('&')
  const link = page.link(textOf(row, 'parent_id'))
  return query === '' ? link : `${link}${link.includes('?') ? '&' : '?'}${query}`
}

function shownTerms({ id, page }: Subject, taxonomy: string) {
  return page.terms(id, taxonomy).map((term) => ({
    id: Number(textOf(term, 'id')),
    name: textOf(term, 'name'),
    slug: textOf(term, 'slug'),
    link: page.termLink(textOf(term, 'id')),
  }))
}

function labelOf({ name, isTaxonomy }: OwnAttribute, described: readonly Attribute[]) {
  const attribute = isTaxonomy ? described.find(({ taxonomy }) => taxonomy === name) : undefined
  return { id: attribute?.id ?? 0, label: attribute?.label ?? (isTaxonomy ? name.replace(/^pa_/, '') : name) }
}

/** Attributes that the product shows, or by which its variations differ. */
export function shownAttributes({ id, page, meta }: Subject, described: readonly Attribute[]) {
  const defaults = arrayOf(parsePhpValue(meta('_default_attributes')))
  return page
    .attributes(id)
    .filter(({ isVisible, variesBy }) => isVisible || variesBy)
    .map((own) => {
      const { id: attribute, label } = labelOf(own, described)
      const terms = own.isTaxonomy
        ? page.terms(id, own.name).map((term) => ({
            id: Number(textOf(term, 'id')),
            name: textOf(term, 'name'),
            slug: textOf(term, 'slug'),
          }))
        : own.values.map((value) => ({ id: 0, name: value, slug: value }))
      const chosen = textIn(defaults, own.key)
      return {
        id: attribute,
        name: label,
        taxonomy: own.isTaxonomy ? own.name : null,
        has_variations: own.variesBy,
        terms: terms.map((term) =>
          own.variesBy ? Object.assign(term, { default: chosen !== '' && term.slug === chosen }) : term,
        ),
      }
    })
}

/** An attribute's value in a variation; empty where any value fits. */
interface Varying {
  readonly key: string
  readonly name: string
  readonly stored: string
  readonly value: string
}

function varyingOf(page: ProductPage, id: string, parent: string, described: readonly Attribute[]) {
  return page
    .attributes(parent)
    .filter(({ variesBy }) => variesBy)
    .map((own): Varying => {
      const stored = page.meta(id, `attribute_${own.key}`)
      const term = page.terms(parent, own.name).find((each) => textOf(each, 'slug') === stored)
      const value = term ? textOf(term, 'name') : stored
      return { key: own.key, name: labelOf(own, described).label, stored, value }
    })
}

function varyingBy({ id, page }: Subject, parent: string, described: readonly Attribute[]) {
  return varyingOf(page, id, parent, described).filter(({ stored }) => stored !== '')
}

export function shownVariations({ id, page }: Subject, described: readonly Attribute[]) {
  return page.variations(id).map((row) => ({
    id: Number(textOf(row, 'id')),
    attributes: varyingOf(page, textOf(row, 'id'), id, described).map(({ name, stored }) => ({
      name,
      value: stored === '' ? null : stored,
    })),
  }))
}
