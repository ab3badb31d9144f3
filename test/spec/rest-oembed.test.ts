// oEmbed: content of the site is found by its address, whichever way that is written, and by no other.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser, demoKeys } from '../support/demo-credentials.ts'
import { at, onEveryDatabase } from '../support/gateway.ts'

const embed = '/cms-json/oembed/1.0/embed'

onEveryDatabase(
  'oEmbed',
  (on) => {
    const get = (path: string, headers = {}) => on().gateway.get(path, headers)
    const of = (url: string, more = '') => get(`${embed}?url=${encodeURIComponent(url)}${more}`)

    it('finds content by its own address', async () => {
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

    it('keeps the width within what a frame may have', async () => {
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

    it('finds nothing that is of another site, no content, or not for everybody', async () => {
      const { json: index } = await get('/cms-json/')
      const home = String(at(index, 'home'))
      // 206 is a draft, 209 private
      const others = [
        `${home}/nothing/`,
        home,
        'https://elsewhere.example/?p=201',
        `${home}/?p=206`,
        `${home}/?p=209`,
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

    it('asks no other site', async () => {
      const proxy = '/cms-json/oembed/1.0/proxy?url=https://elsewhere.example/'
      assert.equal((await get(proxy)).status, 401)
      assert.equal((await get(proxy, asUser('admin'))).status, 404)
    })
  },
  demoKeys,
)
