// Blocks that show little or nothing in REST: titles of lists, links to posts beside one, feeds, sidebars.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import type { ContentKind, RenderContext } from '../../../src/render/context.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const render = (text: string, parts: Partial<RenderContext> = {}) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, ...parts }))
const block = (name: string, attributes: object) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`

describe('blocks of a page that lists', () => {
  it('name the type that is listed, and no archive', () => {
    const named = (singular: string): ContentKind => ({
      singular,
      restPath: '',
      archive: null,
      supports: [],
      taxonomies: [],
    })
    const kinds = new Map([
      ['post', named('Post')],
      ['page', named('Page')],
    ])
    const blockSettings = { ...renderContextOf().blockSettings, kinds }
    const page = { blockSettings, post: () => shownPost({ type: 'page' }) }
    assert.equal(
      render(block('query-title', { type: 'post-type' }), page),
      '<h1 class="wp-block-query-title">Post Type: &#8220;Page&#8221;</h1>',
    )
    assert.equal(
      render(block('query-title', { type: 'post-type', showPrefix: false, level: 0 }), page),
      '<p class="wp-block-query-title">Page</p>',
    )
    // Also where the loop follows the page
    const loop = (query: string) =>
      render(
        `<!-- wp:query ${query} --><!-- wp:query-title {"type":"post-type","level":0} /--><!-- /wp:query -->`,
        page,
      )
    assert.match(loop('{"query":{"postType":"post","inherit":true}}'), /“Post”|&#8220;Post&#8221;/)
    assert.match(loop('{"query":{}}'), /&#8220;Page&#8221;/)
    assert.match(loop('{}'), /&#8220;Post&#8221;/)
    for (const type of ['archive', 'search', '']) assert.equal(render(block('query-title', { type })), '')
    const other = { post: () => shownPost({ type: 'book' }) }
    assert.equal(render(block('query-title', { type: 'post-type' }), other), '')
  })
  it('have no post beside theirs', () =>
    assert.equal(render(block('post-navigation-link', { type: 'next', label: 'N' })), ''))
  it('say that a feed cannot be read', () => {
    assert.match(render(block('rss', {})), /the feed is down/)
    assert.match(
      render(block('rss', { feedURL: 'https://elsewhere.test/feed' })),
      /<strong>RSS Error:<\/strong>/,
    )
  })
  it('stand below the title of a sidebar', () =>
    assert.equal(
      render('<!-- wp:widget-group {"title":"A \\u003cb"} --><p>x</p><!-- /wp:widget-group -->'),
      '<h2 class="widget-title">A &lt;b</h2><div class="wp-widget-group__inner-blocks"><p>x</p></div>',
    ))
  it('close what a navigation opens', () => {
    assert.match(
      render(block('navigation-overlay-close', { displayMode: 'text', text: 'Shut', align: 'wide' })),
      /^<button class="wp-block-navigation-overlay-close" type="button" {2}><span class="[^"]*__text">Shut<\/span><\/button>$/,
    )
    assert.match(
      render(block('navigation-overlay-close', {})),
      / aria-label="Close" ><svg .*<\/svg><\/button>$/,
    )
  })
  it('are the place of comments alone where they have an older form', () => {
    const text =
      '<!-- wp:comments {"legacy":true,"textAlign":"center"} --><div><p>x</p></div><!-- /wp:comments -->'
    assert.equal(
      render(text, { post: () => shownPost({ hasOpenComments: () => true }) }),
      '<div class="wp-block-post-comments has-text-align-center wp-block-comments"></div>',
    )
  })
  it('are no discussion where there can be none', () => {
    const post = () => shownPost({ hasOpenComments: () => false, commentCount: 0 })
    assert.equal(render(block('post-comments', {}), { post }), '')
  })
})
