// Feeds and sitemaps are valid by the rules of their formats, whatever the rows hold. Documents that break a rule are refused, so that
// the schemas are known to hold them.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import Schema from 'typebox/schema'
import { validateXML } from 'xmllint-wasm'
import { jsonFeedSchema, xmlSchemas } from '../support/feed-schemas.ts'
import { onOneDatabase } from '../support/gateway.ts'
import { parseXml, textsOf } from '../support/xml.ts'

const own = '/cms-json/lectern/v1'
const why = 'the documents are made of what REST answers'

type Format = keyof typeof xmlSchemas | 'json'

/** What is wrong with a document. */
async function problems(format: Format, document: string): Promise<readonly unknown[]> {
  if (format === 'json') return Schema.Errors(jsonFeedSchema, JSON.parse(document))[1]
  const { valid, errors } = await validateXML({ xml: document, ...xmlSchemas[format] })
  return valid ? [] : [...errors, 'not valid']
}

onOneDatabase('the validity of feeds and sitemaps', why, (on) => {
  const get = async (path: string) => {
    const { status, text } = await on().gateway.get(`${own}/${path}`)
    assert.equal(status, 200, `${path}: ${text}`)
    return text
  }
  const formats = ['rss', 'atom', 'json'] as const

  it('feeds-valid/1 is that of every list, with odd rows and with none', async () => {
    for (const statement of [
      `update wp_posts set post_title = '', post_excerpt = '', post_content = '' where ID = 201`,
      `update wp_posts set post_modified_gmt = '0000-00-00 00:00:00' where ID = 203`,
      `update wp_posts set post_title = 'A ]]> & <b>"x"</b> \u0001\uFFFE 🎉', guid = 'a guid, no address' where ID = 204`,
      `update wp_posts set guid = '' where ID = 205`,
      `update wp_users set display_name = '' where ID = 2`,
    ])
      await on().database.execute(statement)
    for (const query of [
      'posts?per_page=100',
      'posts?per_page=100&page=2',
      'posts?search=nothing-has-this',
      'posts?categories=2&orderby=title',
      'pages',
      'comments?per_page=100',
      'media',
    ])
      for (const format of formats) {
        const [base, args = ''] = query.split('?')
        const address = `feeds/${base}.${format}?${args}`
        if (query.includes('page=2') && (await on().gateway.get(`${own}/${address}`)).status === 400) continue
        assert.deepEqual(await problems(format, await get(address)), [], address)
      }
  })

  it('feeds-valid/2 is that of a sitemap and all of its pages', async () => {
    const index = await get('sitemap.xml')
    assert.deepEqual(await problems('sitemapIndex', index), [])
    for (const url of textsOf(parseXml(index), 'loc')) {
      const path = url.slice(url.indexOf('sitemap/'))
      assert.deepEqual(await problems('sitemap', await get(path)), [], path)
    }
  })

  it('feeds-valid/3 is lost by a wrong order, by what is missing or unknown, and by other forms of dates and addresses', async () => {
    const broken: readonly (readonly [format: Format, path: string, part: RegExp, by: string])[] = [
      ['sitemap', 'sitemap/posts-1.xml', /(<loc>[^<]*<\/loc>)(<lastmod>[^<]*<\/lastmod>)/, '$2$1'],
      ['sitemap', 'sitemap/posts-1.xml', /<loc>[^<]*<\/loc>/, ''],
      ['sitemap', 'sitemap/posts-1.xml', /<loc>https?:/, '<loc>'],
      ['sitemap', 'sitemap/posts-1.xml', /(<lastmod>\S{10})T/, '$1 '],
      ['sitemap', 'sitemap/posts-1.xml', /Z<\/lastmod>/, '</lastmod>'],
      ['sitemap', 'sitemap/posts-1.xml', /<lastmod>/, '<title/><lastmod>'],
      ['sitemap', 'sitemap/posts-1.xml', /schemas\/sitemap\/0\.9/, 'schemas/sitemap/0.8'],
      ['sitemapIndex', 'sitemap.xml', /<loc>[^<]*<\/loc>/, ''],
      ['atom', 'feeds/posts.atom', /<updated>[^<]*<\/updated>/, ''],
      ['atom', 'feeds/posts.atom', /(<entry>.*?)<updated>[^<]*<\/updated>/s, '$1'],
      ['atom', 'feeds/posts.atom', /(<entry>.*?)<id>[^<]*<\/id>/s, '$1'],
      ['atom', 'feeds/posts.atom', /(<published>\S{10})T/, '$1 '],
      ['atom', 'feeds/posts.atom', /<author>.*?<\/author>/, ''],
      ['atom', 'feeds/posts.atom', /type="html"/, 'type="markdown"'],
      ['atom', 'feeds/posts.atom', /<entry>/, '<entry><guid/>'],
      ['rss', 'feeds/posts.rss', /<description>[^<]*<\/description>/, ''],
      ['rss', 'feeds/posts.rss', /(<item>.*?)<title>[^<]*<\/title>/s, '$1'],
      ['rss', 'feeds/posts.rss', /<pubDate>[^<]*<\/pubDate>/, '<pubDate>2024-02-01T10:00:00Z</pubDate>'],
      ['rss', 'feeds/posts.rss', /isPermaLink="\w+"/, 'isPermaLink="yes"'],
      ['rss', 'feeds/posts.rss', /version="2\.0"/, ''],
      ['json', 'feeds/posts.json', /"id":"[^"]*",/, ''],
      ['json', 'feeds/posts.json', /("date_published":"[^"]*)Z"/, '$1"'],
      ['json', 'feeds/posts.json', /version\/1\.1/, 'version/1'],
    ]
    for (const [format, path, part, by] of broken) {
      const document = await get(path)
      const changed = document.replace(part, by)
      assert.notEqual(changed, document, String(part))
      assert.notDeepEqual(await problems(format, changed), [], `${format}: ${String(part)}`)
    }
  })
})
