// Links: of items by what their row holds, of pages with what the client gave, written as the original writes it.
import assert from 'node:assert/strict'
import { counter } from '../../../../src/core/counter.ts'
import { describe, it } from 'node:test'
import { parseQuery } from '../../../../src/core/query-string.ts'
import { integerOf, type Row } from '../../../../src/database/tables.ts'
import { anonymous } from '../../../../src/core/viewer.ts'
import type { Link } from '../../../../src/registry/link.ts'
import type { ResourceDefinition } from '../../../../src/registry/resource.ts'
import { about, toItem } from '../../../../src/resources/content/content-links.ts'
import { needed } from '../../../support/needed.ts'
import { post } from '../../../support/resources.ts'
import { addressOf, linksFrom, linksOf, relOf } from '../../../../src/rest/representation/links.ts'
import { pageLinks } from '../../../../src/rest/request/paging-headers.ts'
import { createSite } from '../../../../src/site/site.ts'

const address = 'https://api.example.org/cms-json/cms/v2/books'
const site = createSite(new Map(), { brand: 'cms', publicUrl: 'https://api.example.org', tablePrefix: 'wp_' })

const listed = (taxonomy: string): Link => ({
  rel: ':term',
  columns: ['id'],
  targets: ({ row }) => [
    { kind: 'list', resource: taxonomy, arg: 'book', id: integerOf(row, 'id'), attributes: { taxonomy } },
  ],
  embed: {
    kind: 'list',
    source: 'post_terms',
    match: 'post_id',
    order: { column: 'name', descending: false },
  },
})
const links: readonly Link[] = [
  toItem('author', 'writer', 'author_id', 'author'),
  listed('genre'),
  listed('shelf'),
  listed('lost'),
  about('types/book'),
]
const book: ResourceDefinition = { ...post, name: 'book', base: 'books', links }
const resources = new Map(
  [['writer', 'writers'] as const, ['genre', 'genres'] as const, ['shelf', 'shelves'] as const].map(
    ([name, base]): [string, ResourceDefinition] => [name, { ...post, name, base, links: [] }],
  ),
)
const ofBook = linksFrom(book.links, { site, resources, viewer: anonymous })
const linksOfBook = (row: Row) =>
  ofBook({ row, site, needed, context: 'view', unlocked: false, count: counter().count })
const hrefs = (row: Row) => linksOfBook(row).map(({ rel, href }) => [rel, href])

describe('linksFrom', () => {
  const root = 'https://api.example.org/cms-json/cms/v2'
  const terms = [
    ['cms:term', `${root}/genres?book=7`],
    ['cms:term', `${root}/shelves?book=7`],
    ['about', `${root}/types/book`],
  ]

  it('lead to what is served', () => {
    assert.deepEqual(hrefs({ id: 7, author_id: 3 }), [['author', `${root}/writers/3`], ...terms])
  })

  it('lead nowhere from a row without the id', () => {
    for (const author_id of [0, '0', '', null, undefined])
      assert.deepEqual(hrefs({ id: 7, author_id }), terms, String(author_id))
  })

  it('keep ids exact', () => {
    const [[, href] = []] = hrefs({ id: 7, author_id: '9007199254740993' })
    assert.equal(href, `${root}/writers/9007199254740993`)
  })

  const reading = { site, context: 'view', viewer: anonymous } as const

  it('are grouped by relation in the item, beside itself and its collection', () => {
    const row = { id: 7, author_id: 3 }
    assert.deepEqual(linksOf(row, book, linksOfBook(row), reading), {
      self: [{ href: `${address}/7`, targetHints: { allow: ['GET'] } }],
      collection: [{ href: address }],
      author: [{ embeddable: true, href: `${root}/writers/3` }],
      'cms:term': [
        { taxonomy: 'genre', embeddable: true, href: `${root}/genres?book=7` },
        { taxonomy: 'shelf', embeddable: true, href: `${root}/shelves?book=7` },
      ],
      about: [{ href: `${root}/types/book` }],
      curies: [{ name: 'cms', href: 'https://api.w.org/{rel}', templated: true }],
    })
  })

  it('need no curies without a relation of the brand', () => {
    assert.deepEqual(Object.keys(linksOf({ id: 7 }, book, [], reading)), ['self', 'collection'])
  })

  it('take the name of the brand', () => {
    assert.deepEqual([relOf(':term', 'wp'), relOf('author', 'wp')], ['wp:term', 'author'])
    const wp = createSite(new Map(), { brand: 'wp', publicUrl: 'http://x/', tablePrefix: 'wp_' })
    assert.equal(addressOf(book, wp), 'http://x/wp-json/wp/v2/books')
  })
})

describe('pageLinks', () => {
  const pages: readonly (readonly [page: number, pages: number, links: readonly string[]])[] = [
    [1, 1, []],
    [1, 0, []],
    [1, 3, [`<${address}?page=2>; rel="next"`]],
    [2, 3, [`<${address}?page=1>; rel="prev"`, `<${address}?page=3>; rel="next"`]],
    [3, 3, [`<${address}?page=2>; rel="prev"`]],
    [9, 3, [`<${address}?page=3>; rel="prev"`]],
  ]
  for (const [page, count, expected] of pages) {
    it(`of page ${page} of ${count}`, () =>
      assert.deepEqual(pageLinks(address, new Map(), {}, page, count), expected))
  }

  const written: readonly (readonly [given: string, args: Record<string, unknown>, query: string])[] = [
    ['per_page=5', { per_page: 5, order: 'desc' }, 'per_page=5&page=2'],
    ['page=1&per_page=5', { page: 1, per_page: 5 }, 'page=2&per_page=5'],
    ['include=3,1', { include: [3, 1] }, 'include%5B0%5D=3&include%5B1%5D=1&page=2'],
    ['include=', { include: [] }, 'page=2'],
    ['sticky=TRUE', { sticky: true }, 'sticky=1&page=2'],
    ['sticky=false', { sticky: false }, 'sticky&page=2'],
    ['_embed', {}, '_embed&page=2'],
    ['search=a+b%26c', { search: 'a b&c' }, 'search=a+b%26c&page=2'],
    ['x=~*!()%27-_.', {}, 'x=%7E%2A%21%28%29%27-_.&page=2'],
    ['x=%C3%A9', {}, 'x=%C3%A9&page=2'],
    ['x=%3E%22', {}, 'x=%3E%22&page=2'],
    ['a[b][c]=1&a[d]=2', {}, 'a%5Bb%5D%5Bc%5D=1&a%5Bd%5D=2&page=2'],
    ['a%26b=1', {}, 'a%26b=1&page=2'],
  ]
  for (const [given, args, query] of written) {
    it(`keep ${given}`, () =>
      assert.deepEqual(pageLinks(address, parseQuery(given), args, 1, 2), [
        `<${address}?${query}>; rel="next"`,
      ]))
  }

  it('write text that is no Unicode', () => {
    assert.deepEqual(pageLinks(address, new Map([['x', '\uD800']]), {}, 1, 2), [
      `<${address}?x=%EF%BF%BD&page=2>; rel="next"`,
    ])
  })

  it('keep names that every object has', () => {
    assert.deepEqual(pageLinks(address, parseQuery('constructor=1'), { per_page: 10 }, 1, 2), [
      `<${address}?constructor=1&page=2>; rel="next"`,
    ])
  })
})
