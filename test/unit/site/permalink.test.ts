// Addresses on the site itself, by the owner's permalink options: every tag, bases, plain, and what is not published.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '../../../src/database/tables.ts'
import { authorLink, postLink, termLink } from '../../../src/site/permalink.ts'
import type { Surroundings } from '../../../src/site/surroundings.ts'
import { createSite } from '../../../src/site/site.ts'

const address = { brand: 'cms', publicUrl: 'http://api', tablePrefix: 'wp_' }
const site = (options: Readonly<Record<string, string>>) =>
  createSite(new Map(Object.entries({ home: 'https://example.org/blog/', ...options })), address)
const structured = (permalink_structure: string, options: Readonly<Record<string, string>> = {}) =>
  site({ ...options, permalink_structure })

const home = 'https://example.org/blog'
const post: Row = {
  id: 42,
  type: 'post',
  slug: 'a-post',
  status: 'publish',
  created_at: '2024-05-06 07:08:09',
  author_id: 3,
}
const alone: Surroundings = {
  termsOf: () => [],
  addressRowsOf: () => [],
  authorOf: () => null,
  pathOf: () => [],
  defaultCategory: () => ({ slug: 'general' }),
  postOf: () => null,
  isReader: () => false,
}
const among = (...posts: readonly Row[]): Surroundings => ({
  ...alone,
  postOf: (id) => posts.find((each) => each['id'] === id) ?? null,
})
const inCategories = (...categories: readonly Row[]): Surroundings => ({
  ...alone,
  termsOf: () => categories,
  authorOf: (id) => (id === 3 ? { id, slug: 'ann' } : null),
  pathOf: ({ id, slug }) => (id === 9 ? ['parent', 'child'] : [String(slug)]),
})
const surroundings = inCategories(
  { id: 10, slug: 'late', taxonomy: 'category' },
  { id: 9, slug: 'child', taxonomy: 'category' },
)

describe('postLink', () => {
  it('names private content by its id to those who may not read it', () => {
    const hidden = { ...post, status: 'private' }
    const page = { ...hidden, type: 'page', slug: 'a-page' }
    const file = { ...post, id: 43, type: 'attachment', slug: 'a-file', status: 'inherit', parent_id: 42 }
    const reader = (held: string): Surroundings => ({
      ...among(hidden),
      isReader: (_, capability) => capability === held,
    })
    const pretty = structured('/%postname%/')
    assert.equal(postLink(hidden, pretty, among()), `${home}/?p=42`)
    assert.equal(postLink(page, pretty, reader('read_private_posts')), `${home}/?page_id=42`)
    assert.equal(postLink(file, pretty, among(hidden)), `${home}/?attachment_id=43`)
    assert.equal(postLink({ ...file, status: 'trash' }, pretty, among(post)), `${home}/?attachment_id=43`)
    assert.equal(postLink(hidden, pretty, reader('read_private_posts')), `${home}/a-post/`)
    assert.equal(postLink(page, pretty, reader('read_private_pages')), `${home}/a-page/`)
    assert.equal(postLink(file, pretty, reader('read_private_posts')), `${home}/a-post/a-file/`)
  })

  const structures: readonly (readonly [structure: string, path: string])[] = [
    ['/%postname%/', '/a-post/'],
    ['/%postname%', '/a-post'],
    ['/%year%/%monthnum%/%day%/%postname%/', '/2024/05/06/a-post/'],
    ['/%year%/%hour%%minute%%second%', '/2024/070809'],
    ['/archives/%post_id%', '/archives/42'],
    ['/%category%/%postname%/', '/parent/child/a-post/'],
    ['/%author%/%postname%/', '/ann/a-post/'],
    ['/%postname%-%postname%.html', '/a-post-a-post.html'],
    ['/%other%/%postname%/', '/%other%/a-post/'],
    ['/index.php/%postname%/', '/index.php/a-post/'],
    ['', '/?p=42'],
  ]
  for (const [structure, path] of structures) {
    it(`by ${JSON.stringify(structure)} is ${path}`, () =>
      assert.equal(postLink(post, structured(structure), surroundings), home + path))
  }

  it('of what has no category is in the category that stands for it', () =>
    assert.equal(postLink(post, structured('/%category%/%postname%/'), alone), `${home}/general/a-post/`))

  it('of what has no category at all begins with one slash', () => {
    const nowhere = { ...alone, defaultCategory: () => null }
    assert.equal(postLink(post, structured('/%category%/%postname%/'), nowhere), `${home}/a-post/`)
  })

  for (const status of ['draft', 'pending', 'auto-draft', 'future']) {
    it(`of a ${status} is plain`, () =>
      assert.equal(postLink({ ...post, status }, structured('/%postname%/'), surroundings), `${home}/?p=42`))
  }
  it('of what is published follows the structure', () =>
    assert.equal(
      postLink({ ...post, status: 'publish' }, structured('/%postname%/'), surroundings),
      `${home}/a-post/`,
    ))

  it('holds stored text as it is', () => {
    for (const slug of ['caf%c3%a9', '$&', '%year%'])
      assert.equal(postLink({ ...post, slug }, structured('/%postname%/'), alone), `${home}/${slug}/`)
  })

  it('takes the category with the lowest id, whatever its digits', () => {
    const around = inCategories(
      { id: '100', slug: 'c', taxonomy: 'category' },
      { id: '20', slug: 'b', taxonomy: 'category' },
    )
    const link = postLink(post, structured('/%category%/'), around)
    assert.equal(link, `${home}/b/`)
  })
})

describe('postLink of other types', () => {
  const about: Row = { ...post, id: 1, type: 'page', slug: 'about' }
  const team: Row = { ...about, id: 2, slug: 'team', parent_id: 1 }
  const dated = '/%year%/%postname%/'

  it('puts the pages above a page before it', () => {
    assert.equal(postLink(team, structured(dated), among(about)), `${home}/about/team/`)
    assert.equal(postLink(team, structured('/%postname%'), among(about)), `${home}/about/team`)
    assert.equal(
      postLink(team, structured(`/index.php${dated}`), among(about)),
      `${home}/index.php/about/team/`,
    )
    assert.equal(postLink(team, structured(''), among(about)), `${home}/?page_id=2`)
    assert.equal(
      postLink({ ...team, status: 'draft' }, structured(dated), among(about)),
      `${home}/?page_id=2`,
    )
  })

  it('ends where pages lie above one another', () => {
    const [one, other] = [
      { ...about, parent_id: 2 },
      { ...team, parent_id: 1 },
    ]
    const around = among(one, other)
    assert.equal(postLink(other, structured(dated), around), `${home}/about/team/`)
    assert.equal(postLink(one, structured(dated), around), `${home}/team/about/`)
  })

  it('keeps the slash before the slug of a file that has none', () => {
    const file = { ...post, id: 3, type: 'attachment', slug: '', status: 'inherit', parent_id: 1 }
    assert.equal(postLink(file, structured('/%postname%'), among(about)), `${home}/about/`)
    const inCategory = postLink(file, structured('/%category%/%postname%/'), among(about))
    assert.equal(inCategory, `${home}/about/attachment//`)
  })

  it('has the front page at home', () => {
    const fronted = structured(dated, { show_on_front: 'page', page_on_front: '1' })
    assert.equal(postLink(about, fronted, alone), `${home}/`)
  })

  it('puts an attachment below what it belongs to', () => {
    const picture: Row = {
      ...post,
      id: 5,
      type: 'attachment',
      slug: 'pier',
      status: 'inherit',
      parent_id: 42,
    }
    assert.equal(postLink(picture, structured(dated), among(post)), `${home}/2024/a-post/pier/`)
    assert.equal(
      postLink({ ...picture, slug: '12' }, structured(dated), among(post)),
      `${home}/2024/a-post/attachment/12/`,
    )
    // Of what is gone it has no address; what belongs to nothing has its own
    assert.equal(postLink(picture, structured(dated), alone), `${home}/?attachment_id=5`)
    assert.equal(postLink({ ...picture, parent_id: 0 }, structured(dated), alone), `${home}/pier/`)
    assert.equal(
      postLink(picture, structured(dated), among({ ...post, status: 'draft' })),
      `${home}/?attachment_id=5`,
    )
    assert.equal(postLink(picture, structured(''), among(post)), `${home}/?attachment_id=5`)
    const front = structured('/%postname%/', { show_on_front: 'page', page_on_front: '42' })
    const page = { ...post, type: 'page', slug: 'front' }
    assert.equal(postLink(page, front, alone), `${home}/`)
    assert.equal(postLink({ ...picture, slug: 'pic' }, front, among(page)), `${home}/front/pic/`)
  })

  const plainly = { isHierarchical: false, isPath: true, withFront: true, queryVar: 'product' }

  it('puts the slug of its type before what an owner added', () => {
    const contentTypes = new Map([['product', { ...plainly, slug: 'shop' }]])
    const at = (permalink_structure: string) =>
      createSite(new Map(Object.entries({ home, permalink_structure })), { ...address, contentTypes })
    const chair: Row = { ...post, type: 'product', slug: 'chair' }
    assert.equal(postLink(chair, at('/%postname%/'), alone), `${home}/shop/chair/`)
    assert.equal(postLink(chair, at('/blog/%postname%'), alone), `${home}/blog/shop/chair`)
    assert.equal(postLink(chair, at(''), alone), `${home}/?product=chair`)
    assert.equal(
      postLink({ ...chair, status: 'draft' }, at('/%postname%/'), alone),
      `${home}/?post_type=product&p=42`,
    )
  })
})

describe('termLink', () => {
  const term = (taxonomy: string): Row => ({ id: 9, slug: 'child', taxonomy })
  const path = { pathOf: () => ['parent', 'child'] }
  const flat = { pathOf: () => ['child'] }
  const links: readonly (readonly [Readonly<Record<string, string>>, category: string, tag: string])[] = [
    [{ permalink_structure: '' }, '/?cat=9', '/?tag=child'],
    [{ permalink_structure: '/%postname%/' }, '/category/parent/child/', '/tag/child/'],
    [{ permalink_structure: '/%postname%' }, '/category/parent/child', '/tag/child'],
    [{ permalink_structure: '/a/%post_id%/' }, '/a/category/parent/child/', '/a/tag/child/'],
    [
      { permalink_structure: '/%postname%/', category_base: 'topics', tag_base: 'about' },
      '/topics/parent/child/',
      '/about/child/',
    ],
    [
      { permalink_structure: '/%postname%/', category_base: '/x/topics/', tag_base: '/about' },
      '/x/topics/parent/child/',
      '/about/child/',
    ],
  ]
  for (const [options, category, tag] of links) {
    it(`by ${JSON.stringify(options)}`, () => {
      assert.equal(termLink(term('category'), site(options), path), home + category)
      assert.equal(termLink(term('post_tag'), site(options), flat), home + tag)
    })
  }

  it('has nothing of the structure before a base that the owner chose', () => {
    const chosen = structured('/a/%postname%/', { category_base: 'topics', tag_base: 'about' })
    assert.equal(termLink(term('category'), chosen, path), `${home}/topics/parent/child/`)
    assert.equal(termLink(term('post_tag'), chosen, flat), `${home}/about/child/`)
  })

  it('has the whole front of the structure before such a base where addresses cannot be rewritten', () => {
    for (const front of ['/index.php/', '/index.php/a/', '/index.php/a/b/']) {
      const begun = structured(`${front}%postname%/`, { category_base: '/topics/', tag_base: 'about' })
      assert.equal(termLink(term('category'), begun, path), `${home}${front}topics/parent/child/`)
      assert.equal(termLink(term('post_tag'), begun, flat), `${home}${front}about/child/`)
    }
  })
})

describe('authorLink', () => {
  const links: readonly (readonly [structure: string, path: string])[] = [
    ['', '/?author=3'],
    ['/%postname%/', '/author/ann/'],
    ['/%postname%', '/author/ann'],
    ['/a/%postname%/', '/a/author/ann/'],
  ]
  for (const [structure, path] of links) {
    it(`by ${JSON.stringify(structure)} is ${path}`, () =>
      assert.equal(authorLink({ id: 3, slug: 'ann' }, structured(structure)), home + path))
  }

  it('of files lies below what has pages alone', () => {
    const file = { id: 1, type: 'attachment', slug: 'one', status: 'inherit', parent_id: 42 }
    const pattern = { ...post, type: 'wp_block' }
    assert.equal(postLink(file, structured('/%postname%/'), among(post)), `${home}/a-post/one/`)
    assert.equal(postLink(file, structured('/%postname%/'), among(pattern)), `${home}/?attachment_id=1`)
  })

  it('ends where files, by broken rows, lie below each other', () => {
    const file = { id: 1, type: 'attachment', slug: 'one', status: 'inherit', parent_id: 2 }
    const around = among(file, { ...file, id: 2, slug: 'two', parent_id: 1 })
    assert.equal(postLink(file, structured('/%postname%/'), around), `${home}/?attachment_id=1`)
  })
})
