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
  // What closes a quotation, and what measures in it
  ['"... 9"x12" b', '&#8220;&#8230; 9&#8243;x12&#8221; b'],
  ['"a 9"x12" b', '&#8220;a 9&#8243;x12&#8221; b'],
  ['"a 9"x12 b', '&#8220;a 9&#8243;x12 b'],
  ['"a 5" b 6" c', '&#8220;a 5&#8243; b 6&#8221; c'],
  ['"a 5". b 6" c', '&#8220;a 5&#8221;. b 6&#8243; c'],
  ['"a 5"... b 6" c', '&#8220;a 5&#8243;&#8230; b 6&#8221; c'],
  ['"a" 5" b', '&#8220;a&#8221; 5&#8243; b'],
  ['"a 5" b 6"c', '&#8220;a 5&#8221; b 6&#8243;c'],
  ['5" "a', '5&#8243; &#8220;a'],
  ['"b" 5" c', '&#8220;b&#8221; 5&#8243; c'],
  ['c="1" "d="2" e', 'c=&#8221;1&#8243; &#8220;d=&#8221;2&#8221; e'],
  ["''10'", '&#8221;10&#8242;'],
  ["'12.' x", '&#8217;12.&#8217; x'],
  ["'12'34'", '&#8217;12&#8217;34&#8217;'],
  ["a='b' 5' c", 'a=&#8217;b&#8217; 5&#8242; c'],
  ["('s 5' )'s", '(&#8216;s 5&#8217; )&#8217;s'],
  ["'a 5' b 6' c", '&#8216;a 5&#8242; b 6&#8217; c'],
  ["'a b' 6' c", '&#8216;a b&#8217; 6&#8242; c'],
  ["'a 'tis 6' c", '&#8216;a &#8217;tis 6&#8242; c'],
  [`5'" x`, '5&#8242;&#8221; x'],
  ['a\u2003"b" 5"\u2003c', 'a\u2003&#8221;b&#8221; 5&#8243;\u2003c'],
]

describe('quotes', () => {
  for (const [stored, served] of cases)
    it(`in ${stored}`, () => assert.equal(renderTitle(stored, renderContextOf()), served))
})
