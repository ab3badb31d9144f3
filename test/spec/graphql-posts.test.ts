// The contract of the GraphQL interface for posts: connections by keyset, cursors, limits, and GraphQL over HTTP.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { serverAudits } from 'graphql-http'
import { at, list, onEveryDatabase, type On } from '../support/gateway.ts'

const page = `query ($first: Int, $after: String, $last: Int, $before: String) {
  posts(first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { id } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  }
}`

interface Page {
  readonly ids: readonly number[]
  readonly cursors: readonly string[]
  readonly info: {
    readonly startCursor: unknown
    readonly endCursor: unknown
    readonly hasNextPage: unknown
    readonly hasPreviousPage: unknown
  }
}

async function read({ gateway }: On, variables: Readonly<Record<string, unknown>>): Promise<Page> {
  const { json } = await gateway.graphql(page, variables)
  const edges = list(at(json, 'data', 'posts', 'edges'))
  const info = (name: string) => at(json, 'data', 'posts', 'pageInfo', name)
  return {
    ids: edges.map((edge) => Number(at(edge, 'node', 'id'))),
    cursors: edges.map((edge) => String(at(edge, 'cursor'))),
    info: {
      startCursor: info('startCursor'),
      endCursor: info('endCursor'),
      hasNextPage: info('hasNextPage'),
      hasPreviousPage: info('hasPreviousPage'),
    },
  }
}

async function errorOf(
  { gateway }: On,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  return at((await gateway.graphql(query, variables)).json, 'errors', 0, 'extensions', 'code')
}

/** Every id from end to end, page after page. */
async function walk(
  on: On,
  direction: 'forward' | 'backward',
  sizes: () => number,
): Promise<readonly number[]> {
  const seen: number[] = []
  for (let cursor: unknown = null; ;) {
    const window =
      direction === 'forward' ? { first: sizes(), after: cursor } : { last: sizes(), before: cursor }
    const { ids, info } = await read(on, window)
    seen.splice(direction === 'forward' ? seen.length : 0, 0, ...ids)
    const more = direction === 'forward' ? info.hasNextPage : info.hasPreviousPage
    if (more !== true) return seen
    cursor = direction === 'forward' ? info.endCursor : info.startCursor
  }
}

onEveryDatabase('GraphQL posts', (on) => {
  it('graphql-posts/1 gives the newest posts first, with what is asked of each', async () => {
    const { status, json } = await on().gateway.graphql(
      '{ posts(first: 1) { edges { node { id title slug url status createdAt modifiedAt excerpt content format sticky commentCount author { id name slug url } categories { id name slug url description } tags { id } } } totalCount } }',
    )
    assert.equal(status, 200)
    assert.deepEqual(at(json, 'data'), {
      posts: {
        edges: [
          {
            node: {
              id: '238',
              title: '100% &#8220;sure&#8221; 50%25 \\ backslash',
              slug: '100-sure-50%25-backslash',
              url: 'http://127.0.0.1:8081/2024/02/25/100-sure-50%25-backslash/',
              status: 'PUBLISH',
              createdAt: '2024-02-25T09:00:00Z',
              modifiedAt: '2024-02-25T09:00:00Z',
              excerpt: '<p>Back\\slash \\\\ double \\&#8217; quote. 100% and %20.</p>\n',
              content: '<p>Back\\slash \\\\ double \\&#8217; quote. 100% and %20.</p>\n',
              format: 'standard',
              sticky: false,
              commentCount: 0,
              author: {
                id: 'user:1',
                name: 'Ada Admin',
                slug: 'admin',
                url: 'http://127.0.0.1:8081/author/admin/',
              },
              categories: [
                {
                  id: 'term:1',
                  name: 'General',
                  slug: 'general',
                  url: 'http://127.0.0.1:8081/category/general/',
                  description: '',
                },
              ],
              tags: [],
            },
          },
        ],
        totalCount: 32,
      },
    })
  })

  it('graphql-posts/2 walks every post exactly once, in order, whatever the page sizes, from either end', async () => {
    const { json } = await on().gateway.get('/cms-json/cms/v2/posts?per_page=100&_fields=id')
    const all = list(json).map((item) => Number(at(item, 'id')))
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        fc.constantFrom('forward', 'backward'),
        async (sizes, direction) => {
          assert.deepEqual(await walk(on(), direction, () => Number(sizes.next().value)), all)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('graphql-posts/3 says what lies on either side of a page', async () => {
    const first = await read(on(), { first: 5 })
    assert.deepEqual([first.info.hasNextPage, first.info.hasPreviousPage], [true, false])
    assert.deepEqual([first.info.startCursor, first.info.endCursor], [first.cursors[0], first.cursors[4]])
    const second = await read(on(), { first: 5, after: first.info.endCursor })
    assert.deepEqual([second.info.hasNextPage, second.info.hasPreviousPage], [true, true])
    const back = await read(on(), { last: 5, before: second.info.startCursor })
    assert.deepEqual(back.ids, first.ids)
    assert.deepEqual([back.info.hasNextPage, back.info.hasPreviousPage], [true, false])
    const window = await read(on(), { first: 10, after: first.cursors[1], before: first.cursors[4] })
    assert.deepEqual(window.ids, first.ids.slice(2, 4))
    assert.equal(window.info.hasNextPage, false)
    const tail = await read(on(), { last: 3 })
    assert.deepEqual([tail.info.hasNextPage, tail.info.hasPreviousPage], [false, true])
    assert.deepEqual((await read(on(), { first: 5, after: tail.cursors[2] })).ids, [])
    assert.equal((await read(on(), {})).ids.length, 20)
  })

  it('graphql-posts/4 refuses pages that cannot be given', async () => {
    for (const args of ['first: 0', 'first: -1', 'first: 101', 'last: 0', 'last: 101', 'first: 1, last: 1']) {
      assert.equal(await errorOf(on(), `{ posts(${args}) { edges { cursor } } }`), 'INVALID_PAGE', args)
    }
    assert.equal((await read(on(), { first: 100 })).ids.length, 32)
  })

  it('graphql-posts/5 refuses cursors that it did not give out, and reads nothing', async () => {
    const [genuine = ''] = (await read(on(), { first: 1 })).cursors
    const text = Buffer.from(genuine, 'base64url').toString()
    const forged = Buffer.from(text.replace('238', '237')).toString('base64url')
    const otherScheme = Buffer.from(text.replace(/^1u/, '1l')).toString('base64url')
    for (const cursor of ['', 'nonsense', forged, otherScheme, genuine.slice(0, -3), 'A'.repeat(5000)]) {
      const before = on().gateway.observed.length
      assert.equal(await errorOf(on(), page, { after: cursor }), 'INVALID_CURSOR', cursor)
      assert.equal(
        on()
          .gateway.observed.slice(before)
          .filter(({ kind }) => kind === 'query').length,
        0,
      )
    }
  })

  it('graphql-posts/6 keeps what is not published to itself', async () => {
    assert.equal(await errorOf(on(), '{ posts(status: DRAFT) { edges { cursor } } }'), 'FORBIDDEN')
    assert.equal(await errorOf(on(), '{ posts(status: PUBLISH, first: 1) { edges { cursor } } }'), undefined)
    const { json } = await on().gateway.graphql(
      '{ posts(first: 100) { edges { node { id content excerpt } } } }',
    )
    const locked = list(at(json, 'data', 'posts', 'edges')).find((edge) => at(edge, 'node', 'id') === '212')
    assert.deepEqual(at(locked, 'node'), { id: '212', content: null, excerpt: null })
  })

  it('graphql-posts/7 reads in statements that follow the depth of the document, not the rows', async () => {
    const statements = async (first: number) => {
      const before = on().gateway.observed.length
      await on().gateway.graphql(
        `{ posts(first: ${first}) { edges { node { title author { name } categories { name } tags { name } } } } }`,
      )
      return on()
        .gateway.observed.slice(before)
        .filter(({ kind }) => kind === 'query').length
    }
    await statements(1)
    const few = await statements(5)
    assert.equal(await statements(32), few)
    assert(few <= 6, `${few} statements`)
  })

  it('graphql-posts/8 passes every audit of GraphQL over HTTP', async () => {
    const audits = serverAudits({ url: `${on().gateway.url}/graphql`, fetchFn: fetch })
    const results = await Promise.all(audits.map((audit) => audit.fn()))
    const failed = results.filter(({ status }) => status !== 'ok').map(({ id, name }) => `${id} ${name}`)
    assert.deepEqual(failed, [])
    assert.equal(results.length, 61)
  })
})
