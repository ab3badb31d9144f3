// Promises of extension routes: the order in which a request is checked, answers that are kept as long as what was read for
// them, tables that are there before anybody writes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile, withGateway } from '../support/extensions.ts'
import { at, list, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startOrigin } from '../support/origin.ts'
import { createDoor } from '../support/process.ts'

const sample = 'config/extensions/myplugin.ts'

describe('a route of an extension', () => {
  it('extensions-routes/1 asks for what is required, validates, sanitizes, asks for permission, and is handled', async () => {
    const file = extensionFile(
      'order.ts',
      `import { checkedArg, defineExtension, defineRoute, everybody, loggedIn, Type } from 'lectern'
       const steps = []
       const word = checkedArg(Type.Unsafe({ required: true }), {
         validate: (given) => { steps.push('validate ' + given); return given !== 'bad' },
         sanitize: (accepted) => { steps.push('sanitize ' + accepted); return accepted.trim() },
       })
       const ordered = defineRoute({
         namespace: 'order/v1', path: '/word', methods: ['POST'],
         args: { word, size: Type.Integer({ minimum: 1, default: 2 }) },
         permission: (viewer, args) => { steps.push('permission ' + args.word); return loggedIn(viewer) },
         handle: async ({ args }) => { steps.push('handle ' + args.word + args.size); return args },
       })
       const taken = defineRoute({
         namespace: 'order/v1', path: '/steps', methods: ['GET'], permission: everybody,
         handle: async () => steps.splice(0),
       })
       export default defineExtension({ name: 'order', routes: [ordered, taken] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const path = '/cms-json/order/v1/word'
      const send = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
        const { status, json } = await gateway.send('POST', `${path}?${query}`, { headers })
        const steps = (await gateway.get('/cms-json/order/v1/steps')).json
        return { status, code: at(json, 'code'), steps }
      }
      const sam = asUser('sam')
      assert.deepEqual(await send('', sam), { status: 400, code: 'rest_missing_callback_param', steps: [] })
      assert.deepEqual(await send('word=bad&size=0', sam), {
        status: 400,
        code: 'rest_invalid_param',
        steps: ['validate bad'],
      })
      assert.deepEqual(await send('word=%20good', {}), {
        status: 401,
        code: 'rest_forbidden',
        steps: ['validate  good', 'sanitize  good', 'permission good'],
      })
      assert.deepEqual(await send('word=%20good&size=3', sam), {
        status: 200,
        code: undefined,
        steps: ['validate  good', 'sanitize  good', 'permission good', 'handle good3'],
      })
    })
  })

  it('extensions-routes/11 refuses a request without an argument whose default its schema refuses', async () => {
    const file = extensionFile(
      'bad-default.ts',
      `import { defineExtension, defineRoute, everybody, Type } from 'lectern'
       const wide = defineRoute({
         namespace: 'wide/v1', path: '/x', methods: ['GET'], permission: everybody,
         args: { size: Type.Integer({ default: 200, maximum: 100 }) },
         handle: async ({ args }) => args,
       })
       export default defineExtension({ name: 'wide', routes: [wide] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const path = '/cms-json/wide/v1/x'
      for (const query of ['', '?size=101', '?size=x']) {
        const { status, json } = await gateway.get(path + query)
        assert.deepEqual([status, at(json, 'code')], [400, 'rest_invalid_param'])
      }
      assert.equal((await gateway.get(`${path}?size=7`)).status, 200)
      assert.equal((await gateway.send('OPTIONS', path)).status, 200)
    })
  })

  it('extensions-routes/2 that reads and states no permission is open, with a warning', async () => {
    const file = extensionFile(
      'open-routes.ts',
      `import { defineExtension, defineRoute } from 'lectern'
       const open = defineRoute({ namespace: 'open/v1', path: '/x', methods: ['GET'], handle: async () => ({ ok: 1 }) })
       export default defineExtension({ name: 'open', routes: [open] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      assert.deepEqual((await gateway.get('/cms-json/open/v1/x')).json, { ok: 1 })
      const warnings = gateway.observed.flatMap((seen) => (seen.kind === 'warning' ? [seen.message] : []))
      assert.deepEqual(warnings, [`extension ${file}: open/v1/x states no permission and is open to all`])
    })
  })

  it('extensions-routes/3 answers anew each time where it has read nothing, or says so', async () => {
    const route = (path: string, more: string, body: string) =>
      `defineRoute({ namespace: 'kept/v1', path: '${path}', methods: ['GET'], permission: everybody, ${more}
         handle: async ({ read, status }) => { ${body} return { n: n++ } } })`
    const reads = `await read.list('post', { values: { id: 'id' }, limit: 1 });`
    const file = extensionFile(
      'kept.ts',
      `import { defineExtension, defineRoute, everybody } from 'lectern'
       let n = 0
       export default defineExtension({ name: 'kept', routes: [
         ${route('/reads', '', reads)}, ${route('/away', '', `${reads} return status(503, { n: n++ });`)}, ${route('/nothing', '', '')}, ${route('/never', `cache: 'never',`, reads)},
       ] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const isKept = async (path: string, headers = {}) => {
        const [one, other] = [await gateway.get(path, headers), await gateway.get(path, headers)]
        return [one.text === other.text, one.headers.get('cache-control')]
      }
      const [shared, never] = ['public, max-age=0, must-revalidate', 'private, no-store']
      assert.deepEqual(await isKept('/cms-json/kept/v1/reads'), [true, shared])
      assert.deepEqual(await isKept('/cms-json/kept/v1/reads', asUser('sam')), [false, never])
      assert.deepEqual(await isKept('/cms-json/kept/v1/away'), [false, never])
      assert.deepEqual(await isKept('/cms-json/kept/v1/nothing'), [false, never])
      assert.deepEqual(await isKept('/cms-json/kept/v1/never'), [false, never])
    })
  })

  it('extensions-routes/9 has the method that is meant, and no status after which clients wait', async () => {
    const file = extensionFile(
      'odd-routes.ts',
      `import { defineExtension, defineRoute, everybody, Type } from 'lectern'
       const code = Type.Integer()
       const route = (path, methods, handle) =>
         defineRoute({ namespace: 'odd/v1', path, methods, args: path.includes(':') ? { code } : {}, permission: everybody, handle })
       export default defineExtension({ name: 'odd', routes: [
         route('/method', ['POST', 'DELETE'], async ({ request }) => ({ method: request.method })),
         route('/status/:code', ['GET'], async ({ args, status }) => status(args.code, {})),
         route('/fail/:code', ['GET'], async ({ args, fail }) => fail('x_odd', args.code, 'Odd.')),
       ] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const methodOf = async (headers: Readonly<Record<string, string>>, query = '') => {
        const response = await fetch(`${gateway.url}/cms-json/odd/v1/method${query}`, {
          method: 'POST',
          headers,
        })
        return at(await response.json(), 'method')
      }
      assert.equal(await methodOf({}), 'POST')
      assert.equal(await methodOf({ 'X-HTTP-Method-Override': 'DELETE' }), 'DELETE')
      assert.equal(await methodOf({}, '?_method=delete'), 'DELETE')
      for (const path of ['status', 'fail'])
        for (const [code, expected] of [
          [100, 500],
          [101, 500],
          [103, 500],
          [600, 500],
          [404, 404],
        ] as const)
          assert.equal(
            (await gateway.get(`/cms-json/odd/v1/${path}/${code}`)).status,
            expected,
            `${path} ${code}`,
          )
      const { status, headers } = await gateway.get('/cms-json/odd/v1/status/204')
      assert.deepEqual([status, headers.get('content-length')], [204, null])
    })
  })

  it('extensions-routes/10 takes patterns of parameters as they are written, and pages link to addresses', async () => {
    const file = extensionFile(
      'patterns.ts',
      `import { defineExtension, defineRoute, everybody, Type } from 'lectern'
       const route = (path, args, handle) =>
         defineRoute({ namespace: 'patterns/v1.0', path, methods: ['GET'], args, permission: everybody, handle })
       export default defineExtension({ name: 'patterns', routes: [
         route('/files/:name', { name: Type.String({ pattern: '^[a-z]+\\\\.json$' }) }, async ({ args }) => args),
         route('/any/(?P<rest>.+)', { rest: Type.String() }, async ({ args }) => args),
         route('/of/(?P<of>[a-z]+)', { of: Type.String() }, async ({ args, paged }) => paged([args.of], { page: 1, perPage: 1, count: 2 })),
       ] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const root = '/cms-json/patterns/v1.0'
      assert.deepEqual((await gateway.get(`${root}/files/a.json`)).json, { name: 'a.json' })
      assert.equal((await gateway.get(`${root}/files/axjson`)).status, 404)
      assert.deepEqual((await gateway.get(`${root}/any/a/b`)).json, { rest: 'a/b' })
      assert.equal((await gateway.get(`${root.replace('1.0', '1x0')}/any/a`)).status, 404)
      const link = (await gateway.get(`${root}/of/words`)).headers.get('link') ?? ''
      assert.match(link, /\/patterns\/v1\.0\/of\/words\?page=2>; rel="next"/)
    })
  })

  it('extensions-routes/7 answers a page of a list, with totals and links, of what filters and words leave', async () => {
    const file = extensionFile(
      'paged.ts',
      `import { defineExtension, defineRoute, everybody, Type } from 'lectern'
       const number = Type.Integer({ default: 1, minimum: 1 })
       export default defineExtension({ name: 'paged', routes: [defineRoute({
         namespace: 'paged/v1', path: '/:of', methods: ['GET'], permission: everybody, lists: 'page',
         args: { of: Type.String(), page: number, per_page: number, search: Type.Optional(Type.String()) },
         handle: async ({ args: { of, page, per_page: perPage, search }, read, paged }) => {
           const { items, count } = await read.page(of, {
             values: { id: 'id' }, page, perPage, ...(search ? { search } : {}),
             filters: [{ kind: 'none', filters: [{ kind: 'in', column: 'id', values: [101] }] }],
             order: [{ kind: 'column', column: 'id', descending: false }],
           })
           return paged(items, { page, perPage, count })
         },
       })] })`,
    )
    await withGateway({ extensions: [file] }, async (gateway) => {
      const [own, rest] = ['/cms-json/paged/v1/post', '/cms-json/cms/v2/posts']
      for (const query of ['per_page=3&page=2', 'per_page=50&search=the', 'per_page=1&page=999'])
        await alike(
          gateway,
          `${own}?${query}`,
          `${rest}?${query}&orderby=id&order=asc&exclude=101&_fields=id`,
        )
      const { headers } = await gateway.get(`${own}?per_page=3&page=2`)
      assert.match(
        headers.get('link') ?? '',
        /^<\S+\/paged\/v1\/post\?per_page=3&page=1>; rel="prev", <\S+page=3>; rel="next"$/,
      )
    })
  })

  it('extensions-routes/8 leaves to WordPress what only that can answer, where it stands behind', async () => {
    const file = extensionFile(
      'asked.ts',
      `import { defineExtension, defineRoute, everybody } from 'lectern'
       export default defineExtension({ name: 'asked', routes: [defineRoute({
         namespace: 'asked/v1', path: '/cart', methods: ['GET'], permission: everybody, isForOrigin: true,
         handle: async ({ fail }) => fail('x_computed', 501, 'Only WordPress knows.'),
       })] })`,
    )
    const path = '/wp-json/asked/v1/cart'
    await withGateway({ extensions: [file], brand: 'wp' }, async (gateway) => {
      assert.equal((await gateway.get(path)).status, 501)
    })
    const origin = await startOrigin()
    try {
      await withGateway({ extensions: [file], brand: 'wp', originUrl: origin.url }, async (gateway) => {
        assert.equal((await gateway.get(path)).headers.get('x-origin'), 'yes')
      })
    } finally {
      await origin.stop()
    }
  })
})

/** The ids and totals of two lists. */
async function alike(gateway: Pick<TestGateway, 'get'>, one: string, other: string): Promise<void> {
  const shown = async (path: string) => {
    const { json, headers } = await gateway.get(path)
    const found = Array.isArray(json) ? json.map((each) => at(each, 'id')) : []
    return [found, ...(found.length > 0 ? [headers.get('x-cms-total'), headers.get('x-cms-totalpages')] : [])]
  }
  assert.deepEqual(await shown(one), await shown(other))
}

onEveryDatabase(
  'answers of extensions',
  (on) => {
    const statements = () => on().gateway.observed.filter(({ kind }) => kind === 'query').length
    const featured = async (count = 5) =>
      list((await on().gateway.get(`/cms-json/myplugin/v1/featured-posts?count=${count}`)).json)
    const ids = async () => (await featured()).map((post) => at(post, 'id'))

    it('extensions-routes/4 are kept until something changes that was read for them', async () => {
      // A feed may have something to say of a database that was just made
      await eventually(async () => {
        const before = await featured()
        const asked = statements()
        assert.deepEqual(await featured(), before)
        assert.equal(statements(), asked)
      })
      const { database } = on()
      await database.execute(`update wp_posts set post_title = 'Anew' where ID = 217`)
      await eventually(async () => assert.equal(at((await featured())[0], 'title'), 'Anew'))
      await database.execute(
        `insert into wp_postmeta (post_id, meta_key, meta_value) values (231, 'featured', '1')`,
      )
      await eventually(async () => assert((await ids()).includes(231)))
      await database.execute(
        `update wp_postmeta set meta_value = '0' where post_id = 231 and meta_key = 'featured'`,
      )
      await eventually(async () => assert(!(await ids()).includes(231)))
      await database.execute(`update wp_users set display_name = 'Renamed'`)
      await eventually(async () => assert.equal(at((await featured())[0], 'author'), 'Renamed'))
    })

    it('extensions-routes/5 are made of tables that are there when the gateway is ready', async () => {
      assert.deepEqual(await on().database.execute('select email from myplugin_subscribers'), [])
    })
  },
  ({ adminUrl }) => ({ extensions: [sample], writeDatabaseUrl: adminUrl, feed: 'auto' }),
)

for (const kind of testDatabases().filter(({ server }) => server !== null)) {
  it(`extensions-routes/6 an extension's tables are made when ${kind.name} is found after the start`, async () => {
    const database = await kind.create()
    const address = new URL(database.adminUrl)
    const door = await createDoor(address.hostname, Number(address.port))
    address.host = `127.0.0.1:${door.port}`
    const gateway = await startTestGateway({ url: address.href }, { extensions: [sample] })
    const subscribe = () =>
      gateway.send('POST', '/cms-json/myplugin/v1/subscribe', {
        headers: { 'content-type': 'application/json', ...asUser('sam') },
        body: '{"email":"x@example.test"}',
      })
    assert.equal((await subscribe()).status, 503)
    await door.open()
    await eventually(async () => assert.equal((await subscribe()).status, 201))
    await gateway.stop()
    await door.shut()
    await database.drop()
  })
}
