// Pages, media and terms, in what posts have not: parents, the content that they belong to, arguments of their own.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'
const ids = (json: unknown) => list(json).map((item) => at(item, 'id'))

onEveryDatabase('REST kinds', (on) => {
  const get = (path: string) => on().gateway.get(root + path)
  const idsOf = async (path: string) => ids((await get(path)).json)

  it('rest-kinds/1 pages lie below one another, in address and links', async () => {
    const { json } = await get('/pages/303?_embed')
    assert.equal(at(json, 'link'), 'http://127.0.0.1:8081/about-us/team/alumni/')
    assert.equal(at(json, '_links', 'up', 0, 'href'), `${on().gateway.url}${root}/pages/302`)
    assert.equal(at(json, '_embedded', 'up', 0, 'slug'), 'team')
    assert.deepEqual(await idsOf('/pages?parent=302'), [303])
    assert.deepEqual(
      await idsOf('/pages?menu_order=2&orderby=menu_order'),
      await idsOf('/pages?menu_order=2'),
    )
    assert.equal(at((await get('/pages/201')).json, 'code'), 'rest_post_invalid_id')
  })

  it('rest-kinds/2 patterns are for those who write, as they are stored; navigation is for all', async () => {
    const insert = (id: number, type: string) =>
      on().database.execute(
        `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
         post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
         post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
         values (${id}, 1, '2024-05-01 10:00:00', '2024-05-01 10:00:00', 'It''s "stored"', 'One', '', 'publish', 'closed',
         'closed', '', '${type}-one', '', '', '2024-05-01 10:00:00', '2024-05-01 10:00:00', '', 0, '', 0, '${type}', '', 0)`,
      )
    await insert(9001, 'wp_block')
    await insert(9002, 'wp_navigation')
    const hidden = await get('/blocks')
    assert.deepEqual([hidden.headers.get('x-cms-total'), hidden.json], ['1', []])
    assert.equal((await get('/blocks/9001')).status, 401)
    const [shown] = list((await on().gateway.get(`${root}/blocks`, asUser('arthur'))).json)
    assert.deepEqual(at(shown, 'title'), { raw: 'One' })
    assert.deepEqual(at(shown, 'content'), { raw: 'It\'s "stored"', protected: false })
    assert.equal(at(shown, 'wp_pattern_sync_status'), '')
    const { json: within } = await on().gateway.get(`${root}/blocks/9001?context=embed`, asUser('arthur'))
    assert.deepEqual([at(within, 'title'), at(within, 'wp_pattern_sync_status')], [[], ''])
    const described = (await on().gateway.send('OPTIONS', `${root}/blocks`)).json
    assert.deepEqual(Object.keys(Object(at(described, 'schema', 'properties', 'meta', 'properties'))), [
      'wp_pattern_sync_status',
      'footnotes',
    ])
    const core = '<!-- wp:core/paragraph --><p>a</p><!-- /wp:core/paragraph -->'
    await on().database.execute('update wp_posts set post_content = ? where ID = 9001', [core])
    await eventually(async () =>
      assert.equal(
        at((await on().gateway.get(`${root}/blocks/9001`, asUser('arthur'))).json, 'content', 'raw'),
        '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
      ),
    )
    const { json } = await get('/navigation/9002')
    // Built in, it is addressed as posts are, and is no page of the site
    assert.equal(at(json, 'link'), 'http://127.0.0.1:8081/2024/05/01/wp_navigation-one/')
    assert.deepEqual([at(json, 'class_list'), at(json, 'title')], [undefined, { rendered: 'One' }])
    const embedded = await get('/navigation/9002?context=embed')
    assert.equal(at(embedded.json, 'content', 'raw'), 'It\'s "stored"')
    await on().database.execute('delete from wp_posts where ID in (9001, 9002)')
  })

  it('rest-kinds/3 media are seen with what they belong to', async () => {
    const hidden = await get('/media/103')
    assert.deepEqual([hidden.status, at(hidden.json, 'code')], [401, 'rest_forbidden'])
    const listed = await get('/media?per_page=100')
    // The total counts what the page withholds, as in the original
    assert.equal(listed.headers.get('x-cms-total'), '14')
    assert(!ids(listed.json).includes(103))
    const featuring = await get('/posts/221')
    assert.deepEqual(
      [at(featuring.json, 'featured_media'), at(featuring.json, '_links', 'cms:featuredmedia')],
      [103, undefined],
    )
  })

  it('rest-kinds/4 media are asked for by kinds or types, of those that may be uploaded', async () => {
    const found = async (query: string) => ids((await get(`/media?per_page=100&${query}`)).json)
    assert.deepEqual(await found('media_type=audio&mime_type=application/pdf'), [108])
    assert.deepEqual(await found('mime_type=image/png,foo/bar'), [112, 104, 102])
    assert.deepEqual(await found('mime_type=foo/bar'), await found(''))
  })

  it('rest-kinds/5 terms of what the viewer may not read are refused', async () => {
    const { status, json } = await get('/categories?post=209')
    assert.deepEqual(
      [status, at(json, 'code'), at(json, 'message')],
      [401, 'rest_forbidden_context', 'Sorry, you are not allowed to view terms for this post.'],
    )
    const seen = await on().gateway.get(`${root}/categories?post=209`, asUser('edith'))
    assert.deepEqual(
      list(seen.json).map((term) => at(term, 'id')),
      [2],
    )
    assert.equal((await get('/categories?orderby=include')).status, 200)
  })

  it('rest-kinds/6 what is kept at the front stands there, unless words, terms or ids are asked for', async () => {
    const found = async (query: string) =>
      ids((await get(`/posts?ignore_sticky=false&per_page=3&${query}`)).json)
    assert.deepEqual(await found(''), [229, 228, 238, 237, 235])
    assert.deepEqual(await found('author=2'), [229, 228, 221, 220, 204])
    assert.deepEqual(await found('exclude=228'), [229, 238, 237, 235])
    assert.deepEqual(await found('search=a'), [238, 237, 234])
    assert.deepEqual(await found('categories=1'), [238, 237, 235])
  })

  it('rest-kinds/22 what is kept at the front stands before what is left out of terms, and before no list of a term or a search', async () => {
    const isFirst = async (query: string) =>
      (await idsOf(`/posts?ignore_sticky=false&per_page=5&${query}`)).slice(0, 2).join() === '229,228'
    const before = [
      'categories_exclude=2&tags_exclude=20&tax_relation=OR',
      'categories_exclude=2&tags_exclude=20',
      'format=aside&tax_relation=OR',
      'format=standard&categories_exclude=2',
      'categories[terms]=',
    ]
    for (const query of before) assert.equal(await isFirst(query), true, query)
    const alone = [
      'search=',
      'format=aside',
      'format=standard',
      'format=aside&categories[terms]=',
      'tags=20&format=standard&tax_relation=OR',
      'tags=20&categories_exclude=2&tax_relation=OR',
      'tags=99999&tax_relation=OR',
    ]
    for (const query of alone) assert.equal(await isFirst(query), false, query)
  })

  it('rest-kinds/7 what is kept at the front is not asked for where the page has it', async () => {
    const { observed } = on().gateway
    const before = observed.length
    const found = await idsOf('/posts?ignore_sticky=false&per_page=100&_fields=id')
    assert.deepEqual(found.slice(0, 2), [229, 228])
    const sent = observed.slice(before).flatMap((each) => (each.kind === 'query' ? [each.plan] : []))
    assert.deepEqual(
      sent.filter((plan) => plan.startsWith('posts.')),
      ['posts.list'],
    )
  })

  it('rest-kinds/8 media say where their file is, in every size', async () => {
    const { json } = await get('/media/101')
    const uploads = 'http://127.0.0.1:8081/wp-content/uploads/2024/01'
    assert.equal(at(json, 'link'), 'http://127.0.0.1:8081/2024/01/10/the-harbour-wakes-up/pier-at-dawn/')
    assert.equal(at(json, 'source_url'), `${uploads}/pier.jpg`)
    assert.equal(at(json, 'media_details', 'sizes', 'medium', 'source_url'), `${uploads}/pier-300x200.jpg`)
    assert.equal(at(json, 'media_details', 'sizes', 'full', 'width'), 1600)
    assert.deepEqual(at((await get('/media/114')).json, 'media_details'), {})
    assert.deepEqual(await idsOf('/media?mime_type=image/png,image/gif'), [112, 106, 104, 102])
    assert.deepEqual(await idsOf('/media?media_type=text'), [109])
    assert.deepEqual(await idsOf('/media?search=lamp'), [111, 110])
  })

  it('rest-kinds/9 content is asked for by its terms, with those below, all or any, or none', async () => {
    const any = await idsOf('/posts?categories=3,4&per_page=100')
    const both = await idsOf('/posts?categories[terms]=3,4&categories[operator]=AND&per_page=100')
    assert(both.length > 0 && both.length < any.length && both.every((id) => any.includes(id)))
    const below = await idsOf('/posts?categories[terms]=2&categories[include_children]=true&per_page=100')
    assert(any.every((id) => below.includes(id)))
    const none = await idsOf(
      '/posts?categories_exclude[terms]=2&categories_exclude[include_children]=1&per_page=100',
    )
    assert.equal(below.length + none.length, 32)
    const either = await idsOf('/posts?categories=2&tags=20&tax_relation=OR&per_page=100')
    assert(either.length > (await idsOf('/posts?categories=2&tags=20&per_page=100')).length)
    assert.deepEqual(await idsOf('/posts?categories=999'), [])
  })

  it('rest-kinds/10 content is asked for by times of the site, by format, by place at the front', async () => {
    assert.deepEqual(
      await idsOf('/posts?before=2024-01-15T10:00:00Z&after=2024-01-12T00:00:00'),
      await idsOf('/posts?before=2024-01-15T15:00:00%2B05:00&after=2024-01-12T00:00:00'),
    )
    assert.deepEqual(await idsOf('/posts?format=aside,link'), [225, 224])
    assert.deepEqual(await idsOf('/posts?sticky=true'), [229, 228])
    assert.deepEqual((await idsOf('/posts?ignore_sticky=false&per_page=4')).slice(0, 3), [229, 228, 238])
    assert.deepEqual(await idsOf('/posts?orderby=include_slugs&slug=aside,a-link'), [224, 225])
    // Without slugs the oldest come first, whatever the order
    const oldest = await idsOf('/posts?orderby=date&order=asc')
    for (const order of ['asc', 'desc'])
      assert.deepEqual(await idsOf(`/posts?orderby=include_slugs&order=${order}`), oldest)
    assert.deepEqual(await idsOf('/posts?exclude=238&include=238,201&orderby=id'), [238, 201])
  })

  it('rest-kinds/17 the order of what is named is turned round for terms and for people by id, for nothing else', async () => {
    const cases = [
      ['/categories?include=5,1,3&orderby=include', [3, 1, 5]],
      ['/tags?slug=sea,c,wind&orderby=include_slugs', [21, 23, 20]],
      ['/users?include=3,1,2&orderby=include', [2, 1, 3]],
      ['/users?slug=edith,admin&orderby=include_slugs', [2, 1]],
      ['/posts?include=205,201,203&orderby=include', [205, 201, 203]],
      ['/comments?include=8,1,4&orderby=include', [8, 1, 4]],
    ] as const
    for (const [path, turned] of cases) assert.deepEqual(await idsOf(`${path}&order=desc`), turned, path)
    assert.deepEqual(await idsOf('/categories?include=5,1,3&orderby=include&order=asc'), [5, 1, 3])
    assert.deepEqual(await idsOf('/users?include=3,1,2&orderby=include&order=asc'), [3, 1, 2])
  })

  it('rest-kinds/18 what is named for exclusion is left out of named comments, and of nothing else that is named', async () => {
    assert.deepEqual(await idsOf('/comments?include=1,4,8&exclude=4&orderby=include'), [1, 8])
    assert.deepEqual(await idsOf('/comments?include=4&exclude=4'), [])
    for (const path of ['/categories', '/tags', '/users', '/posts', '/pages']) {
      const [first] = await idsOf(`${path}?per_page=1`)
      const named = `${path}?include=${String(first)}&exclude=${String(first)}`
      assert.deepEqual(await idsOf(named), [first], path)
    }
  })

  it('rest-kinds/19 posts at the front are named by that: none is excluded, and their own order counts', async () => {
    assert.deepEqual(await idsOf('/posts?sticky=true&exclude=229'), [229, 228])
    assert.deepEqual(await idsOf('/posts?sticky=true&include=229,228,201&orderby=include'), [228, 229])
    assert.deepEqual(await idsOf('/posts?sticky=true&include=229&exclude=229'), [229])
    assert.ok(!(await idsOf('/posts?sticky=false&exclude=238')).includes(238))
  })

  it('rest-kinds/20 one of several taxonomies suffices for formats too, and leaving out terms that are not there asks for nothing', async () => {
    const tagged = await idsOf('/posts?tags=20')
    assert.deepEqual(await idsOf('/posts?tags=20&format=link&tax_relation=OR'), [225, ...tagged])
    assert.deepEqual(await idsOf('/posts?tags=20&format=link'), [])
    assert.deepEqual(await idsOf('/posts?format=link&tax_relation=OR'), [225])
    for (const missing of ['categories_exclude=99999', 'categories_exclude=20'])
      assert.deepEqual(await idsOf(`/posts?tags=20&${missing}&tax_relation=OR`), tagged, missing)
    assert.ok(
      (await idsOf('/posts?tags=20&categories_exclude=99999,1&tax_relation=OR')).length > tagged.length,
    )
    assert.deepEqual(
      await idsOf('/posts?tags_exclude=99999&categories_exclude=99999&tax_relation=OR'),
      await idsOf('/posts'),
    )
  })

  it('rest-kinds/11 items are found by their slugs too, and say what their address is', async () => {
    const { status, headers, json } = await get('/posts/by-slug/the-harbour-wakes-up?_fields=id')
    assert.deepEqual([status, json], [200, { id: 201 }])
    assert.match(headers.get('link') ?? '', /\/posts\/201>; rel="canonical"$/)
    assert.equal(at((await get('/posts/by-slug/%F0%9F%98%80-100')).json, 'code'), 'rest_post_invalid_id')
    assert.equal(at((await get('/categories/by-slug/soup')).json, 'id'), 6)
    for (const slug of ['nope', 'a-draft', '..%2f..'])
      assert.equal((await get(`/posts/by-slug/${slug}`)).status, 404, slug)
  })

  it('rest-kinds/12 statuses are slugs, each checked by itself', async () => {
    assert.deepEqual(await idsOf('/posts?status=PUBLISH,publish'), await idsOf('/posts'))
    assert.equal(at((await get('/posts?status=publish,DRAFT')).json, 'data', 'status'), 400)
    const asEditor = await on().gateway.get(`${root}/posts?status=draft,nope`, asUser('edith'))
    assert.match(String(at(asEditor.json, 'data', 'params', 'status')), /^status\[0\] is not one of /)
    const listed = await on().gateway.get(`${root}/posts?status[]=draft,publish`, asUser('edith'))
    assert.equal(listed.status, 400)
    const as = (path: string) => on().gateway.get(root + path, asUser('edith'))
    const idsAs = async (path: string) => list((await as(path)).json).map((item) => at(item, 'id'))
    assert.deepEqual(await idsAs('/posts?status=dra!ft'), await idsAs('/posts?status[]=draft&status[]='))
    // A status without a name beside no other one is every status
    const named = list((await as('/posts?status[]=&per_page=100')).json).map((item) => at(item, 'status'))
    assert.deepEqual(new Set(named), new Set(['draft', 'future', 'pending', 'private', 'publish', 'trash']))
    assert.match(
      (await as('/posts?status[]=&per_page=1')).headers.get('link') ?? '',
      /\?status%5B0%5D&per_page=1&page=2>/,
    )
    assert.equal((await get('/posts?status[]=')).status, 400)
    // Where none is named users find private content, which totals count as far as they see it
    assert.deepEqual(await idsAs('/posts?status=&include=201,209'), [209, 201])
    assert.equal((await as('/posts?status=&include=201,209')).headers.get('x-cms-total'), '2')
    const path = `${root}/posts?status=&include=201,209`
    assert.equal((await on().gateway.get(path, asUser('sam'))).headers.get('x-cms-total'), '1')
    assert.deepEqual(await idsOf('/posts?status=&include=201,209'), [201])
    const edited = (login: 'edith' | 'arthur') => on().gateway.get(`${path}&context=edit`, asUser(login))
    assert.deepEqual(ids((await edited('edith')).json), [209, 201])
    assert.deepEqual(ids((await edited('arthur')).json), [201])
    assert.equal((await edited('arthur')).headers.get('x-cms-total'), '1')
    await on().database.execute('update wp_posts set post_author = 3 where ID = 209')
    await eventually(async () => assert.deepEqual(ids((await edited('arthur')).json), [209, 201]))
    await on().database.execute('update wp_posts set post_author = 2 where ID = 209')
    assert.deepEqual(await idsOf('/pages?menu_order=-2'), await idsOf('/pages?menu_order=2'))
  })

  it('rest-kinds/21 a search for 0 is none to be ordered by, as PHP counts it as empty', async () => {
    const code = async (path: string) => at((await get(path)).json, 'code')
    assert.equal(await code('/posts?orderby=relevance&search=0'), 'rest_no_search_term_defined')
    assert.equal(await code('/posts?orderby=relevance&search=00'), undefined)
  })

  it('rest-kinds/13 a search without words is one all the same: protected content is for those who are logged in', async () => {
    const total = async (path: string, headers = {}) =>
      Number((await on().gateway.get(root + path, headers)).headers.get('x-cms-total'))
    assert.equal(await total('/posts?search=%5C'), (await total('/posts')) - 1)
    assert.equal(await total('/posts?search=%5C', asUser('sam')), await total('/posts'))
  })

  it("rest-kinds/15 the template of a page's address shows what lies above it decoded", async () => {
    await on().database.execute("update wp_posts set post_name = '%ce%bf-2' where ID = 302")
    await eventually(async () => {
      const { json } = await on().gateway.get(`${root}/pages/303?context=edit`, asUser('edith'))
      assert.equal(at(json, 'permalink_template'), 'http://127.0.0.1:8081/about-us/ο-2/%pagename%/')
    })
    await on().database.execute("update wp_posts set post_name = 'team' where ID = 302")
  })

  it('rest-kinds/16 files have no password that could be right, and posts in the trash no template', async () => {
    const refused = await get('/media/101?password=x')
    assert.deepEqual([refused.status, at(refused.json, 'code')], [403, 'rest_post_incorrect_password'])
    for (const path of ['/media/101?password=', '/media/101?password=0', '/posts/201?password=0'])
      assert.equal((await get(path)).status, 200, path)
    const { json } = await on().gateway.get(`${root}/posts/211?context=edit`, asUser('edith'))
    assert.equal(at(json, 'permalink_template'), 'http://127.0.0.1:8081/?p=211')
  })

  it('rest-kinds/14 a single item is shown with what it embeds where it is asked to embed', async () => {
    assert.deepEqual((await get('/posts/201?_fields=_embedded')).json, [])
    assert.deepEqual(Object.keys(Object((await get('/posts/201?_fields=_embedded&_embed=author')).json)), [
      '_links',
      '_embedded',
    ])
  })
})
