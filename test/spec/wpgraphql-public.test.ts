// Data that WPGraphQL shows everybody: menus that have a location, and the names of authors, where the owner chooses its schema.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { at, list, onEveryDatabase, onOneDatabase, type On } from '../support/gateway.ts'
import type { TestDatabase } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { addMenu, menu } from '../support/menu.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const asked = `{ menus { nodes { databaseId name menuItems(first: 2) { nodes { label } } } }
  menuItems(first: 100) { nodes { databaseId menu { node { name } } } }
  loose: menu(id: "950", idType: DATABASE_ID) { name } looseItem: menuItem(id: "951", idType: DATABASE_ID) { label }
  posts(first: 100) { nodes { author { node { slug firstName lastName email username } } } }
  user(id: "5", idType: DATABASE_ID) { firstName } }`

async function addPeople({ execute }: Pick<TestDatabase, 'execute'>): Promise<void> {
  for (const [user, key, value] of [
    [2, 'first_name', 'Edith'],
    [2, 'last_name', 'Marsh'],
    [5, 'first_name', 'Sam'],
  ] as const) {
    await execute(`delete from wp_usermeta where user_id = ${user} and meta_key = '${key}'`)
    await execute('insert into wp_usermeta (user_id, meta_key, meta_value) values (?, ?, ?)', [
      user,
      key,
      value,
    ])
  }
}

/** A menu without a location, and its item. */
async function addLooseMenu({ execute }: Pick<TestDatabase, 'execute'>): Promise<void> {
  await execute(`insert into wp_terms (term_id, name, slug, term_group) values (950, 'Loose', 'loose', 0)`)
  await execute(
    `insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count) values (950, 950, 'nav_menu', '', 0, 1)`,
  )
  await execute(`update wp_term_relationships set term_taxonomy_id = 950 where object_id = 905`)
}

/** Content of types without a definition, of which WordPress lists one; what is said about it. */
const content = [
  { ID: 7001, post_type: 'talk', post_status: 'publish', post_password: '' },
  { ID: 7002, post_type: 'talk', post_status: 'private', post_password: '' },
  { ID: 7003, post_type: 'talk', post_status: 'publish', post_password: 'secret' },
  { ID: 7004, post_type: 'ticket', post_status: 'publish', post_password: '' },
]

async function addTalks(database: Pick<TestDatabase, 'execute'>): Promise<void> {
  const rules = {
    'talks/?$': 'index.php?post_type=talk',
    'talks/([^/]+)(?:/([0-9]+))?/?$': 'index.php?talk=$matches[1]&page=$matches[2]',
  }
  const text = (value: string) => `s:${value.length}:"${value}";`
  const stored = Object.entries(rules).map(([pattern, query]) => text(pattern) + text(query))
  await database.execute("delete from wp_options where option_name = 'rewrite_rules'")
  await insertRows(database, 'wp_options', [
    { option_name: 'rewrite_rules', option_value: `a:2:{${stored.join('')}}`, autoload: 'on' },
  ])
  await insertPosts(
    database,
    content.map((row) => ({ ...row, post_name: `about-${row.ID}` })),
  )
  await insertRows(
    database,
    'wp_comments',
    content.flatMap(({ ID }) =>
      [
        { nth: 0, approved: '1', type: 'comment' },
        { nth: 10, approved: '0', type: 'comment' },
        { nth: 20, approved: '1', type: 'note' },
      ].map(({ nth, approved, type }) => ({
        comment_ID: ID + nth,
        comment_post_ID: ID,
        comment_author: 'Ann',
        comment_author_email: '',
        comment_author_url: '',
        comment_author_IP: '',
        comment_date: '2024-05-01 10:00:00',
        comment_date_gmt: '2024-05-01 10:00:00',
        comment_content: 'Well said',
        comment_karma: 0,
        comment_approved: approved,
        comment_agent: '',
        comment_type: type,
        comment_parent: 0,
        user_id: 0,
      })),
    ),
  )
}

/** Adds it all, and asks as anybody. */
function asAnybody(on: () => On, address = '/graphql') {
  before(async () => {
    await addMenu(on().database)
    await addLooseMenu(on().database)
    await addPeople(on().database)
  })
  return async (headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const { json } = await on().gateway.send('POST', address, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: asked }),
    })
    assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
    return at(json, 'data')
  }
}

const names = (data: unknown) =>
  new Set(
    list(at(data, 'posts', 'nodes')).map((post) => {
      const author = at(post, 'author', 'node')
      return author === undefined ? null : at(author, 'firstName')
    }),
  )

const chosen: ConfigFile = { graphqlView: 'wpgraphql' }

onEveryDatabase(
  'what WPGraphQL shows everybody',
  (on) => {
    before(() => addTalks(on().database))
    const ask = asAnybody(on)

    it('wpgraphql-public/1 is menus that have a location, with their items', async () => {
      const data = await ask()
      assert.deepEqual(
        list(at(data, 'menus', 'nodes')).map((each) => [
          at(each, 'databaseId'),
          list(at(each, 'menuItems', 'nodes')).length,
        ]),
        [[menu, 2]],
      )
      const items = list(at(data, 'menuItems', 'nodes')).map((item) => at(item, 'databaseId'))
      assert.deepEqual(items, [901, 902, 903, 904])
      assert.deepEqual([at(data, 'loose'), at(data, 'looseItem')], [null, null])
    })

    it('wpgraphql-public/6 is of menus without a location and their items nothing, except for those who change the appearance', async () => {
      for (const [login, sees] of [
        ['sam', false],
        ['connie', false],
        ['edith', false],
        ['admin', true],
      ] as const) {
        const data = await ask(asUser(login))
        const menus = list(at(data, 'menus', 'nodes')).map((each) => [
          at(each, 'databaseId'),
          list(at(each, 'menuItems', 'nodes')).length,
        ])
        const items = new Set(list(at(data, 'menuItems', 'nodes')).map((item) => at(item, 'databaseId')))
        assert.equal(
          menus.some(([id, length]) => id === 950 && length === 1),
          sees,
          login,
        )
        assert.deepEqual([items.has(905), items.has(901)], [sees, true], login)
        assert.deepEqual(
          [at(data, 'loose', 'name') ?? null, at(data, 'looseItem') !== null],
          [sees ? 'Loose' : null, false],
          login,
        )
        const found = await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', ...asUser(login) },
          body: JSON.stringify({
            query: `{ menu(id: "Loose", idType: NAME) { locations menuItems { nodes { databaseId } } }
              menuItem(id: "905", idType: DATABASE_ID) { databaseId menu { node { databaseId } } }
              node(id: "${Buffer.from('term:950').toString('base64')}") { __typename } }`,
          }),
        })
        assert.deepEqual(
          at(found.json, 'data'),
          sees
            ? {
                menu: { locations: null, menuItems: { nodes: [{ databaseId: 905 }] } },
                menuItem: { databaseId: 905, menu: { node: { databaseId: 950 } } },
                node: { __typename: 'Menu' },
              }
            : { menu: null, menuItem: null, node: null },
          login,
        )
      }
    })

    it('wpgraphql-public/2 is the first and last names of those who have published, and nothing to reach them by', async () => {
      const data = await ask()
      assert.ok(names(data).has('Edith'), JSON.stringify([...names(data)]))
      assert.equal(at(data, 'user'), null)
      for (const post of list(at(data, 'posts', 'nodes')))
        for (const secret of ['email', 'username'])
          assert.equal(at(post, 'author', 'node', secret) ?? null, null)
    })

    it('wpgraphql-public/5 is comments on published content of types that WordPress alone knows, where it lists them', async () => {
      const { gateway } = on()
      const query = `{ comments(where: { search: "Well said" }) { nodes { databaseId uri } }
        ${content.map(({ ID }) => `c${ID}: comment(id: "${ID}", idType: DATABASE_ID) { databaseId }`).join(' ')}
        node(id: "${Buffer.from('comment:7001').toString('base64')}") { id __typename } }`
      const seen = async (path: string) =>
        at(
          (
            await gateway.send('POST', path, {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ query }),
            })
          ).json,
          'data',
        )
      const shown = await seen('/graphql')
      assert.deepEqual(at(shown, 'comments', 'nodes'), [
        { databaseId: 7001, uri: '/talks/about-7001/#comment-7001' },
      ])
      assert.deepEqual(
        content.map(({ ID }) => at(shown, `c${ID}`)),
        [{ databaseId: 7001 }, null, null, null],
      )
      assert.equal(at(shown, 'node', '__typename'), 'Comment')
      assert.deepEqual((await gateway.get('/cms-json/cms/v2/comments?search=Well+said')).json, [])
    })

    it('wpgraphql-public/3 is not shown by REST, nor by our own view', async () => {
      const { gateway } = on()
      assert.equal((await gateway.get('/cms-json/cms/v2/menus')).status, 401)
      const { json } = await gateway.send('POST', '/graphql?view=cursor', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ menus { totalCount } }' }),
      })
      assert.deepEqual(at(json, 'data'), { menus: { totalCount: 0 } })
    })
  },
  chosen,
)

for (const [why, settings, address] of [
  ['a client chooses the schema, not the owner', {}, '/graphql?view=wpgraphql'],
  [
    'the owner says so',
    { ...chosen, graphqlMenuReaders: 'editors', graphqlUserNames: 'editors' },
    '/graphql',
  ],
] as const satisfies readonly (readonly [string, ConfigFile, string])[])
  onOneDatabase(
    `what WPGraphQL shows everybody is hidden where ${why}`,
    'who sees what follows from the settings',
    (on) => {
      const ask = asAnybody(on, address)

      it(`wpgraphql-public/4 as in REST: ${why}`, async () => {
        const data = await ask()
        assert.deepEqual(
          [at(data, 'menus', 'nodes'), at(data, 'menuItems', 'nodes'), names(data).has('Edith')],
          [[], [], false],
        )
      })
    },
    settings,
  )
