// Addresses in WPGraphQL's schema: a front page at its own path, queries, and sites whose front lists posts or that have no permalinks.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { at, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'

const settings: ConfigFile = { graphqlView: 'wpgraphql' }

async function setOptions({ database }: On, options: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(options))
    await database.execute('update wp_options set option_value = ? where option_name = ?', [value, name])
}

/** Asserts the type and the path of what each address leads to. */
async function assertLeads({ gateway }: On, to: Readonly<Record<string, string | null>>) {
  const query = 'query ($uri: String!) { node: nodeByUri(uri: $uri) { __typename uri } }'
  const found: Record<string, string | null> = {}
  for (const uri of Object.keys(to)) {
    const { json } = await gateway.graphql(query, { uri })
    assert.equal(at(json, 'errors'), undefined, uri)
    const node = at(json, 'data', 'node')
    found[uri] = node === null ? null : `${String(at(node, '__typename'))} ${String(at(node, 'uri'))}`
  }
  assert.deepEqual(found, to)
}

onEveryDatabase(
  'WPGraphQL addresses of a site with a front page',
  (on) => {
    before(() => setOptions(on(), { show_on_front: 'page', page_on_front: '309' }))

    it('wpgraphql-addresses/1 the front page is at its own path too, and has no second page', () =>
      assertLeads(on(), { '/': 'Page /', '/front/': 'Page /', '/page/2/': null, '/?utm_source=x': 'Page /' }))

    it('wpgraphql-addresses/2 queries of the front name terms, authors and content, or lists that no object stands for', () =>
      assertLeads(on(), {
        '/?cat=2': 'Category /category/news/',
        '?cat=2': 'Category /category/news/',
        '/?category_name=news': 'Category /category/news/',
        '/?tag=sea': 'Tag /tag/sea/',
        '/?author=3': 'User /author/arthur/',
        '/?author_name=arthur': 'User /author/arthur/',
        '/?post_format=aside': 'PostFormat /type/aside/',
        '/?p=230': 'Post /2024/02/15/comments-galore/',
        '/?cat=999999': null,
        '/?p=999999': null,
        '/?s=harbour': null,
        '/?year=2024': null,
        '/?cat=': 'Page /',
        '/?page=2': 'Page /',
        '/?page=about-us': 'Page /',
        '/?post=comments-galore': 'Page /',
        '/?attachment=lamp': 'MediaItem /lamp/',
      }))

    it('wpgraphql-addresses/6 content is found by the queries that WordPress knows, before what lists content', () =>
      assertLeads(on(), {
        '/?name=comments-galore': 'Post /2024/02/15/comments-galore/',
        '/?post_type=page&name=about-us': 'Page /about-us/',
        '/?name=about-us': null,
        '/?name=private-minutes': null,
        '/?pagename=about-us': 'Page /about-us/',
        '/?pagename=/about-us/team/': 'Page /about-us/team/',
        '/?pagename=alumni': null,
        '/?pagename=lamp': 'MediaItem /lamp/',
        '/?pagename=front': 'Page /',
        '/?pagename=%23x': null,
        '/?pagename=//elsewhere.example/about-us': null,
        '/?p=230&cat=2': 'Post /2024/02/15/comments-galore/',
        '/?p=230&author=3&feed=rss2': 'Post /2024/02/15/comments-galore/',
        '/?p=999999&cat=2': null,
        '/?year=2024&name=comments-galore': 'Post /2024/02/15/comments-galore/',
      }))

    it('wpgraphql-addresses/9 content is found by its slug in the times that a query names, and by the last of equal names', () =>
      assertLeads(on(), {
        '/?year=2024&monthnum=02&day=15&name=comments-galore': 'Post /2024/02/15/comments-galore/',
        '/?day=15&name=comments-galore': 'Post /2024/02/15/comments-galore/',
        '/?m=202402&name=comments-galore': 'Post /2024/02/15/comments-galore/',
        '/?year=&monthnum=0&name=comments-galore': 'Post /2024/02/15/comments-galore/',
        '/?year=2023&name=comments-galore': null,
        '/?year=2024&monthnum=3&name=comments-galore': null,
        '/?day=16&name=comments-galore': null,
        '/?year=99999999999999999999&name=comments-galore': null,
        '/?year=2024&monthnum=99&name=comments-galore': null,
        '/?monthnum=9999999999999999999999&name=comments-galore': null,
        '/?m=202403&name=comments-galore': null,
        '/?year=2023&category_name=news': 'Category /category/news/',
        '/?name=no-such-post&name=comments-galore': 'Post /2024/02/15/comments-galore/',
        '/?name=comments-galore&name=no-such-post': null,
        '/?cat=3&cat=2': 'Category /category/news/',
        '/?category_name=no-such&category%5Fname=news': 'Category /category/news/',
      }))

    it('wpgraphql-addresses/7 terms are found by the first that a query names', () =>
      assertLeads(on(), {
        '/?taxonomy=category&term=news': 'Category /category/news/',
        '/?taxonomy=post_tag&term=sea': 'Tag /tag/sea/',
        '/?taxonomy=nav_menu&term=main-menu': 'Page /',
        '/?tag=sea,party': 'Tag /tag/sea/',
        '/?tag=sea+party': 'Tag /tag/sea/',
        '/?cat=-3,2': 'Category /category/news/',
        '/?category_name=news/local,sea': 'Category /category/news/local/',
        '/?cat=2&author=3': 'Category /category/news/',
        '/?cat=-2': null,
        '/?author=arthur': null,
        '/?post_type=post': null,
        '/?post_type=nothing': 'Page /',
      }))

    it('wpgraphql-addresses/8 comments are found by their addresses, as far as they are seen', () =>
      assertLeads(on(), {
        '/2024/02/15/comments-galore/#comment-3': 'Comment /2024/02/15/comments-galore/#comment-3',
        '/?p=230#comment-3': 'Comment /2024/02/15/comments-galore/#comment-3',
        '/2024/02/15/comments-galore/#comment-999999': null,
        '/2024/02/15/comments-galore/#comments': 'Post /2024/02/15/comments-galore/',
        'https://elsewhere.example/#comment-3': null,
      }))

    it('wpgraphql-addresses/3 letter case counts in the addresses of content', () =>
      assertLeads(on(), {
        '/about-us/': 'Page /about-us/',
        '/About-Us/': null,
        '/2024/02/15/Comments-Galore/': null,
      }))
  },
  settings,
)

onOneDatabase(
  'WPGraphQL addresses of a site whose front lists posts',
  'options say it',
  (on) => {
    before(() => setOptions(on(), { show_on_front: 'posts', page_on_front: '309', page_for_posts: '311' }))

    it('wpgraphql-addresses/4 the front is the list of posts, but queries lead elsewhere', async () => {
      await assertLeads(on(), {
        '/': 'ContentType /',
        '/front/': 'Page /front/',
        '/?p=230': 'Post /2024/02/15/comments-galore/',
        '/?cat=2': 'Category /category/news/',
        '/?p=999999': null,
      })
      const { json } = await on().gateway.graphql(
        '{ nodeByUri(uri: "/") { ... on ContentType { isFrontPage isPostsPage } } page(id: "/", idType: URI) { id } }',
      )
      assert.deepEqual(at(json, 'data'), {
        nodeByUri: { isFrontPage: true, isPostsPage: true },
        page: null,
      })
    })
  },
  settings,
)

onOneDatabase(
  'WPGraphQL addresses of a site without permalinks',
  'options say it',
  (on) => {
    before(() => setOptions(on(), { permalink_structure: '', show_on_front: 'page', page_on_front: '0' }))

    it('wpgraphql-addresses/5 every address leads back to what has it', async () => {
      const { json } = await on().gateway.graphql(
        '{ posts(first: 3) { nodes { uri } } pages(first: 3) { nodes { uri } } mediaItems(first: 2) { nodes { uri } } categories { nodes { uri } } tags { nodes { uri } } postFormats { nodes { uri } } users { nodes { uri } } comments { nodes { uri } } products(first: 2) { nodes { uri } } contentType(id: "product", idType: NAME) { uri } }',
      )
      const uris = new Set(JSON.stringify(json).match(/(?<="uri":")[^"]+/g))
      assert.ok(uris.size > 20 && uris.has('/?post_type=product'), JSON.stringify(json))
      for (const uri of uris) {
        const found = await on().gateway.graphql('query ($uri: String!) { nodeByUri(uri: $uri) { uri } }', {
          uri,
        })
        assert.deepEqual(at(found.json, 'data', 'nodeByUri'), { uri }, uri)
      }
      // A front page that is none is the list of posts
      await assertLeads(on(), {
        '/': 'ContentType /',
        '/?pagename=about-us/team': 'Page /?page_id=302',
        '/?pagename=alumni': null,
        '/?name=comments-galore': 'Post /?p=230',
      })
    })
  },
  { ...settings, extensions: ['config/extensions/myplugin.ts'] },
)

onOneDatabase(
  'WPGraphQL addresses of a site without dates',
  'what is closed follows from the settings',
  (on) => {
    it('wpgraphql-addresses/10 queries find content whatever its time is, which they could be tried for', () => {
      const found = 'Post /2024/02/15/comments-galore/'
      return assertLeads(on(), {
        '/?name=comments-galore&year=2023': found,
        '/?name=comments-galore&m=202401&second=59': found,
        '/?name=comments-galore&post_type=page&year=2024': null,
      })
    })
  },
  { ...settings, closed: ['posts.date'] },
)

const named = ['posts', 'pages', 'categories', 'tags', 'users']

onOneDatabase(
  'WPGraphQL addresses of a site without slugs',
  'what is closed follows from the settings',
  (on) => {
    it('wpgraphql-addresses/11 queries find nothing by a slug, which could be tried by them', () =>
      assertLeads(on(), {
        '/?name=comments-galore': null,
        '/?pagename=about-us/team': null,
        '/?category_name=news': null,
        '/?taxonomy=post_tag&term=sea': null,
        '/?author_name=arthur': null,
        '/?p=230': 'Post /2024/02/15/comments-galore/',
        '/?cat=2': 'Category /category/news/',
        '/2024/02/15/comments-galore/': 'Post /2024/02/15/comments-galore/',
        '/category/news/': 'Category /category/news/',
      }))

    it('wpgraphql-addresses/12 no type of id finds what is closed', async () => {
      const { json } = await on().gateway.graphql(`{
        post: post(id: "comments-galore", idType: SLUG) { id } user: user(id: "arthur", idType: SLUG) { id }
        category: category(id: "news", idType: SLUG) { id } named: category(id: "News", idType: NAME) { id }
        termNode: termNode(id: "sea", idType: SLUG, taxonomy: TAG) { id } tag: tag(id: "Sea", idType: NAME) { id }
        file: mediaItem(id: "/wp-content/uploads/2024/01/pier.jpg", idType: SOURCE_URL) { id } }`)
      const found = Object.entries(Object(at(json, 'data'))).filter(([, node]) => node !== null)
      assert.deepEqual(found, [], JSON.stringify(json))
    })
  },
  {
    ...settings,
    closed: [...named.map((base) => `${base}.slug`), 'categories.name', 'tags.name', 'media.source_url'],
  },
)
