// Lists of WPGraphQL's schema by arguments of `where`: rows are chosen by their values, by parts of these, and by other rows.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { asUser } from '../support/demo-credentials.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const wiki = extensionFile(
  'wiki-pages.ts',
  `import { defineContentType, defineExtension } from 'lectern'
   export default defineExtension({
     name: 'wiki_pages',
     contentTypes: [
       defineContentType({ name: 'wiki-page', base: 'wiki-pages', labels: { plural: 'Wiki pages', singular: 'Wiki page' }, supports: ['title', 'editor', 'author'] }),
     ],
   })`,
)

const settings: ConfigFile = { graphqlView: 'wpgraphql', extensions: [wiki] }

/** What the nodes of a list have in a field, where it is chosen so. */
function choosing({ gateway }: On, root: string, field: string) {
  return async (where: string, headers = {}) => {
    const query = `{ ${root}(first: 100, where: { ${where} }) { nodes { ${field} } } }`
    const { json } = await gateway.send('POST', '/graphql', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    return list(at(json, 'data', root, 'nodes')).map((node) => at(node, field))
  }
}

onEveryDatabase(
  "the content of WPGraphQL's lists",
  (on) => {
    it('wpgraphql-where/13 of several types by a status are those of each, for whomever', async () => {
      const types = ['posts', 'pages', 'products', 'mediaItems']
      const lists = ['contentNodes', ...types]
      for (const user of [null, 'sam', 'connie', 'arthur', 'edith', 'admin'] as const) {
        const seen = async (root: string, status: string) =>
          choosing(on(), root, 'databaseId')(`stati: [${status}]`, user === null ? {} : asUser(user))
        for (const status of ['PUBLISH', 'DRAFT', 'PENDING', 'PRIVATE', 'FUTURE', 'TRASH', 'INHERIT']) {
          const [all = [], ...each] = await Promise.all(lists.map((root) => seen(root, status)))
          assert.deepEqual(new Set(all), new Set(each.flat()), `${status} for ${String(user)}`)
          if (user === 'edith' && status === 'DRAFT') assert.ok(all.length > 2)
          if (status === 'INHERIT') assert.ok(all.length > 10)
        }
      }
    })

    it('wpgraphql-where/14 of several types has files where their statuses are asked for', async () => {
      const files = await choosing(on(), 'mediaItems', 'databaseId')('')
      const content = choosing(on(), 'contentNodes', 'databaseId')
      assert.deepEqual(await content('contentTypes: [ATTACHMENT]'), [])
      assert.deepEqual(await content('contentTypes: [ATTACHMENT], status: INHERIT'), files)
      await insertPosts(on().database, [
        { ID: 8101, post_type: 'attachment', post_status: 'inherit', post_parent: 301 },
      ])
      const asked = 'where: { contentTypes: [ATTACHMENT], stati: [INHERIT] }'
      const { json } = await on().gateway.graphql(`{
        contentType(id: "attachment", idType: NAME) { contentNodes(first: 100, ${asked}) { nodes { databaseId } } none: contentNodes { nodes { id } } }
        page(id: 301, idType: DATABASE_ID) { children(${asked}) { nodes { databaseId } } pages: children { nodes { databaseId } } }
      }`)
      const ids = (...path: readonly string[]) =>
        list(at(json, 'data', ...path, 'nodes')).map((node) => at(node, 'databaseId'))
      assert.deepEqual(new Set(ids('contentType', 'contentNodes')), new Set([...files, 8101]))
      assert.deepEqual(ids('contentType', 'none'), [])
      assert.deepEqual(ids('page', 'children'), [8101])
      assert.deepEqual(ids('page', 'pages'), [302])
      await on().database.execute('delete from wp_posts where ID = 8101', [])
    })

    it('wpgraphql-where/15 above a page is chosen and ordered like other content', async () => {
      const { json } = await on().gateway.graphql(`{ page(id: 303, idType: DATABASE_ID) {
        all: ancestors { nodes { databaseId } }
        named: ancestors(where: { name: "about-us" }) { nodes { databaseId } }
        given: ancestors(where: { hasPassword: false }, first: 1) { nodes { databaseId } pageInfo { hasNextPage } }
        byTitle: ancestors(where: { orderby: { field: TITLE, order: ASC } }) { nodes { databaseId } }
        others: ancestors(where: { in: [304, 301], search: null }) { nodes { databaseId } }
      } }`)
      const nodes = (...ids: readonly number[]) => ({ nodes: ids.map((databaseId) => ({ databaseId })) })
      assert.deepEqual(at(json, 'data', 'page'), {
        all: nodes(302, 301),
        named: nodes(301),
        given: { ...nodes(302), pageInfo: { hasNextPage: true } },
        byTitle: nodes(301, 302),
        others: nodes(301),
      })
    })

    it('wpgraphql-where/16 is not listed by what nothing chooses: that is an error', async () => {
      for (const field of [
        'posts(where: { dateQuery: { week: 3 } })',
        'posts(where: { dateQuery: { after: { month: 3 } } })',
        'posts(where: { dateQuery: { before: { year: 0, month: 3 } } })',
        'mediaItems(where: { dateQuery: { after: { year: 12345 } } })',
        'comments(where: { karma: 1 })',
        'comments(where: { orderby: COMMENT_KARMA })',
        'comments(where: { includeUnapproved: [1] })',
        'comments(where: { orderby: COMMENT_AUTHOR_IP })',
        'users(where: { orderby: { field: EMAIL } })',
        'users(where: { loginNotIn: ["arthur"] })',
      ]) {
        const { json } = await on().gateway.graphql(`{ found: ${field} { nodes { id } } }`)
        assert.deepEqual(
          [at(json, 'data'), at(json, 'errors', 0, 'path'), at(json, 'errors', 1)],
          [{ found: null }, ['found'], undefined],
          field,
        )
      }
      const { json } = await on().gateway.graphql(
        '{ posts(first: 1, where: { dateQuery: { week: null, after: {} } }) { nodes { databaseId } } }',
      )
      assert.equal(list(at(json, 'data', 'posts', 'nodes')).length, 1)
    })
  },
  { graphqlView: 'wpgraphql', extensions: ['config/extensions/myplugin.ts'] },
)

onEveryDatabase(
  "the users of WPGraphQL's lists",
  (on) => {
    before(() =>
      insertPosts(on().database, [{ ID: 8001, post_author: 4, post_type: 'wiki-page', post_title: 'Knots' }]),
    )
    const users = (where: string, headers = {}) => choosing(on(), 'users', 'slug')(where, headers)
    const admin = asUser('admin')

    it('wpgraphql-where/1 have published something of a type, whatever characters its name has', async () => {
      assert.deepEqual(await users('hasPublishedPosts: [WIKI_PAGE]'), ['connie'])
      const authors = await users('hasPublishedPosts: [POST]')
      assert(authors.length > 1 && !authors.includes('connie'))
      assert.deepEqual(
        new Set(await users('hasPublishedPosts: [POST, WIKI_PAGE]')),
        new Set([...authors, 'connie']),
      )
    })

    it('wpgraphql-where/2 are left out by their logins for viewers who manage users, and for no others', async () => {
      const all = await users('', admin)
      const others = all.filter((slug) => slug !== 'pauline-s' && slug !== 'sam')
      assert.equal(others.length, all.length - 2)
      assert.deepEqual(await users('loginNotIn: ["pauline", "sam"]', admin), others)
      assert.deepEqual(await users('loginNotIn: [], roleIn: [], roleNotIn: []'), await users(''))
    })

    it('wpgraphql-where/3 are searched in the columns that are named, in addresses of mail by viewers who manage users alone', async () => {
      assert.deepEqual(await users('search: "pauline"', admin), ['pauline-s'])
      assert.deepEqual(await users('search: "pauline-", searchColumns: [LOGIN]', admin), [])
      assert.deepEqual(await users('search: "pauline-", searchColumns: [LOGIN, NICENAME]', admin), [
        'pauline-s',
      ])
      assert.deepEqual(await users('search: "edith@example", searchColumns: [EMAIL]', admin), ['edith'])
      // A text with an at sign is looked for in addresses
      assert.deepEqual(await users('search: "edith@example"', admin), ['edith'])
      assert.deepEqual(await users('search: "edith", searchColumns: [EMAIL]'), [])
      assert.deepEqual(await users('search: "edith", searchColumns: [EMAIL, NICENAME]'), ['edith'])
      assert.deepEqual(await users('search: "ada.example", searchColumns: [URL]'), ['admin'])
      assert.deepEqual(await users('search: "3", searchColumns: [ID]'), ['arthur'])
    })

    it('wpgraphql-where/4 come in the order of the names that they are chosen by', async () => {
      const orders = [
        ['NICE_NAME_IN', 'nicenameIn: ["pauline-s", "arthur", "edith"]', {}],
        ['LOGIN_IN', 'loginIn: ["pauline", "arthur", "edith"]', admin],
      ] as const
      for (const [field, names, viewer] of orders)
        assert.deepEqual(await users(`${names}, orderby: [{ field: ${field} }]`, viewer), [
          'pauline-s',
          'arthur',
          'edith',
        ])
    })
  },
  settings,
)

onEveryDatabase(
  "the comments of WPGraphQL's lists",
  (on) => {
    // Without the one on a product, which no extension describes here
    const described = 'contentIdNotIn: [401]'
    const comments = (where: string) => choosing(on(), 'comments', 'databaseId')(`${where}, ${described}`)

    it('wpgraphql-where/6 are chosen by the content that they are on', async () => {
      const { json } = await on().gateway.graphql(
        `{ comments(first: 100, where: { ${described} }) { nodes { databaseId commentedOn { node { __typename slug ... on NodeWithAuthor { authorDatabaseId } } } } } }`,
      )
      const all = list(at(json, 'data', 'comments', 'nodes'))
      const onContent = (is: (content: unknown) => boolean) =>
        all.filter((each) => is(at(each, 'commentedOn', 'node'))).map((each) => at(each, 'databaseId'))
      const ofType = (type: string) => onContent((content) => at(content, '__typename') === type)
      const writer = (id: number) => onContent((content) => at(content, 'authorDatabaseId') === id)
      assert(ofType('Post').length > 0 && ofType('Page').length > 0)
      assert.deepEqual(await comments('contentType: [POST]'), ofType('Post'))
      assert.deepEqual(await comments('contentType: [PAGE]'), ofType('Page'))
      assert.deepEqual(
        await comments('contentType: [PAGE, POST]'),
        onContent(() => true),
      )
      const slug = String(at(all.at(-1), 'commentedOn', 'node', 'slug'))
      const named = onContent((content) => at(content, 'slug') === slug)
      assert(named.length < all.length)
      assert.deepEqual(await comments(`contentName: "${slug}"`), named)
      assert.deepEqual(await comments('contentName: "nothing-here"'), [])
      const ids = [1, 2, 3].filter((id) => writer(id).length > 0)
      assert(ids.length > 1)
      for (const id of ids) {
        assert.deepEqual(await comments(`contentAuthor: [${id}]`), writer(id))
        assert.deepEqual(await comments(`contentAuthorIn: ["${btoa(`user:${id}`)}"]`), writer(id))
        assert.deepEqual(
          await comments(`contentAuthorNotIn: [${id}]`),
          onContent((content) => at(content, 'authorDatabaseId') !== id),
        )
      }
      assert.deepEqual(
        await comments('contentStatus: [PUBLISH]'),
        onContent(() => true),
      )
      assert.deepEqual(await comments('contentStatus: [DRAFT, PRIVATE]'), [])
      assert.deepEqual(
        await comments('contentParent: 0'),
        onContent(() => true),
      )
      assert.deepEqual(await comments('contentParent: 301'), [])
    })

    it('wpgraphql-where/17 are ordered by what only moderators see for these alone', async () => {
      const ofPost = (where: string, headers = {}) =>
        choosing(on(), 'comments', 'databaseId')(`${where}, contentId: 230`, headers)
      const ids = await ofPost('')
      for (const [order, column] of [
        ['COMMENT_AUTHOR_EMAIL', 'comment_author_email'],
        ['COMMENT_AUTHOR_IP', 'comment_author_IP'],
        ['COMMENT_AGENT', 'comment_agent'],
      ] as const) {
        for (const id of ids)
          await on().database.execute(`update wp_comments set ${column} = ? where comment_ID = ?`, [
            `${1 + ((Number(id) * 7) % 5)}.example.test`,
            Number(id),
          ])
        const wanted = ids.toSorted(
          (one, other) => ((Number(one) * 7) % 5) - ((Number(other) * 7) % 5) || Number(other) - Number(one),
        )
        const by = `orderby: ${order}, order: ASC`
        assert.deepEqual(await ofPost(by, asUser('edith')), wanted, order)
        const { json } = await on().gateway.graphql(`{ comments(where: { ${by} }) { nodes { id } } }`)
        assert.deepEqual(at(json, 'errors', 0, 'path'), ['comments'], order)
      }
    })

    it('wpgraphql-where/18 are above another only where they are chosen', async () => {
      const { json } = await on().gateway
        .graphql(`{ comments(first: 100, where: { parentNotIn: [0] }) { nodes {
        parent { node { databaseId parentDatabaseId } }
        top: parent(where: { parent: 0 }) { cursor node { databaseId } }
        none: parent(where: { search: "no-comment-says-this" }) { node { id } }
      } } }`)
      const all = list(at(json, 'data', 'comments', 'nodes'))
      assert.ok(all.length > 1)
      for (const each of all) {
        const id = at(each, 'parent', 'node', 'databaseId')
        const isTop = at(each, 'parent', 'node', 'parentDatabaseId') === 0
        const top = { cursor: btoa(`arrayconnection:${String(id)}`), node: { databaseId: id } }
        assert.deepEqual([at(each, 'top'), at(each, 'none')], [isTop ? top : null, null])
      }
    })

    it('wpgraphql-where/10 are not chosen by content that their author does not see', async () => {
      await insertPosts(on().database, [
        {
          ID: 8301,
          post_author: 2,
          post_status: 'private',
          post_type: 'page',
          post_name: 'hidden-talk',
          post_parent: 301,
        },
      ])
      await insertRows(on().database, 'wp_comments', [
        {
          comment_ID: 8301,
          comment_post_ID: 8301,
          comment_author: 'Sam',
          comment_date: '2024-01-01 00:00:00',
          comment_date_gmt: '2024-01-01 00:00:00',
          comment_content: 'Mine',
          comment_approved: '1',
          comment_type: 'comment',
          comment_parent: 0,
          user_id: 5,
        },
      ])
      const own = (where: string, name: 'edith' | 'sam') =>
        choosing(on(), 'comments', 'databaseId')(`commentIn: [8301], ${where}`, asUser(name))
      assert.deepEqual(await own('', 'sam'), [8301])
      for (const where of [
        'contentName: "hidden-talk"',
        'contentAuthor: [2]',
        'contentAuthorNotIn: [3]',
        'contentParent: 301',
        'contentStatus: [PRIVATE]',
        'contentType: [PAGE]',
      ]) {
        assert.deepEqual(await own(where, 'sam'), [], where)
        assert.deepEqual(await own(where, 'edith'), [8301], where)
      }
    })

    it('wpgraphql-where/7 are chosen by their types, or left out', async () => {
      const [all, comment, pings] = [
        await comments(''),
        await comments('commentType: "comment"'),
        await comments('commentTypeIn: ["pingback"]'),
      ]
      assert(pings.length > 0)
      assert.equal(comment.length + pings.length, all.length)
      assert.deepEqual(await comments('commentTypeNotIn: "pingback"'), comment)
      assert.deepEqual(await comments('commentTypeNotIn: "comment"'), pings)
      assert.deepEqual(await comments('commentType: "pings"'), pings)
      assert.deepEqual(await comments('commentType: "all"'), all)
      assert.deepEqual(await comments('commentType: "comment", commentTypeIn: ["pingback"]'), all)
    })
  },
  { graphqlView: 'wpgraphql' },
)

onEveryDatabase(
  "the terms of WPGraphQL's lists",
  (on) => {
    before(async () => {
      const terms = [
        { id: 8101, name: 'Above', parent: 0, count: 0 },
        { id: 8102, name: 'Between', parent: 8101, count: 0 },
        { id: 8103, name: 'Filled', parent: 8102, count: 1 },
        { id: 8104, name: 'Bare', parent: 8101, count: 0 },
      ]
      await insertRows(
        on().database,
        'wp_terms',
        terms.map(({ id, name }) => ({ term_id: id, name, slug: name.toLowerCase(), term_group: 0 })),
      )
      await insertRows(
        on().database,
        'wp_term_taxonomy',
        terms.map(({ id, parent, count }) => ({
          term_taxonomy_id: id,
          term_id: id,
          taxonomy: 'category',
          description: '',
          parent,
          count,
        })),
      )
    })

    it('wpgraphql-where/8 that are not empty have items, or terms with items below them, unless no tree is asked for', async () => {
      const among = 'include: [8101, 8102, 8103, 8104], hideEmpty: true'
      for (const root of ['categories', 'terms']) {
        const names = choosing(on(), root, 'name')
        assert.deepEqual(await names(among), ['Above', 'Between', 'Filled'])
        assert.deepEqual(await names(`${among}, hierarchical: false`), ['Filled'])
      }
      assert.deepEqual(await choosing(on(), 'categories', 'name')('parent: 8101, hideEmpty: true'), [
        'Between',
      ])
      const { json } = await on().gateway.get(
        '/cms-json/cms/v2/categories?include=8101,8102,8103,8104&hide_empty=1&orderby=id',
      )
      assert.deepEqual(
        list(json).map((term) => at(term, 'name')),
        ['Above', 'Between', 'Filled'],
      )
    })

    it('wpgraphql-where/12 of many nodes are chosen by more values than a statement takes', async () => {
      const query =
        'query ($ids: [ID]) { posts(first: 100) { nodes { categories(where: { exclude: $ids }) { nodes { name } } } } }'
      const ids = Array.from({ length: 1200 }, (_, nth) => 9001 + nth)
      const { json, text } = await on().gateway.graphql(query, { ids })
      assert.equal(at(json, 'errors'), undefined, text)
      assert.ok(list(at(json, 'data', 'posts', 'nodes')).length > 30)
      assert.deepEqual(json, (await on().gateway.graphql(query, { ids: [] })).json)
    })
  },
  { graphqlView: 'wpgraphql' },
)

onEveryDatabase(
  "the posts of WPGraphQL's lists",
  (on) => {
    it('wpgraphql-where/9 are chosen by parts of their dates, whatever the year', async () => {
      await insertPosts(
        on().database,
        ['2019-02-14 06:05:04', '2021-02-14 18:30:00', '2021-11-14 06:05:59'].map((post_date, nth) => ({
          ID: 8201 + nth,
          post_date,
        })),
      )
      const dates = choosing(on(), 'posts', 'date')
      const { json } = await on().gateway.graphql(
        '{ posts(first: 100, where: { hasPassword: false }) { nodes { date } } }',
      )
      const all = list(at(json, 'data', 'posts', 'nodes')).map((node) => String(at(node, 'date')))
      assert(all.length < 100)
      const having = (pattern: RegExp) => all.filter((date) => pattern.test(date))
      for (const [parts, pattern] of [
        ['month: 2', /^....-02/],
        ['month: 2, day: 14', /^....-02-14/],
        ['year: 2021, day: 14', /^2021-..-14/],
        ['hour: 6', /T06/],
        ['hour: 6, minute: 5', /T06:05/],
        ['hour: 18, minute: 30, compare: ">="', /T(18:[3-5]|19|2)/],
        ['minute: 5, second: 59', /:05:59/],
        ['second: 4', /:04$/],
        ['year: 2021, compare: "<="', /^(201|202[01])/],
        ['month: 2, compare: "!="', /^....-(?!02)/],
        ['month: 11, column: MODIFIED', /^2021-11/],
      ] as const) {
        const expected = having(pattern)
        assert(expected.length > 0 && expected.length < all.length, parts)
        assert.deepEqual(await dates(`hasPassword: false, dateQuery: { ${parts} }`), expected, parts)
      }
    })
  },
  { graphqlView: 'wpgraphql' },
)

onOneDatabase(
  "WPGraphQL's lists with a closed type",
  'what is closed follows from the settings',
  (on) => {
    it('wpgraphql-where/11 have comments on its content, but do not choose them by it', async () => {
      const comments = choosing(on(), 'comments', 'databaseId')
      const [onPage] = await comments('contentId: 301')
      assert.ok(onPage)
      for (const where of [
        'contentAuthor: [1]',
        'contentAuthor: [2]',
        'contentAuthor: [3]',
        'contentParent: 0',
      ])
        assert.ok(!(await comments(where)).includes(onPage), where)
    })
  },
  { graphqlView: 'wpgraphql', closed: ['pages'] },
)

onOneDatabase(
  "WPGraphQL's lists with closed statuses, roles and slugs",
  'what is closed follows from the settings',
  (on) => {
    it('wpgraphql-where/19 have the rows that they have without conditions on what is closed', async () => {
      for (const [root, ...wheres] of [
        ['posts', 'status: DRAFT', 'stati: [DRAFT, PRIVATE]', 'categoryName: "news"', 'authorName: "arthur"'],
        ['posts', 'tag: "sea"', 'tagSlugIn: ["sea"]', 'tagSlugAnd: ["sea"]'],
        ['comments', 'statusIn: [HOLD, SPAM]'],
        ['users', 'role: ADMINISTRATOR', 'roleIn: [ADMINISTRATOR]', 'roleNotIn: [ADMINISTRATOR]'],
      ] as const) {
        const rows = choosing(on(), root, 'databaseId')
        const all = await rows('', asUser('admin'))
        assert.ok(all.length > 0, root)
        for (const where of wheres) assert.deepEqual(await rows(where, asUser('admin')), all, where)
      }
    })
  },
  {
    ...settings,
    closed: ['posts.status', 'comments.status', 'users.roles', 'users.slug', 'categories.slug', 'tags.slug'],
  },
)

onOneDatabase(
  "WPGraphQL's lists with closed fields",
  'what is closed follows from the settings',
  (on) => {
    it('wpgraphql-where/5 are not chosen by what is closed', async () => {
      const users = choosing(on(), 'users', 'databaseId')
      const all = await users('', asUser('admin'))
      assert.deepEqual(await users('loginNotIn: ["sam"]', asUser('admin')), all)
      assert.deepEqual(await users('search: "ada.example", searchColumns: [URL]', asUser('admin')), [])
      const comments = choosing(on(), 'comments', 'databaseId')
      assert.deepEqual(await comments('contentAuthor: [1]'), await comments(''))
      assert.deepEqual(await comments('contentName: "nothing-here"'), [])
      assert.deepEqual(
        await comments('orderby: COMMENT_AUTHOR_EMAIL', asUser('edith')),
        await comments('', asUser('edith')),
      )
      const posts = choosing(on(), 'posts', 'databaseId')
      assert.deepEqual(await posts('dateQuery: { column: MODIFIED, year: 1990 }'), await posts(''))
      assert.deepEqual(await posts('dateQuery: { year: 1990 }'), [])
    })
  },
  {
    ...settings,
    closed: ['users.username', 'users.url', 'posts.author', 'posts.modified', 'comments.author_email'],
  },
)
