// The pack `woo`: products by the Store API's shapes, from rows of a shop.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { insertMeta, insertPosts, insertRows, onPluginDatabases, setOption } from '../support/plugins.ts'
import { insertProduct, insertShop } from '../support/woo.ts'

const attributes = {
  pa_colour: { name: 'pa_colour', value: '', position: 0, is_visible: 1, is_variation: 1, is_taxonomy: 1 },
  size: { name: 'Size', value: 'S | L', position: 1, is_visible: 0, is_variation: 1, is_taxonomy: 0 },
  note: { name: 'Note', value: 'x', position: 2, is_visible: 0, is_variation: 0, is_taxonomy: 0 },
}

const simple = { _price: '12.5', _regular_price: '12.5', _sku: 'LAMP-1', total_sales: '3' }

onPluginDatabases(
  'products of WooCommerce',
  async (database) => {
    // The demo has products of its own
    await database.execute(`delete from wp_posts where post_type = 'product'`)
    await insertShop(database)
    await insertProduct(database, 8001, {
      post: {
        post_title: 'Lamp &amp; shade',
        post_name: 'lamp',
        post_content: 'Bright [nothing].',
        post_excerpt: 'A lamp.',
        post_date: '2024-05-01 10:00:00',
      },
      meta: {
        ...simple,
        _manage_stock: 'yes',
        _stock: '2',
        _thumbnail_id: '8050',
        _product_image_gallery: '8051,8052,8050,odd',
        _wc_average_rating: '4.00',
        _wc_review_count: '5',
        _weight: '1.5',
      },
      terms: [7001, 7021, 7030, 7012, 7014],
    })
    await insertPosts(database, [
      {
        ID: 8050,
        post_type: 'attachment',
        post_status: 'inherit',
        post_mime_type: 'image/jpeg',
        post_title: 'Lit',
      },
      { ID: 8051, post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/jpeg' },
      { ID: 8052, post_type: 'attachment', post_status: 'private', post_mime_type: 'image/jpeg' },
    ])
    await insertMeta(database, 'post', 8050, {
      _wp_attached_file: '2024/05/lit.jpg',
      _wp_attachment_image_alt: 'A lit lamp',
      _wp_attachment_metadata: {
        width: 800,
        height: 800,
        file: '2024/05/lit.jpg',
        sizes: { woocommerce_thumbnail: { file: 'lit-300x300.jpg', width: 300, height: 300 } },
      },
    })
    await insertProduct(database, 8002, {
      post: { post_date: '2024-05-02 10:00:00' },
      meta: { _regular_price: '20', _sale_price: '15.00', _price: '15', total_sales: '9', _sku: 'SALE' },
      terms: [7001, 7020],
    })
    await insertProduct(database, 8003, {
      post: { post_title: 'Shirt', post_date: '2024-05-03 10:00:00' },
      meta: { _price: '10', total_sales: '1' },
      terms: [7002, 7040, 7041],
    })
    await insertMeta(database, 'post', 8003, {
      _product_attributes: attributes,
      _default_attributes: { pa_colour: 'red' },
    })
    await insertRows(database, 'wp_postmeta', [{ post_id: 8003, meta_key: '_price', meta_value: '30' }])
    await insertPosts(database, [
      {
        ID: 8031,
        post_type: 'product_variation',
        post_parent: 8003,
        menu_order: 2,
        post_title: 'Shirt - Red',
      },
      {
        ID: 8032,
        post_type: 'product_variation',
        post_parent: 8003,
        menu_order: 1,
        post_title: 'Shirt - Blue',
      },
      { ID: 8033, post_type: 'product_variation', post_parent: 8003, post_status: 'private' },
    ])
    await insertMeta(database, 'post', 8031, {
      _price: '10',
      _regular_price: '40',
      _sale_price: '10',
      _stock_status: 'instock',
      attribute_pa_colour: 'red',
      attribute_size: '',
    })
    await insertMeta(database, 'post', 8032, {
      _price: '30',
      _regular_price: '30',
      _stock_status: 'instock',
      attribute_pa_colour: 'blue',
      attribute_size: 'L',
      _sku: 'SHIRT-BLUE',
    })
    await insertMeta(database, 'post', 8033, { _price: '1', _regular_price: '1' })
    await insertProduct(database, 8004, {
      post: { post_date: '2024-05-04 10:00:00' },
      terms: [7003],
      meta: { _price: '12.5' },
    })
    await insertMeta(database, 'post', 8004, { _children: [8001, 8002, 8010, 8011, 8012] })
    await insertProduct(database, 8005, {
      post: { post_date: '2024-05-05 10:00:00' },
      meta: {
        _price: '7',
        _regular_price: '7',
        _product_url: 'https://else.example/x',
        _button_text: 'Buy there',
      },
      terms: [7004],
    })
    await insertProduct(database, 8006, {
      post: { post_date: '2024-05-06 10:00:00' },
      meta: {
        _price: '5',
        _stock_status: 'outofstock',
        _product_attributes: 'a:1:{s:5:"br',
        _children: 'a:9:{',
      },
      terms: [7001, 7013],
    })
    await insertProduct(database, 8007, {
      post: { post_date: '2024-05-07 10:00:00' },
      meta: { _price: 'cheap', _regular_price: '12abc', _stock: 'many', _manage_stock: 'yes' },
      terms: [7001],
    })
    await insertProduct(database, 8010, {
      meta: simple,
      post: { post_name: 'gone' },
      terms: [7001, 7010, 7011],
    })
    await insertProduct(database, 8011, { meta: simple, post: { post_status: 'draft' }, terms: [7001] })
    await insertProduct(database, 8012, { meta: simple, post: { post_password: 'x' }, terms: [7001] })
    await insertProduct(database, 8013, { meta: simple, post: { post_status: 'private' }, terms: [7001] })
    await insertProduct(database, 8014, {
      meta: simple,
      post: { post_title: 'Found only', post_date: '2024-05-14 10:00:00' },
      terms: [7001, 7010],
    })
    await insertPosts(database, [{ ID: 8034, post_type: 'product_variation', post_parent: 8011 }])
    await insertMeta(database, 'post', 8034, { _price: '1' })
  },
  (on) => {
    const get = (path: string, headers = {}) =>
      on().gateway.get(`/wp-json/wc/store/v1/products${path}`, headers)
    const ids = async (query: string) => {
      const { status, json } = await get(`?per_page=50&${query}`)
      assert.equal(status, 200, `${query}: ${JSON.stringify(json)}`)
      return list(json).map((each) => at(each, 'id'))
    }
    const code = async (path: string) => {
      const { status, json } = await get(path)
      return [status, at(json, 'code')]
    }

    it('packs-woo/1 a product has the members of the Store API', async () => {
      const { json } = await get('/8001')
      const { attributes: none, permalink, images, categories, tags, ...rest } = Object(json)
      assert.deepEqual(rest, {
        id: 8001,
        name: 'Lamp &amp; shade',
        slug: 'lamp',
        parent: 0,
        type: 'simple',
        variation: '',
        sku: 'LAMP-1',
        description: '<p>Bright [nothing].</p>\n',
        short_description: '<p>A lamp.</p>\n',
        on_sale: false,
        prices: {
          price: '1250',
          regular_price: '1250',
          sale_price: '1250',
          price_range: null,
          currency_code: 'EUR',
          currency_symbol: '€',
          currency_minor_unit: 2,
          currency_decimal_separator: ',',
          currency_thousand_separator: '.',
          currency_prefix: '',
          currency_suffix: ' €',
        },
        average_rating: '4.00',
        review_count: 5,
        brands: [],
        variations: [],
        grouped_products: [],
        has_options: false,
        is_purchasable: true,
        is_in_stock: true,
        is_on_backorder: false,
        low_stock_remaining: 2,
        sold_individually: false,
        weight: '1.5',
        dimensions: { length: '', width: '', height: '' },
        add_to_cart: {
          text: '',
          description: '',
          url: '?add-to-cart=8001',
          single_text: '',
          minimum: 1,
          maximum: 2,
          multiple_of: 1,
        },
        extensions: {},
      })
      assert.deepEqual(none, [])
      assert.match(String(permalink), /\/product\/lamp\/$|product=lamp$/)
      assert.deepEqual(
        list(images).map((each) => at(each, 'id')),
        [8050, 8051],
      )
      assert.match(String(at(images, 0, 'thumbnail')), /\/2024\/05\/lit-300x300\.jpg$/)
      assert.match(String(at(images, 0, 'srcset')), /lit\.jpg 800w, \S*lit-300x300\.jpg 300w$/)
      assert.equal(at(images, 0, 'alt'), 'A lit lamp')
      assert.deepEqual([at(categories, 0, 'slug'), at(tags, 0, 'name')], ['desk-lamps', 'The new'])
    })

    it('packs-woo/2 types, sales, stock and broken values', async () => {
      const product = async (id: number) => (await get(`/${id}`)).json
      const sale = await product(8002)
      assert.deepEqual(
        [at(sale, 'on_sale'), at(sale, 'prices', 'sale_price'), at(sale, 'prices', 'regular_price')],
        [true, '1500', '2000'],
      )
      const shirt = await product(8003)
      assert.deepEqual(at(shirt, 'prices', 'price_range'), { min_amount: '1000', max_amount: '3000' })
      assert.deepEqual([at(shirt, 'on_sale'), at(shirt, 'prices', 'regular_price')], [true, '3000'])
      assert.deepEqual(at(shirt, 'attributes'), [
        {
          id: 3,
          name: 'Colour',
          taxonomy: 'pa_colour',
          has_variations: true,
          terms: [
            { id: 7041, name: 'The blue', slug: 'blue', default: false },
            { id: 7040, name: 'The red', slug: 'red', default: true },
          ],
        },
        {
          id: 0,
          name: 'Size',
          taxonomy: null,
          has_variations: true,
          terms: [
            { id: 0, name: 'S', slug: 'S', default: false },
            { id: 0, name: 'L', slug: 'L', default: false },
          ],
        },
      ])
      assert.deepEqual(at(shirt, 'variations'), [
        {
          id: 8032,
          attributes: [
            { name: 'Colour', value: 'blue' },
            { name: 'Size', value: 'L' },
          ],
        },
        {
          id: 8031,
          attributes: [
            { name: 'Colour', value: 'red' },
            { name: 'Size', value: null },
          ],
        },
      ])
      const group = await product(8004)
      assert.deepEqual(at(group, 'grouped_products'), [8001, 8002])
      assert.deepEqual(at(group, 'prices', 'price_range'), { min_amount: '1250', max_amount: '1500' })
      const external = await product(8005)
      assert.deepEqual(
        [
          at(external, 'is_purchasable'),
          at(external, 'add_to_cart', 'text'),
          at(external, 'add_to_cart', 'url'),
        ],
        [false, 'Buy there', 'https://else.example/x'],
      )
      const broken = await product(8006)
      assert.deepEqual([at(broken, 'is_in_stock'), at(broken, 'attributes')], [false, []])
      const odd = await product(8007)
      assert.deepEqual([at(odd, 'prices', 'price'), at(odd, 'prices', 'regular_price')], ['0', '1200'])
    })

    it('packs-woo/3 variations are products of their own, below products that are shown', async () => {
      const { json } = await get('/8032')
      assert.deepEqual(
        [at(json, 'type'), at(json, 'parent'), at(json, 'variation'), at(json, 'prices', 'price')],
        ['variation', 8003, 'Colour: The blue, Size: L', '3000'],
      )
      assert.match(String(at(json, 'permalink')), /attribute_pa_colour=blue&attribute_size=L$/)
      assert.deepEqual(await ids('type=variation&parent=8003'), [8032, 8031])
      assert.deepEqual(await ids('type=variation&parent=8011'), [])
      assert.deepEqual(await code('?type=variation'), [400, 'x_woo_needs_parent'])
      assert.deepEqual(await ids('parent=8003'), [])
    })

    it('packs-woo/4 what is hidden, unpublished or protected is not shown', async () => {
      for (const id of [8010, 8011, 8012, 8013, 8033, 8034, 8050, 1, 999_999])
        assert.deepEqual(await code(`/${id}`), [404, 'x_woo_no_product'], String(id))
      assert.equal((await get('/8011', asUser('admin'))).status, 404)
      assert.deepEqual(await ids('include=8010,8011,8012,8013,8014,8001'), [8001])
      assert.deepEqual(await ids('slug=gone'), [])
      assert.deepEqual(await ids('search=found'), [8014])
      assert.deepEqual(await ids('search=product'), [8007, 8006, 8005, 8004, 8002])
      assert.equal((await get('?catalog_visibility=hidden')).status, 400)
    })

    it('packs-woo/5 lists are filtered and ordered', async () => {
      const all = [8007, 8006, 8005, 8004, 8003, 8002, 8001]
      for (const [query, expected] of [
        ['', all],
        ['order=asc', all.toReversed()],
        ['type=variable', [8003]],
        ['category=lamps', [8002, 8001]],
        ['category=7021', [8001]],
        ['category=lamps&category_operator=not_in', [8007, 8006, 8005, 8004, 8003]],
        ['category=lamps,7021&category_operator=and', [8001]],
        ['category=nowhere', []],
        ['tag=new', [8001]],
        ['featured=true', [8001]],
        ['featured=false', [8007, 8006, 8005, 8004, 8003, 8002]],
        ['on_sale=true', [8003, 8002]],
        ['on_sale=false&type=simple', [8007, 8006, 8001]],
        ['min_price=1250&max_price=1500', [8004, 8002, 8001]],
        ['min_price=900&max_price=1100', [8003]],
        ['max_price=700', [8006, 8005]],
        ['min_price=1600', [8003]],
        ['stock_status=outofstock', [8006]],
        ['sku=lamp-1,SALE', [8002, 8001]],
        ['slug=lamp', [8001]],
        ['rating=4', [8001]],
        ['attributes[0][attribute]=pa_colour&attributes[0][slug]=red', [8003]],
        ['attributes[0][attribute]=pa_colour&attributes[0][slug]=green', []],
        ['exclude=8007,8006', [8005, 8004, 8003, 8002, 8001]],
        ['include=8001,8003&orderby=include', [8001, 8003]],
        ['orderby=price&order=asc', [8006, 8005, 8003, 8001, 8004, 8002]],
        ['orderby=popularity', [8002, 8001, 8003]],
        ['orderby=rating', [8001]],
        ['orderby=title&order=asc&include=8001,8003', [8001, 8003]],
        ['after=2024-05-05T00:00:00&before=2024-05-07T00:00:00', [8006, 8005]],
      ] as const)
        assert.deepEqual(await ids(query), expected, query)
      const { headers, json } = await get('?per_page=3&page=2')
      assert.deepEqual(
        list(json).map((each) => at(each, 'id')),
        [8004, 8003, 8002],
      )
      assert.deepEqual([headers.get('x-wp-total'), headers.get('x-wp-totalpages')], ['7', '3'])
      assert.match(
        headers.get('link') ?? '',
        /products\?per_page=3&page=1>; rel="prev", .*page=3>; rel="next"/,
      )
      for (const wrong of ['min_price=-1', 'orderby=author', 'per_page=101', 'page=0'])
        assert.equal((await get(`?${wrong}`)).status, 400, wrong)
    })

    it('packs-woo/6 categories, tags and attributes are listed', async () => {
      const categories = await get('/categories')
      assert.deepEqual(
        list(categories.json).map((each) => [at(each, 'slug'), at(each, 'parent'), at(each, 'image')]),
        [
          ['desk-lamps', 7020, null],
          ['lamps', 0, null],
        ],
      )
      assert.equal(categories.headers.get('x-wp-total'), '2')
      assert.equal(list((await get('/categories?hide_empty=false')).json).length, 3)
      assert.equal(at((await get('/categories/7020')).json, 'slug'), 'lamps')
      assert.deepEqual(await code('/categories/7030'), [404, 'x_woo_no_term'])
      assert.equal(at((await get('/tags')).json, 0, 'slug'), 'new')
      const colour = {
        id: 3,
        name: 'Colour',
        taxonomy: 'pa_colour',
        type: 'select',
        order: 'menu_order',
        has_archives: false,
        count: 2,
      }
      assert.deepEqual((await get('/attributes')).json, [colour])
      assert.deepEqual((await get('/attributes/3')).json, colour)
      assert.deepEqual(await code('/attributes/4'), [404, 'x_woo_no_attribute'])
      assert.deepEqual(
        list((await get('/attributes/3/terms?order=desc')).json).map((each) => at(each, 'slug')),
        ['red', 'blue'],
      )
    })

    it('packs-woo/11 terms with more meta than one read takes lose none of it', async () => {
      const { database } = on()
      const brands = Array.from({ length: 4000 }, (_, index) => 20_000 + index)
      await insertRows(
        database,
        'wp_terms',
        brands.map((id) => ({ term_id: id, name: `Brand ${id}`, slug: `brand-${id}`, term_group: 0 })),
      )
      await insertRows(
        database,
        'wp_term_taxonomy',
        brands.map((id) => ({
          term_taxonomy_id: id,
          term_id: id,
          taxonomy: 'product_brand',
          description: '',
          parent: 0,
          count: 0,
        })),
      )
      const meta = (id: number) => ({
        order: `${30_000 - id}`,
        thumbnail_id: '8050',
        product_count_product_brand: '2',
      })
      await insertRows(
        database,
        'wp_termmeta',
        brands.flatMap((id) =>
          Object.entries(meta(id)).map(([key, value]) => ({ term_id: id, meta_key: key, meta_value: value })),
        ),
      )
      const last = ['brand-23999', 2, 'Lit']
      const shown = (each: unknown) => [at(each, 'slug'), at(each, 'count'), at(each, 'image', 'name')]
      await eventually(async () => {
        const { headers, json } = await get('/brands?orderby=menu_order&per_page=1')
        assert.deepEqual([headers.get('x-wp-total'), ...shown(at(json, 0))], ['4000', ...last])
      })
      assert.deepEqual(shown((await get('/brands/23999')).json), last)
    })

    it('packs-woo/13 of several values under a key of a term the first one counts', async () => {
      const { database } = on()
      const twice = { thumbnail_id: ['8050', '8051'], product_count_product_tag: ['3', '4'] }
      await insertRows(
        database,
        'wp_termmeta',
        Object.entries(twice).flatMap(([key, values]) =>
          values.map((value) => ({ term_id: 7030, meta_key: key, meta_value: value })),
        ),
      )
      await eventually(async () => {
        const { json } = await get('/tags/7030')
        assert.deepEqual([at(json, 'count'), at(json, 'image', 'name')], [3, 'Lit'])
      })
    })

    it('packs-woo/7 what PHP computes is refused', async () => {
      for (const path of [
        'cart',
        'cart/items',
        'checkout',
        'products/collection-data',
        'products/reviews',
        'batch',
      ]) {
        const { status, json } = await on().gateway.get(`/wp-json/wc/store/v1/${path}`)
        assert.deepEqual([status, at(json, 'code')], [501, 'x_woo_computed'], path)
      }
    })

    it('packs-woo/8 GraphQL has products with prices, attributes and variations', async () => {
      const response = await fetch(`${on().gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ product(id: "8003") { productType price regularPrice onSale currency stockStatus
            attributes { name values } variations { id values price } }
            locked: product(id: "8012") { price sku gallery { id } attributes { name } variations { id } } }`,
        }),
      })
      const body: unknown = await response.json()
      assert.deepEqual(at(body, 'data'), {
        product: {
          productType: 'variable',
          price: '10.00',
          regularPrice: '30.00',
          onSale: true,
          currency: 'EUR',
          stockStatus: 'instock',
          attributes: [
            { name: 'colour', values: ['The blue', 'The red'] },
            { name: 'Size', values: ['S', 'L'] },
          ],
          variations: [
            { id: '8032', values: ['blue', 'L'], price: '30' },
            { id: '8031', values: ['red', null], price: '10' },
          ],
        },
        locked: { price: null, sku: null, gallery: [], attributes: [], variations: [] },
      })
    })

    it('packs-woo/12 what a shop has of its own kinds is shown to nobody who may not read those', async () => {
      const { database, gateway } = on()
      const moment = '2024-05-20 10:00:00'
      const remark = {
        comment_date: moment,
        comment_date_gmt: moment,
        comment_author: 'zq',
        comment_content: 'zq',
      }
      await insertPosts(database, [
        { ID: 8090, post_type: 'shop_order', post_status: 'wc-completed' },
        { ID: 8091, post_type: 'product_variation', post_parent: 8010, post_title: 'zq' },
        { ID: 8093, post_type: 'product_variation', post_parent: 8003, post_password: 'x' },
        {
          ID: 8092,
          post_content: `<!-- wp:query {"query":{"postType":"product_variation","perPage":20}} --><div class="wp-block-query">
<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
        },
      ])
      await insertRows(database, 'wp_comments', [
        { comment_ID: 8901, comment_post_ID: 8090, comment_type: 'order_note', ...remark },
        { comment_ID: 8902, comment_post_ID: 8013, comment_type: 'review', ...remark },
        { comment_ID: 8903, comment_post_ID: 8001, comment_type: 'review', ...remark },
      ])
      const read = async (path: string) => (await gateway.get(`/wp-json/wp/v2${path}`, asUser('edith'))).json
      await eventually(async () => assert.equal(at(await read('/comments/8903'), 'id'), 8903))
      for (const query of ['', '&context=edit', '&search=zq', '&type=review', '&type=order_note'])
        assert.deepEqual(
          list(await read(`/comments?include=8901,8902,8903&status=all${query || '&type=all'}`)).map((each) =>
            at(each, 'id'),
          ),
          query === '&type=order_note' ? [] : query.includes('type') || query === '' ? [8903] : [],
          query,
        )
      for (const id of [8901, 8902])
        assert.equal(at(await read(`/comments/${id}`), 'code'), 'rest_cannot_read')
      assert.doesNotMatch(JSON.stringify(at(await read('/posts/8092'), 'content')), /zq/)
      const { json } = await get('/8003')
      assert.deepEqual(
        list(at(json, 'variations')).filter((each) => at(each, 'id') === 8093),
        [],
      )
      assert.deepEqual(
        await ids(`attributes[0][attribute]=${encodeURIComponent('pa_цвет')}&attributes[0][slug][]=x`),
        [],
      )
    })

    it('packs-woo/9 answers follow rows of meta, terms, variations and settings', async () => {
      const { database } = on()
      assert.equal((await get('/8003')).headers.get('cache-control'), 'public, max-age=0, must-revalidate')
      await database.execute(`update wp_woocommerce_attribute_taxonomies set attribute_label = 'Tint'`)
      await eventually(async () =>
        assert.equal(at((await get('/8003')).json, 'attributes', 0, 'name'), 'Tint'),
      )
      const price = async (query: string) => at((await get(query)).json, 'prices', 'price')
      assert.equal(await price('/8001'), '1250')
      await database.execute(
        `update wp_postmeta set meta_value = '13' where post_id = 8001 and meta_key = '_price'`,
      )
      await eventually(async () => assert.equal(await price('/8001'), '1300'))
      assert.deepEqual(await ids('on_sale=true'), [8003, 8002])
      await database.execute(
        `update wp_postmeta set meta_value = '20' where post_id = 8002 and meta_key = '_price'`,
      )
      await eventually(async () => assert.deepEqual(await ids('on_sale=true'), [8003]))
      assert.equal(await price('/8003'), '1000')
      await database.execute(`update wp_posts set post_status = 'private' where ID = 8031`)
      await eventually(async () => assert.equal(await price('/8003'), '3000'))
      await database.execute(
        `update wp_postmeta set meta_value = '31' where post_id = 8032 and meta_key = '_price'`,
      )
      await eventually(async () => assert.equal(await price('/8003'), '3100'))
      assert.deepEqual(await ids('include=8001,8005'), [8005, 8001])
      await insertRows(database, 'wp_term_relationships', [
        { object_id: 8005, term_taxonomy_id: 7010, term_order: 0 },
      ])
      await eventually(async () => assert.deepEqual(await ids('include=8001,8005'), [8001]))
      await setOption(database, 'permalink_structure', '/%postname%/')
      await setOption(database, 'woocommerce_permalinks', { product_base: '/store/%product_cat%/' })
      await eventually(async () =>
        assert.match(String(at((await get('/8001')).json, 'permalink')), /\/store\/lamp\/$/),
      )
      await setOption(database, 'woocommerce_calc_taxes', 'yes')
      await setOption(database, 'woocommerce_tax_display_shop', 'incl')
      await eventually(async () => assert.deepEqual(await code('/8001'), [501, 'x_woo_taxes']))
      assert.deepEqual(await code(''), [501, 'x_woo_taxes'])
    })
  },
  { packs: ['auto', 'woo'] },
)

onPluginDatabases(
  'a shop that its owner closed in part',
  async (database) => {
    await insertShop(database)
    await insertProduct(database, 8001, {
      post: { post_excerpt: 'Secret.', post_content: 'Open.' },
      meta: simple,
      terms: [7001, 7021, 7030],
    })
  },
  (on) => {
    it('packs-woo/10 what is closed is in no product, list or argument', async () => {
      const get = async (path: string) => {
        const { status, json } = await on().gateway.get(`/wp-json/wc/store/v1/products${path}`)
        return { status, json, code: at(json, 'code') }
      }
      const { json } = await get('/8001')
      assert.deepEqual(
        [at(json, 'short_description'), at(json, 'description'), at(json, 'categories')],
        ['', '<p>Open.</p>\n', []],
      )
      assert.equal(list(at(json, 'tags')).length, 1)
      assert.deepEqual([at(json, 'slug'), at(json, 'permalink')], ['', ''])
      for (const path of [
        '/categories',
        '/categories/7021',
        '?category=lamps',
        '?orderby=modified',
        '?slug=x',
      ])
        assert.deepEqual([(await get(path)).status, (await get(path)).code], [404, 'x_woo_closed'], path)
    })
  },
  { packs: ['woo'], closed: ['product_cat', 'product.excerpt', 'product.modified', 'product.slug'] },
)
