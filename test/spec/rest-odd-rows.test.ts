// Answers of a real site about rows that plug-ins, imports and deletions left behind, measured.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { at, list, onEveryDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { dataOf } from '../support/graphql.ts'
import { requestsOf } from '../support/racing.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const root = '/cms-json/cms/v2'
const meta = (post_id: number, meta_key: string, meta_value: string) => ({ post_id, meta_key, meta_value })
const term = (term_id: number, name: string) => ({ term_id, name, slug: name.toLowerCase(), term_group: 0 })
const termOf = (taxonomy: string, term_id: number, parent: number, count = 1) => ({
  term_taxonomy_id: term_id,
  term_id,
  taxonomy,
  description: '',
  parent,
  count,
})
const category = (term_id: number, parent: number) => termOf('category', term_id, parent)
const php = (text: string) => `s:${text.length}:"${text}";`
const size = (name: string, width: number, height: number) =>
  `${php(name)}a:4:{${php('file')}${php(`${name}.jpg`)}${php('width')}i:${width};${php('height')}i:${height};${php('mime-type')}${php('image/jpeg')}}`
const image = (sizes: string, count: number) =>
  `a:3:{${php('width')}i:2000;${php('height')}i:1000;${php('sizes')}a:${count}:{${sizes}}}`

onEveryDatabase('rows that were left behind', (on) => {
  before(async () => {
    const file = { post_type: 'attachment', post_status: 'inherit' }
    await insertPosts(on().database, [
      { ID: 7101, post_type: 'page', post_parent: 9999, post_name: 'lost', post_title: 'Its parent is gone' },
      { ID: 7102, post_status: 'archived', post_name: 'archived', post_title: 'A status of a plug-in' },
      { ID: 7103, post_title: 'With a comment from before comments had types' },
      { ID: 7104, ...file, post_mime_type: 'image/jpeg', post_content: 'Words below.', post_title: 'Boat' },
      {
        ID: 7105,
        ...file,
        post_mime_type: 'video/x-odd',
        post_title: 'A <!--more--> film',
        post_content: 'Told.',
      },
    ])
    await insertRows(on().database, 'wp_postmeta', [
      meta(7104, '_wp_attached_file', 'boat.jpg'),
      meta(7104, '_wp_attachment_metadata', image(size('medium', 1200, 600), 1)),
      meta(7105, '_wp_attached_file', 'a film.odd'),
      meta(7105, '_wp_attachment_metadata', image(size('medium', 300, 150), 1)),
    ])
    await insertRows(on().database, 'wp_terms', [
      term(7101, 'Orphan'),
      term(7102, 'Below'),
      term(7103, 'One'),
      term(7104, 'Other'),
      term(7105, 'Within'),
      { ...term(7106, 'Nameless'), slug: '' },
      { ...term(7107, 'None'), slug: '0' },
    ])
    await insertRows(on().database, 'wp_term_taxonomy', [
      category(7101, 9999),
      category(7102, 7101),
      category(7103, 7104),
      category(7104, 7103),
      termOf('post_tag', 7105, 20, -1),
      termOf('post_tag', 7106, 0),
      termOf('post_tag', 7107, 0),
    ])
    await insertRows(
      on().database,
      'wp_term_relationships',
      [7105, 7106, 7107].map((term_taxonomy_id) => ({ object_id: 7103, term_taxonomy_id, term_order: 0 })),
    )
    await insertRows(on().database, 'wp_comments', [
      {
        comment_ID: 7101,
        comment_post_ID: 7103,
        comment_author: 'Olga',
        comment_content: 'Long ago.',
        comment_approved: '1',
        comment_type: '',
        comment_date: '2020-01-01 10:00:00',
        comment_date_gmt: '2020-01-01 10:00:00',
      },
      {
        comment_ID: 7102,
        comment_post_ID: 9999,
        comment_author: 'Otto',
        comment_content: 'About what is gone.',
        comment_approved: '1',
        comment_type: 'comment',
        comment_date: '2020-01-02 10:00:00',
        comment_date_gmt: '2020-01-02 10:00:00',
      },
      {
        comment_ID: 7103,
        comment_post_ID: 7103,
        comment_author: 'Olga',
        comment_content: 'To another editor.',
        comment_approved: '1',
        comment_type: 'note',
        comment_date: '2020-01-03 10:00:00',
        comment_date_gmt: '2020-01-03 10:00:00',
      },
    ])
  })
  const get = (path: string, as?: Parameters<typeof asUser>[0]) =>
    on().gateway.get(root + path, as ? asUser(as) : {})
  const idsOf = async (path: string) => list((await get(path)).json).map((item) => at(item, 'id'))

  it('rest-odd-rows/1 have an empty part in the address of a term for a parent that is gone, and no link to it', async () => {
    const [orphan, below] = await Promise.all([get('/categories/7101'), get('/categories/7102')])
    assert.match(String(at(orphan.json, 'link')), /\/category\/\/orphan\/$/)
    assert.match(String(at(below.json, 'link')), /\/category\/\/orphan\/below\/$/)
    assert.equal(at(orphan.json, '_links', 'up'), undefined)
    assert.match(String(at(below.json, '_links', 'up', 0, 'href')), /\/categories\/7101$/)
  })

  it('rest-odd-rows/2 link a page whose parent is gone to the interface', async () => {
    const { json } = await get('/pages/7101')
    assert.match(String(at(json, '_links', 'up', 0, 'href')), /\/cms-json\/$/)
  })

  it('rest-odd-rows/3 give content in a status that is not known no address with its slug', async () => {
    const { json } = await get('/posts/7102', 'admin')
    assert.match(String(at(json, 'link')), /\/\?p=7102$/)
  })

  it('rest-odd-rows/4 embed comments from before comments had types', async () => {
    const { json } = await get('/posts/7103?_embed=replies')
    assert.equal(at(json, '_embedded', 'replies', 0, 0, 'id'), 7101)
  })

  it('rest-odd-rows/5 show a copy no larger than its size is today', async () => {
    const { json } = await get('/media/7104')
    assert.match(
      String(at(json, 'description', 'rendered')),
      /width="300" height="150" src="[^"]*\/medium\.jpg"/,
    )
  })

  it('rest-odd-rows/6 begin a caption with the link to the file, whatever its title holds', async () => {
    const [picture, film] = await Promise.all([get('/media/7104'), get('/media/7105')])
    assert.equal(at(picture.json, 'caption', 'rendered'), '<p>Words below.</p>\n')
    assert.match(String(at(film.json, 'caption', 'rendered')), /Told\.<\/p>/)
    assert.match(
      String(at(film.json, 'description', 'rendered')),
      /href="[^"]*a%20film\.odd">[^<]*a film\.odd</,
    )
  })

  it('rest-odd-rows/7 give copies of a file that is no image no address', async () => {
    const { json } = await get('/media/7105')
    assert.deepEqual(Object.keys(Object(at(json, 'media_details', 'sizes'))), ['medium'])
    assert.equal(at(json, 'media_details', 'sizes', 'medium', 'source_url'), undefined)
  })

  it('rest-odd-rows/8 pass over the sign of ids', async () => {
    for (const [signed, plain] of [
      ['/posts?include=-238', '/posts?include=238'],
      ['/posts?exclude=-238', '/posts?exclude=238'],
      ['/posts?author=-1', '/posts?author=1'],
      ['/posts?categories=-3', '/posts?categories=3'],
      ['/pages?parent=-301', '/pages?parent=301'],
      ['/users?include=-1', '/users?include=1'],
    ] as const)
      assert.deepEqual(await idsOf(signed), await idsOf(plain), signed)
  })

  it('rest-odd-rows/9 search for words without those that are everywhere', async () => {
    const found = await idsOf('/media?search=lamp')
    assert.notEqual(found.length, 0)
    assert.deepEqual(await idsOf('/media?search=of%20the%20lamp'), found)
    assert.deepEqual(await idsOf("/media?search='lamp'"), found)
    assert.deepEqual(await idsOf('/media?search=%2Blamp'), found)
  })

  it('rest-odd-rows/10 search for posts where no type of content is named, and for all terms where no taxonomy is', async () => {
    const kinds = async (query: string) => {
      const found = list((await get(`/search?per_page=100&${query}`)).json)
      return [...new Set(found.map((item) => at(item, 'type')))]
    }
    assert.deepEqual(await kinds('subtype=category'), ['post'])
    assert.deepEqual(await kinds('type=term&subtype=post'), ['category', 'post_tag'])
  })

  it('rest-odd-rows/11 link a tag to the tag that it is below, and count no less than nothing', async () => {
    const { json } = await get('/tags/7105')
    assert.match(String(at(json, '_links', 'up', 0, 'href')), /\/tags\/20$/)
    assert.equal(at(json, 'count'), 0)
    const [part] = list((await get('/tags?include=7105&_fields=_links')).json)
    assert.match(String(at(part, '_links', 'up', 0, 'href')), /\/tags\/20$/)
  })

  it('rest-odd-rows/12 go once round terms that are above one another', async () => {
    const { json } = await get('/categories/7103')
    assert.match(String(at(json, 'link')), /\/category\/one\/other\/one\/$/)
  })

  it('rest-odd-rows/14 list comments on posts that are gone for those who may edit posts', async () => {
    const listed = async (as?: Parameters<typeof asUser>[0]) =>
      list((await get('/comments?include=7102', as)).json)
    assert.deepEqual([await listed(), await listed('sam')], [[], []])
    for (const role of ['connie', 'arthur', 'edith', 'admin'] as const) {
      const [comment] = await listed(role)
      assert.equal(at(comment, 'link'), '/#comment-7102')
      assert.deepEqual(Object.keys(Object(at(comment, '_links', 'self', 0))), ['href'])
      assert.equal((await get('/comments/7102', role)).status, 404)
    }
  })

  it('rest-odd-rows/15 leave notes out where every type is asked for by an empty name', async () => {
    const ids = async (type: string) =>
      list((await get(`/comments?post=7103&type=${type}`, 'admin')).json).map((comment) => at(comment, 'id'))
    assert.deepEqual([await ids(''), await ids('all')], [[7101], [7103, 7101]])
  })

  it('rest-odd-rows/13 give no class for a term without a slug, as 0 is in PHP', async () => {
    const { json } = await get('/posts/7103')
    const classes = list(at(json, 'class_list')).map(String)
    assert.deepEqual(
      classes.filter((name) => name.startsWith('tag-')),
      ['tag-within'],
    )
  })

  it('rest-odd-rows/16 give the id as the class of a term whose slug is a number, and each class once', async () => {
    const slugs = ['1e5', '-7', '1e-2', '1e', 'a%20b', 'a.b', '--', '0x1a']
    const rows = slugs.map((slug, place) => ({
      term_id: 7120 + place,
      name: `Odd ${place}`,
      slug,
      term_group: 0,
    }))
    await insertPosts(on().database, [{ ID: 7120, post_title: 'With odd slugs' }])
    await insertRows(on().database, 'wp_terms', rows)
    await insertRows(
      on().database,
      'wp_term_taxonomy',
      rows.map(({ term_id }) => termOf('post_tag', term_id, 0)),
    )
    await insertRows(
      on().database,
      'wp_term_relationships',
      rows.map(({ term_id }) => ({ object_id: 7120, term_taxonomy_id: term_id, term_order: 0 })),
    )
    const { json } = await get('/posts/7120')
    assert.deepEqual(
      list(at(json, 'class_list')).slice(-7),
      ['7120', '7121', '7122', '1e', 'ab', '7126', '0x1a'].map((name) => `tag-${name}`),
    )
  })

  it('rest-odd-rows/17 show the terms of a post beside a hundred relations to terms that are missing', async () => {
    const { database, gateway } = on()
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth)
    const carry = (object_id: number, ids: readonly number[]) =>
      insertRows(
        database,
        'wp_term_relationships',
        ids.map((term_taxonomy_id) => ({ object_id, term_taxonomy_id, term_order: 0 })),
      )
    const addTags = async (ids: readonly number[], nameOf: (id: number) => string) => {
      await insertRows(
        database,
        'wp_terms',
        ids.map((id) => term(id, nameOf(id))),
      )
      await insertRows(
        database,
        'wp_term_taxonomy',
        ids.map((id) => termOf('post_tag', id, 0)),
      )
    }
    const posts = [
      { ID: 7110, post_title: 'relict many' },
      { ID: 7111, post_title: 'relict one' },
      { ID: 7112, post_title: 'relict full' },
    ]
    const full = numbers(7200, 7300)
    await insertPosts(database, posts)
    await addTags([7108, ...full], (id) => `Name ${id}`)
    await carry(7110, [...numbers(7400, 7650), 7108])
    await carry(7111, [7108])
    await carry(7112, [...full, 7399])

    const query =
      'query ($search: String) { posts(search: $search) { edges { node { title tags { name } } } } }'
    const namesIn = (terms: unknown) => list(terms).map((each) => String(at(each, 'name')))
    const inGraphql = async (by: TestGateway, search: string) =>
      list(at(await dataOf(by, query, { variables: { search } }), 'posts', 'edges')).map(
        (edge) => [String(at(edge, 'node', 'title')), namesIn(at(edge, 'node', 'tags'))] as const,
      )
    const inRest = async (by: TestGateway, search: string) => {
      const { json } = await by.get(`${root}/posts?search=${encodeURIComponent(search)}&_embed=cms:term`)
      return list(json).map((item) => {
        const terms = list(at(item, '_embedded', 'cms:term')).flatMap((each) => list(each))
        const tags = terms.filter((each) => at(each, 'taxonomy') === 'post_tag')
        return [String(at(item, 'title', 'rendered')), namesIn(tags)] as const
      })
    }
    const show = async (by: TestGateway, search: string, expected: Readonly<Record<string, unknown>>) => {
      for (const read of [inGraphql, inRest])
        assert.deepEqual(Object.fromEntries(await read(by, search)), expected)
    }
    const named = full.map((id) => `Name ${id}`)
    await show(gateway, 'relict', {
      'relict many': ['Name 7108'],
      'relict one': ['Name 7108'],
      'relict full': named,
    })

    // Answers are dropped when a missing term appears
    const following = await startTestGateway({ url: database.adminUrl }, { feed: 'auto' })
    await eventually(async () => {
      await show(following, 'relict many', { 'relict many': ['Name 7108'] })
      await show(following, 'relict full', { 'relict full': named })
      assert.deepEqual(requestsOf(following).slice(-4), ['hit', 'hit', 'hit', 'hit'])
    })
    await addTags([7399, 7400], () => 'Again')
    await eventually(async () => {
      await show(following, 'relict many', { 'relict many': ['Again', 'Name 7108'] })
      await show(following, 'relict full', { 'relict full': ['Again', ...named.slice(0, 99)] })
    })
    // So are full pages when a term beyond them gets another name
    await addTags([7398], () => 'Zone')
    await carry(7112, [7398])
    await eventually(async () => {
      await show(following, 'relict full', { 'relict full': ['Again', ...named.slice(0, 99)] })
      assert.deepEqual(requestsOf(following).slice(-2), ['hit', 'hit'])
    })
    await database.execute(`update wp_terms set name = 'Abbey' where term_id = 7398`)
    await eventually(() =>
      show(following, 'relict full', { 'relict full': ['Abbey', 'Again', ...named.slice(0, 98)] }),
    )
    await following.stop()
  })
})
