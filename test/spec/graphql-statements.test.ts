// Statements follow the depth of a document, never its rows: the same number for five and for fifty of everything, with
// all that is nested there for each of them.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, onEveryDatabase, type On } from '../support/gateway.ts'
import { dataOf, nodesIn, statementsOf } from '../support/graphql.ts'

const documents = {
  feed: {
    root: 'posts',
    most: 12,
    query: `query ($n: Int) { posts(first: $n) { edges { node { title url author { name } featuredImage { alt sourceUrl(size: "thumbnail") }
      categories { name url } tags { name } commentCount comments(first: 3) { totalCount edges { node { content author { name } } } } } } } }`,
  },
  writers: {
    root: 'users',
    // One of them, which is kept where anything is: whether times in UTC are set
    most: 10,
    query: `query ($n: Int) { users(first: $n) { edges { node { name posts(first: 5) { totalCount edges { node { title categories { name }
      comments(first: 2) { edges { node { content author { name } replies { totalCount } } } } } } } } } } }`,
  },
  shelves: {
    root: 'categories',
    // The same, for each of its lists of posts
    most: 11,
    query: `query ($n: Int) { categories(first: $n) { edges { node { name parent { name } posts(first: 3) { edges { node { title
      author { name posts(first: 2) { edges { node { title } } } } featuredImage { alt } } } } } } } }`,
  },
}

const count = 60
const nth = (from: number) => Array.from({ length: count }, (_, at_) => from + at_)

/** So many users, categories and pictures, five posts of each user, and replied comments about each post. */
async function fill({ database }: On): Promise<void> {
  const insert = (table: string, columns: string, rows: readonly string[]) =>
    database.execute(`insert into ${table} (${columns}) values ${rows.map((row) => `(${row})`).join(', ')}`)
  const moment = `'2024-06-01 10:00:00'`
  for (const table of [
    'posts',
    'postmeta',
    'term_relationships',
    'term_taxonomy',
    'terms',
    'comments',
    'users',
  ])
    await database.execute(`delete from wp_${table}`)
  await insert(
    'wp_users',
    'ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered, user_activation_key, user_status, display_name',
    nth(1).map(
      (id) => `${id}, 'u${id}', '', 'u${id}', 'u${id}@example.org', '', ${moment}, '', 0, 'User ${id}'`,
    ),
  )
  await insert(
    'wp_terms',
    'term_id, name, slug, term_group',
    [...nth(1), ...nth(101)].map((id) => `${id}, 'Term ${id}', 'term-${id}', 0`),
  )
  await insert('wp_term_taxonomy', 'term_taxonomy_id, term_id, taxonomy, description, parent, count', [
    ...nth(1).map((id) => `${id}, ${id}, 'category', '', ${id === 1 ? 0 : 1}, 5`),
    ...nth(101).map((id) => `${id}, ${id}, 'post_tag', '', 0, 5`),
  ])
  const posts = nth(0).flatMap((user) =>
    [1, 2, 3, 4, 5].map((each_) => ({ id: 1000 + user * 5 + each_, user })),
  )
  const columns =
    'ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count'
  await insert('wp_posts', columns, [
    ...nth(5000).map(
      (id) =>
        `${id}, 1, ${moment}, ${moment}, '', 'Picture ${id}', '', 'inherit', 'open', 'open', '', 'picture-${id}', '', '', ${moment}, ${moment}, '', 0, 'guid', 0, 'attachment', 'image/png', 0`,
    ),
    ...posts.map(
      ({ id, user }) =>
        `${id}, ${user + 1}, ${moment}, ${moment}, 'text', 'Post ${id}', '', 'publish', 'open', 'open', '', 'post-${id}', '', '', ${moment}, ${moment}, '', 0, 'guid', 0, 'post', '', 2`,
    ),
  ])
  await insert(
    'wp_postmeta',
    'post_id, meta_key, meta_value',
    posts.map(({ id, user }) => `${id}, '_thumbnail_id', '${5000 + user}'`),
  )
  await insert(
    'wp_term_relationships',
    'object_id, term_taxonomy_id, term_order',
    posts.flatMap(({ id, user }) => [`${id}, ${user + 1}, 0`, `${id}, ${user + 101}, 0`]),
  )
  const comment = (id: number, post: number, parent: number, user: number) =>
    `${id}, ${post}, 'Guest', '', '', '', ${moment}, ${moment}, 'said', 0, '1', '', 'comment', ${parent}, ${user}`
  await insert(
    'wp_comments',
    'comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent, comment_type, comment_parent, user_id',
    posts.flatMap(({ id, user }) => [
      comment(id * 10, id, 0, user + 1),
      comment(id * 10 + 1, id, id * 10, user + 1),
      comment(id * 10 + 2, id, id * 10 + 1, user + 1),
    ]),
  )
}

onEveryDatabase(
  'statements of GraphQL documents',
  (on) => {
    before(() => fill(on()))

    for (const [name, { root, query, most }] of Object.entries(documents)) {
      it(`graphql-statements/1 are as many for five as for fifty: ${name}`, async (test) => {
        const statements = (n: number) => statementsOf(on().gateway, query, { variables: { n } })
        const [five, fifty] = [await statements(5), await statements(50)]
        test.diagnostic(`${name}: ${five} statements for 5 rows, ${fifty} for 50`)
        assert.equal(fifty, five)
        assert(five <= most, `${five} statements`)
        const found = await dataOf(on().gateway, query, { variables: { n: 50 } })
        assert.equal(nodesIn(at(found, root)).length, 50)
      })
    }
  },
  { cacheBytesMax: 0 },
)
