// Values in texts that would leave the attribute that they are shown in, over HTTP.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, onOneDatabase } from '../support/gateway.ts'
import { startTags } from '../support/html-tags.ts'
import { insertPosts } from '../support/rows.ts'

const same = 'rendering does not depend on the database'

onOneDatabase('hostile values', same, (on) => {
  const insert = (ID: number, post_author: number, post_title: string, post_content: string) =>
    insertPosts(on().database, [{ ID, post_author, post_title, post_name: `hostile-${ID}`, post_content }])
  const shown = async (ID: number, content: string) => {
    await insert(ID, 1, 'x', content)
    const { status, json } = await on().gateway.get(`/cms-json/cms/v2/posts/${ID}?_fields=content`)
    assert.equal(status, 200)
    return String(at(json, 'content', 'rendered'))
  }

  it('rest-hostile-values/1 are shown as nothing where they name the taxonomy of a list', async () => {
    const attributes = JSON.stringify({ displayAsDropdown: true, taxonomy: "x' autofocus onfocus='alert(1)" })
    assert.equal((await shown(990401, `<!-- wp:categories ${attributes} /-->`)).trim(), '')
  })
  it('rest-hostile-values/2 are text in the label of a link to the rest of a post', async () => {
    await insert(990403, 99041, '<code>" onmouseover="alert(1)</code>', 'begun<!--more-->rest')
    const html = await shown(
      990402,
      '<!-- wp:query {"query":{"author":"99041"}} --><div><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->',
    )
    const label = startTags(html).find(({ attributes }) => attributes.has('aria-label'))
    assert.deepEqual(
      [...(label?.attributes ?? [])],
      [['aria-label', 'Continue reading &quot; onmouseover=&quot;alert(1)']],
      html,
    )
  })
})
