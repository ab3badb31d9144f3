// Attributes that the own tags of blocks show, by what the types of blocks support, as WordPress 7.1.4 answers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const render = (text: string, parts: Partial<RenderContext> = {}) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, ...parts }))
const block = (name: string, attributes: object) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`

describe('supported attributes', () => {
  it('of place stand on some blocks alone', () => {
    for (const name of ['site-title', 'post-title', 'archives'])
      assert.match(render(block(name, { align: 'wide' })), / class="[^"]*alignwide/, name)
    for (const name of ['loginout', 'post-date', 'post-comments-count', 'read-more', 'post-excerpt'])
      assert.doesNotMatch(render(block(name, { align: 'wide' })), /alignwide/, name)
  })
  it('that name presets have a class where the name says something', () => {
    const names = ['textColor', 'backgroundColor', 'gradient', 'fontSize', 'fontFamily', 'borderColor']
    const classesOf = (value: string) =>
      / class="([^"]*)"/.exec(
        render(block('post-title', Object.fromEntries(names.map((name) => [name, value])))),
      )?.[1]
    const stated = 'wp-block-post-title has-text-color has-background has-border-color'
    for (const value of ['', '0']) assert.equal(classesOf(value), stated, value)
    assert.equal(
      classesOf('var:preset|color|a b'),
      'wp-block-post-title has-text-color has-a-b-color has-background has-a-b-background-color has-a-b-gradient-background has-a-b-font-size has-a-b-font-family has-border-color has-a-b-border-color',
    )
  })
  it('of layouts that say nothing are the flow', () => {
    for (const layout of [[], 'x y', true, {}])
      assert.match(
        render(`<!-- wp:columns ${JSON.stringify({ layout })} --><div></div><!-- /wp:columns -->`),
        /is-layout-flow/,
      )
    assert.match(
      render('<!-- wp:columns {"layout":null} --><div></div><!-- /wp:columns -->'),
      /is-layout-flex/,
    )
  })
  it('of older comment lists say whether there is an excerpt, whatever kind is stated', () => {
    for (const [displayExcerpt, displayContent, isShown] of [
      [false, 'full', false],
      [true, 'none', true],
      [undefined, 'none', false],
      [undefined, 'full', true],
    ] as const)
      assert.equal(
        render(block('latest-comments', { displayExcerpt, displayContent })).includes('has-excerpts'),
        isShown,
        `${displayExcerpt} ${displayContent}`,
      )
  })
  it('of social links are those of the list around them', () => {
    const link = block('social-link', {
      service: 'wordpress',
      url: 'https://elsewhere.test',
      textColor: 'red',
      style: { spacing: { margin: '1px' } },
      className: 'own',
    })
    assert.match(
      render(link),
      /^<li class="wp-social-link wp-social-link-wordpress own wp-block-social-link">/,
    )
  })
  it('of space around are not those of a button that closes an overlay', () =>
    assert.match(
      render(
        block('navigation-overlay-close', {
          style: { spacing: { margin: { top: '3px' }, padding: { top: '4px' } } },
        }),
      ),
      /^<button style="padding-top:4px" class=/,
    ))
  it('of colour count even where a name is empty', () =>
    assert.equal(render(block('archives', { textColor: '' })).match(/has-text-color/g)?.length, 1))
  it("of a calendar are its table's, whose colours have the class of a preset", () =>
    assert.match(
      render(block('calendar', { style: { color: { text: 'var:preset|color|base' } } }), {
        periods: () => [{ year: 2024, month: 2, day: 3, count: 1 }],
      }),
      /<table id="wp-calendar" class="wp-calendar-table has-text-color has-base-color">/,
    ))
  it('of tracks, gradients of closing buttons and places of notes are none', () => {
    const own = { textColor: 'base', align: 'wide', style: { spacing: { padding: '1px' } } }
    assert.match(render(block('playlist-track', { id: 1, ...own })), /^<li class="wp-block-playlist-track">/)
    assert.match(
      render(block('navigation-overlay-close', { gradient: 'a' })),
      /^<button class="wp-block-navigation-overlay-close"/,
    )
    const notes = { embedded: () => '[{"id":"a","content":"b"}]' }
    assert.match(render(block('footnotes', { align: 'wide' }), notes), /^<ol class="wp-block-footnotes">/)
  })
  it('of dates show none behind a password but the one that the block states', () => {
    const date = (attributes: object) => render(block('post-date', attributes), { isLocked: true })
    const bound = { bindings: { datetime: { source: 'core/post-data', args: { field: 'date' } } } }
    for (const attributes of [{}, { displayType: 'modified' }, { metadata: bound }])
      assert.equal(date(attributes), '')
    assert.match(date({ datetime: '2024-02-02T00:00:00' }), /February 2, 2024/)
  })
  it('of dates show markup in their formats as text', () => {
    const date = (format: string) => render(block('post-date', { datetime: '2024-02-02T00:00:00', format }))
    assert.match(date('<\\b>Y & "'), />&lt;b&gt;2024 &amp; &quot;<\/time>/)
    assert.match(date('Y &\\a\\m\\p;'), />2024 &amp;<\/time>/)
  })
  it('of pictures have lengths as they are written, of which a number is none', () => {
    const avatar = (border: object) => block('avatar', { userId: 1, style: { border } })
    const user = () => ({ name: 'A', link: '', biography: '', avatarUrl: () => 'http://a.test/' })
    assert.match(render(avatar({ radius: 12, width: '1px' }), { user }), / style="border-width:1px;"/)
    assert.match(
      render(avatar({ radius: '3', width: '0' }), { user }),
      / style="border-radius:3;border-width:0;"/,
    )
    assert.doesNotMatch(render(avatar({ width: 3 }), { user }), /border-width/)
  })
  it('of a list of tabs colour no elements', () =>
    assert.doesNotMatch(
      render(block('tab-list', { style: { elements: { link: { color: { text: 'red' } } } } })),
      /wp-elements/,
    ))
  it('of submenus without links colour nothing', () => {
    const submenu = block('navigation-submenu', { label: 'S', textColor: 'base' })
    const html = render(`<!-- wp:navigation {"overlayMenu":"never"} -->${submenu}<!-- /wp:navigation -->`)
    assert.doesNotMatch(html, /has-text-color/)
  })
  it('of narrower windows are those of each list of a navigation', () => {
    const inner = block('navigation-link', { label: 'I', url: '/i' })
    const html = render(
      `<!-- wp:navigation {"overlayMenu":"never","style":{"@mobile":{"color":{"text":"red"}}}} -->${inner}<!-- /wp:navigation -->`,
    )
    assert.equal(html.match(/ wp-states-03c2645f"/g)?.length, 2)
  })
  it('of submenus colour the item and the list below it', () => {
    const inner = block('navigation-link', { label: 'I', url: '/i' })
    const submenu = `<!-- wp:navigation-submenu {"label":"S","url":"/s","textColor":"vividRed"} -->${inner}<!-- /wp:navigation-submenu -->`
    const html = render(`<!-- wp:navigation {"overlayMenu":"never"} -->${submenu}<!-- /wp:navigation -->`)
    assert.match(html, /<li [^>]*wp-block-navigation-submenu has-text-color has-vivid-red-color"/)
    assert.match(
      html,
      /<ul [^>]*__submenu-container has-text-color has-vivid-red-color wp-block-navigation-submenu"/,
    )
  })
  it('of the newest posts have the columns of a grid', () => {
    const queried = () => [renderContextOf({ post: () => shownPost() })]
    const grid = { type: 'grid', columnCount: 2, minimumColumnWidth: '9rem' }
    assert.match(
      render(block('latest-posts', { layout: grid }), { queried }),
      /__list is-grid columns-2 has-native-responsive-grid /,
    )
    assert.match(
      render(block('latest-posts', { layout: { type: 'default' }, postLayout: 'grid' }), { queried }),
      /__list wp-block-latest-posts /,
    )
  })
  it('of search keep the attribute of a style that cannot stand', () => {
    const style = { color: { background: 'rgba(0,0,0,.5)' } }
    assert.match(render(block('search', { style })), /type="submit" {2}style="">/)
    assert.doesNotMatch(render(block('search', {})), /style=/)
  })
})

describe('layouts', () => {
  it('of an unknown kind lay out nothing', () =>
    assert.equal(
      render(
        '<!-- wp:group {"layout":{"type":"flow","orientation":"vertical"}} --><div class="wp-block-group"></div><!-- /wp:group -->',
      ),
      '<div class="wp-block-group is-vertical wp-block-group-"></div>',
    ))
})

describe('pairs of colours', () => {
  it('are counted for pictures that there are not', () => {
    const style = { color: { duotone: ['#000', '#fff'] } }
    const image = `<!-- wp:image ${JSON.stringify({ style })} --><figure class="wp-block-image"><img src="a.jpg"/></figure><!-- /wp:image -->`
    assert.match(render(block('post-featured-image', { style }) + image), /wp-duotone-000-fff-2"/)
  })
})

describe('dates that a block states', () => {
  for (const [datetime, format, shown] of [
    ['2020-01-02T23:30:00.000Z', 'j F Y', '3 January 2020'],
    ['2020-01-02T23:30:00', 'j F Y', '3 January 2020'],
    ['2020-07-02 23:30:00+05:00', 'c', '2020-07-02T20:30:00+02:00'],
    ['2020-01-02', 'Y-m-d H:i P', '2020-01-02 01:00 +01:00'],
    ['20200102', 'Y-m-d', '2020-01-02'],
    ['2020-01-02T23:30:00.5+0130', 'Y-m-d H:i:s P e', '2020-01-02 23:00:00 +01:00 Europe/Berlin'],
    ['rubbish', 'Y-m-d H:i', ''],
  ] as const)
    it(`are instants by the site's clock: ${datetime}`, () => {
      const time = `<time datetime="${datetime}">${shown}</time>`
      assert.equal(
        render(block('post-date', { datetime, format })),
        `<div class="wp-block-post-date">${time}</div>`,
      )
    })
})

describe('declarations of blocks that are made', () => {
  for (const [style, declared] of [
    [
      { spacing: { padding: 'var:custom|x', margin: { top: 'var:preset|spacing|40', left: 'var:x' } } },
      'margin-top:var(--wp--preset--spacing--40)',
    ],
    [{ typography: { lineHeight: 'var:x', letterSpacing: '1px' } }, 'letter-spacing:1px'],
    [
      { border: { top: { width: '0', color: '#f00' }, left: { width: '0px' } } },
      'border-top-color:#f00;border-left-width:0px',
    ],
  ] as const)
    it(`leave out what is no preset, and sides without a width: ${JSON.stringify(style)}`, () =>
      assert.match(
        render(block('post-title', { style })),
        new RegExp(`^<h2 style="${declared.replace(/[()]/g, String.raw`\$&`)}" class=`),
      ))
})
