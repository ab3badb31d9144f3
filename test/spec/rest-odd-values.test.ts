// Answers of a real site about odd values of rows, and about sites with options that are rarely set, measured.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const meta = (post_id: number, meta_key: string, meta_value: string) => ({ post_id, meta_key, meta_value })
const vectors = 'a:2:{s:4:"file";s:5:"v.svg";s:5:"sizes";a:1:{s:5:"large";a:1:{s:4:"file";s:5:"l.svg";}}}'
const pier = 'http://127.0.0.1:8081/?p=201'
/** A copy in a further format, as the plug-in Modern Image Formats keeps it. */
const copies =
  'a:2:{s:4:"file";s:5:"a.png";s:5:"sizes";a:1:{s:6:"medium";a:2:{s:4:"file";s:5:"m.png";s:7:"sources";a:1:{s:10:"image/webp";a:1:{s:4:"file";s:6:"m.webp";}}}}}'
const unmeasured = 'a:1:{s:8:"filesize";i:500;}'
/** What is stored as an id, and what PHP takes it for. */
const numbers = [
  ['101abc', 101],
  ['101.9', 101],
  ['0x65', 0],
  ['s:3:"101";', 101],
  ['a:1:{i:0;i:101;}', 1],
  ['-101', -101],
  ['99999999999999999999', 9_223_372_036_854_775_807n],
] as const
const newest = '<!-- wp:latest-posts {"postsToShow":1,"displayPostContent":true,"displayPostDate":true} /-->'
const loop =
  '<!-- wp:query {"query":{"perPage":1,"postType":"post","inherit":false}} --><div><!-- wp:post-template --><!-- wp:post-excerpt /--><!-- /wp:post-template --></div><!-- /wp:query -->'
const scaled = 'a:2:{s:4:"file";s:5:"x.pdf";s:14:"original_image";s:9:"other.jpg";}'

onEveryDatabase('odd values', (on) => {
  before(async () => {
    const file = { post_type: 'attachment', post_status: 'inherit' }
    await insertPosts(on().database, [
      { ID: 7201, post_title: 'With notes that are no text' },
      { ID: 7202, post_type: 'wp_block', post_title: 'Of an unknown kind' },
      { ID: 7203, ...file, post_mime_type: 'image/svg+xml' },
      { ID: 7204, ...file, post_mime_type: 'application/pdf' },
      { ID: 7205, post_type: 'nav_menu_item', menu_order: 1 },
      { ID: 7206, ...file, post_mime_type: 'image/png' },
      { ID: 7207, ...file, post_mime_type: 'image/svg+xml' },
      { ID: 7208, ...file, post_mime_type: 'image/png' },
      { ID: 7209, post_content: `Before\n\n${pier}\n\nAfter`, post_date: '2031-01-01 10:00:00' },
      { ID: 7211, post_type: 'page', post_content: `${newest}${loop}` },
      ...numbers.map(([stored], nth) => ({ ID: 7220 + nth, post_title: stored })),
      { ID: 7240, post_type: 'nav_menu_item', menu_order: 2 },
      { ID: 7241, post_type: 'nav_menu_item', menu_order: 3 },
      { ID: 7242, ...file, post_mime_type: 'image/png' },
      { ID: 7243, ...file, post_mime_type: 'image/png' },
    ])
    await insertRows(on().database, 'wp_postmeta', [
      meta(7201, 'footnotes', 'a:1:{i:0;s:1:"x";}'),
      meta(7202, 'wp_pattern_sync_status', 'odd'),
      meta(7203, '_wp_attached_file', 'v.svg'),
      meta(7203, '_wp_attachment_metadata', vectors),
      meta(7204, '_wp_attached_file', 'x.pdf'),
      meta(7204, '_wp_attachment_metadata', scaled),
      meta(7204, '_thumbnail_id', '101'),
      meta(7243, '_wp_attached_file', 'a.png'),
      meta(7243, '_wp_attachment_metadata', copies),
      meta(7207, '_wp_attached_file', 'drawing.svg'),
      meta(7207, '_wp_attachment_metadata', unmeasured),
      meta(7208, '_wp_attached_file', 'unknown.png'),
      meta(7209, '_oembed_d83327cac89b784289bbb763fc48cafe', '<blockquote>The pier</blockquote>'),
      meta(7205, '_menu_item_type', 'post_type_archive'),
      meta(7242, '_wp_attachment_metadata', scaled),
      meta(7205, '_menu_item_object', 'product'),
      meta(7205, '_menu_item_object_id', '-20'),
      ...numbers.map(([stored], nth) => meta(7220 + nth, '_thumbnail_id', stored)),
      meta(7240, '_menu_item_type', 'post_type'),
      meta(7240, '_menu_item_object', 'page'),
      meta(7240, '_menu_item_object_id', 's:6:" 201.5";'),
      meta(7240, '_menu_item_menu_item_parent', '7205th'),
      meta(7241, '_menu_item_classes', 'one two'),
      meta(7241, '_menu_item_type', 'post_type'),
      meta(7241, '_menu_item_object', 'post'),
      meta(7241, '_menu_item_object_id', '201 and more'),
      meta(7241, '_menu_item_menu_item_parent', '-3'),
    ])
    const comment = {
      comment_post_ID: 7201,
      comment_author: 'Olga',
      comment_content: 'Said.',
      comment_date: '2020-01-01 10:00:00',
      comment_date_gmt: '0000-00-00 00:00:00',
    }
    await insertRows(on().database, 'wp_comments', [
      { comment_ID: 7201, ...comment, comment_approved: '1', comment_type: 'comment' },
      { comment_ID: 7202, ...comment, comment_approved: '0', comment_type: 'comment' },
      { comment_ID: 7203, ...comment, comment_approved: '1', comment_type: 'pingback' },
      { comment_ID: 7204, ...comment, comment_approved: 'spam', comment_type: 'comment' },
    ])
  })
  const get = (path: string, as?: Parameters<typeof asUser>[0]) =>
    on().gateway.get(root + path, as ? asUser(as) : {})
  const options = async (path: string) => (await on().gateway.send('OPTIONS', root + path)).json

  it('rest-odd-values/1 show the time of a comment in UTC as it is stored', async () => {
    const { json } = await get('/comments/7201')
    assert.equal(at(json, 'date_gmt'), '-0001-11-30T00:00:00')
  })

  it('rest-odd-values/2 list comments of an empty status and of an empty type', async () => {
    const idsOf = async (path: string) => list((await get(path, 'admin')).json).map((item) => at(item, 'id'))
    const sorted = '/comments?post=7201&orderby=id&order=asc'
    assert.deepEqual(await idsOf(`${sorted}&status=`), [7201, 7202])
    assert.deepEqual(await idsOf(`${sorted}&type=`), [7201, 7203])
  })

  it('rest-odd-values/3 have no text for what PHP serialized into a text', async () => {
    const { json } = await get('/posts/7201')
    assert.equal(at(json, 'meta', 'footnotes'), null)
  })

  it('rest-odd-values/4 show no kind of a pattern that is unknown', async () => {
    const { json } = await get('/blocks/7202', 'admin')
    assert.equal(at(json, 'wp_pattern_sync_status'), '')
  })

  it('rest-odd-values/5 have a picture without measures as wide and high as nothing', async () => {
    const { json } = await get('/media/7203')
    assert.equal(at(json, 'media_details', 'sizes', 'full', 'width'), 0)
    assert.equal(at(json, 'media_details', 'sizes', 'full', 'height'), 0)
  })

  it('rest-odd-values/23 have what plug-ins keep within the copies of a picture', async () => {
    const { json } = await get('/media/7243')
    assert.deepEqual(at(json, 'media_details', 'sizes', 'medium', 'sources'), {
      'image/webp': { file: 'm.webp' },
    })
  })

  it('rest-odd-values/15 say nothing of how to edit a picture without a file', async () => {
    const said = async (id: number) => {
      const { json } = await get(`/media/${id}?context=edit`, 'admin')
      return ['exif_orientation', 'image_output_format', 'image_save_progressive', 'image_quality'].filter(
        (name) => Object.hasOwn(Object(json), name),
      ).length
    }
    assert.deepEqual([await said(7203), await said(7206)], [4, 0])
  })

  it('rest-odd-values/16 leave out files of which nothing is known where a word is excluded', async () => {
    const found = async (words: string) =>
      list((await get(`/media?include=7203,7204,7206&search=${words}`)).json).map((item) => at(item, 'id'))
    assert.deepEqual([await found('-xyzzy'), await found('-pdf')], [[7204, 7203], [7203]])
  })

  it('rest-odd-values/6 name the original of pictures alone', async () => {
    const named = async (id: number) => at((await get(`/media/${id}`)).json, 'filename')
    assert.deepEqual([await named(7204), await named(7242)], ['x.pdf', null])
  })

  it('rest-odd-values/7 show the number of a menu item without its sign, and describe the link to its target; no menu where it is in none', async () => {
    const { json } = await get('/menu-items/7205', 'admin')
    assert.deepEqual([at(json, 'object_id'), Object.hasOwn(Object(json), 'menus')], [20, false])
    const links = list(at(await options('/menu-items'), 'schema', 'links'))
    assert.ok(links.some((link) => at(link, 'rel') === 'https://api.w.org/menu-item-object'))
  })

  it('rest-odd-values/8 select the links of a type, a taxonomy or a status as a whole', async () => {
    for (const path of ['/types/page', '/taxonomies/category'])
      assert.notEqual(at((await get(`${path}?_fields=_links.self`)).json, '_links', 'collection'), undefined)
    const { json } = await get('/types/page?_fields=slug')
    assert.deepEqual(json, { slug: 'page' })
    // A status has them whatever is asked for
    const status = await get('/statuses/publish?_fields=name')
    assert.deepEqual(Object.keys(Object(status.json)), ['name', '_links'])
  })

  it('rest-odd-values/12 know ids of what is asked for in parts, and no other value that has none', async () => {
    for (const path of ['/users/1', '/categories/2', '/comments/1', '/search?search=harbour&per_page=1']) {
      const { json } = await get(
        `${path}${path.includes('?') ? '&' : '?'}_fields=id.x,name.y,title.z,author_name.x`,
      )
      const [found] = Array.isArray(json) ? json : [json]
      assert.deepEqual(Object.keys(Object(found)), ['id'], path)
    }
  })

  it('rest-odd-values/13 give a file that has an image the class for it', async () => {
    const classes = list(at((await get('/media/7204')).json, 'class_list'))
    assert(classes.includes('has-post-thumbnail'))
    assert(!list(at((await get('/media/7203')).json, 'class_list')).includes('has-post-thumbnail'))
  })

  it('rest-odd-values/17 have an excerpt that says what is kept for an address, whatever else is asked for', async () => {
    const expected = '<p>Before The pier After</p>\n'
    for (const asked of ['', '?context=embed', '?_fields=excerpt', '?_fields=excerpt,content']) {
      const { json } = await get(`/posts/7209${asked}`)
      assert.equal(at(json, 'excerpt', 'rendered'), expected, asked)
    }
    const { json } = await get('/posts?include=7209&_fields=excerpt')
    assert.equal(at(json, 0, 'excerpt', 'rendered'), expected)
  })

  it('rest-odd-values/19 show what is kept for an address also where a list shows their first words', async () => {
    const { json } = await get('/pages/7211')
    assert.equal(String(at(json, 'content', 'rendered')).match(/Before The pier After/g)?.length, 2)
  })

  it('rest-odd-values/20 name the featured image, the target and the item above by the number that PHP takes their meta for', async () => {
    for (const [nth, [stored, id]] of numbers.entries()) {
      const { text } = await get(`/posts/${7220 + nth}?_fields=featured_media`)
      assert.equal(text, `{"featured_media":${id}}`, stored)
    }
    const { json } = await get('/menu-items/7240', 'admin')
    assert.deepEqual([at(json, 'object_id'), at(json, 'parent')], [201, 7205])
    // What is a post was a page when the item was made
    const [link] = list(at(json, '_links', 'cms:menu-item-object'))
    assert.match(String(at(link, 'href')), /\/posts\/201$/)
    assert.equal(at(link, 'post_type'), 'post')
  })

  it('rest-odd-values/22 lead a menu item nowhere whose target is no number, and show its meta as PHP casts them', async () => {
    const { json } = await get('/menu-items/7241', 'admin')
    const shown = ['object_id', 'parent', 'classes', 'url', 'invalid'].map((name) => at(json, name))
    assert.deepEqual(shown, [201, -3, ['one two'], '', true])
    assert.equal(at(json, 'title', 'rendered'), '#201 (no title)')
    assert.equal(at(json, '_links', 'cms:menu-item-object'), undefined)
  })

  it('rest-odd-values/18 miss no smaller copies of a drawing without measures', async () => {
    const missing = async (id: number) =>
      list(at((await get(`/media/${id}?context=edit`, 'admin')).json, 'missing_image_sizes')).length
    assert.deepEqual([await missing(7207), await missing(7208)], [0, 6])
  })

  it('rest-odd-values/24 miss no copies that would be as large as the image, within a pixel', async () => {
    const wanted: readonly (readonly [width: number, height: number, names: readonly string[]])[] = [
      [300, 301, ['thumbnail']],
      [301, 200, ['thumbnail']],
      [302, 200, ['thumbnail', 'medium']],
      [151, 150, []],
      [152, 150, ['thumbnail']],
      [149, 1000, ['thumbnail', 'medium']],
      [769, 5, ['thumbnail', 'medium']],
      [770, 5, ['thumbnail', 'medium', 'medium_large']],
      [0, 0, []],
    ]
    const file = { post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/jpeg' }
    await insertPosts(
      on().database,
      wanted.map((_, nth) => ({ ID: 7270 + nth, ...file })),
    )
    await insertRows(
      on().database,
      'wp_postmeta',
      wanted.flatMap(([width, height], nth) => [
        { post_id: 7270 + nth, meta_key: '_wp_attached_file', meta_value: `${nth}.jpg` },
        {
          post_id: 7270 + nth,
          meta_key: '_wp_attachment_metadata',
          meta_value: `a:2:{s:5:"width";i:${width};s:6:"height";i:${height};}`,
        },
      ]),
    )
    for (const [nth, [width, height, names]] of wanted.entries()) {
      const { json } = await get(`/media/${7270 + nth}?context=edit`, 'admin')
      assert.deepEqual(at(json, 'missing_image_sizes'), names, `${width} x ${height}`)
    }
  })
})

onEveryDatabase('a site without avatars whose addresses end in no slash', (on) => {
  before(async () => {
    const chosen = {
      show_avatars: '0',
      permalink_structure: '/%year%/%postname%.html',
      timezone_string: 'Asia/Kolkata',
      date_format: '',
    }
    for (const [name, value] of Object.entries(chosen))
      await on().database.execute('update wp_options set option_value = ? where option_name = ?', [
        value,
        name,
      ])
    await insertPosts(on().database, [
      { ID: 7206, post_date: '0000-00-00 00:00:00' },
      { ID: 7211, post_type: 'page', post_content: newest },
    ])
    let asked = 0
    await eventually(async () => {
      asked += 1
      const { json } = await on().gateway.get(`${root}/users/1?asked=${asked}`)
      assert.equal(at(json, 'avatar_urls'), undefined)
    })
  })
  const options = async (path: string) => (await on().gateway.send('OPTIONS', root + path)).json

  it('rest-odd-values/9 describe no avatars, whatever is wrong with the request', async () => {
    for (const path of ['/users', '/users?per_page=x', '/users/1', '/users/me', '/users/by-slug/admin']) {
      const described = Object(at(await options(path), 'schema', 'properties'))
      assert.ok('slug' in described && !('avatar_urls' in described), path)
    }
    const described = Object(at(await options('/comments'), 'schema', 'properties'))
    assert.ok(!('author_avatar_urls' in described))
  })

  it('rest-odd-values/14 show an item none of whose requested fields is there as an empty list', async () => {
    assert.equal((await on().gateway.get(`${root}/users/1?_fields=avatar_urls`)).text, '[]')
    assert.equal((await on().gateway.get(`${root}/users?include=1,2&_fields=avatar_urls`)).text, '[[],[]]')
  })

  it('rest-odd-values/21 show no date where the format of dates is empty', async () => {
    const { json } = await on().gateway.get(`${root}/pages/7211`)
    assert.match(String(at(json, 'content', 'rendered')), /<time datetime="\d[^>]*post-date"><\/time>/)
  })

  it('rest-odd-values/10 put frames at addresses without a slash at their ends', async () => {
    const url = encodeURIComponent('http://127.0.0.1:8081/?p=201')
    const { json } = await on().gateway.get(`/cms-json/oembed/1.0/embed?url=${url}`)
    assert.match(String(at(json, 'html')), /src="[^"]*\/the-harbour-wakes-up\.html\/embed#\?secret=/)
  })

  it('rest-odd-values/11 convert a time that was never set by the offset that clocks had then', async () => {
    const { json } = await on().gateway.get(`${root}/posts/7206`)
    assert.equal(at(json, 'date'), '-0001-11-30T00:00:00')
    assert.equal(at(json, 'date_gmt'), '-0001-11-29T18:06:32')
  })
})
