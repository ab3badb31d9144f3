// Behaviour of WPGraphQL that follows from no schema, and that its clients meet all the same.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, onOneDatabase } from '../support/gateway.ts'
import { addMenu } from '../support/menu.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

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

    it('wpgraphql-oddities/8 terms are listed without trees, and without those that have others below them', async () => {
      const listed = async (where: string) =>
        new Set(
          names(
            await ask(`{ categories(first: 100, where: { ${where} }) { nodes { name } } }`),
            'categories',
          ),
        )
      const all = await listed('')
      assert.deepEqual(all.difference(await listed('excludeTree: [962]')), new Set(['Birds', 'Albatross']))
      assert.deepEqual(
        all.difference(await listed(`excludeTree: ["${globalId('term', 961)}"]`)),
        new Set(tree.map(({ name }) => name)),
      )
      const leaves = await listed('childless: true')
      assert.deepEqual(
        new Set(tree.map(({ name }) => name)).intersection(leaves),
        new Set(['Cats', 'Albatross']),
      )
      assert.deepEqual(
        new Set(tree.map(({ name }) => name)).intersection(
          await listed('childless: true, excludeTree: [962]'),
        ),
        new Set(['Cats']),
      )
    })

    it('wpgraphql-oddities/9 posts are listed by whether they are sticky', async () => {
      const listed = async (where: string) =>
        list(
          at(
            await ask(`{ posts(first: 100 ${where}) { nodes { databaseId isSticky } } }`),
            'data',
            'posts',
            'nodes',
          ),
        )
      const all = await listed('')
      for (const isSticky of [true, false])
        assert.deepEqual(
          await listed(`where: { isSticky: ${isSticky} }`),
          all.filter((post) => at(post, 'isSticky') === isSticky),
        )
      assert.ok(all.some((post) => at(post, 'isSticky') === true))
      const pages = await ask('{ pages(where: { isSticky: true }) { nodes { id } } }')
      assert.deepEqual(at(pages, 'data', 'pages', 'nodes'), [])
    })

    it('wpgraphql-oddities/10 templates of the themes that WordPress brings are known, and content is listed by them', async () => {
      const { database } = on()
      const wearing = (theme: string) =>
        database.execute(`update wp_options set option_value = '${theme}' where option_name = 'stylesheet'`)
      const pages = async (where: string) =>
        list(
          at(
            await ask(
              `{ pages(first: 100, where: { hasPassword: false ${where} }) { nodes { databaseId template { __typename templateName } } } }`,
            ),
            'data',
            'pages',
            'nodes',
          ),
        )
      await database.execute("delete from wp_postmeta where meta_key = '_wp_page_template'")
      const all = await pages('')
      const [one, other] = all.map((page) => Number(at(page, 'databaseId')))
      assert.ok(one !== undefined && other !== undefined)
      for (const [id, template] of [
        [one, 'page-wide'],
        [other, 'elsewhere'],
      ])
        await database.execute(
          `insert into wp_postmeta (post_id, meta_key, meta_value) values (${id}, '_wp_page_template', '${template}')`,
        )
      // A theme that nothing is known of has one template
      assert.deepEqual(await pages('template: DEFAULT_TEMPLATE'), all)
      await wearing('twentytwentyfour')
      assert.deepEqual(await pages('template: PAGE_WIDE_BLOCK_TEMPLATE'), [
        {
          databaseId: one,
          template: { __typename: 'Template_PageWithWideImage', templateName: 'Page with Wide Image' },
        },
      ])
      assert.deepEqual(
        await pages('template: DEFAULT_TEMPLATE'),
        all.filter((page) => at(page, 'databaseId') !== one),
      )
      await wearing('paper')
    })

    it('wpgraphql-oddities/11 comments come in the order of the ids that are asked for, or of what they say', async () => {
      const listed = async (where: string) =>
        list(
          at(
            await ask(`{ comments(first: 100, where: { ${where} }) { nodes { databaseId } } }`),
            'data',
            'comments',
            'nodes',
          ),
        ).map((comment) => Number(at(comment, 'databaseId')))
      const all = await listed('orderby: COMMENT_CONTENT, order: ASC')
      assert.deepEqual(await listed('orderby: COMMENT_CONTENT, order: DESC'), all.toReversed())
      assert.deepEqual(await listed(`orderby: COMMENT_IN, commentIn: [${all.join()}]`), all)
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

    it('wpgraphql-oddities/13 lists of several kinds at one place have the fields of their own kind', async () => {
      const fields =
        '... on Post { uri title excerpt } ... on Page { uri slug } ... on MediaItem { uri sourceUrl }'
      const json = await ask(`{
        contentTypes { nodes { name contentNodes(first: 50) { nodes { id ${fields} } } } }
        taxonomies { nodes { name connectedTerms(first: 50) { nodes { id ... on Category { description uri } ... on Tag { slug uri } } } } }
      }`)
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(at(json, 'errors')))
      let checked = 0
      for (const [root, lists] of [
        ['contentTypes', 'contentNodes'],
        ['taxonomies', 'connectedTerms'],
      ] as const)
        for (const kind of list(at(json, 'data', root, 'nodes')))
          for (const node of list(at(kind, lists, 'nodes'))) {
            const alone = await ask(
              `{ node(id: "${String(at(node, 'id'))}") { id ${fields} ... on Category { description uri } ... on Tag { slug uri } } }`,
            )
            assert.deepEqual(node, at(alone, 'data', 'node'))
            checked += 1
          }
      assert.ok(checked > 20)
    })

    it('wpgraphql-oddities/4 a published row of no type of the schema is told from one that is not there', async () => {
      const node = async (id: string) => {
        const json = await ask(`{ node(id: "${id}") { id } }`)
        return [at(json, 'data', 'node'), at(json, 'errors', 0, 'message') ?? null]
      }
      const refused = [null, 'The object with this id has a type that this schema does not contain.']
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

onOneDatabase(
  "WPGraphQL's lists in an order of several fields",
  'pages are looked for among ids, whatever the database',
  (on) => {
    before(() =>
      insertPosts(
        on().database,
        Array.from({ length: 10_000 }, (_, nth) => ({ ID: 100_000 + nth, post_date: '1999-01-01 00:00:00' })),
      ),
    )
    const cursor = (id: number) => `"${Buffer.from(`arrayconnection:${id}`).toString('base64')}"`
    const page = async (window: string) => {
      const { json } = await on().gateway.graphql(`{
        posts(${window}, where: { orderby: [{ field: DATE, order: ASC }, { field: TITLE, order: ASC }] }) {
          nodes { databaseId } pageInfo { hasNextPage } } }`)
      const [refused] = list(at(json, 'errors') ?? [])
      const posts = at(json, 'data', 'posts')
      return refused === undefined
        ? [
            ...list(at(posts, 'nodes')).map((node) => at(node, 'databaseId')),
            at(posts, 'pageInfo', 'hasNextPage'),
          ]
        : at(refused, 'message')
    }

    it('wpgraphql-oddities/12 pages beyond those that are looked for are refused, not left out', async () => {
      const refused = 'Lists in this order are paged by cursor through 10000 rows.'
      assert.deepEqual(await page('first: 2'), [109_999, 109_998, true])
      assert.deepEqual(await page(`first: 2, after: ${cursor(109_998)}`), [109_997, 109_996, true])
      assert.deepEqual(await page(`last: 1, before: ${cursor(109_998)}`), [109_999, true])
      assert.equal(await page(`first: 2, after: ${cursor(100_000)}`), refused)
      assert.equal(await page('last: 2'), refused)
    })

    it('wpgraphql-oddities/14 a list by a status that is named twice has each row once', async () => {
      const of = async (stati: string) =>
        at(
          (await on().gateway.graphql(`{ posts(first: 4, where: { stati: [${stati}] }) { nodes { id } } }`))
            .json,
          'data',
        )
      assert.deepEqual(await of('PUBLISH, PUBLISH'), await of('PUBLISH'))
    })
  },
  { graphqlView: 'wpgraphql', cacheBytesMax: 0 },
)
