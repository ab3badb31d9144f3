// How links to the interface are written on sites whose server rewrites no addresses, and on those with plain ones
// (get_rest_url); the interface is reached by either.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, onEveryDatabase } from '../support/gateway.ts'
import { eventually } from '../support/eventually.ts'

onEveryDatabase(
  'links to the interface',
  (on) => {
    const written = async (structure: string, base: string) => {
      await on().database.execute(
        `update wp_options set option_value = ? where option_name = 'permalink_structure'`,
        [structure],
      )
      const { gateway } = on()
      const from = new URL(gateway.url).origin
      await eventually(async () => {
        const { json } = await gateway.get('/cms-json/cms/v2/posts/230?_fields=id,_links')
        assert.equal(at(json, '_links', 'self', 0, 'href'), `${from}${base}/cms/v2/posts/230`)
      })
      return { gateway, from }
    }

    it('rest-base/1 go through index.php where addresses do', async () => {
      const { gateway, from } = await written('/index.php/%postname%/', '/index.php/cms-json')
      const { json } = await gateway.get('/index.php/cms-json/cms/v2/posts/230')
      const { headers } = await gateway.get('/index.php/cms-json/cms/v2/types')
      assert.equal(
        at(json, '_links', 'replies', 0, 'href'),
        `${from}/index.php/cms-json/cms/v2/comments?post=230`,
      )
      assert.equal(headers.get('link'), `<${from}/index.php/cms-json/>; rel="https://api.w.org/"`)
      const list = await gateway.get('/index.php/cms-json/cms/v2/posts?per_page=1&page=2')
      assert.match(
        String(list.headers.get('link')),
        /index\.php\/cms-json\/cms\/v2\/posts\?per_page=1&page=1>; rel="prev"/,
      )
    })

    it('rest-base/2 name the route where addresses are plain', async () => {
      const { gateway, from } = await written('', '/index.php?rest_route=')
      const { json } = await gateway.get('/index.php?rest_route=/cms/v2/posts/230')
      const { headers } = await gateway.get('/?rest_route=/cms/v2/types')
      const named = (route: string) => `${from}/index.php?rest_route=${encodeURIComponent(route)}`
      assert.equal(at(json, '_links', 'about', 0, 'href'), `${from}/index.php?rest_route=/cms/v2/types/post`)
      assert.equal(at(json, '_links', 'replies', 0, 'href'), `${named('/cms/v2/comments')}&post=230`)
      assert.equal(headers.get('link'), `<${from}/index.php?rest_route=/>; rel="https://api.w.org/"`)
      const list = await gateway.get('/?rest_route=/cms/v2/posts&per_page=1&page=2&_fields=id')
      const pages = ['prev', 'next'].map(
        (rel, place) =>
          `<${named('/cms/v2/posts')}&per_page=1&page=${1 + 2 * place}&_fields=id>; rel="${rel}"`,
      )
      assert.equal(list.headers.get('link'), pages.join(', '))
      const { json: index } = await gateway.get('/?rest_route=/')
      assert.equal(
        at(index, 'routes', '/cms/v2/posts', '_links', 'self', 0, 'href'),
        `${from}/index.php?rest_route=/cms/v2/posts`,
      )
      const { json: statuses } = await gateway.get('/?rest_route=/cms/v2/statuses', asUser('admin'))
      assert.equal(
        at(statuses, 'draft', '_links', 'archives', 0, 'href'),
        `${named('/cms/v2/posts')}&status=draft`,
      )
      const { json: faces } = await gateway.get('/?rest_route=/cms/v2/types/wp_font_face')
      // The question mark of a pattern begins no query
      assert.equal(
        at(faces, '_links', 'cms:items', 0, 'href'),
        `${from}/index.php?rest_route=/cms/v2/font-families/(?P<font_family_id>[\\d]+)/font-faces`,
      )
      const followed = await gateway.get(`/index.php?rest_route=%2Fcms%2Fv2%2Fcomments&post=230`)
      assert.equal(followed.status, 200)
    })

    it('rest-base/3 find content by its address, wherever the permalink structure has its name', async () => {
      const { gateway } = on()
      const structures = [
        ['/%category%/%postname%.html', /\/comments-galore\.html$/],
        ['/archives/%year%/%post_id%.html', /\/archives\/\d{4}\/230\.html$/],
        ['/%postname%-%post_id%/', /\d\/comments-galore-230\/$/],
        ['/%hour%%minute%%second%-%postname%/', /\/\d{6}-comments-galore\/$/],
        ['/%postname%/by/%author%/', /\/comments-galore\/by\/[a-z]+\/$/],
        ['/index.php/%postname%-%post_id%/', /\/index\.php\/comments-galore-230\/$/],
        ['/index.php/%year%/%postname%/', /\/index\.php\/\d{4}\/comments-galore\/$/],
      ] as const
      for (const [structure, form] of structures) {
        await on().database.execute(
          `update wp_options set option_value = ? where option_name = 'permalink_structure'`,
          [structure],
        )
        await eventually(async () => {
          const { json } = await gateway.get('/cms-json/cms/v2/posts/230?_fields=id,link')
          const link = String(at(json, 'link'))
          assert.match(link, form)
          for (const url of [link, link.replace(/\/?$/, '/embed')]) {
            const found = await gateway.get(`/cms-json/oembed/1.0/embed?url=${encodeURIComponent(url)}`)
            assert.equal(found.status, 200, url)
          }
          const other = link.replace(/230|embed/, '999').replace(/[a-z]+(?=[^/]*\/?$)/, 'nothing')
          const none = await gateway.get(`/cms-json/oembed/1.0/embed?url=${encodeURIComponent(other)}`)
          assert.equal(none.status, 404, other)
        })
      }
    })
  },
  { feed: 'auto' },
)
