// The classes that blocks get by a theme.json; the digests are those that WordPress gave (Twenty Twenty-Five, and a theme without
// a theme.json).
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { themeFrom, type ThemeFiles } from '../../../src/render/theme-json.ts'
import type { Theme } from '../../../src/render/theme.ts'
import { renderContextOf } from '../../support/render-context.ts'

const themeOf = (theme: ThemeFiles['theme'], styles: ThemeFiles['styles'] = []): Theme =>
  themeFrom({ name: 'A', hasJson: true, isBlockTheme: true, theme, styles })
const classic: Theme = { ...themeOf({}), hasJson: false, isBlockTheme: false }
const render = (theme: Theme, text: string) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, theme }))

const columns = '<!-- wp:columns --><div class="c"></div><!-- /wp:columns -->'
const group = (attributes: string) => `<!-- wp:group ${attributes} --><div class="g"></div><!-- /wp:group -->`
const constrained = '{"layout":{"type":"constrained"}}'
const gapped = '{"layout":{"type":"constrained"},"style":{"spacing":{"blockGap":"9px"}}}'
const large = '<!-- wp:post-title {"style":{"typography":{"fontSize":"50px"}}} /-->'
const stored =
  '<!-- wp:heading {"style":{"typography":{"fontSize":"50px"}}} --><h2 style="font-size:50px">a</h2><!-- /wp:heading -->'
const plain = (style: string) =>
  `<!-- wp:separator {"className":"is-style-${style}"} --><hr class="is-style-${style}"/><!-- /wp:separator -->`
const duotone =
  '<!-- wp:cover {"style":{"color":{"duotone":"var:preset|duotone|ours"}}} --><div class="f"></div><!-- /wp:cover -->'
const cover = '<!-- wp:cover --><div class="f"></div><!-- /wp:cover -->'
const toned = (value: string, name = 'core/cover') =>
  themeOf({ styles: { blocks: { [name]: { filter: { duotone: value } } } } })
const narrow = group('{"style":{"@mobile":{"color":{"text":"red"}},"@tablet":{"color":{"text":"blue"}}}}')
const gaps = { spacing: { blockGap: true } }
const fluid = (typography: unknown, wideSize: string) => ({ settings: { typography, layout: { wideSize } } })
const variation = (json: ThemeFiles['theme']): ThemeFiles['styles'] => [{ file: '02-my_File.json', json }]

const sticky = group('{"style":{"position":{"type":"sticky"}}}')
const fixed = group('{"style":{"position":{"type":"fixed"}}}')
const tools = { appearanceTools: true }
const lit = { settings: { blocks: { 'core/image': { lightbox: { enabled: true } } } } }
const image = (attributes = '{}', figure = '<figure class="wp-block-image">') =>
  `<!-- wp:image ${attributes} -->${figure}<img src="/a.png"/></figure><!-- /wp:image -->`
const grouped = (attributes: string, tag = 'div') =>
  `<!-- wp:group ${attributes} --><${tag} class="wp-block-group a"><p>b</p></${tag}><!-- /wp:group -->`

const cases: readonly (readonly [says: string, theme: Theme, text: string, part: string])[] = [
  ['no gaps where none are stated', themeOf({}), columns, 'core-columns-is-layout-8f761849 '],
  [
    'no gaps where they are null',
    themeOf({ settings: { spacing: { blockGap: null } } }),
    columns,
    '-8f761849 ',
  ],
  [
    'the gap of a kind of block',
    themeOf({
      settings: gaps,
      styles: { blocks: { 'core/columns': { spacing: { blockGap: 'var:preset|spacing|50' } } } },
    }),
    columns,
    '-794e3cfa ',
  ],
  ['the colours of their pictures', toned('var(--wp--preset--duotone--ours)'), cover, 'wp-duotone-ours"'],
  ['the same by a preset', toned('var:preset|duotone|ours'), cover, 'wp-duotone-ours"'],
  ['none of them where there are none', toned('unset'), cover, 'cover-is-layout-flow"></div>'],
  [
    'none of another block',
    toned('var:preset|duotone|ours', 'core/image'),
    cover,
    'cover-is-layout-flow"></div>',
  ],
  [
    'their own colours first',
    toned('var:preset|duotone|theirs'),
    duotone,
    'wp-duotone-varpresetduotoneours-',
  ],
  [
    'the gap of all blocks, by appearanceTools',
    themeOf({
      settings: { appearanceTools: true },
      styles: { spacing: { blockGap: 'var(--wp--preset--spacing--50)' } },
    }),
    columns,
    '-794e3cfa ',
  ],
  [
    'where windows are narrow',
    themeOf({ settings: { viewport: { mobile: '500px', tablet: '900px' } } }),
    narrow,
    'wp-states-14f00490"',
  ],
  [
    'no tablet that is narrower than a phone',
    themeOf({ settings: { viewport: { mobile: '30rem', tablet: '480px' } } }),
    narrow,
    'wp-states-e3323127"',
  ],
  [
    'no phone where its width is none',
    themeOf({ settings: { viewport: { mobile: '5vw', tablet: '900px' } } }),
    narrow,
    'wp-states-d6af56de"',
  ],
  [
    'the windows of all themes',
    themeOf({ settings: { viewport: { mobile: 500 } } }),
    narrow,
    'wp-states-6007d731"',
  ],
  [
    'no place in a window that is none',
    themeOf({ settings: { viewport: { tablet: '900px' } } }),
    '<!-- wp:paragraph {"style":{"layout":{"selfStretch":"fill"},"@mobile":{"layout":{"columnSpan":3}},"@tablet":{"layout":{"columnSpan":2}}}} --><p>a</p><!-- /wp:paragraph -->',
    'wp-container-content-fd3099f9 ',
  ],
  [
    'no padding around the page',
    themeOf({}),
    group(constrained),
    'class="g is-layout-constrained wp-block-group-is-layout-constrained"',
  ],
  [
    'padding around the page',
    themeOf({ settings: { useRootPaddingAwareAlignments: true } }),
    group(constrained),
    'class="g has-global-padding is-layout-constrained wp-block-group-is-layout-constrained"',
  ],
  [
    "no class for a block's own gap without gaps",
    themeOf({}),
    group(gapped),
    'class="g is-layout-constrained wp-block-group-is-layout-constrained"',
  ],
  ['sizes that stay', themeOf({}), large, '<h2 style="font-size:50px"'],
  ['sizes that stay as they are stored', themeOf({}), stored, 'style="font-size:50px"'],
  [
    'sizes that grow up to the wide content',
    themeOf(fluid({ fluid: true }, '1340px')),
    large,
    'style="font-size:clamp(28.836px, 1.802rem + ((1vw - 3.2px) * 2.075), 50px)"',
  ],
  [
    'sizes that grow as they are stored',
    themeOf(fluid({ fluid: true }, '1340px')),
    stored,
    'font-size:clamp(28.836px, 1.802rem + ((1vw - 3.2px) * 2.075), 50px)',
  ],
  [
    'sizes that grow as pixels where they are numbers',
    themeOf(fluid({ fluid: true }, '1340px')),
    large.replace('"50px"', '50'),
    'style="font-size:clamp(28.836px, 1.802rem + ((1vw - 3.2px) * 2.075), 50px)"',
  ],
  [
    'sizes that grow between other widths',
    themeOf(fluid({ fluid: { minViewportWidth: '20rem', maxViewportWidth: '1340px' } }, '80%')),
    large,
    '* 2.075), 50px)',
  ],
  [
    'small type that stays',
    themeOf(fluid({ fluid: { minFontSize: '60px' } }, '80%')),
    large,
    'font-size:50px"',
  ],
  ['widths between which nothing grows', themeOf(fluid({ fluid: true }, '320px')), large, 'font-size:50px"'],
  ['no style that it does not have', themeOf({}), plain('wide'), 'class="is-style-wide"'],
  [
    'a style in its styles',
    themeOf({ styles: { blocks: { 'core/separator': { variations: { wide: {} } } } } }),
    plain('wide'),
    'is-style-wide--1',
  ],
  [
    'a style in a file',
    themeOf({}, variation({ slug: 'own', blockTypes: ['core/separator'] })),
    plain('own'),
    'is-style-own--1',
  ],
  [
    'a style in a file by its title',
    themeOf({}, variation({ title: 'My Own 2', blockTypes: ['core/separator'] })),
    plain('my-own-2'),
    'is-style-my-own-2--1',
  ],
  [
    'a style in a file by the name of the file',
    themeOf({}, variation({ blockTypes: ['core/separator'] })),
    plain('02-my-file'),
    'is-style-02-my-file--1',
  ],
  [
    'no style for blocks of a file that names none',
    themeOf({}, variation({ slug: 'own' })),
    plain('own'),
    'class="is-style-own"',
  ],
  [
    'a pair of colours of its own',
    themeOf({ settings: { color: { duotone: [{ slug: 'ours' }] } } }),
    duotone,
    'wp-duotone-ours"',
  ],
  [
    "the owner's pair of colours",
    themeOf({ settings: { color: { duotone: { custom: [{ slug: 'ours' }] } } } }),
    duotone,
    'wp-duotone-ours"',
  ],
  [
    'places that stay in sight, by appearanceTools',
    themeOf({ settings: tools }),
    sticky,
    ' is-position-sticky"',
  ],
  ['none without them', themeOf({}), sticky, 'class="g is-layout-flow wp-block-group-is-layout-flow"'],
  [
    'none where they are refused',
    themeOf({ settings: { ...tools, position: { sticky: false } } }),
    sticky,
    'class="g is-layout-flow wp-block-group-is-layout-flow"',
  ],
  [
    'fixed places',
    themeOf({ settings: { position: { fixed: true } } }),
    fixed,
    'class="g is-layout-flow wp-block-group-is-layout-flow wp-container-1 is-position-fixed"',
  ],
  ['images that a click shows large', themeOf(lit), image(), 'class="wp-block-image wp-lightbox-container"'],
  [
    'none that say otherwise',
    themeOf(lit),
    image('{"lightbox":{"enabled":false}}'),
    'class="wp-block-image"',
  ],
  ['none that lead elsewhere', themeOf(lit), image('{"linkDestination":"media"}'), 'class="wp-block-image"'],
  ['groups without a container', themeOf({}), grouped('{}'), '"><p>b</p></div>'],
  [
    'no container where it is the theme.json that is missing',
    themeOf({}),
    image('{}', '<figure class="wp-block-image alignleft">'),
    '<figure class="wp-block-image alignleft">',
  ],
]

const within = 'wp-block-group__inner-container'

/** Measured with a theme that has a style.css, an index.php and a functions.php. */
const containers: readonly (readonly [says: string, text: string, html: string])[] = [
  [
    'groups one inside, which has their layout',
    grouped('{"layout":{"type":"constrained"}}'),
    `<div class="wp-block-group a"><div class="${within} is-layout-constrained wp-block-group-is-layout-constrained"><p>b</p></div></div>`,
  ],
  [
    'groups of another tag one inside',
    grouped('{"tagName":"section"}', 'section'),
    `<section class="wp-block-group a"><div class="${within} is-layout-flow wp-block-group-is-layout-flow"><p>b</p></div></section>`,
  ],
  [
    'no rows one',
    grouped('{"layout":{"type":"flex"}}'),
    '<div class="wp-block-group a is-layout-flex wp-block-group-is-layout-flex"><p>b</p></div>',
  ],
  [
    'groups of old their own',
    `<!-- wp:group --><div class="wp-block-group"><div class="${within}"><p>b</p></div></div><!-- /wp:group -->`,
    `<div class="wp-block-group is-layout-flow wp-block-group-is-layout-flow"><div class="${within}"><p>b</p></div></div>`,
  ],
  [
    'aligned images one outside, with their own classes',
    image('{"className":"mine"}', '<figure class="wp-block-image alignleft size-large mine">'),
    '<div class="wp-block-image mine"><figure class="alignleft size-large"><img src="/a.png"/></figure></div>',
  ],
  [
    'other images none',
    image('{"align":"wide"}', '<figure class="wp-block-image alignwide">'),
    '<figure class="wp-block-image alignwide"><img src="/a.png"/></figure>',
  ],
]

describe('a theme without a theme.json gives', () => {
  for (const [says, text, html] of containers) it(says, () => assert.equal(render(classic, text), html))
  it('buttons of forms no classes of blocks', () => {
    const form = '<!-- wp:loginout {"displayLoginAsForm":true} /-->'
    assert(render(classic, form).includes('class="button button-primary" value'))
    assert(render(themeOf({}), form).includes('class="button button-primary wp-block-button__link '))
  })
})

describe('a theme.json gives blocks', () => {
  for (const [says, theme, text, part] of cases)
    it(says, () => {
      const html = render(theme, text)
      assert.ok(html.includes(part), html)
    })
})
