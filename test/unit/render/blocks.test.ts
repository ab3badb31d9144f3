// Block markup → HTML: delimiters go, blocks in blocks, classes, what is registered; whatever is left open or closed too often.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { hasBlocks, parseBlocks } from '../../../src/render/block-tree.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { attachmentOf } from '../../support/attachments.ts'
import { renderContextOf } from '../../support/render-context.ts'

const render = (text: string, blocks: RenderContext['blocks'] = new Map()) =>
  renderBlocks(text, renderContextOf({ blocks }))

describe('parseBlocks', () => {
  it('reads names, attributes and what is enclosed', () => {
    assert.deepEqual(parseBlocks('a<!-- wp:x/b {"c":[1]} -->d<!-- wp:e /--><!-- /wp:x/b -->f'), [
      'a',
      {
        name: 'x/b',
        attributes: { c: [1] },
        written: '{"c":[1]}',
        parts: ['d', { name: 'core/e', attributes: {}, written: '', parts: [] }],
      },
      'f',
    ])
  })
  it('takes a block that is not closed to run to the end', () =>
    assert.deepEqual(parseBlocks('<!-- wp:a -->b<!-- wp:c -->d'), [
      {
        name: 'core/a',
        attributes: {},
        written: '',
        parts: ['b', { name: 'core/c', attributes: {}, written: '', parts: ['d'] }],
      },
    ]))
  it('takes what follows a delimiter that closes nothing for text', () =>
    assert.deepEqual(parseBlocks('<!-- wp:a /-->b<!-- /wp:c --><!-- wp:d /-->'), [
      { name: 'core/a', attributes: {}, written: '', parts: [] },
      'b',
      '<!-- /wp:c --><!-- wp:d /-->',
    ]))
  it('reads no attributes where the JSON is broken', () =>
    assert.deepEqual(parseBlocks('<!-- wp:a {"b":} /-->'), [
      { name: 'core/a', attributes: {}, written: '{"b":}', parts: [] },
    ]))

  for (const text of ['<!-- wp: -->', '<!--wp:a-->', '<!-- wp:a', '<!-- wp:a b -->', '<!-- wp:A -->'])
    it(`sees text in ${text}`, () => assert.deepEqual(parseBlocks(text), [text]))
})

describe('renderBlocks', () => {
  const texts: readonly (readonly [text: string, html: string])[] = [
    ['', ''],
    ['<!-- wp:x --><p>a</p><!-- /wp:x -->', '<p>a</p>'],
    ['<!-- wp:x {"a":{"b":1}} /-->after', 'after'],
    ['a<!-- /wp:x -->b<!-- wp:y /-->', 'a<!-- /wp:post-content -->b<!-- wp:y /-->'],
    ['<!-- /wp:x a -->', '<!-- /wp:x a -->'],
    [
      '<!-- wp:paragraph --><p class="a b">c</p><!-- /wp:paragraph -->',
      '<p class="a b wp-block-paragraph">c</p>',
    ],
    [
      "<!-- wp:heading --><h2 class='a' title='>'>c</h2><!-- /wp:heading -->",
      `<h2 class="a wp-block-heading" title='>'>c</h2>`,
    ],
    [
      '<!-- wp:group --><div class="wp-block-group">a</div><!-- /wp:group -->',
      '<div class="wp-block-group is-layout-flow wp-block-group-is-layout-flow">a</div>',
    ],
    [
      '<!-- wp:group {"layout":{"type":"flex","orientation":"\\"><script>"}} --><div></div><!-- /wp:group -->',
      '<div class="is-layout-flex wp-container-core-group-is-layout-7d26a4df wp-block-group-is-layout-flex"></div>',
    ],
  ]
  for (const [text, html] of texts) it(`of ${JSON.stringify(text)}`, () => assert.equal(render(text), html))

  it('asks what is registered under a name', () => {
    const blocks: RenderContext['blocks'] = new Map([
      ['x/sum', ({ attributes, html, parent }) => `${parent}:${String(attributes['a'])}:${html}`],
    ])
    assert.equal(
      render('<!-- wp:y/z --><!-- wp:x/sum {"a":2} -->b<!-- /wp:x/sum --><!-- /wp:y/z -->', blocks),
      'y/z:2:b',
    )
  })

  it('shows the titles of the post and of the site', () => {
    const made = (text: string) => render(text, builtInBlocks)
    assert.equal(made('<!-- wp:post-title /-->'), '<h2 class="wp-block-post-title">Post</h2>')
    assert.equal(
      made('<!-- wp:post-title {"level":3,"textAlign":"center"} /-->'),
      '<h3 class="has-text-align-center wp-block-post-title">Post</h3>',
    )
    assert.equal(
      made('<!-- wp:site-title {"level":0,"isLink":false} /-->'),
      '<p class="wp-block-site-title">Site</p>',
    )
    assert.match(made('<!-- wp:site-title {"linkTarget":""} /-->'), / target="_self" /)
    assert.match(made('<!-- wp:post-title {"isLink":true,"linkTarget":""} /-->'), / target="" /)
  })

  it('numbers galleries through a request and tells their images which files they are', () => {
    const image = '<!-- wp:image {"id":7} --><img src="a"><!-- /wp:image -->'
    const gallery = `<!-- wp:gallery --><figure>${image}</figure><!-- /wp:gallery -->`
    const html = (number: number) =>
      `<figure class="wp-block-gallery-${number} is-layout-flex wp-block-gallery-is-layout-flex"><img data-id="7" src="a"></figure>`
    assert.equal(render(gallery + gallery + image, builtInBlocks), `${html(1)}${html(2)}<img src="a">`)
    const words = '<figcaption><img src="b"></figcaption>'
    const captioned = `<!-- wp:image {"id":7} --><figure><img data-id="8" src="a">${words}</figure><!-- /wp:image -->`
    assert(
      render(`<!-- wp:gallery --><figure>${captioned}</figure><!-- /wp:gallery -->`, builtInBlocks).includes(
        `<img data-id="7" src="a">${words}`,
      ),
    )
  })

  it('leaves text without comments alone', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('<!--')),
        (text) => assert.equal(render(text), text),
      ),
    )
  })

  it('takes out delimiters and nothing else, however they are nested, until one closes nothing', () => {
    const unit = fc.constantFrom('<!-- wp:a -->', '<!-- /wp:a -->', '<!-- wp:b /-->', 'x', '<', '\n')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 400 }), (text) => {
        const delimiter = /<!-- \/?wp:[ab] \/?-->/g
        // The first that closes nothing: from there on, all is text
        let depth = 0
        const stray = [...text.matchAll(delimiter)].find(([found]) => {
          depth += found === '<!-- wp:a -->' ? 1 : found === '<!-- /wp:a -->' ? -1 : 0
          return depth < 0
        })
        const end = stray?.index ?? text.length
        const rest = text.slice(end).replace('/wp:a', '/wp:post-content')
        assert.equal(render(text), text.slice(0, end).replaceAll(delimiter, '') + rest)
      }),
    )
  })

  it('keeps the text of what is nested deeper than anybody nests', () =>
    assert.equal(
      render(`${'<!-- wp:a -->x'.repeat(5000)}${'<!-- /wp:a -->'.repeat(5000)}y`),
      `${'x'.repeat(5000)}y`,
    ))
})

describe('delimiters', () => {
  const texts: readonly (readonly [text: string, html: string])[] = [
    ['<!-- wp:a /-->x', 'x'],
    ['<!-- wp:a   {"b":1}   /-->x', 'x'],
    // Blanks stand behind the name and the attributes, none between the slash and the end
    ['<!-- wp:a/-->x', '<!-- wp:a/-->x'],
    ['<!-- wp:a / -->x', '<!-- wp:a / -->x'],
    ['<!-- wp:a {"b":1}/-->x', '<!-- wp:a {"b":1}/-->x'],
    ['<!-- wp:a {"b":1}-->x', '<!-- wp:a {"b":1}-->x'],
    ['<!-- wp:a {"b":1} -->x<!-- /wp:a -->', 'x'],
    ['<!-- wp:a words -->x', '<!-- wp:a words -->x'],
    ['<!-- wp:a <!-- wp:b -->x', '<!-- wp:a x'],
    // In attributes they are text, broken or not
    ['<!-- wp:a {"b":"<!-- wp:c"} -->x', 'x'],
    ['<!-- wp:a {"b":<!-- wp:c {} -->x', 'x'],
  ]
  for (const [text, html] of texts) it(`of ${text}`, () => assert.equal(render(text), html))
})

describe('hasBlocks', () => {
  it('sees an opening delimiter', () => {
    assert.equal(hasBlocks('x<!-- wp:paragraph -->'), true)
    for (const text of ['', '<p>wp:paragraph</p>', '<!-- more -->', '<!-- /wp:paragraph -->'])
      assert.equal(hasBlocks(text), false, text)
  })
})

describe('blocks of which nothing is shown', () => {
  const texts: readonly (readonly [html: string, isShown: boolean])[] = [
    ['<!-- wp:image --><img src="a"><!-- /wp:image -->', true],
    ['<!-- wp:image --><img alt=""><!-- /wp:image -->', false],
    ['<!-- wp:image --><img><img alt="" src=a><!-- /wp:image -->', true],
    ['<!-- wp:image --><img alt="><p src=a><!-- /wp:image -->', false],
    ['<!-- wp:button --><a class="wp-block-button__link">x</a><!-- /wp:button -->', true],
    ['<!-- wp:button --><a class="wp-block-button__link"></a><!-- /wp:button -->', false],
    ['<!-- wp:button --><a>x</a><button class="wp-block-button__link"></button><!-- /wp:button -->', true],
    ['<!-- wp:button --><div class="wp-block-button"></div><!-- /wp:button -->', false],
    ['<!-- wp:button -->x<!-- /wp:button -->', true],
    ['<!-- wp:button --><a class="wp-block-button__link"><!-- x --></a><!-- /wp:button -->', false],
    ['<!-- wp:button --><a class="wp-block-button__link"> </a><!-- /wp:button -->', true],
    ['<!-- wp:button --><a class="wp-block-button__link"><a href="/">x</a></a><!-- /wp:button -->', false],
    ['<!-- wp:button --><button class="wp-block-button__link"><a>x</a></button><!-- /wp:button -->', true],
    ['<!-- wp:button --><a class="wp-block-button__link"></button><!-- /wp:button -->', true],
  ]
  for (const [text, isShown] of texts)
    it(`of ${text}`, () => assert.equal(render(text, builtInBlocks) !== '', isShown))
})

describe('blocks that are made of what is stored, measured', () => {
  const film = attachmentOf({
    id: '7',
    mimeType: 'video/mp4',
    image: { path: null, width: 640, height: 360, sizes: new Map(), bounds: new Map() },
  })
  const made = (text: string) =>
    renderBlocks(
      text,
      renderContextOf({ blocks: builtInBlocks, attachmentOf: (id) => (id === '7' ? film : null) }),
    )
  const cover = 'is-layout-flow wp-block-cover-is-layout-flow'
  const pairs: readonly (readonly [text: string, html: string])[] = [
    [
      '<!-- wp:video {"id":7} --><figure class="wp-block-video"><video controls src="a.mp4"></video></figure><!-- /wp:video -->',
      '<figure class="wp-block-video"><video height="360" style="aspect-ratio: 640 / 360;" width="640" controls src="a.mp4"></video></figure>',
    ],
    [
      '<!-- wp:video {"id":7} --><video controls height="5" width="9" style="x:y" src="a.mp4"></video><!-- /wp:video -->',
      '<video controls height="360" width="640" style="aspect-ratio: 640 / 360;x:y" src="a.mp4"></video>',
    ],
    [
      '<!-- wp:video {"id":8} --><video src="a.mp4"></video><!-- /wp:video -->',
      '<video src="a.mp4"></video>',
    ],
    [
      '<!-- wp:file {"displayPreview":true} --><div class="wp-block-file"><object class="e" data="f.pdf" aria-label="f"></object></div><!-- /wp:file -->',
      '<div data-wp-interactive="core/file" class="wp-block-file"><object data-wp-bind--hidden="!state.hasPdfPreview" hidden class="e" data="f.pdf" aria-label="Embed of f."></object></div>',
    ],
    [
      '<!-- wp:file {"displayPreview":true} --><div class="wp-block-file"><object data="f.pdf"></object></div><!-- /wp:file -->',
      '<div data-wp-interactive="core/file" class="wp-block-file"><object aria-label="PDF embed" data-wp-bind--hidden="!state.hasPdfPreview" hidden data="f.pdf"></object></div>',
    ],
    [
      '<!-- wp:cover {"minHeight":300} --><div class="wp-block-cover" style="min-height:300px"></div><!-- /wp:cover -->',
      `<div class="wp-block-cover ${cover}" style="min-height:300px;aspect-ratio:unset;"></div>`,
    ],
    [
      '<!-- wp:cover {"minHeight":300} --><div class="wp-block-cover"></div><!-- /wp:cover -->',
      `<div style="aspect-ratio:unset;" class="wp-block-cover ${cover}"></div>`,
    ],
  ]
  for (const [text, html] of pairs) it(`of ${text}`, () => assert.equal(made(text), html))

  it('give the field of a search its size, and its colours where there is no button', () => {
    const field = (attributes: string) =>
      / class="(wp-block-search__input[^"]*)"/.exec(made(`<!-- wp:search ${attributes} /-->`))?.[1]
    assert.equal(
      field('{"fontSize":"small","textColor":"base"}'),
      'wp-block-search__input has-small-font-size',
    )
    assert.equal(
      field('{"buttonPosition":"no-button","fontSize":"small","textColor":"base"}'),
      'wp-block-search__input has-small-font-size has-text-color has-base-color',
    )
  })
})

describe('classes of a block', () => {
  const heading = (attributes: string) => `<h2${attributes}>x</h2>`
  const shown = (attributes: string) =>
    render(`<!-- wp:heading -->${heading(attributes)}<!-- /wp:heading -->`, builtInBlocks)
  it('that are all there stay as they are written', () => {
    for (const written of [
      ` class='a  wp-block-heading'`,
      ' class=wp-block-heading',
      ` CLASS='wp-block-heading' id=b`,
    ])
      assert.equal(shown(written), heading(written))
  })
  it('join those that are there, however these are written', () => {
    for (const written of [` class='a b'`, ' class="a b"', ` CLASS = ' a b a '`])
      assert.equal(shown(written), heading(' class="a b wp-block-heading"'))
    assert.equal(shown(' class="a  b"'), heading(' class="a  b wp-block-heading"'))
    assert.equal(shown(' class=a'), heading(' class="a wp-block-heading"'))
    for (const written of ['', ' class', ' class=""', ' class="  "'])
      assert.equal(shown(written), heading(' class="wp-block-heading"'))
  })
  it('join those with characters that attributes hold as entities, wherever else the word stands', () => {
    assert.equal(
      shown(` class='[&>*]:mt-0 it"s &copy;'`),
      heading(' class="[&amp;&gt;*]:mt-0 it&quot;s © wp-block-heading"'),
    )
    assert.equal(shown(` title=" class='q' "`), heading(` class="wp-block-heading" title=" class='q' "`))
  })
})

describe('classes of a layout', () => {
  const inner = '<!-- wp:paragraph --><p class="wp-block-paragraph">x</p><!-- /wp:paragraph -->'
  const paragraph = '<p class="wp-block-paragraph">x</p>'
  const layout = 'is-layout-flow wp-block-group-is-layout-flow'
  for (const [before, after, shown] of [
    ['<div class="g">', '</div>', `<div class="g ${layout}">`],
    ['<div class="g"><div class="i">', '</div></div>', `<div class="g"><div class="i ${layout}">`],
    ['<div class="g"><div>', '</div></div>', `<div class="g ${layout}"><div>`],
    ['<div class="g"><div class="">', '</div></div>', `<div class="g ${layout}"><div class="">`],
    ['<div class="g"><b class="i"><i>', '</i></b></div>', `<div class="g"><b class="i ${layout}"><i>`],
    [
      '<div class="g"><p class="i">y</p><br class="i">',
      '</div>',
      `<div class="g ${layout}"><p class="i">y</p><br class="i">`,
    ],
    // Another tag that has the same stands before
    [
      '<div class="g"><i class="i j"></i><div class="i">',
      '</div></div>',
      `<div class="g"><i class="i j ${layout}"></i><div class="i">`,
    ],
    ['<div class="i g"><div class="i">', '</div></div>', `<div class="i g ${layout}"><div class="i">`],
    [
      '<p class="g">y</p></div><div class="i">',
      '</div>',
      `<p class="g">y</p></div><div class="i ${layout}">`,
    ],
    // An end ends what was opened last, whatever its name
    [
      '<div class="g"><b class="i"><i class="j"></b>',
      '</div>',
      `<div class="g"><b class="i ${layout}"><i class="j"></b>`,
    ],
  ] as const)
    it(`stand in the innermost tag with a class of ${before}`, () =>
      assert.equal(
        render(`<!-- wp:group -->${before}${inner}${after}<!-- /wp:group -->`, builtInBlocks),
        `${shown}${paragraph}${after}`,
      ))
})
