// A shop: rows as WooCommerce writes them.
import type { TestDatabase } from './databases.ts'
import { insertMeta, insertPosts, insertRows, setOption } from './plugins.ts'

type Database = Pick<TestDatabase, 'execute'>

const taxonomies = {
  7001: ['product_type', 'simple'],
  7002: ['product_type', 'variable'],
  7003: ['product_type', 'grouped'],
  7004: ['product_type', 'external'],
  7010: ['product_visibility', 'exclude-from-catalog'],
  7011: ['product_visibility', 'exclude-from-search'],
  7012: ['product_visibility', 'featured'],
  7013: ['product_visibility', 'outofstock'],
  7014: ['product_visibility', 'rated-4'],
  7020: ['product_cat', 'lamps'],
  7021: ['product_cat', 'desk-lamps'],
  7022: ['product_cat', 'empty'],
  7030: ['product_tag', 'new'],
  7040: ['pa_colour', 'red'],
  7041: ['pa_colour', 'blue'],
} as const

type TermId = keyof typeof taxonomies

interface Product {
  readonly post?: Readonly<Record<string, string | number>>
  readonly meta?: Readonly<Record<string, string>>
  readonly terms?: readonly number[]
}

export async function insertProduct(database: Database, id: number, { post, meta, terms = [] }: Product) {
  await insertPosts(database, [{ ID: id, post_type: 'product', post_title: `Product ${id}`, ...post }])
  await insertMeta(database, 'post', id, { _stock_status: 'instock', ...meta })
  if (terms.length > 0)
    await insertRows(
      database,
      'wp_term_relationships',
      terms.map((term) => ({ object_id: id, term_taxonomy_id: term, term_order: 0 })),
    )
}

export async function insertShop(database: Database): Promise<void> {
  const ids = Object.keys(taxonomies).map(Number)
  const of = (id: number) => Object.entries(taxonomies).find(([key]) => key === String(id))?.[1] ?? ['', '']
  await insertRows(
    database,
    'wp_terms',
    ids.map((id) => ({ term_id: id, name: `The ${of(id)[1]}`, slug: of(id)[1], term_group: 0 })),
  )
  const parents: Partial<Record<TermId, number>> = { 7021: 7020 }
  await insertRows(
    database,
    'wp_term_taxonomy',
    ids.map((id) => ({
      term_taxonomy_id: id,
      term_id: id,
      taxonomy: of(id)[0],
      description: '',
      parent: Object.entries(parents).find(([key]) => key === String(id))?.[1] ?? 0,
      count: id === 7022 ? 0 : 2,
    })),
  )
  await setOption(database, 'woocommerce_currency', 'EUR')
  await setOption(database, 'woocommerce_currency_pos', 'right_space')
  await setOption(database, 'woocommerce_price_decimal_sep', ',')
  await setOption(database, 'woocommerce_price_thousand_sep', '.')
  await database.execute(
    `create table wp_woocommerce_attribute_taxonomies (attribute_id integer primary key,
      attribute_name varchar(200), attribute_label varchar(200), attribute_type varchar(20),
      attribute_orderby varchar(20), attribute_public integer)`,
  )
  await database.execute('create index by_id on wp_woocommerce_attribute_taxonomies (attribute_id)')
  await insertRows(database, 'wp_woocommerce_attribute_taxonomies', [
    {
      attribute_id: 3,
      attribute_name: 'colour',
      attribute_label: 'Colour',
      attribute_type: 'select',
      attribute_orderby: 'menu_order',
      attribute_public: 0,
    },
  ])
}
