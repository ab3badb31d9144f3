// How the REST interface is reached and how it answers, whatever the route: addresses, methods, dresses, what is allowed.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text as read } from 'node:stream/consumers'
import { it } from 'node:test'
import { at, list, onOneDatabase, startTestGateway } from '../support/gateway.ts'

const posts = '/cms-json/cms/v2/posts'

/** Why one database is enough. */
const same = 'addresses and envelopes are taken apart and made around what is read'

onOneDatabase('the transport of REST', same, (on) => {
  const get = (path: string, headers?: Readonly<Record<string, string>>) => on().gateway.get(path, headers)

  it('rest-transport/1 takes every spelling of an address', async () => {
    const { text } = await get(`${posts}?_fields=id`)
    for (const path of [
      `${posts}/?_fields=id`,
      '/cms-json/CMS/V2/Posts?_fields=id',
      '/cms-json//cms/v2/posts?_fields=id',
      '/?rest_route=/cms/v2/posts&_fields=id',
      '/index.php?rest_route=/cms/v2/posts/&_fields=id',
      '/index.php/cms-json/cms/v2/posts?_fields=id',
    ])
      assert.equal((await get(path)).text, text, path)
    assert.equal((await get('/cms-json/cms/v2//posts')).status, 404)
    assert.match((await get('/')).headers.get('link') ?? '', /\/cms-json\/>; rel="https:\/\/api\.w\.org\/"/)
  })

  it('rest-transport/2 reads by POST where GET is meant, and never writes by GET', async () => {
    const { text } = await get(`${posts}?per_page=1`)
    const meant = await on().gateway.send('POST', `${posts}?_method=GET&per_page=1`)
    assert.equal(meant.text, text)
    assert.match(meant.headers.get('link') ?? '', /\?_method=GET&per_page=1&page=2>/)
    const headers = { 'x-http-method-override': 'DELETE' }
    for (const refused of [
      await get(`${posts}/201?_method=DELETE`),
      await get(`${posts}?per_page=1`, headers),
    ])
      assert.deepEqual([refused.status, at(refused.json, 'code')], [404, 'rest_no_route'])
  })

  it('rest-transport/13 sends headers alone where the address says HEAD', async () => {
    const { text, headers } = await get(`${posts}?per_page=1`)
    const isHead = async (path: string) => {
      const answer = await get(path)
      assert.deepEqual([answer.text, answer.headers.get('content-length')], ['', '0'], path)
      return answer
    }
    const listed = await isHead(`${posts}?per_page=1&_method=head`)
    assert.deepEqual([listed.status, listed.headers.get('x-cms-total')], [200, headers.get('x-cms-total')])
    assert.match(listed.headers.get('link') ?? '', /per_page=1&_method=head&page=2>; rel="next"/)
    assert.equal((await isHead(`${posts}/99999?_method=HEAD`)).status, 404)
    // Other addresses are the same for all
    assert.equal((await get(`${posts}?per_page=1`, { 'x-http-method-override': 'HEAD' })).text, text)
    await isHead(`${posts}?per_page=1&_envelope=1&_method=HEAD`)
    assert.equal((await on().gateway.send('POST', `${posts}?_method=HEAD&per_page=1`)).text, '')
    assert.equal(
      (await get(`${posts}?per_page=1&_method=GET`, { 'x-http-method-override': 'HEAD' })).text,
      text,
    )
  })

  it('rest-transport/3 puts answers and refusals into envelopes', async () => {
    const { status, json, headers } = await get(`${posts}?_envelope&per_page=101`)
    assert.deepEqual([status, at(json, 'status'), at(json, 'body', 'data', 'status')], [200, 400, 400])
    assert.deepEqual([at(json, 'headers'), headers.get('allow')], [{ Allow: 'GET' }, null])
    const { json: listed } = await get(`${posts}?_envelope&per_page=2&_embed`)
    assert.equal(typeof at(listed, 'headers', 'X-CMS-Total'), 'number')
    assert.ok(at(listed, 'body', 0, '_embedded', 'author'))
  })

  it('rest-transport/4 calls back, and refuses what is no name without more', async () => {
    const { text, headers } = await get(`${posts}/999?_jsonp=a.b`)
    assert.match(text, /^\/\*\*\/a\.b\(\{"code":"rest_post_invalid_id",.*\}\)$/)
    assert.equal(headers.get('content-type'), 'application/javascript; charset=UTF-8')
    // In ASCII, with escaped slashes, whatever the text
    const script = await get('/cms-json/?_jsonp=a&_fields=home')
    assert.match(script.text, /"home":"http:\\\/\\\/127\.0\.0\.1/)
    const named = await get(`${posts}?_jsonp=a&per_page=20&_fields=content,title`)
    assert.ok(/\\u[0-9a-f]{4}/.test(named.text) && !/[\u0080-\uffff]/.test(named.text))
    // PHP takes a 0 for no name
    assert.match((await get(`${posts}?_jsonp=0`)).headers.get('content-type') ?? '', /json/)
    const refused = await get(`${posts}?_jsonp=a-b`)
    assert.deepEqual(
      [refused.status, JSON.parse(refused.text)],
      [400, { code: 'rest_callback_invalid', message: 'Invalid JSONP callback function.' }],
    )
  })

  it('rest-transport/5 keeps nothing of one dress for another', async () => {
    const plain = await get(`${posts}?per_page=1`)
    const dressed = ['_envelope', '_jsonp=x', '_pretty', ''].map(async (dress) => {
      const { text } = await get(`${posts}?per_page=1${dress === '' ? '' : `&${dress}`}`)
      return text === plain.text
    })
    assert.deepEqual(await Promise.all(dressed), [false, false, false, true])
  })

  it('rest-transport/6 says who may what: what is asked wrongly is allowed, what is forbidden is not', async () => {
    const allowed = async (path: string) => (await get(path)).headers.get('allow')
    assert.deepEqual(
      await Promise.all(
        [`${posts}?per_page=0`, `${posts}?context=edit`, `${posts}/999`, '/cms-json/cms/v2/users/me'].map(
          allowed,
        ),
      ),
      ['GET', null, null, 'GET'],
    )
    const options = await on().gateway.send('OPTIONS', `${posts}?context=edit`)
    assert.deepEqual([options.status, options.headers.get('allow')], [200, null])
    assert.deepEqual((await on().gateway.send('OPTIONS', '/cms-json/nothing')).json, [])
    const comments = '/cms-json/cms/v2/comments'
    const said = async (query: string) =>
      (await on().gateway.send('OPTIONS', comments + query)).headers.get('allow')
    // There are no defaults here, and what is not given is not what everybody may ask for
    assert.deepEqual(
      await Promise.all(['', '?status=approve', '?status=approve&type=comment', '?type=note'].map(said)),
      [null, null, 'GET', null],
    )
  })

  it('rest-transport/7 keeps what is selected of any answer', async () => {
    assert.deepEqual(Object.keys(Object((await get('/cms-json/?_fields=name,_links.help')).json)), [
      'name',
      '_links',
    ])
    // The way to the index is there whatever is selected
    const { json } = await get('/cms-json/cms/v2?_fields=nothing')
    assert.deepEqual(Object.keys(Object(json)), ['_links'])
  })

  it('rest-transport/8 lists every namespace, with its routes', async () => {
    const { json } = await get('/cms-json/')
    assert.deepEqual(at(json, 'namespaces'), ['oembed/1.0', 'lectern/v1', 'cms/v2'])
    const { json: own } = await get('/cms-json/cms/v2')
    assert.deepEqual(at(own, 'routes', '/cms/v2'), {
      namespace: 'cms/v2',
      methods: ['GET'],
      endpoints: [
        {
          methods: ['GET'],
          args: {
            namespace: { default: 'cms/v2', required: false },
            context: { default: 'view', required: false },
          },
        },
      ],
      _links: { self: [{ href: `${on().gateway.url}/cms-json/cms/v2` }] },
    })
  })
  it('rest-transport/9 shows what stands for the site, and how to log in', async () => {
    const { json: without } = await get('/cms-json/')
    assert.deepEqual([at(without, 'site_icon'), at(without, 'site_icon_url')], [0, ''])
    assert.equal(at(without, '_links', 'cms:featuredmedia'), undefined)
    const { authorization } = Object(at(without, 'authentication', 'application-passwords', 'endpoints'))
    assert.equal(authorization, `${String(at(without, 'url'))}/wp-admin/authorize-application.php`)
    await on().database.execute(
      `update wp_options set option_value = '1e999' where option_name = 'site_icon'`,
    )
    const large = await startTestGateway(on().database)
    assert.equal(at((await large.get('/cms-json/')).json, 'site_icon'), 0)
    await large.stop()
    await on().database.execute(`update wp_options set option_value = '101' where option_name = 'site_icon'`)
    const other = await startTestGateway(on().database)
    const { json } = await other.get('/cms-json/')
    const { json: icon } = await other.get('/cms-json/cms/v2/media/101')
    assert.deepEqual([at(json, 'site_icon'), at(json, 'site_icon_url')], [101, at(icon, 'source_url')])
    assert.deepEqual(at(json, '_links', 'cms:featuredmedia'), [
      { type: 'site_icon', embeddable: true, href: `${other.url}/cms-json/cms/v2/media/101` },
    ])
    await other.stop()
  })

  it('rest-transport/11 takes targets that name the host, where it is the one that is asked', async () => {
    const { url } = on().gateway
    const path = `${posts}?_fields=id&per_page=1`
    const sent = (target: string) =>
      new Promise<string>((resolve, reject) => {
        const asking = request(url, { path: target }, (response) => {
          read(response).then((body) => resolve(`${response.statusCode} ${body}`), reject)
        })
        asking.once('error', reject).end()
      })
    const expected = `200 ${(await get(path)).text}`
    assert.equal(await sent(url + path), expected)
    assert.equal(await sent(url.toUpperCase() + path), expected)
    assert.match(await sent(`http://elsewhere.example${path}`), /^404 /)
    assert.match(await sent(url), /^200 <!doctype html>/i)
  })

  it('rest-transport/10 has patterns that clients can take apart at their slashes', async () => {
    const { json } = await get('/cms-json/')
    for (const pattern of Object.keys(Object(at(json, 'routes'))))
      for (const part of pattern.split('/')) assert(new RegExp(part.replaceAll('?P<', '?<')), pattern)
  })

  it('rest-transport/12 embeds where links are selected, and keeps the links of a single entry that embeds', async () => {
    const root = '/cms-json/cms/v2'
    const cases: readonly (readonly [path: string, members: readonly string[]])[] = [
      ['/search?search=the&per_page=1&_embed&_fields=id,_links', ['id', '_links', '_embedded']],
      ['/search?search=the&per_page=1&_embed&_fields=id', ['id']],
      ['/search?search=the&per_page=1&_fields=id,_links', ['id', '_links']],
      ['/posts?per_page=1&_embed&_fields=id,_links', ['id', '_links', '_embedded']],
      ['/types/post?_embed&_fields=slug,_embedded', ['slug', '_links']],
      ['/types/post?_fields=slug,_embedded', ['slug']],
    ]
    for (const [path, members] of cases) {
      const { json } = await get(root + path)
      assert.deepEqual(Object.keys(Object(Array.isArray(json) ? json[0] : json)), members, path)
    }
    const formats = list((await get(`${root}/search?type=post-format&_fields=id`)).json)
    assert(formats.length > 0)
    for (const format of formats) assert.deepEqual(Object.keys(Object(format)), ['id'])
  })
})
