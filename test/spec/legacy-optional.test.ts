// Legacy tables without optional columns over HTTP: nothing is ordered or grouped by a column that is not there.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { articles, articlesWith, createArticles } from '../support/legacy.ts'
import { insertRows } from '../support/rows.ts'

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

    it('legacy-optional/4 a change in summer is in UTC by summer time, and in winter by that', async () => {
      const database = await kind.create({ seed: 'empty' })
      await createArticles(database, { changed: 'datetime not null' })
      const own = { headline: 'x', state: 'publish', kind: 'post', name: 'x', written: '2024-01-01 10:00:00' }
      await insertRows(database, 'articles', [
        { nr: 1, ...own, changed: '2024-07-01 10:00:00' },
        { nr: 2, ...own, changed: '2024-12-01 10:00:00' },
      ])
      const gateway = await startTestGateway(database, {
        layout: {
          tables: { posts: articlesWith({ modified_at: 'changed' }) },
          options: { timezone_string: 'Europe/Berlin' },
        },
      })
      const { json } = await gateway.get('/cms-json/cms/v2/posts?orderby=id&order=asc&_fields=modified_gmt')
      assert.deepEqual(json, [
        { modified_gmt: '2024-07-01T08:00:00' },
        { modified_gmt: '2024-12-01T09:00:00' },
      ])
      await gateway.stop()
      await database.drop()
    })

    it('legacy-optional/3 comments have times in UTC, and their order, of local ones', async () => {
      const database = await kind.create({ seed: 'empty' })
      await createArticles(database)
      await database.execute(
        `create table remarks (nr integer not null primary key, article_nr integer not null, made datetime null,
           body varchar(20) not null, state varchar(20) not null)`,
      )
      await insertRows(database, 'articles', [
        { nr: 1, headline: 'x', state: 'publish', kind: 'post', name: 'x', written: '2024-01-01 10:00:00' },
      ])
      const made = ['2024-07-01 10:00:00', '2023-12-31 23:30:00', '2024-01-01 00:30:00', null]
      await insertRows(
        database,
        'remarks',
        made.map((time, nth) => ({ nr: nth + 1, article_nr: 1, made: time, body: 'x', state: '1' })),
      )
      const columns = {
        id: 'nr',
        post_id: 'article_nr',
        created_at: 'made',
        content: 'body',
        status: 'state',
      }
      const gateway = await startTestGateway(database, {
        layout: {
          tables: { ...articles.tables, comments: { table: 'remarks', columns } },
          options: { timezone_string: 'Europe/Berlin', home: 'https://example.org', blogname: 'x' },
        },
      })
      const get = async (path: string) => (await gateway.get(`/cms-json/${path}`)).json
      const ids = async (query: string) =>
        list(await get(`cms/v2/comments?${query}`)).map((each) => at(each, 'id'))
      assert.deepEqual(await get('cms/v2/comments?_fields=id,date,date_gmt'), [
        { id: 1, date: '2024-07-01T10:00:00', date_gmt: '2024-07-01T08:00:00' },
        { id: 3, date: '2024-01-01T00:30:00', date_gmt: '2023-12-31T23:30:00' },
        { id: 2, date: '2023-12-31T23:30:00', date_gmt: '2023-12-31T22:30:00' },
        { id: 4, date: null, date_gmt: null },
      ])
      assert.deepEqual(await ids('order=asc'), [4, 2, 3, 1])
      const first = await gateway.get('/cms-json/cms/v2/comments?per_page=2&cursor=')
      const next = /<[^>]*(\/cms-json[^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
      assert.deepEqual(
        [first.json, (await gateway.get(next ?? '')).json].map((page) =>
          list(page).map((each) => at(each, 'id')),
        ),
        [
          [1, 3],
          [2, 4],
        ],
      )
      const feed = await get('lectern/v1/feeds/comments.json')
      assert.equal(at(feed, 'items', 0, 'date_published'), '2024-07-01T08:00:00Z')
      const graph = await gateway.graphql(
        '{ comments(first: 3) { edges { node { id createdAt } } pageInfo { endCursor } } }',
      )
      assert.deepEqual(
        list(at(graph.json, 'data', 'comments', 'edges')).map((edge) => at(edge, 'node')),
        [
          { id: 'comment:1', createdAt: '2024-07-01T08:00:00Z' },
          { id: 'comment:3', createdAt: '2023-12-31T23:30:00Z' },
          { id: 'comment:2', createdAt: '2023-12-31T22:30:00Z' },
        ],
      )
      const cursor = String(at(graph.json, 'data', 'comments', 'pageInfo', 'endCursor'))
      const after = await gateway.graphql(
        `{ comments(first: 3, after: "${cursor}") { edges { node { id createdAt } } } }`,
      )
      assert.deepEqual(at(after.json, 'data', 'comments', 'edges'), [
        { node: { id: 'comment:4', createdAt: null } },
      ])
      await gateway.stop()
      await database.drop()
    })
  })
}
