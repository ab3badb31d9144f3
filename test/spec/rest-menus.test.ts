// Menus, their items and the places that a theme has for them: terms, posts with meta, and options.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { addMenu, menu } from '../support/menu.ts'

const root = '/cms-json/cms/v2'
const admin = asUser('admin')
/** Whoever writes reads menus; whoever looks after the site, their places too. */
const contributor = asUser('connie')

onEveryDatabase(
  'menus',
  (on) => {
    before(() => addMenu(on().database))
    const get = (path: string, headers = admin) => on().gateway.get(root + path, headers)

    it('rest-menus/1 are read by whoever edits something, and their places by whoever looks after the site', async () => {
      const cases = [
        ['/menus', 401, 403, 200],
        [`/menus/${menu}`, 401, 403, 200],
        ['/menu-items', 401, 403, 200],
        ['/menu-items/901', 401, 403, 200],
        ['/menus?context=edit', 401, 403, 403],
        ['/menu-items?context=edit', 401, 403, 403],
        ['/menu-locations', 401, 403, 403],
        ['/menu-locations/primary', 401, 403, 403],
        ['/navigation', 200, 200, 200],
        ['/navigation?context=edit', 401, 403, 403],
      ] as const
      for (const [path, anonymous, subscriber, writer] of cases) {
        const seen = [{}, asUser('sam'), contributor, admin].map((headers) => get(path, headers))
        const statuses = (await Promise.all(seen)).map(({ status }) => status)
        assert.deepEqual(statuses, [anonymous, subscriber, writer, 200], path)
      }
      const refused = await get('/menu-items/901', {})
      assert.deepEqual(
        [at(refused.json, 'code'), at(refused.json, 'message')],
        ['rest_cannot_view', 'Sorry, you are not allowed to view menu items.'],
      )
      for (const path of ['/menus/999', '/menu-items/999', '/menu-items/201'])
        assert.equal((await get(path, {})).status, 404, path)
    })

    it('rest-menus/10 judge an item that is named before who may read them', async () => {
      const refusal = async (post: number, headers: Readonly<Record<string, string>> = {}) => {
        const { status, json } = await get(`/menus?post=${post}`, headers)
        return [status, at(json, 'code')]
      }
      for (const [headers, denied] of [
        [{}, 401],
        [asUser('sam'), 403],
      ] as const) {
        assert.deepEqual(await refusal(99999, headers), [400, 'rest_post_invalid_id'])
        assert.deepEqual(await refusal(901, headers), [denied, 'rest_forbidden_context'])
        assert.deepEqual(await refusal(201, headers), [denied, 'rest_forbidden_context'])
        assert.deepEqual(await refusal(0, headers), [denied, 'rest_cannot_view'])
      }
      assert.deepEqual(at((await get('/menus?post=901', contributor)).json, 0, 'id'), menu)
    })

    it('rest-menus/2 say where they are shown, and lead to their items', async () => {
      const { json } = await get('/menus?_embed')
      const [main] = list(json)
      assert.deepEqual(
        ['id', 'name', 'slug', 'description', 'meta', 'locations', 'auto_add', 'count'].map((name) =>
          at(main, name),
        ),
        [menu, 'Main', 'main', '', [], ['primary'], true, undefined],
      )
      assert.match(String(at(main, '_links', 'cms:post_type', 0, 'href')), /\/menu-items\?menus=900$/)
      assert.equal(at(main, '_embedded', 'cms:menu-location', 0, 'name'), 'primary')
    })

    it('rest-menus/3 have items by their places, that know what they lead to', async () => {
      const { json, headers } = await get('/menu-items?_embed')
      const found = list(json)
      assert.deepEqual(
        found.map((item) => [
          at(item, 'id'),
          at(item, 'title', 'rendered'),
          at(item, 'type_label'),
          at(item, 'invalid'),
        ]),
        [
          [901, 'Team', 'Page', false],
          [902, 'All news', 'Category', false],
          [903, 'Elsewhere &#038; &#8220;away&#8221;', 'Custom Link', false],
          [904, 'Products', 'Post Type Archive', false],
          [905, '#99999 (no title)', 'Post', true],
        ],
      )
      assert.deepEqual(
        found.map((item) => at(item, 'url')),
        [
          'http://127.0.0.1:8081/about-us/team/',
          'http://127.0.0.1:8081/category/news/',
          'https://example.org/',
          'http://127.0.0.1:8081/product/',
          '',
        ],
      )
      assert.equal(headers.get('x-cms-total'), '5')
      const [first, second] = found
      assert.deepEqual(
        ['attr_title', 'description', 'classes', 'xfn', 'menu_order', 'menus', 'parent', 'object_id'].map(
          (name) => at(first, name),
        ),
        ['a hint', 'Where it goes', ['big', 'red'], ['friend', 'met'], 1, menu, 0, 302],
      )
      assert.equal(at(second, 'parent'), 901)
      assert.deepEqual(
        found.map((item) => at(item, '_embedded', 'cms:menu-item-object', 0, 'slug')),
        ['team', 'news', undefined, undefined, undefined],
      )
      assert.equal(at(first, '_embedded', 'cms:term', 0, 0, 'name'), 'Main')
    })

    it('rest-menus/4 can be asked for what stands in one of them', async () => {
      const ids = async (query: string) =>
        list((await get(`/menu-items?${query}`)).json).map((item) => at(item, 'id'))
      assert.deepEqual(await ids(`menus=${menu}&per_page=2`), [901, 902])
      assert.deepEqual(await ids('menus=12345'), [])
      assert.deepEqual(await ids('menu_order=3'), [903])
      assert.deepEqual(await ids('orderby=id&order=desc&per_page=1'), [905])
    })

    it('rest-menus/5 have places that the options name', async () => {
      const { json } = await get('/menu-locations?_embed')
      assert.equal(at(json, 'primary', '_embedded'), undefined)
      assert.deepEqual(new Set(Object.keys(Object(json))), new Set(['primary', 'footer']))
      const one = await get('/menu-locations/primary?_embed')
      assert.deepEqual(
        ['name', 'description', 'menu'].map((name) => at(one.json, name)),
        ['primary', 'Primary', menu],
      )
      assert.equal(at(one.json, '_embedded', 'cms:menu', 0, 'slug'), 'main')
      const empty = await get('/menu-locations/footer?_embed')
      assert.deepEqual(
        ['name', 'description', 'menu'].map((name) => at(empty.json, name)),
        ['footer', 'Footer', 0],
      )
      assert.deepEqual(Object.keys(Object(at(empty.json, '_links'))), ['self', 'collection'])
      const none = await get('/menu-locations/sidebar')
      assert.deepEqual(
        [none.status, at(none.json, 'code'), none.headers.get('allow')],
        [404, 'rest_menu_location_invalid', 'GET'],
      )
    })

    it('rest-menus/6 are said in OPTIONS', async () => {
      for (const [path, title] of [
        ['/menus', 'nav_menu'],
        ['/menu-items', 'nav_menu_item'],
        ['/menu-locations', 'menu-location'],
        ['/navigation', 'wp_navigation'],
      ] as const) {
        const { json } = await on().gateway.send('OPTIONS', root + path)
        assert.equal(at(json, 'schema', 'title'), title)
      }
    })

    it('rest-menus/7 cost as many statements for many items as for few', async () => {
      const { observed } = on().gateway
      const statements = async (query: string) => {
        const earlier = observed.length
        await get(`/menu-items?${query}`)
        return observed.slice(earlier).filter(({ kind }) => kind === 'query').length
      }
      assert.equal(
        await statements('_embed&per_page=5&search=goes'),
        await statements('_embed&per_page=2&search=goes'),
      )
    })
  },
  {
    extensions: ['config/extensions/myplugin.ts'],
    cacheBytesMax: 0,
    // What is kept of the site does not go meanwhile
    feed: 'clock',
    cacheBlindLifeMs: 3_600_000,
  },
)

describe('menus that everybody may read', () => {
  it('rest-menus/8 are open but for editing', async () => {
    const [kind] = testDatabases()
    const database = await kind?.create()
    assert(database)
    await addMenu(database)
    const gateway = await startTestGateway(database, { menuReaders: 'everybody' })
    for (const path of ['/menus', '/menu-items', '/menu-items/901', '/menu-locations'])
      assert.equal((await gateway.get(root + path)).status, 200, path)
    assert.equal((await gateway.get(`${root}/menus?context=edit`)).status, 401)
    await gateway.stop()
    await database.drop()
  })

  it('rest-menus/9 show everybody nothing of what the site leaves out of its own', async () => {
    const [kind] = testDatabases()
    const database = await kind?.create()
    assert(database)
    await addMenu(database)
    // A page in the trash, and a term of a taxonomy that nobody registers
    await database.execute(`update wp_posts set post_status = 'trash' where ID = 302`)
    await database.execute(
      `update wp_postmeta set meta_value = 'shelf' where post_id = 902 and meta_key = '_menu_item_object'`,
    )
    await database.execute(`update wp_term_taxonomy set taxonomy = 'shelf' where term_id = 2`)
    const gateway = await startTestGateway(database, {
      menuReaders: 'everybody',
      graphqlMenuReaders: 'everybody',
    })
    for (const [id, title] of [
      [901, '#302 (no title)'],
      [902, 'All news'],
    ] as const) {
      const { json } = await gateway.get(`${root}/menu-items/${id}`)
      assert.deepEqual(
        [at(json, 'title', 'rendered'), at(json, 'url'), at(json, 'invalid')],
        [title, '', true],
      )
    }
    const query = '{ menuItems(first: 9) { nodes { databaseId label url } } }'
    const { json } = await gateway.send('POST', '/graphql?view=wpgraphql', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    const shown = list(at(json, 'data', 'menuItems', 'nodes'))
      .filter((item) => [901, 902].includes(Number(at(item, 'databaseId'))))
      .map((item) => [at(item, 'label'), at(item, 'url')])
    assert.deepEqual(shown, [
      ['#302 (no title)', null],
      ['All news', null],
    ])
    await gateway.stop()
    await database.drop()
  })
})
