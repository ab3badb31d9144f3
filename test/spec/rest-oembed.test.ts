// oEmbed: content of the site is found by its address, whichever way that is written, and by no other.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { insertMeta, insertPosts } from '../support/plugins.ts'
import { parseXml, type Xml } from '../support/xml.ts'

const embed = '/cms-json/oembed/1.0/embed'

onEveryDatabase(
  'oEmbed',
  (on) => {
    const get = (path: string, headers = {}) => on().gateway.get(path, headers)
    const of = (url: string, more = '') => get(`${embed}?url=${encodeURIComponent(url)}${more}`)

    it('rest-oembed/1 finds content by its own address', async () => {
      for (const path of ['cms/v2/posts/201', 'cms/v2/posts/238', 'cms/v2/pages/301', 'cms/v2/media/101']) {
        const { json: item } = await get(`/cms-json/${path}`)
        const link = String(at(item, 'link'))
        const { status, json } = await of(link)
        assert.equal(status, 200, link)
        assert.deepEqual([at(json, 'type'), at(json, 'title')], ['rich', at(item, 'title', 'rendered')])
        assert.ok(String(at(json, 'html')).startsWith('<blockquote'), link)
        assert.equal((await of(`${link}?utm=1#top`)).text, (await of(link)).text)
        assert.equal((await of(`${new URL(link).origin}/?p=${String(at(item, 'id'))}`)).status, 200)
      }
    })

    it('rest-oembed/14 finds content by an address without scheme or host, as it was asked for', async () => {
      const { json: item } = await get('/cms-json/cms/v2/pages/301')
      const { host, pathname } = new URL(String(at(item, 'link')))
      for (const [url, status] of [
        [`//${host}${pathname}`, 200],
        [pathname, 200],
        ['?page_id=301', 200],
        [`/\\elsewhere.example${pathname}`, 404],
        [`//${host}@elsewhere.example${pathname}`, 404],
        [`///${host}${pathname}`, 404],
        [`//elsewhere.example${pathname}`, 404],
        [pathname.slice(1), 404],
      ] as const)
        assert.equal((await of(url)).status, status, url)
    })

    it('rest-oembed/15 marks the titles of content with a password', async () => {
      const { json: item } = await get('/cms-json/cms/v2/posts/212')
      const title = String(at(item, 'title', 'rendered'))
      const { json } = await of(String(at(item, 'link')))
      assert.equal(at(json, 'title'), `Protected: ${title}`)
      assert.ok(String(at(json, 'html')).includes(`>Protected: ${title}</a>`))
    })

    it('rest-oembed/2 keeps the width within what a frame may have', async () => {
      const { json: item } = await get('/cms-json/cms/v2/posts/201')
      const sizes = ['&maxwidth=100', '&maxwidth=400', '&maxwidth=9999', '&maxwidth=x'].map(async (more) => {
        const { json } = await of(String(at(item, 'link')), more)
        return [at(json, 'width'), at(json, 'height')]
      })
      assert.deepEqual(await Promise.all(sizes), [
        [200, 200],
        [400, 225],
        [600, 338],
        [200, 200],
      ])
    })

    it('rest-oembed/3 finds nothing that is of another site, no content, or not for everybody', async () => {
      const { json: index } = await get('/cms-json/')
      const home = String(at(index, 'home'))
      // 206 is a draft, 209 private
      const others = [
        `${home}/nothing/`,
        home,
        'https://elsewhere.example/?p=201',
        `${home}/?p=206`,
        `${home}/?p=209`,
        `${home}/?page_id=99999`,
        `${home}/?p=206&attachment_id=201`,
        'x',
      ]
      for (const url of others) {
        const { status, json, headers } = await of(url)
        assert.deepEqual(
          [status, at(json, 'code'), headers.get('allow')],
          [404, 'oembed_invalid_url', 'GET'],
          url,
        )
      }
      assert.equal(at((await get(embed)).json, 'code'), 'rest_missing_callback_param')
    })

    it('rest-oembed/4 finds by an id in the query nothing else, also where a page stands at the front', async () => {
      await on().database.execute(
        `update wp_options set option_value = 'page' where option_name = 'show_on_front'`,
      )
      await on().database.execute(
        `update wp_options set option_value = '309' where option_name = 'page_on_front'`,
      )
      // A gateway that reads the options anew
      const gateway = await startTestGateway(on().database, demoKeys)
      const home = String(at((await gateway.get('/cms-json/')).json, 'home'))
      const statusOf = async (url: string) =>
        (await gateway.get(`/cms-json/oembed/1.0/embed?url=${encodeURIComponent(url)}`)).status
      assert.equal(await statusOf(`${home}/`), 200)
      assert.equal(await statusOf(`${home}/?page_id=309`), 200)
      assert.equal(await statusOf(`${home}/?p=0`), 200)
      for (const query of ['p=206', 'page_id=99999', 'attachment_id=206', 'p=206x'])
        assert.equal(await statusOf(`${home}/?${query}`), 404, query)
      await gateway.stop()
    })

    it('rest-oembed/5 shows editors what is here, and asks no other site', async () => {
      const proxy = '/cms-json/oembed/1.0/proxy?url=https://elsewhere.example/'
      assert.equal((await get(proxy)).status, 401)
      assert.equal((await get(proxy, asUser('admin'))).status, 404)
      const own = `url=${encodeURIComponent('http://127.0.0.1:8081/?p=201')}&maxwidth=300`
      const shown = await get(`/cms-json/oembed/1.0/proxy?${own}`, asUser('admin'))
      assert.deepEqual(shown.json, (await get(`${embed}?${own}`)).json)
      assert.equal(shown.status, 200)
    })

    it('rest-oembed/13 writes the same in XML, refusals as well', async () => {
      await insertPosts(on().database, [
        { ID: 7960, post_title: 'Ben &amp; Jerry’s &#8220;&lt;script&gt;&#8221; &hellip; 🚀' },
      ])
      const url = 'http://127.0.0.1:8081/?p=7960'
      const inXml = async (more: string, asked = url) => {
        const { status, headers, text } = await get(
          `${embed}?url=${encodeURIComponent(asked)}&format=xml${more}`,
        )
        assert.equal(headers.get('content-type'), 'text/xml; charset=UTF-8')
        const { name, children } = parseXml(text)
        assert.equal(name, 'oembed')
        return { status, children }
      }
      const texts = (elements: readonly Xml[]) => elements.map(({ name, text }) => [name, text])
      const { json } = await of(url)
      assert(typeof json === 'object' && json !== null)
      // What HTML would take for a tag stays written as text
      const written = (text: string) =>
        text
          .replaceAll('&#8220;', '“')
          .replaceAll('&#8221;', '”')
          .replaceAll('&#8212;', '—')
          .replaceAll('&hellip;', '…')
          .replaceAll(/&(?:amp|#0?38);/g, '&')
      assert.match(String(at(json, 'html')), /&lt;script&gt;/)
      const members = Object.entries(json).map(([name, value]) => [name, written(String(value))])
      for (const more of ['', '&_jsonp=show', '&_pretty']) {
        const { status, children } = await inXml(more)
        assert.deepEqual([status, texts(children)], [200, members])
      }
      assert.deepEqual(texts((await inXml('&_fields=version,width')).children), [
        ['version', '1.0'],
        ['width', '600'],
      ])
      const refused = await inXml('', 'http://127.0.0.1:8081/nothing/')
      assert.deepEqual(
        [refused.status, texts(refused.children.slice(0, 1))],
        [404, [['code', 'oembed_invalid_url']]],
      )
      const enveloped = await inXml('&_envelope')
      assert.deepEqual(
        enveloped.children.map(({ name }) => name),
        ['body', 'status', 'headers'],
      )
      assert.deepEqual(texts(enveloped.children[0]?.children ?? []), members)
      for (const format of ['json', 'XML', 'other'])
        assert.deepEqual((await of(url, `&format=${format}`)).json, json)
    })

    it('rest-oembed/6 finds content by the addresses of its pages, comments, feeds and frame', async () => {
      const { json: item } = await get('/cms-json/cms/v2/posts/201')
      const link = String(at(item, 'link'))
      const views = [
        '2',
        '2/',
        'page/2/',
        'comment-page-1/',
        'embed/',
        'trackback/',
        'feed/',
        'feed/atom/',
        'rss2/',
      ]
      const { origin, pathname } = new URL(link)
      const others = [`${origin}/index.php${pathname}`, `${origin}${pathname.toUpperCase()}`]
      for (const address of [...views.map((view) => link + view), ...others]) {
        const { status, json } = await of(address)
        assert.deepEqual([status, at(json, 'title')], [200, at(item, 'title', 'rendered')], address)
      }
      for (const nothing of ['x/', '2/3/', 'page/', 'comment-page-x/', 'embed/2/'])
        assert.equal((await of(link + nothing)).status, 404, nothing)
    })

    it('rest-oembed/8 calls a film a video', async () => {
      await insertPosts(on().database, [
        { ID: 7901, post_type: 'attachment', post_status: 'inherit', post_mime_type: 'video/mp4' },
        { ID: 7902, post_type: 'attachment', post_status: 'inherit', post_mime_type: 'audio/mpeg' },
      ])
      const { json: index } = await get('/cms-json/')
      const typeOf = async (id: number) =>
        at((await of(`${String(at(index, 'home'))}/?attachment_id=${id}`)).json, 'type')
      assert.deepEqual([await typeOf(7901), await typeOf(7902)], ['video', 'rich'])
    })

    it('rest-oembed/7 does not find the page that lists the posts by its path', async () => {
      const link = String(at((await get('/cms-json/cms/v2/pages/301')).json, 'link'))
      const { origin } = new URL(link)
      const options = async (values: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(values))
          await on().database.execute(
            `update wp_options set option_value = '${value}' where option_name = '${name}'`,
          )
        return await startTestGateway(on().database, demoKeys)
      }
      const listed = await options({ show_on_front: 'page', page_for_posts: '301' })
      const shown = async (url: string) =>
        (await listed.get(`${embed}?url=${encodeURIComponent(url)}`)).status
      assert.deepEqual([await shown(link), await shown(`${origin}/?page_id=301`)], [404, 200])
      await listed.stop()
      const plain = await options({ permalink_structure: '' })
      const { json } = await plain.get(`${embed}?url=${encodeURIComponent(`${origin}/?p=201`)}`)
      assert.match(String(at(json, 'html')), / src="[^"]*\?p=201&#038;embed=true#\?secret=/)
      await plain.stop()
    })

    it('rest-oembed/16 shows a page at the front in a frame of its own, also where addresses are plain', async () => {
      for (const [name, value] of Object.entries({
        show_on_front: 'page',
        page_on_front: '309',
        permalink_structure: '',
      }))
        await on().database.execute(
          `update wp_options set option_value = '${value}' where option_name = '${name}'`,
        )
      const plain = await startTestGateway(on().database, demoKeys)
      const { json } = await plain.get(`${embed}?url=${encodeURIComponent(`${origin}/`)}`)
      assert.match(String(at(json, 'html')), / src="[^"?]*\/\?embed=true#\?secret=/)
      await plain.stop()
    })
  },
  demoKeys,
)

const origin = 'http://127.0.0.1:8081'
const uploads = `${origin}/wp-content/uploads`
const file = (ID: number, post_mime_type: string, more = {}) => ({
  ID,
  post_type: 'attachment',
  post_status: 'inherit',
  post_mime_type,
  guid: `${uploads}/guid-${ID}`,
  ...more,
})
const copy = (name: string, width: number, height: number) => ({ file: name, width, height })
const embedOf = async (gateway: TestGateway, id: number, width: number) =>
  (await gateway.get(`${embed}?url=${encodeURIComponent(`${origin}/?p=${id}`)}&maxwidth=${width}`)).json
/** The file's address below uploads, with its measures; undefined without a thumbnail. */
const thumbnailOf = async (gateway: TestGateway, id: number, width: number) => {
  const json = await embedOf(gateway, id, width)
  assert.ok(at(json, 'html'))
  const [url, across, height] = ['url', 'width', 'height'].map((name) => at(json, `thumbnail_${name}`))
  if (typeof url !== 'string') {
    assert.deepEqual([url, across, height], [undefined, undefined, undefined])
    return undefined
  }
  return `${url.replace(`${uploads}/`, '')} ${String(across)}x${String(height)}`
}

onEveryDatabase(
  'oEmbed’s thumbnails',
  (on) => {
    const seen = (id: number, width = 600) => thumbnailOf(on().gateway, id, width)
    const seenIn = async (id: number) => {
      const all = []
      for (const width of [200, 400, 600, 10_000]) all.push(await seen(id, width))
      return all
    }

    before(async () => {
      const { database } = on()
      const jpeg = 'image/jpeg'
      await insertPosts(database, [
        file(7910, jpeg),
        file(7911, jpeg),
        file(7912, jpeg),
        file(7913, jpeg),
        file(7914, 'image/svg+xml'),
        file(7915, 'video/mp4'),
        file(7916, 'application/pdf'),
        file(7917, jpeg, { post_status: 'private' }),
        file(7918, jpeg, { post_status: 'trash' }),
        file(7919, jpeg),
      ])
      const files: Readonly<Record<number, readonly [path: string, metadata?: object]>> = {
        7910: [
          '2024/05/a pier-scaled.jpg',
          {
            width: 2560,
            height: 1707,
            original_image: 'a pier.jpg',
            sizes: {
              large: copy('a pier-1024x683.jpg', 1024, 683),
              thumbnail: copy('a pier-150x150.jpg', 150, 150),
              square: copy('a pier-640x640.jpg', 640, 640),
              older: copy('a pier-old.jpg', 768, 512),
              medium_large: copy('a pier-768x512.jpg', 768, 512),
              medium: copy('a pier-300x200.jpg', 300, 200),
            },
          },
        ],
        7911: ['small.png', { width: '180', height: '90', sizes: {} }],
        7912: [
          'cropped.jpg',
          { width: 900, height: 500, sizes: { thumbnail: copy('cropped-250.jpg', 250, 250) } },
        ],
        7913: ['unknown.jpg'],
        7914: ['drawing.svg', { filesize: 500 }],
        7915: ['film.mp4', { width: 640, height: 360 }],
        7916: [
          'report.pdf',
          {
            sizes: {
              full: copy('report-pdf.jpg', 1088, 1408),
              large: copy('report-pdf-791.jpg', 791, 1024),
              thumbnail: copy('report-pdf-116.jpg', 116, 150),
            },
          },
        ],
        7917: ['private.jpg', { width: 900, height: 500 }],
        7918: ['trash.jpg', { width: 900, height: 500 }],
      }
      for (const [id, [path, metadata]] of Object.entries(files))
        await insertMeta(database, 'post', Number(id), {
          _wp_attached_file: path,
          ...(metadata ? { _wp_attachment_metadata: { ...metadata, file: path } } : {}),
        })
      const images = [7910, 7911, 7912, 7913, 7914, 7915, 7916, 7917, 7918, 7919]
      await insertPosts(
        database,
        images.map((image) => ({ ID: image + 20, post_password: image === 7911 ? 'secret' : '' })),
      )
      for (const image of images)
        await insertMeta(database, 'post', image + 20, { _thumbnail_id: String(image) })
      await insertMeta(database, 'post', 7915, { _thumbnail_id: '7910' })
    })

    it('rest-oembed/9 are the smallest copies that fill the frame and show the whole picture', async () => {
      const pier = [
        '2024/05/a pier-300x200.jpg 200x133',
        '2024/05/a pier-768x512.jpg 400x267',
        '2024/05/a pier-768x512.jpg 600x400',
        '2024/05/a pier-768x512.jpg 600x400',
      ]
      // The file's own, the featured image of a post, the picture of a film
      for (const id of [7910, 7930, 7915]) assert.deepEqual(await seenIn(id), pier, String(id))
      assert.deepEqual(
        await seenIn(7931),
        Array.from(pier, () => 'small.png 180x90'),
      )
      assert.deepEqual((await seenIn(7932)).slice(0, 2), ['cropped-250.jpg 200x200', 'cropped.jpg 400x222'])
      assert.deepEqual(await seen(7936), 'report-pdf-791.jpg 600x777')
    })

    it('rest-oembed/10 are 1 px wide where no measures are known', async () => {
      for (const id of [7913, 7933]) assert.equal(await seen(id), 'unknown.jpg 1x1')
      for (const id of [7914, 7934]) assert.equal(await seen(id), 'drawing.svg 1x1')
    })

    it('rest-oembed/11 are none where there is no picture, and of no file that is hidden itself', async () => {
      await insertPosts(on().database, [{ ID: 7940 }, { ID: 7941 }, { ID: 7942 }])
      await insertMeta(on().database, 'post', 7941, { _thumbnail_id: '99999' })
      // A page is no file
      await insertMeta(on().database, 'post', 7942, { _thumbnail_id: '301' })
      for (const id of [7940, 7941, 7942, 7935, 7916, 7937, 7938, 7939, 7919])
        assert.equal(await seen(id), undefined, String(id))
    })

    it('rest-oembed/12 follow the picture, its file and what is known of it', async () => {
      const { database } = on()
      const gateway = await startTestGateway(
        { url: database.flavour === 'sqlite' ? database.url : database.adminUrl },
        { ...demoKeys, feed: 'auto' },
      )
      const use = () =>
        gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : [])).at(-1)
      await insertPosts(on().database, [{ ID: 7950 }])
      const changes: readonly (readonly [thumbnail: string | undefined, statement: string])[] = [
        [undefined, `update wp_posts set post_title = 'Pictured' where ID = 7950`],
        [
          'small.png 180x90',
          `insert into wp_postmeta (post_id, meta_key, meta_value) values (7950, '_thumbnail_id', '7911')`,
        ],
        [
          'cropped.jpg 600x333',
          `update wp_postmeta set meta_value = '7912' where post_id = 7950 and meta_key = '_thumbnail_id'`,
        ],
        [
          'other.jpg 600x333',
          `update wp_postmeta set meta_value = 'other.jpg' where post_id = 7912 and meta_key = '_wp_attached_file'`,
        ],
        [
          'other.jpg 600x400',
          `update wp_postmeta set meta_value = 'a:2:{s:5:"width";i:900;s:6:"height";i:600;}'
            where post_id = 7912 and meta_key = '_wp_attachment_metadata'`,
        ],
        [undefined, `update wp_posts set post_status = 'trash' where ID = 7912`],
        ['other.jpg 600x400', `update wp_posts set post_status = 'inherit' where ID = 7912`],
        [undefined, `delete from wp_postmeta where post_id = 7950 and meta_key = '_thumbnail_id'`],
      ]
      for (const [expected, statement] of changes) {
        await database.execute(statement)
        await eventually(async () => {
          assert.equal(await thumbnailOf(gateway, 7950, 600), expected, statement)
          assert.equal(use(), 'hit')
        })
      }
      await gateway.stop()
    })
  },
  demoKeys,
)
