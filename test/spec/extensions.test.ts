// Extensions: the sample one, the guide's, and broken ones, each over HTTP.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import type { ConfigFile } from '../../src/config.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'

const sample = 'config/extensions/myplugin.ts'
const root = '/cms-json/cms/v2'
// Inside the package, so that its own name can be imported
const folder = new URL('../../.data/test-extensions/', import.meta.url)

function write(name: string, code: string): string {
  mkdirSync(folder, { recursive: true })
  const file = new URL(name, folder)
  writeFileSync(file, code)
  return file.pathname
}

after(() => rmSync(folder, { recursive: true, force: true }))

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
      for (const count of ['0', '21', 'abc', '2.5'])
        assert.equal((await get(`/cms-json/myplugin/v1/featured-posts?count=${count}`)).status, 400, count)
      assert.equal(
        at((await get('/cms-json/')).json, 'routes', '/myplugin/v1/featured-posts', 'methods', 0),
        'GET',
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

describe('extensions', () => {
  const [kind] = testDatabases()
  const withGateway = async (
    settings: ConfigFile,
    use: (gateway: Awaited<ReturnType<typeof startTestGateway>>, database: TestDatabase) => Promise<void>,
  ) => {
    assert(kind)
    const database = await kind.create()
    try {
      const gateway = await startTestGateway(database, settings)
      await use(gateway, database)
      await gateway.stop()
    } finally {
      await database.drop()
    }
  }

  it('are built as the guide says', async () => {
    const guide = readFileSync(new URL('../../docs/extensions.md', import.meta.url), 'utf8')
    const code = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? ''
    const file = write('books.ts', code)
    await withGateway({ extensions: [file] }, async (gateway, database) => {
      await database.execute(`update wp_posts set post_type = 'book' where ID in (201, 202)`)
      await database.execute(
        `insert into wp_postmeta (post_id, meta_key, meta_value) values (201, 'pages', '123')`,
      )
      const { json } = await gateway.get(`${root}/books/201`)
      assert.deepEqual([at(json, 'meta', 'pages'), at(json, 'hours')], [123, 3.1])
      const newest = list((await gateway.get('/cms-json/library/v1/newest')).json)
      assert.deepEqual(
        newest.map((book) => at(book, 'id')),
        [202, 201],
      )
      await database.execute(
        `update wp_posts set post_content = '<!-- wp:library/shelf {"row":2} -->[cite by="A & B"]Tides[/cite]<!-- /wp:library/shelf -->' where ID = 201`,
      )
      assert.equal(
        at((await gateway.get(`${root}/books/201?_fields=content`)).json, 'content', 'rendered'),
        '<section class="shelf-low"><cite title="A &amp; B">Tides</cite></section>',
      )
      const graph = await gateway.graphql('{ books(first: 2) { edges { node { pages hours } } } }')
      assert.deepEqual(at(graph.json, 'data', 'books', 'edges', 1, 'node'), { pages: 123, hours: 3.1 })
    })
  })

  const head = `import { defineContentType, defineExtension, defineRoute, everybody } from 'lectern'\n`
  const broken = {
    'throws.ts': [`throw new Error('not today')`, /throws\.ts: not today/],
    'nothing.ts': ['export default 1', /nothing\.ts: its default export is no extension/],
    'clash.ts': [
      `${head}const post = defineContentType({ name: 'post', base: 'articles', labels: { plural: 'P', singular: 'P' }, supports: [] })
       export default defineExtension({ name: 'clash', contentTypes: [post] })`,
      /clash\.ts: there is something called post already/,
    ],
    'open.ts': [
      `${head}const open = defineRoute({ namespace: 'open/v1', path: '/x', methods: ['POST'], handle: async () => 1 })
       export default defineExtension({ name: 'open', routes: [open] })`,
      /open\.ts: open\/v1\/x writes and states no permission/,
    ],
    'gallery.ts': [
      `${head}export default defineExtension({ name: 'g', shortcodes: { gallery: () => '' } })`,
      /gallery\.ts: there is a shortcode gallery already/,
    ],
    'brackets.ts': [
      `${head}export default defineExtension({ name: 'b', shortcodes: { 'a]': () => '' } })`,
      /brackets\.ts: a shortcode cannot be called a\]/,
    ],
    'block.ts': [
      `${head}export default defineExtension({ name: 'b', blocks: { notice: () => '' } })`,
      /block\.ts: a block has to be called like myplugin\/notice, not notice/,
    ],
    'blocks.ts': [
      `${head}export default defineExtension({ name: 'b', blocks: { 'core/gallery': () => '' } })`,
      /blocks\.ts: there is a block core\/gallery already/,
    ],
  } as const
  for (const [name, [code, message]] of Object.entries(broken))
    it(`${name} ends the start, and is named`, async () => {
      const file = write(name, code)
      await assert.rejects(
        withGateway({ extensions: [file] }, async () => {}),
        message,
      )
    })

  it('that fail later cost one request a plain 500, and are named in what is observed', async () => {
    const route = (path: string, handle: string) =>
      `defineRoute({ namespace: 'late/v1', path: '${path}', methods: ['GET'], permission: everybody, handle: ${handle} })`
    const routes = [
      route('/throws', `async () => { throw new Error('a secret') }`),
      route('/hangs', `() => new Promise(() => {})`),
      route('/strange', `async () => 12n`),
      route('/fine', `async () => ({ ok: 1 })`),
    ]
    const file = write(
      'late.ts',
      `${head}export default defineExtension({ name: 'late', routes: [${routes.join(',')}] })`,
    )
    await withGateway({ extensions: [file], handlerTimeoutMs: 100 }, async (gateway) => {
      for (const path of ['throws', 'hangs', 'strange']) {
        const { status, text } = await gateway.get(`/cms-json/late/v1/${path}`)
        assert.equal(status, 500, path)
        assert(!text.includes('secret'))
      }
      assert.deepEqual((await gateway.get('/cms-json/late/v1/fine')).json, { ok: 1 })
      const errors = gateway.observed.flatMap((seen) => (seen.kind === 'error' ? [seen.during] : []))
      assert.deepEqual(
        errors.map((during) => during.includes('late.ts')),
        [true, true, true],
      )
    })
  })

  it('whose shortcodes and blocks throw, or make no text, cost what shows them a plain 500', async () => {
    const file = write(
      'torn.ts',
      `${head}export default defineExtension({
         name: 'torn',
         shortcodes: { tear: () => { throw new Error('a secret') } },
         blocks: { 'torn/page': () => 12 },
       })`,
    )
    await withGateway({ extensions: [file] }, async (gateway, database) => {
      await database.execute(`update wp_posts set post_content = '[tear]' where ID = 201`)
      await database.execute(`update wp_posts set post_content = '<!-- wp:torn/page /-->' where ID = 202`)
      for (const id of [201, 202]) {
        const { status, text } = await gateway.get(`${root}/posts/${id}`)
        assert.deepEqual([status, text.includes('secret')], [500, false])
        assert.equal((await gateway.get(`${root}/posts/${id}?_fields=id,title`)).status, 200)
      }
      const graph = await gateway.graphql('{ posts(first: 50) { edges { node { content } } } }')
      assert.doesNotMatch(graph.text, /secret|torn\.ts/)
      const errors = gateway.observed.flatMap((seen) => (seen.kind === 'error' ? [String(seen.error)] : []))
      assert.match(errors[0] ?? '', /torn\.ts: the shortcode tear: a secret/)
      assert.match(errors[1] ?? '', /torn\.ts: the block torn\/page makes a number, not text/)
      assert.equal(errors.length, 3)
    })
  })

  it('add fields to what is there, and ways to log in', async () => {
    const file = write(
      'adds.ts',
      `import { defineExtension } from 'lectern'
       const shout = { columns: ['slug'], value: ({ row }) => String(row.slug).toUpperCase() }
       const field = { name: 'shout', contexts: ['view'], schema: { type: 'string' }, ...shout }
       const nodeField = { name: 'shout', type: 'String', description: 'Its slug, aloud.', ...shout }
       const knocking = (request) => request.header('x-knock') === 'twice'
         ? Promise.resolve({ kind: 'user', id: '1', capabilities: new Set(['edit_posts', 'edit_others_posts']), nonce: null })
         : null
       export default defineExtension({
         name: 'adds',
         adds: { post: { fields: [field], nodeFields: [nodeField] } },
         authMethods: [{ name: 'knock', authenticate: knocking }],
       })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      assert.deepEqual((await gateway.get(`${root}/posts/201?_fields=shout`)).json, {
        shout: 'THE-HARBOUR-WAKES-UP',
      })
      const graph = await gateway.graphql('{ posts(first: 1) { edges { node { shout } } } }')
      assert.equal(at(graph.json, 'data', 'posts', 'edges', 0, 'node', 'shout'), '100-SURE-50%25-BACKSLASH')
      assert.equal((await gateway.get(`${root}/posts/206`)).status, 401)
      assert.equal((await gateway.get(`${root}/posts/206`, { 'x-knock': 'twice' })).status, 200)
      assert.equal((await gateway.get(`${root}/posts/206`)).status, 401)
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
