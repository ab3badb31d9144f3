// Addresses of the site and ids of any size, where a site is not at the root of its host and has pages at its front.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, onEveryDatabase } from '../support/gateway.ts'
import { dataOf, each } from '../support/graphql.ts'

const huge = '9007199254740993'

onEveryDatabase('GraphQL addresses and ids', (on) => {
  const ask = (query: string, variables = {}) => dataOf(on().gateway, query, { variables })
  before(async () => {
    const { execute } = { execute: on().database.execute.bind(on().database) }
    const set = (name: string, value: string) =>
      execute('update wp_options set option_value = ? where option_name = ?', [value, name])
    await set('home', 'https://www.example.org/blog')
    await set('show_on_front', 'page')
    await set('page_on_front', '309')
    const moment = `'2025-01-01 00:00:00'`
    const row = (id: string) =>
      `(${id}, 1, ${moment}, ${moment}, '', 'Huge', '', 'publish', 'open', 'open', '', 'huge-${id}', '', '', ${moment}, ${moment}, '', 0, '', 0, 'post', '', 1)`
    await execute(
      `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count) values ${[row(huge), row('9007199254740992')].join(', ')}`,
    )
    await execute(
      `insert into wp_comments (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent, comment_type, comment_parent, user_id) values (${huge}, ${huge}, 'Guest', '', '', '', ${moment}, ${moment}, 'said', 0, '1', '', 'comment', 0, 0)`,
    )
    await execute(
      `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (${huge}, 2, 0)`,
    )
  })

  it('graphql-addresses/1 are found with the path of the site and without', async () => {
    const post = { id: '230' }
    for (const uri of [
      '/2024/02/15/comments-galore/',
      '/2024/02/15/comments-galore',
      '/blog/2024/02/15/comments-galore/',
      'https://www.example.org/blog/2024/02/15/comments-galore/',
      'https://example.org/blog/2024/02/15/comments-galore/?utm=1#top',
      '/?p=230',
    ])
      assert.deepEqual(
        await ask('query ($uri: String!) { contentByUri(uri: $uri) { id } post(uri: $uri) { id } }', { uri }),
        { contentByUri: post, post },
        uri,
      )
    assert.deepEqual(await ask('{ post(id: 230) { uri url } page(id: 309) { uri url } }'), {
      post: {
        uri: '/2024/02/15/comments-galore/',
        url: 'https://www.example.org/blog/2024/02/15/comments-galore/',
      },
      page: { uri: '/', url: 'https://www.example.org/blog/' },
    })
    assert.deepEqual(
      await ask('{ contentByUri(uri: "/") { __typename id } settings { frontPage { id } } }'),
      {
        contentByUri: { __typename: 'Page', id: '309' },
        settings: { frontPage: { id: '309' } },
      },
    )
  })

  it('graphql-addresses/2 are exact, also where a double is not', async () => {
    assert.deepEqual(
      await ask(
        `{ node(id: "${huge}") { id } post(id: "${huge}") { id commentCount comments { edges { node { id post { id } } } } categories { id } } comment(id: "comment:${huge}") { id } comments(post: "${huge}") { totalCount } }`,
      ),
      {
        node: { id: huge },
        post: {
          id: huge,
          commentCount: 1,
          comments: { edges: [{ node: { id: `comment:${huge}`, post: { id: huge } } }] },
          categories: [{ id: 'term:2' }],
        },
        comment: { id: `comment:${huge}` },
        comments: { totalCount: 1 },
      },
    )
    const first = at(
      await ask('{ posts(first: 1) { edges { node { id } } pageInfo { endCursor } } }'),
      'posts',
    )
    assert.deepEqual(each(first, 'id'), [huge])
    const after = JSON.stringify(at(first, 'pageInfo', 'endCursor'))
    const second = at(await ask(`{ posts(first: 1, after: ${after}) { edges { node { id } } } }`), 'posts')
    assert.deepEqual(each(second, 'id'), ['9007199254740992'])
  })
})
