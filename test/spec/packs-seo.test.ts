// The pack `seo`: heads that are made of what Yoast SEO keeps of objects and of its settings.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import { activate, insertMeta, insertPosts, onPluginDatabases, setOption } from '../support/plugins.ts'

const v2 = '/wp-json/wp/v2'

onPluginDatabases(
  'heads',
  async (database) => {
    await activate(database, 'wordpress-seo')
    await setOption(database, 'permalink_structure', '/%postname%/')
    await setOption(database, 'blogname', 'Sea &amp; Salt')
    await setOption(database, 'wpseo', { version: '28.0' })
    await setOption(database, 'wpseo_titles', {
      separator: 'sc-pipe',
      company_or_person: 'company',
      company_name: 'Salt Ltd',
      'title-post': '%%title%% %%page%% %%sep%% %%category%% %%sep%% %%sitename%%',
      'metadesc-post': '%%excerpt%% %%unknown%%',
      'metadesc-page': 'Page %%cf_mood%%',
      'noindex-page': true,
    })
    await setOption(database, 'wpseo_social', {
      twitter_site: 'salt',
      facebook_site: 'https://fb.example.test/s',
    })
    await setOption(database, 'wpseo_taxonomy_meta', {
      category: { 1: { wpseo_desc: 'All of %%term_title%%' } },
    })
    await insertPosts(database, [
      {
        ID: 7001,
        post_title: 'Rope <b>work</b>',
        post_name: 'rope',
        post_excerpt: 'Knots & more',
        post_content: 'Tie it.',
      },
      { ID: 7002, post_title: 'Own', post_name: 'own', post_content: 'Text.' },
      { ID: 7003, post_type: 'page', post_title: 'Top', post_name: 'top' },
      { ID: 7004, post_type: 'page', post_title: 'Below', post_name: 'below', post_parent: 7003 },
      {
        ID: 7005,
        post_title: 'Locked',
        post_name: 'locked',
        post_password: 'x',
        post_content: 'nobody reads it',
      },
    ])
    await insertMeta(database, 'post', 7002, {
      _yoast_wpseo_title: 'Mine "%%title%%" </title><script>',
      _yoast_wpseo_canonical: 'https://example.test/"><x',
      '_yoast_wpseo_meta-robots-nofollow': '1',
      '_yoast_wpseo_meta-robots-adv': 'noarchive',
    })
    await insertMeta(database, 'post', 7004, { mood: 'calm' })
  },
  (on) => {
    const headOf = async (path: string) =>
      at((await on().gateway.get(`${v2}/${path}?_fields=yoast_head_json`)).json, 'yoast_head_json')
    const pieces = (head: unknown) =>
      new Map(list(at(head, 'schema', '@graph')).map((piece) => [JSON.stringify(at(piece, '@type')), piece]))

    it('packs-seo/1 are made of templates, in which unknown variables vanish', async () => {
      const head = await headOf('posts/7001')
      assert.equal(at(head, 'title'), 'Rope work | Sea &amp; Salt')
      assert.equal(at(head, 'description'), 'Knots & more')
      assert.deepEqual(
        ['og_type', 'twitter_site', 'article_publisher'].map((name) => at(head, name)),
        ['article', '@salt', 'https://fb.example.test/s'],
      )
      assert.match(String(at(head, 'canonical')), /\/rope\/$/)
    })

    it('packs-seo/2 say of an object what is said of it, and nothing that is stored leaves its place', async () => {
      const head = await headOf('posts/7002')
      assert.equal(at(head, 'title'), 'Mine "Own"')
      assert.equal(at(head, 'canonical'), 'https://example.test/"><x')
      assert.deepEqual(at(head, 'robots'), {
        index: 'index',
        follow: 'nofollow',
        'max-snippet': 'max-snippet:-1',
        'max-image-preview': 'max-image-preview:large',
        'max-video-preview': 'max-video-preview:-1',
        archive: 'noarchive',
      })
      const { json } = await on().gateway.get(`${v2}/posts/7002?_fields=yoast_head`)
      const html = String(at(json, 'yoast_head'))
      assert.match(html, /<link rel="canonical" href="https:\/\/example\.test\/%22%3E%3Cx" \/>/)
      assert.match(html, /<title>Mine "Own"<\/title>/)
      assert.doesNotMatch(html, /<x/)
    })

    it('packs-seo/3 lead the way to a page, and keep what shall not be found out of the index', async () => {
      const head = await headOf('pages/7004')
      assert.deepEqual([at(head, 'robots', 'index'), at(head, 'canonical')], ['noindex', undefined])
      assert.equal(at(head, 'description'), 'Page calm')
      const crumbs = list(at(pieces(head).get('"BreadcrumbList"'), 'itemListElement'))
      assert.deepEqual(
        crumbs.map((crumb) => at(crumb, 'name')),
        ['Home', 'Top', 'Below'],
      )
      assert.equal(at(pieces(head).get('"Organization"'), 'name'), 'Salt Ltd')
    })

    it('packs-seo/4 tell nothing of a text that a password protects', async () => {
      const head = await headOf('posts/7005')
      assert.doesNotMatch(JSON.stringify(head), /nobody reads it/)
      assert.deepEqual([at(head, 'description'), pieces(head).has('"BreadcrumbList"')], [undefined, false])
    })

    it('packs-seo/5 are those of terms and authors, too', async () => {
      assert.match(String(at(await headOf('categories/1'), 'description')), /^All of \w/)
      const author = await headOf('users/1')
      assert.equal(at(author, 'og_type'), 'profile')
      assert.ok(pieces(author).has('"ProfilePage"'))
    })

    it('packs-seo/6 change with the settings', async () => {
      const { database } = on()
      await setOption(database, 'wpseo_titles', { separator: 'sc-star' })
      await eventually(async () =>
        assert.equal(at(await headOf('posts/7001'), 'title'), 'Rope work * Sea &amp; Salt'),
      )
    })
  },
)
