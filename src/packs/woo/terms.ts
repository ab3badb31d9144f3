// The routes of categories, tags, brands and attributes: terms in the shapes of the Store API.
import {
  defineGather,
  defineRoute,
  everybody,
  textOf,
  Type,
  type GatherReads,
  type Read,
  type Row,
} from '../../index.ts'
import { byName, compared } from '../php/by-name.ts'
import { keyed } from '../php/keyed-meta.ts'
import { wholeNumber } from '../php/stored.ts'
import { idsOf, imagesOf, isLinked, type Resources } from './page.ts'
import { attributesOf, closed, namespace } from './products.ts'
import { storedSlug } from './query.ts'
import type { Attribute } from './settings.ts'

const termArgs = {
  page: Type.Integer({ description: 'Which page of the list.', default: 1, minimum: 1 }),
  per_page: Type.Integer({
    description: 'How many terms a page has.',
    default: 100,
    minimum: 1,
    maximum: 100,
  }),
  search: Type.Optional(Type.String({ description: 'Only terms with this text in their name.' })),
  slug: Type.Optional(Type.String({ description: 'Only the term with this slug.' })),
  include: Type.Optional(Type.Array(Type.Integer(), { description: 'Only these terms.', maxItems: 100 })),
  exclude: Type.Optional(Type.Array(Type.Integer(), { description: 'None of these terms.', maxItems: 100 })),
  parent: Type.Optional(Type.Integer({ description: 'Only terms right below this one; 0 for the topmost.' })),
  hide_empty: Type.Boolean({ description: 'Only terms that products have.', default: true }),
  order: Type.Enum(['asc', 'desc'], {
    type: 'string',
    default: 'asc',
    description: 'Ascending or descending.',
  }),
  orderby: Type.Enum(['name', 'slug', 'count', 'menu_order'], {
    type: 'string',
    default: 'name',
    description: 'The order of the list.',
  }),
}

type TermQuery = Type.Static<Type.TObject<typeof termArgs>>

interface Terms {
  readonly rows: readonly Row[]
  /** A term's position in the order of the shop's owner. */
  readonly placeOf: (id: string) => number
  /** The number of products with the term that the catalog shows; for taxonomies other than categories and tags of all. */
  readonly countOf: (row: Row) => number
}

interface WantedTerms {
  readonly taxonomy: string
  /** The id of a term, where only that one is read. */
  readonly id?: number
  /** True where the positions of terms are read, too. */
  readonly isPlaced?: boolean
}

/** The terms of a taxonomy, at most 10 000. */
function termsOf({ taxonomy, id, isPlaced }: WantedTerms) {
  return defineGather(async (_, reads): Promise<Terms> => {
    const rows = await reads.rows({
      source: 'terms',
      columns: ['id', 'name', 'slug', 'taxonomy', 'description', 'parent_id', 'count'],
      filters: [
        { kind: 'in', column: 'taxonomy', values: [taxonomy] },
        ...(id === undefined ? [] : [{ kind: 'in', column: 'id', values: [id] } as const]),
      ],
    })
    const [counts, places] = await Promise.all([
      metaUnder(`product_count_${taxonomy}`, rows, reads),
      metaUnder('order', isPlaced ? rows : [], reads),
    ])
    return {
      rows,
      countOf: (row) => wholeNumber(counts(textOf(row, 'id')) || textOf(row, 'count')),
      placeOf: (term) => wholeNumber(places(term)),
    }
  })
}

/** The addresses and images of the terms that are shown. */
function shownTerms(taxonomy: string, resources: Resources) {
  return defineGather(async (rows, reads) => {
    if (!isLinked(taxonomy)) return () => ({})
    const thumbnail = await metaUnder('thumbnail_id', rows, reads)
    const files = idsOf(rows)
      .map(thumbnail)
      .filter((id) => /^[1-9]\d{0,17}$/.test(id))
    const [image, links] = await Promise.all([imagesOf(files, resources, reads), reads.termLinks(rows)])
    return (id: string) => ({ image: image(thumbnail(id)), permalink: links.get(id) ?? '' })
  })
}

/** Terms in the shapes of the Store API. */
async function shown(
  rows: readonly Row[],
  { countOf }: Terms,
  taxonomy: string,
  { read, resources }: Sources,
) {
  const about = await read.gather(shownTerms(taxonomy, resources), rows)
  return rows.map((row) => {
    const id = textOf(row, 'id')
    return {
      id: Number(id),
      name: textOf(row, 'name'),
      slug: textOf(row, 'slug'),
      description: textOf(row, 'description'),
      parent: Number(textOf(row, 'parent_id')) || 0,
      count: countOf(row),
      ...about(id),
    }
  })
}

/** One key's values by the ids of terms: keys are read separately, so that the limit of rows cuts off no term's value. */
async function metaUnder(key: string, rows: readonly Row[], reads: GatherReads) {
  const meta = await keyed('termmeta', 'term_id', idsOf(rows), [key], reads)
  return (id: string) => meta(id, key)
}

function listed({ rows, countOf, placeOf }: Terms, query: TermQuery): readonly Row[] {
  const { search, slug, include = [], exclude = [], parent, orderby, order } = query
  const words = search?.toLowerCase() ?? ''
  const found = rows.filter((row) => {
    const id = Number(textOf(row, 'id'))
    return (
      (!query.hide_empty || countOf(row) > 0) &&
      textOf(row, 'name').toLowerCase().includes(words) &&
      (slug === undefined || textOf(row, 'slug') === storedSlug(slug)) &&
      (include.length === 0 || include.includes(id)) &&
      !exclude.includes(id) &&
      (parent === undefined || Number(textOf(row, 'parent_id')) === parent)
    )
  })
  const way = order === 'desc' ? -1 : 1
  return found.toSorted((one, other) => {
    switch (orderby) {
      case 'count':
        return way * (countOf(one) - countOf(other) || byName(one, other))
      case 'slug':
        return way * compared(textOf(one, 'slug'), textOf(other, 'slug'))
      case 'menu_order':
        return way * (placeOf(textOf(one, 'id')) - placeOf(textOf(other, 'id')) || byName(one, other))
      case 'name':
        return way * byName(one, other)
    }
  })
}

/** The page of a list of terms. */
async function pageOf(taxonomy: string, query: TermQuery, sources: Sources) {
  const wanted = { taxonomy, isPlaced: query.orderby === 'menu_order' }
  const terms = await sources.read.gather(termsOf(wanted), [])
  const rows = listed(terms, query)
  const { page, per_page: perPage } = query
  return {
    items: await shown(rows.slice((page - 1) * perPage, page * perPage), terms, taxonomy, sources),
    page: { page, perPage, count: rows.length },
  }
}

interface Sources {
  readonly read: Read
  readonly resources: Resources
}

function taxonomyRoutes(path: string, taxonomy: string, resources: Resources) {
  const list = defineRoute({
    namespace,
    path: `/products/${path}`,
    methods: ['GET'],
    args: termArgs,
    permission: everybody,
    lists: 'page',
    handle: async ({ args, read, fail, paged }) => {
      if (!resources.has(taxonomy)) return fail(...closed)
      const { items, page } = await pageOf(taxonomy, args, { read, resources })
      return paged(items, page)
    },
  })
  const one = defineRoute({
    namespace,
    path: `/products/${path}/:id`,
    methods: ['GET'],
    args: { id: Type.Integer({ description: 'Which term.', minimum: 1 }) },
    permission: everybody,
    handle: async ({ args, read, fail }) => {
      if (!resources.has(taxonomy)) return fail(...closed)
      const terms = await read.gather(termsOf({ taxonomy, id: args.id }), [])
      const [term] = await shown(terms.rows, terms, taxonomy, { read, resources })
      return term ?? fail('x_woo_no_term', 404, 'There is no such term.')
    },
  })
  return [list, one]
}

const attributeId = Type.Integer({ description: 'Which attribute.', minimum: 1 })

function attributeRoutes(resources: Resources) {
  // Attributes reveal values of products
  const isServed = () => resources.has('product')
  const counts = (taxonomies: readonly string[], read: Read) => {
    const terms = defineGather((_, { rows }) =>
      rows({
        source: 'terms',
        columns: ['id', 'taxonomy'],
        filters: [{ kind: 'in', column: 'taxonomy', values: taxonomies }],
      }),
    )
    return read.gather(terms, [])
  }
  const described = async (attributes: readonly Attribute[], read: Read) => {
    const terms = await counts(
      attributes.map(({ taxonomy }) => taxonomy),
      read,
    )
    const byTaxonomy = Map.groupBy(terms, (row) => textOf(row, 'taxonomy'))
    return attributes.map(({ id, label, taxonomy, type, order, hasArchives }) => ({
      id,
      name: label,
      taxonomy,
      type,
      order,
      has_archives: hasArchives,
      count: byTaxonomy.get(taxonomy)?.length ?? 0,
    }))
  }
  const missing = ['x_woo_no_attribute', 404, 'There is no such attribute.'] as const
  const list = defineRoute({
    namespace,
    path: '/products/attributes',
    methods: ['GET'],
    permission: everybody,
    lists: 'whole',
    handle: async ({ read, plugInRows, fail }) =>
      isServed() ? described(await attributesOf(plugInRows), read) : fail(...closed),
  })
  const one = defineRoute({
    namespace,
    path: '/products/attributes/:id',
    methods: ['GET'],
    args: { id: attributeId },
    permission: everybody,
    handle: async ({ args, read, plugInRows, fail }) => {
      if (!isServed()) return fail(...closed)
      const all = await attributesOf(plugInRows)
      const [found] = await described(
        all.filter(({ id }) => id === args.id),
        read,
      )
      return found ?? fail(...missing)
    },
  })
  const terms = defineRoute({
    namespace,
    path: '/products/attributes/:id/terms',
    methods: ['GET'],
    args: { id: attributeId, ...termArgs },
    permission: everybody,
    lists: 'page',
    handle: async ({ args, read, plugInRows, fail, paged }) => {
      if (!isServed()) return fail(...closed)
      const attribute = (await attributesOf(plugInRows)).find(({ id }) => id === args.id)
      if (!attribute) return fail(...missing)
      const { items, page } = await pageOf(attribute.taxonomy, args, { read, resources })
      return paged(items, page)
    },
  })
  return [list, one, terms]
}

export function termRoutes(resources: Resources) {
  return [
    ...taxonomyRoutes('categories', 'product_cat', resources),
    ...taxonomyRoutes('tags', 'product_tag', resources),
    ...taxonomyRoutes('brands', 'product_brand', resources),
    ...attributeRoutes(resources),
  ]
}
