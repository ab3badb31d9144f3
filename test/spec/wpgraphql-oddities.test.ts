// What WPGraphQL does that follows from no schema, and that its clients meet all the same.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, onOneDatabase } from '../support/gateway.ts'
import { addMenu } from '../support/menu.ts'
import { insertRows } from '../support/rows.ts'

const globalId = (kind: string, key: number) => Buffer.from(`${kind}:${key}`).toString('base64')

/** A root, two below it, and one below the first of these, whose name is the first of all. */
const tree = [
  { id: 961, name: 'Root', parent: 0 },
  { id: 962, name: 'Birds', parent: 961 },
  { id: 963, name: 'Cats', parent: 961 },
  { id: 964, name: 'Albatross', parent: 962 },
]

onEveryDatabase(
  "WPGraphQL's ways",
  (on) => {
    before(async () => {
      await addMenu(on().database)
      await insertRows(
        on().database,
        'wp_terms',
        tree.map(({ id, name }) => ({ term_id: id, name, slug: name.toLowerCase(), term_group: 0 })),
      )
      await insertRows(
        on().database,
        'wp_term_taxonomy',
        tree.map(({ id, parent }) => ({
          term_taxonomy_id: id,
          term_id: id,
          taxonomy: 'category',
          description: '',
          parent,
          count: 0,
        })),
      )
    })
    const ask = async (query: string, headers = {}) =>
      (
        await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query }),
        })
      ).json
    const names = (json: unknown, root: string) =>
      list(at(json, 'data', root, 'nodes')).map((node) => at(node, 'name'))

    it('wpgraphql-oddities/1 terms below another come as a tree, each behind its parent, in the order asked for', async () => {
      const below = (where: string) =>
        ask(`{ categories(where: { childOf: 961 ${where} }) { nodes { name } } }`)
      assert.deepEqual(names(await below(''), 'categories'), ['Birds', 'Albatross', 'Cats'])
      assert.deepEqual(names(await below('order: DESC'), 'categories'), ['Cats', 'Birds', 'Albatross'])
      assert.deepEqual(names(await below('include: [963, 964]'), 'categories'), ['Albatross', 'Cats'])
      const page = await ask(
        `{ categories(first: 1, after: "${Buffer.from('arrayconnection:962').toString('base64')}", where: { childOf: 961 }) { nodes { name } pageInfo { hasNextPage } } }`,
      )
      assert.deepEqual(names(page, 'categories'), ['Albatross'])
      assert.equal(at(page, 'data', 'categories', 'pageInfo', 'hasNextPage'), true)
      assert.deepEqual(
        names(await ask('{ categories(where: { childOf: 963 }) { nodes { name } } }'), 'categories'),
        [],
      )
    })

    it('wpgraphql-oddities/7 what is listed by ids that are none is an empty list', async () => {
      for (const name of ['posts', 'contentNodes', 'mediaItems'])
        assert.deepEqual(at(await ask(`{ ${name}(where: { in: ["none"] }) { nodes { id } } }`), 'data'), {
          [name]: { nodes: [] },
        })
    })

    it('wpgraphql-oddities/2 users are listed by when they came, which their ids show as well', async () => {
      const by = async (order: string) =>
        list(
          at(
            await ask(
              `{ users(where: { orderby: [{ field: REGISTERED, order: ${order} }] }) { nodes { databaseId } } }`,
            ),
            'data',
            'users',
            'nodes',
          ),
        ).map((user) => at(user, 'databaseId'))
      const first = await by('ASC')
      const last = await by('DESC')
      assert.deepEqual(new Set(first), new Set(last))
      const json = await ask('{ users { nodes { databaseId registeredDate } } }', asUser('admin'))
      const dates = new Map(
        list(at(json, 'data', 'users', 'nodes')).map((user) => [
          at(user, 'databaseId'),
          String(at(user, 'registeredDate')),
        ]),
      )
      const known = first.map((id) => dates.get(id) ?? '')
      assert.deepEqual(known, known.toSorted())
    })

    it('wpgraphql-oddities/3 addresses that were pinged are refused, and the rest of the post is there', async () => {
      const json = await ask(
        '{ posts(first: 1, where: { hasPassword: false }) { nodes { title pinged toPing } } }',
      )
      const [post] = list(at(json, 'data', 'posts', 'nodes'))
      assert.deepEqual([at(post, 'pinged'), at(post, 'toPing')], [null, null])
      assert.equal(typeof at(post, 'title'), 'string')
      assert.deepEqual(at(json, 'errors', 0, 'path'), ['posts', 'nodes', 0, 'pinged'])
    })

    it('wpgraphql-oddities/4 a published row of no type of the schema is told from one that is not there', async () => {
      const node = async (id: string) => {
        const json = await ask(`{ node(id: "${id}") { id } }`)
        return [at(json, 'data', 'node'), at(json, 'errors', 0, 'message') ?? null]
      }
      const refused = [null, 'What has this id is of no type of this schema.']
      assert.deepEqual(await node(globalId('post', 901)), refused)
      await on().database.execute("update wp_posts set post_status = 'draft' where ID = 902")
      for (const id of [globalId('post', 902), globalId('post', 99_999_999), globalId('term', 99_999_999)])
        assert.deepEqual(await node(id), [null, null])
      await on().database.execute("update wp_posts set post_type = 'unknown' where ID = 903")
      assert.deepEqual(await node(globalId('post', 903)), refused)
      await on().database.execute('delete from wp_term_relationships where object_id = 904')
      assert.deepEqual(await node(globalId('post', 904)), [null, null])
    })
  },
  { graphqlView: 'wpgraphql', cacheBytesMax: 0 },
)

onOneDatabase(
  "WPGraphQL's introspection",
  'the schema follows from the definitions',
  (on) => {
    it('wpgraphql-oddities/5 lists types in the order in which the roots lead to them', async () => {
      const { json } = await on().gateway.graphql(`{
        node: __type(name: "Node") { possibleTypes { name } }
        __schema { directives { name locations } } }`)
      const types = list(at(json, 'data', 'node', 'possibleTypes')).map((type) => String(at(type, 'name')))
      const places = ['Category', 'ContentType', 'User', 'MediaItem', 'Post', 'CommentAuthor'].map((name) =>
        types.indexOf(name),
      )
      assert.ok(
        places.every((place, nth) => place > (places[nth - 1] ?? -1)),
        types.join(),
      )
      const deprecated = list(at(json, 'data', '__schema', 'directives')).find(
        (directive) => at(directive, 'name') === 'deprecated',
      )
      assert.deepEqual(at(deprecated, 'locations'), [
        'FIELD_DEFINITION',
        'ENUM_VALUE',
        'ARGUMENT_DEFINITION',
        'INPUT_FIELD_DEFINITION',
      ])
    })

    it('wpgraphql-oddities/6 OPTIONS is answered with a type and without a body', async () => {
      const { status, headers, text } = await on().gateway.send('OPTIONS', '/graphql', {})
      assert.deepEqual(
        [status, headers.get('content-type'), text],
        [200, 'application/json; charset=UTF-8', ''],
      )
    })
  },
  { graphqlView: 'wpgraphql' },
)
