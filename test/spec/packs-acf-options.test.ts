// Options pages in GraphQL: a field of RootQuery for each page that is shown there, and `acfOptions` in Lectern's own schema.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at } from '../support/gateway.ts'
import { activate, definition, insertPosts, onPluginDatabases, setOption } from '../support/plugins.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-acf-options-'))
after(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(
  join(folder, 'ui_options_page_1.json'),
  JSON.stringify({
    key: 'ui_options_page_1',
    page_title: 'In a file',
    menu_slug: 'in-a-file',
    post_id: 'filed',
    data_storage: 'post_id',
    show_in_graphql: 1,
  }),
)

type Settings = Parameters<typeof definition>[3]

const page = (id: number, slug: string, settings: Readonly<Record<string, string | number>>, more = {}) =>
  definition(id, 'acf-ui-options-page', `ui_options_page_${id}`, { menu_slug: slug, ...settings }, more)
const group = (id: number, title: string, slugs: readonly string[], more = {}) =>
  definition(
    id,
    'acf-field-group',
    `group_${id}`,
    { location: slugs.map((value) => [{ param: 'options_page', operator: '==', value }]), ...more },
    { post_title: title, menu_order: id },
  )
const field = (id: number, parent: number, name: string, settings: Settings) =>
  definition(id, 'acf-field', `field_${id}`, settings, {
    post_excerpt: name,
    post_title: name,
    post_parent: parent,
    menu_order: id,
  })

onPluginDatabases(
  'options pages',
  async (database) => {
    await activate(database, 'secure-custom-fields')
    await insertPosts(database, [
      page(7000, 'site-settings', {
        page_title: 'Site settings',
        menu_title: 'Settings',
        parent_slug: 'options-general.php',
        show_in_graphql: 1,
        data_storage: 'options',
      }),
      page(7001, 'hidden', { page_title: 'Hidden page' }),
      page(7002, 'off', { page_title: 'Off', show_in_graphql: 1 }, { post_status: 'acf-disabled' }),
      page(7003, 'of-a-post', {
        page_title: 'Of a post',
        show_in_graphql: 1,
        data_storage: 'post_id',
        post_id: 'post_201',
      }),
      page(7004, 'named', { page_title: 'Long title', graphql_type_name: 'ShortName', show_in_graphql: 1 }),
      page(7005, 'clash', { page_title: 'Posts', show_in_graphql: 1 }),
      group(7100, 'Footer', ['site-settings', 'in-a-file', 'of-a-post']),
      field(7101, 7100, 'motto', { type: 'text' }),
      field(7102, 7100, 'api_key', { type: 'password' }),
      field(7103, 7100, 'token', { type: 'text', show_in_graphql: 0 }),
      field(7104, 7100, 'lines', { type: 'repeater' }),
      field(7105, 7104, 'word', { type: 'text' }),
      field(7106, 7104, 'to', { type: 'post_object' }),
      field(7107, 7100, 'about', { type: 'wysiwyg' }),
      group(7200, 'Only inside', ['site-settings'], { show_in_graphql: 0 }),
      field(7201, 7200, 'inside', { type: 'text' }),
      { ID: 7300, post_title: 'A draft', post_status: 'draft' },
    ])
    for (const [name, value] of Object.entries({
      options_motto: 'Onwards',
      options_api_key: 'never shown',
      options_token: 'not in GraphQL',
      options_inside: 'not in GraphQL either',
      options_lines: '2',
      options_lines_0_word: 'one',
      options_lines_0_to: '201',
      options_lines_1_word: 'two',
      options_lines_1_to: '7300',
      options_about: 'First\n\nSecond',
      filed_motto: 'of the file',
      post_201_motto: 'an option by chance',
    }))
      await setOption(database, name, value)
  },
  (on) => {
    const asked = async (query: string, view = '?view=wpgraphql') => {
      const response = await fetch(`${on().gateway.url}/graphql${view}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const body: unknown = await response.json()
      return body
    }

    it('packs-acf-options/1 are fields of RootQuery with the groups that are on them', async () => {
      const body = await asked(
        `{ siteSettings { __typename id pageTitle menuTitle parentId
             footer { __typename motto apiKey about lines { word to { nodes { ... on Post { databaseId } } } } } }
           shortName { pageTitle } inAFile { footer { motto } } ofAPost { footer { motto } } }`,
      )
      assert.deepEqual(body, {
        data: {
          siteSettings: {
            __typename: 'SiteSettings',
            id: Buffer.from('acf_options_page:site-settings').toString('base64'),
            pageTitle: 'Site settings',
            menuTitle: 'Settings',
            parentId: Buffer.from('acf_options_page:options-general.php').toString('base64'),
            footer: {
              __typename: 'Footer',
              motto: 'Onwards',
              apiKey: null,
              about: '<p>First</p>\n<p>Second</p>\n',
              lines: [
                { word: 'one', to: { nodes: [{ databaseId: 201 }] } },
                { word: 'two', to: { nodes: [] } },
              ],
            },
          },
          shortName: { pageTitle: 'Long title' },
          inAFile: { footer: { motto: 'of the file' } },
          ofAPost: { footer: { motto: null } },
        },
      })
    })

    it('packs-acf-options/2 are not there where nothing says that they are shown', async () => {
      const body = await asked('{ __schema { queryType { fields { name } } } }')
      const names = JSON.stringify(body)
      for (const absent of ['hiddenPage', 'off', 'Off']) assert(!names.includes(`"${absent}"`), absent)
      // A field that the schema has already stays what it is
      assert.match(JSON.stringify(await asked('{ posts { nodes { id } } }')), /"nodes":\[\{"id"/)
      for (const absent of ['token', 'onlyInside']) {
        const refused = await asked(`{ siteSettings { ${absent} footer { ${absent} } } }`)
        assert.match(JSON.stringify(at(refused, 'errors')), /Cannot query field/)
      }
    })

    it('packs-acf-options/3 are listed by their slug in the schema of Lectern', async () => {
      const query = (slug: string) => `{ acfOptions(page: "${slug}") { name type label value } }`
      const body = await asked(query('site-settings'), '')
      assert.deepEqual(at(body, 'data', 'acfOptions'), [
        { name: 'motto', type: 'text', label: 'motto', value: '"Onwards"' },
        {
          name: 'lines',
          type: 'repeater',
          label: 'lines',
          value: '[{"word":"one","to":201},{"word":"two","to":7300}]',
        },
        { name: 'about', type: 'wysiwyg', label: 'about', value: JSON.stringify('First\n\nSecond') },
      ])
      assert.deepEqual(at(await asked(query('hidden'), ''), 'data', 'acfOptions'), [])
    })

    it('packs-acf-options/4 change when their options and their rows do', async () => {
      const motto = async () =>
        at(await asked('{ siteSettings { footer { motto } } }'), 'data', 'siteSettings', 'footer', 'motto')
      await setOption(on().database, 'options_motto', 'Upwards')
      await eventually(async () => assert.equal(await motto(), 'Upwards'))
      await on().database.execute("update wp_posts set post_status = 'acf-disabled' where ID = 7004", [])
      await eventually(async () =>
        assert.match(JSON.stringify(await asked('{ shortName { id } }')), /Cannot query field/),
      )
    })
  },
  { acfJson: folder },
)
