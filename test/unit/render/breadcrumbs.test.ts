// The way to a post: the page that lists its type, then its first term or the posts above it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { ContentKind } from '../../../src/render/context.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import type { ShownPost } from '../../../src/render/shown.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const kind = (archive: string | null, ...names: readonly string[]): ContentKind => ({
  singular: '',
  restPath: '',
  archive,
  supports: [],
  taxonomies: names.map((name) => ({ name, isServed: name !== 'hidden' })),
})
const blockSettings = {
  ...renderContextOf().blockSettings,
  kinds: new Map([
    ['post', kind(null, 'hidden', 'category', 'genre')],
    ['page', kind(null)],
    ['book', kind('Books', 'genre')],
    ['event', kind('Events', 'genre')],
  ]),
  hierarchical: new Set(['page', 'book']),
  taxonomies: new Set(['category', 'genre', 'hidden']),
  postsPage: '7',
}

const stations = (post: Partial<ShownPost>, attributes = '') => {
  const terms = (taxonomy: string) =>
    taxonomy === 'category'
      ? []
      : [
          {
            id: '1',
            name: taxonomy,
            slug: '',
            taxonomy,
            description: '',
            parentId: '0',
            link: '',
            count: 1,
            ancestors: () => [],
          },
        ]
  const list = renderContextOf({ post: () => shownPost({ title: 'List', link: 'http://site.test/list/' }) })
  const html = renderBlocks(
    `<!-- wp:breadcrumbs ${attributes}/-->`,
    renderContextOf({
      blocks: builtInBlocks,
      blockSettings,
      queried: (listing) => (listing.kind === 'query' && listing.only?.[0] === '7' ? [list] : []),
      post: () => shownPost({ title: 'Here', terms, ...post }),
    }),
  )
  return [...html.matchAll(/<li>(?:<[^>]*>)?([^<]*)</g)].map(([, text]) => text)
}

describe('breadcrumbs', () => {
  it('go by the page of posts and the first served taxonomy of the type', () => {
    assert.deepEqual(stations({}), ['Home', 'List', 'genre', 'Here'])
    assert.deepEqual(stations({ type: 'event' }), ['Home', 'Events', 'genre', 'Here'])
  })
  it('go by terms of types with levels where terms are preferred alone', () => {
    assert.deepEqual(stations({ type: 'book' }), ['Home', 'Books', 'Here'])
    assert.deepEqual(stations({ type: 'book' }, '{"prefersTaxonomy":true} '), [
      'Home',
      'Books',
      'genre',
      'Here',
    ])
  })
  it('go by the posts above where the type has no taxonomies, and not where it has and prefers them', () => {
    const ancestors = () => [
      { id: '2', title: 'Above', link: '', markedTitle: 'Above', parentId: '0', isFront: false },
    ]
    const preferring = '{"prefersTaxonomy":true} '
    assert.deepEqual(stations({ type: 'page', ancestors }, preferring), ['Home', 'Above', 'Here'])
    assert.deepEqual(stations({ type: 'book', ancestors }), ['Home', 'Books', 'Above', 'Here'])
    assert.deepEqual(stations({ type: 'book', ancestors, terms: () => [] }, preferring), [
      'Home',
      'Books',
      'Here',
    ])
  })
  it('read the page of posts where there is one', () => {
    const asked = (postsPage: string) =>
      needsOfText('<!-- wp:breadcrumbs /-->', undefined, { ...blockSettings, postsPage }).listings
    assert.deepEqual(asked('0'), [])
    assert.deepEqual(
      asked('7').map((listing) => listing.kind === 'query' && [listing.type, listing.only, listing.limit]),
      [['page', ['7'], 1]],
    )
  })
})
