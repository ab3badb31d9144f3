// Text → paragraphs as wpautop makes them: blank lines part, line ends break, block-level HTML stays as it is.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { paragraphs } from '../../../src/render/paragraphs.ts'

const cases: readonly (readonly [text: string, html: string])[] = [
  ['', ''],
  [' \n\n ', ''],
  ['a', '<p>a</p>\n'],
  ['a\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['a\n \t\n\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['\n\na\n\n', '<p>a</p>\n'],
  ['a\nb\nc', '<p>a<br />\nb<br />\nc</p>\n'],
  ['a<br />\nb', '<p>a<br />\nb</p>\n'],
  ['a\r\nb\r\n\r\nc\rd', '<p>a<br />\nb</p>\n<p>c<br />\nd</p>\n'],
  ['<p>a</p>', '<p>a</p>\n'],
  ['a\n\n<h2>b</h2>\n\nc', '<p>a</p>\n<h2>b</h2>\n<p>c</p>\n'],
  ['<ul>\n<li>a</li>\n</ul>', '<ul>\n<li>a</li>\n</ul>\n'],
  ['<em>a</em>', '<p><em>a</em></p>\n'],
  // What begins like a block is taken for one
  ['<pretty>a</pretty>', '<pretty>a</pretty>\n'],
  ['a\n\n<param name="b"> c', '<p>a</p>\n<param name="b"> c</p>\n'],
  ['a <math>b</math>', '<p>a <math>b</math></p>\n'],
  ['a < b', '<p>a < b\n</p>\n'],
  // A tag of several lines ends with its first
  ['<div class="a"\nid="b">\n\nc</div>', '<div class="a"\nid="b"></p>\n<p>c</p></div>\n'],
  ['<table\nclass="a"><tr></tr></table>', '<table\nclass="a"></p>\n<tr></tr>\n</table>\n'],
  // A tag goes to the next `>`, whatever begins before it
  ['a\n\n<td <b>c', '<p>a</p>\n<td <b>c</p>\n'],
  ['a\n<h1 <b>\n\nc', '<p>a</p>\n<h1 <b>\n<p>c</p>\n'],
  ['a<br>\n<link <b>', '<p>a\n<link <b>\n'],
  ['<![CDATA[a > b\n\nc]]>', '<p><![CDATA[a > b\n\nc]]></p>\n'],
  // Ends of `<pre>` that end nothing are left out where there is one
  ['</pre>a<pre>b\n\nc</pre>d</pre>e', '<p>a</p>\n<pre>b\n\nc</pre>\n<p>de</p>\n'],
  ['a</pre>b', '<p>a</pre>\n<p>b</p>\n'],
  ['<blockquote cite="a\nb">c</blockquote>', '<blockquote cite="a \n<p> b">c</p></blockquote>\n'],
]

describe('paragraphs', () => {
  for (const [text, html] of cases)
    it(`of ${JSON.stringify(text)}`, () => assert.equal(paragraphs(text), html))

  it('hold every line, in order', () => {
    const line = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (pieces) => {
        const text = pieces.map((lines) => lines.join('\n')).join('\n\n')
        const html = pieces.map((lines) => `<p>${lines.join('<br />\n')}</p>\n`).join('')
        assert.equal(paragraphs(text), html)
      }),
    )
  })
})
