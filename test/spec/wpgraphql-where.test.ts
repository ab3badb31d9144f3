// Lists of WPGraphQL's schema by arguments of `where`: rows are chosen by their values, by parts of these, and by other rows.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { asUser } from '../support/demo-credentials.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

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
      assert.deepEqual(await users('loginNotIn: ["arthur"]'), await users(''))
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

onOneDatabase(
  "the users of WPGraphQL's lists with closed fields",
  'what is closed follows from the settings',
  (on) => {
    it('wpgraphql-where/5 are not chosen by what is closed', async () => {
      const users = choosing(on(), 'users', 'databaseId')
      const all = await users('', asUser('admin'))
      assert.deepEqual(await users('loginNotIn: ["sam"]', asUser('admin')), all)
      assert.deepEqual(await users('search: "ada.example", searchColumns: [URL]', asUser('admin')), [])
    })
  },
  { ...settings, closed: ['users.username', 'users.url'] },
)
