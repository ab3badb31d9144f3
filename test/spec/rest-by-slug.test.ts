// An item by its slug: the same answer as by its id, which says what its own address is.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, onEveryDatabase } from '../support/gateway.ts'

const root = '/cms-json/cms/v2'

onEveryDatabase('items by slug', (on) => {
  const get = (path: string, headers = {}) => on().gateway.get(root + path, headers)

  it('rest-by-slug/1 are those by id, with the address that is theirs', async () => {
    const bySlug = await get('/posts/by-slug/comments-galore?_embed=author')
    const byId = await get('/posts/230?_embed=author')
    assert.deepEqual(bySlug.json, byId.json)
    assert.equal(
      bySlug.headers.get('link'),
      `<http://127.0.0.1:8081/2024/02/15/comments-galore/>; rel="alternate"; type=text/html, <${on().gateway.url}${root}/posts/230>; rel="canonical"`,
    )
    assert.equal(at(bySlug.json, '_links', 'self', 0, 'href'), `${on().gateway.url}${root}/posts/230`)
  })

  it('rest-by-slug/2 are found in every kind that has slugs, however they are written', async () => {
    // As WordPress stores what is not ASCII
    await on().database.execute(`update wp_posts set post_name = 'caf%c3%a9' where ID = 203`)
    for (const [path, id] of [
      ['/categories/by-slug/news', 2],
      ['/users/by-slug/arthur', 3],
      ['/media/by-slug/gulls-lunch', 102],
      ['/posts/by-slug/caf%C3%A9', 203],
      // As the answer's own slug is written into an address
      ['/posts/by-slug/caf%25c3%25a9', 203],
      ['/posts/by-slug/100-sure-50%2525-backslash', 238],
    ] as const) {
      const { status, json } = await get(path)
      assert.equal(status, 200, path)
      if (id !== undefined) assert.equal(at(json, 'id'), id)
    }
    for (const [slug, id] of [
      ['caf%C3%A9', 203],
      ['caf%25c3%25a9', 203],
      ['100-sure-50%2525-backslash', 238],
    ] as const)
      assert.deepEqual((await get(`/posts?slug=${slug}&_fields=id`)).json, [{ id }], slug)
  })

  it('rest-by-slug/3 are not there for who may not see them', async () => {
    assert.deepEqual(
      [(await get('/posts/by-slug/nope')).status, at((await get('/posts/by-slug/nope')).json, 'code')],
      [404, 'rest_post_invalid_id'],
    )
    const hidden = '/pages/by-slug/hidden-page'
    assert.equal((await get(hidden)).status, 404)
    assert.equal((await get(hidden, asUser('admin'))).status, 200)
    assert.equal((await get('/posts/by-slug/comments-galore?context=edit')).status, 401)
  })

  it('rest-by-slug/4 are found in lists by what WordPress makes of the text', async () => {
    for (const [list, slug, ids] of [
      ['posts', "<b>Comments.galore's</b>", []],
      ['posts', "<b>Comments.galo're</b>!", [230]],
      ['posts', 'cömments-galore', []],
      ['posts', 'comments—galore', []],
      ['categories', "néw's", [2]],
      ['categories', 'new—s', []],
      ['users', 'Ärthur,édith', [3, 2]],
      ['users', 'arthur!', []],
    ] as const) {
      const { json } = await get(`/${list}?_fields=id&slug=${encodeURIComponent(slug)}`)
      assert.deepEqual(
        json,
        ids.map((id) => ({ id })),
        slug,
      )
    }
  })
})
