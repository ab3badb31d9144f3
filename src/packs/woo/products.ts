// The routes of products: a list, and one of them.
import {
  defineGather,
  defineRoute,
  everybody,
  richText,
  textOf,
  title,
  Type,
  type Derived,
  type Gather,
  type PlugInRows,
  type Read,
  type ResourceDefinition,
  type Row,
} from '../../index.ts'
import { attributeColumns } from '../followed-tables.ts'
import { productArgs, type ProductQuery } from './args.ts'
import { isHidden, productColumns, type ProductPage, type Resources } from './page.ts'
import { shownProduct, subjectOf } from './product.ts'
import { onSaleIn, productFilters, productOrder, type Filters } from './query.ts'
import { attributeOf, shopOf, type Attribute } from './settings.ts'
import { variationsOf } from './variations.ts'

export const namespace = 'wc/store/v1'

type PlugInReads = (wanted: PlugInRows) => Promise<readonly Row[]>

export async function attributesOf(plugInRows: PlugInReads): Promise<readonly Attribute[]> {
  const rows = await plugInRows({
    table: 'woocommerce_attribute_taxonomies',
    columns: attributeColumns,
    order: { column: 'attribute_id' },
    limit: 1000,
  })
  return rows.map(attributeOf)
}

export function productRoutes(resources: Resources, gather: Gather<ProductPage>) {
  const categories = defineGather((_, { rows }) =>
    rows({
      source: 'terms',
      columns: ['id', 'slug', 'parent_id'],
      filters: [{ kind: 'in', column: 'taxonomy', values: ['product_cat'] }],
    }),
  )
  const onSale = defineGather((_, reads) => onSaleIn(reads, shopOf.of(reads.site)))
  const knownFor = async (args: { readonly category?: unknown; readonly on_sale?: unknown }, read: Read) => ({
    categories: args.category === undefined ? [] : await read.gather(categories, []),
    onSale: args.on_sale === undefined ? [] : await read.gather(onSale, []),
  })

  const list = defineRoute({
    namespace,
    path: '/products',
    methods: ['GET'],
    args: productArgs,
    permission: everybody,
    lists: 'page',
    handle: async ({ args, read, plugInRows, fail, paged }) => {
      const site = await read.site()
      const resource = resources.get('product')
      if (!resource || asksOfClosed(args, resource, resources)) return fail(...closed)
      if (shopOf.of(site).addsTaxes) return fail(...taxes)
      const attributes = await attributesOf(plugInRows)
      const page = { page: args.page, perPage: args.per_page }
      if (args.type === 'variation') {
        if (!args.parent?.length)
          return fail('x_woo_needs_parent', 400, 'Variations are listed by the products in parent.')
        const variations = variationsOf({ parents: args.parent.map(String) }, resources, attributes)
        const { shown, count } = await variations(read, page)
        return paged(shown, { ...page, count })
      }
      const known = await knownFor(args, read)
      if (known.onSale === null)
        return fail('x_woo_too_many', 400, 'More products are on sale than a list can be made of.')
      const filters = productFilters(args, site, { ...known, onSale: known.onSale })
      const { items, count, isBounded } = await read.page('product', {
        values: { product: shownBy(gather, resource, attributes) },
        // Products have no parents
        filters: [...filters, ...(args.parent?.length ? [nothing] : [])],
        order: productOrder(args),
        ...(args.search ? { search: args.search } : {}),
        ...page,
      })
      return paged(
        items.map(({ product }) => product),
        { ...page, count, isBounded },
      )
    },
  })

  const one = defineRoute({
    namespace,
    path: '/products/:id',
    methods: ['GET'],
    args: { id: Type.Integer({ description: 'Which product, or variation.', minimum: 1 }) },
    permission: everybody,
    handle: async ({ args, read, plugInRows, fail }) => {
      const missing = fail('x_woo_no_product', 404, 'There is no such product.')
      const resource = resources.get('product')
      if (!resource) return missing
      if (shopOf.of(await read.site()).addsTaxes) return fail(...taxes)
      const attributes = await attributesOf(plugInRows)
      const [product] = await read.list('product', {
        values: { product: shownBy(gather, resource, attributes), isHidden: hidden(gather) },
        ids: [args.id],
        filters: [{ kind: 'in', column: 'password', values: [''] }],
        limit: 1,
      })
      if (product) return product.isHidden === true ? missing : product.product
      const variation = variationsOf({ ids: [String(args.id)] }, resources, attributes)
      const { shown } = await variation(read, { page: 1, perPage: 1 })
      return shown[0] ?? missing
    },
  })
  return [list, one]
}

export const closed = ['x_woo_closed', 404, 'The owner of this site does not serve that.'] as const

/** True where an argument would reveal values that the owner closed. */
function asksOfClosed(
  { category, tag, brand, orderby, slug, after, before }: ProductQuery,
  { orders, fields }: ResourceDefinition,
  resources: Resources,
): boolean {
  const isOrdered = ['title', 'slug', 'modified'].includes(orderby)
  const isClosed = (field: string) => !fields.some(({ name }) => name === field)
  return (
    (slug !== undefined && isClosed('slug')) ||
    ((after !== undefined || before !== undefined) && isClosed('date')) ||
    (isOrdered && !Object.hasOwn(orders, orderby)) ||
    (category !== undefined && !resources.has('product_cat')) ||
    (tag !== undefined && !resources.has('product_tag')) ||
    (brand !== undefined && !resources.has('product_brand'))
  )
}

const nothing: Filters[number] = { kind: 'in', column: 'id', values: [] }

const taxes = [
  'x_woo_taxes',
  501,
  'This shop shows prices with other taxes than it stores, which only WordPress computes.',
] as const

function hidden(gather: Gather<ProductPage>): Derived {
  return {
    columns: productColumns,
    needs: (site) => ({ gathers: [gather.on(site)] }),
    value: ({ row, needed }) => isHidden(gather.of(needed).terms(textOf(row, 'id'), 'product_visibility')),
  }
}

function shownBy(
  gather: Gather<ProductPage>,
  { fields }: ResourceDefinition,
  attributes: readonly Attribute[],
): Derived {
  const open = (field: string) => fields.find(({ name }) => name === field)
  const content = open('content')
  return {
    columns: [...new Set([...productColumns, ...title.columns, ...(content?.columns ?? [])])],
    needs: (site) => {
      const own = content?.needs?.(site) ?? {}
      return { ...own, gathers: [...(own.gathers ?? []), gather.on(site)] }
    },
    value: (input) => {
      const { row, site, needed } = input
      const excerpt = { id: textOf(row, 'id'), content: textOf(row, 'excerpt') }
      const product = shownProduct(subjectOf(row, site, gather.of(needed)), attributes, {
        name: open('title') ? String(title.value(input)) : '',
        description: String(Object(content?.value(input)).rendered ?? ''),
        short_description: open('excerpt') ? String(richText.value({ ...input, row: excerpt })) : '',
      })
      return {
        ...product,
        ...(open('slug') ? {} : { slug: '' }),
        ...(open('slug') && open('link') ? {} : { permalink: '' }),
        ...(open('featured_media') ? {} : { images: [] }),
      }
    },
  }
}
