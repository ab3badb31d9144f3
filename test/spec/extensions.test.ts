// Extensions over HTTP: the sample one, the guide's, and what others may add.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { bugsOf, extensionFile, withGateway } from '../support/extensions.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'

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

    it('serves products with their prices, stored and computed', async () => {
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

    it('reads what it does not ask for not at all', async () => {
      const before = on().gateway.observed.length
      await get(`${root}/products?_fields=id&per_page=2`)
      const statements = on()
        .gateway.observed.slice(before)
        .filter(({ kind }) => kind === 'query')
      assert(statements.length <= 2, `${statements.length} statements`)
    })

    it('has routes with typed arguments, and refuses what is wrong before the handler', async () => {
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

    it('has a query of its own, beside those of its types', async () => {
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

    it('makes its shortcodes and blocks, in REST and GraphQL', async () => {
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

    it('writes an address to its own table, once however often it is sent', async () => {
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
  const folder = dirname(extensionFile('books.ts', ''))
  const [books = '', , , lending = ''] = [...files].map(([name, code]) =>
    extensionFile(name, code.replaceAll(`'extensions/`, `'${folder}/`)),
  )
  return [books, lending]
}

describe('extensions', () => {
  const head = `import { defineExtension } from 'lectern'\n`

  it('are built as the guide says', async () => {
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

  it('add fields to what is there', async () => {
    const file = extensionFile(
      'adds.ts',
      `import { defineExtension } from 'lectern'
       const shout = { columns: ['slug'], value: ({ row }) => String(row.slug).toUpperCase() }
       const field = { name: 'shout', contexts: ['view'], schema: { type: 'string' }, ...shout }
       const nodeField = { name: 'shout', type: 'String', description: 'Its slug, aloud.', ...shout }
       export default defineExtension({
         name: 'adds',
         adds: { post: { fields: [field], nodeFields: [nodeField] } },
       })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      assert.deepEqual((await gateway.get(`${root}/posts/201?_fields=shout`)).json, {
        shout: 'THE-HARBOUR-WAKES-UP',
      })
      const graph = await gateway.graphql('{ posts(first: 1) { edges { node { shout } } } }')
      assert.equal(at(graph.json, 'data', 'posts', 'edges', 0, 'node', 'shout'), '100-SURE-50%25-BACKSLASH')
    })
  })

  it('are asked who it is, after what is built in', async () => {
    const file = extensionFile(
      'keys.ts',
      `import { defineAuthMethod, defineExtension } from 'lectern'
       const ways = {
         edith: (accounts) => accounts.user('edith'),
         gone: (accounts) => accounts.user('gone'),
         wrong: async (accounts) => accounts.fail('x_wrong_key', 401, 'This is not the key.'),
         made: async () => ({ kind: 'user', id: '1', capabilities: new Set(), nonce: null }),
         throws: () => { throw new Error('a secret') },
         rejects: async () => { throw new Error('a secret') },
         hangs: () => new Promise(() => {}),
         nobody: async () => undefined,
         anybody: async () => ({ kind: 'user', id: "1' or 1", capabilities: [], nonce: null }),
       }
       const key = defineAuthMethod({
         name: 'key',
         authenticate: (request, accounts) => ways[request.header('x-key')]?.(accounts) ?? null,
         schemes: () => ({ key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key.' } }),
       })
       export default defineExtension({ name: 'keys', authMethods: [key] })`,
    )
    await withGateway({ extensions: [file], handlerTimeoutMs: 50 }, async (gateway) => {
      const draft = (key: string) => gateway.get(`${root}/posts/206`, { 'x-key': key })
      assert.equal((await draft('unknown')).status, 401)
      assert.equal((await draft('edith')).status, 200)
      assert.equal((await gateway.get(`${root}/posts/206`)).status, 401)
      assert.equal((await draft('made')).status, 403)
      for (const [key, code] of [
        ['gone', 'rest_not_logged_in'],
        ['wrong', 'x_wrong_key'],
      ] as const) {
        const { status, json } = await draft(key)
        assert.deepEqual([status, at(json, 'code')], [401, code])
      }
      const bad = ['throws', 'rejects', 'hangs', 'nobody', 'anybody']
      for (const key of bad) {
        const { status, text } = await draft(key)
        assert.deepEqual([status, /secret|keys\.ts/.test(text)], [500, false], key)
      }
      const bugs = bugsOf(gateway)
      assert.equal(bugs.length, bad.length)
      for (const bug of bugs) assert.match(bug, /keys\.ts: its auth method key: /)
      // Who also comes with a password is who the password says
      const both = await gateway.get(`${root}/users/me?context=edit`, { 'x-key': 'throws', ...asUser('sam') })
      assert.equal(at(both.json, 'username'), 'sam')
      const openapi = await gateway.get('/cms-json/openapi.json')
      assert.equal(at(openapi.json, 'components', 'securitySchemes', 'key', 'name'), 'X-Key')
    })
  })

  it('have queries of plain values and of nodes', async () => {
    const file = extensionFile(
      'queries.ts',
      `import { defineExtension, defineQuery, Type } from 'lectern'
       const half = defineQuery({
         name: 'half', type: 'Float', description: 'A half of it.', deprecationReason: 'Use your head.',
         args: { of: Type.Number(), loud: Type.Optional(Type.Boolean()) },
         resolve: async ({ args, fail }) => args.of < 0 ? fail('x_negative', 400, 'No.') : args.of / 2,
       })
       const rates = defineQuery({
         name: 'rates', description: 'Rates.',
         type: { objects: { type: 'Rate', description: 'A rate.', members: { name: 'String!', rate: 'Float' } } },
         resolve: async () => [{ name: 'full', rate: 0.2 }, { name: 'none', rate: null }],
       })
       const post = defineQuery({
         name: 'thatPost', type: { node: 'post' }, description: 'That one.',
         args: { id: Type.Integer() },
         resolve: async ({ args }) => args.id || null,
       })
       const failing = (name, resolve) => defineQuery({ name, type: 'Int', description: 'It fails.', resolve })
       export default defineExtension({ name: 'queries', queries: [half, rates, post,
         failing('throws', () => { throw new Error('a secret') }),
         failing('hangs', () => new Promise(() => {})),
         failing('big', async () => 12n),
         failing('unread', ({ read }) => read.list('nothing', { values: {}, limit: 1 })),
       ] })`,
    )
    await withGateway({ extensions: [file], handlerTimeoutMs: 50 }, async (gateway) => {
      const { json } = await gateway.graphql(
        '{ half(of: 3) rates { name rate } mine: thatPost(id: 201) { title } draft: thatPost(id: 206) { id } none: thatPost(id: 0) { id } }',
      )
      assert.deepEqual(at(json, 'data'), {
        half: 1.5,
        rates: [
          { name: 'full', rate: 0.2 },
          { name: 'none', rate: null },
        ],
        mine: { title: 'The harbour wakes up' },
        draft: null,
        none: null,
      })
      const negative = await gateway.graphql('{ half(of: -1) }')
      assert.deepEqual(at(negative.json, 'errors', 0, 'extensions', 'code'), 'X_NEGATIVE')
      assert.match((await gateway.graphql('{ half }')).text, /of type .*Float!.* is required/)
      for (const name of ['throws', 'hangs', 'big', 'unread']) {
        const { status, text } = await gateway.graphql(`{ ${name} }`)
        assert.deepEqual([status, /secret|queries\.ts/.test(text)], [500, false], name)
      }
      const bugs = bugsOf(gateway)
      assert.equal(bugs.length, 4)
      for (const bug of bugs) assert.match(bug, /queries\.ts: its query/)
    })
  })

  it('have fields with one value or all of them, served where they say', async () => {
    const file = extensionFile(
      'stored.ts',
      `import { defineContentType, defineExtension, storedField, Type } from 'lectern'
       const part = defineContentType({
         name: 'part', base: 'parts', labels: { plural: 'Parts', singular: 'Part' }, supports: ['custom-fields'],
         meta: [
           storedField({ key: 'size', type: 'number', multiple: true, sanitize: (size) => size * 2 }),
           storedField({ key: 'first', type: 'string', fallback: 'none', exposed: ['rest'] }),
           storedField({ key: 'tags', type: 'string', multiple: true, node: 'words', exposed: ['graphql'] }),
         ],
         computed: [{
           name: 'half', contexts: ['view'], schema: Type.Number(), exposed: ['graphql'],
           expression: ({ meta, decimal, times }) => times(decimal(meta('size')), '0.5'), read: Number,
         }],
       })
       export default defineExtension({ name: 'stored', contentTypes: [part] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway, database) => {
      await database.execute(`update wp_posts set post_type = 'part' where ID in (201, 202)`)
      await database.execute(
        `insert into wp_postmeta (post_id, meta_key, meta_value) values
         (201, 'size', '3'), (201, 'tags', 'b'), (201, 'size', 'x'), (201, 'size', ''), (201, 'tags', 'a'), (201, 'first', 'A'), (201, 'first', 'B')`,
      )
      await eventually(async () =>
        assert.deepEqual((await gateway.get(`${root}/parts?_fields=id,meta,half`)).json, [
          { id: 202, meta: { size: [], first: 'none' } },
          { id: 201, meta: { size: [6, null, 0], first: 'A' } },
        ]),
      )
      const { json } = await gateway.graphql('{ parts(first: 2) { edges { node { size words half } } } }')
      assert.deepEqual(
        list(at(json, 'data', 'parts', 'edges')).map((edge) => at(edge, 'node')),
        [
          { size: [], words: [], half: 0 },
          { size: [6, null, 0], words: ['b', 'a'], half: 1.5 },
        ],
      )
      const schema = at((await gateway.send('OPTIONS', `${root}/parts`)).json, 'schema', 'properties')
      assert.equal(at(schema, 'meta', 'properties', 'size', 'items', 'type'), 'number')
      assert.equal(at(schema, 'half'), undefined)
      assert.match(
        (await gateway.graphql('{ parts { edges { node { first } } } }')).text,
        /Cannot query field/,
      )
    })
  })

  it('say of fields what to use instead', async () => {
    const file = extensionFile(
      'old.ts',
      `import { defineContentType, defineExtension, storedField, Type } from 'lectern'
       const deprecationReason = 'Use size.'
       const part = defineContentType({
         name: 'part', base: 'parts', labels: { plural: 'Parts', singular: 'Part' }, supports: ['custom-fields'],
         meta: [storedField({ key: 'width', type: 'number', description: 'In mm.', deprecationReason })],
         computed: [{
           name: 'area', contexts: ['view'], schema: Type.Number({ description: 'In mm2.' }),
           expression: ({ meta, decimal }) => decimal(meta('width')), read: Number, deprecationReason,
         }],
       })
       const old = { columns: ['slug'], value: ({ row }) => row.slug, deprecationReason: 'Use slug.' }
       export default defineExtension({ name: 'old', contentTypes: [part], adds: { post: {
         fields: [{ name: 'old_slug', contexts: ['view'], schema: Type.String(), ...old }],
         nodeFields: [{ name: 'oldSlug', type: 'String', description: 'Its slug.', ...old }],
       } } })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const schemaOf = async (base: string, ...path: readonly string[]) => {
        const { json } = await gateway.send('OPTIONS', `${root}/${base}`)
        return at(json, 'schema', 'properties', ...path)
      }
      const area = await schemaOf('parts', 'area')
      assert.deepEqual(
        [at(area, 'description'), at(area, 'deprecated')],
        ['Deprecated: Use size. In mm2.', true],
      )
      const width = await schemaOf('parts', 'meta', 'properties', 'width')
      assert.deepEqual(
        [at(width, 'description'), at(width, 'deprecated')],
        ['Deprecated: Use size. In mm.', true],
      )
      assert.equal(at(await schemaOf('posts', 'old_slug'), 'description'), 'Deprecated: Use slug.')
      const { json } = await gateway.graphql(`{
        part: __type(name: "Part") { ...fields } post: __type(name: "Post") { ...fields }
      } fragment fields on __Type { fields(includeDeprecated: true) { name isDeprecated deprecationReason } }`)
      const deprecated = ['part', 'post'].map((name) =>
        list(at(json, 'data', name, 'fields')).filter((field) => at(field, 'isDeprecated') === true),
      )
      const field = (name: string, deprecationReason: string) => ({
        name,
        isDeprecated: true,
        deprecationReason,
      })
      assert.deepEqual(deprecated, [
        [field('width', 'Use size.'), field('area', 'Use size.')],
        [field('oldSlug', 'Use slug.')],
      ])
      const openapi = JSON.stringify((await gateway.get(`/cms-json/openapi.json`)).json)
      assert.match(openapi, /"Deprecated: Use size. In mm2."[^}]*"deprecated":true/)
    })
  })

  it('have shortcodes and blocks that are made of rows, read at once for a page', async () => {
    const file = extensionFile(
      'asking.ts',
      `import { attributeText, defineExtension } from 'lectern'
       const picture = (file) => file ? '<img alt="' + attributeText(file.alt) + '" data-id="' + file.id + '">' : ''
       const listing = {
         kind: 'posts', by: 'created_at', descending: true, limit: 2, categories: [], author: '', images: false, contents: false,
       }
       export default defineExtension({ name: 'asking',
         shortcodes: { figure: {
           asks: (attributes) => ({ files: [attributes.get('id') ?? ''] }),
           render: (attributes, _, { attachmentOf }) => picture(attachmentOf(attributes.get('id') ?? '')),
         } },
         blocks: { 'asking/newest': {
           asks: () => ({ listings: [listing] }),
           render: (_, { posts }) => posts(listing).map((post) => '<b>' + post.title + '</b>').join(''),
         } },
       })`,
    )
    await withGateway({ extensions: [file], cacheBytesMax: 0 }, async (gateway, database) => {
      for (const id of [201, 202])
        await database.execute(
          `update wp_posts set post_content = '<!-- wp:asking/newest /--><!-- wp:shortcode -->[figure id=10${id - 199}][figure id=x]<!-- /wp:shortcode -->' where ID = ${id}`,
        )
      const read = async (include: string) => {
        const start = gateway.observed.length
        const { json } = await gateway.get(`${root}/posts?include=${include}&_fields=content.rendered`)
        const statements = gateway.observed.slice(start).filter(({ kind }) => kind === 'query').length
        return { statements, texts: list(json).map((post) => String(at(post, 'content', 'rendered'))) }
      }
      await read('203')
      const one = await read('201')
      assert.match(one.texts[0] ?? '', /^<b>[^<]+<\/b><b>[^<]+<\/b>.*<img .*data-id="102"/s)
      const two = await read('201,202')
      assert.match(two.texts[0] ?? '', /data-id="103"/)
      assert.equal(two.statements, one.statements)
    })
  })

  it('filter what REST shows of an item: they change it and leave out, and add nothing', async () => {
    const filters = [
      `({ slug, ...item }, { viewer }) => ({ ...item, link: item.link + '#' + viewer.kind, password: 'open', content: 'all' })`,
      `(item) => { item.title.rendered += '!'; return item }`,
    ]
    const [first = '', second = ''] = filters.map((filter, at_) =>
      extensionFile(
        `filters-${at_}.ts`,
        `${head}export default defineExtension({ name: 'filters${at_}', adds: { post: { itemFilter: ${filter} } } })`,
      ),
    )
    await withGateway({ extensions: [first, second] }, async (gateway) => {
      const shown = '_fields=slug,link,title'
      const { json } = await gateway.get(`${root}/posts/201?${shown}`)
      assert.deepEqual(json, { link: at(json, 'link'), title: { rendered: 'The harbour wakes up!' } })
      assert.match(String(at(json, 'link')), /#anonymous$/)
      assert.deepEqual((await gateway.get(`${root}/posts?include=201&${shown}`)).json, [json])
      const user = await gateway.get(`${root}/posts/201?${shown}`, asUser('sam'))
      assert.match(String(at(user.json, 'link')), /#user$/)
      // Of comments, the posts are embedded; what a search finds is no such item
      const found = await gateway.get(`${root}/search?search=harbour&_embed&_fields=title,_links,_embedded`)
      assert.equal(at(found.json, 0, 'title'), 'The harbour wakes up')
      assert.equal(at(found.json, 0, '_embedded', 'self', 0, 'title', 'rendered'), 'The harbour wakes up!')
      assert.equal(typeof at((await gateway.get(`${root}/pages?per_page=1`)).json, 0, 'slug'), 'string')
    })
  })

  it('whose tables cannot be made answer 503 where they write, and say what is missing', async () => {
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
