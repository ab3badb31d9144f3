// Blocks of icons, as WordPress 7.1.4 renders them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { iconBlock } from '../../../src/render/icon.ts'
import { renderContextOf } from '../../support/render-context.ts'

const files = [
  {
    name: 'dot',
    text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" fill="currentColor">\n\t<path fill-rule="evenodd" clip-rule="evenodd" d="M1 1h7v7z" />\n</svg>\n',
  },
  { name: 'script', text: '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>' },
  { name: 'link', text: '<svg viewBox="0 0 9 9"><a href="x"><path d="M1 1" /></a></svg>' },
  { name: 'text', text: 'no drawing' },
  { name: 'quoted', text: `<svg viewBox='0" onload="alert(1)'><path d='M1 1' /></svg>` },
]
const context = renderContextOf({ blocks: new Map([['core/icon', iconBlock(files)]]) })
const render = (attributes: object) =>
  renderBlocks(`<!-- wp:icon ${JSON.stringify(attributes)} /-->`, context)

const inside =
  ' xmlns="http://www.w3.org/2000/svg" viewbox="0 0 9 9">\n\t<path fill-rule="evenodd" d="M1 1h7v7z" />\n</svg>\n'
const icon = (drawing: string, tag = 'class="wp-block-icon"') => `<div ${tag}><svg${drawing}${inside}</div>`
const mute = ' aria-hidden="true" focusable="false"'
const muteAs = (classes: string) => ` aria-hidden="true" class="${classes}" focusable="false"`

const cases: readonly (readonly [what: string, attributes: object, drawing: string, tag?: string])[] = [
  ['nothing else', {}, mute],
  ['a label', { ariaLabel: 'A "label" & x' }, ' aria-label="A &quot;label&quot; &amp; x" role="img"'],
  ['an empty label', { ariaLabel: '' }, mute],
  [
    'turns',
    { flipVertical: true, flipHorizontal: true, rotation: 90 },
    ` class="is-flip-horizontal is-flip-vertical" style="rotate: 90deg;"${mute}`,
  ],
  [
    'a turn beside a colour',
    { flipHorizontal: true, style: { color: { text: '#f00' } } },
    ` style="color:#f00;"${muteAs('has-text-color is-flip-horizontal')}`,
  ],
  [
    'named colours',
    {
      textColor: 'accent-1',
      backgroundColor: 'base',
      borderColor: 'accent-2',
      gradient: 'g',
      fontSize: 'large',
    },
    ` style="color:var(--wp--preset--color--accent-1);background-color:var(--wp--preset--color--base);"${muteAs(
      'has-text-color has-accent-1-color has-background has-base-background-color has-border-color has-accent-2-border-color',
    )}`,
  ],
  [
    'all that is declared, in the order of declarations',
    {
      rotation: 90,
      style: {
        spacing: { padding: { top: '1px', left: 'var:preset|spacing|40' }, margin: { top: '2px' } },
        dimensions: { width: '10px' },
        border: { width: '2px', color: '#abc', radius: '1px', top: { width: '3px', color: '#f00' } },
        color: { text: 'var:preset|color|a_B' },
        elements: { link: { color: { text: '#00f' } } },
      },
    },
    ` style="color:var(--wp--preset--color--a-b);border-color:#abc;border-radius:1px;border-width:2px;border-top-color:#f00;border-top-width:3px;width:10px;padding-top:1px;padding-left:var(--wp--preset--spacing--40); rotate: 90deg;"${muteAs('has-text-color has-a-b-color has-border-color')}`,
    'style="margin-top:2px" class="wp-block-icon"',
  ],
  [
    'what is no length, and what could be code',
    { style: { border: { width: 3, radius: 5 }, dimensions: { width: 'expression(x)' } } },
    mute,
  ],
  [
    'a place and a name',
    { align: 'center', className: 'a b', anchor: 'x' },
    mute,
    'class="aligncenter a b wp-block-icon" id="x"',
  ],
]

describe('a block of an icon', () => {
  it('keeps quotes of its file within their attribute', () =>
    assert.match(render({ icon: 'core/quoted' }), / viewbox="0&quot; onload=&quot;alert\(1\)"/))
  for (const [what, attributes, drawing, tag] of cases)
    it(`shows its drawing with ${what}`, () => {
      assert.equal(render({ icon: 'core/dot', ...attributes }), icon(drawing, tag))
    })
  for (const name of ['dot', 'core/none', '', 'core/script', 'core/link', 'core/text', 5, undefined])
    it(`shows nothing for ${JSON.stringify(name)}`, () => assert.equal(render({ icon: name }), ''))
})
