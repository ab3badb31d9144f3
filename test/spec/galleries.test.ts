// Galleries of a post that they name, over HTTP: the images that belong to it, where everybody may see it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const owners = [
  ['990401', { post_status: 'publish' }],
  ['990402', { post_status: 'draft' }],
  ['990403', { post_status: 'private' }],
  ['990404', { post_password: 'x' }],
  ['990405', { post_type: 'unserved' }],
] as const

onEveryDatabase('galleries', (on) => {
  // Answers to somebody who is logged in are never kept
  const shown = async (headers: Readonly<Record<string, string>> = asUser('admin')) => {
    const { json } = await on().gateway.get('/cms-json/cms/v2/posts/990400?_fields=content', headers)
    return [...String(at(json, 'content', 'rendered')).matchAll(/galleryid-(\d+) /g)].map(([, id]) => id)
  }
  it('galleries/1 show the images of the post that they name, of no hidden one', async () => {
    const ids = ['', '0', '-990401', '990401', '990402', '990403', '990404', '990405', '990406']
    await insertPosts(on().database, [
      { ID: 990400, post_name: 'showing', post_content: ids.map((id) => `[gallery id="${id}"]`).join('') },
      ...owners.map(([id, parts]) => ({ ID: Number(id), post_name: `owner-${id}`, ...parts })),
      // The last one belongs to a post that is gone
      ...[...owners.map(([id]) => Number(id)), 990406].map((parent) => ({
        ID: parent + 10,
        post_name: `image-${parent}`,
        post_type: 'attachment',
        post_status: 'inherit',
        post_mime_type: 'image/png',
        post_parent: parent,
      })),
    ])
    assert.deepEqual(await shown(), ['990401'])
    assert.deepEqual(await shown({}), ['990401'])
    await on().database.execute(`update wp_posts set post_status = 'draft' where ID = 990401`)
    assert.deepEqual(await shown(), [])
  })
})
