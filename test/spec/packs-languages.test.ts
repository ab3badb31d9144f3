// The pack `languages`: content and terms have the addresses of their language, and lists of terms can be of one.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { nodesIn } from '../support/graphql.ts'
import {
  activate,
  insertMeta,
  insertPosts,
  insertRows,
  onPluginDatabases,
  setOption,
} from '../support/plugins.ts'

const v2 = '/wp-json/wp/v2'
const polylang = {
  default_lang: 'en',
  force_lang: 1,
  hide_default: 1,
  rewrite: 1,
  media_support: 0,
  nav_menus: { quay: { top: { en: 75, it: 76 } } },
}

const terms = [
  [
    8001,
    'English',
    'en',
    'language',
    'a:3:{s:6:"locale";s:5:"en_US";s:3:"rtl";b:0;s:9:"flag_code";s:2:"us";}',
  ],
  [
    8002,
    'Italiano',
    'it',
    'language',
    'a:3:{s:6:"locale";s:5:"it_IT";s:3:"rtl";b:0;s:9:"flag_code";s:2:"it";}',
  ],
  [8003, 'English', 'pll_en', 'term_language', ''],
  [8004, 'Italiano', 'pll_it', 'term_language', ''],
  [8005, 'Notizie', 'notizie', 'category', ''],
  [8009, 'Headers', 'headers', 'wp_pattern_category', ''],
  [8007, 'pll_2', 'pll_2', 'post_translations', 'a:2:{s:2:"en";i:8103;s:2:"it";i:8101;}'],
  [8008, 'pll_3', 'pll_3', 'post_translations', 'a:2:{s:2:"en";i:8104;s:2:"it";i:8105;}'],
  [8010, 'pll_4', 'pll_4', 'post_translations', 'a:2:{s:2:"en";i:8106;s:2:"it";i:8107;}'],
  [8006, 'pll_1', 'pll_1', 'term_translations', 'a:2:{s:2:"en";i:1;s:2:"it";i:8005;}'],
] as const

onPluginDatabases(
  'languages',
  async (database) => {
    await activate(database, 'polylang', 'seo-by-rank-math')
    await setOption(database, 'rank-math-options-general', {
      headless_support: 'on',
      breadcrumbs: 'on',
    })
    await setOption(database, 'rank_math_modules', ['rich-snippet'])
    await setOption(database, 'permalink_structure', '/%postname%/')
    await setOption(database, 'polylang', polylang)
    await setOption(database, 'blogname', 'Sea &amp; Salt')
    await setOption(database, 'stylesheet', 'quay')
    await setOption(database, 'theme_mods_quay', {
      nav_menu_locations: { top: 75, top___it: 76, 'side-bar': 0 },
    })
    await insertMeta(database, 'term', 8002, {
      _pll_strings_translations: [['Sea &amp; Salt', 'Mare e sale']],
    })
    await insertRows(
      database,
      'wp_terms',
      terms.map(([term_id, name, slug], term_group) => ({ term_id, name, slug, term_group })),
    )
    await insertRows(
      database,
      'wp_term_taxonomy',
      terms.map(([id, , , taxonomy, description]) => ({
        term_taxonomy_id: id,
        term_id: id,
        taxonomy,
        description,
        parent: 0,
        count: 1,
      })),
    )
    await insertPosts(database, [
      { ID: 8101, post_name: 'pane', post_title: 'Pane' },
      { ID: 8102, post_type: 'page', post_name: 'chi-siamo', post_title: 'Chi siamo' },
      { ID: 8106, post_type: 'page', post_name: 'harbour', post_title: 'Harbour' },
      { ID: 8107, post_type: 'page', post_name: 'porto', post_title: 'Porto' },
      { ID: 8103, post_name: 'bread', post_title: 'Bread' },
      { ID: 8104, post_name: 'salt', post_title: 'Salt' },
      { ID: 8105, post_name: 'sale', post_title: 'Sale', post_status: 'draft' },
      { ID: 8110, post_type: 'nav_menu_item', post_name: 'languages', post_title: 'Languages' },
      { ID: 8111, post_type: 'nav_menu_item', post_name: 'elsewhere', post_title: 'Elsewhere' },
    ])
    for (const [id, url] of [
      [8110, '#pll_switcher'],
      [8111, 'https://example.test/'],
    ] as const)
      await insertMeta(database, 'post', id, { _menu_item_type: 'custom', _menu_item_url: url })
    await insertMeta(database, 'post', 8110, {
      _pll_menu_item: { hide_current: 1, show_flags: 1, show_names: 0 },
    })
    await insertRows(
      database,
      'wp_term_relationships',
      [
        [8101, 8002],
        [8101, 8005],
        [8102, 8002],
        [8107, 8002],
        [8107, 8010],
        [8106, 8001],
        [8106, 8010],
        [8103, 8001],
        [8101, 8007],
        [8103, 8007],
        [8104, 8001],
        [8104, 8008],
        [8105, 8008],
        // These relate to terms
        [8005, 8004],
        [1, 8003],
      ].map(([object_id = 0, term_taxonomy_id = 0]) => ({ object_id, term_taxonomy_id, term_order: 0 })),
    )
  },
  (on) => {
    const get = async (path: string) => (await on().gateway.get(path)).json
    const ask = async (query: string, address = '/graphql') => {
      const response = await fetch(on().gateway.url + address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const body: unknown = await response.json()
      return body
    }
    const pathOf = async (path: string) => new URL(String(at(await get(path), 'link'))).pathname

    it('packs-languages/1 have addresses of their own, but for the site’s own language', async () => {
      assert.equal(await pathOf(`${v2}/posts/8101`), '/it/pane/')
      assert.equal(await pathOf(`${v2}/pages/8102`), '/it/chi-siamo/')
      assert.equal(await pathOf(`${v2}/posts/8103`), '/bread/')
      assert.equal(await pathOf(`${v2}/categories/8005`), '/it/category/notizie/')
      assert.equal(await pathOf(`${v2}/posts/201`), `/${String(at(await get(`${v2}/posts/201`), 'slug'))}/`)
    })

    it('packs-languages/2 choose among terms', async () => {
      const ids = async (lang: string) =>
        list(await get(`${v2}/categories?lang=${lang}`)).map((term) => at(term, 'id'))
      assert.deepEqual(await ids('it'), [8005])
      assert.deepEqual(await ids('it_IT'), [8005])
      assert.deepEqual(await ids('en'), [1])
      assert.deepEqual(await ids('xx'), [1])
      assert.ok((await ids('')).includes(8005))
    })

    it('packs-languages/13 do not choose among the terms of a post, and of taxonomies that are not translated', async () => {
      const ids = async (path: string) => list(await get(`${v2}/${path}`)).map((term) => at(term, 'id'))
      assert.deepEqual(await ids('categories?post=8101&lang=en'), [8005])
      assert.ok((await ids('wp_pattern_category?lang=it')).includes(8009))
      await setOption(on().database, 'polylang', { ...polylang, taxonomies: ['wp_pattern_category'] })
      await eventually(async () => assert.deepEqual(await ids('wp_pattern_category?lang=it'), []))
      await setOption(on().database, 'polylang', polylang)
      await eventually(async () => assert.ok((await ids('wp_pattern_category?lang=it')).includes(8009)))
    })

    it('packs-languages/12 have front pages of their own', async () => {
      const fronts = async () =>
        list(await get('/wp-json/pll/v1/languages')).map((each) => [
          at(each, 'page_on_front'),
          at(each, 'page_for_posts'),
        ])
      const { database } = on()
      assert.deepEqual(await fronts(), [
        [0, 0],
        [0, 0],
      ])
      for (const [name, value] of [
        ['page_on_front', '8103'],
        ['page_for_posts', '201'],
        ['show_on_front', 'page'],
      ] as const)
        await setOption(database, name, value)
      await eventually(async () =>
        assert.deepEqual(await fronts(), [
          [8103, 201],
          [8101, 0],
        ]),
      )
      await database.execute(`update wp_posts set post_status = 'draft' where ID = 8101`)
      await eventually(async () => assert.deepEqual((await fronts())[1], [0, 0]))
      await database.execute(`update wp_posts set post_status = 'publish' where ID = 8101`)
      await setOption(database, 'show_on_front', 'posts')
      await eventually(async () => assert.deepEqual((await fronts())[0], [0, 0]))
    })

    it('packs-languages/14 have the page that the site shows first at their beginnings', async () => {
      const shows = async (kind: string, id: string, paths: readonly string[]) => {
        await setOption(on().database, 'page_on_front', id)
        await setOption(on().database, 'show_on_front', kind)
        await eventually(async () =>
          assert.deepEqual([await pathOf(`${v2}/pages/8106`), await pathOf(`${v2}/pages/8107`)], paths),
        )
      }
      await shows('page', '8106', ['/', '/it/'])
      await shows('posts', '0', ['/harbour/', '/it/porto/'])
    })

    it('packs-languages/3 are listed in their order', async () => {
      const languages = list(await get('/wp-json/pll/v1/languages'))
      assert.deepEqual(
        languages.map((each) => [at(each, 'slug'), at(each, 'locale'), at(each, 'is_default')]),
        [
          ['en', 'en_US', true],
          ['it', 'it_IT', false],
        ],
      )
    })

    it('packs-languages/18 that are kept from visitors are listed to those who manage options', async () => {
      const { database, gateway } = on()
      const slugs = async (as = {}) =>
        list((await gateway.get('/wp-json/pll/v1/languages', as)).json).map((each) => at(each, 'slug'))
      const say = (description: string) =>
        database.execute(`update wp_term_taxonomy set description = ? where term_id = 8002`, [description])
      const [, [, , , , description]] = terms
      await say(description.replace('a:3:{', 'a:4:{s:6:"active";b:0;'))
      await eventually(async () => assert.deepEqual(await slugs(), ['en']))
      assert.equal((await gateway.get('/wp-json/pll/v1/languages/it')).status, 404)
      assert.deepEqual(await slugs(asUser('admin')), ['en', 'it'])
      // As one that there is not
      const asked = `{ posts(first: 50, lang: "it") { edges { node { id } } } post(id: "8103") { translations { id } } hidden: post(id: "8101") { language { slug } } }`
      const json = await ask(asked)
      assert.deepEqual(nodesIn(at(json, 'data', 'posts')), [])
      assert.deepEqual(list(at(json, 'data', 'post', 'translations')).length, 1)
      assert.equal(at(json, 'data', 'hidden', 'language'), null)
      await say(description)
      await eventually(async () => assert.deepEqual(await slugs(), ['en', 'it']))
    })

    it('packs-languages/5 are found by their slugs and ids', async () => {
      const { gateway } = on()
      const italian = await get('/wp-json/pll/v1/languages/it')
      assert.deepEqual([at(italian, 'w3c'), at(italian, 'is_rtl')], ['it-IT', false])
      const id = String(at(italian, 'term_id'))
      for (const name of [id, 'it_IT', 'it-IT', '8004'])
        assert.equal(at(await get(`/wp-json/pll/v1/languages/${name}`), 'slug'), 'it', name)
      const refusal = async (path: string, as = {}) => {
        const { status, json } = await gateway.get(`/wp-json/pll/v1/languages${path}`, as)
        return [status, at(json, 'code')]
      }
      assert.deepEqual(await refusal('/xx'), [404, 'rest_invalid_slug'])
      assert.deepEqual(await refusal('/99'), [404, 'rest_invalid_id'])
      assert.deepEqual(await refusal('?context=edit'), [401, 'rest_forbidden_context'])
      assert.deepEqual(await refusal('/it?context=edit', asUser('edith')), [403, 'rest_forbidden_context'])
      assert.deepEqual(await refusal('/it?context=edit', asUser('admin')), [200, undefined])
    })

    it('packs-languages/6 keep their settings for those who manage them', async () => {
      const { gateway } = on()
      assert.equal((await gateway.get('/wp-json/pll/v1/settings')).status, 401)
      const { json } = await gateway.get('/wp-json/pll/v1/settings', asUser('admin'))
      assert.equal(at(json, 'default_lang'), 'en')
      assert.equal((await gateway.get(`${v2}/taxonomies/term_language`)).status, 401)
    })

    it('packs-languages/7 have settings and menus of their own', async () => {
      const settings = async (query: string) => {
        const { json } = await on().gateway.get(`${v2}/settings${query}`, asUser('admin'))
        return [at(json, 'title'), at(json, 'default_category')]
      }
      assert.deepEqual(await settings(''), ['Sea &amp; Salt', 1])
      assert.deepEqual(await settings('?lang='), ['Sea &amp; Salt', 1])
      assert.deepEqual(await settings('?lang=it'), ['Mare e sale', 8005])
      assert.deepEqual(await settings('?lang=none'), ['Sea &amp; Salt', 1])
      const menus = async (query: string) => {
        const { json } = await on().gateway.get(`${v2}/menu-locations${query}`, asUser('admin'))
        return Object.entries(Object(json)).map(([place, location]) => [place, at(location, 'menu')])
      }
      assert.deepEqual(await menus(''), [
        ['top', 75],
        ['side-bar', 0],
      ])
      assert.deepEqual(await menus('?lang=it'), [
        ['top', 76],
        ['side-bar', 0],
      ])
      assert.equal(
        at((await on().gateway.get(`${v2}/menu-locations/top?lang=it`, asUser('admin'))).json, 'menu'),
        76,
      )
    })

    it('packs-languages/11 have a switcher in menus, whose choices are its meta', async () => {
      const items = (await on().gateway.get(`${v2}/menu-items?include=8110,8111`, asUser('admin'))).json
      const shown = list(items).map((item) => [at(item, 'id'), at(item, 'type_label'), at(item, 'meta')])
      const choices = { hide_if_no_translation: false, hide_current: true, force_home: false }
      const looks = { show_flags: true, show_names: false, dropdown: false }
      assert.deepEqual(
        new Set(shown),
        new Set([
          [8110, 'Language switcher', { _pll_menu_item: { ...choices, ...looks } }],
          [8111, 'Custom Link', { _pll_menu_item: [] }],
        ]),
      )
    })

    it('packs-languages/10 are those of heads', async () => {
      const home = String(at(await get('/wp-json/'), 'home'))
      const headAt = async (path: string) =>
        String(at(await get(`/wp-json/rankmath/v1/getHead?url=${encodeURIComponent(home + path)}`), 'head'))
      assert.match(
        await headAt('/it/pane/'),
        /og:locale" content="it_IT" \/>[^]*og:title" content="Pane - Mare e sale"/,
      )
      assert.match(
        await headAt('/bread/'),
        /og:locale" content="en_US" \/>[^]*og:title" content="Bread - Sea &amp; Salt"/,
      )
      assert.match(await headAt('/it/category/notizie/'), /og:locale" content="it_IT"/)
      const links = '/wp-json/rankmath/v1/links/posts'
      const statusFor = async (as: Readonly<Record<string, string>>) =>
        (await on().gateway.get(links, as)).status
      assert.deepEqual([await statusFor({}), await statusFor(asUser('edith'))], [401, 403])
      assert.equal(await statusFor(asUser('admin')), 501)
      // Languages have home pages
      assert.match(
        await headAt('/it/'),
        /canonical" href="[^"]*\/it\/" \/>[^]*og:locale" content="it_IT" \/>[^]*og:site_name" content="Mare e sale"/,
      )
      // The list of an author is one of a language for the plug-in
      const crumbs = /"position":"2","item":\{"@id":"([^"]*)","name":"([^"]*)"\}/.exec(
        await headAt('/author/admin/'),
      )
      assert.deepEqual(crumbs?.slice(1), [`${home}/`, 'English'])
    })

    it('packs-languages/8 are fields of nodes, with the translations that the viewer may see', async () => {
      const asked = async (query: string) => at(await ask(query), 'data')
      const both = 'language { slug locale } translations { language id url }'
      const data = await asked(
        `{ bread: post(id: "8103") { ${both} } salt: post(id: "8104") { ${both} } page(id: "8102") { ${both} } }`,
      )
      assert.deepEqual(at(data, 'bread', 'language'), { slug: 'en', locale: 'en_US' })
      assert.deepEqual(
        list(at(data, 'bread', 'translations')).map((each) => [
          at(each, 'language'),
          at(each, 'id'),
          new URL(String(at(each, 'url'))).pathname,
        ]),
        [
          ['en', '8103', '/bread/'],
          ['it', '8101', '/it/pane/'],
        ],
      )
      // Its translation is a draft
      assert.deepEqual(
        list(at(data, 'salt', 'translations')).map((each) => at(each, 'id')),
        ['8104'],
      )
      assert.deepEqual([at(data, 'page', 'language', 'slug'), at(data, 'page', 'translations')], ['it', []])
      const { edges } = Object(
        at(await asked(`{ categories(first: 50) { edges { node { id ${both} } } } }`), 'categories'),
      )
      const first = list(edges).find((edge) => at(edge, 'node', 'id') === 'term:1')
      assert.deepEqual(
        list(at(first, 'node', 'translations')).map((each) => at(each, 'id')),
        ['term:1', 'term:8005'],
      )
    })

    it('packs-languages/15 choose among nodes', async () => {
      const ids = async (field: string) =>
        nodesIn(
          at(await ask(`{ ${field} { edges { node { id } } } }`), 'data', field.split('(')[0] ?? ''),
        ).map((node) => at(node, 'id'))
      assert.deepEqual(await ids('posts(first: 50, lang: "it")'), ['8101'])
      assert.deepEqual(await ids('pages(first: 50, lang: "it")'), ['8107', '8102'])
      assert.deepEqual(await ids('posts(first: 50, lang: "xx")'), [])
      assert.deepEqual(await ids('categories(first: 50, lang: "it")'), ['term:8005'])
    })

    it('packs-languages/4 move with the settings', async () => {
      await setOption(on().database, 'polylang', { ...polylang, rewrite: 0, hide_default: 0 })
      await eventually(async () => {
        assert.equal(await pathOf(`${v2}/posts/8101`), '/language/it/pane/')
        assert.equal(await pathOf(`${v2}/posts/8103`), '/language/en/bread/')
      })
    })

    it('packs-languages/9 are in REST, too, with the paid plug-in', async () => {
      const { gateway, database } = on()
      assert.equal(at(await get(`${v2}/posts/8103`), 'lang'), undefined)
      await activate(database, 'polylang-pro')
      await eventually(async () => {
        const post = await get(`${v2}/posts/8103`)
        assert.deepEqual([at(post, 'lang'), at(post, 'translations')], ['en', { en: 8103, it: 8101 }])
      })
      const ids = list((await gateway.get(`${v2}/posts?lang=it&per_page=50`)).json).map((post) =>
        at(post, 'id'),
      )
      assert.deepEqual(ids, [8101])
      const before = gateway.observed.length
      await get(`${v2}/posts?include=8101,8103,8104&_fields=lang,translations`)
      // What all such answers share is read again where the feed has proven nothing for a while, as on a busy machine
      const ofRows = gateway.observed
        .slice(before)
        .filter((each) => each.kind === 'query' && /^(?:posts|post_terms)\./.test(each.plan))
      assert(ofRows.length <= 6, JSON.stringify(ofRows, null, 1))
    })

    it('packs-languages/16 are in WPGraphQL’s schema with WPGraphQL Polylang', async () => {
      const { gateway, database } = on()
      const asked = async (query: string) => await ask(query, '/graphql?view=wpgraphql')
      const refused = await asked('{ defaultLanguage { slug } }')
      assert.match(String(at(list(at(refused, 'errors'))[0], 'message')), /defaultLanguage/)
      await activate(database, 'polylang', 'wp-graphql-polylang')
      await eventually(async () =>
        assert.deepEqual(await asked('{ defaultLanguage { slug code } }'), {
          data: { defaultLanguage: { slug: 'en', code: 'EN' } },
        }),
      )
      const home = String(at(await get('/wp-json/'), 'home'))
      assert.deepEqual(at(await asked('{ languages { id name locale homeUrl } }'), 'data', 'languages'), [
        { id: 'TGFuZ3VhZ2U6ZW4=', name: 'English', locale: 'en_US', homeUrl: `${home}/language/en/` },
        { id: 'TGFuZ3VhZ2U6aXQ=', name: 'Italiano', locale: 'it_IT', homeUrl: `${home}/language/it/` },
      ])
      const shown = `databaseId language { slug } translations { databaseId language { code } }
        italian: translation(language: IT) { databaseId title } english: translation(language: EN) { databaseId }`
      const ofPost = async (id: number) =>
        at(await asked(`{ post(id: ${id}, idType: DATABASE_ID) { ${shown} } }`), 'data', 'post')
      const bread = await ofPost(8103)
      assert.deepEqual(bread, {
        databaseId: 8103,
        language: { slug: 'en' },
        translations: [{ databaseId: 8101, language: { code: 'IT' } }],
        italian: { databaseId: 8101, title: 'Pane' },
        english: { databaseId: 8103 },
      })
      // Its translation is a draft
      assert.deepEqual(
        [at(await ofPost(8104), 'translations'), at(await ofPost(8104), 'italian')],
        [[], null],
      )
      assert.deepEqual(await ofPost(201), {
        databaseId: 201,
        language: null,
        translations: [],
        italian: null,
        english: null,
      })
      const ids = async (name: string, where: string) =>
        list(
          at(
            await asked(
              `{ ${name}(first: 50, where: { ${where} }) { nodes { ... on DatabaseIdentifier { databaseId } } } }`,
            ),
            'data',
            name,
            'nodes',
          ),
        ).map((node) => at(node, 'databaseId'))
      assert.deepEqual(await ids('posts', 'language: IT'), [8101])
      assert.deepEqual(await ids('posts', 'language: DEFAULT'), [8104, 8103])
      assert.deepEqual(await ids('posts', 'languages: [IT, EN]'), [8104, 8103, 8101])
      assert.ok((await ids('posts', 'language: ALL')).includes(201))
      assert.deepEqual(await ids('contentNodes', 'language: IT'), [8107, 8102, 8101])
      assert.deepEqual(await ids('categories', 'language: IT'), [8005])
      assert.deepEqual(await ids('terms', 'language: DEFAULT, taxonomies: [CATEGORY]'), [1])
      const before = gateway.observed.length
      await asked(`{ posts(first: 20, where: { languages: [IT, EN] }) { nodes { ${shown} } } }`)
      const statements = gateway.observed.slice(before).filter(({ kind }) => kind === 'query')
      assert.ok(statements.length <= 10, `${statements.length}`)
    })
  },
)

onPluginDatabases(
  'a site without languages',
  async (database) => {
    await activate(database, 'polylang', 'wp-graphql-polylang')
    await setOption(database, 'polylang', polylang)
  },
  (on) => {
    it('packs-languages/19 has WPGraphQL’s schema without what would need some', async () => {
      const query = encodeURIComponent(
        '{ languages { slug } defaultLanguage { slug } posts(first: 1) { nodes { language { slug } } } }',
      )
      const { json } = await on().gateway.get(`/graphql?view=wpgraphql&query=${query}`)
      assert.deepEqual(json, {
        data: { languages: [], defaultLanguage: null, posts: { nodes: [{ language: null }] } },
      })
    })
  },
)
