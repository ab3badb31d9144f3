// Classes by which the style sheet of a page finds the styles of one block, as WordPress 7.1.4 numbers them or digests what they
// are made of.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import type { ShownReply } from '../../../src/render/shown.ts'
import { noThemeTexts, twentyTwentyFive } from '../../../src/render/theme.ts'
import { renderContextOf } from '../../support/render-context.ts'

const parts = new Map([['header', { text: 'a', tag: 'header' as const }]])
const theme = { ...twentyTwentyFive, texts: { ...noThemeTexts, theme: 'twentytwentyfive', parts } }
const context = () => renderContextOf({ blocks: builtInBlocks, theme, discussion: () => [reply] })
const reply: ShownReply = {
  id: '1',
  parentId: '0',
  author: 'A',
  authorUrl: '',
  ownUrl: '',
  avatarUrl: () => '',
  link: '',
  postTitle: '',
  created: { local: '2024-01-05 10:00:00', offsetHours: 0, zone: 'UTC' },
  content: 'a',
  classes: ['comment'],
}
const render = (text: string) => renderBlocks(text, { ...context(), queried: () => [context()] })
const paragraph = (style: object) =>
  `<!-- wp:paragraph ${JSON.stringify({ style })} --><p>a</p><!-- /wp:paragraph -->`
const gallery = (image: object, attributes: object = {}) =>
  `<!-- wp:gallery ${JSON.stringify(attributes)} --><figure class="g"><!-- wp:image ${JSON.stringify(image)} --><figure><img src="/a.jpg"/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->`

const css = { css: 'color:red' }
const colored = (element: string, color: object) => paragraph({ elements: { [element]: { color } } })
const group = (style: object, layout: object = { type: 'default' }) =>
  `<!-- wp:group ${JSON.stringify({ layout, style })} --><div>a</div><!-- /wp:group -->`
const mobile = (layout: object) => ({ '@mobile': { layout } })
const spaced = (blockGap: unknown) => ({ spacing: { blockGap } })
const button = (style: object) =>
  `<!-- wp:button ${JSON.stringify({ style })} --><div class="wp-block-button"><a class="wp-block-button__link" href="/">a</a></div><!-- /wp:button -->`
const image = (style: object) =>
  `<!-- wp:image ${JSON.stringify({ style: { '@mobile': style } })} --><figure><img src="/a.jpg"/></figure><!-- /wp:image -->`
const narrow = (style: object) => group({ '@mobile': style })
const red = { color: { text: 'red' } }
const placed = (layout: object) => paragraph({ layout })

/** Null where there is no such class. */
const cases: readonly (readonly [what: string, text: string, found: string | null])[] = [
  ['a link', colored('link', { text: '' }), 'wp-elements-1'],
  ['a link without a color', colored('link', { text: null, background: '#f00', gradient: 'x' }), null],
  [
    'a link under the pointer',
    paragraph({ elements: { link: { ':hover': { color: { text: '#f00' } } } } }),
    'wp-elements-1',
  ],
  ['a button', colored('button', { background: 12 }), 'wp-elements-1'],
  [
    'a button under the pointer',
    paragraph({ elements: { button: { ':hover': { color: { text: '#f00' } } } } }),
    null,
  ],
  ['a heading', colored('h3', { gradient: 'x' }), 'wp-elements-1'],
  ['a heading in two colors', colored('h3', { duotone: 'x' }), null],

  ['one that fills', placed({ selfStretch: 'fill' }), 'wp-container-content-ceb7f5b3'],
  ['a fixed size', placed({ selfStretch: 'fixed', flexSize: 'x' }), 'wp-container-content-8bda303d'],
  ['a fixed size that is blank', placed({ selfStretch: 'fixed', flexSize: ' ' }), null],
  ['a fixed size that is no text', placed({ selfStretch: 'fixed', flexSize: 12 }), null],
  [
    'a size that does not shrink',
    placed({ selfStretch: 'fixedNoShrink', flexSize: '12px' }),
    'wp-container-content-91646c88',
  ],
  [
    'one that is empty',
    placed({ selfStretch: 'fixedNoShrink', flexSize: '' }),
    'wp-container-content-8c91ba3b',
  ],
  ['one that is not stated', placed({ selfStretch: 'fixedNoShrink' }), null],
  ['a row', placed({ rowStart: 2 }), 'wp-container-content-7d2d6773'],
  [
    'a place in a narrower window',
    paragraph(mobile({ selfStretch: 'fill', foo: 1 })),
    'wp-container-content-308c0611',
  ],
  [
    'the rest of a place',
    paragraph({ layout: { flexSize: '3px' }, ...mobile({ selfStretch: 'fixed' }) }),
    'wp-container-content-6fa947b7',
  ],
  ['no place in a narrower window', paragraph(mobile({ columnSpan: 0 })), null],
  [
    'it beside another',
    paragraph({ layout: { selfStretch: 'fill' }, ...mobile({ columnSpan: 0 }) }),
    'wp-container-content-d828e180',
  ],
  [
    'places in both windows',
    paragraph({ '@tablet': { layout: { columnSpan: 2 } }, ...mobile({ columnSpan: 3 }) }),
    'wp-container-content-35dbd121',
  ],
  ['a gap that is no text', group(spaced(0)), 'wp-container-core-group-is-layout-45440a02'],
  [
    'a gap in a narrower window',
    group({ '@mobile': spaced('2px') }),
    'wp-container-core-group-is-layout-ca740d1f',
  ],
  ['a gap that can be none', group({ '@mobile': spaced('calc(1px)') }), null],
  [
    'it beside another gap',
    group({ ...spaced('3px'), '@mobile': spaced('calc(1px)') }),
    'wp-container-core-group-is-layout-1e0e98de',
  ],
  ['a row without a gap', group({ '@mobile': spaced(false) }, { type: 'flex' }), null],
  [
    'a direction',
    group(mobile({ orientation: 'x' }), { type: 'flex' }),
    'wp-container-core-group-is-layout-1afbfbcc',
  ],
  ['the same direction', group(mobile({ orientation: 'horizontal' }), { type: 'flex' }), null],
  [
    'no width',
    group(mobile({ contentSize: null }), { type: 'constrained' }),
    'wp-container-core-group-is-layout-da4fb4af',
  ],
  ['a width of text', group(mobile({ contentSize: '2px' })), null],
  ['a width that PHP takes for none', group({}, { type: 'default', contentSize: '0' }), null],
  [
    'a grid with gaps',
    group(
      {
        '@tablet': spaced({ top: '1px', left: 'min(1px)' }),
        '@mobile': { layout: { columnCount: 2, rowSpan: 0 }, ...spaced('2px') },
      },
      { type: 'grid', columnCount: 3 },
    ),
    'wp-container-core-group-is-layout-2b43d7c4',
  ],
  [
    'a button under the pointer, in windows of any width',
    button({ ...red, '@tablet': red, ':active': red, ':hover': red, '@mobile': { ':focus': red, ...red } }),
    'wp-states-67b2a61e',
  ],
  ['a button that was visited', button({ ':visited': red, '@mobile': {} }), null],
  ['a group under the pointer', group({ ':hover': red }), null],
  ['a block of a plug-in', paragraph({ '@mobile': red }).replaceAll('wp:paragraph', 'wp:a/b'), null],
  [
    'text and background',
    narrow({ color: { background: 'var:preset|color|aB', text: 12, gradient: '' } }),
    'wp-states-5c1ff35d',
  ],
  ['a variable that is no preset', narrow({ color: { text: 'var:custom|a', background: ['x'] } }), null],
  [
    'all of the type',
    narrow({ typography: { textAlign: 'left', lineHeight: 2, fontSize: '1px' } }),
    'wp-states-652f2f02',
  ],
  ['no side of the text', narrow({ typography: { textAlign: ' ' } }), null],
  [
    'borders',
    narrow({
      border: {
        left: { color: 'red', foo: 'x' },
        top: { width: '0', style: 'dotted' },
        radius: { topLeft: '1px' },
        width: '0',
      },
    }),
    'wp-states-79254d12',
  ],
  [
    'spaces',
    narrow({ spacing: { margin: { top: '1px', left: 0 }, padding: '2px' }, shadow: 'x' }),
    'wp-states-5abcc379',
  ],
  [
    'a picture below a gradient',
    narrow({ background: { backgroundSize: 'cover', gradient: 'x', backgroundImage: { url: '/a.jpg' } } }),
    'wp-states-39a9a817',
  ],
  [
    'links and headings',
    narrow({
      elements: { link: { ':visited': red, ...red }, heading: { ...red, ':hover': red }, strong: red },
    }),
    'wp-states-0eefe620',
  ],
  [
    'elements of a paragraph',
    paragraph({ '@mobile': { elements: { button: red, textInput: red } } }),
    'wp-states-37d43d88',
  ],
  [
    'parts of an image',
    image({ elements: {}, border: { width: '1px' }, ...red, dimensions: { width: '2px' } }),
    'wp-states-3e732673',
  ],
  [
    'parts of a button',
    button({ ':hover': { typography: { fontSize: '1px', writingMode: 'x' }, dimensions: { width: '1px' } } }),
    'wp-states-2f016b79',
  ],
  ['no row', placed({ rowStart: '0', columnSpan: 0, rowSpan: [], columnStart: false }), null],

  [
    'an image of a gallery',
    gallery({ id: 12, style: css }),
    '<figure class="has-custom-css wp-custom-css-0d97cf30"><img data-id="12" src="/a.jpg"/>',
  ],
  [
    'an image that says its file',
    gallery({ id: 12, 'data-id': '7', style: css }),
    '<figure class="has-custom-css wp-custom-css-efe3509f"><img data-id="7" src="/a.jpg"/>',
  ],
  [
    'an image of no file',
    gallery({ style: css }),
    '<figure class="has-custom-css wp-custom-css-2f7e7ea2"><img src="/a.jpg"/>',
  ],
  [
    'a gallery',
    gallery({ id: 12 }, { style: css }),
    'has-custom-css wp-custom-css-40a2f4c9"><figure><img data-id="12"',
  ],
  [
    'each comment',
    `<!-- wp:comments --><div><!-- wp:comment-template ${JSON.stringify({ style: { layout: { selfStretch: 'fill' }, '@mobile': red } })} --><!-- wp:comment-content /--><!-- /wp:comment-template --></div><!-- /wp:comments -->`,
    '<div class="wp-block-comment-content wp-container-content-ceb7f5b3 wp-states-03147fc9">',
  ],
  [
    'a part of a template',
    `<!-- wp:template-part {"slug":"header","theme":"twentytwentyfive","style":${JSON.stringify(css)}} /-->`,
    '<header class="wp-custom-css-f67d4e32 wp-block-template-part has-custom-css">',
  ],
  [
    'each item of a list of posts',
    `<!-- wp:query {"query":{"perPage":1,"inherit":false}} --><div><!-- wp:post-template ${JSON.stringify({ style: css })} --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
    '<h2 class="wp-block-post-title has-custom-css wp-custom-css-2dd05d4b">',
  ],
]

describe('classes of the styles of one block', () => {
  for (const [what, text, found] of cases)
    it(`of ${what}`, () => {
      const html = render(text)
      if (found === null) assert.doesNotMatch(html, /wp-(?:elements|container|custom-css|states)-/)
      else assert(html.includes(found), html)
    })
})
