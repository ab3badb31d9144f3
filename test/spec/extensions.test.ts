// Extensions over HTTP: the sample one, and the guide's.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile, extensionFolder } from '../support/extensions.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const sample = 'config/extensions/myplugin.ts'
const root = '/cms-json/cms/v2'
const email = (address: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...asUser('sam') },
  body: JSON.stringify({ email: address }),
})

onEveryDatabase(
  'the sample extension',
  (on) => {
    const get = (path: string) => on().gateway.get(path)

    it('extensions/1 serves products with their prices, stored and computed', async () => {
      const { json } = await get(`${root}/products?_fields=id,meta.price,price_with_tax`)
      assert.deepEqual(json, [
        { id: 406, meta: { price: 0 }, price_with_tax: 0 },
        { id: 405, meta: { price: 12.345 }, price_with_tax: 13.58 },
        { id: 404, meta: { price: 0 }, price_with_tax: 0 },
        { id: 403, meta: { price: 0.333 }, price_with_tax: 0.37 },
        { id: 402, meta: { price: 100 }, price_with_tax: 110 },
        { id: 401, meta: { price: 19.99 }, price_with_tax: 21.99 },
      ])
      assert.deepEqual(
        list((await get(`${root}/products?genre[terms]=40&genre[include_children]=1&_fields=id`)).json)
          .length,
        5,
      )
      const graph = await on().gateway.graphql(
        '{ products(first: 3) { edges { node { price priceWithTax } } } }',
      )
      assert.deepEqual(at(graph.json, 'data', 'products', 'edges', 1, 'node'), {
        price: 12.345,
        priceWithTax: 13.58,
      })
    })

    it('extensions/2 reads what it does not ask for not at all', async () => {
      const before = on().gateway.observed.length
      await get(`${root}/products?_fields=id&per_page=2`)
      const statements = on()
        .gateway.observed.slice(before)
        .filter(({ kind }) => kind === 'query')
      assert(statements.length <= 2, `${statements.length} statements`)
    })

    it('extensions/9 counts the items of its taxonomies in blocks, with those below', async () => {
      const { database } = on()
      await insertPosts(database, [
        {
          ID: 7301,
          post_content:
            '<!-- wp:categories {"taxonomy":"genre","showHierarchy":true,"showPostCounts":true} /-->',
        },
      ])
      const { text } = await get(`${root}/posts/7301?_fields=content`)
      assert.deepEqual(
        [40, 41].map((id) => new RegExp(`cat-item-${id}\\b.*?</a> \\((\\d+)\\)`).exec(text)?.[1]),
        ['5', '4'],
      )
    })

    it('extensions/3 has routes with typed arguments, and refuses what is wrong before the handler', async () => {
      assert.deepEqual((await get('/cms-json/myplugin/v1/hello')).json, { msg: 'hello' })
      const featured = list((await get('/cms-json/myplugin/v1/featured-posts?count=2')).json)
      assert.deepEqual(
        featured.map((post) => at(post, 'id')),
        [217, 202],
      )
      assert.equal(at(featured[0], 'posted_at'), '2024-02-01T09:00:00+00:00')
      // Wherever the site is
      await on().database.execute(`update wp_posts set post_date = '2024-02-01 14:30:00' where ID = 217`)
      const moved = list((await get('/cms-json/myplugin/v1/featured-posts?count=1')).json)
      assert.equal(at(moved[0], 'posted_at'), '2024-02-01T09:00:00+00:00')
      for (const count of ['0', '21', 'abc', '2.5'])
        assert.equal((await get(`/cms-json/myplugin/v1/featured-posts?count=${count}`)).status, 400, count)
      assert.equal(
        at((await get('/cms-json/')).json, 'routes', '/myplugin/v1/featured-posts', 'methods', 0),
        'GET',
      )
    })

    it('extensions/4 has a query of its own, beside those of its types', async () => {
      const { graphql } = on().gateway
      const { json } = await graphql(
        'query ($n: Int) { featuredPosts(first: $n) { id title author { name } } }',
        {
          n: 2,
        },
      )
      assert.deepEqual(
        list(at(json, 'data', 'featuredPosts')).map((post) => at(post, 'id')),
        ['217', '202'],
      )
      assert.equal(typeof at(json, 'data', 'featuredPosts', 0, 'author', 'name'), 'string')
      assert.deepEqual((await graphql('{ featuredPosts { id } }')).status, 200)
      const refused = await graphql('{ featuredPosts(first: 21) { id } }')
      assert.deepEqual(
        [at(refused.json, 'errors', 0, 'message'), at(refused.json, 'errors', 0, 'extensions', 'code')],
        ['first must be between 1 (inclusive) and 20 (inclusive)', 'INVALID_ARGUMENT'],
      )
    })

    it('extensions/5 makes its shortcodes and blocks, in REST and GraphQL', async () => {
      const { database } = on()
      const content = [
        'Now: [notice sale]Only <b>today</b>[/notice]',
        '[notice kind="a&quot; onclick=x"/] [[notice]]',
      ].join('\n\n')
      await database.execute(`update wp_posts set post_content = '${content}' where ID = 401`)
      await database.execute(
        `update wp_posts set post_content = '<!-- wp:myplugin/notice {"kind":"new"} -->\nTea\n<!-- /wp:myplugin/notice -->' where ID = 402`,
      )
      const made = [
        '<p>Now: <div class="notice notice-sale">Only <b>today</b></div></p>\n<p><div class="notice notice-a&quot; onclick=x"></div> [notice]</p>\n',
        '<div class="notice notice-new">Tea</div>',
      ]
      for (const [at_, id] of [401, 402].entries()) {
        const { json } = await get(`${root}/products/${id}?_fields=content.rendered`)
        assert.equal(at(json, 'content', 'rendered'), made[at_])
      }
      const graph = await on().gateway.graphql('{ products(last: 2) { edges { node { content } } } }')
      assert.deepEqual(
        list(at(graph.json, 'data', 'products', 'edges')).map((edge) => at(edge, 'node', 'content')),
        made.toReversed(),
      )
    })

    it('extensions/6 writes an address to its own table, once however often it is sent', async () => {
      const path = '/cms-json/myplugin/v1/subscribe'
      const send = (init: ReturnType<typeof email>) => on().gateway.send('POST', path, init)
      for (const address of ['Reader@example.test', 'reader@example.test', 'reader@example.test']) {
        const { status, json } = await send(email(address))
        assert.deepEqual([status, json], [201, { ok: true }])
      }
      assert.equal((await on().database.execute('select email from myplugin_subscribers')).length, 1)
      assert.equal((await send(email('bad'))).status, 400)
      const anonymous = await on().gateway.send('POST', path, {
        headers: { 'content-type': 'application/json' },
        body: '{"email":"x@example.test"}',
      })
      assert.equal(anonymous.status, 401)
    })
  },
  ({ adminUrl }) => ({ extensions: [sample], writeDatabaseUrl: adminUrl }),
)

/** The guide's files, saved where it says so, in a folder of the test's own; the extensions among them. */
function guideFiles(): readonly [string, string] {
  const guide = readFileSync(new URL('../../docs/extensions.md', import.meta.url), 'utf8')
  const blocks = guide.matchAll(/`extensions\/([\w.]+)`(?:(?!```)[^])*?```(?:ts|sql)\n([^]*?)```/g)
  const files = new Map([...blocks].map(([, name = '', code = '']) => [name, code]))
  assert.deepEqual([...files.keys()], ['books.ts', 'loans.sqlite.sql', 'loans.mysql.sql', 'lending.ts'])
  const [books = '', , , lending = ''] = [...files].map(([name, code]) =>
    extensionFile(name, code.replaceAll(`'extensions/`, `'${extensionFolder}`)),
  )
  return [books, lending]
}

describe('extensions', () => {
  it('extensions/7 are built as the guide says', async () => {
    const [books, lending] = guideFiles()
    const [kind] = testDatabases()
    assert(kind)
    const database = await kind.create()
    const gateway = await startTestGateway(database, { extensions: [books, lending] })
    await database.execute(`update wp_posts set post_type = 'book' where ID in (201, 202)`)
    await database.execute(
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (201, 'pages', '123'), (202, 'pages', '400')`,
    )
    await database.execute(
      `update wp_posts set post_content = '<!-- wp:library/shelf {"row":2} -->[cite by="A & B"]Tides[/cite]<!-- /wp:library/shelf -->' where ID = 201`,
    )
    await eventually(async () => {
      const { json } = await gateway.get(`${root}/books/201`)
      assert.deepEqual([at(json, 'meta', 'pages'), at(json, 'hours')], [123, 3.1])
      assert.equal(
        at(json, 'content', 'rendered'),
        '<section class="shelf-low"><cite title="A &amp; B">Tides</cite></section>',
      )
    })
    const newest = list((await gateway.get('/cms-json/library/v1/newest')).json)
    assert.deepEqual(
      newest.map((book) => at(book, 'id')),
      [202, 201],
    )
    const graph = await gateway.graphql(
      '{ books(first: 2) { edges { node { pages hours } } } shortBooks { id } }',
    )
    assert.deepEqual(at(graph.json, 'data', 'books', 'edges', 1, 'node'), { pages: 123, hours: 3.1 })
    assert.deepEqual(at(graph.json, 'data', 'shortBooks'), [{ id: '201' }])
    const borrow = async (book: number, headers: Readonly<Record<string, string>>) =>
      (await gateway.send('POST', `/cms-json/lending/v1/loans?book=${book}`, { headers })).status
    assert.deepEqual(
      [
        await borrow(201, {}),
        await borrow(201, asUser('sam')),
        await borrow(201, asUser('sam')),
        await borrow(203, asUser('sam')),
      ],
      [401, 201, 200, 404],
    )
    assert.equal((await database.execute('select book from lending_loans')).length, 1)
    await gateway.stop()
    await database.drop()
  })

  it('extensions/8 whose tables cannot be made answer 503 where they write, and say what is missing', async () => {
    const server = testDatabases().find(({ flavour }) => flavour !== 'sqlite')
    if (!server) return
    const database = await server.create()
    const gateway = await startTestGateway(database, { extensions: [sample] })
    const { status, json } = await gateway.send(
      'POST',
      '/cms-json/myplugin/v1/subscribe',
      email('x@example.test'),
    )
    assert.deepEqual([status, at(json, 'code')], [503, 'not_writable'])
    const warnings = gateway.observed.flatMap((seen) => (seen.kind === 'warning' ? [seen.message] : []))
    assert(warnings.some((message) => /create table if not exists myplugin_subscribers/.test(message)))
    await gateway.stop()
    await database.drop()
  })
})
