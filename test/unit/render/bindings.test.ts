// Attributes of blocks that are bound to a post, a term, or to what a shared text says otherwise.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const render = (text: string, parts: Partial<RenderContext> = {}) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, ...parts }))
const block = (name: string, attributes: object, html: string) =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${html}<!-- /wp:${name} -->`
const bound = (attribute: string, source: string, args: object = {}) => ({
  metadata: { bindings: { [attribute]: { source, args } } },
})
const paragraph = (source: string, args: object) =>
  render(block('paragraph', bound('content', source, args), '<p class="a">old <b>b</b></p>'))

describe('bound attributes', () => {
  for (const [field, expected] of [
    ['date', '2024-01-05T10:00:00+00:00'],
    ['modified', ''],
    ['link', 'http://site.test/post/'],
    ['title', 'old <b>b</b>'],
  ])
    it(`show the ${field} of the post, or what is stored`, () =>
      assert.equal(paragraph('core/post-data', { field }), `<p class="a wp-block-paragraph">${expected}</p>`))
  it('stay as they are stored where a password hides the post', () =>
    assert.equal(
      render(block('paragraph', bound('content', 'core/post-data', { field: 'date' }), '<p>old</p>'), {
        isLocked: true,
      }),
      '<p class="wp-block-paragraph">old</p>',
    ))
  it('name the member as an older editor does', () =>
    assert.match(paragraph('core/post-data', { key: 'link' }), /site\.test/))
  it('stay as they are stored for sources of plug-ins, and outside of terms', () => {
    assert.match(paragraph('acme/field', { key: 'x' }), />old </)
    assert.match(paragraph('core/term-data', { field: 'name' }), />old </)
    assert.match(
      render(block('paragraph', bound('dropCap', 'core/post-data', { field: 'date' }), '<p>old</p>')),
      />old</,
    )
  })
  it('show the modified date of a post that was changed', () => {
    const modified = { local: '2024-02-01 09:00:00', offsetHours: 0, zone: 'UTC' }
    const html = render(
      block('heading', bound('content', 'core/post-data', { field: 'modified' }), '<h2>o</h2>'),
      {
        post: () => shownPost({ modified }),
      },
    )
    assert.match(html, />2024-02-01T09:00:00\+00:00<\/h2>$/)
  })
  it('change the attribute that is bound alone, whatever else has the same value', () => {
    const value = 'http://site.test/?a=1&b=2'
    const button = (href: string) =>
      `<div class="wp-block-button" data-x="http://site.test/?a=1&amp;b=2"><a href="${href}" class="wp-block-button__link">x</a></div>`
    assert.equal(
      render(block('button', bound('url', 'core/post-meta', { key: 'x' }), button('#')), {
        meta: () => value,
      }),
      button('http://site.test/?a=1&#038;b=2'),
    )
  })
  it('leave an address that is none', () => {
    const button = '<div class="wp-block-button"><a class="wp-block-button__link" href="#">x</a></div>'
    assert.equal(render(block('button', bound('url', 'core/post-data', { field: 'date' }), button)), button)
  })
})

describe('shared texts', () => {
  const every = { bindings: { __default: { source: 'core/pattern-overrides' } } }
  const text = [
    block('paragraph', { metadata: { name: 'Intro', ...every } }, '<p>old</p>'),
    block(
      'button',
      { metadata: { name: 'Go', ...every } },
      '<div class="wp-block-button"><a class="wp-block-button__link" href="/o">old</a></div>',
    ),
    block(
      'image',
      { metadata: { name: 'Pic', ...every } },
      '<figure class="wp-block-image"><img src="/o.jpg" alt="old" class="wp-image-7"/></figure>',
    ),
    block('paragraph', { metadata: { name: 'Fixed' } }, '<p>fixed</p>'),
  ].join('')
  const shared = (content: object) =>
    render(`<!-- wp:block ${JSON.stringify({ ref: 3, content })} /-->`, { sharedText: () => text })
  it('say otherwise in one place what their blocks allow', () => {
    const html = shared({
      Intro: { content: 'New <i>i</i> & <script>s</script>' },
      Go: { text: 'Go', url: 'https://elsewhere.test/?a=1&b=2', rel: 'me' },
      Pic: { id: 9, url: '/n.jpg', alt: '"n"' },
      Fixed: { content: 'no' },
    })
    assert.match(html, />New <i>i<\/i> &amp; s<\/p>/)
    assert.match(
      html,
      /<a rel="me" class="wp-block-button__link" href="https:\/\/elsewhere\.test\/\?a=1&#038;b=2">Go</,
    )
    assert.match(html, /src="\/n\.jpg" alt="&quot;n&quot;" class="wp-image-9"/)
    assert.match(html, />fixed</)
  })
  it('name the files that they show instead', () => {
    const content = { Pic: { id: 9 }, Old: { id: '12' }, Intro: { content: 'x' }, Odd: { id: 'x' }, None: 0 }
    assert.deepEqual(needsOfText(`<!-- wp:block ${JSON.stringify({ ref: 3, content })} /-->`).files, [
      '9',
      '12',
    ])
  })
  it('are as they are stored where nothing is said', () => {
    assert.equal(shared({}), render('<!-- wp:block {"ref":3} /-->', { sharedText: () => text }))
    assert.match(shared({ Intro: { content: ['x'] } }), />old<\/p>/)
  })
})
