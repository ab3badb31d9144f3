// Comments: addresses become links, tags are balanced.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { balancedTags } from '../../../src/render/balanced-tags.ts'
import { clickableLinks } from '../../../src/render/clickable-links.ts'
import { renderContextOf } from '../../support/render-context.ts'

const links: readonly (readonly [text: string, html: string])[] = [
  ['https://a.test/b.', '<a href="https://a.test/b" rel="nofollow ugc">https://a.test/b</a>.'],
  ['http://site.test/b', '<a href="http://site.test/b" rel="ugc">http://site.test/b</a>'],
  ['(http://a.test)', '(<a href="http://a.test" rel="nofollow ugc">http://a.test</a>)'],
  ['www.a.test', '<a href="http://www.a.test" rel="nofollow ugc">http://www.a.test</a>'],
  ['www.a.test? x', '<a href="http://www.a.test?" rel="nofollow ugc">http://www.a.test?</a> x'],
  ['www.a.test! x', '<a href="http://www.a.test" rel="nofollow ugc">http://www.a.test</a>! x'],
  ['ftp.a.test. x', '<a href="http://ftp.a.test" rel="nofollow ugc">http://ftp.a.test</a>. x'],
  ['(www.a.test)', '(www.a.test)'],
  ['so.http://a.test/b! x', 'so.<a href="http://a.test/b" rel="nofollow ugc">http://a.test/b</a>! x'],
  // Brackets that the address opens belong to it, others end it
  ['x: (http://a.test).b', 'x: (<a href="http://a.test" rel="nofollow ugc">http://a.test</a>).b'],
  [
    'http://a.test/b_(c)(d): e',
    '<a href="http://a.test/b_(c)(d)" rel="nofollow ugc">http://a.test/b_(c)(d)</a>: e',
  ],
  // Both are written as attributes hold addresses
  [
    "HTTP://A.test/b]c&amp;d'e",
    '<a href="http://A.test/b%5Dc&#038;d&#039;e" rel="nofollow ugc">http://A.test/b%5Dc&#038;d&#039;e</a>',
  ],
  ['a@b.test,', '<a href="mailto:a@b.test">a@b.test</a>,'],
  ['<a href="http://a.test">http://a.test</a>', '<a href="http://a.test">http://a.test</a>'],
  ['<code>http://a.test</code>', '<code>http://a.test</code>'],
]

describe('clickableLinks', () => {
  for (const [text, html] of links)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(clickableLinks(text, renderContextOf()), html))
})

const balanced: readonly (readonly [text: string, html: string])[] = [
  ['<b>a <i>b</b> c', '<b>a <i>b</i></b> c'],
  ['a</b>', 'a'],
  ['<SPAN  class="A">a</SPAN><i >b</i>', '<span class="A">a</span><i>b</i>'],
  ['a<em />b', 'a<em></em>b'],
  ['<div><div>a', '<div><div>a</div></div>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['a<br>b<br />', 'a<br/>b<br />'],
  ['<3 < 4', '&lt;3 < 4'],
  ['<i <b>x</b>', '<i <b>x</i>'],
  ['a < b <i>x', 'a < b <i>x</i>'],
  ['<!-- <b> -->', '<!-- <b> -->'],
]

describe('balancedTags', () => {
  for (const [text, html] of balanced)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(balancedTags(text), html))

  it('closes as many as it opens', () => {
    const unit = fc.constantFrom('<b>', '</b>', '<i>', '</i>', '<div>', '</div>', 'a')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const html = balancedTags(text)
        for (const name of ['b', 'i', 'div'])
          assert.equal(html.split(`<${name}>`).length, html.split(`</${name}>`).length)
        assert.equal(balancedTags(html), html)
      }),
    )
  })
})
