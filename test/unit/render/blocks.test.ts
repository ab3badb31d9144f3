// Block delimiters vanish, what stands between and beside them stays; a hostile megabyte is read once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasBlocks, withoutDelimiters } from '../../../src/render/blocks.ts'
import { hostile, soon } from './hostile.ts'

const cases: readonly (readonly [text: string, shown: string])[] = [
  ['', ''],
  ['plain', 'plain'],
  ['<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->', '\n<p>a</p>\n'],
  [
    '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading {"level":3} -->\n<h3>b</h3>\n<!-- /wp:heading -->',
    '\n<p>a</p>\n\n\n\n<h3>b</h3>\n',
  ],
  ['<!-- wp:core/paragraph --><p>a</p><!-- /wp:core/paragraph -->', '<p>a</p>'],
  ['a<!-- wp:mine/void {"x":1} /-->b', 'ab'],
  ['<!--\n wp:group -->a<!-- /wp:group -->', 'a'],
  ['a<!-- more -->b', 'a<!-- more -->b'],
  ['a<!--more-->b', 'a<!--more-->b'],
  ['a<!--wp:paragraph -->b', 'a<!--wp:paragraph -->b'],
  ['a<!-- wp:open', 'a<!-- wp:open'],
  ['a<!-- wp:x <!-- wp:y -->b', 'ab'],
]

describe('withoutDelimiters', () => {
  for (const [text, shown] of cases)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(withoutDelimiters(text), shown))

  it('leaves text without comments alone', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('<!--')),
        (text) => assert.equal(withoutDelimiters(text), text),
      ),
    )
  })

  it('leaves nothing to take out but what has no end', () => {
    const unit = fc.constantFrom('<!-- wp:a -->', '<!-- /wp:a -->', '<!-- ', 'wp:', '-->', 'x', '\n')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        assert.ok(withoutDelimiters(text).length <= text.length)
        assert.equal(withoutDelimiters(`<!-- wp:a -->${text}`), withoutDelimiters(text))
      }),
    )
  })

  for (const [what, text] of hostile) it(`ends soon for ${what}`, () => soon(() => withoutDelimiters(text)))
})

describe('hasBlocks', () => {
  it('sees an opening delimiter', () => {
    assert.equal(hasBlocks('x<!-- wp:paragraph -->'), true)
    for (const text of ['', '<p>wp:paragraph</p>', '<!-- more -->', '<!-- /wp:paragraph -->'])
      assert.equal(hasBlocks(text), false, text)
  })
})
