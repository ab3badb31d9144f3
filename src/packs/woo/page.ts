// Reads the rows that the products of a page show: their meta, terms, variations, the products of groups, and images. All products
// are read together, in a fixed number of statements.
import {
  addressColumns,
  describedImage,
  fileMeta,
  integerOf,
  parsePhpValue,
  textOf,
  type FieldInput,
  type GatherReads,
  type ResourceDefinition,
  type Row,
} from '../../index.ts'
import { byName } from '../php/by-name.ts'
import { arrayOf, isTruthy, phpText, textIn, wholeNumber } from '../php/stored.ts'
import type { Filters } from './query.ts'
import { shopOf } from './settings.ts'

/** Resources by name, collected while they are defined, without those that the owner closed. */
export type Resources = ReadonlyMap<string, ResourceDefinition>

/** An attribute of one product. */
export interface OwnAttribute {
  readonly key: string
  readonly name: string
  readonly isTaxonomy: boolean
  readonly isVisible: boolean
  readonly variesBy: boolean
  /** The values of an attribute that is no taxonomy. */
  readonly values: readonly string[]
}

export interface ProductPage {
  readonly meta: (id: string, key: string) => string
  /** The terms of a product in a taxonomy, ordered by name. */
  readonly terms: (id: string, taxonomy: string) => readonly Row[]
  readonly termLink: (id: string) => string
  readonly attributes: (id: string) => readonly OwnAttribute[]
  /** Variations that are sold, in their order. */
  readonly variations: (id: string) => readonly Row[]
  /** The products of a group that the viewer may see. */
  readonly grouped: (id: string) => readonly string[]
  readonly image: (id: string) => ProductImage | null
  readonly link: (id: string) => string
}

export type ProductImage = Readonly<Record<string, unknown>>

export const productColumns = [
  ...new Set([
    ...addressColumns,
    'id',
    'title',
    'slug',
    'type',
    'password',
    'parent_id',
    'menu_order',
    'excerpt',
  ]),
]

const moneyKeys = ['_price', '_regular_price', '_sale_price', '_stock_status'] as const
const keys = [
  ...moneyKeys,
  '_sku',
  '_stock',
  '_manage_stock',
  '_backorders',
  '_low_stock_amount',
  '_sold_individually',
  '_weight',
  '_length',
  '_width',
  '_height',
  '_thumbnail_id',
  '_product_image_gallery',
  '_product_attributes',
  '_default_attributes',
  '_children',
  '_product_url',
  '_button_text',
  '_variation_description',
  '_wc_average_rating',
  '_wc_review_count',
] as const

/** Terms of the plug-in's taxonomy of visibility by which lists and searches leave products out. */
export const excluded = ['exclude-from-catalog', 'exclude-from-search'] as const

/** Filters for public variations: published, without a password. */
export const openVariations: Filters = [
  { kind: 'in', column: 'type', values: ['product_variation'] },
  { kind: 'in', column: 'status', values: ['publish'] },
  { kind: 'in', column: 'password', values: [''] },
]

export async function readProducts(
  rows: readonly Row[],
  resources: Resources,
  reads: GatherReads,
): Promise<ProductPage> {
  const ids = idsOf(rows)
  const parents = await reads.rows({
    source: 'posts',
    columns: productColumns,
    filters: [
      { kind: 'in', column: 'id', values: rows.filter(isVariation).map((row) => textOf(row, 'parent_id')) },
      { kind: 'in', column: 'type', values: ['product'] },
    ],
  })
  const shown = [...rows, ...parents]
  const [own, variations] = await Promise.all([
    reads.needed(shown, { meta: keys }),
    reads.rows({
      source: 'posts',
      columns: ['id', 'parent_id', 'menu_order'],
      filters: [{ kind: 'in', column: 'parent_id', values: ids }, ...openVariations],
    }),
  ])
  const stored = (row: Row, key: string) => own.metaOf(integerOf(row, 'id'), key) ?? ''
  const attributes = new Map(
    shown.map((row) => [textOf(row, 'id'), attributesIn(stored(row, '_product_attributes'))]),
  )
  const children = new Map(rows.map((row) => [textOf(row, 'id'), idsIn(stored(row, '_children'))]))
  const grouped = await openProducts([...children.values()].flat(), resources, reads)
  const varying = [...attributes.values()].flat().map(({ key }) => `attribute_${key}`)
  const [below, terms, image, link] = await Promise.all([
    reads.needed([...variations, ...grouped, ...rows.filter(isVariation)], {
      meta: [...new Set([...moneyKeys, ...varying])],
    }),
    openTerms([...ids, ...idsOf(parents), ...idsOf(grouped)], resources, reads),
    imagesOf(
      shown.flatMap((row) => imageIds((key) => stored(row, key))),
      resources,
      reads,
    ),
    reads.postLinks(shown),
  ])
  const termLinks = await reads.termLinks(linkedTerms(terms))
  const termsBy = Map.groupBy(
    terms.toSorted(byName),
    (term) => `${textOf(term, 'post_id')} ${textOf(term, 'taxonomy')}`,
  )
  const termsFor = (id: string, taxonomy: string) => termsBy.get(`${id} ${taxonomy}`) ?? []
  const meta = (id: string, key: string) => own.metaOf(idOf(id), key) ?? below.metaOf(idOf(id), key) ?? ''
  const { hidesOutOfStock } = shopOf.of(reads.site)
  const isSold = (id: string) =>
    meta(id, '_price') !== '' && !(hidesOutOfStock && meta(id, '_stock_status') === 'outofstock')
  const sold = Map.groupBy(variations.filter((row) => isSold(textOf(row, 'id'))).toSorted(inOrder), (row) =>
    textOf(row, 'parent_id'),
  )
  const isOpen = (id: string) => !isHidden(termsFor(id, 'product_visibility'))
  const seen = new Set(idsOf(grouped).filter(isOpen))
  return {
    meta,
    image,
    terms: termsFor,
    termLink: (id) => termLinks.get(id) ?? '',
    attributes: (id) => attributes.get(id) ?? [],
    variations: (id) => sold.get(id) ?? [],
    grouped: (id) => (children.get(id) ?? []).filter((child) => seen.has(child)),
    link: (id) => link.get(id) ?? '',
  }
}

const idOf = (id: string) => integerOf({ id }, 'id')

export function idsOf(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => textOf(row, 'id'))
}

export function isVariation(row: Row): boolean {
  return textOf(row, 'type') === 'product_variation'
}

/** True where neither lists nor searches show a product. */
export function isHidden(visibility: readonly Row[]): boolean {
  return excluded.every((slug) => visibility.some((term) => textOf(term, 'slug') === slug))
}

function inOrder(one: Row, other: Row): number {
  return Number(integerOf(one, 'menu_order')) - Number(integerOf(other, 'menu_order'))
}

/** Ids in a serialized list, or in a text with commas. */
function idsIn(stored: string): readonly string[] {
  const listed = stored.startsWith('a:')
    ? [...arrayOf(parsePhpValue(stored)).values()].map(phpText)
    : stored.split(',').map((part) => part.trim())
  return listed.filter((id) => /^[1-9]\d{0,17}$/.test(id)).slice(0, 100)
}

/** The featured image, then those of the gallery. */
export function imageIds(meta: (key: string) => string): readonly string[] {
  return [...new Set(idsIn(`${meta('_thumbnail_id')},${meta('_product_image_gallery')}`))]
}

/** Parses a product's stored attributes; a broken list counts as empty. */
function attributesIn(stored: string): readonly OwnAttribute[] {
  return (
    [...arrayOf(parsePhpValue(stored))]
      .map(([key, each]) => [key, arrayOf(each)] as const)
      .toSorted(([, one], [, other]) => wholeNumber(one.get('position')) - wholeNumber(other.get('position')))
      .map(([key, each]) => ({
        key,
        name: textIn(each, 'name') || key,
        isTaxonomy: isTruthy(each.get('is_taxonomy')),
        isVisible: isTruthy(each.get('is_visible')),
        variesBy: isTruthy(each.get('is_variation')),
        values: textIn(each, 'value')
          .split('|')
          .map((value) => value.trim())
          .filter((value) => value !== ''),
      }))
      // Other taxonomies are no attributes, and may be hidden
      .filter(({ isTaxonomy, name }) => !isTaxonomy || name.startsWith('pa_'))
  )
}

/** Products among these ids that the viewer may see, without those that a password protects. */
export async function openProducts(ids: readonly string[], resources: Resources, { visible }: GatherReads) {
  const product = resources.get('product')
  if (!product) return []
  const rows = await visible(product, { ids, columns: ['status', 'password'] })
  return rows.filter((row) => textOf(row, 'status') === 'publish' && textOf(row, 'password') === '')
}

export async function termsOf(ids: readonly string[], { rows }: GatherReads): Promise<readonly Row[]> {
  return rows({
    source: 'post_terms',
    columns: ['post_id', 'id', 'name', 'slug', 'taxonomy', 'parent_id'],
    filters: [{ kind: 'in', column: 'post_id', values: ids }],
  })
}

/** Terms of products, without those of categories, tags and brands that the owner closed. */
async function openTerms(ids: readonly string[], resources: Resources, reads: GatherReads) {
  const terms = await termsOf(ids, reads)
  return terms.filter(
    (term) => !isLinked(textOf(term, 'taxonomy')) || resources.has(textOf(term, 'taxonomy')),
  )
}

/** True where terms of the taxonomy have addresses. */
export function isLinked(taxonomy: string): boolean {
  return /^product_(?:cat|tag|brand)$/.test(taxonomy)
}

/** Terms that responses show with their addresses, each once. */
function linkedTerms(terms: readonly Row[]): readonly Row[] {
  const linked = terms.filter((term) => isLinked(textOf(term, 'taxonomy')))
  return [...new Map(linked.map((term) => [textOf(term, 'id'), term])).values()]
}

/** Images that the viewer may see, by their ids. */
export async function imagesOf(
  ids: readonly string[],
  resources: Resources,
  { visible, needed, site }: GatherReads,
): Promise<(id: string) => ProductImage | null> {
  const attachment = resources.get('attachment')
  const wanted = [...new Set(ids)]
  const rows = attachment ? await visible(attachment, { ids: wanted, columns: describedImage.columns }) : []
  const meta = await needed(rows, { meta: fileMeta })
  const images = new Map(rows.map((row) => [textOf(row, 'id'), shownImage(row, { site, needed: meta })]))
  return (id) => images.get(id) ?? null
}

function shownImage(row: Row, of: Pick<FieldInput, 'site' | 'needed'>): ProductImage | null {
  const image = describedImage.of(row, of)
  if (!image.mimeType.startsWith('image/')) return null
  const { url, title, alt, width, srcset, sizes } = image
  return {
    id: Number(textOf(row, 'id')),
    src: url,
    thumbnail: sizes.find(({ name }) => name === 'woocommerce_thumbnail')?.url ?? url,
    srcset: srcset ?? '',
    sizes: width === null ? '' : `(max-width: ${width}px) 100vw, ${width}px`,
    name: title,
    alt,
  }
}
