// The schema of WPGraphQL: what its clients ask, answered from the same rows as REST.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import { addMenu, menu } from '../support/menu.ts'
import { insertPosts, insertRows } from '../support/rows.ts'
import { audience, bearer, issuer, jwtSecret } from '../support/tokens.ts'

onEveryDatabase(
  "WPGraphQL's schema",
  (on) => {
    const send = ({ gateway }: On, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const ask = async (query: string, variables = {}, headers = {}): Promise<unknown> => {
      const { json } = await send(on(), { query, variables }, headers)
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
      return at(json, 'data')
    }
    const messages = async (query: string): Promise<readonly unknown[]> =>
      list(at((await send(on(), { query })).json, 'errors')).map((error) => at(error, 'message'))
    const nodes = (data: unknown, ...path: readonly string[]) => list(at(data, ...path, 'nodes'))
    const ids = (items: readonly unknown[]) => items.map((item) => at(item, 'databaseId'))

    it('wpgraphql/1 lists posts as REST does, with what belongs to them', async () => {
      const data = await ask(`{ posts(first: 5) { nodes {
        id databaseId title slug date link uri author { node { name slug } } categories { nodes { slug } }
        featuredImage { node { sourceUrl altText } } } } }`)
      const { json } = await on().gateway.get('/cms-json/cms/v2/posts?per_page=5&_embed')
      assert.deepEqual(
        nodes(data, 'posts').map((post) => [
          at(post, 'databaseId'),
          at(post, 'slug'),
          at(post, 'date'),
          at(post, 'author', 'node', 'name') ?? null,
          nodes(post, 'categories').map((term) => at(term, 'slug')),
          at(post, 'featuredImage', 'node', 'sourceUrl') ?? null,
        ]),
        list(json).map((post) => {
          const terms = list(at(post, '_embedded', 'cms:term') ?? []).flatMap((each) => list(each))
          const categories = terms.filter((term) => at(term, 'taxonomy') === 'category')
          return [
            at(post, 'id'),
            decodeURIComponent(String(at(post, 'slug'))),
            at(post, 'date'),
            at(post, '_embedded', 'author', 0, 'name') ?? null,
            categories.map((term) => at(term, 'slug')),
            at(post, '_embedded', 'cms:featuredmedia', 0, 'source_url') ?? null,
          ]
        }),
      )
      assert.equal(
        at(data, 'posts', 'nodes', 0, 'id'),
        globalId('post', at(data, 'posts', 'nodes', 0, 'databaseId')),
      )
    })

    it('wpgraphql/2 walks a list by cursors, forward and back, without a row twice', async () => {
      const all = ids(nodes(await ask('{ posts(first: 100) { nodes { databaseId } } }'), 'posts'))
      const page = `query ($first: Int, $last: Int, $after: String, $before: String, $order: OrderEnum!) {
        posts(first: $first, last: $last, after: $after, before: $before,
          where: { orderby: [{ field: DATE, order: $order }] }) {
          nodes { databaseId } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`
      const walk = async (order: 'ASC' | 'DESC', way: 'first' | 'last') => {
        const found: unknown[][] = []
        for (let cursor: unknown = null, more: unknown = true; more === true && found.length < 50;) {
          const edge = way === 'first' ? { after: cursor } : { before: cursor }
          const data = await ask(page, { [way]: 7, ...edge, order })
          found.push([...ids(nodes(data, 'posts'))])
          const info = at(data, 'posts', 'pageInfo')
          cursor = at(info, way === 'first' ? 'endCursor' : 'startCursor')
          more = at(info, way === 'first' ? 'hasNextPage' : 'hasPreviousPage')
        }
        return (way === 'first' ? found : found.toReversed()).flat()
      }
      assert.deepEqual(await walk('DESC', 'first'), all)
      assert.deepEqual(await walk('DESC', 'last'), all)
      const ascending = await walk('ASC', 'first')
      assert.deepEqual(await walk('ASC', 'last'), ascending)
      const sorted = (of: readonly unknown[]) => of.map(Number).toSorted((one, other) => one - other)
      assert.deepEqual(sorted(ascending), sorted(all))
    })

    it('wpgraphql/19 walks lists back that have no order of one column', async () => {
      for (const where of [
        'orderby: [{ field: TITLE, order: ASC }, { field: DATE, order: DESC }]',
        'in: ["201", "202", "203", "228"], orderby: [{ field: IN, order: ASC }]',
        'search: "the"',
      ]) {
        const all = ids(
          nodes(await ask(`{ posts(first: 100, where: { ${where} }) { nodes { databaseId } } }`), 'posts'),
        )
        assert.ok(all.length > 3)
        for (const size of [1, 2, 3]) {
          const found: unknown[][] = []
          for (let cursor: unknown = null, more: unknown = true; more === true;) {
            const data = await ask(
              `query ($before: String) { posts(last: ${size}, before: $before, where: { ${where} }) {
                nodes { databaseId } pageInfo { startCursor hasPreviousPage } } }`,
              { before: cursor },
            )
            found.push([...ids(nodes(data, 'posts'))])
            cursor = at(data, 'posts', 'pageInfo', 'startCursor')
            more = at(data, 'posts', 'pageInfo', 'hasPreviousPage')
          }
          assert.deepEqual(found.toReversed().flat(), all, `${where}, ${size}`)
        }
      }
    })

    it('wpgraphql/3 says nothing of what lies beyond where no number is asked for, and clamps large ones', async () => {
      const data = await ask(
        '{ posts { nodes { id } pageInfo { hasNextPage } } all: posts(first: 5000) { nodes { id } } }',
      )
      assert.deepEqual(
        [nodes(data, 'posts').length, at(data, 'posts', 'pageInfo', 'hasNextPage')],
        [10, false],
      )
      assert.ok(nodes(data, 'all').length > 10)
    })

    it('wpgraphql/4 finds one row by each kind of id', async () => {
      const [post] = nodes(await ask('{ posts(first: 1) { nodes { id databaseId slug uri } } }'), 'posts')
      const wanted = { id: at(post, 'id') }
      for (const [idType, id] of [
        ['ID', at(post, 'id')],
        ['DATABASE_ID', at(post, 'databaseId')],
        ['SLUG', at(post, 'slug')],
        ['URI', at(post, 'uri')],
      ]) {
        const data = await ask(
          'query ($id: ID!, $idType: PostIdType) { post(id: $id, idType: $idType) { id } }',
          { id, idType },
        )
        assert.deepEqual(at(data, 'post'), wanted, String(idType))
      }
      const { nodeByUri, node } = Object(
        await ask(
          'query ($uri: String!, $id: ID!) { nodeByUri(uri: $uri) { __typename id } node(id: $id) { __typename } }',
          { uri: at(post, 'uri'), id: at(post, 'id') },
        ),
      )
      assert.deepEqual([at(nodeByUri, '__typename'), at(node, '__typename')], ['Post', 'Post'])
      assert.deepEqual(await ask('{ post(id: "9999999", idType: DATABASE_ID) { id } }'), { post: null })
      assert.equal((await messages('{ post(id: "no-id") { id } }')).length, 1)
    })

    it('wpgraphql/5 leads from addresses to terms and authors', async () => {
      const data = await ask('{ categories(first: 3) { nodes { uri } } users { nodes { uri } } }')
      for (const [type, list_] of [
        ['Category', nodes(data, 'categories')],
        ['User', nodes(data, 'users')],
      ] as const)
        for (const one of list_)
          assert.deepEqual(
            at(
              await ask('query ($uri: String!) { nodeByUri(uri: $uri) { __typename uri } }', {
                uri: at(one, 'uri'),
              }),
              'nodeByUri',
            ),
            { __typename: type, uri: at(one, 'uri') },
          )
      for (const uri of ['', '/nothing-here/', 'http://elsewhere.example/', '//x//', '/feed/'])
        assert.deepEqual(await ask('query ($uri: String!) { nodeByUri(uri: $uri) { id } }', { uri }), {
          nodeByUri: null,
        })
    })

    it('wpgraphql/6 shows drafts, and how users are reached, to those alone who see them in REST', async () => {
      const everything =
        '{ posts(first: 100, where: { stati: [PUBLISH, DRAFT, PRIVATE, FUTURE] }) { nodes { status } } }'
      const seen = nodes(await ask(everything), 'posts').map((post) => at(post, 'status'))
      assert.deepEqual([...new Set(seen)], ['publish'])
      const asAdmin = nodes(await ask(everything, {}, asUser('admin')), 'posts')
      assert.ok(new Set(asAdmin.map((post) => at(post, 'status'))).size > 1)
      const people = await ask(
        '{ users { nodes { name email username roles { nodes { name } } } } viewer { id } }',
      )
      for (const user of nodes(people, 'users'))
        assert.deepEqual([at(user, 'email'), at(user, 'username'), at(user, 'roles')], [null, null, null])
      assert.equal(at(people, 'viewer'), null)
      const own = await ask('{ viewer { username email } }', {}, asUser('admin'))
      assert.equal(at(own, 'viewer', 'username'), 'admin')
    })

    it('wpgraphql/7 keeps back what a password protects', async () => {
      const [post] = nodes(
        await ask(
          '{ posts(first: 1, where: { hasPassword: true }) { nodes { title hasPassword isRestricted content excerpt date author { node { id } } categories { nodes { id } } comments { nodes { id } } isSticky } } }',
        ),
        'posts',
      )
      assert.ok(typeof at(post, 'title') === 'string' && at(post, 'title') !== '')
      assert.deepEqual(
        ['hasPassword', 'isRestricted', 'content', 'excerpt', 'date', 'author', 'isSticky'].map((name) =>
          at(post, name),
        ),
        [true, true, null, null, null, null, false],
      )
      assert.deepEqual([nodes(post, 'categories'), nodes(post, 'comments')], [[], []])
      // A list may be all that is asked for
      for (const name of ['categories', 'terms', 'comments']) {
        const query = `{ post(id: 212, idType: DATABASE_ID) { ${name} { nodes { __typename } } } }`
        assert.deepEqual(nodes(await ask(query), 'post', name), [], name)
        assert.notDeepEqual(nodes(await ask(query, {}, asUser('edith')), 'post', name), [], name)
      }
    })

    it('wpgraphql/21 shows those who may edit it what a password protects, and who wrote a comment', async () => {
      const { json } = await on().gateway.get(
        '/cms-json/cms/v2/posts/212?context=edit&_fields=content,excerpt,date',
        asUser('edith'),
      )
      const query = `{
        post(id: 212, idType: DATABASE_ID) { content excerpt date isRestricted }
        posts(where: { in: [212] }) { nodes { content } }
        comment(id: 1, idType: DATABASE_ID) { author { email ipAddress node { ... on CommentAuthor { id email } } } }
        viewer { isRestricted } }`
      const data = await ask(query, {}, asUser('edith'))
      const content = at(json, 'content', 'rendered')
      assert.ok(typeof content === 'string' && content !== '')
      assert.deepEqual(at(data, 'post'), {
        content,
        excerpt: at(json, 'excerpt', 'rendered'),
        date: at(json, 'date'),
        isRestricted: false,
      })
      assert.deepEqual(nodes(data, 'posts'), [{ content }])
      assert.deepEqual(at(data, 'viewer'), { isRestricted: false })
      const { json: comment } = await on().gateway.get(
        '/cms-json/cms/v2/comments/1?context=edit&_fields=author_email,author_ip',
        asUser('edith'),
      )
      const author = at(data, 'comment', 'author')
      const [email, ipAddress] = [at(comment, 'author_email'), at(comment, 'author_ip')]
      const id = at(author, 'node', 'id')
      assert.ok(typeof email === 'string' && email.includes('@'))
      assert.deepEqual(author, { email, ipAddress, node: { id, email } })
      const known = 'query ($id: ID) { node(id: $id) { ... on CommentAuthor { email } } }'
      assert.deepEqual(await ask(known, { id }, asUser('edith')), { node: { email } })
      for (const headers of [{}, asUser('sam')]) {
        assert.deepEqual(await ask(known, { id }, headers), { node: { email: null } })
        const hidden = await ask(query.replace(/viewer \{.*?\}/, ''), {}, headers)
        assert.deepEqual(at(hidden, 'comment', 'author'), {
          email: null,
          ipAddress: null,
          node: { id, email: null },
        })
        assert.deepEqual([at(hidden, 'post', 'content'), at(hidden, 'post', 'isRestricted')], [null, true])
      }
    })

    it('wpgraphql/22 shows roles and capabilities to their own user, and to those who manage users', async () => {
      const query = `{ viewer { roles { nodes { id name displayName } } capabilities extraCapabilities }
        users(first: 100) { nodes { slug roles { nodes { name } } } }
        userRoles { nodes { name } } userRole(id: "${btoa('user_role:editor')}") { capabilities }
        node(id: "${btoa('user_role:editor')}") { __typename } }`
      const edith = await ask(query, {}, asUser('edith'))
      assert.deepEqual(nodes(edith, 'viewer', 'roles'), [
        { id: btoa('user_role:editor'), name: 'editor', displayName: 'Editor' },
      ])
      const { json: me } = await on().gateway.get('/cms-json/cms/v2/users/me?context=edit', asUser('edith'))
      const names = (field: string) => new Set(Object.keys(Object(at(me, field))))
      for (const [field, own] of [
        ['capabilities', 'capabilities'],
        ['extraCapabilities', 'extra_capabilities'],
      ] as const)
        assert.deepEqual(new Set(list(at(edith, 'viewer', field))), names(own))
      const rolesOf = (data: unknown) =>
        nodes(data, 'users').flatMap((each) => (at(each, 'roles') === null ? [] : [at(each, 'slug')]))
      assert.deepEqual(rolesOf(edith), ['edith'])
      assert.deepEqual(
        [nodes(edith, 'userRoles'), at(edith, 'userRole'), at(edith, 'node')],
        [[], null, null],
      )
      const admin = await ask(query, {}, asUser('admin'))
      assert.ok(rolesOf(admin).length > 5)
      assert.ok(nodes(admin, 'userRoles').some((role) => at(role, 'name') === 'subscriber'))
      assert.ok(list(at(admin, 'userRole', 'capabilities')).includes('edit_others_posts'))
      assert.deepEqual(at(admin, 'node'), { __typename: 'UserRole' })
      const anybody = await ask(query)
      assert.deepEqual([at(anybody, 'viewer'), rolesOf(anybody), nodes(anybody, 'userRoles')], [null, [], []])
    })

    it('wpgraphql/8 chooses by terms, words, dates and ids', async () => {
      const chosen = async (where: string) =>
        ids(nodes(await ask(`{ posts(first: 100, where: { ${where} }) { nodes { databaseId } } }`), 'posts'))
      const rest = async (query: string) => {
        const { json } = await on().gateway.get(`/cms-json/cms/v2/posts?per_page=100&${query}`)
        return list(json).map((post) => at(post, 'id'))
      }
      assert.deepEqual(await chosen('categoryIn: [2]'), await rest('categories=2'))
      assert.deepEqual(await chosen('tagIn: [20]'), await rest('tags=20'))
      assert.deepEqual(await chosen('author: 3'), await rest('author=3'))
      const [first, second] = await chosen('')
      assert.deepEqual(await chosen(`in: [${Number(second)}, ${Number(first)}]`), [second, first])
      assert.deepEqual(await chosen('authorName: "nobody"'), [])
      const byYear = await chosen('dateQuery: { year: 2024, month: 1 }')
      assert.deepEqual(byYear, await rest('after=2023-12-31T23:59:59&before=2024-02-01T00:00:00'))
      // What is no time lets nothing through, also where a server refuses to compare with it
      for (const parts of ['month: 99', 'month: 2, day: 31', 'month: -5', 'month: 1, day: 1, hour: 24'])
        for (const bound of ['', 'after:', 'before:']) {
          const query = bound === '' ? `{ year: 2024, ${parts} }` : `{ ${bound} { year: 2024, ${parts} } }`
          assert.deepEqual(await chosen(`dateQuery: ${query}`), [], query)
        }
    })

    it('wpgraphql/18 asks for many terms at once as for few, and for no more than a list may have', async () => {
      const { gateway } = on()
      const carrying = async (slugs: readonly string[], named: string) => {
        const where = named === 'tag' ? `tag: "${slugs.join('+')}"` : `tagSlugAnd: ${JSON.stringify(slugs)}`
        return dataOrMessage(`{ posts(first: 100, where: { ${where} }) { nodes { databaseId } } }`)
      }
      const dataOrMessage = async (query: string) => {
        const { json } = await send(on(), { query })
        return at(json, 'errors', 0, 'message') ?? ids(nodes(at(json, 'data'), 'posts'))
      }
      const { json } = await gateway.get('/cms-json/cms/v2/posts?include=201&_fields=tags')
      const tags = list(at(list(json)[0], 'tags')).map(Number)
      assert(tags.length > 0)
      const found = list(
        (await gateway.get(`/cms-json/cms/v2/tags?include=${tags.join()}&_fields=slug`)).json,
      )
      const slugs = found.map((tag) => String(at(tag, 'slug')))
      const unknown = Array.from({ length: 20 }, (_, nth) => `unknown-${nth}`)
      for (const named of ['tag', 'tagSlugAnd']) {
        assert(list(await carrying(Array(5).fill(slugs).flat(), named)).includes(201), named)
        assert.deepEqual(await carrying([...slugs, ...unknown], named), [])
        assert.match(
          JSON.stringify(await carrying(Array(300).fill('a'), named)),
          /^"The list has more conditions/,
        )
      }
      const below = `{ categories { nodes { posts(where: { tagSlugAnd: ${JSON.stringify(Array(300).fill('a'))} }) { nodes { id } } } } }`
      assert.match(String((await messages(below))[0]), /^The list has more conditions/)
      const rest = async (terms: readonly number[]) =>
        gateway.get(`/cms-json/cms/v2/posts?tags[terms]=${terms.join()}&tags[operator]=AND&_fields=id`)
      assert(list((await rest(Array(5).fill(tags).flat())).json).some((post) => at(post, 'id') === 201))
      assert.equal(at((await rest(Array(300).fill(tags[0]))).json, 'code'), 'too_many_conditions')
    })

    it('wpgraphql/20 lists users by their roles for those who manage users', async () => {
      const slugs = async (where: string) =>
        nodes(
          await ask(`{ users(first: 100, where: { ${where} }) { nodes { slug } } }`, {}, asUser('admin')),
          'users',
        )
          .map((user) => String(at(user, 'slug')))
          .toSorted()
      const all = await slugs('')
      const [editors, authors] = [await slugs('role: EDITOR'), await slugs('role: AUTHOR')]
      assert(editors.length > 0 && authors.length > 0)
      const both = [...editors, ...authors].toSorted()
      assert.deepEqual(await slugs('roleIn: [EDITOR, AUTHOR]'), both)
      assert.deepEqual(
        await slugs('roleNotIn: [EDITOR, AUTHOR]'),
        all.filter((slug) => !both.includes(slug)),
      )
      assert.deepEqual(await slugs('roleIn: [EDITOR, AUTHOR], roleNotIn: [AUTHOR]'), editors)
    })

    it('wpgraphql/9 answers what cannot be as errors beside the rest', async () => {
      for (const query of [
        '{ posts(first: -1) { nodes { id } } }',
        '{ posts(first: 1, last: 1) { nodes { id } } }',
        '{ users(where: { role: EDITOR }) { nodes { id } } }',
        '{ pageBy { id } }',
        'mutation { deletePost(input: { id: "1" }) { deletedId } }',
      ])
        assert.equal((await messages(query)).length, 1, query)
      const { status, json } = await send(on(), {
        query: '{ posts(first: -1) { nodes { id } } generalSettings { title } }',
      })
      assert.equal(status, 200)
      assert.equal(at(json, 'data', 'posts'), null)
      assert.equal(typeof at(json, 'data', 'generalSettings', 'title'), 'string')
    })

    it('wpgraphql/10 answers over HTTP as its clients know it', async () => {
      const { gateway } = on()
      const query = encodeURIComponent('{ posts(first: 1) { nodes { id } } }')
      const got = await gateway.get(`/graphql?query=${query}`)
      assert.deepEqual([got.status, nodes(at(got.json, 'data'), 'posts').length], [200, 1])
      assert.match(got.headers.get('content-type') ?? '', /^application\/json/)
      const batch = await send(on(), [
        { query: '{ posts(first: 1) { nodes { id } } }' },
        { query: '{ nope }' },
        { query: 'query ($n: Int) { posts(first: $n) { nodes { id } } }', variables: '{"n":2}' },
      ])
      assert.equal(batch.status, 200)
      const [first, wrong, third] = list(batch.json)
      assert.equal(nodes(at(first, 'data'), 'posts').length, 1)
      assert.equal(at(wrong, 'data'), undefined)
      assert.equal(nodes(at(third, 'data'), 'posts').length, 2)
      const many = Array.from({ length: 11 }, () => ({ query: '{ __typename }' }))
      assert.equal((await send(on(), many)).status, 400)
      const form = await gateway.send('POST', '/graphql', { body: 'query={__typename}' })
      assert.equal(form.status, 415)
      const mutation = encodeURIComponent('mutation { increaseCount(count: 1) }')
      assert.equal(list(at((await gateway.get(`/graphql?query=${mutation}`)).json, 'errors')).length, 1)
    })

    it('wpgraphql/11 leaves our own views where they are asked for', async () => {
      const own = await on().gateway.send('POST', '/graphql?view=cursor', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ posts(first: 1) { edges { node { createdAt } } } }' }),
      })
      assert.equal(at(own.json, 'errors'), undefined)
    })
  },
  { graphqlView: 'wpgraphql' },
)

onEveryDatabase(
  "WPGraphQL's menus",
  (on) => {
    before(() => addMenu(on().database))
    const ask = async (query: string, headers = {}) =>
      at(
        (
          await on().gateway.send('POST', '/graphql', {
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ query }),
          })
        ).json,
        'data',
      )
    const query = `{ menu(id: "PRIMARY", idType: LOCATION) { databaseId locations } menuItems(where: { location: PRIMARY }) { nodes {
      label title url parentDatabaseId cssClasses target connectedNode { node { __typename } } childItems { nodes { label } } } } }`

    it('wpgraphql/14 are found by their places, with what their items lead to, for everybody', async () => {
      const data = await ask(query)
      assert.deepEqual(at(data, 'menu'), { databaseId: menu, locations: ['PRIMARY'] })
      const items = list(at(data, 'menuItems', 'nodes'))
      assert.deepEqual(
        items.map((item) => [
          at(item, 'parentDatabaseId'),
          at(item, 'connectedNode', 'node', '__typename') ?? null,
        ]),
        [
          [0, 'Page'],
          [901, 'Category'],
          [0, null],
          [0, null],
          [0, null],
        ],
      )
      assert.deepEqual(
        [at(items[0], 'childItems', 'nodes', 0, 'label'), at(items[2], 'label'), at(items[2], 'target')],
        ['All news', 'Elsewhere & "away"', '_blank'],
      )
      assert.deepEqual(await ask(query, asUser('admin')), data)
    })
  },
  { graphqlView: 'wpgraphql' },
)

onOneDatabase(
  "WPGraphQL's schema with closed parts",
  'what is closed follows from the settings, not from the database',
  (on) => {
    it('wpgraphql/12 has nothing of what the owner closed', async () => {
      await insertRows(on().database, 'wp_postmeta', [
        { post_id: 205, meta_key: 'enclosure', meta_value: 'https://files.test/a.mp3' },
      ])
      await insertPosts(on().database, [{ ID: 9731, post_title: 'Locked', post_password: 'secret' }])
      const ask = async (query: string) => (await on().gateway.graphql(query)).json
      const data = at(
        await ask(`{ posts(first: 3) { nodes { id title author { node { id } } authorDatabaseId tags { nodes { id } } } }
          users { nodes { name avatar { url } description } } }`),
        'data',
      )
      for (const post of list(at(data, 'posts', 'nodes')))
        assert.deepEqual([at(post, 'author'), at(post, 'authorDatabaseId')], [null, null])
      for (const user of list(at(data, 'users', 'nodes'))) assert.equal(at(user, 'avatar'), null)
      const announced = await ask('{ post(id: 205, idType: DATABASE_ID) { enclosure } }')
      assert.deepEqual(at(announced, 'data', 'post'), { enclosure: null })
      const locked = await on().gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json', ...asUser('admin') },
        body: JSON.stringify({ query: '{ post(id: 9731, idType: DATABASE_ID) { password hasPassword } }' }),
      })
      assert.deepEqual(at(locked.json, 'data', 'post'), { password: null, hasPassword: null })
      const all = at(await ask('{ posts(first: 100) { nodes { id } } }'), 'data')
      // Nothing is chosen by it either
      assert.deepEqual(
        at(await ask('{ posts(first: 100, where: { author: 999 }) { nodes { id } } }'), 'data'),
        all,
      )
      assert.match(
        String(at(await ask('{ categories { nodes { id } } }'), 'errors', 0, 'message')),
        /categories/,
      )
    })
  },
  {
    graphqlView: 'wpgraphql',
    closed: ['posts.author', 'posts.meta', 'posts.password', 'users.avatar_urls', 'categories'],
  },
)

const items = `menuItems { nodes { databaseId locations childItems { nodes { databaseId } }
  connectedNode { node { __typename } } connectedObject { __typename } menu { node { databaseId } } } }`
for (const [closed, query, about, where] of [
  [
    'menus.locations',
    '{ menus { nodes { locations } } menuItems { nodes { locations } } }',
    /PRIMARY/,
    'location: FOOTER',
  ],
  [
    'menu-items.menus',
    `{ menus { nodes { menuItems { nodes { label } } } } ${items} }`,
    /PRIMARY|"menu":\{|"label"/,
    'location: FOOTER',
  ],
  ['menu-items.parent', `{ ${items} }`, /"childItems":\{"nodes":\[\{/, 'parentDatabaseId: 901'],
  ['menu-items.object_id', `{ ${items} }`, /__typename/, ''],
] as const)
  onOneDatabase(
    `WPGraphQL's menus without ${closed}`,
    'what is closed follows from the settings, not from the database',
    (on) => {
      before(() => addMenu(on().database))
      it('wpgraphql/23 show nothing of it, and have the items that they have without conditions on it', async () => {
        const ask = async (asked: string) => {
          const { json } = await on().gateway.graphql(asked)
          assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
          return at(json, 'data')
        }
        assert.doesNotMatch(JSON.stringify(await ask(query)), about)
        const chosen = (conditions: string) =>
          ask(`{ menuItems(where: { ${conditions} }) { nodes { databaseId } } }`)
        const all = await chosen('')
        assert.equal(list(at(all, 'menuItems', 'nodes')).length, 5)
        assert.deepEqual(await chosen(where), all)
      })
    },
    { graphqlView: 'wpgraphql', closed: [closed] },
  )

const extended: ConfigFile = { graphqlView: 'wpgraphql', extensions: ['config/extensions/myplugin.ts'] }

onEveryDatabase(
  "WPGraphQL's schema with extensions",
  (on) => {
    it('wpgraphql/15 has their content types, taxonomies and fields under their names', async () => {
      const { json } = await on().gateway.graphql(`{
        products(first: 3, where: { orderby: [{ field: DATE, order: DESC }] }) { nodes { __typename databaseId title uri price priceWithTax genres { nodes { name } } } }
        contentType(id: "product", idType: NAME) { graphqlSingleName graphqlPluralName uri }
        contentNodes(first: 50, where: { contentTypes: [PRODUCT] }) { nodes { __typename } } }`)
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
      const rest = (await on().gateway.get('/cms-json/cms/v2/products?per_page=3')).json
      const shown = list(at(json, 'data', 'products', 'nodes'))
      assert.deepEqual(
        shown.map((product) => [at(product, 'databaseId'), at(product, 'priceWithTax')]),
        list(rest).map((product) => [at(product, 'id'), at(product, 'price_with_tax')]),
      )
      assert.deepEqual(at(json, 'data', 'contentType'), {
        graphqlSingleName: 'product',
        graphqlPluralName: 'products',
        uri: '/product/',
      })
      const types = list(at(json, 'data', 'contentNodes', 'nodes')).map((node) => at(node, '__typename'))
      assert.deepEqual([...new Set(types)], ['Product'])
      const uri = at(shown[0], 'uri')
      const found = await on().gateway.graphql(
        'query ($uri: String!) { nodeByUri(uri: $uri) { __typename } archive: nodeByUri(uri: "/product/") { __typename } }',
        { uri },
      )
      assert.deepEqual(at(found.json, 'data'), {
        nodeByUri: { __typename: 'Product' },
        archive: { __typename: 'ContentType' },
      })
    })
  },
  extended,
)

onOneDatabase(
  "WPGraphQL's schema without what WordPress keeps out of it",
  'which types are left out follows from the settings',
  (on) => {
    it('wpgraphql/16 has no types that are left out, and their rows are no nodes', async () => {
      const { json } = await on().gateway.graphql('{ products { nodes { id } } }')
      assert.match(String(at(json, 'errors', 0, 'message')), /Cannot query field "products"/)
      const { json: types } = await on().gateway.graphql(
        '{ contentTypes { nodes { name } } taxonomies { nodes { name } } }',
      )
      assert.deepEqual(
        [at(types, 'data', 'contentTypes', 'nodes'), at(types, 'data', 'taxonomies', 'nodes')].map((nodes) =>
          list(nodes).map((node) => at(node, 'name')),
        ),
        [
          ['post', 'page', 'attachment'],
          ['category', 'post_tag', 'post_format'],
        ],
      )
    })
  },
  { ...extended, graphqlLeftOut: ['product', 'genre'] },
)

onOneDatabase(
  "WPGraphQL's login",
  'tokens follow from the settings, and accounts are read as for every login',
  (on) => {
    const logIn = async (password: string) =>
      (
        await on().gateway.graphql(
          'mutation ($p: String!) { login(input: { username: "edith", password: $p, clientMutationId: "m" }) { authToken clientMutationId user { name } } }',
          { p: password },
        )
      ).json

    it('wpgraphql/13 gives a token that is good for what its user sees', async () => {
      const given = at(await logIn('edith-pass'), 'data', 'login')
      assert.deepEqual([at(given, 'clientMutationId'), typeof at(given, 'user', 'name')], ['m', 'string'])
      const { json } = await on().gateway.send('POST', '/graphql', {
        headers: { 'content-type': 'application/json', ...bearer(String(at(given, 'authToken'))) },
        body: JSON.stringify({ query: '{ viewer { username } }' }),
      })
      assert.equal(at(json, 'data', 'viewer', 'username'), 'edith')
      const wrong = await logIn('not it')
      assert.deepEqual([at(wrong, 'data', 'login'), at(wrong, 'errors', 0, 'path')], [null, ['login']])
    })

    it('wpgraphql/17 gives new tokens for the refresh token of a login, which is no bearer token, until the password changes', async () => {
      const { gateway, database } = on()
      const { json } = await gateway.graphql(
        'mutation { login(input: { username: "edith", password: "edith-pass" }) { authToken refreshToken } }',
      )
      const { authToken, refreshToken } = Object(at(json, 'data', 'login'))
      const refresh = async (token: unknown) =>
        (
          await gateway.graphql(
            'mutation ($t: String!) { refreshToken(input: { refreshToken: $t, clientMutationId: "r" }) { authToken success clientMutationId } }',
            { t: token },
          )
        ).json
      const whoIs = (token: unknown) =>
        gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', ...bearer(String(token)) },
          body: JSON.stringify({ query: '{ viewer { username } }' }),
        })
      const given = at(await refresh(refreshToken), 'data', 'refreshToken')
      assert.deepEqual([at(given, 'success'), at(given, 'clientMutationId')], [true, 'r'])
      assert.equal(at((await whoIs(at(given, 'authToken'))).json, 'data', 'viewer', 'username'), 'edith')
      const byOtherName = await gateway.graphql(
        'mutation ($t: String!) { refreshJwtAuthToken(input: { jwtRefreshToken: $t }) { authToken } }',
        { t: refreshToken },
      )
      assert.equal(typeof at(byOtherName.json, 'data', 'refreshJwtAuthToken', 'authToken'), 'string')
      // Neither token is good for the other
      assert.equal((await whoIs(refreshToken)).status, 401)
      for (const wrong of [authToken, 'x', '', `${String(refreshToken)}x`]) {
        const refused = await refresh(wrong)
        assert.deepEqual(
          [at(refused, 'data', 'refreshToken'), at(refused, 'errors', 0, 'path')],
          [null, ['refreshToken']],
        )
      }
      await database.execute("update wp_users set user_pass = 'changed' where user_login = 'edith'")
      assert.equal(at(await refresh(refreshToken), 'data', 'refreshToken'), null)
    })
  },
  {
    ...demoKeys,
    jwtSecret,
    jwtIssuer: issuer,
    jwtAudience: audience,
    tokenRoute: 'on',
    passwordAnswerMs: 10,
    graphqlView: 'wpgraphql',
  },
)

function globalId(kind: string, key: unknown): string {
  return Buffer.from(`${kind}:${String(key)}`).toString('base64')
}
