// The pack `wpml`: lists are of one language, and content, terms and menus have their translations and the addresses of their language.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { at, list } from '../support/gateway.ts'
import { activate, insertPosts, insertRows, onPluginDatabases, setOption } from '../support/plugins.ts'
import {
  createLanguages,
  createStrings,
  createTranslations,
  insertTranslations,
  type Translated,
} from '../support/wpml.ts'

const v2 = '/wp-json/wp/v2'
const settings = {
  default_language: 'en',
  language_negotiation_type: '1',
  urls: { directory_for_default_language: 0 },
  custom_posts_sync_option: { post: '1', page: '1', attachment: '0', product: '0' },
  taxonomies_sync_option: { category: '1', post_tag: '0' },
}

/** Content in English, French and Italian; one post has no language, and one translation is a draft. */
const translations: readonly Translated[] = [
  ['post_post', 8101, 'en', 1],
  ['post_post', 8102, 'fr', 1],
  ['post_post', 8103, 'it', 1],
  ['post_post', 8104, 'fr', 2],
  ['post_page', 8106, 'fr', 3],
  ['post_page', 8107, 'en', 3],
  // The numbers of terms in their taxonomies, which are not their ids
  ['tax_category', 8901, 'en', 4],
  ['tax_category', 8902, 'fr', 4],
  ['tax_nav_menu', 8903, 'en', 5],
  ['tax_nav_menu', 8904, 'fr', 5],
]

const terms = [
  [8001, 8901, 'news', 'category'],
  [8002, 8902, 'nouvelles', 'category'],
  [8003, 8903, 'top', 'nav_menu'],
  [8004, 8904, 'haut', 'nav_menu'],
] as const

onPluginDatabases(
  'languages of WPML',
  async (database) => {
    await database.execute(`delete from wp_posts where post_type in ('post', 'page')`)
    await activate(database, 'sitepress-multilingual-cms', 'wpml-rest-api')
    await setOption(database, 'icl_sitepress_settings', settings)
    await setOption(database, 'permalink_structure', '/%postname%/')
    await setOption(database, 'stylesheet', 'quay')
    await setOption(database, 'theme_mods_quay', { nav_menu_locations: { top: 8003 } })
    await createLanguages(database)
    await createTranslations(database)
    await createStrings(database)
    await setOption(database, 'blogname', 'Harbour')
    await setOption(database, 'blogdescription', 'By the sea')
    const post = (ID: number, post_name: string, more = {}) => ({
      ID,
      post_name,
      post_title: post_name,
      ...more,
    })
    await insertPosts(database, [
      post(8101, 'bread'),
      post(8102, 'pain'),
      post(8103, 'pane', { post_status: 'draft' }),
      post(8104, 'vin'),
      post(8105, 'unsaid'),
      post(8106, 'a-propos', { post_type: 'page' }),
      post(8107, 'about', { post_type: 'page' }),
    ])
    await insertTranslations(database, translations)
    await insertRows(
      database,
      'wp_terms',
      terms.map(([term_id, , slug]) => ({ term_id, name: slug, slug, term_group: 0 })),
    )
    await insertRows(
      database,
      'wp_term_taxonomy',
      terms.map(([term_id, term_taxonomy_id, , taxonomy]) => ({
        term_taxonomy_id,
        term_id,
        taxonomy,
        description: '',
        parent: 0,
        count: 1,
      })),
    )
  },
  (on) => {
    const get = async (path: string, headers = {}) => (await on().gateway.get(path, headers)).json
    const ids = async (path: string) => list(await get(`${v2}/${path}`)).map((each) => at(each, 'id'))
    const pathOf = async (path: string) => new URL(String(at(await get(`${v2}/${path}`), 'link'))).pathname
    const ask = async (query: string) => {
      const response = await fetch(`${on().gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const body: unknown = await response.json()
      assert.equal(at(body, 'errors'), undefined, JSON.stringify(body))
      return at(body, 'data')
    }

    it('packs-wpml/1 lists are in the site’s own language, in the one that is named, or in all', async () => {
      for (const [query, wanted] of [
        ['', [8101]],
        ['&lang=fr', [8104, 8102]],
        ['&wpml_language=fr', [8104, 8102]],
        ['&lang=xx', [8101]],
        ['&lang=ar', [8101]],
        ['&lang=all', [8105, 8104, 8102, 8101]],
        ['&lang=fr&slug=pain', [8102]],
        ['&slug=pain', []],
      ] as const)
        assert.deepEqual(await ids(`posts?orderby=id&order=desc${query}`), wanted, query)
      assert.deepEqual(await ids('pages?lang=fr'), [8106])
      assert.deepEqual(await ids('categories?lang=fr'), [8002])
      assert.deepEqual(await ids('categories'), [8001])
      const { headers } = await on().gateway.get(`${v2}/posts?lang=fr&per_page=1`)
      assert.equal(headers.get('x-wp-total'), '2')
    })

    it('packs-wpml/2 what has no languages is listed whole', async () => {
      assert.ok((await ids('media')).length > 0)
      assert.ok((await ids('tags')).length > 0)
    })

    it('packs-wpml/3 addresses are those of languages, wherever they are shown', async () => {
      assert.equal(await pathOf('posts/8101'), '/bread/')
      assert.equal(await pathOf('posts/8102'), '/fr/pain/')
      assert.equal(await pathOf('posts/8105'), '/unsaid/')
      assert.equal(await pathOf('pages/8106'), '/fr/a-propos/')
      assert.equal(await pathOf('categories/8002'), '/fr/category/nouvelles/')
      const found = list(await get(`${v2}/search?search=pain`))
      assert.equal(new URL(String(at(found, 0, 'url'))).pathname, '/fr/pain/')
    })

    it('packs-wpml/4 translations are shown that the viewer may see', async () => {
      const fields = '_fields=wpml_current_locale,wpml_translations'
      const { url } = on().gateway
      const home = new URL(String(at(await get(`${v2}/posts/8101`), 'link'))).origin
      assert.ok(url)
      assert.deepEqual(await get(`${v2}/posts/8101?${fields}`), {
        wpml_current_locale: 'en_US',
        wpml_translations: {
          fr_CA: { locale: 'fr_CA', id: 8102, slug: 'pain', post_title: 'pain', href: `${home}/fr/pain/` },
        },
      })
      assert.deepEqual(await get(`${v2}/posts/8105?${fields}`), {
        wpml_current_locale: null,
        wpml_translations: {},
      })
      const nodes = `{ edges { node { id language { slug name locale } translations { language id } } } }`
      assert.deepEqual(
        await ask(`{ posts(first: 5, lang: "fr") ${nodes} categories(first: 5, lang: "en") ${nodes} }`),
        {
          posts: {
            edges: ['8104', '8102'].map((id) => ({
              node: {
                id,
                language: { slug: 'fr', name: 'Français', locale: 'fr_CA' },
                translations:
                  id === '8104'
                    ? [{ language: 'fr', id: '8104' }]
                    : [
                        { language: 'en', id: '8101' },
                        { language: 'fr', id: '8102' },
                      ],
              },
            })),
          },
          categories: {
            edges: [
              {
                node: {
                  id: 'term:8001',
                  language: { slug: 'en', name: 'English', locale: 'en_US' },
                  translations: [
                    { language: 'en', id: 'term:8001' },
                    { language: 'fr', id: 'term:8002' },
                  ],
                },
              },
            ],
          },
        },
      )
      const all = await ask('{ posts(first: 9) { edges { node { id } } } }')
      assert.equal(list(at(all, 'posts', 'edges')).length, 4)
    })

    it('packs-wpml/5 menus are those of the language', async () => {
      const menuOf = async (query: string) =>
        at(await get(`${v2}/menu-locations/top${query}`, asUser('admin')), 'menu')
      assert.equal(await menuOf(''), 8003)
      assert.equal(await menuOf('?lang=fr'), 8004)
      assert.equal(await menuOf('?lang=it'), 8003)
    })

    it('packs-wpml/9 title and tagline are those of the language, as far as they are translated', async () => {
      const titlesIn = async (query: string) => {
        const { title, description } = Object(await get(`${v2}/settings${query}`, asUser('admin')))
        return [title, description]
      }
      assert.deepEqual(await titlesIn(''), ['Harbour', 'By the sea'])
      assert.deepEqual(await titlesIn('?lang=fr'), ['Port', 'By the sea'])
      assert.deepEqual(await titlesIn('?lang=it'), ['Harbour', 'Sul mare'])
      assert.deepEqual(await titlesIn('?lang=en'), ['Harbour', 'By the sea'])
      await on().database.execute('update wp_icl_string_translations set status = 10 where string_id = 2')
      await eventually(async () => assert.deepEqual(await titlesIn('?lang=fr'), ['Port', 'Au bord']))
    })

    it('packs-wpml/10 the page that the site shows first is at the beginning of each language', async () => {
      const { database } = on()
      const shows = async (kind: string, id: string, paths: readonly string[]) => {
        await setOption(database, 'page_on_front', id)
        await setOption(database, 'show_on_front', kind)
        await eventually(async () =>
          assert.deepEqual([await pathOf('pages/8107'), await pathOf('pages/8106')], paths),
        )
      }
      await shows('page', '8107', ['/', '/fr/'])
      await shows('posts', '0', ['/about/', '/fr/a-propos/'])
    })

    it('packs-wpml/6 lists, addresses and fields follow the rows of the plug-in', async () => {
      const { database } = on()
      const statements = () => on().gateway.observed.filter(({ kind }) => kind === 'query').length
      // Once more in the place of a feed's last look
      await eventually(async () => {
        await ids('posts?lang=it')
        const before = statements()
        await ids('posts?lang=it')
        assert.equal(statements(), before)
      })
      assert.deepEqual(await ids('posts?lang=it'), [])
      await insertTranslations(database, [['post_post', 8105, 'it', 9]], 50)
      await eventually(async () => assert.deepEqual(await ids('posts?lang=it'), [8105]))
      await eventually(async () => assert.equal(await pathOf('posts/8105'), '/it/unsaid/'))
      await database.execute(`update wp_icl_locale_map set locale = 'fr_BE' where code = 'fr'`)
      await eventually(async () =>
        assert.equal(at(await get(`${v2}/posts/8102`), 'wpml_current_locale'), 'fr_BE'),
      )
    })

    it('packs-wpml/7 settings decide how languages are addressed, and what has them', async () => {
      const { database } = on()
      await setOption(database, 'icl_sitepress_settings', {
        ...settings,
        language_negotiation_type: '3',
        custom_posts_sync_option: { post: '1', page: '0' },
      })
      await eventually(async () =>
        assert.match(String(at(await get(`${v2}/posts/8102`), 'link')), /\/pain\/\?lang=fr$/),
      )
      assert.match(String(at(await get(`${v2}/posts/8101`), 'link')), /\/bread\/$/)
      assert.deepEqual(await ids('pages?orderby=id&order=desc'), [8107, 8106])
      await setOption(database, 'icl_sitepress_settings', {
        ...settings,
        language_negotiation_type: '2',
        language_domains: { fr: 'https://exemple.test/' },
      })
      await eventually(async () =>
        assert.equal(at(await get(`${v2}/posts/8102`), 'link'), 'https://exemple.test/pain/'),
      )
      // A domain without a scheme has that of the site, whose own address need not be one
      await setOption(database, 'icl_sitepress_settings', {
        ...settings,
        language_negotiation_type: '2',
        language_domains: { fr: 'exemple.test' },
      })
      for (const [home, link] of [
        ['https://harbour.test', 'https://exemple.test/pain/'],
        ['harbour.test', 'http://exemple.test/pain/'],
        ['harbour.test:8080', 'http://exemple.test/pain/'],
        ['HTTPS://harbour.test', 'https://exemple.test/pain/'],
      ] as const) {
        await setOption(database, 'home', home)
        await eventually(async () => assert.equal(at(await get(`${v2}/posts/8102`), 'link'), link))
      }
      await setOption(database, 'icl_sitepress_settings', { ...settings, hidden_languages: ['fr'] })
      await eventually(async () => assert.deepEqual(await ids('posts?lang=fr'), [8101]))
      assert.deepEqual(await ids('posts?orderby=id&order=desc&lang=all'), [8105, 8101])
      // Without a language of its own the site is as if the plug-in was not there
      await setOption(database, 'icl_sitepress_settings', 'a:3:{s:16')
      await eventually(async () => assert.equal((await ids('posts')).length, 4))
      assert.equal(await pathOf('posts/8102'), '/pain/')
    })
  },
)

/** An owner's argument by the name that the pack has for one. */
const owners = extensionFile(
  'own-lang.ts',
  `import { defineExtension, filterArg, Type } from 'lectern'
   const lang = filterArg(Type.Optional(Type.String({ description: 'Ours.' })), (slug) => [
     { kind: 'in', column: 'slug', values: [slug] },
   ])
   export default defineExtension({ name: 'owners', adds: { post: { args: { lang } } } })`,
)

onPluginDatabases(
  'a site with WPML whose owner has an argument of the same name',
  async (database) => {
    await activate(database, 'sitepress-multilingual-cms')
    await setOption(database, 'icl_sitepress_settings', settings)
    await createTranslations(database)
    await insertPosts(database, [{ ID: 8101, post_name: 'bread' }])
    await insertTranslations(database, [['post_post', 8101, 'fr', 1]])
  },
  (on) => {
    it('packs-wpml/8 is served, and the argument means what its owner says', async () => {
      const ids = async (query: string) =>
        list((await on().gateway.get(`${v2}/posts?${query}`)).json).map((each) => at(each, 'id'))
      assert.deepEqual(await ids('lang=bread&wpml_language=all'), [8101])
      // Languages are in a table that the database lacks: the site's own is known by its code
      assert.deepEqual(await ids('wpml_language=fr&slug=bread'), [])
    })
  },
  { extensions: [owners] },
)
