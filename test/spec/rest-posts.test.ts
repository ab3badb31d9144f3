// The contract of the REST interface for posts: lists and their pages, items, selection, embedding, refusals. The
// expected values are facts of the demo data (sql/demo.sql).
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'
const ids = (json: unknown) => list(json).map((item) => at(item, 'id'))

onEveryDatabase('REST posts', (on) => {
  const get = (path: string) => on().gateway.get(path)

  it('rest-posts/1 lists ten published posts, newest first, with totals and the next page', async () => {
    const { status, headers, json } = await get(posts)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=UTF-8')
    assert.equal(headers.get('x-cms-total'), '32')
    assert.equal(headers.get('x-cms-totalpages'), '4')
    assert.equal(headers.get('link'), `<${on().gateway.url}${posts}?page=2>; rel="next"`)
    assert.equal(headers.get('allow'), 'GET')
    assert.deepEqual(ids(json).slice(0, 3), [238, 237, 235])
    const dates = list(json).map((item) => String(at(item, 'date')))
    assert.deepEqual(dates, dates.toSorted().toReversed())
    assert(list(json).every((item) => at(item, 'status') === 'publish' && at(item, 'type') === 'post'))
  })

  it('rest-posts/2 gives every page once, and each post on one of them', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((page) => get(`${posts}?per_page=5&page=${page}`)),
    )
    const seen = pages.flatMap(({ json }) => ids(json))
    assert.equal(seen.length, 32)
    assert.equal(new Set(seen).size, 32)
    assert.equal(
      pages[1]?.headers.get('link'),
      `<${on().gateway.url}${posts}?per_page=5&page=1>; rel="prev", <${on().gateway.url}${posts}?per_page=5&page=3>; rel="next"`,
    )
    assert.equal(pages[6]?.headers.get('link'), `<${on().gateway.url}${posts}?per_page=5&page=6>; rel="prev"`)
  })

  it('rest-posts/3 tells posts of the same minute apart by their ids, in the direction of the order', async () => {
    const descending = ids((await get(`${posts}?per_page=100`)).json)
    const ascending = ids((await get(`${posts}?per_page=100&order=asc`)).json)
    assert.deepEqual(ascending, descending.toReversed())
  })

  it('rest-posts/4 has the fields of a post', async () => {
    const { status, headers, json } = await get(`${posts}/230`)
    assert.equal(status, 200)
    assert.equal(
      headers.get('link'),
      '<http://127.0.0.1:8081/2024/02/15/comments-galore/>; rel="alternate"; type=text/html',
    )
    const self = `${on().gateway.url}${posts}/230`
    const { _links: links, ...fields } = Object.fromEntries(Object.entries(json ?? {}))
    assert.deepEqual(fields, {
      id: 230,
      date: '2024-02-15T09:00:00',
      date_gmt: '2024-02-15T09:00:00',
      guid: { rendered: 'http://127.0.0.1:8081/2024/02/15/comments-galore/' },
      modified: '2024-02-15T09:00:00',
      modified_gmt: '2024-02-15T09:00:00',
      slug: 'comments-galore',
      status: 'publish',
      type: 'post',
      link: 'http://127.0.0.1:8081/2024/02/15/comments-galore/',
      title: { rendered: 'Comments galore' },
      content: { rendered: '<p>Say something.</p>\n', protected: false },
      excerpt: { rendered: '<p>Say something.</p>\n', protected: false },
      author: 3,
      featured_media: 0,
      comment_status: 'open',
      ping_status: 'open',
      sticky: false,
      template: '',
      format: 'standard',
      meta: { footnotes: '' },
      categories: [2],
      tags: [],
      class_list: [
        'post-230',
        'post',
        'type-post',
        'status-publish',
        'format-standard',
        'hentry',
        'category-news',
      ],
    })
    assert.deepEqual(at(links, 'self'), [{ href: self, targetHints: { allow: ['GET'] } }])
    assert.deepEqual(at(links, 'author'), [
      { embeddable: true, href: `${on().gateway.url}/cms-json/cms/v2/users/3` },
    ])
  })

  it('rest-posts/5 leads nowhere that is not served', async () => {
    const { json } = await get(`${posts}?per_page=100`)
    const hrefs = new Set(
      list(json).flatMap((item) =>
        Object.entries(at(item, '_links') ?? {})
          .filter(([rel]) => rel !== 'curies')
          .flatMap(([, links]) => list(links).map((link) => String(at(link, 'href')))),
      ),
    )
    assert(hrefs.size > 60)
    // Revisions are for editors, and what is said below a password for those who have it
    for (const href of [...hrefs].filter((each) => !/\/revisions|comments\?post=212$/.test(each)))
      assert.equal((await get(href.slice(on().gateway.url.length))).status, 200, href)
  })

  it('rest-posts/6 keeps only the fields asked for, nested ones too, and reads no more', async () => {
    const { json } = await get(`${posts}?per_page=1&_fields=id,title.rendered,_links.self`)
    const [first] = list(json)
    assert.deepEqual(Object.keys(first ?? {}), ['id', 'title', '_links'])
    assert.deepEqual(Object.keys(at(first, '_links') ?? {}), ['self'])
    assert.deepEqual((await get(`${posts}?per_page=2&_fields=nope`)).json, [[], []])
    assert.deepEqual((await get(`${posts}?per_page=1&_fields[]=id&_fields[]=slug`)).json, [
      { id: 238, slug: '100-sure-50%25-backslash' },
    ])
    const statements = on().gateway.observed.filter(({ kind }) => kind === 'query').length
    await get(`${posts}?per_page=3&_fields=id,slug,date`)
    // The total is known by now
    assert(on().gateway.observed.filter(({ kind }) => kind === 'query').length - statements <= 2)
  })

  it('rest-posts/7 embeds authors and terms, in statements that do not grow with the page', async () => {
    const { json } = await get(`${posts}/230?_embed`)
    assert.deepEqual(
      Object.assign({}, at(json, '_embedded', 'author', 0), { _links: null, avatar_urls: null }),
      {
        id: 3,
        name: 'Arthur Penn',
        url: 'http://arthur.example.test/blog?a=1&amp;b=2',
        description: '',
        link: 'http://127.0.0.1:8081/author/arthur/',
        slug: 'arthur',
        avatar_urls: null,
        _links: null,
      },
    )
    assert.equal(at(json, '_embedded', 'cms:term', 0, 0, 'slug'), 'news')
    assert.deepEqual(at(json, '_embedded', 'cms:term', 1), [])
    assert.equal(at((await get(`${posts}/230?_embed=author`)).json, '_embedded', 'cms:term'), undefined)
    assert.equal(at((await get(`${posts}/230?_embed=nope`)).json, '_embedded'), undefined)
    assert.notEqual(at((await get(`${posts}/230?_embed=wp:term`)).json, '_embedded', 'cms:term'), undefined)
    const statementsOf = async (perPage: number) => {
      const before = on().gateway.observed.filter(({ kind }) => kind === 'query').length
      await get(`${posts}?per_page=${perPage}&_embed`)
      return on().gateway.observed.filter(({ kind }) => kind === 'query').length - before
    }
    const [few, many] = [await statementsOf(10), await statementsOf(31)]
    // Files that texts show cost three more (those named, those that belong to their posts, what they belong to), and so
    // does a level of pages above one, whatever the page's length
    assert(many <= few + 4 && many <= 24, `${few} statements for 10 posts, ${many} for 31`)
  })

  it('rest-posts/24 reads the meta of posts and of the files in their texts together', async () => {
    const reads = () =>
      on().gateway.observed.filter((each) => each.kind === 'query' && each.plan.startsWith('postmeta.'))
        .length
    const before = reads()
    const { json } = await get(`${posts}/221?_fields=content,meta`)
    assert.match(String(at(json, 'content', 'rendered')), / srcset="/)
    assert.deepEqual(at(json, 'meta', 'footnotes'), '')
    assert.equal(reads() - before, 1)
  })

  it('rest-posts/8 finds posts by words in title, excerpt or content', async () => {
    const found = async (search: string) =>
      ids((await get(`${posts}?per_page=100&search=${encodeURIComponent(search)}`)).json)
    assert.deepEqual(await found('soup'), [232, 202])
    assert.equal((await found('zzzz')).length, 0)
    assert.deepEqual(await found('minute same'), await found('same minute'))
    assert((await found('minute -first')).length < (await found('minute')).length)
    assert.deepEqual(await found('%'), [238, 222])
    assert.equal((await found('')).length, 32)
    // A password protects post 212: what it says is not found
    assert(!(await found('room')).includes(212))
  })

  it('rest-posts/9 orders equally fitting posts by their date, in the direction asked for', async () => {
    const found = async (order: string) =>
      ids((await get(`${posts}?search=soup&orderby=relevance&order=${order}`)).json)
    assert.deepEqual(await found('desc'), [232, 202])
    assert.deepEqual(await found('asc'), [202, 232])
  })

  it('rest-posts/10 embeds what the links that are selected lead to; of an item alone all links', async () => {
    const keysOf = (value: unknown) => Object.keys(Object(value))
    const [listed] = list((await get(`${posts}?include=201&_embed=author&_fields=id,_links.author`)).json)
    assert.deepEqual(keysOf(listed), ['id', '_links', '_embedded'])
    assert.deepEqual(keysOf(at(listed, '_links')), ['author'])
    const [bare] = list((await get(`${posts}?include=201&_embed=author&_fields=id,_embedded`)).json)
    assert.deepEqual(keysOf(bare), ['id'])
    const alone = (await get(`${posts}/201?_embed=author&_fields=id,_links.author`)).json
    assert.deepEqual(keysOf(alone), ['id', '_links', '_embedded'])
    assert(keysOf(at(alone, '_links')).includes('self'))
  })

  it('rest-posts/11 lets what is excluded stand for what is asked for of authors', async () => {
    const total = async (query: string) => (await get(`${posts}?${query}`)).headers.get('x-cms-total')
    assert.equal(await total('author=7&author_exclude=2'), await total('author_exclude=2'))
    assert.notEqual(await total('author=7'), await total('author_exclude=2'))
  })

  it('rest-posts/12 orders by what it is asked for', async () => {
    const order = async (query: string) => ids((await get(`${posts}?per_page=100&${query}`)).json)
    const byId = await order('orderby=id&order=asc')
    assert.deepEqual(
      byId,
      byId.toSorted((a, b) => Number(a) - Number(b)),
    )
    assert.deepEqual(await order('include=205,201,203&orderby=include'), [205, 201, 203])
    const { json } = await get(`${posts}?per_page=100&orderby=slug&order=asc&_fields=slug`)
    const slugs = list(json).map((item) => String(at(item, 'slug')))
    assert.deepEqual([slugs[0], slugs.length], ['100-sure-50%25-backslash', 32])
  })

  it('rest-posts/13 protects what a password protects, until it is given', async () => {
    const locked = await get(`${posts}/212`)
    assert.deepEqual(at(locked.json, 'content'), { rendered: '', protected: true })
    assert.deepEqual(at(locked.json, 'excerpt'), { rendered: '', protected: true })
    // A password that is not the item's own is refused, whatever else there is to say of the item
    for (const id of [212, 201, 215])
      assert.equal(
        at((await get(`${posts}/${id}?password=wrong`)).json, 'code'),
        'rest_post_incorrect_password',
        String(id),
      )
    const editing = await get(`${posts}/212?password=wrong&context=edit`)
    assert.deepEqual([editing.status, at(editing.json, 'code')], [401, 'rest_forbidden_context'])
    assert.equal((await get(`${posts}/999?password=wrong`)).status, 404)
    assert.equal((await get(`${posts}/201?password=`)).status, 200)
    const [row] = await on().database.execute('select post_password as password from wp_posts where ID = 212')
    const open = await get(`${posts}/212?password=${encodeURIComponent(String(row?.['password']))}`)
    assert.match(String(at(open.json, 'content', 'rendered')), /^<p>/)
    assert.equal(at(open.json, 'content', 'protected'), true)
    assert.equal(open.headers.get('cache-control'), 'private, no-store')
  })

  it('rest-posts/23 opens what has the password that a list is asked with', async () => {
    const protect = (password: string) =>
      on().database.execute('update wp_posts set post_password = ? where ID = 202', [password])
    await protect('another')
    const shown = async (query: string) => {
      const { json, headers } = await get(`${posts}?include=212,202,201&orderby=include&${query}`)
      assert.equal(headers.get('cache-control') === 'private, no-store', query !== '')
      return list(json).map((item) => at(item, 'content', 'rendered') !== '')
    }
    assert.deepEqual(await shown(''), [false, false, true])
    assert.deepEqual(await shown('password=sesame'), [true, false, true])
    assert.deepEqual(await shown('password=another'), [false, true, true])
    for (const query of ['password=wrong', 'password=', 'password[]=sesame'])
      assert.deepEqual(await shown(query), [false, false, true], query)
    assert.deepEqual(await shown(''), [false, false, true])
    await protect('')
  })

  it('rest-posts/14 protects footnotes as the text that they stand below', async () => {
    await on().database.execute(
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (213, 'footnotes', '[1]'), (212, 'footnotes', '[2]')`,
    )
    const [row] = await on().database.execute('select post_password as password from wp_posts where ID = 212')
    const footnotes = async (path: string, headers = {}) =>
      at((await on().gateway.get(posts + path, headers)).json, 'meta', 'footnotes')
    assert.equal(await footnotes('/213?_fields=meta'), '[1]')
    assert.equal(await footnotes('/212?_fields=meta'), '')
    assert.equal(await footnotes(`/212?password=${encodeURIComponent(String(row?.['password']))}`), '[2]')
    assert.equal(await footnotes('/212?context=edit', asUser('admin')), '[2]')
    const { json } = await on().gateway.graphql(
      '{ open: post(id: 213) { footnotes } locked: post(id: 212) { footnotes } }',
    )
    assert.deepEqual(at(json, 'data'), { open: { footnotes: '[1]' }, locked: { footnotes: '' } })
  })

  it('rest-posts/15 refuses with the code, status and words of the original', async () => {
    const refusal = async (path: string) => {
      const { status, json } = await get(path)
      return [status, at(json, 'code'), at(json, 'message'), at(json, 'data', 'status')]
    }
    const noRoute = 'No route was found matching the URL and request method.'
    assert.deepEqual(await refusal(`${posts}/999`), [404, 'rest_post_invalid_id', 'Invalid post ID.', 404])
    assert.deepEqual(await refusal(`${posts}/301`), [404, 'rest_post_invalid_id', 'Invalid post ID.', 404])
    assert.deepEqual(await refusal(`${posts}/18446744073709551616`), [
      404,
      'rest_post_invalid_id',
      'Invalid post ID.',
      404,
    ])
    assert.deepEqual(await refusal(`${posts}/206`), [
      401,
      'rest_forbidden',
      'Sorry, you are not allowed to do that.',
      401,
    ])
    assert.deepEqual(await refusal(`${posts}?page=99`), [
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
      400,
    ])
    assert.deepEqual(await refusal(`${posts}?context=edit`), [
      401,
      'rest_forbidden_context',
      'Sorry, you are not allowed to edit posts in this post type.',
      401,
    ])
    assert.deepEqual(await refusal(`${posts}/one`), [404, 'rest_no_route', noRoute, 404])
    assert.deepEqual(await refusal('/cms-json/cms/v2/nothing'), [404, 'rest_no_route', noRoute, 404])
    assert.deepEqual(await refusal('/cms-json/%E0%A4%A'), [404, 'rest_no_route', noRoute, 404])
  })

  it('rest-posts/16 names everything that is wrong with the arguments at once', async () => {
    const bounds = (message: string) => ({ code: 'rest_out_of_bounds', message, data: null })
    const page = bounds('page must be greater than or equal to 1')
    const perPage = bounds('per_page must be between 1 (inclusive) and 100 (inclusive)')
    const include = {
      code: 'rest_invalid_type',
      message: 'include[1] is not of type integer.',
      data: { param: 'include[1]' },
    }
    const order = { code: 'rest_not_in_enum', message: 'order is not one of asc and desc.', data: null }
    const wrong = (details: Readonly<Record<string, { readonly message: string }>>) => ({
      code: 'rest_invalid_param',
      message: `Invalid parameter(s): ${Object.keys(details).join(', ')}`,
      data: {
        status: 400,
        params: Object.fromEntries(Object.entries(details).map(([name, { message }]) => [name, message])),
        details,
      },
    })
    const { status, json } = await get(`${posts}?order=sideways&include=1,x`)
    assert.deepEqual([status, json], [400, wrong({ order, include })])
    // What a page is comes first; until that is right, nothing is said of the rest
    const early = await get(`${posts}?per_page=101&page=0&order=sideways&include=1,x`)
    assert.deepEqual([early.status, early.json], [400, wrong({ page, per_page: perPage })])
  })

  it('rest-posts/17 answers HEAD as GET without a body, and OPTIONS with how the route is called', async () => {
    const [head, whole] = [await on().gateway.send('HEAD', posts), await get(posts)]
    assert.deepEqual([head.status, head.text], [200, ''])
    for (const name of [
      'x-cms-total',
      'x-cms-totalpages',
      'link',
      'etag',
      'content-length',
      'content-type',
    ]) {
      assert.equal(head.headers.get(name), whole.headers.get(name), name)
    }
    const { status, json } = await on().gateway.send('OPTIONS', posts)
    assert.equal(status, 200)
    assert.deepEqual(at(json, 'endpoints', 0, 'args', 'per_page', 'maximum'), 100)
    assert.deepEqual(at(json, 'schema', 'properties', 'id'), {
      description: 'Identifies the item among others of its kind.',
      type: 'integer',
      context: ['view', 'edit', 'embed'],
      readonly: true,
    })
    assert.deepEqual((await on().gateway.send('OPTIONS', '/cms-json/nothing')).json, [])
    assert.equal((await on().gateway.send('DELETE', `${posts}/201`)).status, 404)
  })

  it('rest-posts/18 says in its index what it serves', async () => {
    const { json } = await get('/cms-json/')
    assert.equal(at(json, 'name'), 'Harbour &amp; Hill')
    assert.equal(
      at(json, 'routes', '/cms/v2/posts', '_links', 'self', 0, 'href'),
      `${on().gateway.url}${posts}`,
    )
    assert.equal(
      at(json, 'routes', '/cms/v2/posts/(?P<id>[\\d]+)', 'endpoints', 0, 'args', 'id', 'type'),
      'integer',
    )
    assert.equal((await get('/cms-json')).status, 200)
  })

  it('rest-posts/19 keeps strangers to what they may know of users', async () => {
    assert.equal((await get('/cms-json/cms/v2/users/5')).status, 401)
    assert.equal((await get('/cms-json/cms/v2/users/999')).status, 404)
    assert(!(await get('/cms-json/cms/v2/users')).text.includes('@'))
  })
})

onEveryDatabase(
  'REST under the brand wp',
  (on) => {
    it('rest-posts/20 names everything after the brand', async () => {
      const { headers, json } = await on().gateway.get('/wp-json/wp/v2/posts?per_page=1')
      assert.equal(headers.get('x-wp-total'), '32')
      assert.equal(at(json, 0, '_links', 'self', 0, 'href'), `${on().gateway.url}/wp-json/wp/v2/posts/238`)
      assert(at(json, 0, '_links', 'wp:term') !== undefined)
      assert.equal((await on().gateway.get('/cms-json/')).status, 404)
    })
  },
  { brand: 'wp' },
)

onEveryDatabase('terms beyond the exact numbers of a double', (on) => {
  it('rest-posts/21 are found by the ids that they have', async () => {
    const { database, gateway } = on()
    const [big, next] = ['9007199254740993', '9007199254740992']
    for (const id of [big, next]) {
      await database.execute(`insert into wp_terms (term_id, name, slug) values (${id}, 'Big', 'big-${id}')`)
      await database.execute(
        `insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) values (${id}, ${id}, 'category', '')`,
      )
    }
    await database.execute(
      `insert into wp_term_relationships (object_id, term_taxonomy_id) values (238, ${big}), (237, ${next})`,
    )
    const found = async (query: string) => ids((await gateway.get(`${posts}?per_page=100&${query}`)).json)
    assert.deepEqual(await found(`categories=${big}`), [238])
    assert.deepEqual(await found(`categories[terms][]=${big}`), [238])
    const others = await found(`categories_exclude=${big}`)
    assert.deepEqual([others.includes(238), others.includes(237)], [false, true])
  })
})

/** Texts of which the excerpt is all, a part, or rendered in another way. */
const texts = [
  'All of it & no "more"',
  'One <img src="/a.png" width="300" height="300"> word\n\nand a paragraph :-)',
  'Before <!--more--> and after',
  'First page <!--nextpage--> second page',
  '[caption id="attachment_301" width="300"]<img src="/a.png" width="300" height="300"> The caption[/caption] Text',
  'An [unknown] word and [[caption]] as it is',
  '[gallery ids="301"]',
  `${'word '.repeat(80)}\n\n${'more '.repeat(80)}`,
  '<!-- wp:paragraph --><p>A block</p><!-- /wp:paragraph -->',
  '<!-- wp:categories /--><!-- wp:heading --><h2>Said</h2><!-- /wp:heading -->',
]

onEveryDatabase('excerpts of texts', (on, { some }) => {
  it('rest-posts/22 are the same with the text and without it', async () => {
    const { database, gateway } = on()
    const published = ids((await gateway.get(posts)).json)
    for (const [nth, text] of some(texts).entries()) {
      const id = Number(published[nth])
      await database.execute(
        `update wp_posts set post_content = '${text}', post_excerpt = '', post_password = '' where ID = ${id}`,
      )
      const { json } = await gateway.get(`${posts}?include=${id}&_fields=id,content,excerpt`)
      const alone = await gateway.get(`${posts}?include=${id}&_fields=id,excerpt`)
      assert.equal(list(json).length, 1)
      assert.deepEqual(at(json, 0, 'excerpt'), at(alone.json, 0, 'excerpt'), text)
    }
  })
})
