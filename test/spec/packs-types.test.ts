// The pack `types`: content types and taxonomies that were made in admin pages are served as WordPress serves what it registers,
// and those that are changed there change here without a restart.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import {
  activate,
  definition,
  insertPosts,
  insertRows,
  onPluginDatabases,
  setOption,
} from '../support/plugins.ts'

const v2 = '/wp-json/wp/v2'

const boat = {
  name: 'boat',
  label: 'Boats',
  singular_label: 'Boat',
  description: 'What floats &amp; sails',
  public: 'true',
  show_ui: 'true',
  show_in_rest: 'true',
  rest_base: 'boats',
  rest_namespace: '',
  has_archive: 'true',
  has_archive_string: 'fleet',
  hierarchical: 'false',
  rewrite: 'true',
  rewrite_slug: 'afloat',
  rewrite_withfront: 'false',
  query_var: 'true',
  capability_type: 'post',
  supports: ['title', 'editor', 'custom-fields'],
  taxonomies: ['category'],
  labels: { menu_name: 'My boats', view_item: '' },
}

const harbour = {
  ...boat,
  name: 'harbour',
  label: 'Harbours',
  singular_label: 'Harbour',
  rest_base: '',
  rest_namespace: 'sea/v1',
  hierarchical: 'true',
  rewrite_slug: '',
  taxonomies: [],
  labels: {},
}

const crew = { ...harbour, name: 'crew', rest_namespace: '', capability_type: 'sailor, crew' }
const log = { ...harbour, name: 'log', show_in_rest: 'false' }
const rig = {
  name: 'rig',
  label: 'Rigs',
  singular_label: 'Rig',
  public: 'true',
  hierarchical: 'false',
  show_in_rest: 'true',
  rest_base: 'rigs',
  rewrite: 'false',
  query_var: 'true',
  show_ui: 'true',
  object_types: ['boat', 'post'],
  labels: {},
}

const knot = {
  post_type: 'knot',
  labels: { name: 'Knots', singular_name: 'Knot', all_items: 'All & every' },
  public: true,
  hierarchical: false,
  show_in_rest: true,
  rest_base: 'knots',
  rest_namespace: 'wp/v2',
  supports: ['title', 'editor', 'revisions', 'custom-fields'],
  taxonomies: ['rope'],
  has_archive: true,
  has_archive_slug: 'knot-book',
  rewrite: { permalink_rewrite: 'custom_permalink', slug: 'tied/knot', with_front: '0' },
  query_var: 'post_type_key',
  menu_icon: { type: 'dashicons', value: 'dashicons-art' },
}

const rope = {
  taxonomy: 'rope',
  object_type: ['knot'],
  labels: { name: 'Ropes', singular_name: 'Rope' },
  hierarchical: 1,
  show_in_rest: true,
  rest_base: 'ropes',
  capabilities: { edit_terms: 'manage_options' },
  rewrite: { permalink_rewrite: 'taxonomy_key', with_front: '1', rewrite_hierarchical: '1' },
}

onPluginDatabases(
  'types that were made in admin pages',
  async (database) => {
    await activate(database, 'custom-post-type-ui', 'secure-custom-fields')
    await setOption(database, 'permalink_structure', '/journal/%postname%/')
    await setOption(database, 'cptui_post_types', {
      boat,
      harbour,
      crew,
      log,
      post: { ...boat, name: 'post' },
      'no name': 1,
      // Names that are taken by then
      user: { ...boat, name: 'user', rest_base: 'people' },
      folk: { ...boat, name: 'folk', rest_base: 'users' },
      node: { ...boat, name: 'node', rest_base: 'knots-of-nodes' },
      'page-info': { ...boat, name: 'page-info', rest_base: 'infos' },
      twin: { ...boat, name: 'twin' },
      '9lives': { ...boat, name: '9lives', rest_base: 'lives' },
    })
    await setOption(database, 'cptui_taxonomies', { rig })
    await insertPosts(database, [
      definition(5001, 'acf-post-type', 'post_type_1', knot, { post_title: 'Knots' }),
      definition(
        5002,
        'acf-post-type',
        'post_type_2',
        { ...knot, post_type: 'off' },
        { post_status: 'acf-disabled' },
      ),
      definition(5003, 'acf-taxonomy', 'taxonomy_1', rope),
      { ID: 5004, post_type: 'acf-post-type', post_content: 'a:9:{broken' },
      { ID: 5010, post_type: 'boat', post_name: 'ketch', post_title: 'Ketch' },
      { ID: 5011, post_type: 'harbour', post_name: 'north', post_title: 'North' },
      { ID: 5012, post_type: 'harbour', post_name: 'quay', post_title: 'Quay', post_parent: 5011 },
      { ID: 5013, post_author: 2, post_type: 'crew', post_status: 'private' },
      { ID: 5014, post_type: 'knot', post_name: 'bowline', post_title: 'Bowline' },
      { ID: 5015, post_type: 'log', post_name: 'day-1', post_title: 'Day' },
      { ID: 5016, post_type: 'off', post_name: 'gone', post_title: 'Gone' },
    ])
    await insertRows(database, 'wp_terms', [
      { term_id: 5101, name: 'Gaff', slug: 'gaff', term_group: 0 },
      { term_id: 5102, name: 'Hemp', slug: 'hemp', term_group: 0 },
      { term_id: 5103, name: 'Thin', slug: 'thin', term_group: 0 },
    ])
    await insertRows(database, 'wp_term_taxonomy', [
      { term_taxonomy_id: 5101, term_id: 5101, taxonomy: 'rig', description: '', parent: 0, count: 1 },
      { term_taxonomy_id: 5102, term_id: 5102, taxonomy: 'rope', description: '', parent: 0, count: 0 },
      { term_taxonomy_id: 5103, term_id: 5103, taxonomy: 'rope', description: '', parent: 5102, count: 1 },
    ])
    await insertRows(database, 'wp_term_relationships', [
      { object_id: 5010, term_taxonomy_id: 5101, term_order: 0 },
      { object_id: 5014, term_taxonomy_id: 5103, term_order: 0 },
    ])
  },
  (on) => {
    const get = (path: string, headers = {}) => on().gateway.get(path, headers)
    const idsIn = (json: unknown) => list(json).map((item) => at(item, 'id'))

    it('packs-types/1 are listed, in the order in which WordPress registers them', async () => {
      const { json } = await get(`${v2}/types`)
      const names = Object.keys(Object(json))
      assert.deepEqual(names.slice(-4), ['knot', 'boat', 'harbour', 'crew'])
      assert.equal(at(json, 'post', 'rest_base'), 'posts')
      const { json: type } = await get(`${v2}/types/boat`)
      const shown = [
        'name',
        'description',
        'has_archive',
        'hierarchical',
        'rest_base',
        'rest_namespace',
        'icon',
      ]
      assert.deepEqual(
        shown.map((name) => at(type, name)),
        ['Boats', 'What floats &amp; sails', 'fleet', false, 'boats', 'wp/v2', null],
      )
      assert.deepEqual(at(type, 'taxonomies'), ['category', 'rig'])
      assert.equal(at((await get(`${v2}/types/harbour`)).json, 'rest_namespace'), 'sea/v1')
      const { json: rigs } = await get(`${v2}/taxonomies/rig`)
      assert.deepEqual([at(rigs, 'rest_namespace'), at(rigs, 'types')], [null, ['boat', 'post']])
      assert.equal(at((await get(`${v2}/taxonomies/rope`)).json, 'rest_namespace'), 'wp/v2')
    })

    it('packs-types/2 have labels as they were given, filled as WordPress fills them', async () => {
      const { json } = await get(`${v2}/types/boat?context=edit`, asUser('admin'))
      const labels = (name: string) => at(json, 'labels', name)
      assert.deepEqual(['menu_name', 'all_items', 'archives', 'view_item', 'add_new_item'].map(labels), [
        'My boats',
        'My boats',
        'My boats',
        'View Boat',
        'Add Post',
      ])
      const { json: knots } = await get(`${v2}/types/knot?context=edit`, asUser('admin'))
      assert.deepEqual(
        [at(knots, 'labels', 'all_items'), at(knots, 'labels', 'archives'), at(knots, 'icon')],
        ['All &amp; every', 'All &amp; every', 'dashicons-art'],
      )
    })

    it('packs-types/3 have rows, with addresses by their own rules', async () => {
      const linkOf = async (path: string, headers = {}) => at((await get(path, headers)).json, 'link')
      assert.match(String(await linkOf(`${v2}/boats/5010`)), /:\/\/[^/]+\/afloat\/ketch\/$/)
      assert.match(String(await linkOf('/wp-json/sea/v1/harbour/5012')), /\/harbour\/north\/quay\/$/)
      assert.match(String(await linkOf(`${v2}/knots/5014`)), /\/tied\/knot\/bowline\/$/)
      assert.match(String(await linkOf(`${v2}/rigs/5101`)), /\/\?rig=gaff$/)
      assert.match(String(await linkOf(`${v2}/ropes/5103`)), /\/journal\/rope\/hemp\/thin\/$/)
      const { json } = await get('/wp-json/sea/v1/harbour/5012')
      const self = at(json, '_links', 'self', 0, 'href')
      assert.match(String(self), /\/wp-json\/sea\/v1\/harbour\/5012$/)
      assert.match(String(at(json, '_links', 'up', 0, 'href')), /\/wp-json\/sea\/v1\/harbour\/5011$/)
    })

    it('packs-types/4 are asked for by terms, found by searches and embedded', async () => {
      assert.deepEqual(idsIn((await get(`${v2}/boats?rigs=5101`)).json), [5010])
      assert.deepEqual(idsIn((await get(`${v2}/knots?ropes=5103&_fields=id,ropes`)).json), [5014])
      const found = list((await get(`${v2}/search?search=ketch`)).json)
      assert.deepEqual(
        found.map((each) => [at(each, 'id'), at(each, 'subtype')]),
        [[5010, 'boat']],
      )
      const { json } = await get(`${v2}/boats/5010?_embed`)
      assert.equal(at(json, '_embedded', 'wp:term', 1, 0, 'name'), 'Gaff')
      assert.deepEqual(at(json, 'class_list'), [
        'post-5010',
        'boat',
        'type-boat',
        'status-publish',
        'hentry',
        'rig-gaff',
      ])
    })

    it('packs-types/5 that REST does not serve have a name and nothing else', async () => {
      const statuses = [
        `${v2}/types/log`,
        `${v2}/log`,
        `${v2}/types/off`,
        `${v2}/off`,
        `${v2}/types/acf-field`,
      ]
      const answers = await Promise.all(statuses.map((path) => get(path)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 404, 404, 404, 401],
      )
      assert.equal((await get(`${v2}/search?search=day&subtype=log`)).status, 400)
    })

    it('packs-types/6 ask for their own capabilities', async () => {
      assert.equal((await get(`${v2}/crew/5013`, asUser('admin'))).status, 403)
      assert.equal((await get(`${v2}/crew?context=edit`, asUser('admin'))).status, 403)
      for (const path of ['ropes', 'ropes/5102'])
        assert.deepEqual(
          await Promise.all(
            (['admin', 'edith'] as const).map(
              async (user) => (await get(`${v2}/${path}?context=edit`, asUser(user))).status,
            ),
          ),
          [200, 403],
        )
    })

    it('packs-types/7 have nodes in GraphQL', async () => {
      const response = await fetch(`${on().gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ boats(first: 5) { edges { node { title } } } }' }),
      })
      assert.equal(at(await response.json(), 'data', 'boats', 'edges', 0, 'node', 'title'), 'Ketch')
    })

    it('packs-types/8 are other ones once their rows are', async () => {
      const { database } = on()
      await setOption(database, 'cptui_post_types', {
        boat: { ...boat, rest_base: 'vessels', label: 'Vessels' },
      })
      await eventually(async () => {
        assert.equal((await get(`${v2}/vessels/5010`)).status, 200)
        assert.equal((await get(`${v2}/boats/5010`)).status, 404)
        assert.equal((await get('/wp-json/sea/v1/harbour/5012')).status, 404)
        assert.equal(at((await get(`${v2}/types/boat`)).json, 'name'), 'Vessels')
      })
      await database.execute(`update wp_posts set post_status = 'acf-disabled' where ID = 5001`)
      await eventually(async () => assert.equal((await get(`${v2}/knots`)).status, 404))
    })
  },
)
