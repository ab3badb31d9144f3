// Statements follow what a document of WPGraphQL's clients selects, never its rows; and an answer that is kept needs none.
import assert from 'node:assert/strict'
import { before as beforeAll, it } from 'node:test'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import { addMenu } from '../support/menu.ts'
import { insertPosts } from '../support/plugins.ts'
import { insertRows } from '../support/rows.ts'
import { sameQuestions } from '../support/same-questions.ts'

const feed = `query ($n: Int) { posts(first: $n) { nodes { title uri date excerpt author { node { name avatar { url } } }
  categories { nodes { name uri } } tags { nodes { name } } featuredImage { node { sourceUrl altText srcSet } }
  comments(first: 3) { nodes { content author { node { name } } } } } pageInfo { hasNextPage endCursor } } }`
const shelves = `query ($n: Int) { categories(first: $n) { nodes { name count parent { node { name } } ancestors { nodes { name } }
  posts(first: 3) { nodes { title author { node { name posts(first: 2) { nodes { title } } } } } } } } }`

/** Sends documents, and counts the statements that run for them. */
function countingOn(on: () => On) {
  const send = (query: string, variables = {}, address = '/graphql') =>
    on().gateway.send('POST', address, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
  const statements = async (query: string, variables = {}, address = '/graphql'): Promise<number> => {
    const { gateway } = on()
    const before = gateway.observed.length
    const { json } = await send(query, variables, address)
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    return gateway.observed
      .slice(before)
      .filter((observed) => observed.kind === 'query' && !observed.plan.startsWith('options')).length
  }
  return { send, statements }
}

onEveryDatabase(
  "WPGraphQL's statements",
  (on) => {
    const { send, statements } = countingOn(on)

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

    it('wpgraphql-statements/5 are as many for few terms as for many, with what is above each', async () => {
      const { database } = on()
      // Categories below one of their own each
      const pairs = Array.from({ length: 40 }, (_, nth) => 9000 + 2 * nth)
      await insertRows(
        database,
        'wp_terms',
        pairs.flatMap((id) =>
          [id, id + 1].map((term_id) => ({
            term_id,
            name: `T${term_id}`,
            slug: `t${term_id}`,
            term_group: 0,
          })),
        ),
      )
      await insertRows(
        database,
        'wp_term_taxonomy',
        pairs.flatMap((id) =>
          [id, id + 1].map((term_id) => ({
            term_taxonomy_id: term_id,
            term_id,
            taxonomy: 'category',
            description: '',
            parent: term_id === id ? 0 : id,
            count: 0,
          })),
        ),
      )
      const above = (some: readonly number[]) =>
        statements(
          `{ categories(first: 50, where: { include: ${JSON.stringify(some.map((id) => id + 1))} }) {
            nodes { name ancestors { nodes { name } } } } }`,
        )
      const few = await above(pairs.slice(0, 3))
      const many = await above(pairs.slice(3))
      assert.ok(many <= few, `${few} statements, then ${many}`)
    })

    it('wpgraphql-statements/6 are as many for few terms as for many, by what the lists below each are chosen', async () => {
      const cursor = btoa('arrayconnection:237')
      for (const below of [
        'children(where: { childless: true }) { nodes { name } }',
        'children(where: { hideEmpty: true }) { nodes { name } }',
        'children(where: { excludeTree: [2], childOf: 1 }) { nodes { name } }',
        'posts(where: { authorName: "edith" }) { nodes { title } }',
        'posts(where: { categoryName: "news", tag: "sea" }) { nodes { title } }',
        `posts(first: 2, after: "${cursor}") { nodes { title } }`,
      ]) {
        const ask = (first: number) => statements(`{ categories(first: ${first}) { nodes { ${below} } } }`)
        const few = await ask(3)
        const many = await ask(60)
        assert.ok(many <= few, `${below}: ${few} statements, then ${many}`)
      }
    })

    it('wpgraphql-statements/9 are as many for few nodes as for many, where pages of the lists below each are looked for', async () => {
      const pairs = Array.from({ length: 40 }, (_, nth) => 9200 + 2 * nth)
      await insertPosts(
        on().database,
        pairs.flatMap((ID) => [
          { ID, post_type: 'page', post_title: `Above ${ID}` },
          { ID: ID + 1, post_type: 'page', post_title: `Below ${ID}`, post_parent: ID },
        ]),
      )
      const titles = async (below: string, first: number) => {
        const document = `{ pages(first: ${first}, where: { parentNotIn: ["0"], orderby: [{ field: DATE, order: DESC }] }) {
          nodes { ${below} } } }`
        return [await statements(document), (await send(document)).json] as const
      }
      for (const below of [
        'ancestors(last: 1, where: { status: PUBLISH }) { nodes { ... on Page { title } } }',
        'ancestors(last: 1, where: { orderby: [{ field: DATE, order: ASC }, { field: TITLE, order: ASC }] }) { nodes { ... on Page { title } } }',
      ]) {
        const [few] = await titles(below, 3)
        const [many, found] = await titles(below, 40)
        assert.ok(many <= few, `${below}: ${few} statements, then ${many}`)
        const nodes = list(at(found, 'data', 'pages', 'nodes'))
        const above = nodes.map((node) => at(node, 'ancestors', 'nodes', 0, 'title'))
        assert.equal(new Set(above.filter((title) => String(title).startsWith('Above'))).size, 40)
      }
    })

    it('wpgraphql-statements/7 are none for comments on content of statuses that anonymous viewers never see', async () => {
      await send('{ generalSettings { title } }')
      const statuses = 'contentStatus: [DRAFT, PRIVATE, TRASH]'
      assert.equal(await statements(`{ comments(where: { ${statuses} }) { nodes { id } } }`), 0)
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

onEveryDatabase(
  "WPGraphQL's statements without a cache",
  (on) => {
    const { statements } = countingOn(on)

    it('wpgraphql-statements/4 are at most those of the same question in our own view, however many rows there are', async () => {
      const { gateway, database } = on()
      await addMenu(database)
      const { json } = await gateway.graphql('{ post(id: 237, idType: DATABASE_ID) { slug uri } }')
      const post = Object(at(json, 'data', 'post'))
      const variables = { slug: at(post, 'slug'), uri: at(post, 'uri') }
      const given = (query: string) =>
        Object.fromEntries(Object.entries(variables).filter(([name]) => query.includes(`$${name}:`)))
      // Enough for the first ones to have pictures, parents and comments, too
      const few = sameQuestions(20)
      const many = sameQuestions(60)
      for (const [nth, { name, wordpress, own }] of few.entries()) {
        const more = many[nth]?.wordpress ?? wordpress
        // What is counted of tables once is counted by the first of each
        await statements(more, given(more))
        await statements(own, given(own), '/graphql?view=cursor')
        const theirs = await statements(wordpress, given(wordpress))
        const ours = await statements(own, given(own), '/graphql?view=cursor')
        const ofMany = more === wordpress ? 0 : await statements(more, given(more))
        assert.ok(
          theirs <= ours && ofMany <= theirs,
          `${name}: ${theirs} statements, ours ${ours}, of many rows ${ofMany}`,
        )
      }
    })
  },
  { graphqlView: 'wpgraphql', menuReaders: 'everybody', cacheBytesMax: 0 },
)

onOneDatabase(
  "WPGraphQL's statements where a page lists the posts",
  'their number follows from the document',
  (on) => {
    const { statements } = countingOn(on)
    beforeAll(async () => {
      const set = (name: string, value: string) =>
        on().database.execute('update wp_options set option_value = ? where option_name = ?', [value, name])
      await set('show_on_front', 'page')
      await set('page_for_posts', '301')
    })

    it('wpgraphql-statements/8 are as many for few posts as for many, each with the address of the page', async () => {
      const ask = (first: number) =>
        statements(`{ posts(first: ${first}) { nodes { contentType { node { uri } } } } }`)
      await statements('{ contentTypes { nodes { uri } } }')
      const few = await ask(3)
      const many = await ask(50)
      assert.ok(many <= few, `${few} statements, then ${many}`)
    })
  },
  { graphqlView: 'wpgraphql' },
)
