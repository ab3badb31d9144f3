// The pack `acf`: custom fields as REST shows them, by the rules of location, in the format `light`; a fixed number of statements.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import {
  activate,
  definition,
  insertMeta,
  insertPosts,
  insertRows,
  onPluginDatabases,
} from '../support/plugins.ts'

const v2 = '/wp-json/wp/v2'

const rule = (param: string, value: string, operator = '==') => ({ param, operator, value })
const group = (id: number, key: string, location: readonly (readonly object[])[], more = {}) =>
  definition(
    id,
    'acf-field-group',
    key,
    { location: location.map((rules) => rules.map((each) => ({ ...each }))), show_in_rest: 1, ...more },
    { post_title: key, menu_order: id },
  )
const field = (
  id: number,
  parent: number,
  name: string,
  settings: Readonly<Record<string, string | number | boolean | readonly string[]>>,
) =>
  definition(id, 'acf-field', `field_${id}`, settings, {
    post_excerpt: name,
    post_title: name,
    post_parent: parent,
    menu_order: id,
  })

const rows = [
  group(6000, 'on posts', [[rule('post_type', 'post')]]),
  field(6001, 6000, 'plain', { type: 'text', default_value: 'as ever' }),
  field(6002, 6000, 'count', { type: 'number' }),
  field(6003, 6000, 'isOn', { type: 'true_false' }),
  field(6004, 6000, 'colours', { type: 'select', multiple: 1 }),
  field(6005, 6000, 'picture', { type: 'image' }),
  field(6006, 6000, 'related', { type: 'relationship' }),
  field(6007, 6000, 'day', { type: 'date_picker' }),
  field(6008, 6000, 'box', { type: 'group' }),
  field(6009, 6008, 'inner', { type: 'number' }),
  field(6010, 6008, '', { type: 'message' }),
  field(6011, 6000, '', { type: 'tab' }),
  field(6012, 6000, 'lines', { type: 'repeater' }),
  field(6013, 6012, 'word', { type: 'text' }),
  field(6014, 6012, 'deep', { type: 'repeater' }),
  field(6015, 6014, 'nr', { type: 'number' }),
  definition(
    6016,
    'acf-field',
    'field_6016',
    { type: 'flexible_content', layouts: { layout_1: { key: 'layout_1', name: 'quote' } } },
    { post_excerpt: 'parts', post_parent: 6000, menu_order: 6016 },
  ),
  field(6017, 6016, 'said', { type: 'text', parent_layout: 'layout_1' }),
  field(6018, 6000, 'again', { type: 'clone', clone: ['field_6002'], display: 'seamless', prefix_name: 1 }),
  field(6019, 6000, 'who', { type: 'user' }),
  field(6020, 6000, 'place', { type: 'google_map' }),
  field(6021, 6000, 'topics', { type: 'taxonomy', taxonomy: 'category', field_type: 'checkbox' }),
  field(6022, 6000, 'broken', { type: 'checkbox' }),
  group(6100, 'hidden', [[rule('post_type', 'post')]], { show_in_rest: 0 }),
  field(6101, 6100, 'secret', { type: 'text' }),
  group(6200, 'for members', [[rule('current_user', 'logged_in'), rule('post_type', 'post')]]),
  field(6201, 6200, 'members', { type: 'text', default_value: 'hello' }),
  group(6300, 'terms', [
    [rule('taxonomy', 'category')],
    [rule('user_role', 'author')],
    [rule('comment', 'post')],
  ]),
  field(6301, 6300, 'shade', { type: 'text' }),
  group(6400, 'not posts', [[rule('post_type', 'post', '!='), rule('page_type', 'top_level')]]),
  field(6401, 6400, 'top', { type: 'text', default_value: 'topmost' }),
  group(6500, 'circle', [[rule('user_role', 'contributor')]]),
  field(6501, 6500, 'round', { type: 'text' }),
  group(6600, 'of one', [[rule('post_type', 'post'), rule('post', '204')]]),
  field(6601, 6600, 'tags', { type: 'taxonomy', taxonomy: 'post_tag', load_terms: 1 }),
  group(6800, 'of no category', [[rule('post_category', 'category:other-slug')]]),
  field(6801, 6800, 'standing', { type: 'text', default_value: 'of term 1' }),
  ...['one', 'two'].map((name, nth) =>
    field(6502 + nth, 6500, name, { type: 'clone', clone: ['circle'], display: 'seamless', prefix_name: 1 }),
  ),
]

onPluginDatabases(
  'custom fields',
  async (database) => {
    await activate(database, 'advanced-custom-fields-pro')
    await insertPosts(database, rows)
    await insertMeta(database, 'post', 201, {
      plain: 'typed',
      count: '3.50',
      isOn: '0',
      colours: ['red', '12'],
      picture: '101',
      related: ['202', '999999', '203'],
      day: '',
      box: '',
      box_inner: '-7',
      lines: '2',
      lines_0_word: 'one',
      lines_0_deep: '1',
      lines_0_deep_0_nr: '5',
      lines_1_word: 'two',
      parts: ['quote', 'unknown'],
      parts_0_said: 'Yes.',
      again_count: 'twelve',
      who: '2',
      place: { address: 'Quay', lat: 1.5, lng: '2.25', zoom: 9 },
      topics: [1, 'x'],
      broken: 'a:3:{i:0;s:9',
      secret: 'nobody sees it',
    })
    const tags = ['Zinc', 'anchors', 'Élan'].map((name, nth) => ({ name, id: 6701 + nth }))
    await insertRows(
      database,
      'wp_terms',
      tags.map(({ name, id }) => ({ term_id: id, name, slug: `tag-${id}`, term_group: 0 })),
    )
    await insertRows(
      database,
      'wp_term_taxonomy',
      tags.map(({ id }) => ({
        term_taxonomy_id: id,
        term_id: id,
        taxonomy: 'post_tag',
        description: '',
        parent: 0,
        count: 1,
      })),
    )
    await insertRows(
      database,
      'wp_term_relationships',
      tags.map(({ id }) => ({ object_id: 204, term_taxonomy_id: id, term_order: 0 })),
    )
    await insertMeta(database, 'term', 1, { shade: 'blue' })
    await insertMeta(database, 'user', 3, { shade: 'green' })
  },
  (on) => {
    const get = (path: string, headers = {}) => on().gateway.get(path, headers)

    it('packs-acf/1 are shown by their types', async () => {
      const { json } = await get(`${v2}/posts/201?_fields=acf`)
      assert.deepEqual(at(json, 'acf'), {
        plain: 'typed',
        count: 3.5,
        isOn: false,
        colours: ['red', '12'],
        picture: 101,
        related: [202, 999999, 203],
        day: null,
        box: { inner: -7, '': null },
        lines: [
          { word: 'one', deep: [{ nr: 5 }] },
          { word: 'two', deep: null },
        ],
        parts: [{ acf_fc_layout: 'quote', said: 'Yes.' }, { acf_fc_layout: 'unknown' }],
        again_count: 'twelve',
        who: 2,
        place: { address: 'Quay', lat: 1.5, lng: 2.25, zoom: 9 },
        topics: [1, 0],
        broken: false,
      })
    })

    it('packs-acf/2 have the values of their definitions where nothing is stored', async () => {
      const { json } = await get(`${v2}/posts/202?_fields=acf`)
      const shown = ['plain', 'count', 'isOn', 'colours', 'related', 'lines', 'parts', 'topics']
      assert.deepEqual(
        shown.map((name) => at(json, 'acf', name)),
        ['as ever', '', false, [], null, null, null, []],
      )
    })

    it('packs-acf/3 are on what the rules of their groups say', async () => {
      assert.deepEqual(at((await get(`${v2}/categories/1?_fields=acf`)).json, 'acf'), { shade: 'blue' })
      assert.deepEqual(at((await get(`${v2}/users/3?_fields=acf`)).json, 'acf'), { shade: 'green' })
      assert.deepEqual(at((await get(`${v2}/users/1?_fields=acf`, asUser('admin'))).json, 'acf'), [])
      const pages = list((await get(`${v2}/pages?_fields=parent,acf&per_page=50`)).json)
      for (const page of pages)
        assert.deepEqual(at(page, 'acf'), at(page, 'parent') === 0 ? { top: 'topmost' } : [])
      assert.equal(at((await get(`${v2}/tags`)).json, 0, 'acf'), undefined)
      const [comment] = list((await get(`${v2}/comments?_fields=acf`)).json)
      assert.deepEqual(at(comment, 'acf'), { shade: '' })
    })

    it('packs-acf/31 are on posts without a category as on those with term 1, whatever its slug', async () => {
      const { database } = on()
      await insertPosts(database, [
        { ID: 6900, post_type: 'post', post_status: 'publish', post_name: 'of-none' },
      ])
      const standing = async () =>
        at((await get(`${v2}/posts/6900?_fields=acf.standing`)).json, 'acf', 'standing')
      assert.equal(await standing(), undefined)
      await database.execute(`update wp_terms set slug = 'other-slug' where term_id = 1`)
      await eventually(async () => assert.equal(await standing(), 'of term 1'))
    })

    it('packs-acf/30 have the terms of the object by their names, whatever case and accents', async () => {
      const { json } = await get(`${v2}/posts/204?_fields=acf.tags`)
      assert.deepEqual(at(json, 'acf', 'tags'), [6702, 6703, 6701])
    })

    it('packs-acf/29 are served in part where the object has other members whole alone', async () => {
      const parts = [
        ['categories/1', { shade: 'blue' }],
        ['users/3', { shade: 'green' }],
      ] as const
      for (const [path, acf] of parts) {
        const { json } = await get(`${v2}/${path}?_fields=id,acf.shade,meta.none`)
        assert.deepEqual([at(json, 'acf'), at(json, 'meta')], [acf, undefined], path)
      }
      const [comment] = list((await get(`${v2}/comments?_fields=acf.shade,content.rendered`)).json)
      assert.deepEqual(comment, { acf: { shade: '' } })
    })

    it('packs-acf/4 differ by viewer where a rule says so, and are kept for nobody else', async () => {
      const members = async (headers = {}) =>
        at((await get(`${v2}/posts/202?_fields=acf.members`, headers)).json, 'acf')
      assert.deepEqual(await members(), [])
      assert.deepEqual(await members(asUser('sam')), { members: 'hello' })
      assert.deepEqual(await members(), [])
    })

    it('packs-acf/5 lead to what they name, the last first, and embed it', async () => {
      const { json } = await get(`${v2}/posts/201?_fields=acf`)
      const hrefs = (rel: string) =>
        list(at(json, '_links', rel)).map((link) => String(at(link, 'href')).replace(/^.*\/wp\/v2\//, ''))
      assert.deepEqual(hrefs('acf:post'), ['posts/203', 'posts/202'])
      assert.deepEqual(hrefs('acf:user'), ['users/2'])
      assert.deepEqual(hrefs('acf:term'), ['categories/1'])
      const { json: embedding } = await get(`${v2}/posts/201?_embed=acf:post`)
      assert.equal(at(embedding, '_embedded', 'acf:post', 0, 'acf', 'plain'), 'as ever')
      const [listed] = list((await get(`${v2}/posts?include=201&_fields=acf`)).json)
      assert.equal(at(listed, '_links'), undefined)
    })

    it('packs-acf/7 are described by OPTIONS, for an item by what it has', async () => {
      const options = async (path: string) => {
        const { url } = on().gateway
        const answer: unknown = await (await fetch(url + path, { method: 'OPTIONS' })).json()
        return at(answer, 'schema', 'properties', 'acf')
      }
      const described = await options(`${v2}/posts/201`)
      assert.deepEqual(at(described, 'properties', 'plain'), {
        type: ['string', 'null'],
        required: false,
        default: 'as ever',
      })
      assert.deepEqual(at(described, 'properties', 'lines', 'items', 'properties', 'deep', 'items'), {
        type: 'object',
        properties: { nr: { type: ['number', 'null'], required: false } },
      })
      assert.deepEqual(
        list(at(described, 'properties', 'parts', 'items', 'oneOf')).map((layout) =>
          at(layout, 'properties', 'acf_fc_layout', 'pattern'),
        ),
        ['^quote$'],
      )
      assert.equal(at(described, 'properties', 'members'), undefined)
      // Without an item that the viewer may see, one rule about the type is enough
      for (const path of [`${v2}/posts`, `${v2}/posts/999999`]) {
        const all = await options(path)
        assert.deepEqual(at(all, 'properties', 'members', 'default'), 'hello', path)
        assert.equal(at(all, 'properties', 'secret'), undefined)
      }
      assert.deepEqual(Object.keys(Object(at(await options(`${v2}/categories`), 'properties'))), ['shade'])
      assert.deepEqual(at(await options(`${v2}/pages`), 'properties', 'plain'), undefined)
    })

    it('packs-acf/8 are lists of values in GraphQL', async () => {
      const response = await fetch(`${on().gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: `{ post(id: "201") { acf { name type value } } pages(first: 1) { edges { node { acf { name } } } }
            category: categories(first: 1) { edges { node { acf { name } } } } }`,
        }),
      })
      const body: unknown = await response.json()
      const fields = list(at(body, 'data', 'post', 'acf'))
      const { json } = await get(`${v2}/posts/201?_fields=acf`)
      assert.deepEqual(
        Object.fromEntries(
          fields.map((each) => [String(at(each, 'name')), JSON.parse(String(at(each, 'value')))]),
        ),
        at(json, 'acf'),
      )
      assert.deepEqual(fields[0], { name: 'plain', type: 'text', value: '"typed"' })
      assert.deepEqual(at(body, 'data', 'category', 'edges', 0, 'node', 'acf'), [{ name: 'shade' }])
    })

    it('packs-acf/9 clone what they clone once within itself', async () => {
      const { json } = await get(`${v2}/users/4?_fields=acf`, asUser('admin'))
      const names = Object.keys(Object(at(json, 'acf'))).filter((name) => name.includes('round'))
      assert.deepEqual(names, ['round', 'one_round', 'one_two_round', 'two_round', 'two_one_round'])
    })

    it('packs-acf/6 change with what is stored and with how it is defined', async () => {
      const plain = async () => at((await get(`${v2}/posts/203?_fields=acf`)).json, 'acf', 'plain')
      assert.equal(await plain(), 'as ever')
      const { database } = on()
      await insertMeta(database, 'post', 203, { plain: 'new' })
      await eventually(async () => assert.equal(await plain(), 'new'))
      await database.execute(`update wp_posts set post_status = 'acf-disabled' where ID = 6000`)
      await eventually(async () => assert.equal(await plain(), undefined))
      await database.execute(`update wp_posts set post_status = 'publish' where ID = 6000`)
      await eventually(async () => assert.equal(await plain(), 'new'))
    })
  },
)
