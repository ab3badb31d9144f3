// Additions of extensions to existing resources, over HTTP: fields, filters, queries, shortcodes and blocks, ways to log in.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { bugsOf, extensionFile, withGateway } from '../support/extensions.ts'
import { at, list, type TestGateway } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'
const head = `import { defineExtension } from 'lectern'\n`

describe('extensions', () => {
  it('extensions-hooks/1 add fields to what is there', async () => {
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

  it('extensions-hooks/2 are asked who it is, after what is built in', async () => {
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
         variesBy: ['X-Key'],
         authenticate: (request, accounts) => ways[request.header('x-key')]?.(accounts) ?? null,
         schemes: () => ({ key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key.' } }),
       })
       export default defineExtension({ name: 'keys', authMethods: [key] })`,
    )
    await withGateway({ extensions: [file], handlerTimeoutMs: 2000 }, async (gateway) => {
      const draft = (key: string) => gateway.get(`${root}/posts/206`, { 'x-key': key })
      assert.equal((await draft('unknown')).status, 401)
      const { headers } = await gateway.get(`${root}/posts/201`)
      assert.match(headers.get('vary') ?? '', /(?:^|, )X-Key(?:,|$)/)
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

  it('extensions-hooks/3 have queries of plain values and of nodes', async () => {
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
    await withGateway({ extensions: [file], handlerTimeoutMs: 2000 }, async (gateway) => {
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

  it('extensions-hooks/4 have fields with one value or all of them, served where they say', async () => {
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

  it('extensions-hooks/9 have integers to their last digit, and the greatest of PHP for those beyond', async () => {
    const file = extensionFile(
      'integers.ts',
      `import { defineExtension, storedField } from 'lectern'
       const sizes = storedField({ key: 'sizes', type: 'integer', multiple: true })
       const halves = storedField({ key: 'sizes_half', type: 'integer', sanitize: (size) => size / 2 })
       export default defineExtension({ name: 'integers', meta: [sizes, halves] })`,
    )
    // As WordPress answers them
    const measured = [
      ['9223372036854775807', '9223372036854775807'],
      ['9223372036854775808', '9223372036854775807'],
      ['-9223372036854775809', '-9223372036854775808'],
      ['9007199254740993', '9007199254740993'],
      ['1e18', '1000000000000000000'],
      ['1e19', '9223372036854775807'],
      ['-1e30', '-9223372036854775808'],
      ['9223372036854775806.0', '9223372036854775807'],
      ['9007199254740993.5', '9007199254740994'],
      ['1e400', '0'],
      [' 12 ', '12'],
      ['-0', '0'],
      ['0.5', 'null'],
    ] as const
    await withGateway({ extensions: [file] }, async (gateway, database) => {
      const rows = [...measured.map(([stored]) => `(201, 'sizes', '${stored}')`), `(201, 'sizes_half', '7')`]
      await database.execute(
        `insert into wp_postmeta (post_id, meta_key, meta_value) values ${rows.join(', ')}`,
      )
      const shown = `"sizes":[${measured.map(([, written]) => written).join(',')}],"sizes_half":3.5`
      await eventually(async () => {
        const { text } = await gateway.get(`${root}/posts/201?_fields=meta`)
        assert.ok(text.includes(shown), text)
      })
    })
  })

  it('extensions-hooks/5 say of fields what to use instead', async () => {
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

  it('extensions-hooks/6 have shortcodes and blocks that are made of rows, read at once for a page', async () => {
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

  it('extensions-hooks/7 filter what REST shows of an item: they change it and leave out, and add nothing', async () => {
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
  it('extensions-hooks/8 filter items of every kind, and one that changes nothing changes nothing', async () => {
    const kinds = ['post', 'page', 'attachment', 'nav_menu_item', 'nav_menu', 'category', 'user', 'comment']
    const adds = kinds.map((kind) => `${kind}: { itemFilter: (item) => item }`).join(', ')
    const file = extensionFile(
      'same.ts',
      `${head}export default defineExtension({ name: 'same', adds: { ${adds} } })`,
    )
    const lists = ['posts', 'pages', 'media', 'menu-items', 'menus', 'categories', 'users', 'comments']
    const answers = async (gateway: TestGateway) =>
      await Promise.all(
        lists.map(async (name) => {
          const { status, text } = await gateway.get(`${root}/${name}?per_page=20`, asUser('admin'))
          assert.equal(status, 200, name)
          return text.replaceAll(gateway.url, '')
        }),
      )
    await withGateway({ extensions: [file] }, async (filtered) => {
      await withGateway({}, async (plain) => assert.deepEqual(await answers(filtered), await answers(plain)))
    })
  })
})
