// Addresses of the site's pages lead to the front end (FRONTEND_URL); files and interfaces stay where they are.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onOneDatabase, startTestGateway } from '../support/gateway.ts'
import { addMenu } from '../support/menu.ts'
import { insertPosts } from '../support/rows.ts'

const front = 'https://front.example'

onOneDatabase(
  'addresses of the front end',
  'text is rewritten after it is made, whatever it is made of',
  (on) => {
    let home = ''
    before(async () => {
      const { json } = await on().gateway.get(
        '/cms-json/cms/v2/posts?context=edit&_fields=link',
        asUser('admin'),
      )
      home = new URL(String(at(list(json)[0], 'link'))).origin
      await addMenu(on().database)
      await insertPosts(on().database, [
        {
          ID: 7100,
          post_name: 'linked',
          post_title: 'Linked',
          guid: `${home}/?p=7100`,
          post_content: `<p><a href="${home}/about/">About</a> <img src="${home}/wp-content/uploads/2024/01/pier.jpg"></p>`,
        },
      ])
    })
    const get = async (path: string, headers = {}) =>
      (await on().gateway.get(`/cms-json/cms/v2/${path}`, headers)).json
    const ask = async (query: string, view: string) =>
      at(
        (
          await on().gateway.send('POST', `/graphql?view=${view}`, {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query }),
          })
        ).json,
        'data',
      )

    it('frontend-url/1 stand in links, content and terms of REST, not in those of files, ids and interfaces', async () => {
      for (const path of ['posts/7100', 'posts?include=7100', 'posts/7100?_envelope']) {
        const json = await get(path)
        const post = Array.isArray(json) ? json[0] : (at(json, 'body') ?? json)
        assert.equal(at(post, 'link'), `${front}${new URL(String(at(post, 'link'))).pathname}`, path)
        const content = String(at(post, 'content', 'rendered'))
        assert.ok(content.includes(`href="${front}/about/"`), content)
        assert.ok(content.includes(`src="${home}/wp-content/uploads/2024/01/pier.jpg"`), content)
        assert.equal(at(post, 'guid', 'rendered'), `${home}/?p=7100`)
        assert.doesNotMatch(String(at(post, '_links', 'self', 0, 'href')), /front\.example/)
      }
      const [category] = list(await get('categories?_fields=link'))
      assert.ok(String(at(category, 'link')).startsWith(`${front}/`))
      const [file] = list(await get('media?_fields=source_url,guid'))
      assert.ok(String(at(file, 'source_url')).startsWith(`${home}/wp-content/`))
    })

    it('frontend-url/2 editors get texts and links as they are stored', async () => {
      const post = await get('posts/7100?context=edit', asUser('admin'))
      assert.ok(String(at(post, 'content', 'raw')).includes(`href="${home}/about/"`))
      assert.ok(String(at(post, 'link')).startsWith(`${home}/`))
    })

    it('frontend-url/4 stand in feeds and sitemaps', async () => {
      for (const path of ['feeds/posts.rss?include=7100', 'sitemap/posts-1.xml']) {
        const { text } = await on().gateway.get(`/cms-json/lectern/v1/${path}`)
        assert.match(text, /https:\/\/front\.example\/[^<]*linked\//, path)
      }
    })

    it('frontend-url/5 an ETag of one front end is none of another', async (test) => {
      const other = await startTestGateway(on().database, { frontendUrl: 'https://other.example' })
      test.after(other.stop)
      for (const path of ['posts/7100?_fields=link', 'posts?include=7100&_fields=link']) {
        const { headers } = await on().gateway.get(`/cms-json/cms/v2/${path}`)
        const condition = { 'if-none-match': headers.get('etag') ?? '' }
        assert.equal((await on().gateway.get(`/cms-json/cms/v2/${path}`, condition)).status, 304, path)
        const { status, text } = await other.get(`/cms-json/cms/v2/${path}`, condition)
        assert.equal(status, 200, path)
        assert.match(text, /other\.example/)
      }
    })

    it('frontend-url/6 stand in results that are sent as events', async (test) => {
      const live = await startTestGateway(on().database, { frontendUrl: front, changes: 'on' })
      test.after(live.stop)
      const query = encodeURIComponent('{ posts(first: 1) { edges { node { url } } } }')
      const { text } = await live.get(`/graphql?query=${query}`, { accept: 'text/event-stream' })
      assert.match(text, /^event: next\ndata: .*"https:\/\/front\.example\//)
    })

    it('frontend-url/7 stand in the header Link of an item, and not for addresses of the interface', async () => {
      for (const path of ['posts/7100', 'posts/7100?_fields=id']) {
        const { headers } = await on().gateway.get(`/cms-json/cms/v2/${path}`)
        assert.match(headers.get('link') ?? '', /^<https:\/\/front\.example\/[^>]*linked\/>; rel="alternate"/)
      }
      const { headers } = await on().gateway.get('/cms-json/cms/v2/categories/1')
      assert.equal(headers.get('link'), `<${on().gateway.url}/cms-json/>; rel="https://api.w.org/"`)
    })

    it('frontend-url/8 stand in answers that call a function', async () => {
      const { text } = await on().gateway.get('/cms-json/cms/v2/posts/7100?_fields=link&_jsonp=call')
      assert.match(text, /^\/\*\*\/call\(\{"link":"https:\/\/front\.example\\\//)
    })

    it('frontend-url/3 stand in menus and in every view of GraphQL', async () => {
      const items = list(await get('menu-items?menus=900&per_page=100', asUser('admin')))
      const urls = items.map((item) => String(at(item, 'url')))
      assert.ok(
        urls.some((url) => url.startsWith(front)) && !urls.some((url) => url.startsWith(home)),
        urls.join(),
      )
      const wp = await ask(
        '{ post(id: "7100", idType: DATABASE_ID) { link uri content } generalSettings { url } }',
        'wpgraphql',
      )
      assert.equal(at(wp, 'post', 'link'), `${front}${String(at(wp, 'post', 'uri'))}`)
      assert.ok(String(at(wp, 'post', 'content')).includes(`${front}/about/`))
      assert.equal(at(wp, 'generalSettings', 'url'), front)
      const own = await ask('{ posts(first: 1) { edges { node { url content } } } }', 'cursor')
      assert.ok(String(at(own, 'posts', 'edges', 0, 'node', 'url')).startsWith(`${front}/`))
    })
  },
  { frontendUrl: `${front}/` },
)
