// The pack `seo`: heads that are made of what Yoast SEO keeps of objects and of its settings.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list } from '../support/gateway.ts'
import {
  activate,
  insertMeta,
  insertPosts,
  insertRows,
  onPluginDatabases,
  setOption,
} from '../support/plugins.ts'

const v2 = '/wp-json/wp/v2'

onPluginDatabases(
  'heads',
  async (database) => {
    await activate(database, 'wordpress-seo', 'seo-by-rank-math', 'custom-post-type-ui')
    const boats = {
      name: 'boats',
      label: 'Boats',
      public: 'true',
      show_in_rest: 'true',
      rewrite: 'true',
      has_archive: 'true',
    }
    await setOption(database, 'cptui_post_types', { boats: { ...boats, has_archive_string: 'fleet' } })
    await setOption(database, 'rank-math-options-general', { headless_support: 'on', breadcrumbs: 'on' })
    await setOption(database, 'rank_math_modules', ['rich-snippet'])
    await setOption(database, 'rank-math-options-titles', {
      title_separator: '|',
      pt_post_title: '%title% %sep% %sitename% %unknown(x)%',
      pt_post_default_rich_snippet: 'article',
      pt_post_default_article_type: 'BlogPosting',
      author_custom_robots: 'on',
      author_robots: ['noindex'],
    })
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
      'post_types-boats-maintax': 'post_tag',
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
    await insertPosts(database, [
      { ID: 7006, post_title: 'Hidden', post_name: 'hidden-draft', post_status: 'draft' },
    ])
    await insertPosts(database, [
      {
        ID: 7007,
        post_title: 'Two pages',
        post_name: '%e6%b5%b7',
        post_content: 'One.<!--nextpage-->Two.',
      },
      { ID: 7008, post_title: 'Mine', post_name: 'mine', post_status: 'private', post_content: 'Text.' },
    ])
    await insertMeta(database, 'post', 7002, {
      _yoast_wpseo_title: 'Mine "%%title%%" </title><script>',
      _yoast_wpseo_canonical: 'https://example.test/"><x',
      '_yoast_wpseo_meta-robots-nofollow': '1',
      '_yoast_wpseo_meta-robots-adv': 'noarchive',
    })
    await insertMeta(database, 'post', 7004, { mood: 'calm' })
    await insertPosts(database, [
      { ID: 7009, post_title: 'Locked too', post_name: 'locked-too', post_password: 'x' },
    ])
    await insertMeta(database, 'post', 7009, { _yoast_wpseo_metadesc: 'Said of it' })
    const [site] = await database.execute(`select option_value from wp_options where option_name = 'siteurl'`)
    const uploads = new URL('wp-content/uploads/', `${String(site?.['option_value'])}/`)
    const tag = (name: string, more: string) => `<img ${more} src="${new URL(name, uploads).href}" alt="">`
    const shown = `${tag('rope-300x200.jpg', 'class="wp-image-7011"')} <img src='https://example.test/x.jpg'>`
    await insertPosts(database, [
      {
        ID: 7010,
        post_title: 'Shown',
        post_name: 'shown',
        post_content: `[gallery ids="7012,7011"] ${shown}`,
      },
      {
        ID: 7011,
        post_title: 'Rope file',
        post_name: 'rope-file',
        post_type: 'attachment',
        post_status: 'inherit',
        post_mime_type: 'image/jpeg',
        post_excerpt: 'A rope',
      },
      { ID: 7012, post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/jpeg' },
      { ID: 7095, post_title: 'Away', post_name: 'away', post_content: '[gallery ids="7096,7097"]' },
      ...['private', 'trash'].map((post_status, nth) => ({
        ID: 7096 + nth,
        post_type: 'attachment',
        post_status,
        post_mime_type: 'image/jpeg',
        guid: `${uploads.href}hidden.jpg`,
      })),
      {
        ID: 7013,
        post_title: 'Elsewhere',
        post_name: 'elsewhere',
        post_content: '<img src="https://example.test/x.jpg">',
      },
      { ID: 7014, post_title: 'Behind', post_name: 'behind', post_password: 'x', post_content: shown },
      {
        ID: 7015,
        post_title: 'Another',
        post_name: 'another',
        post_content: tag('other.jpg', 'class="wp-image-7011"'),
      },
    ])
    const file = (name: string) => ({
      _wp_attached_file: `${name}.jpg`,
      _wp_attachment_metadata: {
        width: 900,
        height: 600,
        sizes: {
          medium: { file: `${name}-300x200.jpg`, width: 300, height: 200 },
          thumbnail: { file: `${name}-150x150.jpg`, width: 150, height: 150 },
        },
      },
    })
    await insertMeta(database, 'post', 7011, file('rope'))
    await insertMeta(database, 'post', 7012, file('knot'))
    await insertRows(
      database,
      'wp_terms',
      ['Oars', 'Sails', 'Zinc', 'anchors', 'Élan'].map((name, nth) => ({
        term_id: 7101 + nth,
        name,
        slug: `tag-${7101 + nth}`,
        term_group: 0,
      })),
    )
    await insertRows(
      database,
      'wp_term_taxonomy',
      [7101, 7102, 7103, 7104, 7105].map((id) => ({
        term_taxonomy_id: id,
        term_id: id,
        taxonomy: 'post_tag',
        description: `<b>About ${id}</b>`,
        parent: 0,
        count: 1,
      })),
    )
    await insertRows(
      database,
      'wp_term_relationships',
      [
        [7016, 7101],
        [7016, 7102],
        [7017, 7103],
        [7017, 7104],
        [7017, 7105],
      ].map(([object_id = 0, term_taxonomy_id = 0]) => ({ object_id, term_taxonomy_id, term_order: 0 })),
    )
    await insertPosts(database, [
      { ID: 7017, post_title: 'Tagged', post_name: 'tagged', post_author: 1 },
      { ID: 7016, post_type: 'boats', post_title: 'Brig', post_name: 'brig', post_author: 1 },
    ])
    await insertMeta(database, 'post', 7016, {
      mast: 'two',
      _yoast_wpseo_primary_post_tag: '7102',
      _yoast_wpseo_metadesc:
        '%%cf_mast%% %%userid%% %%post_year%% %%post_month%% %%post_day%% %%ct_post_tag%% %%ct_desc_post_tag%% %%permalink%%',
    })
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

    it('packs-seo/31 name the tags of a post in the order of their names, whatever case and accents', async () => {
      const article = pieces(await headOf('posts/7017')).get('"Article"')
      assert.deepEqual(at(article, 'keywords'), ['anchors', 'Élan', 'Zinc'])
      const { json } = await on().gateway.get(`${v2}/posts/7017?_fields=link`)
      const { json: shown } = await on().gateway.get(
        `/wp-json/rankmath/v1/getHead?url=${encodeURIComponent(String(at(json, 'link')))}`,
      )
      const tags = String(at(shown, 'head')).matchAll(/"article:tag" content="([^"]*)"/g)
      assert.deepEqual(
        [...tags].map(([, tag]) => tag),
        ['anchors', 'Élan', 'Zinc'],
      )
    })

    it('packs-seo/16 show what an own text names, and the way by the main term of any taxonomy', async () => {
      const head = await headOf('boats/7016')
      const { date, link }: { readonly date?: unknown; readonly link?: unknown } = Object(
        (await on().gateway.get(`${v2}/boats/7016?_fields=date,link`)).json,
      )
      const day = new Date(`${String(date)}Z`)
      const part = (options: Intl.DateTimeFormatOptions) =>
        day.toLocaleDateString('en-US', { timeZone: 'UTC', ...options })
      const shown = [part({ year: 'numeric' }), part({ month: 'long' }), part({ day: '2-digit' })].join(' ')
      assert.equal(at(head, 'description'), `two 1 ${shown} Oars, Sails About 7101 ${String(link)}`)
      const crumbs = list(at(pieces(head).get('"BreadcrumbList"'), 'itemListElement'))
      assert.ok(crumbs.map((crumb) => at(crumb, 'name')).includes('Sails'))
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

    it('packs-seo/9 have readable addresses, and a way that ends before the pages of a text', async () => {
      const head = await headOf('posts/7007')
      assert.match(String(at(head, 'canonical')), /\/%e6%b5%b7\/$/)
      assert.match(String(at(head, 'og_url')), /\/海\/$/)
      const way = (of: unknown) =>
        list(at(pieces(of).get('"BreadcrumbList"'), 'itemListElement')).map((crumb) => at(crumb, 'name'))
      assert.ok(!way(head).includes('Two pages'))
      const { json } = await on().gateway.get(`${v2}/posts/7008?_fields=yoast_head_json`, asUser('admin'))
      assert.equal(way(at(json, 'yoast_head_json')).at(-1), 'Private: Mine')
    })

    it('packs-seo/4 tell nothing of a text that a password protects', async () => {
      const head = await headOf('posts/7005')
      assert.doesNotMatch(JSON.stringify(head), /nobody reads it/)
      assert.deepEqual([at(head, 'description'), pieces(head).has('"BreadcrumbList"')], [undefined, false])
      const described = at(await headOf('posts/7009'), 'description')
      assert.equal(described, 'Said of it')
      const page = pieces(await headOf('posts/7009')).get('"WebPage"')
      assert.deepEqual([at(page, 'description'), at(page, 'potentialAction')], [undefined, undefined])
    })

    it('packs-seo/13 are marked for users, and say to who manages them what they lack', async () => {
      await on().database.execute(
        `update wp_options set option_value = replace(option_value, '"manage_options";b:1;', '"manage_options";b:1;s:20:"wpseo_manage_options";b:1;') where option_name = 'wp_user_roles'`,
      )
      const tags = async (id: number, user?: Parameters<typeof asUser>[0]) => {
        const credentials = user === undefined ? {} : asUser(user)
        const { json } = await on().gateway.get(`${v2}/posts/${id}?_fields=yoast_head`, credentials)
        return String(at(json, 'yoast_head'))
      }
      const [everybody, editor, admin] = [
        await tags(7002),
        await tags(7002, 'edith'),
        await tags(7002, 'admin'),
      ]
      assert.doesNotMatch(everybody, /yoast-seo-meta-tag|Admin only/)
      assert.match(editor, /<link rel="canonical" href="[^"]+" class="yoast-seo-meta-tag" \/>/)
      assert.match(editor, /<meta name="robots" content="[^"]+" \/>/)
      assert.equal(editor.replaceAll(' class="yoast-seo-meta-tag"', ''), everybody)
      assert.doesNotMatch(await tags(7001, 'admin'), /Admin only/)
      assert.equal(admin.replace(/<!-- Admin only notice: .*-->\n/, ''), editor)
    })

    it('packs-seo/5 are those of terms and authors, too', async () => {
      assert.match(String(at(await headOf('categories/1'), 'description')), /^All of \w/)
      const author = await headOf('users/1')
      assert.equal(at(author, 'og_type'), 'profile')
      assert.ok(pieces(author).has('"ProfilePage"'))
    })

    it('packs-seo/28 are not those of users who published no post, whoever asks', async () => {
      const heads = { sam: null, admin: 'profile' } as const
      for (const login of ['sam', 'admin'] as const) {
        const path = `${v2}/users/me?_fields=slug,yoast_head_json.og_type`
        const { json } = await on().gateway.get(path, asUser(login))
        const head = heads[login] === null ? null : { og_type: heads[login] }
        assert.deepEqual(json, { slug: login, yoast_head_json: head })
      }
    })

    it('packs-seo/7 are served by the address of what they are about', async () => {
      const { gateway, database } = on()
      const [stored] = await database.execute(
        `select option_value from wp_options where option_name = 'home'`,
      )
      const site = String(stored?.['option_value'])
      const found = async (path: string) => {
        const url = path.startsWith('http') ? path : site + path
        const { status, json } = await gateway.get(
          `/wp-json/yoast/v1/get_head?url=${encodeURIComponent(url)}`,
        )
        return { status, json, said: [at(json, 'status'), at(json, 'json', 'title')] }
      }
      assert.deepEqual((await found('/rope/')).said, [200, 'Rope work | Sea &amp; Salt'])
      assert.deepEqual((await found('/top/below/?x=1#y')).said, [200, 'Below | Sea &amp; Salt'])
      assert.equal((await found('/author/admin/')).status, 200)
      const home = await found('/')
      assert.deepEqual([home.status, at(home.json, 'json', 'og_type')], [200, 'website'])
      assert.deepEqual((await found('/wp-content/uploads/rope.jpg')).said, [
        200,
        'Rope file | Sea &amp; Salt',
      ])
      const missing = [404, 'Page not found | Sea &amp; Salt']
      for (const path of ['/rope-file/', '/wp-content/uploads/none.jpg'])
        assert.deepEqual((await found(path)).said, missing, path)
      for (const path of ['/rope', '/hidden-draft/', '/below/', '', 'https://other.example.test/rope/']) {
        const { status, said } = await found(path)
        assert.deepEqual([status, said], [404, missing], path)
      }
      for (const wrong of ['?url=/rope/', '', '?url[]=http://x.test/'])
        assert.equal((await gateway.get(`/wp-json/yoast/v1/get_head${wrong}`)).status, 400)
      await database.execute(`update wp_posts set post_status = 'publish' where ID = 7006`)
      await eventually(async () => assert.equal((await found('/hidden-draft/')).status, 200))
    })

    it('packs-seo/8 stand with the types whose content they list', async () => {
      const { json } = await on().gateway.get(`${v2}/types`)
      assert.equal(at(json, 'page', 'yoast_head_json'), null)
      assert.match(String(at(json, 'post', 'yoast_head')), /<title>Sea &amp; Salt/)
      const one = await on().gateway.get(`${v2}/types/post?_fields=slug,yoast_head_json`)
      assert.equal(at(one.json, 'yoast_head_json', 'og_type'), 'website')
    })

    it('packs-seo/11 are fields of nodes in GraphQL, read together for a list', async () => {
      const { gateway, database } = on()
      const asked = async (view: string, query: string) => {
        const response = await fetch(`${gateway.url}/graphql?view=${view}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        })
        const body: unknown = await response.json()
        assert.equal(at(body, 'errors'), undefined, JSON.stringify(body))
        return at(body, 'data')
      }
      const own = await asked(
        'cursor',
        '{ post(id: "7001") { seo { title robots html } } tags(first: 1) { edges { node { seo { title } } } } }',
      )
      assert.equal(at(own, 'post', 'seo', 'title'), 'Rope work | Sea &amp; Salt')
      assert.match(String(at(own, 'post', 'seo', 'html')), /<title>Rope work/)
      assert.equal(list(at(own, 'tags', 'edges')).length, 1)
      const theirs = await asked(
        'wpgraphql',
        `{ post(id: 7001, idType: DATABASE_ID) { seo { title metaDesc metaRobotsNoindex breadcrumbs { text } } }
           page(id: 7003, idType: DATABASE_ID) { seo { metaRobotsNoindex canonical fullHead } }
           category(id: 1, idType: DATABASE_ID) { seo { metaDesc opengraphType } }
           user(id: 1, idType: DATABASE_ID) { seo { opengraphType } } }`,
      )
      assert.deepEqual(at(theirs, 'post', 'seo'), {
        title: 'Rope work | Sea &amp; Salt',
        metaDesc: 'Knots & more',
        metaRobotsNoindex: 'index',
        breadcrumbs: [{ text: 'Home' }, { text: 'Rope work' }],
      })
      assert.deepEqual(
        [at(theirs, 'page', 'seo', 'metaRobotsNoindex'), at(theirs, 'page', 'seo', 'canonical')],
        ['noindex', ''],
      )
      assert.match(String(at(theirs, 'category', 'seo', 'metaDesc')), /^All of/)
      assert.equal(at(theirs, 'user', 'seo', 'opengraphType'), 'profile')
      const ids = Array.from({ length: 20 }, (_, nth) => 7100 + nth)
      await insertPosts(
        database,
        ids.map((ID) => ({ ID, post_name: `many-${ID}`, post_title: 'Many' })),
      )
      const statements = async (some: readonly number[]) => {
        const before = gateway.observed.length
        const found = await asked(
          'wpgraphql',
          `{ posts(first: 30, where: { in: [${some.join(', ')}] }) { nodes { seo { title } } } }`,
        )
        assert.equal(list(at(found, 'posts', 'nodes')).length, some.length)
        return gateway.observed.slice(before).filter(({ kind }) => kind === 'query').length
      }
      await eventually(async () => {
        await statements(ids.slice(0, 1))
      })
      assert.ok((await statements(ids.slice(1))) <= 10)
    })

    it('packs-seo/10 are those of Rank Math by address, where its settings say so', async () => {
      const { gateway, database } = on()
      const origin = String(at((await gateway.get('/wp-json/')).json, 'home'))
      const ask = (url: string) => gateway.get(`/wp-json/rankmath/v1/getHead?url=${encodeURIComponent(url)}`)
      const headAt = async (path: string) => String(at((await ask(origin + path)).json, 'head'))
      const graphIn = (head: string): unknown =>
        JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*)<\/script>/.exec(head)?.[1] ?? '')
      const rope = await headAt('/rope/')
      assert.match(rope, /<meta name="description" content="Knots &amp; more"\/>/)
      assert.match(rope, /<meta name="robots" content="index, follow, max-snippet:-1, [^"]*"\/>/)
      assert.match(rope, /<meta property="og:title" content="Rope work \| Sea &amp; Salt" \/>/)
      assert.deepEqual(
        list(at(graphIn(rope), '@graph')).map((piece) => at(piece, '@type')),
        ['Organization', 'WebSite', 'BreadcrumbList', 'WebPage', 'Person', 'BlogPosting'],
      )
      await insertMeta(database, 'post', 7002, {
        rank_math_title: 'Mine "%title%" </title><script>',
        rank_math_robots: ['noindex', 'nofollow'],
        rank_math_canonical_url: 'https://example.test/"><x',
      })
      await eventually(async () => {
        const own = await headAt('/own/')
        assert.match(own, /<meta name="robots" content="noindex, nofollow"\/>/)
        assert.match(own, /og:title" content="Mine &quot;Own&quot;"/)
        assert.doesNotMatch(own, /rel="canonical"|<x|<\/title>/)
      })
      assert.doesNotMatch(await headAt('/locked/'), /nobody reads it/)
      for (const path of ['/mine/', '/nowhere/'])
        assert.match(await headAt(path), /og:title" content="Page Not Found/, path)
      assert.equal((await ask('https://elsewhere.example.test/rope/')).status, 400)
    })

    it('packs-seo/12 are those of terms, authors, lists of a type, the home page and nothing, by either plug-in', async () => {
      const { gateway, database } = on()
      const home = String(at((await gateway.get('/wp-json/')).json, 'home'))
      const [term] = await database.execute(`select name, slug from wp_terms where term_id = 1`)
      const [author] = await database.execute(`select display_name, user_nicename from wp_users where ID = 1`)
      await setOption(database, 'blogdescription', 'All at sea')
      const title = 'wpseo_titles'
      await setOption(database, title, {
        separator: 'sc-pipe',
        'title-ptarchive-boats': 'Every %%pt_plural%%',
        'metadesc-ptarchive-boats': 'Of wood',
        'noindex-ptarchive-boats': true,
        'metadesc-home-wpseo': 'Come %%sitedesc%%',
        'title-author-wpseo': '%%name%% (%%userid%%)',
        'noindex-author-wpseo': true,
      })
      await setOption(database, 'rank-math-options-titles', {
        title_separator: '|',
        pt_boats_archive_title: 'Every %pt_plural%',
        pt_boats_archive_description: 'Of wood',
        pt_boats_archive_custom_robots: 'on',
        pt_boats_archive_robots: ['noindex'],
        homepage_facebook_title: 'Shared %sitename%',
        tax_category_description: 'About %term%',
        author_archive_description: 'By %name%',
      })
      const meta = (head: string, name: string) =>
        new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]
      const heads = async (path: string) => {
        const url = encodeURIComponent(home + path)
        const [yoast, rankMath] = await Promise.all([
          gateway.get(`/wp-json/yoast/v1/get_head?url=${url}`),
          gateway.get(`/wp-json/rankmath/v1/getHead?url=${url}`),
        ])
        return [String(at(yoast.json, 'html')), String(at(rankMath.json, 'head'))]
      }
      const names = ['og:title', 'description', 'robots'] as const
      const said = async (path: string) =>
        (await heads(path)).map((head) => names.map((name) => meta(head, name)?.replace(/, max-.*/, '')))
      const [termName, name] = [String(term?.['name']), String(author?.['display_name'])]
      const expected = [
        [
          '/fleet/',
          ['Every Boats', 'Of wood', 'noindex, follow'],
          ['Every Boats', 'Of wood', 'follow, noindex'],
        ],
        [
          '/',
          ['Sea &amp; Salt', 'Come All at sea', 'index, follow'],
          ['Shared Sea &amp; Salt', 'All at sea', 'index, follow'],
        ],
        [
          `/author/${String(author?.['user_nicename'])}/`,
          [`${name} (1)`, undefined, 'noindex, follow'],
          [`${name} | Sea &amp; Salt`, `By ${name}`, 'index, follow'],
        ],
        [
          `/category/${String(term?.['slug'])}/`,
          [`${termName} Archives | Sea &amp; Salt`, `All of ${termName}`, 'index, follow'],
          [`${termName} Archives | Sea &amp; Salt`, `About ${termName}`, 'index, follow'],
        ],
        [
          '/nowhere/',
          ['Page not found | Sea &amp; Salt', undefined, 'noindex, follow'],
          ['Page Not Found | Sea &amp; Salt', undefined, 'follow, noindex'],
        ],
      ] as const
      await eventually(async () =>
        assert.deepEqual(
          await Promise.all(expected.map(([path]) => said(path))),
          expected.map(([, ...both]) => both),
        ),
      )
    })

    it('packs-seo/14 describe what the plug-in registers as meta, and show it in no answer', async () => {
      const { url, get } = on().gateway
      const answer: unknown = await (await fetch(`${url}${v2}/posts`, { method: 'OPTIONS' })).json()
      const described = at(answer, 'schema', 'properties', 'meta', 'properties')
      const keys = ['_yoast_wpseo_focuskw', '_yoast_wpseo_title', '_yoast_wpseo_metadesc']
      for (const key of keys)
        assert.deepEqual(at(described, key), { type: 'string', title: '', description: '', default: '' })
      const { json } = await get(`${v2}/posts/7002?context=edit&_fields=meta`, asUser('edith'))
      assert.deepEqual(
        keys.filter((key) => at(json, 'meta', key) !== undefined),
        [],
      )
      const type = '{ __type(name: "Post") { fields { name } } }'
      const { json: ofType } = await get(`/graphql?query=${encodeURIComponent(type)}`)
      assert.doesNotMatch(JSON.stringify(list(at(ofType, 'data', '__type', 'fields'))), /yoastWpseo/)
    })

    it('packs-seo/15 show pictures of texts where there is no featured one', async () => {
      const pathOf = (url: unknown) => String(url).replace(/^.*\/uploads\//, '')
      const pictures = async (path: string) => {
        const head = await headOf(path)
        const main = pieces(head).get('"ImageObject"')
        return [
          at(head, 'og_image', 0, 'url'),
          at(pieces(head).get('"WebPage"'), 'thumbnailUrl'),
          at(main, 'url'),
          at(main, 'width'),
          at(main, 'caption'),
        ].map((value) => (typeof value === 'string' ? pathOf(value) : value))
      }
      assert.deepEqual(await pictures('posts/7010'), [
        'knot-150x150.jpg',
        'rope-300x200.jpg',
        'rope.jpg',
        900,
        'A rope',
      ])
      const outside = 'https://example.test/x.jpg'
      assert.deepEqual(await pictures('posts/7013'), [outside, outside, outside, undefined, undefined])
      assert.deepEqual(await pictures('posts/7014'), [undefined, undefined, undefined, undefined, undefined])
      // Galleries leave out files that are private or in the trash
      assert.deepEqual(await pictures('posts/7095'), [undefined, undefined, undefined, undefined, undefined])
      // The editor's note names another file than the one that is shown
      assert.deepEqual(await pictures('posts/7015'), [
        'other.jpg',
        'other.jpg',
        'other.jpg',
        undefined,
        undefined,
      ])
    })

    it('packs-seo/6 change with the settings', async () => {
      const { database } = on()
      for (const [separator, shown] of [
        ['sc-star', '*'],
        ['sc-lt', '<'],
        ['sc-gt', '>'],
      ] as const) {
        await setOption(database, 'wpseo_titles', { separator })
        await eventually(async () =>
          assert.equal(at(await headOf('posts/7001'), 'title'), `Rope work ${shown} Sea &amp; Salt`),
        )
      }
    })
  },
)

onPluginDatabases(
  'heads of a site that its owner closed in part',
  async (database) => {
    await activate(database, 'wordpress-seo', 'seo-by-rank-math')
    await setOption(database, 'rank-math-options-general', { headless_support: 'on' })
    await setOption(database, 'rank_math_modules', ['rich-snippet'])
    await setOption(database, 'rank-math-options-titles', { pt_post_default_rich_snippet: 'article' })
    await setOption(database, 'permalink_structure', '/%postname%/')
    await insertPosts(database, [
      {
        ID: 7001,
        post_title: 'Rope',
        post_name: 'rope',
        post_author: 3,
        post_excerpt: 'Secret words',
        post_content: 'Secret text',
      },
      { ID: 7002, post_title: 'Knot', post_name: 'knot', post_author: 3, post_content: 'Secret text' },
    ])
    await insertMeta(database, 'post', 7001, { _thumbnail_id: '101' })
  },
  (on) => {
    it('packs-seo/29 tell nothing of closed texts, authors and files', async () => {
      const { get } = on().gateway
      const home = String(at((await get('/wp-json/')).json, 'home'))
      for (const [id, slug] of [
        [7001, 'rope'],
        [7002, 'knot'],
      ] as const) {
        const shown = await get(`${v2}/posts/${id}?_fields=yoast_head,yoast_head_json,_links`)
        assert.match(String(at(shown.json, 'yoast_head_json', 'title')), /^(?:Rope|Knot) - /)
        const ofRankMath = await get(
          `/wp-json/rankmath/v1/getHead?url=${encodeURIComponent(`${home}/${slug}/`)}`,
        )
        assert.match(String(at(ofRankMath.json, 'head')), /"Article"/)
        const query = encodeURIComponent(`{ node(id: "${id}") { ... on Post { seo { html } } } }`)
        const node = await get(`/graphql?query=${query}`)
        assert.match(String(at(node.json, 'data', 'node', 'seo', 'html')), /<title>/)
        assert.doesNotMatch(
          JSON.stringify([shown.json, ofRankMath.json, node.json]),
          /Secret|Arthur|gravatar|og:image|og_image|uploads/,
        )
      }
    })
  },
  { closed: ['users', 'media', 'posts.content', 'posts.excerpt'] },
)

onPluginDatabases(
  'heads of a site whose owner closed fields',
  async (database) => {
    await activate(database, 'wordpress-seo', 'seo-by-rank-math')
    await setOption(database, 'rank-math-options-general', { headless_support: 'on', breadcrumbs: 'on' })
    await setOption(database, 'wpseo', { version: '28.0' })
    await setOption(database, 'wpseo_titles', {
      'title-post': '%%title%% %%category%% %%modified%% %%user_description%%',
      'breadcrumbs-enable': true,
      'post_types-post-maintax': 'category',
    })
    await insertPosts(database, [
      { ID: 7001, post_type: 'page', post_title: 'zqtop', post_name: 'top' },
      { ID: 7002, post_type: 'page', post_title: 'zqbelow', post_name: 'below', post_parent: 7001 },
    ])
    await database.execute(`update wp_terms set name = 'zqterm' where term_id in (3, 4)`)
    await database.execute(`update wp_term_taxonomy set description = 'zqabout' where term_id = 2`)
    await database.execute(`update wp_posts set post_modified = '2021-05-06 01:02:03',
      post_modified_gmt = '2021-05-06 01:02:03' where ID = 201`)
    await database.execute(`update wp_users set display_name = 'zqname' where ID = 3`)
    await database.execute(`update wp_usermeta set meta_value = 'zqbiography' where meta_key = 'description'`)
  },
  (on) => {
    it('packs-seo/30 tell nothing of closed titles, names, terms, times and pictures', async () => {
      const { gateway } = on()
      for (const path of ['posts/201', 'pages/7002', 'categories/2', 'users/3', 'media/101']) {
        const shown = await gateway.get(`${v2}/${path}?_fields=yoast_head,yoast_head_json`)
        assert.match(String(at(shown.json, 'yoast_head')), /<title>/, path)
        const link = at((await gateway.get(`${v2}/${path}?_fields=link`)).json, 'link')
        const ofRankMath = await gateway.get(
          `/wp-json/rankmath/v1/getHead?url=${encodeURIComponent(String(link))}`,
        )
        assert.doesNotMatch(JSON.stringify([shown.json, ofRankMath.json]), /zq|2021|uploads/, path)
      }
    })
  },
  {
    closed: [
      'pages.title',
      'posts.categories',
      'posts.featured_media',
      'posts.modified',
      'posts.modified_gmt',
      'categories.name',
      'categories.description',
      'users.name',
      'users.description',
      'media.source_url',
    ],
  },
)
