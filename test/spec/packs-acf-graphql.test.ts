// The pack `acf` in WPGraphQL's schema: a type for each field group, on the types of its location, with what fields name as nodes.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { addMenu, menu } from '../support/menu.ts'
import {
  activate,
  definition,
  insertMeta,
  insertPosts,
  onPluginDatabases,
  setOption,
  type OnPlugins,
} from '../support/plugins.ts'

type Settings = Parameters<typeof definition>[3]

const rule = (param: string, value: string, operator = '==') => [{ param, operator, value }]
const group = (id: number, title: string, location: Settings, more = {}) =>
  definition(
    id,
    'acf-field-group',
    `group_${id}`,
    { location, ...more },
    { post_title: title, menu_order: id },
  )
const field = (id: number, parent: number, name: string, settings: Settings) =>
  definition(id, 'acf-field', `field_${id}`, settings, {
    post_excerpt: name,
    post_parent: parent,
    menu_order: id,
  })

const rows = [
  group(6000, 'Day trip', [rule('post_type', 'post')]),
  field(6001, 6000, 'short_note', { type: 'text' }),
  field(6002, 6000, 'length', { type: 'number' }),
  field(6003, 6000, 'kind', {
    type: 'select',
    choices: { walk: 'A walk' },
    return_format: 'label',
  }),
  field(6004, 6000, 'map', { type: 'google_map' }),
  field(6005, 6000, 'picture', { type: 'image' }),
  field(6006, 6000, 'related', { type: 'relationship' }),
  field(6007, 6000, 'guide', { type: 'user' }),
  field(6008, 6000, 'stops', { type: 'repeater' }),
  field(6009, 6008, 'name', { type: 'text' }),
  field(6010, 6008, 'near', { type: 'post_object' }),
  field(6011, 6000, 'secret', { type: 'text', show_in_graphql: 0 }),
  field(6012, 6000, 'day', { type: 'date_picker' }),
  field(6013, 6000, 'broken', { type: 'checkbox' }),
  definition(
    6014,
    'acf-field',
    'field_6014',
    { type: 'flexible_content', layouts: { l: { key: 'l', name: 'big_quote' } } },
    { post_excerpt: 'parts', post_parent: 6000, menu_order: 6014 },
  ),
  field(6015, 6014, 'said', { type: 'text', parent_layout: 'l' }),
  group(6100, 'Everywhere', [rule('taxonomy', 'all'), rule('user_form', 'all')]),
  field(6101, 6100, 'shade', { type: 'color_picker' }),
  group(6200, 'Post', [rule('post_type', 'post')]),
  field(6201, 6200, 'clash', { type: 'text' }),
  group(6300, 'Title', [rule('post_type', 'post')]),
  field(6301, 6300, 'clash', { type: 'text' }),
  group(6400, 'Front only', [[...rule('post_type', 'page'), ...rule('page_type', 'front_page')]]),
  field(6401, 6400, 'wide', { type: 'true_false' }),
]

onPluginDatabases(
  'field groups in WPGraphQL',
  async (database) => {
    await activate(database, 'secure-custom-fields')
    await insertPosts(database, [
      ...rows,
      { ID: 6500, post_title: 'Open', post_name: 'open-one' },
      { ID: 6501, post_title: 'Draft', post_status: 'draft' },
      { ID: 6502, post_title: 'Hidden', post_status: 'inherit', post_type: 'attachment', post_parent: 6501 },
    ])
    await insertMeta(database, 'post', 201, {
      short_note: 'Rain',
      length: '3.50',
      kind: 'walk',
      map: { address: 'Quay', lat: '1.5' },
      picture: '6502',
      related: ['6501', '6500', '201'],
      guide: '1',
      stops: '2',
      stops_0_name: 'Pier',
      stops_0_near: '6500',
      stops_1_name: '',
      secret: 'not in the schema',
      day: '20240229',
      broken: 'a:2:{i:0;s:9',
      parts: ['big_quote'],
      parts_0_said: 'Yes.',
    })
    await insertMeta(database, 'term', 1, { shade: '#fff' })
  },
  (on) => {
    const asked = async (query: string) => {
      const response = await fetch(`${on().gateway.url}/graphql?view=wpgraphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const body: unknown = await response.json()
      return body
    }
    const trip = async (selection: string) => {
      const body = await asked(`{ post(id: 201, idType: DATABASE_ID) { dayTrip { ${selection} } } }`)
      assert.equal(at(body, 'errors'), undefined, JSON.stringify(at(body, 'errors')))
      return at(body, 'data', 'post', 'dayTrip')
    }

    it('packs-acf-graphql/1 are objects with a type for each field', async () => {
      const shown = await trip(
        `__typename fieldGroupName shortNote length kind day broken map { streetAddress latitude longitude city }
         stops { name } parts { __typename ... on DayTripPartsBigQuoteLayout { said } }`,
      )
      assert.deepEqual(JSON.parse(JSON.stringify(shown)), {
        __typename: 'DayTrip',
        fieldGroupName: 'DayTrip',
        shortNote: 'Rain',
        length: 3.5,
        kind: ['A walk'],
        day: '2024-02-29T00:00:00+00:00',
        broken: null,
        map: { streetAddress: 'Quay', latitude: 1.5, longitude: 0, city: null },
        stops: [{ name: 'Pier' }, { name: null }],
        parts: [{ __typename: 'DayTripPartsBigQuoteLayout', said: 'Yes.' }],
      })
    })

    it('packs-acf-graphql/2 lead to nodes that the viewer may see, in their order', async () => {
      const shown = await trip(
        `picture { node { databaseId } } related { nodes { databaseId } }
         first: related(first: 1) { nodes { databaseId } pageInfo { hasNextPage } }
         guide { nodes { databaseId } } stops { near { nodes { ... on NodeWithTitle { title } } } }`,
      )
      const ids = (name: string) => list(at(shown, name, 'nodes')).map((node) => at(node, 'databaseId'))
      assert.deepEqual([at(shown, 'picture'), ids('related'), ids('guide')], [null, [6500, 201], [1]])
      assert.deepEqual([ids('first'), at(shown, 'first', 'pageInfo', 'hasNextPage')], [[6500], true])
      assert.equal(at(shown, 'stops', 0, 'near', 'nodes', 0, 'title'), 'Open')
      assert.equal(at(shown, 'stops', 1, 'near'), null)
    })

    it('packs-acf-graphql/3 stand on the types of their locations, and take the place of nothing', async () => {
      const fieldsOf = async (type: string) => {
        const body = await asked(`{ __type(name: "${type}") { fields { name type { name } } } }`)
        return new Map(
          list(at(body, 'data', '__type', 'fields')).map((each) => [
            String(at(each, 'name')),
            at(each, 'type', 'name'),
          ]),
        )
      }
      const [post, page, category, user] = await Promise.all(
        ['Post', 'Page', 'Category', 'User'].map(fieldsOf),
      )
      assert.equal(post?.get('dayTrip'), 'DayTrip')
      assert.deepEqual([post?.has('post'), post?.get('title')], [false, 'String'])
      assert.deepEqual([page?.has('dayTrip'), page?.has('frontOnly')], [false, false])
      assert.deepEqual([category?.get('everywhere'), user?.get('everywhere')], ['Everywhere', 'Everywhere'])
      assert.equal((await fieldsOf('DayTrip')).has('secret'), false)
      const { data }: { readonly data?: unknown } = Object(
        await asked('{ category(id: 1, idType: DATABASE_ID) { everywhere { shade } } }'),
      )
      assert.equal(at(data, 'category', 'everywhere', 'shade'), '#fff')
    })

    it('packs-acf-graphql/8 have connections with their own interface before the one of all', async () => {
      const body = await asked('{ __type(name: "AcfContentNodeConnection") { interfaces { name } } }')
      const interfaces = list(at(body, 'data', '__type', 'interfaces')).map((each) => at(each, 'name'))
      assert.deepEqual(interfaces, ['ContentNodeConnection', 'Connection'])
    })

    it('packs-acf-graphql/6 read numbers and days as PHP does, whatever is stored', async () => {
      const { database } = on()
      const stored = [
        ['0x1A', null],
        ['12 km', 12],
        ['-0', null],
        [['1', '2'], 1],
        ['none', null],
      ] as const
      for (const [nth, [length]] of stored.entries())
        await insertPosts(database, [{ ID: 6700 + nth }]).then(() =>
          insertMeta(database, 'post', 6700 + nth, {
            length: typeof length === 'string' ? length : [...length],
            day: '0000-00-00',
          }),
        )
      const ids = stored.map((_, nth) => 6700 + nth)
      const shown = async () =>
        list(
          at(
            await asked(
              `{ posts(where: { in: [${ids.join(', ')}], orderby: { field: IN, order: ASC } }) { nodes { dayTrip { length day } } } }`,
            ),
            'data',
            'posts',
            'nodes',
          ),
        )
      await eventually(async () =>
        assert.deepEqual(
          (await shown()).map((post) => at(post, 'dayTrip', 'length')),
          stored.map(([, length]) => length),
        ),
      )
      assert.equal(at(await shown(), 0, 'dayTrip', 'day'), '1970-01-01T00:00:00+00:00')
      await setOption(on().database, 'timezone_string', 'Europe/Rome')
      await eventually(async () => assert.equal(at(await trip('day'), 'day'), '2024-02-29T00:00:00+01:00'))
    })

    it('packs-acf-graphql/4 change with what is stored, and with the groups', async () => {
      const { database } = on()
      const note = async () => at(await trip('shortNote'), 'shortNote')
      assert.equal(await note(), 'Rain')
      await database.execute(
        `update wp_postmeta set meta_value = 'Sun' where post_id = 201 and meta_key = 'short_note'`,
      )
      await eventually(async () => assert.equal(await note(), 'Sun'))
      await database.execute(`update wp_posts set post_title = 'Long trip' where ID = 6000`)
      await eventually(async () => {
        const body = await asked('{ post(id: 201, idType: DATABASE_ID) { longTrip { shortNote } } }')
        assert.equal(at(body, 'data', 'post', 'longTrip', 'shortNote'), 'Sun')
      })
    })

    it('packs-acf-graphql/5 read what many posts name together', async () => {
      const { database, gateway } = on()
      const ids = Array.from({ length: 20 }, (_, nth) => 6600 + nth)
      await insertPosts(
        database,
        ids.map((ID) => ({ ID })),
      )
      for (const id of ids)
        await insertMeta(database, 'post', id, { related: ['6500', '203'], stops: '1', stops_0_near: '202' })
      const shown = (some: readonly number[]) =>
        asked(`{ posts(first: 30, where: { in: [${some.join(', ')}] }) { nodes { longTrip {
          related { nodes { databaseId } } stops { near { nodes { databaseId } } } } } } }`)
      await eventually(async () => {
        const nodes = list(at(await shown(ids), 'data', 'posts', 'nodes'))
        const [first] = nodes
        assert.equal(nodes.length, ids.length)
        assert.equal(list(at(first, 'longTrip', 'related', 'nodes')).length, 2)
      })
      const statements = async (some: readonly number[]) => {
        const before = gateway.observed.length
        await shown(some)
        return read(gateway, before)
      }
      // Three relations of each of eighteen posts
      assert((await statements(ids.slice(2))) < 30)
    })
  },
)

onPluginDatabases(
  'field groups of menus in WPGraphQL',
  async (database) => {
    await activate(database, 'secure-custom-fields')
    await insertPosts(database, [
      group(6000, 'Menus', [[...rule('nav_menu', 'all')], [...rule('nav_menu_item', 'all')]]),
      field(6001, 6000, 'icon_name', { type: 'text', default_value: 'star' }),
    ])
    await addMenu(database)
    await insertMeta(database, 'term', menu, { icon_name: 'anchor' })
  },
  (on) => {
    it('packs-acf-graphql/7 stand on menus and their items, which everybody reads here', async () => {
      const query =
        '{ menus { nodes { menus { iconName } } } menuItems(first: 1) { nodes { menus { iconName } } } }'
      const { json } = await on().gateway.get(`/graphql?query=${encodeURIComponent(query)}`)
      assert.deepEqual(
        ['menus', 'menuItems'].map((name) => at(json, 'data', name, 'nodes', 0, 'menus', 'iconName')),
        ['anchor', 'star'],
      )
    })
  },
  { graphqlView: 'wpgraphql' },
)

function read({ observed }: OnPlugins['gateway'], from: number): number {
  return observed.slice(from).filter((each) => each.kind === 'query' && !each.plan.startsWith('options'))
    .length
}
