// Resources and fields that an owner closes are not there: no route, no link, no embedding, no field, no search.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const [kind] = testDatabases()

describe('what is closed', () => {
  it('closed/1 is served nowhere', async () => {
    const database = await kind?.create()
    assert(database)
    const gateway = await startTestGateway(database, { closed: ['users', 'posts.content', 'posts.excerpt'] })
    assert.equal((await gateway.get(`${root}/users/1`)).status, 404)
    assert.deepEqual((await gateway.get(`${root}/posts/201?_fields=blocks`)).json, [])
    const { json } = await gateway.get(`${root}/posts/201?_embed`)
    assert.deepEqual(
      [at(json, 'content'), at(json, '_links', 'author'), at(json, '_embedded', 'author')],
      [undefined, undefined, undefined],
    )
    assert.equal(at(json, 'title', 'rendered'), 'The harbour wakes up')
    assert.deepEqual(list((await gateway.get(`${root}/posts?search=leeks`)).json), [])
    const graph = await gateway.graphql('{ posts(first: 1) { edges { node { content } } } }')
    assert.match(String(at(graph.json, 'errors', 0, 'message')), /Cannot query field/)
    const blocks = await gateway.graphql('{ posts(first: 1) { edges { node { editorBlocks { name } } } } }')
    assert.match(String(at(blocks.json, 'errors', 0, 'message')), /Cannot query field/)
    await gateway.stop()
    await database.drop()
  })

  it('closed/9 is what blocks have, in every interface', async () => {
    const database = await kind?.create()
    assert(database)
    const gateway = await startTestGateway(database, { closed: ['posts.blocks'] })
    assert.deepEqual((await gateway.get(`${root}/posts/201?_fields=blocks`)).json, [])
    for (const [types, message] of [
      ['posts', /Cannot query field/],
      ['pages', /^undefined$/],
    ] as const) {
      const { json } = await gateway.graphql(
        `{ ${types}(first: 1) { edges { node { editorBlocks { name } } } } }`,
      )
      assert.match(String(at(json, 'errors', 0, 'message')), message, types)
    }
    await gateway.stop()
    await database.drop()
  })

  it('closed/2 is no resource of any interface, link, embedding or search', async () => {
    const open = await gatewayWith([])
    const { json: index } = await open.gateway.get('/cms-json/')
    const bases = ['users', 'comments', 'media', 'tags', 'pages', 'menus', 'menu-locations']
    const closed = await gatewayWith(bases)
    const routes = Object.keys(Object(at((await closed.gateway.get('/cms-json/')).json, 'routes')))
    const wanted = Object.keys(Object(at(index, 'routes')))
    const isClosed = (route: string) => bases.includes(route.split('/')[3] ?? '')
    assert.deepEqual(
      routes,
      wanted.filter((route) => !isClosed(route)),
    )
    assert.deepEqual((await closed.gateway.get(`${root}/posts/221?_fields=images`)).json, [])
    for (const base of bases) assert.equal((await closed.gateway.get(`${root}/${base}`)).status, 404, base)
    const { json, text } = await closed.gateway.get(`${root}/posts/230?_embed`)
    assert.deepEqual(Object.keys(Object(at(json, '_embedded'))), ['cms:term'])
    assert.doesNotMatch(text, new RegExp(`/cms/v2/(${bases.join('|')})[/?"]`))
    const { json: oembed } = await closed.gateway.get(
      '/cms-json/oembed/1.0/embed?url=http://127.0.0.1:8081/2024/02/15/comments-galore/',
    )
    assert.notEqual(at(oembed, 'author_name'), 'Arthur Penn')
    const { json: described } = await closed.gateway.get('/cms-json/openapi.json')
    assert.deepEqual(
      Object.keys(Object(at(described, 'paths'))).filter((path) => isClosed(path)),
      [],
    )
    await open.end()
    await closed.end()
  })

  it('closed/3 is named by no oEmbed', async () => {
    const url = 'http://127.0.0.1:8081/2024/02/15/comments-galore/'
    const [site, link] = ['Harbour &amp; Hill', 'http://127.0.0.1:8081/author/arthur/']
    for (const [closed, name, address] of [
      [[], 'Arthur Penn', link],
      [['users.name'], site, link],
      [['users.link'], 'Arthur Penn', 'http://127.0.0.1:8081'],
      [['posts.author'], site, 'http://127.0.0.1:8081'],
    ] as const) {
      const { gateway, end } = await gatewayWith(closed)
      const { json } = await gateway.get(`/cms-json/oembed/1.0/embed?url=${url}`)
      assert.deepEqual([at(json, 'author_name'), at(json, 'author_url')], [name, address], closed.join())
      await end()
    }
    const picture = `http://127.0.0.1:8081/?attachment_id=101`
    for (const closed of [[], ['media.source_url'], ['media.featured_media'], ['media']]) {
      const { gateway, end } = await gatewayWith(closed)
      const { json } = await gateway.get(`/cms-json/oembed/1.0/embed?url=${picture}`)
      assert.equal(at(json, 'thumbnail_url') !== undefined, closed.length === 0, closed.join())
      await end()
    }
  })

  it('closed/4 is not searched, where all else still is', async () => {
    const subtypes = async ({ gateway }: Awaited<ReturnType<typeof gatewayWith>>, query: string) => {
      const { json } = await gateway.get(`${root}/search?per_page=100&${query}`)
      // Of terms the type is their taxonomy
      return [
        ...new Set(list(json).map((found) => String(at(found, 'subtype') ?? at(found, 'type')))),
      ].toSorted()
    }
    const types = async ({ gateway }: Awaited<ReturnType<typeof gatewayWith>>) => {
      const { json } = await gateway.send('OPTIONS', `${root}/search`)
      return at(json, 'endpoints', 0, 'args', 'type', 'enum')
    }
    const open = await gatewayWith([])
    assert.deepEqual(await subtypes(open, 'type=term'), ['category', 'post_tag'])
    await open.end()
    const noCategories = await gatewayWith(['categories'])
    assert.deepEqual(await subtypes(noCategories, 'type=term'), ['post_tag'])
    assert.equal((await noCategories.gateway.get(`${root}/search?type=term&subtype=category`)).status, 400)
    assert.deepEqual(await subtypes(noCategories, 'search=the'), ['page', 'post'])
    await noCategories.end()
    const noTerms = await gatewayWith(['categories', 'tags'])
    assert.deepEqual(await types(noTerms), ['post', 'post-format'])
    assert.equal((await noTerms.gateway.get(`${root}/search?type=term`)).status, 400)
    assert.deepEqual(await subtypes(noTerms, 'search=the'), ['page', 'post'])
    await noTerms.end()
    const noPosts = await gatewayWith(['posts'])
    assert.deepEqual(await types(noPosts), ['post', 'term'])
    assert.deepEqual(await subtypes(noPosts, 'search=the'), ['page'])
    const found = await noPosts.gateway.graphql('{ search(text: "the") { edges { node { __typename } } } }')
    const names = list(at(found.json, 'data', 'search', 'edges')).map((edge) =>
      at(edge, 'node', '__typename'),
    )
    assert.deepEqual([...new Set(names)], ['Page'])
    await noPosts.end()
    const noContent = await gatewayWith(['posts', 'pages', 'categories', 'tags'])
    assert.equal((await noContent.gateway.get(`${root}/search`)).status, 404)
    await noContent.end()
  })

  it('closed/5 is searched nowhere where it is closed of one kind', async () => {
    const word = 'search=leeks'
    const open = await gatewayWith([])
    assert.equal(list((await open.gateway.get(`${root}/search?${word}`)).json).length > 0, true)
    await open.end()
    const closed = await gatewayWith(['pages.content'])
    assert.deepEqual((await closed.gateway.get(`${root}/search?${word}`)).json, [])
    await closed.end()
  })

  it('closed/6 is no field that lists are ordered, filtered or searched by', async () => {
    const { gateway, database, end } = await gatewayWith([
      'posts.author',
      'posts.categories',
      'posts.modified',
      'posts.featured_media',
      'users.login',
      'users.slug',
    ])
    const { json } = await gateway.get(`${root}/posts/230?_embed`)
    for (const name of ['author', 'categories', 'modified', 'featured_media'])
      assert.equal(at(json, name), undefined, name)
    assert.deepEqual(
      [
        at(json, '_links', 'author'),
        at(json, '_links', 'cms:featuredmedia'),
        list(at(json, '_links', 'cms:term')).length,
      ],
      [undefined, undefined, 1],
    )
    for (const order of ['author', 'modified'])
      assert.equal((await gateway.get(`${root}/posts?orderby=${order}`)).status, 400, order)
    const all = (await gateway.get(`${root}/posts`)).headers.get('x-cms-total')
    for (const filter of ['author=3', 'author_exclude=3', 'categories=2'])
      assert.equal((await gateway.get(`${root}/posts?${filter}`)).headers.get('x-cms-total'), all, filter)
    await database.execute(`update wp_users set user_login = 'seagull' where ID = 3`)
    assert.deepEqual((await gateway.get(`${root}/users?search=seagull`)).json, [])
    assert.equal((await gateway.get(`${root}/users?search=seagull&search_columns=username`)).status, 400)
    assert.equal((await gateway.get(`${root}/users?orderby=slug`)).status, 400)
    assert.equal((await gateway.get(`${root}/users/by-slug/arthur`)).status, 404)
    const graph = await gateway.graphql('{ posts(first: 1) { edges { node { author { name } } } } }')
    assert.match(String(at(graph.json, 'errors', 0, 'message')), /Cannot query field/)
    await end()
  })

  it('closed/10 is no time that lists are filtered by', async () => {
    const later = 'after=2099-01-01T00:00:00'
    for (const [closed, path] of [
      ['posts.date', `posts?${later}`],
      ['posts.date', 'posts?before=2000-01-01T00:00:00'],
      ['posts.modified', `posts?modified_${later}`],
      ['comments.date', `comments?${later}`],
    ] as const) {
      const { gateway, end } = await gatewayWith([closed])
      assert.notEqual((await gateway.get(`${root}/${path}`)).headers.get('x-cms-total'), '0', path)
      await end()
    }
  })

  it('closed/7 can be any field, and any resource', async () => {
    const open = await gatewayWith([])
    const closable = ['pages', 'users', 'comments', 'categories', 'tags', 'menus', 'menu-items']
    for (const base of ['posts', 'media']) {
      const { json } = await open.gateway.send('OPTIONS', `${root}/${base}`)
      closable.push(
        base,
        ...Object.keys(Object(at(json, 'schema', 'properties'))).map((name) => `${base}.${name}`),
      )
    }
    assert(closable.length > 50)
    // A resource by itself, fields with others of it
    const parts = Map.groupBy(closable, (name, nth) => (name.includes('.') ? nth % 8 : name))
    for (const names of parts.values()) {
      const gateway = await startTestGateway(open.database, { closed: names })
      for (const path of ['/', '/cms/v2/posts?_embed', '/cms/v2/media'])
        assert(
          [200, 404].includes((await gateway.get(`/cms-json${path}`)).status),
          `${path} without ${names.join()}`,
        )
      assert.equal(at((await gateway.graphql('{ __typename }')).json, 'errors'), undefined, names.join())
      await gateway.stop()
    }
    await open.end()
  })

  it('closed/11 leads to nothing in GraphQL, and orders and chooses nothing', async () => {
    const { gateway, end } = await gatewayWith([
      'posts.author',
      'posts.categories',
      'posts.title',
      'pages.parent',
      'categories.parent',
      'comments.author_avatar_urls',
      'comments.parent',
      'comments.post',
      'users.slug',
    ])
    for (const query of [
      '{ user(id: 1) { posts { totalCount } } }',
      '{ user(slug: "admin") { id } }',
      '{ categories { edges { node { children { totalCount } } } } }',
      '{ pages { edges { node { children { totalCount } } } } }',
      '{ posts { edges { node { comments { totalCount } } } } }',
      '{ comments(post: 230) { totalCount } }',
      '{ comments { edges { node { avatar } } } }',
      '{ comments { edges { node { replies { totalCount } } } } }',
    ])
      assert.match(
        String(at((await gateway.graphql(query)).json, 'errors', 0, 'message')),
        /^(?:Cannot query field|Unknown argument)/,
        query,
      )
    const posts = (args: string) => gateway.graphql(`{ posts(${args}) { edges { node { id } } } }`)
    assert.deepEqual(
      at((await posts('first: 9, orderBy: TITLE')).json, 'data'),
      at((await posts('first: 9')).json, 'data'),
    )
    // Tags, whose type is the same, still have posts
    const { json } = await gateway.graphql(
      '{ user(id: 1) { pages { totalCount } } categories { edges { node { posts { totalCount } } } } }',
    )
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    for (const edge of list(at(json, 'data', 'categories', 'edges')))
      assert.equal(at(edge, 'node', 'posts', 'totalCount'), 0)
    await end()
  })

  it("closed/12 is nothing in WPGraphQL's schema, and leads to, orders and chooses nothing", async () => {
    const queries = {
      'posts.author': ['{ users { nodes { posts { nodes { id } } mediaItems { nodes { id } } } } }'],
      'pages.author': ['{ users(where: { hasPublishedPosts: [PAGE] }) { nodes { id } } }'],
      'posts.sticky': ['{ posts(where: { isSticky: true }) { nodes { id } } }'],
      'pages.content': ['{ contentNodes(where: { search: "leeks" }) { nodes { id } } }'],
      'pages.menu_order': [
        '{ pages(where: { orderby: [{ field: MENU_ORDER, order: DESC }] }) { nodes { id } } }',
      ],
      'pages.parent': [
        '{ pages(first: 50) { nodes { parentId parentDatabaseId parent { node { id } } } } }',
        '{ pages(first: 50) { nodes { ancestors { nodes { id } } children { nodes { id } } } } }',
        '{ pages(where: { parent: 304 }) { nodes { id } } }',
      ],
      'media.post': ['{ mediaItems(first: 50) { nodes { parentDatabaseId parent { node { id } } } } }'],
      'categories.parent': [
        '{ categories { nodes { parentId parentDatabaseId parent { node { id } } } } }',
        '{ categories { nodes { ancestors { nodes { id } } children { nodes { id } } } } }',
        '{ categories(where: { childOf: 2 }) { nodes { id } } }',
      ],
      'categories.count': [
        '{ categories(where: { orderby: COUNT }) { nodes { id } } }',
        '{ categories(where: { hideEmpty: true, hierarchical: false }) { nodes { id } } }',
      ],
      'categories.description': ['{ categories(where: { descriptionLike: "boats" }) { nodes { id } } }'],
      'users.name': [
        '{ users(where: { orderby: [{ field: DISPLAY_NAME, order: DESC }] }) { nodes { id } } }',
      ],
      'users.slug': [
        '{ users(where: { nicename: "admin" }) { nodes { id } } }',
        '{ user(id: "admin", idType: SLUG) { id } }',
      ],
      'comments.author_avatar_urls': [
        '{ comments { nodes { author { node { ... on CommentAuthor { avatar { url } } } } } } }',
      ],
      'comments.author_url': [
        '{ comments { nodes { author { url node { ... on CommentAuthor { url } } } } } }',
        '{ comments(where: { authorUrl: "https://bob.example.test/?x=1&y=2" }) { nodes { id } } }',
        '{ comments(where: { search: "bob.example.test" }) { nodes { id } } }',
      ],
      'comments.author': [
        '{ comments(where: { userId: 7 }) { nodes { id } } }',
        '{ comments { nodes { author { node { __typename } } } } }',
        '{ users { nodes { comments { nodes { id } } } } }',
      ],
      'comments.parent': [
        '{ comments { nodes { replies { nodes { id } } } } }',
        '{ comments(where: { parent: 0 }) { nodes { id } } }',
      ],
      'comments.post': [
        '{ posts(first: 50) { nodes { comments { nodes { id } } } } }',
        '{ comments(where: { contentId: 230 }) { nodes { id } } }',
      ],
    }
    const open = await gatewayWith([], { graphqlView: 'wpgraphql' })
    const closed = await startTestGateway(open.database, {
      graphqlView: 'wpgraphql',
      closed: Object.keys(queries),
    })
    for (const query of Object.values(queries).flat()) {
      const [shown, hidden] = [(await open.gateway.graphql(query)).json, (await closed.graphql(query)).json]
      assert.equal(at(hidden, 'errors'), undefined, JSON.stringify(hidden))
      assert.notDeepEqual(at(hidden, 'data'), at(shown, 'data'), query)
    }
    await closed.stop()
    await open.end()
  })

  it('closed/13 is no time in GraphQL where both of its fields are closed', async () => {
    const { gateway, end } = await gatewayWith([
      'posts.date',
      'posts.date_gmt',
      'posts.modified',
      'posts.modified_gmt',
      'comments.date',
      'comments.date_gmt',
    ])
    for (const query of [
      '{ post(id: 201) { createdAt } }',
      '{ post(id: 201) { modifiedAt } }',
      '{ comment(id: 1) { createdAt } }',
    ])
      assert.match(
        String(at((await gateway.graphql(query)).json, 'errors', 0, 'message')),
        /^Cannot query field/,
        query,
      )
    const { json } = await gateway.graphql(
      '{ page(id: 301) { createdAt } search(text: "the") { totalCount } }',
    )
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    await end()
  })

  it('closed/14 is in no title and address of a search', async () => {
    const { gateway, end } = await gatewayWith(['pages.title', 'posts.link', 'tags.name'])
    const found = async (query: string) =>
      list((await gateway.get(`${root}/search?per_page=100&${query}`)).json).map(
        (item) => [at(item, 'subtype') ?? at(item, 'type'), at(item, 'title'), at(item, 'url')] as const,
      )
    const all = [...(await found('subtype=any')), ...(await found('type=term'))]
    for (const subtype of ['page', 'post', 'post_tag', 'category'])
      assert(
        all.some((item) => item[0] === subtype),
        subtype,
      )
    for (const [subtype, title, url] of all) {
      if (subtype === 'page' || subtype === 'post_tag') assert.equal(title, '')
      assert.equal(url === '', subtype === 'post', String(url))
    }
    assert(all.some(([subtype, title]) => subtype === 'category' && title !== ''))
    await end()
  })

  it('closed/15 is in no class of an item', async () => {
    for (const closed of ['posts.tags', 'posts.format', 'posts.featured_media', 'categories']) {
      const { gateway, end } = await gatewayWith([closed])
      assert.deepEqual((await gateway.get(`${root}/posts/201?_fields=class_list`)).json, [], closed)
      assert.notDeepEqual((await gateway.get(`${root}/pages/301?_fields=class_list`)).json, [], closed)
      await end()
    }
  })

  it('closed/16 is not which terms an item carries', async () => {
    const { gateway, end } = await gatewayWith(['posts.categories'])
    assert.equal((await gateway.get(`${root}/categories?post=201`)).status, 401)
    assert.equal((await gateway.get(`${root}/tags?post=201`)).status, 200)
    const carried = async (taxonomy: string, id: number) => {
      const query = `{ terms(where: { taxonomies: [${taxonomy}], objectIds: ["${id}"] }) { nodes { databaseId } } }`
      const address = `/graphql?view=wpgraphql&query=${encodeURIComponent(query)}`
      return (await gateway.get(address)).text
    }
    assert.equal(await carried('CATEGORY', 201), await carried('CATEGORY', 999))
    assert.notEqual(await carried('TAG', 201), await carried('TAG', 999))
    await end()
  })

  it('closed/18 is not which terms have items', async () => {
    const { database, gateway, end } = await gatewayWith([])
    const closed = await startTestGateway(database, { closed: ['categories.count'] })
    const idsOf = async (by: typeof gateway, query: string) =>
      list((await by.get(`${root}/categories?per_page=100${query}`)).json).map((item) => at(item, 'id'))
    const all = await idsOf(gateway, '')
    assert((await idsOf(gateway, '&hide_empty=true')).length < all.length)
    for (const query of ['', '&hide_empty=true']) assert.deepEqual(await idsOf(closed, query), all)
    await closed.stop()
    await end()
  })

  it('closed/19 is not who has published content whose authors are closed', async () => {
    const { database, gateway, end } = await gatewayWith([])
    const closed = await startTestGateway(database, { closed: ['pages.author'] })
    const idsOf = async (by: typeof gateway, query: string) =>
      list((await by.get(`${root}/users?${query}`)).json).map((user) => at(user, 'id'))
    const [all, ofPosts] = [await idsOf(gateway, ''), await idsOf(gateway, 'has_published_posts=post')]
    assert((await idsOf(gateway, 'has_published_posts=page')).length < all.length)
    assert.deepEqual(await idsOf(closed, 'has_published_posts=page'), all)
    assert.deepEqual(await idsOf(closed, 'has_published_posts=page,post'), ofPosts)
    await closed.stop()
    await end()
  })

  it('closed/8 has to be something', async () => {
    const database = await kind?.create()
    assert(database)
    await assert.rejects(
      startTestGateway(database, { closed: ['user'] }),
      /closed: there is nothing called user/,
    )
    await database.drop()
  })
})

describe('texts that list what is closed', () => {
  it('closed/17 are served as the pages of the site are', async () => {
    const listing = '<!-- wp:latest-comments /-->'
    const shown: unknown[] = []
    for (const closed of [[], ['comments']]) {
      const { gateway, database, end } = await gatewayWith(closed)
      await insertPosts(database, [{ ID: 990041, post_type: 'page', post_content: listing }])
      const { status, json } = await gateway.get(`${root}/pages/990041?_fields=content`)
      shown.push([status, at(json, 'content', 'rendered')])
      await end()
    }
    const [open, closed] = shown
    assert.match(JSON.stringify(open), /^\[200,.*wp-block-latest-comments__comment/)
    assert.deepEqual(closed, open)
  })
})

async function gatewayWith(closed: readonly string[], settings: ConfigFile = {}) {
  const database = await kind?.create()
  assert(database)
  const gateway = await startTestGateway(database, { closed: [...closed], ...settings })
  const end = async () => {
    await gateway.stop()
    await database.drop()
  }
  return { gateway, database, end }
}
