// The pack `acf` in the format `standard`: what fields name is shown in full as far as the viewer may read it, with a fixed number of
// statements.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { activate, definition, insertMeta, insertPosts, onPluginDatabases } from '../support/plugins.ts'

const v2 = '/wp-json/wp/v2'

type Settings = Readonly<Record<string, string | number | Readonly<Record<string, string>>>>

const group = (id: number, type: string) =>
  definition(
    id,
    'acf-field-group',
    `group_${id}`,
    { location: [[{ param: 'post_type', operator: '==', value: type }]], show_in_rest: 1 },
    { post_title: type, menu_order: id },
  )
const field = (id: number, parent: number, name: string, settings: Settings) =>
  definition(id, 'acf-field', `field_${id}`, settings, {
    post_excerpt: name,
    post_title: `The ${name}`,
    post_parent: parent,
    menu_order: id,
  })

const choices = { red: 'Red & hot', 0: 'None' }
const rows = [
  group(6000, 'post'),
  field(6001, 6000, 'count', { type: 'number' }),
  field(6002, 6000, 'lines', { type: 'textarea', new_lines: 'br' }),
  field(6003, 6000, 'marked', { type: 'wysiwyg' }),
  field(6004, 6000, 'day', { type: 'date_picker', return_format: 'j F Y' }),
  field(6005, 6000, 'shade', { type: 'color_picker', return_format: 'array' }),
  field(6006, 6000, 'choice', { type: 'select', choices, return_format: 'array' }),
  field(6007, 6000, 'boxes', { type: 'checkbox', choices, return_format: 'label' }),
  field(6008, 6000, 'link', { type: 'link', return_format: 'url' }),
  field(6009, 6000, 'related', { type: 'relationship' }),
  field(6010, 6000, 'one', { type: 'post_object' }),
  field(6011, 6000, 'pages', { type: 'page_link', multiple: 1 }),
  field(6012, 6000, 'topic', { type: 'taxonomy', taxonomy: 'category', return_format: 'object' }),
  field(6013, 6000, 'who', { type: 'user', multiple: 1 }),
  field(6014, 6000, 'account', { type: 'user', return_format: 'object' }),
  field(6015, 6000, 'rows', { type: 'repeater' }),
  field(6016, 6015, 'inner', { type: 'post_object' }),
  field(6017, 6015, 'amount', { type: 'number' }),
  field(6018, 6000, 'picture', { type: 'image', return_format: 'array' }),
  field(6019, 6000, 'broken', { type: 'gallery' }),
  field(6020, 6000, 'embed', { type: 'oembed' }),
  field(6021, 6000, 'ones', { type: 'post_object', multiple: 1 }),
  field(6022, 6000, 'one_id', { type: 'post_object', return_format: 'id' }),
  field(6023, 6000, 'of_pages', { type: 'relationship', post_type: { 0: 'page' } }),
  field(6024, 6000, 'page', { type: 'page_link', post_type: 'page' }),
  field(6025, 6000, 'old_page', { type: 'page_link' }),
  field(6026, 6000, 'text', { type: 'textarea', new_lines: 'wpautop' }),
  field(6027, 6000, 'icon', { type: 'icon_picker', return_format: 'array' }),
]

const words = (value: unknown) => list(value).map((each) => at(each, 'post_title'))

onPluginDatabases(
  'custom fields in full',
  async (database) => {
    await activate(database, 'advanced-custom-fields-pro')
    await insertPosts(database, [
      ...rows,
      { ID: 6500, post_title: 'Open', post_name: 'open-one', post_content: 'Anyone reads it.' },
      { ID: 6501, post_title: 'Draft', post_status: 'draft' },
      { ID: 6502, post_title: 'Private', post_status: 'private' },
      { ID: 6503, post_title: 'Locked', post_content: 'the secret', post_password: 'pw' },
      {
        ID: 6504,
        post_title: 'Below a draft',
        post_status: 'inherit',
        post_type: 'attachment',
        post_parent: 6501,
      },
      {
        ID: 6505,
        post_title: 'Boat',
        post_name: 'boat',
        post_status: 'inherit',
        post_type: 'attachment',
        post_mime_type: 'image/jpeg',
      },
    ])
    await insertMeta(database, 'post', 6505, {
      _wp_attached_file: '2024/03/boat.jpg',
      _wp_attachment_metadata: {
        width: 1500,
        height: 1000,
        sizes: { medium: { file: 'boat-300x200.jpg', width: 300, height: 200 } },
      },
    })
    await insertMeta(database, 'post', 201, {
      count: '3.50',
      lines: 'a\nb',
      marked: 'One "quote"\n\nTwo',
      day: '20240229',
      shade: '#0af',
      choice: 'red',
      boxes: ['red', 'x'],
      link: { title: 'T', url: '/there', target: '' },
      related: ['6500', '6501', '6502', '6503', '999999'],
      one: '6501',
      pages: ['6500', '6502', 'https://example.test/free'],
      topic: [1, 999_999],
      who: ['1', '999999'],
      account: '1',
      rows: '2',
      rows_0_inner: '6500',
      rows_1_inner: '6502',
      rows_1_amount: '7',
      picture: '6505',
      broken: 'a:2:{i:0;s:9',
      embed: 'https://example.test/?a=1&b="',
    })
    await insertMeta(database, 'post', 202, { picture: '6504', related: '' })
  },
  (on) => {
    const acf = async (id: number, headers = {}) =>
      at((await on().gateway.get(`${v2}/posts/${id}?_fields=acf&acf_format=standard`, headers)).json, 'acf')

    it('packs-acf-standard/1 shows what stands for itself as templates get it', async () => {
      const shown = await acf(201)
      const named = ['count', 'lines', 'marked', 'day', 'shade', 'choice', 'boxes', 'link', 'broken', 'embed']
      assert.deepEqual(
        named.map((name) => at(shown, name)),
        [
          '3.50',
          'a<br />\nb',
          '<p>One &#8220;quote&#8221;</p>\n<p>Two</p>\n',
          '29 February 2024',
          { red: 0, green: 170, blue: 255, alpha: 1 },
          { value: 'red', label: 'Red & hot' },
          ['Red & hot', 'x'],
          '/there',
          false,
          '<a href="https://example.test/?a=1&#038;b=&quot;">https://example.test/?a=1&#038;b=&quot;</a>',
        ],
      )
    })

    it('packs-acf-standard/2 shows of what fields name what the viewer may read', async () => {
      const shown = await acf(201)
      assert.deepEqual(words(at(shown, 'related')), ['Open', 'Locked'])
      assert.equal(at(shown, 'one'), false)
      assert.equal(at(shown, 'rows', 0, 'inner', 'post_content'), 'Anyone reads it.')
      assert.equal(at(shown, 'rows', 1, 'inner'), false)
      assert.equal(list(at(shown, 'pages')).length, 2)
      assert.equal(at(await acf(202), 'picture'), false)
      const text = JSON.stringify(shown)
      for (const hidden of ['the secret', '"pw"', 'Private', '@', 'user_pass', 'user_login', '$P$'])
        assert.equal(text.includes(hidden), false, hidden)
      assert.equal(at(shown, 'who', 0, 'user_nicename'), 'admin')
      assert.equal(at(shown, 'account', 'ID'), 1)
    })

    it('packs-acf-standard/3 shows editors more, and keeps that for nobody else', async () => {
      const shown = await acf(201, asUser('admin'))
      assert.deepEqual(words(at(shown, 'related')), ['Open', 'Draft', 'Private', 'Locked'])
      assert.equal(typeof at(shown, 'who', 0, 'user_email'), 'string')
      assert.equal(JSON.stringify(shown).includes('user_pass'), false)
      assert.deepEqual(words(at(await acf(201), 'related')), ['Open', 'Locked'])
    })

    it('packs-acf-standard/4 shows files with every size of WordPress, and terms with their places', async () => {
      const shown = await acf(201)
      const picture = at(shown, 'picture')
      assert.equal(at(picture, 'filename'), 'boat.jpg')
      assert.match(String(at(picture, 'sizes', 'medium')), /boat-300x200\.jpg$/)
      assert.deepEqual(
        ['large', 'medium_large'].map((size) => at(picture, 'sizes', `${size}-height`)),
        [683, 512],
      )
      assert.equal(at(shown, 'topic', 0, 'term_id'), 1)
      assert.equal(list(at(shown, 'topic')).length, 1)
    })

    it('packs-acf-standard/5 is light by any other word, and in what is embedded', async () => {
      const { get } = on().gateway
      const light = async (path: string) => at((await get(path)).json, 'acf', 'count')
      assert.equal(await light(`${v2}/posts/201?acf_format=raw`), 3.5)
      assert.equal(await light(`${v2}/posts/201?acf_format[]=standard`), 3.5)
      const { json } = await get(`${v2}/posts/202?acf_format=standard`)
      assert.equal(at(json, 'acf', 'related'), '')
      const listed = await get(`${v2}/posts?include=201&_fields=acf&acf_format=standard`)
      assert.equal(at(listed.json, 0, 'acf', 'count'), '3.50')
    })

    it('packs-acf-standard/6 changes with what fields name', async () => {
      const { database } = on()
      await acf(201)
      await database.execute(`update wp_posts set post_title = 'Renamed' where ID = 6500`)
      await eventually(async () =>
        assert.deepEqual(words(at(await acf(201), 'related')), ['Renamed', 'Locked']),
      )
      await database.execute(`update wp_posts set post_status = 'draft' where ID = 6500`)
      await eventually(async () => assert.deepEqual(words(at(await acf(201), 'related')), ['Locked']))
      await database.execute(`update wp_posts set post_status = 'publish' where ID = 6500`)
    })

    it('packs-acf-standard/9 has the shape of its definition, whatever is stored', async () => {
      await insertMeta(on().database, 'post', 204, {
        one: ['6500', '6503'],
        ones: '6500',
        one_id: ['6503', '6500'],
        of_pages: ['6500', '6510'],
        page: '6500',
        old_page: 'null',
        text: '0',
        icon: { type: 'media_library', value: '999999' },
      })
      await insertPosts(on().database, [{ ID: 6510, post_title: 'Page', post_type: 'page' }])
      await eventually(async () => assert.deepEqual(words(at(await acf(204), 'of_pages')), ['Page']))
      const shown = await acf(204)
      assert.equal(at(shown, 'one', 'ID'), 6500)
      assert.deepEqual(at(shown, 'ones', 0, 'ID'), 6500)
      assert.deepEqual(
        ['one_id', 'page', 'old_page', 'text', 'icon'].map((name) => at(shown, name)),
        [6503, null, false, '0', { type: 'media_library', value: false }],
      )
    })

    it('packs-acf-standard/10 addresses the files of a gallery in a text as they are addressed everywhere', async () => {
      const { database, gateway } = on()
      await insertPosts(database, [
        {
          ID: 6506,
          post_title: 'Below',
          post_name: 'below',
          post_status: 'inherit',
          post_type: 'attachment',
          post_parent: 6500,
          post_mime_type: 'image/jpeg',
        },
      ])
      await insertMeta(database, 'post', 6506, { _wp_attached_file: '2024/03/below.jpg' })
      await insertMeta(database, 'post', 205, { marked: '[gallery ids="6506"]' })
      const link = async () => String(at((await gateway.get(`${v2}/media/6506?_fields=link`)).json, 'link'))
      await eventually(async () => {
        const text = String(at(await acf(205), 'marked'))
        assert.ok(text.includes(`<a href='${await link()}'`), text)
      })
    })

    it('packs-acf-standard/7 reads what many posts name together', async () => {
      const { database, gateway } = on()
      const ids = Array.from({ length: 20 }, (_, nth) => 6600 + nth)
      await insertPosts(
        database,
        ids.map((ID) => ({ ID, post_title: `Post ${ID}` })),
      )
      for (const id of ids)
        await insertMeta(database, 'post', id, {
          related: ['6500', '6503'],
          rows: '1',
          rows_0_inner: '201',
          who: ['1'],
          topic: [1],
          picture: '6505',
          marked: 'Text',
        })
      const shown = (include: readonly number[]) =>
        gateway.get(`${v2}/posts?include=${include.join(',')}&per_page=20&_fields=id,acf&acf_format=standard`)
      await eventually(async () => assert.equal(list((await shown(ids)).json).length, ids.length))
      const statements = async (include: readonly number[]) => {
        const before = gateway.observed.length
        await shown(include)
        return gateway.observed
          .slice(before)
          .filter((each) => each.kind === 'query' && !each.plan.startsWith('options')).length
      }
      // Five fields of each of eighteen posts name something
      assert((await statements(ids.slice(2))) < 30)
    })
  },
)

onPluginDatabases(
  'what Secure Custom Fields says of fields',
  async (database) => {
    await activate(database, 'secure-custom-fields')
    await insertPosts(database, [
      group(6700, 'post'),
      field(6701, 6700, 'choice', { type: 'select', choices, return_format: 'array' }),
      field(6702, 6700, 'rows', { type: 'repeater' }),
      field(6703, 6702, 'amount', { type: 'number' }),
      field(6704, 6702, 'deeper', { type: 'repeater' }),
      field(6705, 6700, 'both', { type: 'group' }),
      field(6706, 6705, 'left', { type: 'text' }),
      field(6707, 6700, 'place', { type: 'google_map' }),
    ])
    await insertMeta(database, 'post', 201, {
      choice: 'red',
      rows: '2',
      rows_0_amount: '7',
      both_left: 'L',
      place: { address: 'Pier 1', lat: 1.5, lng: 2.5 },
    })
  },
  (on) => {
    const acf = async (id: number, format: string) =>
      at((await on().gateway.get(`${v2}/posts/${id}?_fields=acf&acf_format=${format}`)).json, 'acf')
    const source = (type: string, label: string, formatted_value: unknown) => ({
      label,
      type,
      formatted_value,
    })

    it('packs-acf-standard/8 stands beside each of them, in both formats, with nothing of what lies below', async () => {
      const red = { value: 'red', label: 'Red & hot' }
      for (const [format, choice] of [
        ['light', 'red'],
        ['standard', red],
      ] as const) {
        const shown = await acf(201, format)
        assert.deepEqual(at(shown, 'choice'), choice, format)
        assert.deepEqual(at(shown, 'choice_source'), source('select', 'The choice', red))
        const row = { amount: null, deeper: false }
        assert.deepEqual(at(shown, 'rows_source'), source('repeater', 'The rows', [row, row]))
        assert.deepEqual(at(shown, 'both_source'), source('group', 'The both', { left: null }))
        assert.deepEqual(at(shown, 'place_source', 'formatted_value'), {
          address: 'Pier 1',
          lat: 1.5,
          lng: 2.5,
        })
      }
      assert.equal(at(await acf(202, 'light'), 'rows_source', 'formatted_value'), false)
    })
  },
)

onPluginDatabases(
  'custom fields in full on a site that its owner closed in part',
  async (database) => {
    await activate(database, 'advanced-custom-fields-pro')
    await insertPosts(database, [
      group(6000, 'post'),
      field(6001, 6000, 'one', { type: 'post_object' }),
      { ID: 6500, post_title: 'Open', post_content: 'The text', post_excerpt: 'The excerpt' },
    ])
    await insertMeta(database, 'post', 201, { one: '6500' })
  },
  (on) => {
    it('packs-acf-standard/11 have no closed texts', async () => {
      const { json } = await on().gateway.get(`${v2}/posts/201?_fields=acf&acf_format=standard`)
      const one = at(json, 'acf', 'one')
      assert.deepEqual(
        ['post_title', 'post_content', 'post_excerpt'].map((name) => at(one, name)),
        ['Open', '', ''],
      )
    })
  },
  { closed: ['posts.content', 'posts.excerpt'] },
)
