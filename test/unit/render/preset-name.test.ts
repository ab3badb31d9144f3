// Names of presets in classes and variables, as WordPress 7.1.4 makes them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { presetName, presetVariable } from '../../../src/render/preset-name.ts'
import { renderContextOf } from '../../support/render-context.ts'

const names: Readonly<Record<string, string>> = {
  primary: 'primary',
  'accent-1': 'accent-1',
  '50': '50',
  '2XL': '2-xl',
  XLarge: 'x-large',
  HTMLText: 'html-text',
  vividRed2x: 'vivid-red-2-x',
  ab12CD: 'ab-12-cd',
  'Huge Size': 'huge-size',
  a_b: 'a-b',
  '-x--y-': 'x-y',
  '1st place': '1st-place',
  '12th': '12-th',
  '14TH': '14th',
  a日b: 'a日b',
  "it's": 'its',
  ÜberGroß: 'Über-groß',
  é1a: 'é-1-a',
  '#ff0000': 'ff-0000',
  'var(--wide, calc(1.5rem + 2vw))': 'var-wide-calc-1-5-rem-2-vw',
  '<b>': 'b',
  '--': '',
}

const render = (text: string) => renderBlocks(text, renderContextOf({ blocks: builtInBlocks }))

describe('names of presets', () => {
  for (const [name, expected] of Object.entries(names))
    it(`"${name}" is "${expected}"`, () => assert.equal(presetName(name), expected))
  it('stand so in classes, and in variables of declarations', () => {
    const style = '{"spacing":{"padding":{"top":"var:preset|spacing|2XL"}}}'
    assert.equal(
      render(`<!-- wp:site-tagline {"fontSize":"2XL","textColor":"vividRed","style":${style}} /-->`),
      '<p style="padding-top:var(--wp--preset--spacing--2-xl)" class="wp-block-site-tagline has-text-color has-vivid-red-color has-2-xl-font-size">A tagline</p>',
    )
  })
})

/** The properties that take each kind of preset; there are more kinds, and properties that take none. */
const taken: Readonly<Record<string, readonly string[]>> = {
  color: ['color', 'background-color', 'border-top-color', 'border-left-style', 'border-bottom-width'],
  gradient: ['background', 'background-image'],
  'border-radius': ['border-radius', 'border-top-left-radius'],
  shadow: ['box-shadow'],
  dimension: ['width', 'height', 'min-width', 'min-height'],
  spacing: ['padding', 'padding-top', 'margin', 'margin-left'],
  'font-size': ['font-size'],
  'font-family': ['font-family'],
  'aspect-ratio': [],
}
const none = ['border-color', 'border-width', 'border-style', 'line-height', 'letter-spacing', 'aspect-ratio']

describe('variables of presets', () => {
  for (const property of [...Object.values(taken).flat(), ...none])
    it(`are of one kind or none for ${property}`, () => {
      for (const [kind, properties] of Object.entries(taken))
        assert.equal(
          presetVariable(property, `var:preset|${kind}|a_B`),
          properties.includes(property) ? `var(--wp--preset--${kind}--a-b)` : '',
        )
    })
  for (const value of ['var:preset|spacing', 'var:preset|spacing|', 'var:custom|x', 'x', ''])
    it(`are not named by "${value}"`, () => assert.equal(presetVariable('padding', value), ''))
})
