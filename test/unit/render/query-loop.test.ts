// Query loops: what they ask for, and what becomes of their parts for each post, without posts, and outside of any loop.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { QueryListing } from '../../../src/core/text-needs.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { parseBlocks } from '../../../src/render/block-tree.ts'
import { renderContent } from '../../../src/render/content.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { queriesIn, noQuery, queryListing } from '../../../src/render/query-listing.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const settings = {
  types: new Set(['post', 'page', 'book']),
  hierarchical: new Set(['page', 'book']),
  taxonomies: new Set(['category', 'post_tag', 'genre']),
  kinds: new Map(),
  postsPage: '0',
  sticky: ['7', '9'],
  statuses: ['publish'],
  pageLength: 6,
  logo: '0',
}
const uses = { contents: false, total: false }
const listingOf = (query: object) => queryListing({ query: { ...query } }, settings, uses)

describe('what query loops ask for', () => {
  it('is what they state', () => {
    assert.deepEqual(
      listingOf({
        postType: 'book',
        perPage: '3',
        offset: 2,
        order: 'asc',
        orderBy: 'title',
        author: '4,5,x',
        exclude: [1, '2', -3],
        taxQuery: { category: [8], genre: ['9'], 'a b': [1] },
      }),
      {
        kind: 'query',
        type: 'book',
        statuses: ['publish'],
        by: 'title',
        descending: false,
        limit: 3,
        offset: 2,
        terms: [
          { taxonomy: 'category', ids: ['8'] },
          { taxonomy: 'genre', ids: ['9'] },
        ],
        otherTerms: [],
        formats: [],
        search: '',
        authors: ['4', '5'],
        exclude: ['1', '2'],
        parents: [],
        only: null,
        first: [],
        ...uses,
      },
    )
  })
  it('has the terms of each part of taxQuery, and none of those that it excludes', () => {
    const category = (...ids: readonly string[]) => [{ taxonomy: 'category', ids }]
    for (const [query, terms, otherTerms] of [
      [{ taxQuery: { exclude: { category: [1] } } }, [], category('1')],
      [
        { taxQuery: { include: { category: [1] }, exclude: { category: [1, 2] } } },
        category('1'),
        category('1', '2'),
      ],
      [{ taxQuery: { category: [1], include: [2] } }, category('1'), []],
      [{ taxQuery: { include: { category: [2] }, category: [1] } }, category('1'), []],
      [{ taxQuery: {}, categoryIds: [1] }, category('1'), []],
      [{ taxQuery: { category: [2] }, categoryIds: [1] }, [...category('1'), ...category('2')], []],
      [{ taxQuery: null, categoryIds: [1] }, category('1'), []],
    ] as const) {
      const listing = listingOf(query)
      assert.deepEqual([listing?.terms, listing?.otherTerms], [terms, otherTerms])
      // Without the terms that it excludes alone it is no archive
      assert.deepEqual(listing?.first, terms.length === 0 ? ['7', '9'] : [])
    }
  })
  it('is nothing where they state no query: they follow the page', () => {
    for (const attributes of [{}, { query: 3 }, { query: { inherit: true } }])
      assert.equal(queryListing(attributes, settings, uses), null)
    assert.notEqual(queryListing(noQuery, settings, uses), null)
  })
  it('is of the authors whose numbers a text or a list has, as PHP reads them', () => {
    for (const [author, authors] of [
      ['3', ['3']],
      [3, ['3']],
      ['2,-3', ['2', '3']],
      ['3abc', ['3']],
      ['3.7', ['3']],
      ['3 2', ['3']],
      ['abc,3', ['3']],
      [[-3, 'x'], ['3']],
      [{ a: 3 }, ['3']],
      ['', []],
      ['abc', []],
      [-3, []],
      [3.7, []],
      [true, []],
      [null, []],
    ] as const)
      assert.deepEqual(listingOf({ author })?.authors, authors, JSON.stringify(author))
  })
  it('begins with what is sticky where it lists no terms', () => {
    const first = (query: object) => listingOf(query)?.first
    assert.deepEqual(first({}), ['7', '9'])
    assert.deepEqual(first({ author: '1' }), ['7', '9'])
    assert.deepEqual(first({ exclude: [7] }), ['9'])
    // WordPress does not see the terms of a loop over formats, too
    assert.deepEqual(first({ format: ['image'], categoryIds: [3] }), ['7', '9'])
    for (const query of [{ sticky: 'ignore' }, { format: ['image'] }, { categoryIds: [3] }, { author: 1 }])
      assert.deepEqual(first(query), [])
    assert.deepEqual(listingOf({ sticky: 'only' })?.only, ['7', '9'])
    assert.deepEqual(listingOf({ sticky: 'exclude' })?.exclude, ['7', '9'])
  })
  it('has a row more where it leaves out the post that it stands in', () => {
    assert.equal(listingOf({ excludeCurrent: true })?.excludesCurrent, true)
    assert.equal(listingOf({ excludeCurrent: false })?.excludesCurrent, undefined)
  })
  it('skips posts only where it says how long its pages are', () => {
    assert.equal(listingOf({ offset: 2, perPage: 3 })?.offset, 2)
    assert.equal(listingOf({ offset: 2 })?.offset, 0)
  })
  it('is nothing where it follows the page', () => assert.equal(listingOf({ inherit: true }), null))
  it('searches for texts of a bounded length, and begins with nothing sticky then', () => {
    assert.equal(listingOf({ search: 'x'.repeat(1600) })?.search.length, 1600)
    assert.equal(listingOf({ search: 'x'.repeat(1601) }), null)
    assert.deepEqual(listingOf({ search: 'x' })?.first, [])
  })
  it('is bounded, and of types that are served', () => {
    assert.equal(listingOf({ perPage: 5000 })?.limit, 100)
    assert.equal(listingOf({ perPage: -1 })?.limit, 100)
    assert.equal(listingOf({ postType: 'revision' })?.type, 'post')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (query) => {
        const listing = listingOf(query)
        assert(listing === null || (listing.limit >= 1 && listing.limit <= 100 && listing.offset >= 0))
      }),
    )
  })
  it('is told from the parts of a text, with what they use', () => {
    const text =
      '<!-- wp:query {"queryId":1,"query":{}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query --><!-- wp:query-total /-->'
    assert.deepEqual(
      queriesIn(parseBlocks(text), settings).map(({ contents, total }) => ({ contents, total })),
      [
        { contents: true, total: false },
        { contents: false, total: true },
      ],
    )
  })
})

function loopContext(ids: readonly string[], parts: Partial<RenderContext> = {}): RenderContext {
  const asked: QueryListing[] = []
  const context: RenderContext = renderContextOf({
    blocks: builtInBlocks,
    queried: (listing) => {
      if (listing.kind === 'query') asked.push(listing)
      return ids.map((id) => ({
        ...context,
        postId: id,
        post: () =>
          shownPost({
            id,
            title: `T${id}`,
            classes: () => [`post-${id}`],
            content: `c${id}<!--more Go-->rest`,
          }),
      }))
    },
    totalOf: () => 23,
    ...parts,
  })
  return context
}

const loop = (inner: string, attributes = '{"queryId":4,"query":{"perPage":5}}') =>
  `<!-- wp:query ${attributes} --><div class="q">${inner}</div><!-- /wp:query -->`
const template = (inner: string, attributes = '') =>
  `<!-- wp:post-template ${attributes} -->${inner}<!-- /wp:post-template -->`

describe('query loops', () => {
  it('show their template once for each post', () =>
    assert.equal(
      renderBlocks(loop(template('<!-- wp:post-title /-->')), loopContext(['1', '2'])),
      '<div class="q is-layout-flow wp-block-query-is-layout-flow"><ul class="wp-block-post-template is-layout-flow wp-block-post-template-is-layout-flow"><li class="wp-block-post post-1"><h2 class="wp-block-post-title">T1</h2></li><li class="wp-block-post post-2"><h2 class="wp-block-post-title">T2</h2></li></ul></div>',
    ))
  const linked = (words: string) => ` <a href="http://site.test/post/#more-1" class="more-link">${words}</a>`
  for (const [content, shown] of [
    ['c1<!--more Go-->rest', `c1${linked('Go')}`],
    ['c1<!--more <b>Go</b> on -->rest', `c1${linked('Go on')}`],
    ['c1<!--more-->rest', `c1${linked('<span aria-label="Continue reading T1">(more&hellip;)</span>')}`],
    ['c1<!--more -->rest', 'c1'],
    ['c1<!--more\nGo-->rest', 'c1<!--more\nGo-->rest'],
    ['<div>c1<!--more Go-->rest</div>', `<div>c1${linked('Go')}</div>`],
    ['c1<!--nextpage-->rest', 'c1'],
    [
      '<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage --><!-- wp:html -->c1<!-- /wp:html --><!-- wp:more -->\n<!--more Go-->\n<!-- /wp:more -->rest',
      `c1\n${linked('Go')}`,
    ],
  ] as const)
    it(`end a text where its author cut it: ${JSON.stringify(content)}`, () => {
      const around = loopContext([])
      const context: RenderContext = {
        ...around,
        queried: () => [{ ...around, postId: '1', post: () => shownPost({ id: '1', title: 'T1', content }) }],
      }
      const html = renderBlocks(loop(template('<!-- wp:post-content /-->')), context)
      const [, text = ''] = html.split(/post-content-is-layout-flow">(?:<p>)?/)
      assert.equal(text.replace(/(?:<\/p>)?\s*<\/div><\/li>[^]*/, ''), shown)
    })
  it('make paragraphs of texts without blocks as REST does, until one had blocks', () => {
    const around = loopContext([], { shortcodes: new Map([['mark', () => '<mark></mark>']]) })
    const of = (content: string): RenderContext =>
      Object.assign(loopContext([]), around, {
        postId: content,
        post: () => shownPost({ id: content, content }),
      })
    const contents = ['[mark]', '<!-- wp:html -->a<!-- /wp:html -->', '[mark]']
    const context: RenderContext = { ...around, queried: () => contents.map(of) }
    const html = renderContent(loop(template('<!-- wp:post-content /-->')), context)
    const texts = [...html.matchAll(/post-content-is-layout-flow">([^]*?)<\/div>/g)].map(([, text]) =>
      text?.trim(),
    )
    assert.deepEqual(texts, ['<mark></mark>', 'a', '<p><mark></mark></p>'])
  })
  it('leave the text of their last post to the blocks behind them', () => {
    const around = loopContext(['7', '1'])
    const text = `${loop(template(''))}<!-- wp:post-content /--><!-- wp:post-time-to-read {"displayMode":"words"} /-->`
    const html = renderBlocks(text, {
      ...around,
      post: () => shownPost({ id: '2', title: 'T2', content: 'own words' }),
    })
    assert.match(html, /<p>c1 <a href="[^"]*#more-2" class="more-link">Go<\/a><\/p>/)
    assert.match(html, />2 words</)
  })
  for (const [link, second] of [
    ['http://site.test/post/', 'http://site.test/post/2/'],
    ['http://site.test/post', 'http://site.test/post/2'],
    ['http://site.test/?p=1', 'http://site.test/?p=1&#038;page=2'],
  ] as const)
    it(`link to the pages of a text that is broken by blocks, below ${link}`, () => {
      const content =
        '<!-- wp:html -->a<!-- /wp:html -->\n<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->\nb'
      const html = renderBlocks('<!-- wp:post-content /-->', {
        ...loopContext([]),
        post: () => shownPost({ link, content }),
      })
      assert(
        html.includes(
          `a\n<p class="post-nav-links">Pages: <a href="${link}" class="post-page-numbers">1</a> <a href="${second}" class="post-page-numbers">2</a></p></div>`,
        ),
        html,
      )
    })
  it('link to no more than a hundred pages of a text', () => {
    const content = '<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->x'.repeat(5000)
    const html = renderBlocks('<!-- wp:post-content /-->', {
      ...loopContext([]),
      post: () => shownPost({ content }),
    })
    assert.equal(html.match(/post-page-numbers/g)?.length, 100)
  })
  it('show nothing of the text of a post with a password', () => {
    const context = loopContext([])
    const html = renderBlocks(loop(template('<!-- wp:post-content /--><!-- wp:post-excerpt /-->')), {
      ...context,
      queried: () => [
        { ...context, isLocked: true, post: () => shownPost({ content: 'secret', summary: () => 'secret' }) },
      ],
    })
    assert(!html.includes('secret'), html)
    assert(html.includes('protected post'), html)
  })
  it('say what stands for posts where there are none', () => {
    const none = loop(`${template('x')}<!-- wp:query-no-results --><p>none</p><!-- /wp:query-no-results -->`)
    assert(
      renderBlocks(none, loopContext([])).includes(
        '<div class="wp-block-query-no-results"><p>none</p></div>',
      ),
    )
    assert(!renderBlocks(none, loopContext(['1'])).includes('none'))
  })
  it('link to their other pages', () => {
    const links =
      '<!-- wp:query-pagination {"paginationArrow":"arrow"} --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers {"midSize":1} /--><!-- wp:query-pagination-next {"label":"On"} /--><!-- /wp:query-pagination -->'
    const html = renderBlocks(loop(links), loopContext(['1']))
    assert(html.includes('<a class="page-numbers" href="?query-4-page=5">5</a></div>'), html)
    assert(html.includes('<span class="page-numbers dots">&hellip;</span>'), html)
    const plain = renderBlocks(loop(links), { ...loopContext(['1']), itemPath: '/?rest_route=%2Fx' })
    assert(plain.includes('href="?query-4-page=5&#038;rest_route=%2Fx"'), plain)
    assert(plain.includes('href="/?rest_route=%2Fx&#038;query-4-page=2"'), plain)
    assert(
      html.includes(
        `<a href="/cms-json/cms/v2/posts/1?query-4-page=2" class="wp-block-query-pagination-next">On<span class='wp-block-query-pagination-next-arrow is-arrow-arrow' aria-hidden='true'>→</span></a>`,
      ),
      html,
    )
    assert(!renderBlocks(loop(links), loopContext(['1'], { totalOf: () => 5 })).includes('<nav'))
  })
  it('link to a bounded number of them', () => {
    const many = loop('<!-- wp:query-pagination-numbers {"midSize":1000000000} /-->')
    const html = renderBlocks(many, loopContext([], { totalOf: () => 100_000 }))
    assert.equal(html.match(/<a /g)?.length, 101)
  })
  it('count their posts', () => {
    const total = (all: number) =>
      renderBlocks(loop('<!-- wp:query-total /-->'), loopContext([], { totalOf: () => all }))
    assert(total(23).includes('>23 results found<'))
    assert(total(1).includes('>1 result found<'))
    assert(total(0).includes('>0 results found<'))
  })
  it('show a bounded number of posts, however deep they stand in each other', () => {
    let text = 'x'
    for (let depth = 0; depth < 6; depth += 1) text = loop(template(text))
    const ids = Array.from({ length: 50 }, (_, at) => String(at + 1))
    assert((renderBlocks(text, loopContext(ids)).match(/<li /g)?.length ?? 0) <= 400)
  })
  it('are regions of their own where pages are shown in place', () => {
    const html = renderBlocks(
      loop(template(''), '{"queryId":4,"query":{},"enhancedPagination":true}'),
      loopContext(['1']),
    )
    assert(
      html.startsWith('<div data-wp-context="{}" data-wp-interactive="core/query" data-wp-key="4"'),
      html,
    )
    assert(html.includes('<li data-wp-key="post-template-item-1" class='), html)
    const unnumbered = renderBlocks(
      loop(template(''), '{"query":{},"enhancedPagination":true}'),
      loopContext(['1']),
    )
    assert(unnumbered.startsWith('<div class='), unnumbered)
    assert(unnumbered.includes('<li data-wp-key="post-template-item-1" class='), unnumbered)
  })
})
