// Filters that an owner declares: values of every type, by every operator, the order of lists by them, and what is refused.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { readConfig, type ConfigFile } from '../../src/settings/config.ts'
import { checkDatabase } from '../../src/app/check.ts'
import { parseAddresses } from '../../src/database/address.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, each } from '../support/graphql.ts'
import { extensionFile } from '../support/extensions.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'

const all = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'] as const
const types = ['post']
const settings: ConfigFile = {
  filters: [
    { types, meta: 'price', type: 'decimal', operators: [...all], sort: true },
    { types, meta: 'stock', type: 'integer', operators: ['eq', 'gte'], sort: true },
    { types, meta: 'colour', type: 'text', operators: [...all], sort: true },
    { types, meta: 'sale', type: 'boolean', operators: ['eq', 'exists'] },
    { types, meta: '_starts', name: 'starts', type: 'date', operators: [...all], sort: true },
    {
      types: ['page', 'post'],
      column: 'comment_count',
      type: 'integer',
      operators: ['eq', 'gte', 'in'],
      sort: true,
    },
    { types, column: 'created_at', type: 'date', operators: ['gte', 'lt'] },
  ],
}

/** Posts of the demo: 206 to 209 are hidden, as a draft, pending or private. */
const values: readonly (readonly [post: number, key: string, value: string])[] = [
  [201, 'price', '9'],
  [202, 'price', '10'],
  [203, 'price', '10.50'],
  [204, 'price', '100'],
  [205, 'price', '-3'],
  [206, 'price', '10'],
  [209, 'price', '10'],
  [213, 'price', ''],
  [214, 'price', 'free'],
  [215, 'price', '0.30000000000000000001'],
  [201, 'stock', '5'],
  [202, 'stock', '50'],
  [203, 'stock', '7'],
  [201, 'colour', 'Blue'],
  [202, 'colour', 'red'],
  [203, 'colour', 'Grün'],
  [201, 'sale', '1'],
  [202, 'sale', '0'],
  [203, 'sale', ''],
  [201, '_starts', '2024-03-01 10:00:00'],
  [202, '_starts', '20240302'],
  [203, '_starts', '2024-03-01T09:30'],
  [204, '_starts', 'soon'],
]

onEveryDatabase(
  'declared filters',
  (on) => {
    before(async () => {
      const rows = values.map(([post, key, value]) => `(${post}, '${key}', '${value}')`).join(', ')
      await on().database.execute(`insert into wp_postmeta (post_id, meta_key, meta_value) values ${rows}`)
    })
    const get = (query: string) => on().gateway.get(`/cms-json/cms/v2/posts?${query}`)
    const idsOf = async (query: string) => {
      const { status, json, text } = await get(query)
      assert.equal(status, 200, text)
      return list(json).map((item) => at(item, 'id'))
    }
    const found = async (query: string) =>
      (await idsOf(`${query}&per_page=100&orderby=id&order=asc`)).map(Number)

    const cases: readonly (readonly [query: string, ids: readonly number[]])[] = [
      ['meta.price=10', [202]],
      ['meta.price=10.0', [202]],
      ['meta.price[eq]=10.5', [203]],
      ['meta.price[ne]=10', [201, 203, 204, 205, 215]],
      ['meta.price[gt]=10', [203, 204]],
      ['meta.price[gte]=9&meta.price[lt]=100', [201, 202, 203]],
      ['meta.price[lt]=0', [205]],
      ['meta.price[eq]=0.3', []],
      ['meta.price[gt]=0.3&meta.price[lte]=0.30000000000000000001', [215]],
      ['meta.price[in]=9,10.50,7', [201, 203]],
      ['meta.price[in][]=9&meta.price[in][]=100', [201, 204]],
      ['meta.price[exists]=true', [201, 202, 203, 204, 205, 215]],
      ['meta.stock=5', [201]],
      ['meta.stock[gte]=7', [202, 203]],
      ['meta.colour=Blue', [201]],
      ['meta.colour[gte]=g', [202, 203]],
      ['meta.colour[in]=red,blue', [201, 202]],
      ['meta.sale=true', [201]],
      ['meta.sale=0', [202, 203]],
      ['meta.starts[gte]=2024-03-01T10:00&meta.starts[lt]=2024-03-02', [201]],
      ['meta.starts=2024-03-02', [202]],
      ['meta.price[gte]=10&meta.colour[exists]=1', [202, 203]],
    ]
    for (const [query, ids] of cases)
      it(`declared-filters/1 finds by ${query}`, async () => {
        assert.deepEqual(await found(query), ids)
      })

    it('declared-filters/2 leaves out posts with a value where none is wanted', async () => {
      const priced = await found('meta.price[exists]=true')
      const others = await found('meta.price[exists]=false')
      assert.equal(new Set([...priced, ...others]).size, priced.length + others.length)
      assert.equal(priced.length + others.length, (await found('')).length)
    })

    it('declared-filters/15 count nothing of rows that the viewer may not see', async () => {
      for (const query of [
        'meta.price=10',
        'orderby=meta.price',
        'comment_count[gte]=0',
        'orderby=comment_count',
      ])
        for (const status of ['draft', 'pending', 'private', 'publish,draft,private']) {
          const path = `/cms-json/cms/v2/posts?per_page=100&status=${status}&${query}`
          const { status: code, headers, json, text } = await on().gateway.get(path, asUser('connie'))
          assert.equal(code, 200, text)
          assert.equal(Number(headers.get('x-cms-total')), list(json).length, path)
        }
    })

    it('declared-filters/3 sorts by numbers, texts and times, and lists posts with a value', async () => {
      const sorted = async (query: string) => (await idsOf(`per_page=100&${query}`)).map(Number)
      assert.deepEqual(await sorted('orderby=meta.price&order=asc'), [205, 215, 201, 202, 203, 204])
      assert.deepEqual(await sorted('orderby=meta.price&order=desc'), [204, 203, 202, 201, 215, 205])
      assert.deepEqual(await sorted('orderby=meta.price&order=asc&meta.price[gte]=9'), [201, 202, 203, 204])
      assert.deepEqual(await sorted('orderby=meta.stock&order=asc'), [201, 203, 202])
      assert.deepEqual(await sorted('orderby=meta.colour&order=asc'), [201, 203, 202])
      assert.deepEqual(await sorted('orderby=meta.starts&order=desc'), [202, 201, 203])
      assert.deepEqual(await sorted('orderby=meta.price&order=asc&page=2&per_page=2'), [201, 202])
    })

    it('declared-filters/4 is paged by number with totals, and by cursor there and back', async () => {
      for (const order of [
        'orderby=meta.price&order=asc',
        'orderby=meta.price&order=desc',
        'meta.price[gte]=-3',
      ]) {
        const all100 = await idsOf(`per_page=100&${order}`)
        const first = await get(`per_page=2&${order}`)
        assert.equal(first.headers.get('x-cms-total'), '6')
        assert.match(first.headers.get('link') ?? '', /page=2/)
        const walk = async (query: string, rel: string) => {
          const pages: (readonly unknown[])[] = []
          let last = query
          for (let next: string | undefined = query; next !== undefined && pages.length < 9;) {
            const { json, headers, status, text } = await get(next)
            assert.equal(status, 200, text)
            pages.push(list(json).map((item) => at(item, 'id')))
            last = next
            next = new RegExp(`posts\\?([^>]+)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1]
          }
          return { pages, last }
        }
        const forward = await walk(`per_page=2&cursor=&${order}`, 'next')
        assert.deepEqual(forward.pages.flat(), all100)
        const backward = await walk(forward.last, 'prev')
        assert.deepEqual(backward.pages.toReversed().flat(), all100)
      }
    })

    it('declared-filters/5 filters and sorts by columns', async () => {
      const { json } = await get('per_page=100&_fields=id,date&orderby=id&order=asc')
      const since = list(json).filter((item) => String(at(item, 'date')) >= '2024-02-20')
      assert.deepEqual(
        await found('created_at[gte]=2024-02-20'),
        since.map((item) => at(item, 'id')),
      )
      assert.deepEqual(await found('created_at[gte]=2024-01-10&created_at[lt]=2024-01-12'), [201])
      const counted = await idsOf('orderby=comment_count&order=desc&per_page=1')
      assert.equal(counted.length, 1)
      assert.equal((await found('comment_count[gte]=1')).includes(Number(counted[0])), true)
    })

    const refused: readonly (readonly [query: string, name: string, code: string])[] = [
      ['meta.secret=1', 'meta.secret', 'rest_undeclared_filter'],
      ['meta._edit_lock[gte]=1', 'meta._edit_lock', 'rest_undeclared_filter'],
      ['meta.price=free', 'meta.price', 'rest_invalid_type'],
      ['meta.price[gte]=', 'meta.price', 'rest_invalid_type'],
      ['meta.price[gte]=1e3', 'meta.price', 'rest_invalid_type'],
      ['meta.price[in]=1,x', 'meta.price', 'rest_invalid_type'],
      ['meta.price[gte][]=1', 'meta.price', 'rest_invalid_type'],
      [`meta.price[in]=${'1,'.repeat(100)}1`, 'meta.price', 'rest_too_many_items'],
      ['meta.price[like]=1', 'meta.price', 'rest_not_in_enum'],
      ['meta.stock[lt]=1', 'meta.stock', 'rest_not_in_enum'],
      ['meta.stock=1.5', 'meta.stock', 'rest_invalid_type'],
      ['meta.stock=1234567890123456789', 'meta.stock', 'rest_invalid_type'],
      ['meta.sale=maybe', 'meta.sale', 'rest_invalid_type'],
      ['meta.starts=2024-02-30', 'meta.starts', 'rest_invalid_type'],
      ['meta.starts=1709251200', 'meta.starts', 'rest_invalid_type'],
      [`meta.colour=${'x'.repeat(192)}`, 'meta.colour', 'rest_invalid_type'],
      ['meta.colour[eq][]=red', 'meta.colour', 'rest_invalid_type'],
      ['meta.colour=%00', 'meta.colour', 'rest_invalid_type'],
      ['orderby=meta.sale', 'orderby', 'rest_not_in_enum'],
      ['orderby=meta.secret', 'orderby', 'rest_not_in_enum'],
    ]
    for (const [query, name, code] of refused)
      it(`declared-filters/6 refuses ${query.slice(0, 40)}`, async () => {
        const { status, json } = await get(query)
        assert.deepEqual(
          [status, at(json, 'code'), at(json, 'data', 'details', name, 'code')],
          [400, 'rest_invalid_param', code],
        )
        assert.match(String(at(json, 'data', 'params', name)), new RegExp(name.replace('.', '[.]')))
      })

    it('declared-filters/7 ignores other unknown names, and refuses filters of other types', async () => {
      assert.equal((await get('price=10&metaprice=1&meta_price=3')).status, 200)
      const pages = (query: string) => on().gateway.get(`/cms-json/cms/v2/pages?${query}`)
      assert.equal((await pages('meta.price=10')).status, 400)
      assert.equal((await pages('comment_count=0')).status, 200)
    })

    it('declared-filters/8 are described by OPTIONS and the OpenAPI document', async () => {
      const { json } = await on().gateway.send('OPTIONS', '/cms-json/cms/v2/posts')
      const args = at(json, 'endpoints', 0, 'args')
      assert.deepEqual(at(args, 'meta.price', 'properties', 'gte'), { type: 'number' })
      assert.deepEqual(Object.keys(Object(at(args, 'meta.stock', 'properties'))), ['eq', 'gte'])
      assert.equal(list(at(args, 'orderby', 'enum')).includes('meta.price'), true)
      assert.equal(list(at(args, 'orderby', 'enum')).includes('meta.sale'), false)
      const openapi = await on().gateway.get('/cms-json/openapi.json')
      const parameters = list(at(openapi.json, 'paths', '/cms/v2/posts', 'get', 'parameters'))
      const price = parameters.find((parameter) => at(parameter, 'name') === 'meta.price')
      assert.deepEqual([at(price, 'style'), at(price, 'explode')], ['deepObject', true])
      assert.deepEqual(at(price, 'schema', 'properties', 'in', 'items'), { type: 'number' })
    })

    const graphCases = [
      ['where: { price: { gte: 10 } }', 'meta.price[gte]=10'],
      [
        'where: { price: { gt: 0.3, lte: "0.30000000000000000001" } }',
        'meta.price[gt]=0.3&meta.price[lte]=0.30000000000000000001',
      ],
      [
        'where: { price: { in: [9, 10.50] }, colour: { exists: true } }',
        'meta.price[in]=9,10.5&meta.colour[exists]=1',
      ],
      ['where: { sale: { eq: true } }', 'meta.sale=1'],
      ['where: { starts: { lt: "2024-03-02" } }', 'meta.starts[lt]=2024-03-02'],
      ['where: { commentCount: { gte: 1 } }', 'comment_count[gte]=1'],
      ['where: {}', ''],
      ['sortBy: price', 'orderby=meta.price&order=asc'],
      ['sortBy: price, order: DESC', 'orderby=meta.price&order=desc'],
      ['sortBy: colour, where: { price: { gte: 10 } }', 'orderby=meta.colour&order=asc&meta.price[gte]=10'],
      ['sortBy: commentCount, order: DESC', 'orderby=comment_count&order=desc'],
    ] as const
    for (const [asked, query] of graphCases)
      it(`declared-filters/10 are the same in GraphQL: ${asked}`, async () => {
        const ids = (await idsOf(`per_page=100&${query}`)).map(String)
        assert(ids.length > 0)
        const posts = at(
          await dataOf(
            on().gateway,
            `{ posts(first: 100, ${asked}) { totalCount edges { cursor node { id } } } }`,
          ),
          'posts',
        )
        assert.deepEqual(each(posts, 'id'), ids)
        assert.equal(at(posts, 'totalCount'), ids.length)
        if (ids.length > 1) {
          const after = JSON.stringify(at(posts, 'edges', 0, 'cursor'))
          const next = await dataOf(
            on().gateway,
            `{ posts(first: 1, after: ${after}, ${asked}) { edges { node { id } } } }`,
          )
          assert.deepEqual(each(at(next, 'posts'), 'id'), ids.slice(1, 2))
          const last = await dataOf(on().gateway, `{ posts(last: 2, ${asked}) { edges { node { id } } } }`)
          assert.deepEqual(each(at(last, 'posts'), 'id'), ids.slice(-2))
        }
        const offset = await on().gateway.send('POST', '/graphql?view=offset', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: `{ posts(limit: 2, offset: 0, ${asked}) { id } }` }),
        })
        assert.deepEqual(
          list(at(offset.json, 'data', 'posts')).map((post) => at(post, 'id')),
          ids.slice(0, 2),
          offset.text,
        )
      })

    it('declared-filters/11 are in the schema as declared, and refuse what is not', async () => {
      const names = async (type: string) => {
        const { json } = await on().gateway.graphql(
          `{ __type(name: "${type}") { inputFields { name } enumValues { name } } }`,
        )
        const described = at(json, 'data', '__type')
        const members = list(at(described, 'inputFields') ?? at(described, 'enumValues'))
        return members.map((member) => at(member, 'name'))
      }
      assert.deepEqual(await names('PostStockIs'), ['eq', 'gte'])
      assert.deepEqual(await names('PostSort'), ['price', 'stock', 'colour', 'starts', 'commentCount'])
      assert.deepEqual(await names('PageWhere'), ['commentCount'])
      for (const asked of [
        'where: { secret: { eq: 1 } }',
        'where: { price: { gte: "free" } }',
        'where: { price: { like: 1 } }',
        'where: { stock: { eq: 1.5 } }',
        'where: { starts: { eq: "soon" } }',
        'where: { price: { in: [] } }',
        'sortBy: sale',
      ]) {
        const { text, json } = await on().gateway.graphql(
          `{ posts(first: 1, ${asked}) { edges { node { id } } } }`,
        )
        assert.match(
          String(at(json, 'errors', 0, 'message')),
          /secret|Decimal|like|stock|starts|price|sale/,
          text,
        )
      }
      const { json } = await on().gateway.graphql(`{ media(first: 1, where: {}) { totalCount } }`)
      assert.notEqual(at(json, 'errors'), undefined)
    })

    it('declared-filters/12 are looked at by check and at the start', async () => {
      const { database } = on()
      const findings = async () => {
        const read = readConfig({ file: settings, environment: { DATABASE_URL: database.url }, flags: {} })
        const addresses = parseAddresses(database.url)
        assert(read.kind === 'config' && addresses !== null)
        const topics = []
        for await (const checked of checkDatabase(read.config, addresses))
          if (checked.topic === 'Filters') topics.push(...checked.findings)
        return topics
      }
      const said = await findings()
      const of = (name: string) => said.find(({ says }) => says.startsWith(name))
      assert.match(of('meta.price')?.says ?? '', /^meta.price is found by the index on keys: \d+ rows/)
      assert.equal(of('created_at')?.level, 'good')
      assert.equal(of('comment_count')?.level, 'warning')
      assert.match(of('comment_count')?.paste?.at(-1) ?? '', /create index .*comment_count/)
      const warned = on().gateway.observed.flatMap((seen) => (seen.kind === 'warning' ? [seen.message] : []))
      assert.equal(
        warned.filter((message) => message.includes('filter comment_count has no index')).length > 0,
        true,
      )
      assert.equal(
        warned.some((message) => message.includes('meta.price')),
        false,
      )
    })

    const mistaken: readonly (readonly [filter: NonNullable<ConfigFile['filters']>[number], says: RegExp])[] =
      [
        [
          { types: ['nothing'], meta: 'price', type: 'integer', operators: ['eq'] },
          /no content type nothing/,
        ],
        [{ types, type: 'integer', operators: ['eq'] }, /of a meta key or of a column/],
        [
          { types, meta: 'a', column: 'menu_order', type: 'integer', operators: ['eq'] },
          /of a meta key or of a column/,
        ],
        [{ types, meta: 'price', type: 'boolean', operators: ['gt'] }, /has no operator gt/],
        [{ types, meta: 'price', type: 'integer', operators: [] }, /neither an operator nor an order/],
        [{ types, meta: 'my price', type: 'integer', operators: ['eq'] }, /my price: its name/],
        [{ types, column: 'password', type: 'text', operators: ['eq'] }, /the columns are/],
        [{ types, column: 'content', type: 'text', operators: ['gt'] }, /the columns are/],
        [{ types, column: 'menu_order', type: 'text', operators: ['eq'] }, /the columns are/],
        [{ types, column: 'title', type: 'text', operators: ['eq'] }, /the columns are/],
        [
          { types, column: 'menu_order', name: 'place', type: 'integer', operators: ['eq'] },
          /menu_order: a filter of a column has the name of the column/,
        ],
        [
          { types: ['page'], column: 'menu_order', type: 'integer', operators: ['eq'] },
          /an argument of this name already/,
        ],
        [{ types, meta: 'price', type: 'decimal', operators: ['eq'] }, /already/],
      ]
    for (const [filter, says] of mistaken)
      it(`declared-filters/13 does not start with ${JSON.stringify(filter).slice(0, 70)}`, async () => {
        const filters = [...(settings.filters ?? []), filter]
        await assert.rejects(startTestGateway(on().database, { filters }), says)
      })

    it('declared-filters/14 come from extensions, too', async () => {
      const file = extensionFile(
        'ranked.ts',
        `import { defineExtension } from 'lectern'
         export default defineExtension({ name: 'ranked', filters: [
           { types: ['page'], meta: 'rank', type: 'integer', operators: ['eq', 'in'], sort: true },
         ] })`,
      )
      const gateway = await startTestGateway(on().database, { extensions: [file] })
      const pages = (query: string) => gateway.get(`/cms-json/cms/v2/pages?${query}`)
      assert.deepEqual((await pages('meta.rank=1&orderby=meta.rank')).json, [])
      assert.equal((await pages('meta.rank[gt]=1')).status, 400)
      await gateway.stop()
    })

    it('declared-filters/9 drops kept answers when a value under the key changes', async () => {
      const { database } = on()
      const gateway = await startTestGateway(database, { ...settings, feed: 'auto' })
      const ask = (query: string) => gateway.get(`/cms-json/cms/v2/posts?_fields=id&${query}`)
      const ids = async (query: string) => list((await ask(query)).json).map((item) => at(item, 'id'))
      assert.deepEqual(await ids('meta.price[gt]=1000'), [])
      const sortedBefore = await ids('orderby=meta.price&order=desc')
      await database.execute(
        `update wp_postmeta set meta_value = '2000' where post_id = 202 and meta_key = 'price'`,
      )
      await eventually(async () => assert.deepEqual(await ids('meta.price[gt]=1000'), [202]))
      await eventually(async () =>
        assert.deepEqual(await ids('orderby=meta.price&order=desc'), [
          202,
          ...sortedBefore.filter((id) => id !== 202),
        ]),
      )
      await database.execute(
        `insert into wp_postmeta (post_id, meta_key, meta_value) values (230, 'price', '3000')`,
      )
      await eventually(async () => assert.deepEqual(await ids('meta.price[gt]=1000'), [230, 202]))
      await database.execute(`delete from wp_postmeta where post_id = 230 and meta_key = 'price'`)
      await eventually(async () => assert.deepEqual(await ids('meta.price[gt]=1000'), [202]))
      await database.execute(
        `update wp_postmeta set meta_value = '10' where post_id = 202 and meta_key = 'price'`,
      )
      await eventually(async () => assert.deepEqual(await ids('meta.price[gt]=1000'), []))
      await gateway.stop()
    })
  },
  settings,
)
