// Loops over terms: which terms they show, in which order, and what becomes of their parts for each of them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import type { ShownTerm } from '../../../src/render/shown.ts'
import { renderContextOf } from '../../support/render-context.ts'

const term = (id: number, name: string, count: number, parent = 0): ShownTerm => ({
  id: String(id),
  name,
  slug: name.toLowerCase(),
  taxonomy: 'genre',
  description: id === 1 ? 'All of it' : '',
  parentId: String(parent),
  link: `http://site.test/${id}/`,
  count,
  ancestors: () => [],
})
const terms = [term(1, 'Art', 3), term(2, 'Ballet', 0), term(3, 'Cinema', 5, 2), term(4, 'Dance', 4)]

const loop = (query: object, template: string, attributes = '') =>
  `<!-- wp:terms-query ${JSON.stringify({ termQuery: { order: 'asc', orderBy: 'name', hideEmpty: true, ...query } })} --><div><!-- wp:term-template${attributes} -->${template}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`
const render = (text: string, listed = terms) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, terms: () => listed }))
const shown = (query: object) =>
  [...render(loop(query, '')).matchAll(/wp-block-term term-(\d+)/g)].map(([, id]) => id).join(' ')

describe('terms of a loop', () => {
  it('are those at the top that have posts, by name', () => {
    assert.equal(shown({}), '1 4')
    assert.equal(shown({ hideEmpty: false }), '1 2 4')
    assert.equal(shown({ order: 'desc' }), '4 1')
    // The database orders them by use
    assert.equal(shown({ orderBy: 'count', order: 'desc' }), '1 4')
    assert.equal(shown({ perPage: 1 }), '1')
    assert.equal(shown({ perPage: 0 }), '1 4')
  })
  it('are those of all levels where they are nested, with those above ones that have posts', () => {
    assert.equal(shown({ showNested: true }), '1 2 3 4')
  })
  it('are those that are named, as they are named', () => {
    assert.equal(shown({ include: [3, 2, 1, 3, 'x'] }), '3 1')
  })
  it('end, though terms stand below themselves', () => {
    const circle = [term(1, 'A', 1, 2), term(2, 'B', 0, 1)]
    assert.match(render(loop({ showNested: true }, ''), circle), /term-1 .*term-2 /)
  })
  it('are read for the taxonomy that the loop states', () => {
    assert.deepEqual(needsOfText(loop({ taxonomy: 'genre' }, '')).listings, [
      { kind: 'terms', taxonomy: 'genre', by: 'name', limit: null, filled: false, nested: false },
    ])
  })
  it('come by id and backwards where a query states no order, and empty ones with them', () => {
    const query = (stated: string) =>
      `<!-- wp:terms-query${stated} --><!-- wp:term-template /--><!-- /wp:terms-query -->`
    const asked = needsOfText(query(' {"termQuery":{"taxonomy":"genre"}}')).listings
    assert.deepEqual(asked, [
      { kind: 'terms', taxonomy: 'genre', by: 'id', limit: null, filled: false, nested: false },
    ])
    const ids = (text: string) => [...render(text).matchAll(/ term-(\d+)/g)].map(([, id]) => id).join(' ')
    assert.equal(ids(query(' {"termQuery":{"taxonomy":"genre"}}')), '4 2 1')
    // One without any query has the block's own
    assert.equal(ids(query('')), '1 4')
  })
  it('are read in the order of their use, as many as are shown where all of them stand at the top', () => {
    const asked = (query: object) => needsOfText(loop(query, '')).listings[0]
    const counted = { kind: 'terms', nested: false }
    assert.deepEqual(asked({ taxonomy: 'post_tag', orderBy: 'count', order: 'desc', perPage: 3 }), {
      ...counted,
      taxonomy: 'post_tag',
      by: 'count',
      limit: 3,
      filled: true,
    })
    assert.deepEqual(asked({ taxonomy: 'category', orderBy: 'count', perPage: 3 }), {
      ...counted,
      taxonomy: 'category',
      by: 'count up',
      limit: null,
      filled: false,
    })
    assert.equal(shown({ orderBy: 'count', perPage: -1 }), '1')
  })
  it('are at most so many, however deep loops are', () => {
    const many = Array.from({ length: 100 }, (_, at) => term(at + 1, `T${at}`, 1))
    let text = '<!-- wp:term-name /-->'
    for (let depth = 0; depth < 12; depth += 1) text = loop({ perPage: 100 }, text)
    assert((render(text, many).match(/<li/g)?.length ?? 0) <= 400)
  })
})

describe('parts of a loop over terms', () => {
  it('show each term', () => {
    const parts =
      '<!-- wp:term-name {"isLink":true,"level":3} /--><!-- wp:term-count {"bracketType":"square"} /--><!-- wp:term-description {"style":{"typography":{"textAlign":"right"}}} /-->'
    assert.equal(
      render(loop({ perPage: 1 }, parts)),
      '<div class="is-layout-flow wp-block-terms-query-is-layout-flow"><ul class="wp-block-term-template is-layout-flow wp-block-term-template-is-layout-flow"><li class="wp-block-term term-1 genre taxonomy-genre"><h3 class="wp-block-term-name"><a href="http://site.test/1/">Art</a></h3><div class="wp-block-term-count">[3]</div><div class="wp-block-term-description has-text-align-right">All of it</div></li></ul></div>',
    )
  })
  it('are numbered once before the first term', () => {
    const part = '<!-- wp:term-name {"style":{"elements":{"link":{"color":{"text":"#123"}}}}} /-->'
    const html = render(loop({}, part))
    assert.deepEqual(html.match(/wp-elements-\d/g), ['wp-elements-2', 'wp-elements-3'])
  })
  it('carry the place of the list in the layout around it', () => {
    const html = render(
      loop({ perPage: 1 }, '<!-- wp:term-name /-->', ' {"style":{"layout":{"selfStretch":"fill"}}}'),
    )
    assert.match(
      html,
      /<ul class="wp-block-term-template (wp-container-content-[0-9a-f]{8}) .*<p class="wp-block-term-name \1">/,
    )
  })
  it('are nothing in a loop whose query states nothing', () =>
    assert.doesNotMatch(
      render(
        '<!-- wp:terms-query {"termQuery":{}} --><!-- wp:term-template --><!-- wp:term-name /--><!-- /wp:term-template --><!-- /wp:terms-query -->',
      ),
      /term-name/,
    ))
  it('are nothing outside of a loop, and the list is nothing without terms', () => {
    assert.equal(render('<!-- wp:term-name /-->a<!-- wp:term-count /--><!-- wp:term-description /-->'), 'a')
    assert.equal(render(loop({}, 'x'), []).includes('<ul'), false)
  })
})
