// Menus that have a place on the site, their items, and what the site says of itself.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, onOneDatabase, startTestGateway } from '../support/gateway.ts'
import { dataOf, each, nodesIn } from '../support/graphql.ts'
import { addMenu, menu } from '../support/menu.ts'

const sample = { extensions: ['config/extensions/myplugin.ts'] }
const everything = `{ menus { totalCount edges { node { id name slug locations items { totalCount edges { node {
  id title url uri typeLabel description target classes isInvalid menuOrder parent { id } content { id __typename } term { id }
} } } } } } }`

onEveryDatabase(
  'GraphQL menus',
  (on) => {
    before(async () => {
      const { database } = on()
      await addMenu(database)
      await database.execute(
        `insert into wp_terms (term_id, name, slug, term_group) values (950, 'Unassigned', 'unassigned', 0)`,
      )
      await database.execute(
        `insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count) values (950, 950, 'nav_menu', '', 0, 0)`,
      )
      await database.execute(
        `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (905, 950, 0)`,
      )
    })
    const ask = (query: string, headers = asUser('admin')) => dataOf(on().gateway, query, { headers })

    it('graphql-menus/1 have the items that REST shows of them', async () => {
      const [main, ...others] = nodesIn(at(await ask(everything), 'menus'))
      assert.deepEqual(others, [])
      assert.deepEqual(
        [at(main, 'id'), at(main, 'slug'), at(main, 'locations'), at(main, 'items', 'totalCount')],
        [`term:${menu}`, 'main', ['primary'], 5],
      )
      const { json } = await on().gateway.get(`/cms-json/cms/v2/menu-items?menus=${menu}`, asUser('admin'))
      const items = nodesIn(at(main, 'items'))
      assert.deepEqual(
        items.map((item) => [
          at(item, 'id'),
          at(item, 'title'),
          at(item, 'url'),
          at(item, 'typeLabel'),
          at(item, 'description'),
          at(item, 'target'),
          at(item, 'classes'),
          at(item, 'isInvalid'),
          at(item, 'menuOrder'),
          at(item, 'parent', 'id') ?? 0,
        ]),
        list(json).map((item) => [
          String(at(item, 'id')),
          at(item, 'title', 'rendered'),
          at(item, 'url'),
          at(item, 'type_label'),
          at(item, 'description'),
          at(item, 'target'),
          at(item, 'classes'),
          at(item, 'invalid'),
          at(item, 'menu_order'),
          at(item, 'parent') === 0 ? 0 : String(at(item, 'parent')),
        ]),
      )
      assert.deepEqual(
        items.map((item) => [at(item, 'content', 'id') ?? null, at(item, 'term', 'id') ?? null]),
        [
          ['302', null],
          [null, 'term:2'],
          [null, null],
          [null, null],
          [null, null],
        ],
      )
    })

    it('graphql-menus/2 are read by those who read them in REST, and only where they have a place', async () => {
      const found = `{ menus { edges { node { id } } } menu: node(id: "term:${menu}") { id } item: node(id: "901") { __typename id } loose: node(id: "term:950") { id } place: menus(location: "primary") { totalCount } none: menus(location: "footer") { totalCount } bySlug: menu(slug: "unassigned") { id } }`
      const all = {
        menus: { edges: [{ node: { id: `term:${menu}` } }] },
        menu: { id: `term:${menu}` },
        item: { __typename: 'MenuItem', id: '901' },
        loose: null,
        place: { totalCount: 1 },
        none: { totalCount: 0 },
        bySlug: null,
      }
      const nothing = { ...all, menus: { edges: [] }, menu: null, item: null, place: { totalCount: 0 } }
      assert.deepEqual(await ask(found), all)
      assert.deepEqual(await ask(found, asUser('connie')), all)
      assert.deepEqual(await ask(found, asUser('sam')), nothing)
      assert.deepEqual(await dataOf(on().gateway, found), nothing)
    })
  },
  sample,
)

describe('GraphQL menus for everybody', () => {
  it('graphql-menus/3 are those that have a place', async () => {
    const [kind] = testDatabases()
    assert(kind)
    const database = await kind.create()
    await addMenu(database)
    const gateway = await startTestGateway(database, { menuReaders: 'everybody' })
    const found = await dataOf(
      gateway,
      '{ menus { edges { node { name items(first: 2) { edges { node { title } } } } } } }',
    )
    const [main] = nodesIn(at(found, 'menus'))
    assert.deepEqual([at(main, 'name'), each(at(main, 'items'), 'title').length], ['Main', 2])
    await gateway.stop()
    await database.drop()
  })
})

onEveryDatabase('GraphQL settings', (on) => {
  const open =
    '{ settings { title description url home timezone gmtOffset showOnFront frontPage { id } postsPage { id } icon { id } logo { id } } }'
  const managed =
    '{ settings { email dateFormat timeFormat startOfWeek language useSmilies postsPerPage defaultPostFormat defaultPingStatus defaultCommentStatus defaultCategory { id } } }'

  it('graphql-menus/4 are, for everybody, what the index of REST says', async () => {
    const { json } = await on().gateway.get('/cms-json/')
    const settings = at(await dataOf(on().gateway, open), 'settings')
    for (const [name, theirs] of Object.entries({
      title: 'name',
      description: 'description',
      url: 'url',
      home: 'home',
      timezone: 'timezone_string',
      showOnFront: 'show_on_front',
    }))
      assert.equal(at(settings, name), at(json, theirs), name)
    assert.equal(at(settings, 'gmtOffset'), Number(at(json, 'gmt_offset')))
    for (const [name, theirs] of [
      ['frontPage', 'page_on_front'],
      ['icon', 'site_icon'],
    ] as const)
      assert.equal(Number(at(settings, name, 'id') ?? 0), at(json, theirs), name)
  })

  it('graphql-menus/5 are, for those who manage the site, those of REST', async () => {
    const none = at(await dataOf(on().gateway, managed, { headers: asUser('edith') }), 'settings')
    assert.deepEqual([...new Set(Object.values(Object(none)))], [null])
    const headers = asUser('admin')
    const settings = at(await dataOf(on().gateway, managed, { headers }), 'settings')
    const { json } = await on().gateway.get('/cms-json/cms/v2/settings', headers)
    for (const [name, theirs] of Object.entries({
      email: 'email',
      dateFormat: 'date_format',
      timeFormat: 'time_format',
      startOfWeek: 'start_of_week',
      language: 'language',
      useSmilies: 'use_smilies',
      postsPerPage: 'posts_per_page',
      defaultPostFormat: 'default_post_format',
      defaultPingStatus: 'default_ping_status',
      defaultCommentStatus: 'default_comment_status',
    }))
      assert.equal(at(settings, name), at(json, theirs), name)
    assert.equal(at(settings, 'defaultCategory', 'id'), `term:${String(at(json, 'default_category'))}`)
  })
})

onOneDatabase(
  'menus without the targets of their items',
  'what is closed follows from the settings, not from the database',
  (on) => {
    before(() => addMenu(on().database))
    it('graphql-menus/6 lead from no item to its target', async () => {
      for (const field of ['content', 'term']) {
        const { json } = await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', ...asUser('admin') },
          body: JSON.stringify({
            query: `{ menus { edges { node { items { edges { node { ${field} { __typename } } } } } } } }`,
          }),
        })
        assert.match(String(at(json, 'errors', 0, 'message')), new RegExp(`Cannot query field "${field}"`))
      }
    })
  },
  { closed: ['menu-items.object_id'] },
)
