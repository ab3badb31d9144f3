// oEmbed: content of the site is found by its address, whichever way that is written, and by no other.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { at, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

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
  },
  demoKeys,
)
