// Arguments of the list of products → its filters and order.
import { decoded, integerOf, textOf, type GatherReads, type Read, type Row, type Site } from '../../index.ts'
import type { AttributeQuery, Operator, ProductQuery } from './args.ts'
import { excluded } from './page.ts'
import { ownPrices, toDecimal } from './prices.ts'
import { shopOf, type Shop } from './settings.ts'

type Wanted = Parameters<Read['page']>[1]
export type Filters = NonNullable<Wanted['filters']>
type Orders = NonNullable<Wanted['order']>

/** Limits the rows of meta under one key that a list may read; in a larger shop the list fails with `filter_needs_scan`. */
const scanMax = 50_000

const compared = {
  price: { name: 'price', on: { meta: '_price' }, type: 'decimal', scanMax },
  sku: { name: 'sku', on: { meta: '_sku' }, type: 'text', scanMax },
  stock: { name: 'stock_status', on: { meta: '_stock_status' }, type: 'text', scanMax },
  sale: { name: 'on_sale', on: { meta: '_sale_price' }, type: 'decimal', scanMax },
  popularity: { name: 'popularity', on: { meta: 'total_sales' }, type: 'decimal', scanMax },
  rating: { name: 'rating', on: { meta: '_wc_average_rating' }, type: 'decimal', scanMax },
} as const

/** Rows that are read to resolve arguments. */
export interface Known {
  /** Categories in the database, for those below a category. */
  readonly categories: readonly Row[]
  /** Ids of products on sale. */
  readonly onSale: readonly string[]
}

export function productFilters(query: ProductQuery, site: Site, known: Known): Filters {
  const shop = shopOf.of(site)
  const { category = [], tag = [], brand = [], attributes = [], search } = query
  const ofAttributes = attributes.flatMap(attributeFilters)
  const isAny = query.attribute_relation === 'in' && ofAttributes.length > 1
  return [
    { kind: 'in', column: 'password', values: [''] },
    ...idFilters(query),
    ...visibilityFilters(query.catalog_visibility ?? (search ? 'search' : 'catalog')),
    ...(query.type === undefined ? [] : [carrying('product_type', 'slug', [query.type])]),
    ...termFilters('product_cat', withBelow(category, known.categories), query.category_operator),
    ...termFilters(
      'product_tag',
      tag.map((one) => [one]),
      query.tag_operator,
    ),
    ...termFilters(
      'product_brand',
      brand.map((one) => [one]),
      query.brand_operator,
    ),
    ...(isAny ? [{ kind: 'any', filters: ofAttributes } as const] : ofAttributes),
    ...either(query.featured, carrying('product_visibility', 'slug', ['featured'])),
    ...either(query.on_sale, { kind: 'in', column: 'id', values: known.onSale }),
    ...(query.rating?.length
      ? [
          carrying(
            'product_visibility',
            'slug',
            query.rating.map((stars) => `rated-${stars}`),
          ),
        ]
      : []),
    ...priceFilters(query, shop),
    ...oneOf(compared.sku, query.sku),
    ...oneOf(compared.stock, query.stock_status),
    ...(shop.hidesOutOfStock && !query.stock_status
      ? not(carrying('product_visibility', 'slug', ['outofstock']))
      : []),
    ...timeFilters(query, site),
  ]
}

type Filter = Filters[number]

function carrying(taxonomy: string, by: 'id' | 'slug', values: readonly (string | number)[]): Filter {
  return { kind: 'term', taxonomy, by, values }
}

function not(...filters: Filters): Filters {
  return [{ kind: 'none', filters }]
}

function either(isWanted: boolean | undefined, filter: Filter): Filters {
  if (isWanted === undefined) return []
  return isWanted ? [filter] : not(filter)
}

function idFilters({ slug, include, exclude }: ProductQuery): Filters {
  return [
    ...(slug?.length ? [{ kind: 'in', column: 'slug', values: slug.map(storedSlug) } as const] : []),
    ...(include?.length ? [{ kind: 'in', column: 'id', values: include } as const] : []),
    ...(exclude?.length ? not({ kind: 'in', column: 'id', values: exclude }) : []),
  ]
}

/** Slugs are stored percent-encoded in lower case. */
export function storedSlug(slug: string): string {
  return encodeURIComponent(decoded(slug).toWellFormed()).toLowerCase()
}

function visibilityFilters(where: string): Filters {
  const [catalog, search] = excluded
  const slugs = where === 'visible' ? [...excluded] : [where === 'search' ? search : catalog]
  return not(carrying('product_visibility', 'slug', slugs))
}

/** The ids of each category and its descendants; an unknown category stays a slug that no product has. */
function withBelow(wanted: readonly string[], categories: readonly Row[]): readonly (readonly string[])[] {
  const children = Map.groupBy(categories, (row) => textOf(row, 'parent_id'))
  /** Positions by id and by slug; of two categories that match, the first counts. */
  const places = new Map<string, number>()
  for (const [at, row] of categories.entries())
    for (const name of ['id', 'slug']) {
      const key = `${name} ${textOf(row, name)}`
      if (!places.has(key)) places.set(key, at)
    }
  return wanted.map((one) => {
    const [byId, bySlug] = [places.get(`id ${one}`), places.get(`slug ${storedSlug(one)}`)]
    const found = categories[Math.min(byId ?? Infinity, bySlug ?? Infinity)]
    if (!found) return [one]
    const below = new Set([textOf(found, 'id')])
    for (const id of below) for (const child of children.get(id) ?? []) below.add(textOf(child, 'id'))
    return [...below]
  })
}

/** Filters by ids or slugs of terms; of each list in `wanted` one term suffices. */
function termFilters(
  taxonomy: string,
  wanted: readonly (readonly string[])[],
  how: Operator = 'in',
): Filters {
  if (wanted.length === 0) return []
  const filterOf = (terms: readonly string[]): Filter => {
    const byId = terms.filter((term) => /^[1-9]\d{0,17}$/.test(term)).map(Number)
    const bySlug = terms.filter((term) => !/^[1-9]\d{0,17}$/.test(term)).map(storedSlug)
    const filters = [
      ...(byId.length > 0 ? [carrying(taxonomy, 'id', byId)] : []),
      ...(bySlug.length > 0 ? [carrying(taxonomy, 'slug', bySlug)] : []),
    ]
    const [only] = filters
    return only && filters.length === 1 ? only : { kind: 'any', filters }
  }
  switch (how) {
    case 'and':
      return wanted.map(filterOf)
    case 'not_in':
      return not(filterOf(wanted.flat()))
    case 'in':
      return [filterOf(wanted.flat())]
  }
}

function attributeFilters({ attribute, term_id: ofIds, slug, operator: how }: AttributeQuery): Filters {
  const wanted = [...(ofIds ?? []).map(String), ...(slug ?? [])]
  const name = decoded(attribute)
  const taxonomy = name.startsWith('pa_') ? name : `pa_${name}`
  return termFilters(
    taxonomy,
    wanted.map((one) => [one]),
    how,
  )
}

/** A product matches where one of its prices is between the two. */
function priceFilters({ min_price: min, max_price: max }: ProductQuery, shop: Shop): Filters {
  const limits = [
    ...(min === undefined ? [] : [{ operator: 'gte', units: min } as const]),
    ...(max === undefined ? [] : [{ operator: 'lte', units: max } as const]),
  ]
  if (limits.length === 0) return []
  return [
    {
      kind: 'compared',
      by: compared.price,
      tests: limits.map(({ operator }, from) => ({ operator, from, count: 1 })),
      values: limits.map(({ units }) => toDecimal(units, shop)),
    },
  ]
}

function oneOf(by: (typeof compared)['sku' | 'stock'], values: readonly string[] = []): Filters {
  if (values.length === 0) return []
  return [{ kind: 'compared', by, tests: [{ operator: 'in', from: 0, count: values.length }], values }]
}

function timeFilters({ after, before }: ProductQuery, { timeZone }: Site): Filters {
  const bound = (kind: 'after' | 'before', given: string | undefined): Filters =>
    given === undefined ? [] : [{ kind, column: 'created_at', values: [timeZone.stored(given)] }]
  return [...bound('after', after), ...bound('before', before)]
}

export function productOrder({ orderby, order, include }: ProductQuery): Orders {
  const descending = order === 'desc'
  const column = (name: string) => ({ kind: 'column', column: name, descending }) as const
  const meta = (by: (typeof compared)['price' | 'popularity' | 'rating']) =>
    [{ kind: 'meta', by, descending }, column('id')] as const
  switch (orderby) {
    case 'price':
      return meta(compared.price)
    case 'popularity':
      return meta(compared.popularity)
    case 'rating':
      return meta(compared.rating)
    case 'include':
      return include?.length ? [{ kind: 'as-given', column: 'id' }] : [column('created_at'), column('id')]
    case 'id':
      return [column('id')]
    case 'modified':
      return [column('modified_at'), column('id')]
    case 'title':
    case 'slug':
    case 'menu_order':
      return [column(orderby), column('id')]
    case 'date':
      return [column('created_at'), column('id')]
  }
}

/** The most rows that a gather reads. */
const onSaleMax = 10_000

/** Products on sale, and those that have a variation on sale; null where there are too many to name. */
export async function onSaleIn({ rows, needed }: GatherReads, shop: Shop): Promise<readonly string[] | null> {
  const found = await rows({
    source: 'posts',
    columns: ['id', 'type', 'parent_id'],
    filters: [
      { kind: 'in', column: 'type', values: ['product', 'product_variation'] },
      { kind: 'in', column: 'status', values: ['publish'] },
      { kind: 'in', column: 'password', values: [''] },
      { kind: 'compared', by: compared.sale, tests: [], values: [] },
    ],
  })
  if (found.length >= onSaleMax) return null
  const { metaOf } = await needed(found, { meta: ['_price', '_regular_price', '_sale_price'] })
  const onSale = found.filter(
    (row) => ownPrices((key) => metaOf(integerOf(row, 'id'), key) ?? '', shop).isOnSale,
  )
  const products = onSale.map((row) => textOf(row, textOf(row, 'type') === 'product' ? 'id' : 'parent_id'))
  return [...new Set(products)]
}
