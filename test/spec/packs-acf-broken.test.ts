// The pack `acf` over values and settings that no field could have stored: each costs what is made of it, never the answer.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list } from '../support/gateway.ts'
import { activate, definition, insertMeta, insertPosts, onPluginDatabases } from '../support/plugins.ts'

const types = [
  'text',
  'textarea',
  'number',
  'range',
  'email',
  'url',
  'password',
  'wysiwyg',
  'oembed',
  'true_false',
  'select',
  'checkbox',
  'radio',
  'button_group',
  'color_picker',
  'icon_picker',
  'google_map',
  'link',
  'date_picker',
  'date_time_picker',
  'time_picker',
  'image',
  'file',
  'gallery',
  'taxonomy',
  'user',
  'post_object',
  'relationship',
  'page_link',
  'group',
  'repeater',
  'flexible_content',
  'clone',
]

/** Texts as they could stand in a row of meta, by the posts that have one in every field. */
const values: ReadonlyMap<number, string> = new Map(
  [
    'a:3:{i:0;s:9',
    'a:1:{i:0;a:1:{i:0;a:1:{s:1:"x";b:1;}}}',
    'a:2:{s:2:"id";N;s:3:"url";a:0:{}}',
    'a:3:{i:0;d:1.5;i:1;b:0;i:2;i:-1;}',
    'a:1:{i:0;s:20:"99999999999999999999";}',
    'O:8:"stdClass":1:{s:1:"a";i:1;}',
    'N;',
    'b:1;',
    'i:9223372036854775807;',
    'd:INF;',
    '-1',
    '1e400',
    '99999999999999999999',
    '20269999',
    '99:99:99',
    '{"not":',
    'https://[',
    '\u{1f4a5}<b title="',
  ].map((value, nth) => [6700 + nth, value]),
)

/** The same for what the definition of a field says. */
const settings = ['a text', 7, true, null, [], [null, -1, ['x']], { 1: { 2: { 3: 'deep' } } }] as const
const named = [
  'choices',
  'layouts',
  'clone',
  'return_format',
  'default_value',
  'multiple',
  'post_type',
  'taxonomy',
  'display_format',
  'field_type',
  'sub_fields',
  'min',
  'max',
  'new_lines',
  'allow_null',
  'placeholder',
]

function field(id: number, parent: number, name: string, content: Parameters<typeof definition>[3]) {
  const more = { post_excerpt: name, post_title: name, post_parent: parent, menu_order: id }
  return definition(id, 'acf-field', `field_${id}`, content, more)
}

function group(id: number, title: string, type: string) {
  const location = [[{ param: 'post_type', operator: '==', value: type }]]
  const shown = { show_in_rest: 1, show_in_graphql: 1 }
  return definition(id, 'acf-field-group', title, { location, ...shown }, { post_title: title })
}

const rows = [
  group(6000, 'Odd Values', 'post'),
  field(6001, 6000, 'plain', { type: 'text' }),
  ...types.flatMap((type, nth) =>
    ['array', 'object', 'value'].map((format, variant) =>
      field(6010 + nth * 3 + variant, 6000, `${type}_${format}`, {
        type,
        return_format: format,
        multiple: variant,
      }),
    ),
  ),
  group(7000, 'Odd Fields', 'page'),
  field(7001, 7000, 'plain', { type: 'text' }),
  ...types.flatMap((type, nth) =>
    settings.map((setting, variant) => {
      const content = Object.fromEntries(named.map((name) => [name, setting]))
      return field(7010 + nth * settings.length + variant, 7000, `${type}_${variant}`, { ...content, type })
    }),
  ),
  definition(8000, 'acf-field-group', 'broken', 7),
  definition(8001, 'acf-field-group', 'rules', {
    location: [7, ['x'], [[{ param: ['y'] }]]],
    show_in_rest: 1,
  }),
]

onPluginDatabases(
  'broken custom fields',
  async (database) => {
    await activate(database, 'advanced-custom-fields-pro')
    await insertPosts(database, rows)
    const posts = [...values.keys()].map((ID) => ({ ID, post_title: `Post ${ID}` }))
    const page = { ID: 6799, post_title: 'Page', post_type: 'page' }
    await insertPosts(database, posts)
    await insertPosts(database, [page])
    for (const [id, value] of values) {
      const hostile = rows.map((row) => [String(row['post_excerpt']), value])
      await insertMeta(database, 'post', id, { ...Object.fromEntries(hostile), plain: 'typed' })
    }
    await insertMeta(database, 'post', page.ID, { plain: 'typed' })
  },
  (on) => {
    /** The status, the field that is whole, and the types without a member beside it: a clone of nothing has none. */
    const shown = async (path: string, member: (type: string) => string) => {
      const { status, json } = await on().gateway.get(`/wp-json/wp/v2/${path}`)
      const names = Object.keys(Object(at(json, 'acf')))
      return [status, at(json, 'acf', 'plain'), types.filter((type) => !names.includes(member(type)))]
    }

    const asked = async (query: string, view = 'cursor') => {
      const response = await fetch(`${on().gateway.url}/graphql?view=${view}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const body: unknown = await response.json()
      return body
    }

    it('packs-acf-broken/1 costs its field alone, by every type, in both formats', async () => {
      for (const [id, value] of values)
        for (const format of ['light', 'standard'])
          assert.deepEqual(
            await shown(`posts/${id}?acf_format=${format}`, (type) => `${type}_value`),
            [200, 'typed', ['clone']],
            `${format} ${value}`,
          )
    })

    it('packs-acf-broken/2 costs its field alone where its definition is broken', async () => {
      for (const format of ['light', 'standard'])
        assert.deepEqual(
          await shown(`pages/6799?acf_format=${format}`, (type) => `${type}_0`),
          [200, 'typed', ['clone']],
          format,
        )
    })

    it('packs-acf-broken/3 costs its field alone in GraphQL', async () => {
      const body = await asked('{ posts(first: 50) { edges { node { acf { name value } } } } }')
      assert.equal(at(body, 'errors'), undefined)
      const fields = list(at(body, 'data', 'posts', 'edges')).flatMap((each) => list(at(each, 'node', 'acf')))
      const plain = fields.filter((each) => at(each, 'name') === 'plain' && at(each, 'value') === '"typed"')
      assert.equal(plain.length, values.size)
    })

    it('packs-acf-broken/4 costs its field alone in WPGraphQL’s schema', async () => {
      const about = 'name type { kind ofType { kind ofType { kind } } }'
      for (const [type, plural] of [
        ['OddValues', 'posts'],
        ['OddFields', 'pages'],
      ] as const) {
        const described = await asked(`{ __type(name: "${type}") { fields { ${about} } } }`, 'wpgraphql')
        const fields = list(at(described, 'data', '__type', 'fields'))
        assert.ok(fields.length > types.length, type)
        const selection = fields
          .map((each) => `${String(at(each, 'name'))}${isComposite(each) ? ' { __typename }' : ''}`)
          .join(' ')
        const member = type.replace('O', 'o')
        const body = await asked(
          `{ ${plural}(first: 50) { nodes { ${member} { ${selection} } } } }`,
          'wpgraphql',
        )
        assert.equal(at(body, 'errors'), undefined)
        const plain = list(at(body, 'data', plural, 'nodes')).filter(
          (each) => at(each, member, 'plain') === 'typed',
        )
        assert.equal(plain.length, plural === 'posts' ? values.size : 1)
      }
    })

    it('packs-acf-broken/5 costs no other group its fields that lead to nodes', async () => {
      const described = await asked('{ __type(name: "OddValues") { fields { name } } }', 'wpgraphql')
      const names = new Set(list(at(described, 'data', '__type', 'fields')).map((each) => at(each, 'name')))
      for (const type of ['image', 'file', 'relationship', 'taxonomy', 'user'])
        assert.ok(names.has(`${type}Array`), type)
    })
  },
  { graphqlCostMax: 100_000 },
)

/** True where a field of a schema needs a selection of its own. */
function isComposite(described: unknown): boolean {
  const kinds = [['kind'], ['ofType', 'kind'], ['ofType', 'ofType', 'kind']].map((path) =>
    at(described, 'type', ...path),
  )
  return kinds.some((kind) => ['OBJECT', 'INTERFACE', 'UNION'].includes(String(kind)))
}
