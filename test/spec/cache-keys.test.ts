// Keys of cached answers: spellings of one request share an answer, and what is kept is what would be answered anew.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { onOneDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { rawRequest } from '../support/raw.ts'

const root = '/cms-json'
const posts = `${root}/cms/v2/posts`
const settings = {
  publicUrl: 'https://api.example.org',
  extensions: ['config/extensions/myplugin.ts', keptRoutes()],
}

/** Routes of an extension that answer with what they are given. */
function keptRoutes(): string {
  const read = `await read.list('post', { values: { id: 'id' }, limit: 1 });`
  return extensionFile(
    'things.ts',
    `import { checkedArg, defineExtension, defineRoute, everybody, loggedIn, Type } from 'lectern'
     const base = { namespace: 'things/v1', methods: ['GET'], permission: everybody }
     const things = defineRoute({ ...base, path: '/things/:id',
       args: { id: Type.Integer(), page: Type.Integer({ default: 1 }), slug: Type.Array(Type.String(), { default: [] }),
         search: Type.String({ default: '' }) },
       handle: async ({ args, read }) => { ${read} return args } })
     const looks = defineRoute({ ...base, path: '/looks',
       handle: async ({ request, read }) => { ${read} return { query: request.query } } })
     const address = defineRoute({ ...base, path: '/address', cache: 'address',
       handle: async ({ request, read }) => { ${read} return { query: request.query } } })
     const header = defineRoute({ ...base, path: '/header', cache: 'address',
       handle: async ({ request, read }) => { ${read} return { agent: request.header('x-agent') ?? '' } } })
     const odd = defineRoute({ ...base, path: '/odd',
       args: { words: checkedArg(Type.String({ default: '' }), { sanitize: (text) => new Set(String(text).split(' ')) }) },
       handle: async ({ args, read }) => { ${read} return [...args.words] } })
     const beside = defineRoute({ ...base, path: '/beside',
       handle: async ({ read }) => { ${read} return {} } })
     const written = defineRoute({ ...base, path: '/beside', methods: ['POST'],
       args: { open: Type.String({ default: '' }) },
       permission: (viewer, { open }) => open === 'yes' ? null : loggedIn(viewer),
       handle: async () => ({}) })
     export default defineExtension({ name: 'things', routes: [things, looks, address, header, odd, beside, written] })`,
  )
}

/** Why one database is enough. */
const same = 'keys are made before anything is read'

onOneDatabase(
  'what answers are kept under',
  same,
  (on) => {
    let anew: TestGateway | undefined
    before(async () => {
      anew = await startTestGateway(on().database, { ...settings, cacheBytesMax: 0 })
    })
    after(async () => await anew?.stop())

    const use = () =>
      on()
        .gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : []))
        .at(-1)
    const ask = async (gateway: TestGateway, path: string, method = 'GET', headers = {}) => {
      const { status, header, body } = await rawRequest(gateway.url + path, headers, method)
      const names = ['link', 'x-cms-total', 'x-cms-totalpages', 'content-type', 'allow', 'etag']
      return { status, body: body.toString(), headers: names.map((name) => header(name)) }
    }
    /** As it is answered without a cache; and how it came about. */
    const asked = async (path: string, method = 'GET', headers = {}) => {
      assert(anew)
      const answer = await ask(on().gateway, path, method, headers)
      const used = use()
      assert.deepEqual(answer, await ask(anew, path, method, headers), path)
      return used
    }

    const spellings: Readonly<Record<string, readonly string[]>> = {
      [`${posts}?per_page=4&include=201,202,203&_fields=id,slug`]: [
        `${posts}?_fields=slug,id&include=201,202,203&per_page=4`,
        `${posts}?per_page=04&include[]=201&include[]=202&include[]=203&_fields[]=id&_fields[]=slug`,
        `${posts}?per_page=4&include%5B0%5D=201&include%5B1%5D=202&include%5B2%5D=203&_fields=id,%20slug`,
        `${posts}?per_page=9&per_page=4&include=201+202,203&_fields=id,slug`,
        `${posts}?per_page=4&include=201,202,203&_fields=id,slug&order=desc&orderby=date&page=1&status=publish`,
        `${posts}?per_page=4&include=201,202,203&_fields=id,slug&context=view&exclude=&sticky_=1`,
        `${posts}?per_page=4&include=201,202,203&_fields=id,slug&utm_source=letter&_=1700000000&v`,
        `${posts}/?per_page=4&include=201,202,203&_fields=id,slug`,
        `${root}//cms/v2/posts//?per_page=4&include=201,202,203&_fields=id,slug`,
        `${root}/CMS/v2/Posts?per_page=4&include=201,202,203&_fields=id,slug`,
        `/index.php${posts}?per_page=4&include=201,202,203&_fields=id,slug`,
        `/?rest_route=/cms/v2/posts&per_page=4&include=201,202,203&_fields=id,slug`,
        `/?per_page=4&include=201,202,203&_fields=id,slug&rest_route=%2Fcms%2Fv2%2Fposts%2F`,
        `${posts}?_method=GET&per_page=4&include=201,202,203&_fields=id,slug`,
      ],
      [`${posts}/201?_fields=id,title,_links&_embed`]: [
        `${posts}/0201?_embed=1&_fields=_links,id,title`,
        `${posts}/201/?_embed=true&_fields=id,title.rendered,title,_links&context=view&id=201`,
      ],
    }
    for (const [first, others] of Object.entries(spellings)) {
      it(`cache-keys/1 ${first} is kept once, however it is written`, async () => {
        for (const other of others) {
          await eventually(async () => {
            await asked(first)
            assert.equal(await asked(other), 'hit', other)
          })
        }
        await eventually(async () => {
          await asked(first)
          const head = await ask(on().gateway, first, 'HEAD')
          assert.deepEqual([head.status, head.body, use()], [200, '', 'hit'])
        })
      })
    }

    it('cache-keys/2 tells apart what is answered differently', async () => {
      const different = [
        '',
        'per_page=3',
        'page=2&per_page=3',
        'offset=1',
        'order=asc',
        'orderby=title',
        'include=201,202&orderby=include',
        'include=202,201&orderby=include',
        'search=a',
        '_fields=id',
        '_fields=id,slug',
        '_fields=title.rendered',
        '_embed',
        '_embed=author',
        '_envelope',
        '_envelope&x=1',
        '_pretty',
        '_jsonp=a',
        '_jsonp=b',
        'cursor',
      ]
      for (const query of different) assert.equal(await asked(`${posts}?${query}`), 'miss', query)
      await eventually(async () => {
        await asked(`${posts}?cursor`)
        assert.equal(await asked(`${posts}?cursor&page=1`), 'none')
      })
    })

    it('cache-keys/3 keeps no secrets, no refusals, and nothing of another method', async () => {
      await asked(posts)
      for (const [query, status] of [
        ['password=x', 200],
        ['access_token=x', 200],
        ['%70assword=x', 200],
        ['per_page=0', 400],
        ['status=draft', 400],
        ['status=publish,draft', 400],
        ['_method=DELETE', 404],
        ['_jsonp=a(', 400],
        ['context=edit', 401],
      ] as const) {
        const path = `${posts}?${query}`
        for (let time = 0; time < 2; time += 1) assert.notEqual(await asked(path), 'hit', query)
        assert.equal((await on().gateway.get(path)).status, status, query)
      }
      assert.notEqual(await asked(posts, 'GET', { 'x-http-method-override': 'DELETE' }), 'hit')
    })

    it('cache-keys/6 leaves every address as it is, whatever method a header named for it', async () => {
      const overridden = async (value: string) =>
        (await on().gateway.get(`${posts}?offset=3`, { 'x-http-method-override': value })).status
      for (const value of ['', ' ', 'DELETE', 'GET', 'get', 'x'.repeat(300), `${posts}?offset=3`]) {
        const status = await overridden(value)
        assert.equal((await on().gateway.get(`${posts}?offset=3`)).status, 200, value)
        assert.equal(await overridden(value), status, value)
      }
    })

    it('cache-keys/4 keeps what an extension answers by its arguments, and what looks at the request for nobody else', async () => {
      const things = `${root}/things/v1`
      const isKept = async (first: string, other = first) =>
        await eventually(async () => {
          await asked(things + first)
          assert.equal(await asked(things + other), 'hit', other)
        })
      for (const other of ['?x=1', '/?utm_source=a&_=17', '?page=1', '?slug=', '?search=&page=01'])
        await isKept('/things/7', `/things/7${other}`)
      await isKept('/things/7?slug=a,b', `/things/007?slug[]=a&slug[]=b`)
      assert.notEqual(await asked(`${things}/things/7?slug=b,a`), 'hit')
      await isKept('/address?x=1')
      assert.notEqual(await asked(`${things}/address?x=2`), 'hit')
      await isKept('/odd?words=a')
      assert.notEqual(await asked(`${things}/odd?words=b`), 'hit')
      await isKept('/beside', '/beside?x=1')
      assert.notEqual(await asked(`${things}/beside?open=yes`), 'hit')
      for (const [path, agent] of [
        ['/looks?x=1', 'a'],
        ['/header', 'b'],
        ['/header', 'c'],
      ] as const)
        for (let time = 0; time < 2; time += 1)
          assert.notEqual(await asked(things + path, 'GET', { 'x-agent': agent }), 'hit', path)
      const warnings = on().gateway.observed.flatMap((each) =>
        each.kind === 'warning' ? [each.message] : [],
      )
      assert.equal(warnings.filter((message) => /\/looks looks at the request/.test(message)).length, 1)
    })

    it('cache-keys/5 answers random spellings of random requests as without a cache', async () => {
      let hits = 0
      await fc.assert(
        fc.asyncProperty(requests, async (paths) => {
          for (const path of paths) if ((await asked(path)) === 'hit') hits += 1
        }),
        { numRuns: 60 },
      )
      assert.ok(hits > 30, `only ${hits} hits`)
    })
  },
  settings,
)

/** One request in three spellings. */
const requests = fc
  .record({
    base: fc.constantFrom(
      ...['posts', 'pages', 'categories', 'search', 'posts/201', 'types', 'users'].map(
        (each) => `cms/v2/${each}`,
      ),
      ...['things/7', 'things/08', 'odd', 'beside', 'looks', 'address'].map((each) => `things/v1/${each}`),
      'myplugin/v1/featured-posts',
    ),
    args: fc
      .record({
        per_page: fc.constantFrom('1', '2', '3'),
        page: fc.constantFrom('1', '2'),
        order: fc.constantFrom('asc', 'desc'),
        include: fc.constantFrom(['201', '202'], ['202', '201'], ['203']),
        slug: fc.constantFrom(['none'], ['a', 'b']),
        search: fc.constantFrom('a', 'the', ''),
        context: fc.constantFrom('view', 'embed'),
        _fields: fc.constantFrom(['id'], ['id', 'title'], ['_links', 'id', '_embedded']),
        _embed: fc.constantFrom('', '1', 'author'),
        _envelope: fc.constant(''),
        _jsonp: fc.constantFrom('', 'call'),
        status: fc.constantFrom(['publish'], ['publish', 'draft']),
      })
      .chain((args) =>
        fc
          .subarray(Object.entries<string | readonly string[]>(args), { maxLength: 4 })
          .map((some) => Object.fromEntries(some)),
      ),
    spellings: fc.array(
      fc.record({
        list: fc.constantFrom('commas', 'brackets', 'numbers'),
        noise: fc.subarray(['utm_source=x', '_=1', 'zz[a]=1']),
        turn: fc.nat(12),
        slash: fc.constantFrom('', '/', '//'),
        isNamed: fc.boolean(),
      }),
      { minLength: 3, maxLength: 3 },
    ),
  })
  .map(({ base, args, spellings }) =>
    spellings.map(({ list, noise, turn, slash, isNamed }) => {
      const pairs = Object.entries(args).flatMap(([name, value]) =>
        typeof value === 'string' ? [`${name}=${value}`] : spell(name, value, list),
      )
      const rotated = [
        ...pairs.slice(turn % (pairs.length + 1)),
        ...pairs.slice(0, turn % (pairs.length + 1)),
      ]
      const query = [...noise, ...rotated]
      return isNamed
        ? `/?${[`rest_route=/${base}${slash}`, ...query].join('&')}`
        : `${root}/${base}${slash}?${query.join('&')}`
    }),
  )

function spell(name: string, values: readonly string[], list: string): readonly string[] {
  if (list === 'commas') return [`${name}=${values.join(',')}`]
  return values.map((value, at) => `${name}[${list === 'numbers' ? at : ''}]=${value}`)
}
