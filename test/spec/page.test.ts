// The page at `/`: what it says, and that every link of it works.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, list, onOneDatabase, startTestGateway } from '../support/gateway.ts'

const browser = { accept: 'text/html' }

/** Why one database is enough. */
const same = 'the page is made from settings'

onOneDatabase('the page', same, (on) => {
  it('page/1 says what is served from where, and nothing secret', async () => {
    const { status, headers, text } = await on().gateway.get('/')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /SQLite \d|MariaDB \d|MySQL \d/)
    const { password } = new URL(on().database.url)
    assert(password === '' || !text.includes(password))
    const fromElsewhere = (await on().gateway.get('/', { 'x-forwarded-for': '192.0.2.1' })).text
    assert.match(fromElsewhere, /<dt>Database<\/dt><dd>answers<\/dd>/)
    assert.doesNotMatch(fromElsewhere, /SQLite|MariaDB|MySQL/)
  })

  it('page/2 loads nothing from elsewhere, and leads only to what works', async () => {
    const { text } = await on().gateway.get('/')
    const hrefs = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&#38;', '&'),
    )
    assert(hrefs.length >= 6)
    for (const href of hrefs) {
      assert(href.startsWith('/'), href)
      assert.equal((await on().gateway.get(href, browser)).status, 200, href)
    }
  })

  it('page/6 leads to what works where /graphql answers as WPGraphQL does, too', async () => {
    const gateway = await startTestGateway(on().database, { graphqlView: 'wpgraphql' })
    const [, href = ''] = /href="([^"]*graphql\?[^"]*)"/.exec((await gateway.get('/')).text) ?? []
    const { status, json } = await gateway.get(href.replaceAll('&#38;', '&'))
    await gateway.stop()
    assert.deepEqual([status, at(json, 'errors')], [200, undefined])
    assert.equal(list(at(json, 'data', 'posts', 'edges')).length, 3)
  })

  it('page/7 leads to other content, and to no query of posts, where posts are not served', async () => {
    const gateway = await startTestGateway(on().database, { closed: ['posts', 'users'] })
    const { text } = await gateway.get('/')
    const hrefs = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'))
    for (const href of hrefs) assert.equal((await gateway.get(href, browser)).status, 200, href)
    await gateway.stop()
    assert(hrefs.includes('/cms-json/cms/v2/pages'), hrefs.join('\n'))
    assert.doesNotMatch(text, /posts\?|query=/)
  })

  it('page/3 leads to addresses below the path that it is reached at', async () => {
    const gateway = await startTestGateway(on().database, {
      publicUrl: 'https://api.example.org/below/here/',
    })
    for (const path of ['/', '/nothing']) {
      const { text } = await gateway.get(path)
      const hrefs = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
      assert(hrefs.length > 0)
      for (const href of hrefs) {
        assert(href.startsWith('/below/here/'), href)
        const served = href.replace('/below/here', '').replaceAll('&#38;', '&')
        assert.equal((await gateway.get(served, browser)).status, 200, href)
      }
    }
    assert.match((await gateway.get('/')).text, />https:\/\/api\.example\.org\/below\/here\/cms-json\/</)
    await gateway.stop()
  })

  it('page/8 is shown where its address has an escape that stands for no letter', async () => {
    const gateway = await startTestGateway(on().database, { publicUrl: 'https://api.example.org/a%zz' })
    const { status, text } = await gateway.get('/')
    await gateway.stop()
    assert.equal(status, 200)
    assert.match(text, />https:\/\/api\.example\.org\/a%zz\/cms-json\/</)
  })

  it('page/5 says where the REST interface is to those who look for it at the path of WordPress', async () => {
    const { status, text } = await on().gateway.get('/wp-json/wp/v2/posts')
    assert.equal(status, 404)
    assert.match(text, /<code>\/cms-json\/<\/code>.*<code>BRAND=wp<\/code>/)
    assert.doesNotMatch((await on().gateway.get('/wp-jsonp')).text, /BRAND/)
  })

  it('page/4 answers what is not there with 404, and writes with 405', async () => {
    assert.equal((await on().gateway.get('/nothing/here')).status, 404)
    assert.equal((await on().gateway.send('POST', '/')).status, 405)
  })
})
