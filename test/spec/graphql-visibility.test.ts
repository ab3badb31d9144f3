// A viewer sees by GraphQL what REST shows the same viewer: every role, every row, both asked.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { codeOf, dataOf, each, nodesIn } from '../support/graphql.ts'
import { addMenu } from '../support/menu.ts'

const viewers = {
  nobody: {},
  subscriber: asUser('sam'),
  contributor: asUser('connie'),
  author: asUser('arthur'),
  editor: asUser('edith'),
  administrator: asUser('admin'),
}

/** Connections of content, by what REST calls them. */
const content = { posts: 'posts', pages: 'pages', products: 'products', media: 'media' }
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash']
const root = '/cms-json/cms/v2'

/** Rows of every status by every author, with and without a password, and comments about them in every state. */
const more = (id: number, author: number, status: string, type: string, password: string) =>
  [
    `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count) values (${id}, ${author}, '2024-05-01 10:00:00', '2024-05-01 10:00:00', 'needle ${id}', 'Row ${id}', '', '${status}', 'open', 'open', '${password}', 'row-${id}', '', '', '2024-05-01 10:00:00', '2024-05-01 10:00:00', '', 0, '', 0, '${type}', '', 2)`,
    ...(type === 'post' ? ['0', '1', 'spam'] : []).map(
      (approved, nth) =>
        `insert into wp_comments (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent, comment_type, comment_parent, user_id) values (${id * 10 + nth}, ${id}, 'Guest', 'guest@example.org', '', '', '2024-05-01 11:00:00', '2024-05-01 11:00:00', 'said', 0, '${approved}', '', 'comment', 0, ${nth === 0 ? 3 : 0})`,
    ),
  ] as const

onEveryDatabase(
  'the same viewer by REST and by GraphQL',
  (on, { some: partOf }) => {
    before(async () => {
      const { database } = on()
      let id = 2000
      for (const type of ['post', 'page', 'product'])
        for (const status of [...statuses, 'auto-draft'])
          for (const author of [1, 3, 4])
            for (const password of author === 1 ? ['', 'secret'] : ['']) {
              id += 1
              for (const statement of more(id, author, status, type, password))
                await database.execute(statement)
            }
      await addMenu(database)
    })

    // What a viewer may see is decided by the plan; databases run it
    for (const [who, headers] of partOf(Object.entries(viewers))) {
      const rest = (path: string) => on().gateway.get(root + path, headers)
      const graph = (query: string, variables = {}) => dataOf(on().gateway, query, { headers, variables })
      const idsOf = (json: unknown) => list(json).map((item) => String(at(item, 'id')))
      const rows = async (table: string, column: string) =>
        (await on().database.execute(`select ${column} as id from ${table}`)).map(({ id }) => String(id))

      it(`graphql-visibility/1 shows ${who} the same content in lists`, async () => {
        for (const [connection, base] of Object.entries(content)) {
          const usual = await rest(`/${base}?per_page=100&_fields=id`)
          const shown = await graph(`{ ${connection}(first: 100) { totalCount edges { node { id } } } }`)
          assert.deepEqual(each(at(shown, connection), 'id').toSorted(), idsOf(usual.json).toSorted(), base)
          assert.equal(at(shown, connection, 'totalCount'), idsOf(usual.json).length, base)
          if (base === 'media') continue
          for (const status of statuses) {
            const query = `{ ${connection}(first: 100, status: ${status.toUpperCase()}) { totalCount edges { node { id status } } } }`
            const theirs = await rest(`/${base}?per_page=100&_fields=id&status=${status}`)
            if (theirs.status !== 200) {
              assert.equal(await codeOf(on().gateway, query, { headers }), 'FORBIDDEN', `${base} ${status}`)
              continue
            }
            const ours = at(await graph(query), connection)
            assert.deepEqual(each(ours, 'id').toSorted(), idsOf(theirs.json).toSorted(), `${base} ${status}`)
            assert.equal(at(ours, 'totalCount'), idsOf(theirs.json).length, `${base} ${status}`)
          }
        }
      })

      it(`graphql-visibility/2 shows ${who} the same content one by one, and as much of it`, async () => {
        const compared = 'id,status,title,content,excerpt,author'
        const ids = await rows('wp_posts', 'ID')
        const types = new Map(
          (await on().database.execute('select ID as id, post_type as type from wp_posts')).map((row) => [
            String(row['id']),
            String(row['type']),
          ]),
        )
        const bases = new Map([
          ['post', 'posts'],
          ['page', 'pages'],
          ['product', 'products'],
          ['attachment', 'media'],
        ])
        /** What REST answers of an author, by id. */
        const users = new Map<string, number>()
        for (let from = 0; from < ids.length; from += 10) {
          const some = ids.slice(from, from + 10)
          const fields = some.map((id) => `n${id}: node(id: "${id}") { ...F }`).join(' ')
          const found = await graph(
            `{ ${fields} } fragment F on Node { id ... on Content { title author { id } } ... on Post { content excerpt } ... on Page { content } ... on Product { content } }`,
          )
          for (const id of some) {
            const base = bases.get(types.get(id) ?? '')
            const theirs = base ? await rest(`/${base}/${id}?_fields=${compared}`) : null
            const ours = at(found, `n${id}`)
            if (types.get(id) === 'nav_menu_item') continue
            // What has no name among the statuses of the schema is no node
            const isShown = theirs?.status === 200 && at(theirs.json, 'status') !== 'auto-draft'
            assert.equal(ours !== null, isShown, `${types.get(id)} ${id}`)
            if (!isShown || !theirs) continue
            const isProtected = at(theirs.json, 'content', 'protected')
            const text = at(ours, 'content')
            assert.equal(at(ours, 'title'), at(theirs.json, 'title', 'rendered'), id)
            if (text !== undefined)
              assert.equal(text, isProtected ? null : at(theirs.json, 'content', 'rendered'), id)
            if (at(ours, 'excerpt') !== undefined)
              assert.equal(
                at(ours, 'excerpt'),
                isProtected ? null : at(theirs.json, 'excerpt', 'rendered'),
                id,
              )
            const author = String(at(theirs.json, 'author'))
            const known = users.get(author) ?? (await rest(`/users/${author}?_fields=id`)).status
            users.set(author, known)
            assert.equal(at(ours, 'author', 'id'), known === 200 ? `user:${author}` : undefined, id)
          }
        }
      })

      it(`graphql-visibility/3 shows ${who} the same comments`, async () => {
        const usual = await rest('/comments?per_page=100&_fields=id')
        const shown = await graph('{ comments(first: 100) { totalCount edges { node { id } } } }')
        const ours = each(at(shown, 'comments'), 'id')
        assert.deepEqual(
          ours.toSorted(),
          idsOf(usual.json)
            .map((id) => `comment:${id}`)
            .toSorted(),
        )
        const ids = await rows('wp_comments', 'comment_ID')
        for (let from = 0; from < ids.length; from += 10) {
          const some = ids.slice(from, from + 10)
          const fields = some.map(
            (id) => `c${id}: node(id: "comment:${id}") { id ... on Comment { authorEmail } }`,
          )
          const found = await graph(`{ ${fields.join(' ')} }`)
          for (const id of some) {
            const alone = await rest(`/comments/${id}?_fields=id`)
            assert.equal(at(found, `c${id}`) !== null, alone.status === 200, id)
            const edited =
              alone.status === 200 ? await rest(`/comments/${id}?context=edit&_fields=author_email`) : null
            assert.equal(
              at(found, `c${id}`, 'authorEmail') ?? undefined,
              at(edited?.json, 'author_email'),
              id,
            )
          }
        }
        const posts = await graph(
          '{ posts(first: 100) { edges { node { id isProtected comments(first: 50) { edges { node { id } } } } } } }',
        )
        for (const post of nodesIn(at(posts, 'posts'))) {
          const theirs = await rest(`/comments?per_page=100&_fields=id&post=${String(at(post, 'id'))}`)
          assert.deepEqual(
            each(at(post, 'comments'), 'id'),
            theirs.status === 200 ? idsOf(theirs.json).map((id) => `comment:${id}`) : [],
            String(at(post, 'id')),
          )
        }
      })

      it(`graphql-visibility/4 shows ${who} the same users, and as much of them`, async () => {
        const usual = await rest('/users?per_page=100&_fields=id&orderby=id')
        const shown = await graph('{ users(first: 100) { edges { node { id } } } }')
        assert.deepEqual(
          each(at(shown, 'users'), 'id'),
          idsOf(usual.json).map((id) => `user:${id}`),
        )
        for (const id of await rows('wp_users', 'ID')) {
          const found = at(
            await graph(
              `{ node(id: "user:${id}") { ... on User { name description url website email login firstName roles capabilities registeredAt } } }`,
            ),
            'node',
          )
          const seen = await rest(`/users/${id}`)
          assert.equal(found !== null, seen.status === 200, id)
          if (found === null) continue
          const edited = await rest(`/users/${id}?context=edit`)
          assert.deepEqual(
            ['name', 'description', 'url', 'website'].map((name) => at(found, name)),
            ['name', 'description', 'link', 'url'].map((name) => at(seen.json, name)),
          )
          for (const [ours, theirs] of [
            ['email', 'email'],
            ['login', 'username'],
            ['firstName', 'first_name'],
            ['roles', 'roles'],
          ] as const)
            assert.deepEqual(at(found, ours) ?? undefined, at(edited.json, theirs), `${id} ${ours}`)
          assert.equal(at(found, 'capabilities') === null, edited.status !== 200, id)
          assert.equal(at(found, 'registeredAt') === null, edited.status !== 200, id)
        }
      })

      it(`graphql-visibility/5 lets ${who} find the same by searching`, async () => {
        for (const text of ['needle', 'the', 'guest@example.org', 'Row']) {
          const theirs = await rest(`/posts?per_page=100&_fields=id&search=${text}`)
          const ours = await graph(
            'query ($text: String!) { posts(first: 100, search: $text) { edges { node { id } } } search(text: $text, first: 100) { totalCount edges { node { id } } } }',
            { text },
          )
          assert.deepEqual(each(at(ours, 'posts'), 'id').toSorted(), idsOf(theirs.json).toSorted(), text)
          const site = await rest(`/search?per_page=100&search=${text}`)
          assert.deepEqual(each(at(ours, 'search'), 'id').toSorted(), idsOf(site.json).toSorted(), text)
        }
        const theirs = await rest('/users?search=edith&_fields=id')
        const ours = await graph('{ users(search: "edith") { edges { node { id } } } }')
        assert.equal(each(at(ours, 'users'), 'id').length, idsOf(theirs.json).length)
      })

      it(`graphql-visibility/6 shows ${who} the same terms and no other menus`, async () => {
        for (const [connection, base] of [
          ['categories', 'categories'],
          ['tags', 'tags'],
          ['genres', 'genre'],
        ] as const) {
          const theirs = await rest(`/${base}?per_page=100&_fields=id`)
          const ours = await graph(`{ ${connection}(first: 100) { edges { node { id } } } }`)
          assert.deepEqual(
            each(at(ours, connection), 'id').toSorted(),
            idsOf(theirs.json)
              .map((id) => `term:${id}`)
              .toSorted(),
          )
        }
        const theirs = await rest('/menus?_fields=id')
        const menus = theirs.status === 200 ? idsOf(theirs.json).map((id) => `term:${id}`) : []
        assert.deepEqual(each(at(await graph('{ menus { edges { node { id } } } }'), 'menus'), 'id'), menus)
      })

      it(`graphql-visibility/7 leads ${who} by addresses to what is shown, and to nothing else`, async () => {
        const ids = await rows(`wp_posts where post_type = 'post'`, 'ID')
        // Ten fields of Query are the most that a document asks for
        for (let from = 0; from < ids.length; from += 3) {
          const some = ids.slice(from, from + 3)
          const fields = some.map(
            (id) =>
              `n${id}: node(id: "${id}") { id } c${id}: contentByUri(uri: "/?p=${id}") { id } p${id}: post(uri: "/?p=${id}") { id }`,
          )
          const found = await graph(`{ ${fields.join(' ')} }`)
          for (const id of some)
            for (const way of ['c', 'p']) assert.deepEqual(at(found, way + id), at(found, `n${id}`), way + id)
        }
      })
    }
  },
  { extensions: ['config/extensions/myplugin.ts'] },
)
