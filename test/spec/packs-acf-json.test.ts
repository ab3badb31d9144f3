// The pack `acf` with groups in JSON files: they count in place of stored ones with the same keys, and a file that is none keeps the
// gateway from starting.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'
import { activate, definition, insertMeta, insertPosts, onPluginDatabases } from '../support/plugins.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-acf-json-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const write = (file: string, value: unknown) => writeFileSync(join(folder, file), JSON.stringify(value))

const location = [[{ param: 'post_type', operator: '==', value: 'post' }]]
const group = (key: string, fields: readonly object[], more: object = {}) => ({
  key,
  title: key,
  location,
  active: true,
  show_in_rest: 1,
  menu_order: 0,
  fields,
  ...more,
})
const text = (name: string, more: object = {}) => ({
  key: `field_${name}`,
  label: name,
  name,
  type: 'text',
  ...more,
})

write('group_both.json', group('group_both', [text('from_file')]))
write('exported.json', [
  group('group_nested', [
    {
      key: 'field_lines',
      name: 'lines',
      label: 'Lines',
      type: 'repeater',
      sub_fields: [text('word'), { key: 'field_count', name: 'count', label: 'Count', type: 'number' }],
    },
    {
      key: 'field_parts',
      name: 'parts',
      label: 'Parts',
      type: 'flexible_content',
      layouts: { layout_1: { key: 'layout_1', name: 'quote', sub_fields: [text('said')] } },
    },
    {
      key: 'field_again',
      name: 'again',
      label: '',
      type: 'clone',
      clone: ['field_stored'],
      display: 'seamless',
    },
  ]),
  group('group_off', [text('off')], { active: false }),
  { key: 'post_type_1', title: 'no group', post_type: 'book' },
])
write('group_closed.json', group('group_closed', [text('closed')], { show_in_rest: 0 }))

onPluginDatabases(
  'custom fields in JSON',
  async (database) => {
    await activate(database, 'advanced-custom-fields-pro')
    const stored = { location: location.map(([rule]) => [{ ...rule }]), show_in_rest: 1 }
    const field = (id: number, parent: number, name: string) =>
      definition(
        id,
        'acf-field',
        `field_${name}`,
        { type: 'text' },
        { post_excerpt: name, post_title: name, post_parent: parent },
      )
    await insertPosts(database, [
      definition(6000, 'acf-field-group', 'group_both', stored, { post_title: 'both' }),
      field(6001, 6000, 'from_rows'),
      definition(6010, 'acf-field-group', 'group_rows', stored, { post_title: 'rows' }),
      field(6011, 6010, 'stored'),
    ])
    await insertMeta(database, 'post', 201, {
      from_file: 'in a file',
      from_rows: 'in rows',
      stored: 'as stored',
      off: 'x',
      closed: 'x',
      lines: '2',
      lines_0_word: 'one',
      lines_0_count: '1',
      lines_1_word: 'two',
      lines_1_count: '2',
      parts: ['quote'],
      parts_0_said: 'said',
    })
  },
  (on) => {
    it('packs-acf-json/1 are shown, in place of stored groups with the same keys', async () => {
      const { json } = await on().gateway.get('/wp-json/wp/v2/posts/201?_fields=acf')
      assert.deepEqual(at(json, 'acf'), {
        from_file: 'in a file',
        lines: [
          { word: 'one', count: 1 },
          { word: 'two', count: 2 },
        ],
        parts: [{ acf_fc_layout: 'quote', said: 'said' }],
        stored: 'as stored',
      })
    })
  },
  { acfJson: folder },
)

it('packs-acf-json/2 keep the gateway from starting where a file is none, by its name', async () => {
  const [sqlite] = testDatabases()
  const database = await sqlite?.create()
  assert(database)
  await activate(database, 'advanced-custom-fields-pro')
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  const started = () => startTestGateway(database, { acfJson: broken })
  await assert.rejects(started, /acfJson: there is no JSON file in /)
  writeFileSync(join(broken, 'group_a.json'), '{')
  await assert.rejects(started, /acfJson: \S+group_a\.json is no JSON/)
  await database.drop()
})
