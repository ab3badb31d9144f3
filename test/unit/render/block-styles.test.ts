// What blocks look like beyond their markup: numbered classes, borders, pictures behind them, the shape that they have.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { attributeOf, withAttributes, withDeclarations } from '../../../src/render/first-tag.ts'
import { renderContextOf } from '../../support/render-context.ts'

const render = (text: string) => renderBlocks(text, renderContextOf({ blocks: builtInBlocks }))

const link = '"style":{"elements":{"link":{"color":{"text":"#123456"}}}}'
const duotone = (value: string) => `{"style":{"color":{"duotone":${value}}}}`
const cover = (attributes: string, style = '') =>
  `<!-- wp:cover ${attributes} --><div class="wp-block-cover"${style}><div><!-- wp:html -->a<!-- /wp:html --></div></div><!-- /wp:cover -->`
const group = (attributes: string, inner: string) =>
  `<!-- wp:group ${attributes} --><div class="g">${inner}</div><!-- /wp:group -->`

const cases: readonly (readonly [text: string, part: string])[] = [
  // Numbers of styles run through a request, the outer block before the inner
  [
    group(
      '{"className":"is-style-section-2"}',
      '<!-- wp:separator {"className":"is-style-wide"} --><hr class="is-style-wide"/><!-- /wp:separator -->',
    ),
    '<div class="g is-layout-flow wp-block-group-is-layout-flow is-style-section-2--1"><hr class="is-style-wide is-style-wide--2"/></div>',
  ],
  // A style that the theme does not know has none
  [
    '<!-- wp:separator {"className":"is-style-dots"} --><hr class="is-style-dots"/><!-- /wp:separator -->',
    '<hr class="is-style-dots"/>',
  ],
  [
    group(`{${link}}`, `<!-- wp:paragraph {${link}} --><p>a</p><!-- /wp:paragraph -->`),
    '<div class="g wp-elements-1 is-layout-flow wp-block-group-is-layout-flow"><p class="wp-elements-2 wp-block-paragraph">a</p></div>',
  ],
  [
    `<!-- wp:list {${link}} --><ul class="a"></ul><!-- /wp:list -->`,
    '<ul class="a wp-block-list wp-elements-1"></ul>',
  ],
  [
    `<!-- wp:post-title {${link},"className":"own"} /-->`,
    '<h2 class="has-link-color own wp-elements-1 wp-block-post-title">Post</h2>',
  ],
  [`<!-- wp:site-tagline {${link}} /-->`, '<p class="wp-elements-1 wp-block-site-tagline">A tagline</p>'],
  // A button colours nothing but itself
  [`<!-- wp:button {${link}} --><div>a</div><!-- /wp:button -->`, '<div>a</div>'],
  // Sides are in the order in which they are given, a size of type before them
  [
    '<!-- wp:post-title {"style":{"spacing":{"padding":{"left":"1px","top":"2px"}},"typography":{"lineHeight":"2","fontStyle":"italic"}}} /-->',
    '<h2 style="font-style:italic;line-height:2;padding-left:1px;padding-top:2px" class="wp-block-post-title">Post</h2>',
  ],
  [
    '<!-- wp:post-title {"style":{"border":{"radius":"3px","width":"1px","color":"#fff"}},"borderColor":"red"} /-->',
    '<h2 style="border-radius:3px;border-width:1px" class="wp-block-post-title has-border-color has-red-border-color">Post</h2>',
  ],
  // Colours come first, then type, borders and space; a colour with a class is not declared
  [
    '<!-- wp:post-title {"textColor":"red","style":{"color":{"text":"#111","background":"#222"},"border":{"width":"1px"},"typography":{"lineHeight":"2","writingMode":"vertical-rl"},"spacing":{"margin":{"top":"3px"}}}} /-->',
    '<h2 style="background-color:#222;line-height:2;border-width:1px;margin-top:3px" class="wp-block-post-title has-text-color has-red-color has-background">Post</h2>',
  ],
  [
    '<!-- wp:site-tagline {"style":{"typography":{"writingMode":"vertical-rl"}}} /-->',
    '<p style="writing-mode:vertical-rl" class="wp-block-site-tagline">A tagline</p>',
  ],
  // The place in a grid depends on its columns
  [
    '<!-- wp:group {"layout":{"type":"grid","columnCount":3}} --><div class="g"><!-- wp:paragraph {"style":{"layout":{"columnSpan":2}}} --><p>a</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
    '<p class="wp-container-content-60984cfd wp-block-paragraph">a</p>',
  ],
  // Of a gap with a function that is no length nothing is left
  [
    group('{"style":{"spacing":{"blockGap":{"top":"clamp(1px,2px,3px)","left":"2px"}}}}', 'a'),
    '<div class="g is-layout-flow wp-block-group-is-layout-flow">a</div>',
  ],
  // A preset is a class; functions that WordPress's filter of styles does not know are left out
  [
    '<!-- wp:post-title {"style":{"color":{"text":"var:preset|color|red","background":"rgb(1,2,3)"},"spacing":{"margin":{"top":"calc(1px + 2px)"}}}} /-->',
    '<h2 style="margin-top:calc(1px + 2px)" class="wp-block-post-title has-text-color has-red-color has-background">Post</h2>',
  ],
  // Numbers of styles are those of whatever else is numbered; those of paragraphs stand before the name of the block
  [
    `${group('{"style":{"position":{"type":"sticky","top":"0px"}}}', 'a')}<!-- wp:paragraph {"className":"is-style-text-display"} --><p class="is-style-text-display">b</p><!-- /wp:paragraph -->`,
    '<div class="g is-layout-flow wp-block-group-is-layout-flow wp-container-1 is-position-sticky">a</div><p class="is-style-text-display is-style-text-display--2 wp-block-paragraph">b</p>',
  ],
  [cover(duotone('"var:preset|duotone|dusk"')), '<div class="wp-block-cover wp-duotone-dusk">'],
  [
    cover(duotone('["#AB12CD","#fff"]')) + cover(duotone('["#000","#fff"]')),
    '<div class="wp-block-cover wp-duotone-ab12cd-fff-1"><div class="is-layout-flow wp-block-cover-is-layout-flow">a</div></div><div class="wp-block-cover wp-duotone-000-fff-2">',
  ],
  [
    cover('{"minHeight":9}', ' style="min-height:9px"'),
    '<div class="wp-block-cover" style="min-height:9px;aspect-ratio:unset;">',
  ],
  [
    cover('{"style":{"dimensions":{"aspectRatio":"4/3"}}}'),
    '<div style="aspect-ratio:4/3;height:unset;min-height:unset;" class="wp-block-cover has-aspect-ratio">',
  ],
  [
    group(
      '{"style":{"background":{"backgroundImage":{"url":"/a b.jpg?c=1&d"},"backgroundSize":"contain"}}}',
      '',
    ),
    `<div style="background-image:url(&apos;/a%20b.jpg?c=1&amp;d&apos;);background-position:50% 50%;background-size:contain;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">`,
  ],
  [
    group('{"style":{"background":{"backgroundImage":{"url":"/a"},"backgroundSize":"1px;x:y"}}}', ''),
    'url(&apos;/a&apos;);background-size:cover;"',
  ],
  // Only a padding beside the text is reached over
  [
    group('{"layout":{"type":"constrained"},"style":{"spacing":{"padding":{"top":"1px"}}}}', ''),
    '<div class="g has-global-padding is-layout-constrained wp-block-group-is-layout-constrained">',
  ],
  [
    group('{"layout":{"type":"constrained"},"style":{"spacing":{"padding":{"left":"1px"}}}}', ''),
    'is-layout-constrained wp-container-core-group-is-layout-',
  ],
  ['<!-- wp:paragraph -->a <em>b</em><!-- /wp:paragraph -->', 'a <em>b</em>'],
]

describe('what blocks look like', () => {
  for (const [text, part] of cases)
    it(`of ${text.slice(0, 120)}`, () => {
      const html = render(text)
      assert(html.includes(part), html)
    })
})

describe('the first tag', () => {
  it('has what is new behind its name, by its letters, and what is there in its place', () => {
    assert.equal(
      withAttributes(`a<!-- c --><img\n src='x' alt=y/>`, { b: true, 'a-b': `"'&`, alt: 'z', src: null }),
      `a<!-- c --><img a-b="&quot;&apos;&amp;" b\n  alt="z">`,
    )
    assert.equal(withAttributes('<p><b></b>', { id: '1' }, 'b'), '<p><b id="1"></b>')
    assert.equal(withAttributes('no tag', { id: '1' }), 'no tag')
  })
  it('has declarations after its own', () => {
    assert.equal(withDeclarations('<p style="a:&quot;b">', 'c:d;'), '<p style="a:&quot;b;c:d;">')
    assert.equal(withDeclarations('<p>', 'c:d;'), '<p style="c:d;">')
  })
  it('says what its attributes are', () => assert.equal(attributeOf('x<p a="1" b=2>', 'b'), '2'))
})
