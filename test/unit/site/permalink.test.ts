// Addresses on the site itself, by the owner's permalink options: every tag, bases, plain, and what is not published.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '../../../src/database/tables.ts'
import { authorLink, postLink, termLink, type Surroundings } from '../../../src/site/permalink.ts'
import { createSite } from '../../../src/site/site.ts'

const site = (options: Readonly<Record<string, string>>) =>
  createSite(new Map(Object.entries({ home: 'https://example.org/blog/', ...options })), {
    brand: 'cms',
    publicUrl: 'http://api',
    tablePrefix: 'wp_',
  })
const structured = (permalink_structure: string, options: Readonly<Record<string, string>> = {}) =>
  site({ ...options, permalink_structure })

const home = 'https://example.org/blog'
const post: Row = { id: 42, slug: 'a-post', status: 'publish', created_at: '2024-05-06 07:08:09' }
const surroundings: Surroundings = {
  categories: [
    { id: 10, slug: 'late' },
    { id: 9, slug: 'child' },
  ],
  author: { id: 3, slug: 'ann' },
  pathOf: ({ id, slug }) => (id === 9 ? ['parent', 'child'] : [String(slug)]),
}
const alone: Surroundings = { categories: [], author: null, pathOf: () => [] }

describe('postLink', () => {
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

  for (const status of ['draft', 'pending', 'auto-draft', 'future']) {
    it(`of a ${status} is plain`, () =>
      assert.equal(postLink({ ...post, status }, structured('/%postname%/'), surroundings), `${home}/?p=42`))
  }
  for (const status of ['publish', 'private']) {
    it(`of a ${status} follows the structure`, () =>
      assert.equal(
        postLink({ ...post, status }, structured('/%postname%/'), surroundings),
        `${home}/a-post/`,
      ))
  }

  it('holds stored text as it is', () => {
    for (const slug of ['caf%c3%a9', '$&', '%year%'])
      assert.equal(postLink({ ...post, slug }, structured('/%postname%/'), alone), `${home}/${slug}/`)
  })

  it('has a category even without one', () => {
    assert.equal(
      postLink(post, structured('/%category%/%postname%/'), alone),
      `${home}/uncategorized/a-post/`,
    )
  })

  it('takes the category with the lowest id, whatever its digits', () => {
    const categories = [
      { id: '100', slug: 'c' },
      { id: '20', slug: 'b' },
    ]
    const link = postLink(post, structured('/%category%/'), { ...surroundings, categories })
    assert.equal(link, `${home}/b/`)
  })
})

describe('termLink', () => {
  const term: Row = { id: 9, slug: 'child' }
  const path = ['parent', 'child']
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
      assert.equal(termLink(term, 'category', site(options), path), home + category)
      assert.equal(termLink(term, 'post_tag', site(options), ['child']), home + tag)
    })
  }

  it('has nothing of the structure before a base that the owner chose', () => {
    const chosen = structured('/a/%postname%/', { category_base: 'topics', tag_base: 'about' })
    assert.equal(termLink(term, 'category', chosen, path), `${home}/topics/parent/child/`)
    assert.equal(termLink(term, 'post_tag', chosen, ['child']), `${home}/about/child/`)
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
})
