// Feeds of lists (RSS, Atom, JSON Feed) and sitemaps: they say what REST says, to whom REST says it, and are as fresh.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { parseXml, textsOf } from '../support/xml.ts'

const v2 = '/cms-json/cms/v2'
const own = '/cms-json/lectern/v1'
const formats = ['rss', 'atom', 'json'] as const

onEveryDatabase('feeds and sitemaps', (on) => {
  const entries = async (path: string, format: (typeof formats)[number]) => {
    const { status, text, json } = await on().gateway.get(`${own}/feeds/${path}`)
    assert.equal(status, 200, text)
    if (format === 'json') return list(at(json, 'items')).map((item) => at(item, 'url'))
    const xml = parseXml(text)
    const items = format === 'rss' ? xml.children[0]?.children : xml.children
    const urlOf = { rss: (item: string) => item === 'item', atom: (item: string) => item === 'entry' }[format]
    return (items ?? [])
      .filter(({ name }) => urlOf(name))
      .map((item) => {
        const link = item.children.find(({ name }) => name === 'link')
        return format === 'rss' ? link?.text : link?.attributes.get('href')
      })
  }

  it('feeds/1 have the items of any list that has addresses, in its order', async () => {
    for (const query of [
      'posts',
      'posts?per_page=3&page=2',
      'posts?search=harbour&orderby=title&order=asc',
      'pages?orderby=id',
      'media?per_page=2',
      'comments?per_page=4',
    ]) {
      const [base = '', args = ''] = query.split('?')
      const { json } = await on().gateway.get(`${v2}/${query}`)
      const links = list(json).map((item) => at(item, 'link'))
      assert(links.length > 0, query)
      for (const format of formats)
        assert.deepEqual(await entries(`${base}.${format}?${args}`, format), links, `${query} as ${format}`)
    }
  })

  it('feeds/2 say of each item what REST says, as text and with times of UTC', async () => {
    const { json } = await on().gateway.get(`${v2}/posts?per_page=1&_embed=author`)
    const post = list(json)[0]
    const feed = await on().gateway.get(`${own}/feeds/posts.json?per_page=1`)
    assert.equal(feed.headers.get('content-type'), 'application/feed+json; charset=UTF-8')
    const item = at(feed.json, 'items', 0)
    assert.equal(at(item, 'content_html'), at(post, 'content', 'rendered'))
    assert.equal(at(item, 'date_published'), `${String(at(post, 'date_gmt'))}Z`)
    assert.equal(at(item, 'authors', 0, 'name'), at(post, '_embedded', 'author', 0, 'name'))
    assert.equal(at(feed.json, 'title'), 'Harbour & Hill')
    const rss = await on().gateway.get(`${own}/feeds/posts.rss?per_page=1&utm=1&_fields=id`)
    assert.equal(rss.headers.get('content-type'), 'application/rss+xml; charset=UTF-8')
    const channel = parseXml(rss.text)
    assert.deepEqual(textsOf(channel, 'content:encoded'), [at(post, 'content', 'rendered')])
    assert.deepEqual(textsOf(channel, 'pubDate'), [
      new Date(`${String(at(post, 'date_gmt'))}Z`).toUTCString(),
    ])
    const atom = parseXml((await on().gateway.get(`${own}/feeds/posts.atom?per_page=1&page=2`)).text)
    const self = atom.children.find(({ attributes }) => attributes.get('rel') === 'self')
    assert(self?.attributes.get('href')?.endsWith(`${own}/feeds/posts.atom?per_page=1&page=2`))
  })

  it('feeds/11 have the texts of comments and files', async () => {
    for (const [base, member] of [
      ['comments', 'content'],
      ['media', 'description'],
    ] as const) {
      const { json } = await on().gateway.get(`${v2}/${base}?per_page=5`)
      const feed = await on().gateway.get(`${own}/feeds/${base}.json?per_page=5`)
      const shown = list(json).map((item) => at(item, member, 'rendered'))
      assert(shown.some((text) => text !== ''))
      assert.deepEqual(
        list(at(feed.json, 'items')).map((item) => at(item, 'content_html')),
        shown,
      )
    }
  })

  it('feeds/12 have no time for what was never dated', async () => {
    const zero = '0000-00-00 00:00:00'
    const { database, gateway } = on()
    const [before] = await database.execute(
      'select post_date as local, post_date_gmt as utc from wp_posts where ID = 203',
    )
    const set = (local: unknown, utc: unknown) =>
      database.execute('update wp_posts set post_date = ?, post_date_gmt = ? where ID = 203', [
        String(local),
        String(utc),
      ])
    await set(zero, zero)
    const rss = parseXml((await gateway.get(`${own}/feeds/posts.rss?include=203`)).text)
    assert.deepEqual([textsOf(rss, 'pubDate'), textsOf(rss, 'guid').length], [[], 1])
    const { json } = await gateway.get(`${own}/feeds/posts.json?include=203`)
    assert.equal(at(json, 'items', 0, 'date_published'), undefined)
    await set(before?.['local'], before?.['utc'])
  })

  it('feeds/3 refuse what the list refuses, and what there is not', async () => {
    for (const [path, status, code] of [
      ['feeds/posts.rss?per_page=101', 400, 'rest_invalid_param'],
      ['feeds/posts.rss?status=draft', 400, 'rest_invalid_param'],
      ['feeds/posts.atom?page=999', 400, 'rest_post_invalid_page_number'],
      ['feeds/nothing.rss', 404, 'rest_no_route'],
      ...['categories', 'tags', 'users'].flatMap((base) =>
        ['', '?search=unheard', '?search=unheard&_embed=1'].map(
          (query) => [`feeds/${base}.rss${query}`, 404, 'rest_no_route'] as const,
        ),
      ),
      ['feeds/posts.xml', 404, 'rest_no_route'],
      ['feeds/posts.constructor', 404, 'rest_no_route'],
      ['feeds', 404, 'rest_no_route'],
      ['sitemap/posts-0.xml', 404, 'rest_no_route'],
      ['sitemap/posts-2.xml', 404, 'rest_no_route'],
      ['sitemap/nothing-1.xml', 404, 'rest_no_route'],
      ['sitemap/media-1.xml', 404, 'rest_no_route'],
    ] as const) {
      const { json, ...answer } = await on().gateway.get(`${own}/${path}`)
      assert.deepEqual([answer.status, at(json, 'code')], [status, code], path)
    }
    assert.equal((await on().gateway.send('POST', `${own}/feeds/posts.rss`)).status, 404)
  })

  it('feeds/4 and sitemaps are kept, whatever arguments of form a client adds, and dropped by changes', async (test) => {
    const gateway = await startTestGateway(on().database, { feed: 'auto' })
    test.after(gateway.stop)
    const { database } = on()
    const get = async (path: string) => (await gateway.get(`${own}/${path}`)).text
    const statements = () => gateway.observed.filter(({ kind }) => kind === 'query').length
    const paths = [
      'feeds/posts.rss',
      'feeds/posts.atom',
      'feeds/posts.json',
      'sitemap.xml',
      'sitemap/posts-1.xml',
    ]
    await eventually(async () => {
      for (const path of paths) await get(path)
      const before = statements()
      for (const path of paths) await get(`${path}?_fields=id&_envelope=1&unknown=1`)
      assert.equal(statements(), before)
    })
    await database.execute(
      `update wp_posts set post_title = 'Rope <b>&amp;</b> "sail" \u0001', post_modified_gmt = '2031-01-01 00:00:00' where ID = 238`,
    )
    await eventually(async () => {
      for (const path of paths.slice(0, 3)) assert.match(await get(path), /Rope (?:&#38;|&) /)
      assert.match(await get('sitemap/posts-1.xml'), /<lastmod>2031-01-01T00:00:00Z</)
    })
    for (const path of paths.slice(0, 2)) parseXml(await get(path))
    const urls = textsOf(parseXml(await get('sitemap/posts-1.xml')), 'loc').length
    await database.execute(`update wp_posts set post_status = 'draft' where ID = 238`)
    await eventually(async () => {
      for (const path of paths.slice(0, 3)) assert.doesNotMatch(await get(path), /Rope/)
      assert.equal(textsOf(parseXml(await get('sitemap/posts-1.xml')), 'loc').length, urls - 1)
    })
    await database.execute(`update wp_posts set post_status = 'publish' where ID = 238`)
  })

  it('feeds/5 and sitemaps have every public address of content once', async () => {
    const index = await on().gateway.get(`${own}/sitemap.xml`)
    assert.equal(index.headers.get('content-type'), 'application/xml; charset=UTF-8')
    const pages = textsOf(parseXml(index.text), 'loc')
    const met: string[] = []
    for (const page of pages) {
      const { status, text } = await on().gateway.get(page.slice(on().gateway.url.length))
      assert.equal(status, 200, page)
      met.push(...textsOf(parseXml(text), 'loc'))
    }
    const linked: unknown[] = []
    for (const base of ['posts', 'pages'])
      for (let page = 1; page < 9; page += 1) {
        const { json, status } = await on().gateway.get(
          `${v2}/${base}?per_page=100&page=${page}&_fields=link`,
        )
        if (status !== 200) break
        linked.push(...list(json).map((item) => at(item, 'link')))
      }
    assert.deepEqual(met.toSorted(), linked.map(String).toSorted())
  })
})
