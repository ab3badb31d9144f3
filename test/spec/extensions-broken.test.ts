// Extensions that are broken, over HTTP: at start they end it, later they cost one request, and they are named.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { bugsOf, extensionFile, withGateway } from '../support/extensions.ts'
import { at, startTestGateway } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'
const head = `import { defineContentType, defineExtension, defineRoute, everybody } from 'lectern'\n`

describe('broken extensions', () => {
  const broken = {
    'throws.ts': [`throw new Error('not today')`, /throws\.ts: not today/],
    'nothing.ts': [
      'export default 1',
      /nothing\.ts: its default export is no extension: defineExtension makes one$/,
    ],
    'misspelt.ts': [
      `${head}export default defineExtension({ name: 'misspelt', route: [] })`,
      /misspelt\.ts: its default export is no extension: extensions have no member route$/,
    ],
    'form.ts': [
      `${head}export default defineExtension({ name: 'form', routes: {} })`,
      /form\.ts: .*: its member routes has to be a list$/,
    ],
    'name.ts': [
      `${head}export default defineExtension({ name: 'My plug-in' })`,
      /name\.ts: .*: its name has to begin/,
    ],
    'lacking.ts': [
      `${head}const cuisine = { name: 'cuisine', base: 'cuisines', labels: { plural: 'C', singular: 'C' }, isHierarchical: false }
       export default defineExtension({ name: 'lacking', taxonomies: [cuisine] })`,
      /lacking\.ts: .*: each of its taxonomies needs the member types, a list \(cuisine\)$/,
    ],
    'pack.ts': [
      `export default { name: 'pack', isUsed: () => true, define: () => ({}) }`,
      /pack\.ts: .*: a pack has a name, and the members reads, isUsed and define$/,
    ],
    'syntax.ts': ['export default {', /syntax\.ts: /],
    'import.ts': [`import 'nothing-like-it'`, /import\.ts: .*nothing-like-it/],
    'route.ts': [
      `${head}const route = defineRoute({ namespace: 'cms/v2', path: '/posts', methods: ['GET'], permission: everybody, handle: async () => 1 })
       export default defineExtension({ name: 'route', routes: [route] })`,
      /route\.ts: there are two definitions of the route GET \/cms\/v2\/posts/,
    ],
    'field.ts': [
      `${head}const field = { name: 'title', contexts: ['view'], schema: {}, columns: [], value: () => 1 }
       export default defineExtension({ name: 'field', adds: { post: { fields: [field] } } })`,
      /field\.ts: post has a field title already/,
    ],
    'clash.ts': [
      `${head}const post = defineContentType({ name: 'post', base: 'articles', labels: { plural: 'P', singular: 'P' }, supports: [] })
       export default defineExtension({ name: 'clash', contentTypes: [post] })`,
      /clash\.ts: there is something called post already/,
    ],
    'status-known.ts': [
      `${head}export default defineExtension({ name: 's', statuses: ['draft'] })`,
      /status-known\.ts: there is a status draft already/,
    ],
    'status-twice.ts': [
      `${head}export default defineExtension({ name: 's', statuses: [{ name: 'on-hold', read: 'public' }, 'on_hold'] })`,
      /status-twice\.ts: there is a status on_hold already/,
    ],
    'status-read.ts': [
      `${head}export default defineExtension({ name: 's', statuses: [{ name: 'open', read: 'publik' }] })`,
      /status-read\.ts: .*: each of its statuses needs a name .*, and read \(public, private, protected, internal, outside\)$/,
    ],
    'status-name.ts': [
      `${head}export default defineExtension({ name: 's', statuses: [{ name: 'On hold', read: 'public' }] })`,
      /status-name\.ts: .*: each of its statuses needs a name/,
    ],
    'status-any.ts': [
      `${head}export default defineExtension({ name: 's', statuses: [{ name: 'any', read: 'public' }] })`,
      /status-any\.ts: there is a status any already/,
    ],
    'status-flag.ts': [
      `${head}export default defineExtension({ name: 's', statuses: [{ name: 'kept', read: 'public', isQueryable: 'no' }] })`,
      /status-flag\.ts: .*: isQueryable of its status kept has to be true or false$/,
    ],
    'status-label.ts': [
      `${head}export default defineExtension({ name: 's', statuses: [{ name: 'kept', read: 'public', label: 5 }] })`,
      /status-label\.ts: .*: label of its status kept has to be a text$/,
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
    'posts.ts': [
      `${head}export default defineExtension({ name: 'p', queries: [{ name: 'posts', type: 'Int', description: '', resolve: async () => 1 }] })`,
      /posts\.ts: its query posts: there is one already/,
    ],
    'nodes.ts': [
      `${head}export default defineExtension({ name: 'n', queries: [{ name: 'them', type: { nodes: 'them' }, description: '', resolve: async () => 1 }] })`,
      /nodes\.ts: its query them: there is no node them to lead to/,
    ],
    'args.ts': [
      `${head}export default defineExtension({ name: 'a', queries: [{ name: 'them', type: 'Int', description: '', args: { ids: { type: 'array' } }, resolve: async () => 1 }] })`,
      /args\.ts: its query them: its argument ids is no text, number or boolean/,
    ],
    'type.ts': [
      `${head}export default defineExtension({ name: 't', queries: [{ name: 'them', type: { objects: { type: 'Post', description: '', members: { a: 'Int' } } }, description: '', resolve: async () => [] }] })`,
      /the GraphQL schema: .*Post/,
    ],
    'blocks.ts': [
      `${head}export default defineExtension({ name: 'b', blocks: { 'core/gallery': () => '' } })`,
      /blocks\.ts: there is a block core\/gallery already/,
    ],
  } as const
  for (const [name, [code, message]] of Object.entries(broken))
    it(`extensions-broken/1 ${name} ends the start, and is named`, async () => {
      const file = extensionFile(name, code)
      await assert.rejects(
        withGateway({ extensions: [file] }, async () => {}),
        message,
      )
    })

  for (const [kind, expression, reason] of [
    ['a column', `({ column }) => column('posts.nothing')`, /nothing/],
    ['a function', `({ meta }) => sql\`frob(\${meta('price')})\``, /frob/i],
    ['syntax', '() => sql`1 +`', /syntax|incomplete/i],
    ['its author', `() => { throw new Error('not today') }`, /not today/],
  ] as const)
    for (const database of testDatabases())
      it(`extensions-broken/2 a computed field that ${database.name} does not take for ${kind} ends the start, and is named`, async () => {
        const file = extensionFile(
          `computed-${kind.replace(' ', '-')}.ts`,
          `import { defineContentType, defineExtension, Type } from 'lectern'
           import { sql } from 'kysely'
           const part = defineContentType({
             name: 'part', base: 'parts', labels: { plural: 'Parts', singular: 'Part' }, supports: ['title'],
             computed: [{ name: 'area', contexts: ['view'], schema: Type.Number(), expression: ${expression}, read: Number }],
           })
           export default defineExtension({ name: 'computed', contentTypes: [part] })`,
        )
        const made = await database.create()
        await assert.rejects(startTestGateway(made, { extensions: [file] }), ({ message }: Error) => {
          assert.match(
            message,
            /computed-[a-z-]+\.ts: its computed field part\.area is no SQL for this database: /,
          )
          assert.match(message, reason)
          return true
        })
        await made.drop()
      })

  it('extensions-broken/3 that fail later cost one request a plain 500, and are named in what is observed', async () => {
    const route = (path: string, handle: string) =>
      `defineRoute({ namespace: 'late/v1', path: '${path}', methods: ['GET'], permission: everybody, handle: ${handle} })`
    const failing = {
      throws: [`async () => { throw new Error('a secret') }`, /a secret/],
      'throws-at-once': [`() => { throw new Error('a secret') }`, /a secret/],
      'throws-text': [`async () => { throw 'a secret' }`, /a secret/],
      hangs: ['() => new Promise(() => {})', /did not answer within 2000 ms/],
      big: ['async () => ({ big: [12n] })', /BigInt/],
      round: ['async () => { const round = {}; round.in = round; return round }', /circular/],
      function: ['async () => () => 1', /a function is nothing that JSON can hold/],
      nothing: ['async () => {}', /undefined is nothing that JSON can hold/],
      unread: [
        `({ read }) => read.list('nothing', { values: {}, limit: 1 })`,
        /there is no resource nothing/,
      ],
      unvalued: [
        `({ read }) => read.list('post', { values: { price: ({ meta }) => meta('price') }, limit: 1 })`,
        /a value of post is neither the name of a field nor an object/,
      ],
      unwritable: [
        `({ write }) => write.insert({ name: 'wp_posts' }, {})`,
        /does not declare the table wp_posts/,
      ],
    } as const
    const routes = Object.entries(failing).map(([path, [handle]]) => route(`/${path}`, handle))
    const file = extensionFile(
      'late.ts',
      `${head}export default defineExtension({ name: 'late', routes: [${[
        ...routes,
        route('/fine', `async () => ({ ok: 1, left: undefined, f: () => 1 })`),
      ].join(',')}] })`,
    )
    await withGateway({ extensions: [file], handlerTimeoutMs: 2000 }, async (gateway) => {
      for (const [nth, [path, [, reason]]] of Object.entries(failing).entries()) {
        const { status, json } = await gateway.get(`/cms-json/late/v1/${path}`)
        assert.equal(status, 500, path)
        assert.deepEqual(json, {
          code: 'internal_error',
          message: 'Something went wrong in the gateway.',
          data: { status: 500 },
        })
        const bug = bugsOf(gateway)[nth] ?? ''
        assert.match(bug, /late\.ts answered GET late\/v1\//)
        assert.match(bug, reason)
      }
      assert.deepEqual((await gateway.get('/cms-json/late/v1/fine')).json, { ok: 1 })
    })
  })

  it('extensions-broken/6 that write to a table they do not declare get the same 500 beside an extension that has tables', async () => {
    const file = extensionFile(
      'undeclared.ts',
      `${head}export default defineExtension({
         name: 'undeclared',
         routes: [defineRoute({
           namespace: 'undeclared/v1', path: '/x', methods: ['GET'], permission: everybody,
           handle: async ({ write }) => write.insert({ name: 'myplugin_subscribers' }, {}),
         })],
       })`,
    )
    for (const extensions of [[file], [file, 'config/extensions/myplugin.ts']])
      await withGateway({ extensions }, async (gateway) => {
        const { status, json } = await gateway.get('/cms-json/undeclared/v1/x')
        assert.deepEqual([status, at(json, 'code')], [500, 'internal_error'])
        assert.match(bugsOf(gateway)[0] ?? '', /does not declare the table myplugin_subscribers/)
      })
  })

  it('extensions-broken/4 whose shortcodes and blocks throw, or make no text, cost what shows them a plain 500', async () => {
    const file = extensionFile(
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
      const [tear, page, ...inGraph] = bugsOf(gateway)
      assert.match(tear ?? '', /torn\.ts: the shortcode tear: a secret/)
      assert.match(page ?? '', /torn\.ts: the block torn\/page: it has to return a string, not number/)
      assert.equal(inGraph.length, 2)
    })
  })

  it('extensions-broken/5 whose fields and filters throw, or make what JSON cannot hold, cost a plain 500', async () => {
    const field = (name: string, value: string) =>
      `{ name: '${name}', contexts: ['view'], schema: { type: 'string' }, columns: [], value: ${value} }`
    const fields = [
      field('throws', `() => { throw new Error('a secret') }`),
      field('big', '() => 12n'),
      field('round', '() => { const a = []; a.push(a); return a }'),
      field('fine', `() => ({ a: new Date(0), b: NaN })`),
    ]
    const file = extensionFile(
      'fields.ts',
      `${head}export default defineExtension({ name: 'fields', adds: {
         post: { fields: [${fields.join(',')}] },
         page: { itemFilter: () => { throw new Error('a secret') } },
         post_tag: { itemFilter: () => undefined },
       } })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      for (const path of [
        'posts?_fields=throws',
        'posts?_fields=big',
        'posts?_fields=round',
        'pages',
        'tags',
      ]) {
        const { status, text } = await gateway.get(`${root}/${path}`)
        assert.deepEqual([status, text.includes('secret')], [500, false], path)
      }
      assert.deepEqual((await gateway.get(`${root}/posts/201?_fields=fine`)).json, {
        fine: { a: '1970-01-01T00:00:00.000Z', b: null },
      })
      const errors = bugsOf(gateway)
      assert.equal(errors.length, 5)
      for (const [at_, message] of [
        /fields\.ts: its field throws: a secret/,
        /fields\.ts: its field big: .*BigInt/,
        /fields\.ts: its field round: .*circular/,
        /fields\.ts: its filter of page: a secret/,
        /fields\.ts: its filter of post_tag: it has to return the item, an object, not undefined/,
      ].entries())
        assert.match(errors[at_] ?? '', message)
    })
  })
})
