// Legacy tables without optional columns over HTTP: nothing is ordered or grouped by a column that is not there.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

const required = {
  // Users are listed who have published something
  posts: 'ID, post_author, post_date, post_title, post_status, post_type, post_password',
  postmeta: 'post_id, meta_key, meta_value',
  users: 'ID, display_name',
  usermeta: 'user_id, meta_key, meta_value',
  terms: 'term_id, name, slug',
  term_taxonomy: 'term_taxonomy_id, term_id, taxonomy',
  term_relationships: 'object_id, term_taxonomy_id',
  comments: 'comment_ID, comment_post_ID, comment_date, comment_content, comment_approved',
  options: 'option_name, option_value',
}

const ordersOf = {
  posts: ['date', 'id', 'modified', 'parent', 'slug', 'title'],
  pages: ['date', 'menu_order'],
  comments: ['date', 'date_gmt', 'id', 'parent', 'post', 'type'],
  categories: ['count', 'description', 'id', 'name', 'slug', 'term_group'],
  users: ['id', 'name', 'slug', 'url'],
}

for (const kind of testDatabases()) {
  describe(`tables without optional columns on ${kind.name}`, () => {
    it('legacy-optional/1 have stored and computed fields', async () => {
      const database = await kind.create()
      await database.execute(
        'create table attributes as select post_id, meta_key, meta_value from wp_postmeta',
      )
      const gateway = await startTestGateway(database, {
        layout: { tables: { postmeta: { table: 'attributes' } } },
        extensions: ['config/extensions/myplugin.ts'],
      })
      const { json } = await gateway.get(
        '/cms-json/cms/v2/products?include=405&_fields=id,meta.price,price_with_tax',
      )
      assert.deepEqual(json, [{ id: 405, meta: { price: 12.345 }, price_with_tax: 13.58 }])
      const graph = await gateway.graphql('{ products(first: 3) { edges { node { price priceWithTax } } } }')
      assert.deepEqual(at(graph.json, 'data', 'products', 'edges', 1, 'node'), {
        price: 12.345,
        priceWithTax: 13.58,
      })
      await gateway.stop()
      await database.drop()
    })

    it('legacy-optional/2 are listed in every order', async () => {
      const database = await kind.create()
      for (const [table, columns] of Object.entries(required))
        await database.execute(`create table bare_${table} as select ${columns} from wp_${table}`)
      const gateway = await startTestGateway(database, { layout: 'wordpress', tablePrefix: 'bare_' })
      for (const [base, orders] of Object.entries(ordersOf))
        for (const order of orders)
          for (const page of ['&page=1', ...(order.startsWith('date') ? ['&cursor='] : [])]) {
            const path = `/cms-json/cms/v2/${base}?orderby=${order}${page}`
            const { status, json, text } = await gateway.get(path)
            assert.equal(status, 200, `${path}: ${text}`)
            assert(list(json).length > 0, path)
          }
      const { json } = await gateway.graphql(
        '{ posts(orderBy: MODIFIED) { edges { node { id } } } comments { edges { node { id } } } }',
      )
      assert.equal(at(json, 'errors'), undefined)
      await gateway.stop()
      await database.drop()
    })
  })
}
