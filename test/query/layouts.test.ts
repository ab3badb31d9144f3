// Layouts: tables and columns under other names, plain names, a mapping that swaps and renames; what is missing.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plain, wordpress } from '../../src/database/layout.ts'
import type { LayoutMapping } from '../../src/database/layout-mapping.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

/** Copies the demo's tables into others, under the names that a layout gives them. */
async function copyTables(
  database: TestDatabase,
  nameOf: (table: string, column: string | null) => string,
): Promise<void> {
  const mark = database.flavour === 'sqlite' ? '"' : '`'
  const quote = (name: string) => mark + name.replaceAll(mark, mark + mark) + mark
  for (const [logical, { table, columns }] of wordpress('wp_')) {
    // A site by itself has no column of a network
    const copied = [...columns]
      .filter(([column]) => column !== 'spam')
      .map(
        ([column, physical]) =>
          `${quote(typeof physical === 'string' ? physical : '')} as ${quote(nameOf(logical, column))}`,
      )
    await database.execute(`alter table ${quote(table)} rename to original`)
    await database.execute(
      `create table ${quote(nameOf(logical, null))} as select ${copied.join(', ')} from original`,
    )
    await database.execute('drop table original')
  }
}

function stockName(table: string, column: string | null): string {
  const physical = [...wordpress('wp_')].find(([name]) => name === table)?.[1]
  const name = column === null ? physical?.table : physical?.columns.get(column)
  assert(typeof name === 'string')
  return name
}

const swapped: LayoutMapping = {
  tables: {
    posts: {
      table: 'articles',
      columns: { id: 'nr', title: 'post_content', content: 'post_title', created_at: 'post date "local"' },
    },
    users: { table: 'people', columns: { name: 'user_login', login: 'display_name' } },
    term_relationships: { columns: { post_id: 'article nr' } },
  },
}

async function answersOf(
  database: Pick<TestDatabase, 'url'>,
  layout: 'wordpress' | 'plain' | LayoutMapping,
): Promise<unknown> {
  const gateway = await startTestGateway(database, { layout, publicUrl: 'http://gateway.test' })
  const paths = [
    'posts?per_page=100&_embed',
    'posts/212',
    'posts?search=soup',
    'categories?post=201',
    'users?orderby=name',
  ]
  const rest = await Promise.all(paths.map((path) => gateway.get(`/cms-json/cms/v2/${path}`)))
  const graphql = await gateway.graphql(
    '{ posts(first: 100) { edges { cursor node { id title url author { name } tags { name } } } totalCount } }',
  )
  await gateway.stop()
  return [...rest, graphql].map(({ status, json }) => ({ status, json }))
}

for (const kind of testDatabases()) {
  describe(`layouts on ${kind.name}`, () => {
    it('serve the same under plain names, and under a mapping that swaps and renames', async () => {
      const [stock, plainly, renamed] = await Promise.all([kind.create(), kind.create(), kind.create()])
      const names = plain()
      await copyTables(
        plainly,
        (table, column) => column ?? [...names].find(([name]) => name === table)?.[1].table ?? table,
      )
      await copyTables(renamed, (table, column) => {
        const given = swapped.tables?.[table]
        const name = column === null ? given?.table : given?.columns?.[column]
        return typeof name === 'string' ? name : stockName(table, column)
      })
      const expected = await answersOf(stock, 'wordpress')
      assert.equal(list(at(expected, 0, 'json')).length, 32)
      assert.deepEqual(await answersOf(plainly, 'plain'), expected)
      assert.deepEqual(await answersOf(renamed, swapped), expected)
      for (const database of [stock, plainly, renamed]) await database.drop()
    })

    it('go without what is optional and missing, and say so once', async () => {
      const database = await kind.create()
      for (const table of ['wp_users', 'wp_term_relationships', 'wp_postmeta'])
        await database.execute(`drop table ${table}`)
      await database.execute('alter table wp_posts drop column post_excerpt')
      await database.execute('alter table wp_posts drop column guid')
      const gateway = await startTestGateway(database)
      const { json, status } = await gateway.get('/cms-json/cms/v2/posts?per_page=100&_embed')
      assert.equal(status, 200, JSON.stringify(gateway.observed))
      assert.equal(list(json).length, 32)
      assert.deepEqual(at(json, 0, 'categories'), [])
      assert.equal(at(json, 0, '_links', 'author'), undefined)
      assert.equal((await gateway.get('/cms-json/cms/v2/users')).status, 404)
      assert.equal((await gateway.get('/cms-json/cms/v2/categories')).status, 200)
      assert.equal(
        at(
          (await gateway.graphql('{ posts(first: 1) { edges { node { id excerpt tags { name } } } } }')).json,
          'errors',
        ),
        undefined,
      )
      const said = gateway.observed.flatMap((observation) =>
        observation.kind === 'warning' ? [observation.message] : [],
      )
      assert.deepEqual(said, [
        'the database lacks optional parts, which are not served: column wp_posts.post_excerpt, column wp_posts.guid, table wp_postmeta, table wp_users, table wp_term_relationships',
      ])
      await gateway.stop()
      await database.drop()
    })

    it('never guess what decides who may see a post, but take an owner at his word', async () => {
      const database = await kind.create()
      await database.execute('alter table wp_posts drop column post_password')
      await assert.rejects(
        startTestGateway(database),
        /^Error: the database has no column wp_posts\.post_password/,
      )
      const layout = { tables: { posts: { columns: { password: { constant: '' } } } } }
      const gateway = await startTestGateway(database, { layout })
      assert.equal((await gateway.get('/cms-json/cms/v2/posts')).headers.get('x-cms-total'), '32')
      await gateway.stop()
      await database.drop()
    })

    it('end the start where posts cannot be read, with the name of what is missing', async () => {
      const database = await kind.create()
      await assert.rejects(
        startTestGateway(database, { tablePrefix: 'other_' }),
        /^Error: the database has no table other_posts, which posts are read from, .*TABLE_PREFIX/,
      )
      const wrong = { tables: { posts: { columns: { title: 'headline' } } } }
      await assert.rejects(
        startTestGateway(database, { layout: wrong }),
        /^Error: layout: tables\.posts\.columns\.title is headline, which wp_posts does not have\. It has comment_count, /,
      )
      await assert.rejects(
        startTestGateway(database, { layout: { tables: { post: {} } } }),
        /^Error: layout: tables\.post: there is no such table\. The tables are posts, postmeta, /,
      )
      await assert.rejects(
        startTestGateway(database, { layout: { tables: { posts: { columns: { headline: 'x' } } } } }),
        /^Error: layout: tables\.posts\.columns\.headline: there is no such column\. posts has id, author_id, /,
      )
      await database.drop()
    })
  })
}
