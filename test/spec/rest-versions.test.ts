// Revisions and autosaves: for whoever may edit the content, and nobody else.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { insertPosts } from '../support/rows.ts'
import { at, list, onEveryDatabase } from '../support/gateway.ts'

const post = '/cms-json/cms/v2/posts/201'
const ids = (json: unknown) => list(json).map((item) => at(item, 'id'))

onEveryDatabase('versions', (on) => {
  const get = (path: string, as?: Parameters<typeof asUser>[0]) =>
    on().gateway.get(path, as ? asUser(as) : {})

  it('rest-versions/1 are listed for an editor, the newest first, a page at a time', async () => {
    const { headers, json } = await get(`${post}/revisions`, 'edith')
    assert.deepEqual(ids(json), [253, 252, 251])
    assert.equal(headers.get('x-cms-total'), '3')
    const oldest = await get(`${post}/revisions?order=asc&per_page=1`, 'edith')
    assert.deepEqual(ids(oldest.json), [251])
    assert.equal(
      oldest.headers.get('link'),
      `<${on().gateway.url}${post}/revisions?order=asc&per_page=1&page=2>; rel="next"`,
    )
    // Its size is looked at before the rest, as in other lists
    const wrong = await get(`${post}/revisions?per_page=0&exclude=true`, 'edith')
    assert.equal(at(wrong.json, 'message'), 'Invalid parameter(s): per_page')
    assert.deepEqual(at(oldest.json, 0, '_links'), { parent: [{ href: `${on().gateway.url}${post}` }] })
    assert.equal(
      at((await get(`${post}/revisions/252?context=edit`, 'edith')).json, 'title', 'raw'),
      'The harbour wakes up',
    )
  })

  it('rest-versions/2 are autosaves by their slugs, listed at once', async () => {
    const { headers, json } = await get(`${post}/autosaves`, 'edith')
    assert.deepEqual(ids(json), [253])
    assert.equal(headers.get('x-cms-total'), null)
    assert.equal(at((await get(`${post}/autosaves/252`, 'edith')).json, 'id'), 253)
  })

  it('rest-versions/9 are found alone by the name that autosaves have today, and listed by older ones, too', async () => {
    const version = { post_type: 'revision', post_status: 'inherit', post_title: 'Saved' }
    await insertPosts(on().database, [
      { ID: 9521, post_type: 'post', post_title: 'Older' },
      { ...version, ID: 9522, post_parent: 9521, post_name: '9521-autosave' },
      { ID: 9523, post_type: 'post', post_title: 'Both' },
      {
        ...version,
        ID: 9524,
        post_parent: 9523,
        post_name: '9523-autosave-v1',
        post_date: '2024-01-01 00:00:00',
      },
      {
        ...version,
        ID: 9525,
        post_parent: 9523,
        post_name: '9523-autosave',
        post_date: '2024-01-02 00:00:00',
      },
    ])
    const posts = '/cms-json/cms/v2/posts'
    assert.deepEqual(ids((await get(`${posts}/9521/autosaves`, 'edith')).json), [9522])
    const older = await get(`${posts}/9521/autosaves/9522`, 'edith')
    assert.deepEqual([older.status, at(older.json, 'code')], [404, 'rest_post_no_autosave'])
    assert.deepEqual(ids((await get(`${posts}/9523/autosaves`, 'edith')).json), [9525, 9524])
    assert.equal(at((await get(`${posts}/9523/autosaves/9525`, 'edith')).json, 'id'), 9524)
  })

  it('rest-versions/3 are refused to whoever may not edit the content', async () => {
    for (const path of ['revisions', 'revisions/252', 'autosaves', 'autosaves/253']) {
      const refused = await get(`${post}/${path}`)
      assert.deepEqual([refused.status, at(refused.json, 'code')], [401, 'rest_cannot_read'], path)
      assert.equal((await get(`${post}/${path}`, 'connie')).status, 403, path)
    }
  })

  it('rest-versions/4 are of the post that they are asked for below, and of no other', async () => {
    const codeOf = async (path: string) => at((await get(path, 'edith')).json, 'code')
    assert.equal(await codeOf(`${post}/revisions/9`), 'rest_post_invalid_id')
    assert.equal(await codeOf('/cms-json/cms/v2/posts/202/revisions/252'), 'rest_revision_parent_id_mismatch')
    assert.equal(await codeOf('/cms-json/cms/v2/posts/999999/revisions'), 'rest_post_invalid_parent')
    assert.equal(await codeOf(`${post}/revisions?page=9`), 'rest_revision_invalid_page_number')
    assert.equal(await codeOf(`${post}/revisions?offset=3`), 'rest_revision_invalid_offset_number')
  })

  it('rest-versions/8 begin at an offset where a page has a size, and no page is too far then', async () => {
    for (const [query, found] of [
      ['offset=1', [253, 252, 251]],
      ['offset=-9&page=2', [253, 252, 251]],
      ['offset=1&per_page=1', [252]],
      ['offset=1&per_page=1&page=9', [252]],
      ['offset=-2&per_page=2', [251]],
    ] as const)
      assert.deepEqual(ids((await get(`${post}/revisions?${query}`, 'edith')).json), found, query)
    const none = await get(`${post}/revisions?offset=0&page=2`, 'edith')
    assert.equal(at(none.json, 'code'), 'rest_revision_invalid_page_number')
  })

  it('rest-versions/6 of patterns have their stored texts, and whether they are synced in their meta', async () => {
    const version = { post_type: 'revision', post_status: 'inherit', post_parent: 9501, post_content: 'text' }
    await insertPosts(on().database, [
      { ID: 9501, post_type: 'wp_block', post_title: 'Pattern' },
      { ...version, ID: 9502, post_title: 'Before', post_name: '9501-revision-v1' },
    ])
    const { json } = await get('/cms-json/cms/v2/blocks/9501/revisions', 'edith')
    assert.deepEqual(
      [
        at(json, 0, 'title', 'raw'),
        at(json, 0, 'content', 'raw'),
        at(json, 0, 'meta', 'wp_pattern_sync_status'),
      ],
      ['Before', 'text', null],
    )
  })

  it('rest-versions/7 of navigation have an empty meta, and their contents in embeds as well', async () => {
    const version = { post_type: 'revision', post_status: 'inherit', post_parent: 9511, post_content: 'text' }
    await insertPosts(on().database, [
      { ID: 9511, post_type: 'wp_navigation', post_title: 'Menu' },
      { ...version, ID: 9512, post_title: 'Before', post_name: '9511-revision-v1' },
    ])
    const path = '/cms-json/cms/v2/navigation/9511/revisions'
    assert.deepEqual(at((await get(path, 'admin')).json, 0, 'meta'), [])
    const embedded = (await get(`${path}?context=embed`, 'admin')).json
    assert.equal(at(embedded, 0, 'content', 'raw'), 'text')
    const { json } = await on().gateway.send('OPTIONS', path)
    const described = (...members: readonly string[]) => at(json, 'schema', 'properties', ...members)
    assert.deepEqual(described('content', 'context'), ['view', 'edit', 'embed'])
    assert.deepEqual(described('title', 'properties', 'raw', 'context'), ['edit', 'embed'])
    assert.deepEqual(described('meta', 'properties'), [])
  })

  it('rest-versions/11 are those of the post that an argument names, before the one in the path', async () => {
    const ofOther = await get('/cms-json/cms/v2/posts/205/autosaves?id=201&_fields=id,parent', 'edith')
    assert.deepEqual(ofOther.json, (await get(`${post}/autosaves?_fields=id,parent`, 'edith')).json)
    for (const id of ['1', 'abc', '']) {
      const { status, json } = await get(`${post}/autosaves?id=${id}`, 'edith')
      assert.deepEqual([status, at(json, 'code')], [404, 'rest_post_invalid_parent'], id)
    }
  })

  it('rest-versions/10 lead to their post where their parent is selected, and nowhere else', async () => {
    const linked = { parent: 201, _links: { parent: [{ href: `${on().gateway.url}${post}` }] } }
    for (const [query, body] of [
      ['parent,_links', linked],
      ['parent', linked],
      ['id,_links', { id: 253 }],
      ['_links', []],
    ] as const)
      for (const path of ['revisions/253', 'autosaves/253'])
        assert.deepEqual((await get(`${post}/${path}?_fields=${query}`, 'edith')).json, body, path + query)
    for (const [query, body] of [
      ['parent,_links', [linked]],
      ['parent', [{ parent: 201 }]],
      ['id,_links', [{ id: 253 }]],
      ['_links', [[]]],
    ] as const)
      assert.deepEqual((await get(`${post}/autosaves?_fields=${query}`, 'edith')).json, body, query)
  })

  it('rest-versions/5 are counted where the content links to them', async () => {
    const { json } = await get(post)
    assert.equal(at(json, '_links', 'version-history', 0, 'count'), 3)
    assert.equal(at(json, '_links', 'predecessor-version', 0, 'id'), 253)
  })

  it('rest-versions/12 the predecessor of content is the version of the latest date, and of one date the one with the greatest id', async () => {
    const version = { post_type: 'revision', post_status: 'inherit', post_title: 'Saved' }
    await insertPosts(on().database, [
      { ID: 9531, post_type: 'post', post_title: 'Saved again' },
      {
        ...version,
        ID: 9998,
        post_parent: 9531,
        post_name: '9531-autosave-v1',
        post_date: '2024-01-02 00:00:00',
      },
      {
        ...version,
        ID: 9999,
        post_parent: 9531,
        post_name: '9531-revision-v1',
        post_date: '2024-01-01 00:00:00',
      },
      { ID: 9533, post_type: 'post', post_title: 'Saved at once' },
      { ...version, ID: 9996, post_parent: 9533, post_name: '9533-revision-v1' },
      { ...version, ID: 10_001, post_parent: 9533, post_name: '9533-revision-v1' },
    ])
    const { json } = await get('/cms-json/cms/v2/posts?include=9531,9533&orderby=include&_fields=_links')
    const predecessors = list(json).map((item) => at(item, '_links', 'predecessor-version', 0, 'id'))
    assert.deepEqual(predecessors, [9998, 10_001])
  })
})
