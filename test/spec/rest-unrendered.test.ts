// The header that names what nothing renders: for owners, where the settings say so, the same for answers that are made and kept.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { onOneDatabase } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const why = 'what nothing renders follows from the text of a row'

const header = 'x-cms-unrendered'
const form = '<!-- wp:forms/contact {"id":4} /-->'
const one = `${form}<!-- wp:paragraph --><p>[map zoom="3"] [1] [sic]</p><!-- /wp:paragraph -->`
const other = `<!-- wp:group --><div>${form}${form}</div><!-- /wp:group -->[map zoom="4"]x[/map]`
const single = '/cms-json/cms/v2/posts/990301'
const both = '/cms-json/cms/v2/posts?include=990301,990302'

onOneDatabase(
  'what nothing renders',
  why,
  (on) => {
    const said = async (path: string, headers = {}) =>
      (await on().gateway.get(path, headers)).headers.get(header)
    it('rest-unrendered/1 is named with how often it was met, most frequent first', async () => {
      await insertPosts(on().database, [
        { ID: 990301, post_content: one },
        { ID: 990302, post_content: other },
      ])
      assert.equal(await said(both), 'forms/contact 3, [map] 2')
      assert.equal(await said(single), '[map] 1, forms/contact 1')
    })
    it('rest-unrendered/2 is named by kept answers and kept items, too', async () => {
      const kept = await on().gateway.get(both)
      assert.equal(kept.headers.get(header), 'forms/contact 3, [map] 2')
      assert.equal(await said(`${both}&orderby=id`), 'forms/contact 3, [map] 2')
      assert.equal(await said(`${both}&orderby=id&order=asc`), 'forms/contact 3, [map] 2')
    })
    it('rest-unrendered/3 counts once what editors get twice', async () => {
      assert.equal(await said(`${single}?context=edit`, asUser('admin')), '[map] 1, forms/contact 1')
    })
    it('rest-unrendered/4 is missing where everything is rendered, and where no text is asked for', async () => {
      await insertPosts(on().database, [{ ID: 990303, post_content: '<!-- wp:archives /-->[caption]' }])
      assert.equal(await said('/cms-json/cms/v2/posts/990303'), null)
      assert.equal(await said(`${single}?_fields=id,title`), null)
    })
    it('rest-unrendered/5 is cut to a length that clients take', async () => {
      const blocks = Array.from({ length: 200 }, (_, at) => `<!-- wp:plug-in/block-${at} /-->`).join('')
      await insertPosts(on().database, [{ ID: 990304, post_content: blocks }])
      const value = (await said('/cms-json/cms/v2/posts/990304')) ?? ''
      assert(value.length > 900 && value.length < 1030, value)
      assert.match(value, /^plug-in\/block-0 1, .*, \d+ more$/)
    })
  },
  { unrenderedHeader: 'on' },
)

onOneDatabase('what nothing renders', why, (on) => {
  it('rest-unrendered/6 is not named unless the owner wants it', async () => {
    await insertPosts(on().database, [{ ID: 990301, post_content: one }])
    const { status, headers } = await on().gateway.get(single)
    assert.equal(status, 200)
    assert.equal(headers.get(header), null)
  })
})
