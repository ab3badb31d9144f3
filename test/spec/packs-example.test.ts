// The example of docs/packs.md, run from its own text: a pack for a plug-in that Lectern does not know.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list } from '../support/gateway.ts'
import {
  activate,
  insertMeta,
  insertPosts,
  insertRows,
  onPluginDatabases,
  setOption,
} from '../support/plugins.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/packs.md', import.meta.url)), 'utf8')
const [, code = ''] = /## A pack of your own\n[^]*?```ts\n([^]*?)```/.exec(page) ?? []

onPluginDatabases(
  'the example of a pack',
  async (database) => {
    await activate(database, 'shelves')
    await setOption(database, 'shelves_types', { tome: 'a', 'No name': 'b' })
    await setOption(database, 'shelves_colours', ['red', 'blue'])
    await insertPosts(database, [
      { ID: 9001, post_type: 'tome', post_title: 'First' },
      { ID: 9002, post_type: 'tome', post_title: 'Second' },
      { ID: 9003, post_type: 'tome', post_title: 'Unfinished', post_status: 'draft' },
      { ID: 9004, post_type: 'scroll', post_title: 'Later' },
    ])
    await insertMeta(database, 'post', 9001, { _shelf_label: 'A1', _shelf_neighbour: '9002' })
    await insertMeta(database, 'post', 9002, { _shelf_neighbour: '9003' })
    await database.execute(
      'create table wp_shelves_visits (id integer primary key, shelf_id integer, day varchar(10))',
    )
    await database.execute('create index by_shelf on wp_shelves_visits (shelf_id)')
    await insertRows(database, 'wp_shelves_visits', [
      { id: 1, shelf_id: 7, day: '2024-05-01' },
      { id: 2, shelf_id: 8, day: '2024-05-02' },
    ])
  },
  (on) => {
    const get = async (path: string, headers = {}) =>
      (await on().gateway.get(`/wp-json/${path}`, headers)).json

    it('packs-example/1 serves types, labels and tables of a plug-in', async () => {
      assert.ok(code.split('\n').length <= 101, 'it is longer than it says')
      const tomes = list(await get('wp/v2/tome?orderby=id&order=asc&_fields=id,shelf'))
      assert.deepEqual(tomes, [
        { id: 9001, shelf: { label: 'A1', neighbour: 'Second', colours: ['red', 'blue'] } },
        { id: 9002, shelf: { label: '', neighbour: null, colours: ['red', 'blue'] } },
      ])
      const response = await fetch(`${on().gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ tome(id: "9001") { shelfLabel } }' }),
      })
      const body: unknown = await response.json()
      assert.equal(at(body, 'data', 'tome', 'shelfLabel'), 'A1')
      assert.equal(at(await get('shelves/v1/visits/7'), 'code'), 'rest_forbidden')
      assert.deepEqual(await get('shelves/v1/visits/7', asUser('admin')), ['2024-05-01'])
    })

    it('packs-example/2 follows what is stored', async () => {
      const { database } = on()
      await insertMeta(database, 'post', 9002, { _shelf_label: 'B2' })
      await eventually(async () => assert.equal(at(await get('wp/v2/tome/9002'), 'shelf', 'label'), 'B2'))
      assert.equal(at(await get('wp/v2/scroll'), 'code'), 'rest_no_route')
      await setOption(database, 'shelves_types', { tome: 'a', scroll: 'c' })
      await eventually(async () => assert.equal(list(await get('wp/v2/scroll')).length, 1))
    })
  },
  { extensions: [extensionFile('shelves.ts', code)] },
)
