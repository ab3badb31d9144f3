// A `<` that begins no tag: pairs that were measured on the original, version 7.1.4.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { renderContent } from '../../../src/render/content.ts'
import { renderContextOf } from '../../support/render-context.ts'

const pairs: readonly (readonly [raw: string, rendered: string])[] = [
  ['a < b\nc\n\nd > e\nf', '<p>a < b\nc\n\nd > e<br />\nf</p>\n'],
  ['a <6\nc\n\nd', '<p>a <6\nc\n\nd\n</p>\n'],
  ['a <\nb', '<p>a <\nb\n</p>\n'],
  ['a < b "c" <i>"x"</i> "y"', '<p>a < b "c" <i>&#8220;x&#8221;</i> &#8220;y&#8221;</p>\n'],
  ['a <3 "c" & d', '<p>a <3 "c" &#038; d\n</p>\n'],
  ['x <b\n"q" <i>z\n</i>"w"\nk', '<p>x <b\n"q" <i>z<br />\n</i>&#8220;w&#8221;<br />\nk</p>\n'],
  ['5 < 6 & "7" > 8 "9"', '<p>5 < 6 &#038; "7" > 8 &#8220;9&#8221;</p>\n'],
  ['<p>"a"<b "c"', '<p>&#8220;a&#8221;<b "c"\n</p>\n'],
]

for (const [raw, rendered] of pairs)
  it(`of ${JSON.stringify(raw)}`, () => assert.equal(renderContent(raw, renderContextOf()), rendered))
