// Packs beside extensions of the owner that serve something by the same names: the owner's come first.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { extensionFile } from '../support/extensions.ts'
import { at } from '../support/gateway.ts'
import { activate, definition, insertPosts, onPluginDatabases } from '../support/plugins.ts'

const own = extensionFile(
  'packs-beside.ts',
  `import { defineExtension, defineQuery, defineRoute, everybody, Type } from 'lectern'
   const route = (path, args) => defineRoute({
     namespace: 'pll/v1', path, methods: ['GET'], args, permission: everybody, handle: async () => 'own',
   })
   const acf = {
     name: 'acf', contexts: ['view'], schema: Type.String(), columns: [],
     value: ({ args }) => 'own ' + args?.acf_format,
   }
   export default defineExtension({
     name: 'own',
     routes: [route('/languages', {}), route('/languages/:code', { code: Type.String() })],
     queries: [defineQuery({ name: 'acfOptions', type: 'String', description: 'Own.', resolve: async () => 'own' })],
     adds: { post: { fields: [acf], fieldArgs: { acf_format: Type.Optional(Type.String()) } } },
   })`,
)

onPluginDatabases(
  'packs beside extensions of the owner',
  async (database) => {
    await activate(database, 'polylang', 'advanced-custom-fields-pro')
    await insertPosts(database, [
      definition(
        6000,
        'acf-ui-options-page',
        'ui_options_page_1',
        { menu_slug: 'site', page_title: 'Site', show_in_graphql: 1 },
        { post_title: 'Site' },
      ),
    ])
  },
  (on) => {
    const get = async (path: string) => (await on().gateway.get(path)).json

    it('packs-beside/1 leave them routes, arguments, fields and queries', async () => {
      assert.equal(await get('/wp-json/pll/v1/languages'), 'own')
      assert.equal(await get('/wp-json/pll/v1/languages/it'), 'own')
      assert.equal(at(await get('/wp-json/wp/v2/posts/201?acf_format=standard'), 'acf'), 'own standard')
      assert.deepEqual(at(await get('/wp-json/wp/v2/pages/301'), 'acf'), [])
      assert.deepEqual(
        await get(`/graphql?query=${encodeURIComponent('{ acfOptions }')}`).then((json) => at(json, 'data')),
        {
          acfOptions: 'own',
        },
      )
      const warnings = on().gateway.observed.flatMap((each) => (each.kind === 'warning' ? each.message : []))
      assert.ok(
        warnings.includes(
          'extension pack languages: there are two definitions of the route GET /pll/v1/languages',
        ),
        warnings.join(),
      )
    })
  },
  { extensions: [own] },
)
