// Answers of a real site where requests are odd or rows are missing, measured.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser, cookieOf } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const meta = (post_id: number, meta_key: string, meta_value: string) => ({ post_id, meta_key, meta_value })

onEveryDatabase('odd requests and missing rows', (on) => {
  before(async () => {
    await insertPosts(on().database, [
      { ID: 7001, post_author: 99, post_title: 'Of somebody who is gone' },
      { ID: 7002, post_type: 'attachment', post_status: 'inherit', post_mime_type: 'application/pdf' },
      { ID: 7003, post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/jpeg' },
    ])
    const size = (file: string, width: number, height: number) =>
      `a:4:{s:4:"file";s:${file.length}:"${file}";s:5:"width";i:${width};s:6:"height";i:${height};s:9:"mime-type";s:10:"image/jpeg";}`
    await insertRows(on().database, 'wp_postmeta', [
      meta(7002, '_wp_attached_file', '2024/07/plan.pdf'),
      meta(
        7002,
        '_wp_attachment_metadata',
        `a:1:{s:5:"sizes";a:2:{s:4:"full";${size('plan-pdf.jpg', 1058, 1497)}s:9:"thumbnail";${size('plan-pdf-106x150.jpg', 106, 150)}}}`,
      ),
      meta(7003, '_wp_attached_file', '2024/07/boat.jpg'),
      meta(7003, '_wp_attachment_image_alt', ' A <b>red</b> boat '),
    ])
  })
  const get = (path: string, as?: Parameters<typeof asUser>[0]) =>
    on().gateway.get(root + path, as ? asUser(as) : {})

  it('rest-edges/1 have no Allow for whom the arguments that are right let in nowhere', async () => {
    const allowed = async (path: string, as?: Parameters<typeof asUser>[0]) => {
      const { status, headers } = await get(path, as)
      return [status, headers.get('allow')]
    }
    assert.deepEqual(await allowed('/users?context=edit&per_page=0'), [400, null])
    assert.deepEqual(await allowed('/users?per_page=0'), [400, 'GET'])
    assert.deepEqual(await allowed('/posts/201/revisions?page=0', 'sam'), [400, null])
    assert.deepEqual(await allowed('/posts/201/revisions?page=0', 'edith'), [400, 'GET'])
    assert.deepEqual(await allowed('/posts/201?context=no'), [400, 'GET'])
    // An id in the query overrides the one of the path, and names the row of the integer that it begins with
    for (const [path, methods] of [
      ['/posts/201?id=x', null],
      ['/posts/201?id=', null],
      ['/posts/201?id[]=202', null],
      ['/posts/201?id=202,7', 'GET'],
      ['/posts/201?id=206,7', null],
      ['/categories/1?id=x', null],
      ['/users/1?id=x', null],
    ] as const)
      assert.deepEqual(await allowed(path), [400, methods], path)
    assert.deepEqual(await allowed('/posts/201/revisions?parent=x', 'edith'), [400, null])
    // Arguments for editors, and those that name a row, let nobody in by being wrong
    for (const query of ['type[]=note', 'author[]=x', 'author_email=x', 'status[]=']) {
      assert.deepEqual(await allowed(`/comments?${query}`, 'sam'), [400, null], query)
      assert.deepEqual(await allowed(`/comments?${query}`, 'arthur'), [400, 'GET'], query)
    }
    assert.deepEqual(await allowed('/comments?parent=x'), [400, 'GET'])
    assert.deepEqual(await allowed('/comments?author_email='), [400, 'GET'])
    assert.deepEqual(await allowed('/tags?post='), [400, 'GET'])
    assert.deepEqual(await allowed('/comments?author=,'), [200, 'GET'])
    assert.deepEqual(await allowed('/tags?post[]=201'), [400, null])
    assert.deepEqual(await allowed('/tags?per_page=0&post=201'), [400, 'GET'])
  })

  it('rest-edges/21 name what is wrong with the type and status of comments before anything else', async () => {
    const wrong = async (query: string) =>
      Object.keys(Object(at((await get(`/comments?${query}`, 'edith')).json, 'data', 'params')))
    assert.deepEqual(await wrong('status[]=&author_email=x'), ['status'])
    assert.deepEqual(await wrong('type[]=pingback&include=x&search[]=a'), ['search', 'type'])
    assert.deepEqual(await wrong('include=x&author_email=y'), ['include', 'author_email'])
  })

  it('rest-edges/2 select from descriptions, too', async () => {
    const { json } = await on().gateway.send('OPTIONS', `${root}/posts?_fields=methods`)
    assert.deepEqual(json, { methods: ['GET'] })
  })

  it('rest-edges/3 end a selection with a part of what is selected whole already', async () => {
    const { json } = await get('/posts?per_page=1&_fields=id,title,title.rendered,slug')
    assert.deepEqual(Object.keys(Object(list(json)[0])).toSorted(), ['id', 'title'])
  })

  it('rest-edges/4 ask nobody for leave to ask for no roles', async () => {
    const asked = await Promise.all(['', '?roles=', '?capabilities='].map((query) => get(`/users${query}`)))
    const [all, ...others] = asked.map(({ status, headers }) => [status, headers.get('x-cms-total')])
    assert.deepEqual(others, [all, all])
  })

  it('rest-edges/5 answer what was saved last, whichever autosave is asked for', async () => {
    const { json } = await get('/posts/201/autosaves/252', 'edith')
    assert.equal(at(json, 'id'), 253)
    const none = await get('/posts/202/autosaves/253', 'edith')
    assert.deepEqual([none.status, at(none.json, 'code')], [404, 'rest_post_no_autosave'])
    const refused = await get('/posts/201/autosaves/253', 'connie')
    assert.match(String(at(refused.json, 'message')), /view revisions of this post/)
  })

  it('rest-edges/6 embed an author who is gone as nobody', async () => {
    const { json } = await get('/posts/7001?_embed=author')
    assert.equal(at(json, '_embedded', 'author', 0, 'code'), 'rest_user_invalid_id')
  })

  it('rest-edges/7 show a document by its picture', async () => {
    const { json } = await get('/media/7002')
    const full = at(json, 'media_details', 'sizes', 'full')
    assert.deepEqual(
      ['file', 'width', 'height', 'mime_type'].map((name) => at(full, name)),
      ['plan-pdf.jpg', 1058, 1497, 'application/pdf'],
    )
    assert.match(String(at(full, 'source_url')), /\/2024\/07\/plan-pdf\.jpg$/)
    const shown = /<img [^>]*width="212" height="300" src="[^"]*\/plan-pdf\.jpg"/
    assert.match(String(at(json, 'description', 'rendered')), shown)
    assert.equal(at(json, 'caption', 'rendered'), '')
  })

  it('rest-edges/8 say what a picture shows without tags', async () => {
    const { json } = await get('/media/7003')
    assert.equal(at(json, 'alt_text'), ' A <b>red</b> boat ')
    assert.match(String(at(json, 'description', 'rendered')), / alt="A red boat"/)
  })

  it('rest-edges/9 search for what people type, without tags; content without backslashes', async () => {
    const total = async (path: string) => (await get(path)).headers.get('x-cms-total')
    assert.equal(await total('/posts?search=%3Cem%3E'), await total('/posts'))
    assert.equal(await total('/posts?search=so%5Cup'), await total('/posts?search=soup'))
    assert.equal(await total('/tags?search=%3Cb%3E'), await total('/tags'))
    assert.equal(await total('/search?search=%3Cb%3E'), await total('/search'))
  })

  it('rest-edges/10 search beyond the last page of terms and formats nowhere', async () => {
    const { status, json } = await get('/search?type=term&page=99')
    assert.deepEqual([status, at(json, 'code')], [400, 'rest_search_invalid_page_number'])
    const content = await get('/search?page=99')
    assert.deepEqual([content.status, content.headers.get('x-cms-total')], [200, '0'])
    assert.match(content.headers.get('link') ?? '', /page=98>; rel="prev"/)
  })

  it('rest-edges/22 find nothing of an unknown type, whichever kinds of it are named', async () => {
    const wrong = async (query: string) =>
      Object.keys(Object(at((await get(`/search?${query}`)).json, 'data', 'params')))
    for (const [query, names] of [
      ['type=x', ['type']],
      ['type=x&subtype=any', ['type']],
      ['type=x&subtype=post', ['type', 'subtype']],
      ['subtype[]=post&subtype[]=page&type=', ['subtype', 'type']],
      ['type=x&subtype=post,any', ['type']],
      ['type=x&subtype=y', ['type', 'subtype']],
      ['type=post&subtype=category', []],
    ] as const)
      assert.deepEqual(await wrong(query), names, query)
    const { json } = await get('/search?type=x&subtype=post')
    assert.deepEqual(at(json, 'data', 'details', 'subtype'), {
      code: 'rest_search_invalid_type',
      message: 'Invalid type parameter.',
      data: { status: 400 },
    })
  })

  it('rest-edges/11 embed all for an empty wish, whatever it is written as', async () => {
    for (const wish of ['', '=', '=0', '=1', '=true']) {
      const { json } = await get(`/posts/201?_embed${wish}`)
      assert.ok(at(json, '_embedded', 'author'), wish)
    }
  })

  it('rest-edges/12 count pages where an offset is nothing, but for content', async () => {
    const idsOf = async (path: string) => list((await get(path)).json).map((item) => at(item, 'id'))
    for (const path of ['/tags', '/users', '/comments'])
      assert.deepEqual(
        await idsOf(`${path}?per_page=2&page=2&offset=0`),
        await idsOf(`${path}?per_page=2&page=2`),
        path,
      )
    assert.deepEqual(await idsOf('/posts?per_page=2&page=2&offset=0'), await idsOf('/posts?per_page=2'))
  })

  it('rest-edges/13 tell totals of comments in envelopes as text', async () => {
    const headersOf = async (path: string) => at((await get(path)).json, 'headers', 'X-CMS-TotalPages')
    assert.equal(typeof (await headersOf('/comments?_envelope')), 'string')
    assert.equal(typeof (await headersOf('/posts?_envelope')), 'number')
  })

  it('rest-edges/14 have no terms of what cannot carry them', async () => {
    const { status, json } = await get('/categories?post=7002')
    assert.deepEqual([status, at(json, 'code')], [401, 'rest_forbidden_context'])
  })

  it('rest-edges/15 put nothing before a page of an editor that may not be edited', async () => {
    const ids = async (as: Parameters<typeof asUser>[0]) => {
      const { json } = await get('/posts?ignore_sticky=false&context=edit&per_page=100&_fields=id,author', as)
      return list(json).map((item) => at(item, 'author'))
    }
    assert.ok((await ids('edith')).some((author) => author !== 3))
    assert.deepEqual([...new Set(await ids('arthur'))], [3])
  })

  it('rest-edges/16 refuse in an envelope where one is asked for', async () => {
    const { status, json } = await on().gateway.get(`${root}/posts?_envelope`, {
      cookie: cookieOf('arthur'),
      'x-cms-nonce': '0123456789',
    })
    assert.deepEqual([status, at(json, 'status')], [200, 403])
  })

  it('rest-edges/17 take a post of no number for none', async () => {
    const { status, headers } = await get('/categories?post=0')
    assert.equal(status, 200)
    assert.equal(headers.get('x-cms-total'), (await get('/categories')).headers.get('x-cms-total'))
  })

  it('rest-edges/18 lead up from the index of a namespace, whatever is selected', async () => {
    const { json } = await get('?_fields=namespace')
    assert.deepEqual(Object.keys(Object(json)).toSorted(), ['_links', 'namespace'])
    assert.deepEqual((await on().gateway.get('/cms-json/?_fields=name')).json, { name: 'Harbour &amp; Hill' })
  })

  it('rest-edges/19 make excerpts in lists as long as any number says', async () => {
    const words = async (length: string) => {
      const { json } = await get(`/posts?include=218&_fields=excerpt&excerpt_length${length}`)
      return String(at(json, 0, 'excerpt', 'rendered'))
        .replace(/<[^>]*>| \[&hellip;\]|\n/g, '')
        .split(' ').length
    }
    const all = await words('=99')
    assert.equal(all, 55)
    assert.deepEqual(await Promise.all(['=3', '=%202.7', '=1e1', '[]=9', '=-1', '=-2'].map(words)), [
      3,
      2,
      10,
      1,
      all - 1,
      all - 1,
    ])
    for (const none of ['=0', '=abc', '=', '=-3']) {
      const { json } = await get(`/posts?include=218&_fields=excerpt&excerpt_length${none}`)
      assert.equal(at(json, 0, 'excerpt', 'rendered'), '<p> [&hellip;]</p>\n')
    }
    assert.equal((await get('/posts/218?excerpt_length=abc')).status, 400)
  })

  it('rest-edges/20 find nothing by names of files beyond the last page', async () => {
    const found = async (path: string) => {
      const { status, headers, json } = await get(path)
      return [status, headers.get('x-cms-total'), at(json, 0, 'id') ?? at(json, 'code')]
    }
    assert.deepEqual(await found('/media?search=boat.jpg&per_page=1'), [200, '1', 7003])
    assert.deepEqual(await found('/media?search=boat.jpg&per_page=1&page=2'), [200, '0', undefined])
    assert.deepEqual(await found('/media?page=99'), [400, null, 'rest_post_invalid_page_number'])
  })
})
