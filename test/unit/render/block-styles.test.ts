// The look of blocks beyond their markup: numbered classes, borders, pictures behind them, the shape that they have.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { renderExcerpt } from '../../../src/render/content.ts'
import { attributeUrl } from '../../../src/render/html-tag.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { attributeOf, withAttributes, withDeclarations } from '../../../src/render/first-tag.ts'
import { shownText } from '../../../src/render/visibility.ts'
import { renderContextOf } from '../../support/render-context.ts'

const render = (text: string) => renderBlocks(text, renderContextOf({ blocks: builtInBlocks }))

const link = '"style":{"elements":{"link":{"color":{"text":"#123456"}}}}'
const duotone = (value: string) => `{"style":{"color":{"duotone":${value}}}}`
const cover = (attributes: string, style = '') =>
  `<!-- wp:cover ${attributes} --><div class="wp-block-cover"${style}><div class="i"><!-- wp:html -->a<!-- /wp:html --></div></div><!-- /wp:cover -->`
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
  // The side of a text stands behind its type
  [
    '<!-- wp:post-title {"fontSize":"large","style":{"typography":{"textAlign":"center"}},"borderColor":"red"} /-->',
    '<h2 class="wp-block-post-title has-large-font-size has-text-align-center has-border-color has-red-border-color">Post</h2>',
  ],
  [
    '<!-- wp:read-more {"style":{"border":{"style":"dotted","width":"1px"},"typography":{"textAlign":"center"}}} /-->',
    '<a style="border-width:1px" class="wp-block-read-more"',
  ],
  [`<!-- wp:site-tagline {${link}} /-->`, '<p class="wp-elements-1 wp-block-site-tagline">A tagline</p>'],
  // A button colours nothing but itself
  [`<!-- wp:button {${link}} --><div><a>b</a></div><!-- /wp:button -->`, '<div><a>b</a></div>'],
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
  [cover(duotone('"var:preset|duotone|midnight"')), '<div class="wp-block-cover wp-duotone-midnight">'],
  // A preset that the theme has not is a colour of its own
  [
    cover(duotone('"var:preset|duotone|dusk"')),
    '<div class="wp-block-cover wp-duotone-varpresetduotonedusk-1">',
  ],
  [
    cover(duotone('["#AB12CD","#fff"]')) + cover(duotone('["#000","#fff"]')),
    '<div class="wp-block-cover wp-duotone-ab12cd-fff-1"><div class="i is-layout-flow wp-block-cover-is-layout-flow">a</div></div><div class="wp-block-cover wp-duotone-000-fff-2">',
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
    `<div style="background-image:url(&apos;/a b.jpg?c=1&amp;d&apos;);background-position:50% 50%;background-size:contain;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">`,
  ],
  [
    group('{"style":{"background":{"backgroundImage":{"url":"/a"},"backgroundSize":"1px;x:y"}}}', ''),
    'url(&apos;/a&apos;);background-size:cover;"',
  ],
  // An address that cannot be declared leaves its size
  ...['javascript:a', 'file:./a.jpg'].map(
    (url) =>
      [
        group(`{"style":{"background":{"backgroundImage":{"url":"${url}"}}}}`, ''),
        '<div style="background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">',
      ] as const,
  ),
  [
    group(
      '{"style":{"background":{"backgroundImage":"url(/a.jpg)","gradient":"linear-gradient(1deg,red,blue)"}}}',
      '',
    ),
    '<div style="background-image:linear-gradient(1deg,red,blue), url(/a.jpg);background-size:cover;" class=',
  ],
  [
    cover('{"minHeight":31,"style":{"dimensions":{"aspectRatio":"auto"}}}', ' style="min-height:31px"'),
    '<div class="wp-block-cover" style="min-height:31px;aspect-ratio:unset;">',
  ],
  [
    cover('{"style":{"dimensions":{"aspectRatio":"auto"}}}'),
    '<div style="aspect-ratio:auto;" class="wp-block-cover">',
  ],
  // A number is no declaration, but for borders
  [
    '<!-- wp:post-title {"style":{"typography":{"lineHeight":2,"fontStyle":"italic"},"border":{"radius":0,"width":"3"}}} /-->',
    '<h2 style="font-style:italic;border-radius:0px;border-width:3px" class="wp-block-post-title">',
  ],
  // Only what aligns something has a layout of its own
  [
    group('{"layout":{"type":"flex","verticalAlignment":"space-between"}}', ''),
    'is-layout-flex wp-block-group-is-layout-flex"',
  ],
  // Images that are shown large say so, behind all other classes
  [
    '<!-- wp:image {"lightbox":{"enabled":true},"style":{"color":{"duotone":["#000","#fff"]}}} --><figure class="f"><img src="/a.jpg"/></figure><!-- /wp:image -->',
    'data-wp-interactive="core/image" data-wp-key="',
  ],
  [
    '<!-- wp:image {"lightbox":{"enabled":true},"style":{"color":{"duotone":["#000","#fff"]}}} --><figure class="f"><img src="/a.jpg"/></figure><!-- /wp:image -->',
    'class="f wp-duotone-000-fff-1 wp-lightbox-container"><img data-wp-class--hide=',
  ],
  [
    '<!-- wp:image {"lightbox":{"enabled":true},"linkDestination":"media"} --><figure class="f"><img src="/a.jpg"/></figure><!-- /wp:image -->',
    '<figure class="f"><img src="/a.jpg"/></figure>',
  ],
  [
    '<!-- wp:gallery --><figure class="g"><!-- wp:image {"lightbox":{"enabled":true}} --><figure><img src="/a.jpg"/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->',
    'data-wp-interactive="core/gallery" class="g wp-block-gallery-1',
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
  // A picture as a text is what it says, and a gradient lies before a picture
  [
    group(`{"style":{"background":{"backgroundImage":"url(x.png)"}}}`, 'a'),
    `<div style="background-image:url(x.png);background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  [
    group(`{"style":{"background":{"backgroundImage":"none"}}}`, 'a'),
    `<div style="background-image:none;background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  [
    group(`{"style":{"background":{"backgroundImage":"linear-gradient(1deg,#fff,#000)"}}}`, 'a'),
    `<div style="background-image:linear-gradient(1deg,#fff,#000);background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  [
    group(`{"style":{"background":{"backgroundImage":"url(javascript:x)"}}}`, 'a'),
    `<div style="background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  // Functions of a style sheet are those of gradients, and what stands in them
  ...[
    'paint(x)',
    'element(#a)',
    'url(/a.png), image(/b.png)',
    'url(/a.png) a=b',
    'URL(/a.png)',
    'url(/a.png',
    'linear-gradient(rgb(var(--a)))',
  ].map(
    (image) =>
      [
        group(JSON.stringify({ style: { background: { backgroundImage: image, gradient: image } } }), 'a'),
        '<div style="background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>',
      ] as const,
  ),
  ...['linear-gradient(hsl(1,2%,3%),var(--a))', 'conic-gradient(red), url(/a(1.png)', 'var(--a)'].map(
    (image) =>
      [
        group(JSON.stringify({ style: { background: { backgroundImage: image } } }), 'a'),
        `<div style="background-image:${image};background-size:cover;" class="g `,
      ] as const,
  ),
  [
    group('{"style":{"background":{"backgroundImage":{"url":"https://a.test/b(1).png"}}}}', 'a'),
    '<div style="background-size:cover;" class="g ',
  ],
  [
    group(
      `{"style":{"background":{"gradient":"linear-gradient(1deg,#fff,#000)","backgroundImage":{"url":"http://a.test/it's.png"}}}}`,
      'a',
    ),
    `<div style="background-image:linear-gradient(1deg,#fff,#000), url(&apos;http://a.test/it&apos;s.png&apos;);background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  [
    group(
      `{"style":{"background":{"gradient":"linear-gradient(1deg,#fff,#000)","backgroundImage":{"url":"javascript:a"}}}}`,
      'a',
    ),
    `<div style="background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  [
    group(
      `{"style":{"background":{"gradient":"linear-gradient(1deg,#fff,#000)","backgroundSize":"auto"}}}`,
      'a',
    ),
    `<div style="background-size:auto;background-image:linear-gradient(1deg,#fff,#000);" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
  [
    group(`{"style":{"background":{"backgroundImage":{"url":"a(1).png"}}}}`, 'a'),
    `<div style="background-image:url(&apos;a(1).png&apos;);background-size:cover;" class="g is-layout-flow wp-block-group-is-layout-flow has-background">a</div>`,
  ],
]

describe('what blocks look like', () => {
  for (const [text, part] of cases)
    it(`of ${text.slice(0, 120)}`, () => {
      const html = render(text)
      assert(html.includes(part), html)
    })
})

const hidden = (visibility: string, inner: string) =>
  group(`{"metadata":{"blockVisibility":${visibility}}}`, inner)
const phrase = '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->'

describe('hidden blocks', () => {
  it('are in no shown text, however JSON writes that they are hidden', () => {
    for (const name of ['blockVisibility', 'block\\u0056isibility'])
      assert.equal(
        shownText(`a<!-- wp:group {"metadata":{"${name}":false}} --><p>b</p><!-- /wp:group -->c`),
        'ac',
        name,
      )
  })
  it('are not served, nor counted in excerpts', () => {
    assert.equal(render(hidden('false', phrase)), '')
    const context = renderContextOf({ blocks: builtInBlocks })
    const inner = hidden('false', phrase) + phrase.replace('a<', 'b<')
    for (const text of [inner, group('', inner), group('', group('', inner))])
      assert.equal(renderExcerpt('', text, context), '<p>b</p>\n')
  })
  it('count on', () => {
    const linked = `<!-- wp:paragraph {${link}} --><p>a</p><!-- /wp:paragraph -->`
    assert.equal(
      render(hidden('false', linked) + linked),
      '<p class="wp-elements-2 wp-block-paragraph">a</p>',
    )
  })
  it('have a class for each kind of screen, and images that load as they like', () => {
    const html = render(
      hidden('{"viewport":{"tablet":false,"mobile":false,"desktop":true}}', '<img src="/a"/>'),
    )
    assert.equal(
      html,
      '<div class="g is-layout-flow wp-block-group-is-layout-flow wp-block-hidden-mobile wp-block-hidden-tablet"><img fetchpriority="auto" src="/a"/></div>',
    )
    const closed = (more: string) =>
      render(
        `<!-- wp:details {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}${more}} --><details><img src="/a"/></details><!-- /wp:details -->`,
      )
    // Closed details make their images wait, whatever hides them; what is around them does not
    assert.match(closed(''), /<img fetchpriority="low" /)
    assert.match(closed(',"showContent":true'), /<img fetchpriority="auto" /)
    const within = '<!-- wp:details --><details><img src="/a"/></details><!-- /wp:details -->'
    assert.match(render(hidden('{"viewport":{"mobile":false}}', within)), /<img fetchpriority="auto" /)
    const plain =
      '<!-- wp:html {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} --><b>a</b><!-- /wp:html -->'
    assert.equal(render(plain), '<b>a</b>')
  })
})

describe('addresses', () => {
  it('have a scheme that runs no script', () => {
    for (const [url, shown] of [
      ['javascript:alert(1)', ''],
      [' JaVa\tScript:alert(1)', ''],
      ['data:text/html,a', ''],
      // Browsers read characters that are written as numbers
      ['&#106;avascript:alert(1)', ''],
      ['&#0000106;avascript:alert(1)', ''],
      ['&#x6A;avascript:alert(1)', ''],
      ['javascript&#58;alert(1)//:', ''],
      ['java&#9;script:alert(1)', ''],
      ['&#1;javascript:alert(1)', ''],
      ['&amp;#106;avascript:a', ''],
      ['http://a.test/?a=1&#38;b=2', 'http://a.test/?a=1&#038;b=2'],
      ['tel:12', 'tel:12'],
      ['/a:b', '/a:b'],
      ['?a=b:c', ''],
      ['#a:b', ''],
      ['a/b:c', ''],
      ['a/?b:c', 'a/?b:c'],
      ['http&#58;//a', ''],
      ['feed:http://a', 'feed:http://a'],
      ['feed:javascript:a', ''],
      ['javascript;//a', ''],
      ['http;//a', 'http://a'],
      ['<"http://a\\^`{}\t', 'http://a'],
      ['%%0d0ahttp://a%0Db', 'http://ab'],
      ['mailto:a?b=%0a', 'mailto:a?b=%0a'],
      ['http://[::1]?a[]=[b]', 'http://[::1]?a%5B%5D=%5Bb%5D'],
      ['?a[]', '?a%5B%5D'],
      ['a&#39;b', 'http://a&#039;b'],
      ['site.test/a', 'http://site.test/a'],
    ] as const)
      assert.equal(attributeUrl(url), shown)
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
    assert.equal(withAttributes('a <b', { id: '1' }), 'a <b')
  })
  it('have their place behind any name, and never in the value of another', () => {
    for (const name of ['my_item', 'x.y', 'svg:g', 'p"'])
      assert.equal(
        withAttributes(`<${name} title="<p onclick=x>">`, { id: '1' }),
        `<${name} id="1" title="<p onclick=x>">`,
      )
  })
  it('has declarations after its own', () => {
    assert.equal(withDeclarations('<p style="a:&quot;b">', 'c:d;'), '<p style="a:&quot;b;c:d;">')
    assert.equal(withDeclarations('<p>', 'c:d;'), '<p style="c:d;">')
  })
  it('says what its attributes are', () => assert.equal(attributeOf('x<p a="1" b=2>', 'b'), '2'))
})
