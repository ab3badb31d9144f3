// Quotes beside blanks and tags, as a real WordPress 7.1.4 marks them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderTitle } from '../../../src/render/content.ts'
import { renderContextOf } from '../../support/render-context.ts'

const cases: readonly (readonly [stored: string, served: string])[] = [
  ['call "911" or "112"', 'call &#8220;911&#8221; or &#8220;112&#8221;'],
  [`"911", she said, was "closed"`, '&#8220;911&#8221;, she said, was &#8220;closed&#8221;'],
  ["for '42.00' and '7'", 'for &#8216;42.00&#8217; and &#8216;7&#8217;'],
  ["required='1'/", 'required=&#8217;1&#8217;/'],
  ["&lt;'word'", '&lt;&#8216;word&#8217;'],
  ['" a', '&#8221; a'],
  ['a (" b', 'a (&#8221; b'],
  ['a "', 'a &#8220;'],
  ['"', '&#8220;'],
  ['<b>x</b>" a', '<b>x</b>&#8221; a'],
  ['<b>x</b>"a', '<b>x</b>&#8220;a'],
  ["<b>x</b>' a", '<b>x</b>&#8216; a'],
  ['"&nbsp;a', '&#8221;&nbsp;a'],
  ['"<b>x</b>" & y', '&#8220;<b>x</b>&#8221; &#038; y'],
  [
    `say "<em>hi</em>" there and '<em>ho</em>' too`,
    'say &#8220;<em>hi</em>&#8221; there and &#8216;<em>ho</em>&#8216; too',
  ],
  [`"a"—"b", c–'d' —"e"`, '&#8220;a&#8221;—&#8221;b&#8221;, c–&#8217;d&#8217; —&#8221;e&#8221;'],
  [`5" <b>x</b>" 6'`, '5&#8243; <b>x</b>&#8221; 6&#8242;'],
]

describe('quotes', () => {
  for (const [stored, served] of cases)
    it(`in ${stored}`, () => assert.equal(renderTitle(stored, renderContextOf()), served))
})
