// Collections by `cursor=`: every row once, there and back, under any filter; what is no cursor of the list is refused.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const v2 = '/cms-json/cms/v2'
const ids = (json: unknown) => list(json).map((item) => at(item, 'id'))

onEveryDatabase('REST cursors', (on) => {
  const get = (path: string, headers = {}) => on().gateway.get(v2 + path, headers)

  const linked = (rel: string, headers: Headers) => {
    const address = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1]
    return address?.slice((on().gateway.url + v2).length)
  }

  /** The ids of the pages that a relation leads through. */
  async function walk(first: string, rel: 'next' | 'prev', headers = {}) {
    const pages: (readonly unknown[])[] = []
    let last = first
    for (let next: string | undefined = first; next !== undefined;) {
      const answer = await get(next, headers)
      assert.equal(answer.status, 200, next)
      assert(pages.length < 200)
      pages.push(ids(answer.json))
      last = next
      next = linked(rel, answer.headers)
    }
    return { pages, last }
  }

  const lists = [
    '/posts?per_page=5',
    '/posts?per_page=1&order=asc',
    '/posts?per_page=3&categories=2',
    '/posts?per_page=1&tags=20&categories_exclude=4',
    '/posts?per_page=2&author=2',
    '/posts?per_page=4&search=the',
    '/posts?per_page=3&after=2024-01-05T00:00:00&before=2024-02-15T00:00:00',
    '/posts?per_page=2&exclude=238,237&sticky=false',
    '/posts?per_page=2&include=238,230,201,202,203',
    '/pages?per_page=2&orderby=date',
    '/pages?per_page=2&orderby=date&parent=0',
    '/media?per_page=3',
    '/comments?per_page=2',
    '/comments?per_page=3&orderby=date&order=asc',
  ]
  for (const path of lists)
    it(`rest-cursor/1 leads through ${path} and back, every row once, in the order of its pages`, async () => {
      const all = ids((await get(path.replace(/per_page=\d+/, 'per_page=100'))).json)
      assert(all.length > 0)
      const forward = await walk(`${path}&cursor=`, 'next')
      assert.deepEqual(forward.pages.flat(), all)
      const backward = await walk(forward.last, 'prev')
      assert.deepEqual(backward.pages.toReversed().flat(), all)
    })

  it('rest-cursor/2 costs no total, and keeps what was asked for in its links', async () => {
    const { headers } = await get('/posts?per_page=2&search=a%20b&_fields=id&cursor=')
    assert.equal(headers.get('x-cms-total'), null)
    const { headers: plain } = await get('/posts?per_page=2&_fields=id&cursor=')
    assert.match(plain.get('link') ?? '', /posts\?per_page=2&_fields=id&cursor=[\w-]+>; rel="next"$/)
    const { headers: counted } = await get('/posts?per_page=2')
    assert.match(counted.get('link') ?? '', /page=2>; rel="next"$/)
  })

  it('rest-cursor/3 holds no row that is withheld', async () => {
    const { pages } = await walk('/posts?per_page=7&status=any&cursor=', 'next', asUser('connie'))
    const whole = await get('/posts?per_page=100&status=any', asUser('connie'))
    assert.deepEqual(pages.flat(), ids(whole.json))
  })

  it('rest-cursor/4 refuses what is no cursor of this list', async () => {
    const { headers } = await get('/posts?per_page=2&cursor=')
    const next = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? ''
    const refused = [
      '/posts?cursor=nothing',
      `/posts?cursor=${next.slice(0, -2)}AA`,
      `/posts?order=asc&cursor=${next}`,
      `/pages?orderby=date&cursor=${next}`,
      `/posts?orderby=title&cursor=${next}`,
      '/posts?orderby=title&cursor=',
    ]
    for (const path of refused) {
      const { status, json } = await get(path)
      assert.deepEqual(
        [path, status, at(json, 'code'), at(json, 'data', 'status')],
        [path, 400, 'invalid_cursor', 400],
      )
    }
    for (const path of [`/posts?page=2&cursor=${next}`, `/posts?offset=2&cursor=${next}`]) {
      const { status, json } = await get(path)
      assert.deepEqual([status, at(json, 'code')], [400, 'invalid_page'])
    }
    const graph = await on().gateway.graphql('{ posts(first: 1) { pageInfo { endCursor } } }')
    const foreign = String(at(graph.json, 'data', 'posts', 'pageInfo', 'endCursor'))
    assert.equal((await get(`/posts?cursor=${foreign}`)).status, 400)
  })

  it('rest-cursor/5 is said in the OpenAPI document where a collection has it, and nowhere that the original speaks for itself', async () => {
    const { json } = await on().gateway.get('/cms-json/openapi.json')
    const said = (path: string) =>
      JSON.stringify(at(json, 'paths', path, 'get', 'parameters')).includes('"cursor"')
    assert.deepEqual(
      [said('/cms/v2/posts'), said('/cms/v2/comments'), said('/cms/v2/tags')],
      [true, true, false],
    )
    const options = await on().gateway.send('OPTIONS', `${v2}/posts`)
    assert.equal(at(options.json, 'endpoints', 0, 'args', 'cursor'), undefined)
  })
})

onEveryDatabase(
  'REST cursors under the name of the original',
  (on) => {
    it('rest-cursor/6 are there, and not among what the original says of itself', async () => {
      const { gateway } = on()
      const { json } = await gateway.send('OPTIONS', '/wp-json/wp/v2/posts')
      assert.equal(at(json, 'endpoints', 0, 'args', 'cursor'), undefined)
      assert.match((await gateway.get('/wp-json/wp/v2/posts?cursor=')).headers.get('link') ?? '', /cursor=/)
    })
  },
  { brand: 'wp' },
)
