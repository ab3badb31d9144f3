// WPGraphQL's nodes by every kind of id, lists of content by terms, and the site's settings, held against REST.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertRows } from '../support/rows.ts'

const globalId = (kind: string, key: unknown) => Buffer.from(`${kind}:${String(key)}`).toString('base64')

onEveryDatabase(
  "WPGraphQL's nodes",
  (on) => {
    const send = async (query: string, headers: Readonly<Record<string, string>> = {}) =>
      (
        await on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query }),
        })
      ).json
    const ask = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
      const json = await send(query, headers)
      assert.equal(at(json, 'errors'), undefined, JSON.stringify(json))
      return at(json, 'data')
    }
    const rest = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await on().gateway.get(`/cms-json/cms/v2/${path}`, headers)).json
    const first = async (path: string) => list(await rest(path))[0]

    before(async () => {
      await insertRows(
        on().database,
        'wp_terms',
        (
          [
            [971, 'upper', 'Upper'],
            [972, 'lower', 'Lower'],
          ] as const
        ).map(([term_id, slug, name]) => ({ term_id, slug, name, term_group: 0 })),
      )
      await insertRows(
        on().database,
        'wp_term_taxonomy',
        (
          [
            [971, 0],
            [972, 971],
          ] as const
        ).map(([term_id, parent]) => ({
          term_taxonomy_id: term_id,
          term_id,
          parent,
          taxonomy: 'category',
          description: '',
          count: 0,
        })),
      )
      const posts = list(await rest('posts?per_page=3&orderby=id&order=asc&_fields=id'))
      await insertRows(
        on().database,
        'wp_term_relationships',
        posts.map((post, nth) => ({
          object_id: Number(at(post, 'id')),
          term_taxonomy_id: nth === 0 ? 971 : 972,
          term_order: 0,
        })),
      )
    })

    it('wpgraphql-nodes/1 are found by their global ids, whatever they are', async () => {
      const comment = await first('comments?_fields=id,author_name,author')
      const rows: readonly (readonly [string, string, unknown])[] = [
        ['post', 'Post', at(await first('posts?_fields=id'), 'id')],
        ['post', 'Page', at(await first('pages?_fields=id'), 'id')],
        ['post', 'MediaItem', at(await first('media?_fields=id'), 'id')],
        ['term', 'Category', at(await first('categories?_fields=id'), 'id')],
        ['term', 'Tag', at(await first('tags?_fields=id'), 'id')],
        ['user', 'User', at(await first('users?_fields=id'), 'id')],
        ['comment', 'Comment', at(comment, 'id')],
        ['post_type', 'ContentType', 'page'],
        ['taxonomy', 'Taxonomy', 'post_tag'],
        ['setting_group', 'WritingSettings', 'writing'],
        ['theme', 'Theme', 'twentytwentyfive'],
        ['comment_author', 'CommentAuthor', at(comment, 'id')],
      ]
      for (const [kind, type, key] of rows) {
        const id = globalId(kind, key)
        assert.deepEqual(at(await ask(`{ node(id: "${id}") { id __typename } }`), 'node'), {
          id,
          __typename: type,
        })
      }
      for (const [kind, key] of [
        ['post', 99_999_999],
        ['term', 99_999_999],
        ['user', 99_999_999],
        ['comment', 99_999_999],
        ['comment_author', 99_999_999],
        ['post_type', 'nothing'],
        ['taxonomy', 'nothing'],
        ['setting_group', 'nothing'],
        ['theme', 'nothing'],
        ['plugin', 'any'],
        ['user_role', 'editor'],
      ])
        assert.equal(
          at(await ask(`{ node(id: "${globalId(String(kind), key)}") { id } }`), 'node'),
          null,
          String(kind),
        )
      for (const id of ['abc', globalId('post', 0), globalId('cat', 5)])
        assert.deepEqual(at(await send(`{ node(id: "${id}") { id } }`), 'errors', 0, 'path'), ['node'], id)
    })

    it('wpgraphql-nodes/2 are found by what else names them, each where it does', async () => {
      const [post, page, file, tag, category, user] = await Promise.all(
        ['posts', 'pages', 'media', 'tags', 'categories', 'users'].map(async (path) =>
          list(await rest(path)).find((row) => /^[a-z-]+$/.test(String(at(row, 'slug')))),
        ),
      )
      const path = (row: unknown) => new URL(String(at(row, 'link'))).pathname
      const quoted = (value: unknown) => JSON.stringify(String(value))
      for (const [field, row] of [
        [`contentNode(id: ${quoted(at(post, 'id'))}, idType: DATABASE_ID)`, post],
        [`contentNode(id: ${quoted(at(page, 'id'))}, idType: DATABASE_ID, contentType: PAGE)`, page],
        [`contentNode(id: "${globalId('post', at(page, 'id'))}")`, page],
        [`contentNode(id: ${quoted(path(page))}, idType: URI)`, page],
        [`post(id: ${quoted(path(post))}, idType: URI)`, post],
        [`page(id: ${quoted(path(page))}, idType: URI)`, page],
        [`mediaItem(id: ${quoted(at(file, 'source_url'))}, idType: SOURCE_URL)`, file],
        [`mediaItem(id: ${quoted(at(file, 'slug'))}, idType: SLUG)`, file],
        [`postBy(slug: ${quoted(at(post, 'slug'))})`, post],
        [`postBy(postId: ${String(at(post, 'id'))})`, post],
        [`pageBy(uri: ${quoted(path(page))})`, page],
        [`termNode(id: ${quoted(at(tag, 'id'))}, idType: DATABASE_ID)`, tag],
        [`termNode(id: "${globalId('term', at(category, 'id'))}")`, category],
        [`termNode(id: ${quoted(at(tag, 'slug'))}, idType: SLUG, taxonomy: TAG)`, tag],
        [`termNode(id: ${quoted(at(tag, 'name'))}, idType: NAME)`, tag],
        [`termNode(id: ${quoted(path(tag))}, idType: URI)`, tag],
        [`tag(id: ${quoted(at(tag, 'name'))}, idType: NAME)`, tag],
        [`category(id: ${quoted(path(category))}, idType: URI)`, category],
        [`user(id: ${quoted(at(user, 'slug'))}, idType: SLUG)`, user],
      ] as const)
        assert.equal(
          at(await ask(`{ found: ${field} { databaseId } }`), 'found', 'databaseId'),
          at(row, 'id'),
          field,
        )
      const nothing = [
        'contentNode(id: "0", idType: DATABASE_ID)',
        `contentNode(id: ${quoted(path(tag))}, idType: URI)`,
        `contentNode(id: ${quoted(at(page, 'id'))}, idType: DATABASE_ID, contentType: POST)`,
        `post(id: ${quoted(at(page, 'id'))}, idType: DATABASE_ID)`,
        'post(id: "", idType: SLUG)',
        'mediaItem(id: "https://elsewhere.example/a.jpg", idType: SOURCE_URL)',
        'tag(id: "nothing", idType: NAME)',
        `tag(id: ${quoted(path(category))}, idType: URI)`,
        'termNode(id: "nothing", idType: SLUG)',
        'termNode(id: "x", idType: DATABASE_ID)',
        `termNode(id: ${quoted(path(page))}, idType: URI)`,
      ]
      for (const field of nothing)
        assert.deepEqual(await ask(`{ found: ${field} { id } }`), { found: null }, field)
    })

    it('wpgraphql-nodes/3 users are found by their e-mail addresses and logins for those alone who manage users', async () => {
      for (const [idType, id] of [
        ['EMAIL', 'admin@example.com'],
        ['USERNAME', 'admin'],
      ]) {
        const query = `{ user(id: "${id}", idType: ${idType}) { databaseId } }`
        const refused = await send(query)
        assert.deepEqual([at(refused, 'data', 'user'), at(refused, 'errors', 0, 'path')], [null, ['user']])
        assert.equal(at(await send(query, asUser('sam')), 'data', 'user'), null)
      }
      const me = await ask('{ viewer { databaseId email username } }', asUser('admin'))
      for (const [idType, name] of [
        ['EMAIL', 'email'],
        ['USERNAME', 'username'],
      ] as const)
        assert.deepEqual(
          await ask(
            `{ user(id: "${String(at(me, 'viewer', name))}", idType: ${idType}) { databaseId } }`,
            asUser('admin'),
          ),
          { user: { databaseId: at(me, 'viewer', 'databaseId') } },
        )
      const byRole = '{ users(where: { role: ADMINISTRATOR }) { nodes { databaseId } } }'
      assert.deepEqual(at(await send(byRole), 'errors', 0, 'path'), ['users'])
      assert.ok(list(at(await ask(byRole, asUser('admin')), 'users', 'nodes')).length > 0)
    })

    it('wpgraphql-nodes/4 content is listed by its terms as REST lists it', async () => {
      const tags = list(await rest('tags?orderby=count&order=desc&per_page=2'))
      const [a, b] = tags.map((tag) => String(at(tag, 'id')))
      const [slugA, slugB] = tags.map((tag) => String(at(tag, 'slug')))
      assert.ok(a && b && slugA && slugB)
      const children = 'categories=971,972'
      for (const [where, query] of [
        ['categoryName: "upper"', children],
        ['categoryName: "/upper/lower/"', 'categories=972'],
        ['categoryName: "upper,lower"', children],
        ['categoryName: "nothing"', null],
        ['categoryId: 971', children],
        ['categoryId: 972', 'categories=972'],
        ['categoryId: 0', ''],
        ['categoryIn: [971]', 'categories=971'],
        [`categoryIn: ["${globalId('term', 972)}"]`, 'categories=972'],
        ['categoryNotIn: [971, 972]', 'categories_exclude=971,972'],
        ['categoryNotIn: []', ''],
        [`tag: "${slugA}"`, `tags=${a}`],
        [`tag: "${slugA},${slugB}"`, `tags=${a},${b}`],
        [`tag: "${slugA}+${slugB}"`, `tags[operator]=AND&tags[terms]=${a},${b}`],
        [`tagId: "${a}"`, `tags=${a}`],
        [`tagId: "${globalId('term', Number(a))}"`, `tags=${a}`],
        ['tagId: "none"', ''],
        [`tagIn: [${a}, ${b}]`, `tags=${a},${b}`],
        [`tagNotIn: [${a}]`, `tags_exclude=${a}`],
        [`tagSlugIn: ["${slugA}", "${slugB}"]`, `tags=${a},${b}`],
        [`tagSlugAnd: ["${slugA}", "${slugB}"]`, `tags[operator]=AND&tags[terms]=${a},${b}`],
        [`categoryId: 971, tagNotIn: [${a}]`, `${children}&tags_exclude=${a}`],
      ] as const) {
        const listed = await ask(`{ posts(first: 100, where: { ${where} }) { nodes { databaseId } } }`)
        const wanted = query === null ? [] : list(await rest(`posts?per_page=100&_fields=id&${query}`))
        assert.deepEqual(
          list(at(listed, 'posts', 'nodes')).map((post) => at(post, 'databaseId')),
          wanted.map((post) => at(post, 'id')),
          where,
        )
      }
    })

    it('wpgraphql-nodes/5 settings are those of REST, group by group and all at once', async () => {
      const settings = await rest('settings', asUser('admin'))
      const query = `{
        generalSettings { title description url email timezone dateFormat timeFormat startOfWeek }
        readingSettings { postsPerPage showOnFront pageOnFront pageForPosts }
        writingSettings { defaultCategory useSmilies }
        discussionSettings { defaultCommentStatus defaultPingStatus }
        allSettings { generalSettingsTitle generalSettingsEmail readingSettingsPostsPerPage writingSettingsUseSmilies
          discussionSettingsDefaultCommentStatus generalSettingsStartOfWeek } }`
      const told = await ask(query, asUser('admin'))
      const names: readonly (readonly [string, string, string])[] = [
        ['generalSettings', 'title', 'title'],
        ['generalSettings', 'url', 'url'],
        ['generalSettings', 'email', 'email'],
        ['generalSettings', 'dateFormat', 'date_format'],
        ['generalSettings', 'timeFormat', 'time_format'],
        ['generalSettings', 'startOfWeek', 'start_of_week'],
        ['readingSettings', 'postsPerPage', 'posts_per_page'],
        ['readingSettings', 'showOnFront', 'show_on_front'],
        ['readingSettings', 'pageOnFront', 'page_on_front'],
        ['readingSettings', 'pageForPosts', 'page_for_posts'],
        ['writingSettings', 'defaultCategory', 'default_category'],
        ['writingSettings', 'useSmilies', 'use_smilies'],
        ['discussionSettings', 'defaultCommentStatus', 'default_comment_status'],
        ['discussionSettings', 'defaultPingStatus', 'default_ping_status'],
        ['allSettings', 'generalSettingsTitle', 'title'],
        ['allSettings', 'generalSettingsEmail', 'email'],
        ['allSettings', 'readingSettingsPostsPerPage', 'posts_per_page'],
        ['allSettings', 'writingSettingsUseSmilies', 'use_smilies'],
        ['allSettings', 'discussionSettingsDefaultCommentStatus', 'default_comment_status'],
        ['allSettings', 'generalSettingsStartOfWeek', 'start_of_week'],
      ]
      for (const [group, name, option] of names)
        assert.equal(at(told, group, name), at(settings, option), `${group}.${name}`)
      const open = await ask('{ generalSettings { email } allSettings { generalSettingsEmail } }')
      assert.deepEqual(open, {
        generalSettings: { email: null },
        allSettings: { generalSettingsEmail: null },
      })
      const { database } = on()
      for (const [offset, shown] of [
        ['0', '+00:00'],
        ['-3.5', '-03:30'],
        ['10', '+10:00'],
      ] as const) {
        await database.execute(
          "update wp_options set option_value = '' where option_name = 'timezone_string'",
        )
        await database.execute('update wp_options set option_value = ? where option_name = ?', [
          offset,
          'gmt_offset',
        ])
        assert.equal(at(await ask('{ generalSettings { timezone } }'), 'generalSettings', 'timezone'), shown)
      }
    })

    it('wpgraphql-nodes/6 types and taxonomies lead to each other, and to their content and terms', async () => {
      const data = await ask(`{
        contentTypes { nodes { name connectedTaxonomies { nodes { name } } contentNodes(first: 2) { nodes { contentTypeName } } } }
        taxonomies { nodes { name connectedContentTypes { nodes { name } } connectedTerms(first: 1) { nodes { __typename } } } }
        contentType(id: "${globalId('post_type', 'post')}") { name } taxonomy(id: "post_tag", idType: NAME) { id }
        none: contentType(id: "nothing", idType: NAME) { id } noTaxonomy: taxonomy(id: "nothing", idType: NAME) { id } }`)
      const named = (from: unknown, ...path: readonly string[]) =>
        list(at(from, ...path, 'nodes')).map((each) => at(each, 'name'))
      assert.deepEqual(named(data, 'contentTypes'), ['post', 'page', 'attachment'])
      const [post, page, file] = list(at(data, 'contentTypes', 'nodes'))
      assert.deepEqual(named(post, 'connectedTaxonomies'), ['category', 'post_tag', 'post_format'])
      assert.deepEqual([named(page, 'connectedTaxonomies'), at(file, 'contentNodes', 'nodes')], [[], []])
      assert.deepEqual(
        list(at(page, 'contentNodes', 'nodes')).map((node) => at(node, 'contentTypeName')),
        ['page', 'page'],
      )
      const [category, tag] = list(at(data, 'taxonomies', 'nodes'))
      assert.deepEqual(
        [named(category, 'connectedContentTypes'), at(tag, 'connectedTerms', 'nodes', 0, '__typename')],
        [['post'], 'Tag'],
      )
      assert.deepEqual(
        [
          at(data, 'contentType', 'name'),
          at(data, 'taxonomy', 'id'),
          at(data, 'none'),
          at(data, 'noTaxonomy'),
        ],
        ['post', globalId('taxonomy', 'post_tag'), null, null],
      )
      for (const field of ['contentType', 'taxonomy'])
        assert.deepEqual(at(await send(`{ ${field}(id: "no id") { id } }`), 'errors', 0, 'path'), [field])
      const themes = await ask(
        '{ themes { nodes { id slug } } theme(id: "twentytwentyfive") { name } none: theme(id: "x") { id } }',
      )
      assert.deepEqual(themes, {
        themes: { nodes: [{ id: globalId('theme', 'twentytwentyfive'), slug: 'twentytwentyfive' }] },
        theme: { name: 'Twenty Twenty-Five' },
        none: null,
      })
    })

    it('wpgraphql-nodes/7 the icon of the site is the file that its option names', async () => {
      const file = at(await first('media?_fields=id&media_type=image'), 'id')
      const icon = async () =>
        at(
          await ask('{ generalSettings { siteIcon { node { databaseId } } siteIconUrl } }'),
          'generalSettings',
        )
      assert.deepEqual(await icon(), { siteIcon: null, siteIconUrl: null })
      await on().database.execute("delete from wp_options where option_name = 'site_icon'")
      await insertRows(on().database, 'wp_options', [
        { option_name: 'site_icon', option_value: String(file), autoload: 'on' },
      ])
      assert.deepEqual(at(await icon(), 'siteIcon'), { node: { databaseId: file } })
      const { json: index } = await on().gateway.get('/cms-json/')
      assert.equal(at(await icon(), 'siteIconUrl'), at(index, 'site_icon_url'))
      const full = String(at(index, 'site_icon_url'))
      const copy = (name: string, width: number, height: number) =>
        `s:${name.length}:"${name}";a:3:{s:4:"file";s:${name.length + 4}:"${name}.png";s:5:"width";i:${width};s:6:"height";i:${height};}`
      const [flat, thumbnail] = [copy('medium', 300, 200), copy('thumbnail', 150, 100)]
      const squares = [copy('icon-270', 270, 270), copy('icon-192', 192, 192)]
      const cases = [
        [
          [flat, ...squares, thumbnail],
          { 512: null, 271: null, 270: 'icon-270', 200: 'icon-270', 32: 'icon-192' },
        ],
        [[flat, thumbnail], { 151: null, 150: 'thumbnail', 32: 'thumbnail' }],
        [[flat], { 32: null }],
      ] as const
      for (const [copies, sizes] of cases) {
        await on().database.execute(
          `delete from wp_postmeta where post_id = ${String(file)} and meta_key = '_wp_attachment_metadata'`,
        )
        const metadata = `a:1:{s:5:"sizes";a:${copies.length}:{${copies.join('')}}}`
        await insertRows(on().database, 'wp_postmeta', [
          { post_id: Number(file), meta_key: '_wp_attachment_metadata', meta_value: metadata },
        ])
        for (const [size, name] of Object.entries(sizes)) {
          // Each document is new: the database was changed behind the cache
          const json = await ask(`{ generalSettings { of${copies.length}: siteIconUrl(size: ${size}) } }`)
          const url = name === null ? full : full.replace(/[^/]*$/, `${name}.png`)
          assert.equal(at(json, 'generalSettings', `of${copies.length}`), url, size)
        }
      }
    })

    it('wpgraphql-nodes/8 titles are text with their tags, and as they are stored for those who may edit', async () => {
      const stored = 'Ships & <em>boats</em> -- on time'
      await on().database.execute('update wp_posts set post_title = ? where ID = 205', [stored])
      const document =
        '{ post(id: "205", idType: DATABASE_ID) { title shown: title(format: RENDERED) raw: title(format: RAW) } }'
      const shown = 'Ships & <em>boats</em> — on time'
      const postFor = async (headers: Readonly<Record<string, string>>) =>
        at(await ask(document, headers), 'post')
      assert.deepEqual(await postFor({}), { title: shown, shown, raw: null })
      assert.deepEqual(await postFor(asUser('edith')), { title: shown, shown, raw: stored })
    })

    it('wpgraphql-nodes/9 have the files that their entries in feeds announce, as far as their password lets them', async () => {
      const announced = 'https://files.test/episode.mp3\n1024\naudio/mpeg\n'
      await insertRows(
        on().database,
        'wp_postmeta',
        [205, 212].map((post_id) => ({ post_id, meta_key: 'enclosure', meta_value: announced })),
      )
      const document = `{ posts(where: { in: [204, 205, 212] }) { nodes { databaseId enclosure } } }`
      const shown = async (headers: Readonly<Record<string, string>>) =>
        list(at(await ask(document, headers), 'posts', 'nodes')).map((node) => at(node, 'enclosure'))
      assert.deepEqual(await shown({}), [null, announced, null])
      assert.deepEqual(await shown(asUser('edith')), [null, announced, announced])
    })
  },
  { graphqlView: 'wpgraphql', cacheBytesMax: 0 },
)
