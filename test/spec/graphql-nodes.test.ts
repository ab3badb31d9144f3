// Nodes of every kind, how one leads to another, and in how many statements.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'
import { codeOf, dataOf, each, nodesIn, statementsOf } from '../support/graphql.ts'

const sample = { extensions: ['config/extensions/myplugin.ts'] }

onEveryDatabase(
  'GraphQL nodes',
  (on) => {
    const ask = (query: string, variables = {}) => dataOf(on().gateway, query, { variables })

    it('graphql-nodes/1 are found by their ids, whatever they are', async () => {
      const found = await ask(
        '{ post: node(id: "230") { ...F } page: node(id: "302") { ...F } product: node(id: "401") { ...F } media: node(id: "101") { ...F } ' +
          'term: node(id: "term:3") { ...F } user: node(id: "user:1") { ...F } comment: node(id: "comment:1") { ...F } } ' +
          'fragment F on Node { __typename id ... on Content { slug } ... on Term { name taxonomy } ... on Product { price } }',
      )
      assert.deepEqual(found, {
        post: { __typename: 'Post', id: '230', slug: 'comments-galore' },
        page: { __typename: 'Page', id: '302', slug: at(found, 'page', 'slug') },
        product: {
          __typename: 'Product',
          id: '401',
          slug: 'brass-lamp',
          price: at(found, 'product', 'price'),
        },
        media: { __typename: 'Media', id: '101', slug: at(found, 'media', 'slug') },
        term: { __typename: 'Term', id: 'term:3', name: 'Local', taxonomy: 'category' },
        user: { __typename: 'User', id: 'user:1' },
        comment: { __typename: 'Comment', id: 'comment:1' },
      })
    })

    it('graphql-nodes/2 are null where nothing has the id', async () => {
      const ids = [
        '9999999',
        'term:999',
        'user:999',
        'comment:999',
        '',
        'x',
        'post:230',
        '-1',
        '1e2',
        '9'.repeat(30),
      ]
      for (const id of ids)
        assert.deepEqual(await ask('query ($id: ID!) { node(id: $id) { id } }', { id }), { node: null }, id)
      assert.deepEqual(
        await ask('{ node(id: "206") { id } post(id: "302") { id } page(id: "230") { id } }'),
        {
          node: null,
          post: null,
          page: null,
        },
      )
    })

    it('graphql-nodes/3 are found by slug and by address', async () => {
      const post = { id: '230' }
      assert.deepEqual(
        await ask(
          '{ id: post(id: "230") { id } slug: post(slug: "comments-galore") { id } uri: post(uri: "/2024/02/15/comments-galore/") { id } url: post(uri: "http://127.0.0.1:8081/2024/02/15/comments-galore") { id } plain: post(uri: "/?p=230") { id } }',
        ),
        { id: post, slug: post, uri: post, url: post, plain: post },
      )
      assert.deepEqual(
        await ask(
          '{ category(slug: "news") { id } tag(id: "term:3") { id } user(slug: "edith") { id } genre(slug: "nothing") { id } product(slug: "brass-lamp") { id } comment(id: "comment:2") { id } mediaItem(id: 101) { id } }',
        ),
        {
          category: { id: 'term:2' },
          tag: null,
          user: { id: 'user:2' },
          genre: null,
          product: { id: '401' },
          comment: { id: 'comment:2' },
          mediaItem: { id: '101' },
        },
      )
      for (const args of ['', '(id: "1", slug: "x")'])
        assert.equal(await codeOf(on().gateway, `{ post${args} { id } }`), 'INVALID_ARGUMENT', args)
    })

    it('graphql-nodes/4 are where their address says', async () => {
      const everything = await ask(
        '{ posts(first: 100) { edges { node { ...A } } } pages(first: 100) { edges { node { ...A } } } products(first: 100) { edges { node { ...A } } } media(first: 100) { edges { node { ...A } } } } fragment A on Content { id uri url }',
      )
      for (const connection of Object.values(Object(everything))) {
        for (const node of nodesIn(connection)) {
          for (const way of ['uri', 'url']) {
            const uri = at(node, way)
            const found = await ask('query ($uri: String!) { contentByUri(uri: $uri) { id } }', { uri })
            assert.deepEqual(found, { contentByUri: { id: at(node, 'id') } }, String(uri))
          }
        }
      }
      for (const uri of [
        '/',
        '/nowhere/',
        'https://elsewhere.example/2024/02/15/comments-galore/',
        '',
        '//x',
        'http://[',
      ])
        assert.deepEqual(
          await ask('query ($uri: String!) { contentByUri(uri: $uri) { id } }', { uri }),
          { contentByUri: null },
          uri,
        )
    })

    it('graphql-nodes/5 lead on to their author, picture, terms, comments', async () => {
      const found = await ask(
        '{ post(id: 202) { author { id name } featuredImage { id sourceUrl full: sourceUrl(size: "nothing") sizes { name width sourceUrl } } categories { id slug parent { slug parent { slug } } } tags { slug } comments(first: 1) { totalCount edges { node { id authorName post { id } author { id } } } } } }',
      )
      const { json } = await on().gateway.get('/cms-json/cms/v2/posts/202?_embed')
      const rest = (...path: readonly (string | number)[]) => at(json, ...path)
      assert.equal(at(found, 'post', 'author', 'id'), `user:${String(rest('author'))}`)
      assert.equal(at(found, 'post', 'featuredImage', 'id'), String(rest('featured_media')))
      const media = rest('_embedded', 'wp:featuredmedia', 0) ?? rest('_embedded', 'cms:featuredmedia', 0)
      assert.equal(at(found, 'post', 'featuredImage', 'sourceUrl'), at(media, 'source_url'))
      assert.equal(at(found, 'post', 'featuredImage', 'full'), at(media, 'source_url'))
      for (const size of list(at(found, 'post', 'featuredImage', 'sizes')))
        assert.equal(
          at(size, 'sourceUrl'),
          at(media, 'media_details', 'sizes', String(at(size, 'name')), 'source_url'),
        )
      assert.deepEqual(
        list(at(found, 'post', 'categories')).map((term) => at(term, 'id')),
        list(rest('categories')).map((id) => `term:${String(id)}`),
      )
      assert.deepEqual(at(found, 'post', 'categories', 0), {
        id: 'term:6',
        slug: 'soup',
        parent: { slug: 'recipes', parent: null },
      })
      assert.deepEqual(at(found, 'post', 'comments', 'edges', 0, 'node', 'post'), { id: '202' })
    })

    it('graphql-nodes/6 of an extension have its stored and computed fields, and its terms', async () => {
      const found = await ask(
        '{ products(first: 100) { totalCount edges { node { id price priceWithTax genres { name products { totalCount } } } } } genres { edges { node { name products(first: 1) { edges { node { price } } } posts { totalCount } } } } }',
      )
      const { json } = await on().gateway.get('/cms-json/cms/v2/products?per_page=100')
      const rest = list(json)
      assert.equal(at(found, 'products', 'totalCount'), rest.length)
      for (const [nth, node] of nodesIn(at(found, 'products')).entries()) {
        assert.equal(at(node, 'price'), at(rest[nth], 'meta', 'price'))
        assert.equal(at(node, 'priceWithTax'), at(rest[nth], 'price_with_tax'))
        assert.equal(list(at(node, 'genres')).length, list(at(rest[nth], 'genre')).length)
      }
    })

    it('graphql-nodes/14 have their own terms, however many another node of the page has', async () => {
      const { database, gateway } = on()
      const id = (nth: number) => 70_000 + nth
      const tags = Array.from({ length: 450 }, (_, nth) => ({
        term_id: id(nth),
        name: `AAA ${String(nth).padStart(3, '0')}`,
        slug: `aaa-${nth}`,
        term_group: 0,
      }))
      const last = { term_id: id(450), name: 'ZZZ', slug: 'zzz', term_group: 0 }
      const all = [...tags, last]
      await insertRows(database, 'wp_terms', all)
      await insertRows(
        database,
        'wp_term_taxonomy',
        all.map(({ term_id }) => ({
          term_taxonomy_id: term_id,
          term_id,
          taxonomy: 'post_tag',
          description: '',
          parent: 0,
          count: 1,
        })),
      )
      const titles = ['fathom most', 'fathom one', 'fathom many']
      await insertPosts(
        database,
        titles.map((post_title, nth) => ({ ID: id(nth), post_title, post_date: '2001-01-01 10:00:00' })),
      )
      const carry = (nth: number, some: typeof all) =>
        some.map(({ term_id }) => ({ object_id: id(nth), term_taxonomy_id: term_id, term_order: 0 }))
      await insertRows(database, 'wp_term_relationships', [
        ...carry(0, tags),
        ...carry(1, [last]),
        ...carry(2, tags.slice(0, 150)),
      ])
      const query =
        'query ($search: String) { posts(search: $search) { edges { node { title tags { name } } } } }'
      const tagsOf = async (search: string) =>
        new Map(
          nodesIn(at(await ask(query, { search }), 'posts')).map((node) => [
            at(node, 'title'),
            list(at(node, 'tags')).map((tag) => at(tag, 'name')),
          ]),
        )
      const hundred = tags.slice(0, 100).map(({ name }) => name)
      const shown = new Map<unknown, unknown>([
        ['fathom most', hundred],
        ['fathom one', ['ZZZ']],
        ['fathom many', hundred],
      ])
      assert.equal(await statementsOf(gateway, query, { variables: { search: 'fathom' } }), 3)
      for (const title of titles) assert.deepEqual(await tagsOf(title), new Map([[title, shown.get(title)]]))
      assert.deepEqual(await tagsOf('fathom'), shown)
    })

    it('graphql-nodes/7 of users lead to what they wrote, of terms to what carries them', async () => {
      const found = await ask(
        '{ users { edges { node { id posts(first: 100) { totalCount edges { node { id } } } } } } categories { edges { node { id count posts(first: 100) { totalCount edges { node { id } } } } } } }',
      )
      const held = async (connection: unknown, arg: string) => {
        for (const node of nodesIn(connection)) {
          const id = String(at(node, 'id')).split(':')[1]
          const { json } = await on().gateway.get(
            `/cms-json/cms/v2/posts?per_page=100&_fields=id&${arg}=${id}`,
          )
          const ids = list(json).map((post) => String(at(post, 'id')))
          assert.deepEqual(each(at(node, 'posts'), 'id'), ids)
          assert.equal(at(node, 'posts', 'totalCount'), ids.length)
        }
      }
      await held(at(found, 'users'), 'author')
      await held(at(found, 'categories'), 'categories')
    })

    it('graphql-nodes/8 of comments lead to what they are about, above and below', async () => {
      const found = await ask(
        '{ comments { edges { node { id post { id __typename } parent { id } replies { edges { node { id parent { id } } } } } } } }',
      )
      for (const node of nodesIn(at(found, 'comments')))
        for (const reply of nodesIn(at(node, 'replies')))
          assert.deepEqual(at(reply, 'parent'), { id: at(node, 'id') })
      const { json } = await on().gateway.get('/cms-json/cms/v2/comments?per_page=100')
      assert.deepEqual(
        each(at(found, 'comments'), 'id'),
        list(json).map((comment) => `comment:${String(at(comment, 'id'))}`),
      )
    })

    it('graphql-nodes/9 of one place in a document are read in one statement, under any alias', async () => {
      const found = await ask(
        '{ posts(first: 100) { edges { node { id one: comments(first: 1) { edges { node { id } } pageInfo { hasNextPage } } all: comments(first: 50) { totalCount edges { node { id } } } } } } }',
      )
      for (const node of nodesIn(at(found, 'posts'))) {
        const [one, all] = [each(at(node, 'one'), 'id'), each(at(node, 'all'), 'id')]
        assert.deepEqual(one, all.slice(0, 1))
        assert.equal(at(node, 'one', 'pageInfo', 'hasNextPage'), all.length > 1)
        assert.equal(at(node, 'all', 'totalCount'), all.length)
      }
    })

    it('graphql-nodes/10 are paged within one another, and cursors hold for one list', async () => {
      const page = (after: unknown) =>
        ask(
          'query ($after: String) { post(id: 230) { comments(first: 1, after: $after) { totalCount edges { node { id } } pageInfo { endCursor hasNextPage hasPreviousPage } } } }',
          { after },
        )
      const seen: unknown[] = []
      let cursor: unknown = null
      for (let more = true; more;) {
        const comments = at(await page(cursor), 'post', 'comments')
        seen.push(...each(comments, 'id'))
        assert.equal(at(comments, 'pageInfo', 'hasPreviousPage'), cursor !== null)
        cursor = at(comments, 'pageInfo', 'endCursor')
        more = at(comments, 'pageInfo', 'hasNextPage') === true
      }
      const all = await ask('{ post(id: 230) { comments { totalCount edges { node { id } } } } }')
      assert.deepEqual(seen, each(at(all, 'post', 'comments'), 'id'))
      assert.equal(seen.length, at(all, 'post', 'comments', 'totalCount'))
      const elsewhere = [
        'query ($after: String) { post(id: 201) { comments(after: $after) { totalCount } } }',
        'query ($after: String) { comments(after: $after) { totalCount } }',
        'query ($after: String) { posts(after: $after) { totalCount } }',
      ]
      for (const query of elsewhere)
        assert.equal(
          await codeOf(on().gateway, query, { variables: { after: cursor } }),
          'INVALID_CURSOR',
          query,
        )
    })

    it('graphql-nodes/11 take as many statements as their document is deep, however many there are', async () => {
      const documents = [
        'query ($n: Int) { posts(first: $n) { edges { node { title url author { name posts(first: 3) { edges { node { title categories { name } } } } } featuredImage { sourceUrl } categories { name parent { name } } tags { name } comments(first: 5) { totalCount edges { node { content author { name } } } } } } } }',
        'query ($n: Int) { users(first: $n) { edges { node { name posts(first: 5) { totalCount edges { node { title comments(first: 2) { edges { node { content replies { totalCount } } } } } } } } } } }',
        'query ($n: Int) { categories(first: $n) { edges { node { name posts(first: 5) { edges { node { title author { name } featuredImage { alt } } } } } } } }',
      ]
      for (const query of documents) {
        const many = await statementsOf(on().gateway, query, { variables: { n: 32 } })
        assert(many <= 20, `${many} statements`)
      }
    })

    it('graphql-nodes/12 are read no further than they are selected', async () => {
      const before = on().gateway.observed.length
      await ask(
        'query ($yes: Boolean!) { posts(first: 3) { edges { node { id author @skip(if: $yes) { name } ...X @include(if: false) } } } } fragment X on Post { categories { id } }',
        { yes: true },
      )
      const plans = on()
        .gateway.observed.slice(before)
        .flatMap((observed) => (observed.kind === 'query' ? [observed.plan] : []))
      assert.deepEqual(plans, ['posts.by-date'])
      assert.equal(await statementsOf(on().gateway, '{ posts(search: "unheard of") { totalCount } }'), 1)
      assert.equal(await statementsOf(on().gateway, '{ posts { __typename } }'), 0)
    })

    it('graphql-nodes/13 titles are HTML, or plain text without tags and entities', async () => {
      await on().database.execute('update wp_posts set post_title = ? where ID = 205', [
        'Ships & <em>boats</em> -- "the &lt;b&gt; pier"',
      ])
      const { json } = await on().gateway.graphql(`{
        post(id: "205") { title html: title(format: HTML) text: title(format: TEXT) }
        node(id: "205") { ... on Content { text: title(format: TEXT) } }
      }`)
      const html = 'Ships &#038; <em>boats</em> &#8212; &#8220;the &lt;b&gt; pier&#8221;'
      const text = 'Ships & boats — “the <b> pier”'
      assert.deepEqual(at(json, 'data'), { post: { title: html, html, text }, node: { text } })
    })
  },
  sample,
)
