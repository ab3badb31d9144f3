// Statements follow what a document of WPGraphQL's clients selects, never its rows; and an answer that is kept needs none.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const feed = `query ($n: Int) { posts(first: $n) { nodes { title uri date excerpt author { node { name avatar { url } } }
  categories { nodes { name uri } } tags { nodes { name } } featuredImage { node { sourceUrl altText srcSet } }
  comments(first: 3) { nodes { content author { node { name } } } } } pageInfo { hasNextPage endCursor } } }`
const shelves = `query ($n: Int) { categories(first: $n) { nodes { name count parent { node { name } } ancestors { nodes { name } }
  posts(first: 3) { nodes { title author { node { name posts(first: 2) { nodes { title } } } } } } } } }`

onEveryDatabase(
  "WPGraphQL's statements",
  (on) => {
    const send = (query: string, variables = {}) =>
      on().gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
    const statements = async (query: string, variables = {}): Promise<number> => {
      const { gateway } = on()
      const before = gateway.observed.length
      const { json } = await send(query, variables)
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
      return gateway.observed
        .slice(before)
        .filter((observed) => observed.kind === 'query' && !observed.plan.startsWith('options')).length
    }

    it('wpgraphql-statements/1 are as many for half of the posts as for all', async () => {
      await send('{ generalSettings { title } }')
      const few = await statements(feed, { n: 20 })
      const many = await statements(feed, { n: 50 })
      assert.ok(many <= few && many <= 13, `${few} statements, then ${many}`)
    })

    it('wpgraphql-statements/2 are as many for few categories as for all, with the posts and authors of each', async () => {
      const few = await statements(shelves, { n: 4 })
      const many = await statements(shelves, { n: 100 })
      assert.ok(many <= few + 2 && many <= 12, `${few} statements, then ${many}`)
    })

    it('wpgraphql-statements/3 are none for what was asked before, by either method and in whichever order', async () => {
      const query =
        'query ($a: Int, $b: Int) { posts(first: $a) { nodes { id } } pages(first: $b) { nodes { id } } }'
      await statements(query, { a: 3, b: 2 })
      assert.equal(await statements(query, { b: 2, a: 3 }), 0)
      const { gateway } = on()
      const before = gateway.observed.length
      const search = new URLSearchParams({ query, variables: '{"a":3,"b":2}' }).toString()
      const got = await gateway.get(`/graphql?${search}`)
      assert.equal(list(at(got.json, 'data', 'posts', 'nodes')).length, 3)
      assert.deepEqual(
        gateway.observed.slice(before).filter(({ kind }) => kind === 'query'),
        [],
      )
      const etag = got.headers.get('etag') ?? ''
      const again = await gateway.get(`/graphql?${search}`, { 'if-none-match': etag })
      assert.equal(again.status, 304)
    })
  },
  { graphqlView: 'wpgraphql' },
)
