// Quotes, dashes, dots and measures by their neighbours, and what is left alone: code, tags, comments, shortcodes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { renderTitle } from '../../../src/render/content.ts'
import { marksFrom } from '../../../src/render/marks.ts'
import { typography } from '../../../src/render/typography.ts'
import { renderContextOf } from '../../support/render-context.ts'
import { germanMarks } from '../../support/translations.ts'

const context = renderContextOf({ shortcodes: new Map([['caption', () => '']]) })
const entities: Readonly<Record<string, string>> = {
  '&#8216;': '‘',
  '&#8217;': '’',
  '&#8220;': '“',
  '&#8221;': '”',
  '&#8242;': '′',
  '&#8243;': '″',
  '&#8211;': '–',
  '&#8212;': '—',
  '&#8230;': '…',
  '&#8482;': '™',
  '&#215;': '×',
}
const shown = (text: string) =>
  typography(text, context).replace(/&#(?!038)\d+;/g, (entity) => entities[entity] ?? entity)

const cases: readonly (readonly [text: string, html: string])[] = [
  ['"a" and \'b\'', '“a” and ‘b’'],
  ['the dogs\' "bowl"', 'the dogs’ “bowl”'],
  ["say \"it's 'fine'\"!", "say “it’s ‘fine'”!"],
  ["a 'b'( c 'd'&lt;", "a ‘b'( c ‘d'&lt;"],
  ["5'(x", '5′(x'],
  ["the '90s, '99, 80's", 'the ’90s, ’99, 80’s'],
  ["'99' and 'in '99'", '’99’ and ‘in ’99’'],
  ['"class of \'99"', '“class of ’99”'],
  ['a 3\' by 12" board', 'a 3′ by 12″ board'],
  ['"a 12" board" here', '“a 12″ board” here'],
  ['"the year 12"', '“the year 12”'],
  ['x (tm), (tm)', 'x ™, ™'],
  ['(tm)', '(tm)'],
  ['1--2 - 3 -- 4---5-6', '1–2 – 3 — 4—5-6'],
  ['2x3x4, 0x10, a1x2, 3x4cm', '2x3x4, 0x10, a1x2, 3x4cm'],
  ['3x4,5x6 05x3 0.5x2 1,000x20 2x3. 4x5,', '3×4,5×6 05×3 0.5×2 1,000×20 2×3. 4×5,'],
  ['xn--a, yn--a', 'xn--a, yn–a'],
  ['1,000"1980', '1,000″1980'],
  ['&nbsp;"a"', '&nbsp;“a”'],
  ['<b title="\'a\' -- b">"c"</b>', '<b title="\'a\' -- b">“c”</b>'],
  ['<code>"a"<pre>--</pre>"b"</code> "c"', '<code>"a"<pre>--</pre>"b"</code> “c”'],
  ['<code>"unclosed" & more', '<code>"unclosed" & more'],
  // A name ends with a space or its tag
  ['<pre\nx>"a"</pre>', '<pre\nx>“a”</pre>'],
  ['<code/>"a" <code /> "b"', '<code/>“a” <code /> "b"'],
  ['<![CDATA[a > "b"]]>', '<![CDATA[a > “b”]]>'],
  ['<!-- "a" & -- b --> "c"', '<!-- "a" & -- b --> “c”'],
  ['[caption a="b & c"]"d"[/caption]', '[caption a="b & c"]“d”[/caption]'],
  ['[other a="b"]', '[other a=”b”]'],
  ['a & b &amp; &bogus; &#1; <a href="?a&b">', 'a &#038; b &amp; &bogus; &#1; <a href="?a&#038;b">'],
]

const marks = marksFrom((about, text) => {
  const all = new Map(Object.entries({ ...germanMarks, 'em dash\u0004&#8212;': '&#8213;' }))
  return all.get(`${about}\u0004${text}`)
})

/** As WordPress 7.1 gives them with such translations. */
const translated: readonly (readonly [text: string, html: string])[] = [
  ['"a" and \'b\'', '&#8222;a&#8220; and &#8218;b&#8216;'],
  ["it's 5'10\"", 'it&#8217;s 5&#8217;10&#8220;'],
  ['"class of \'99"', '&#8222;class of &#8217;99&#8220;'],
  ["'a 'tis 6' c", '&#8218;a &#8217;tis 6&#8216; c'],
  ["``a'' -- b--c---d", '&#8222;a&#8220; &#8213; b&#8211;c&#8213;d'],
]

/** The same where translations leave out the words that English shortens: each of both lists is a blank or a dash. */
const unshortened: typeof translated = [
  ["it 'tis 6' and 'a'", 'it &#8216;tis 6&#8217; and &#8216;a&#8217;'],
  ["'twas (said) 'em", '&#8216;twas (said) &#8216;em'],
  ["'bout 'a 5' b 'tis", '&#8216;bout &#8216;a 5&#8217; b &#8216;tis'],
]

describe('typography without contractions', () => {
  const listed = (word: string, replacement: string) =>
    marksFrom((about) => {
      if (about.startsWith('Comma-separated list of words')) return word
      return about.startsWith('Comma-separated list of replacement') ? replacement : undefined
    })
  for (const [text, html] of unshortened)
    it(`of ${JSON.stringify(text)}`, () => {
      for (const off of [' ', '-'])
        assert.equal(typography(text, { ...context, marks: listed(off, off) }), html)
      const english = typography(text, context)
      assert.equal(typography(text, { ...context, marks: listed(' ', 'a') }), english)
      assert.notEqual(english, html)
    })
})

describe('typography of another language', () => {
  for (const [text, html] of translated)
    it(`of ${JSON.stringify(text)}`, () => {
      assert.equal(typography(text, { ...context, marks }), html)
      assert.equal(renderTitle(text, { ...context, marks }), html)
      assert.notEqual(renderTitle(text, context), html)
    })
})

describe('typography', () => {
  for (const [text, html] of cases) it(`of ${JSON.stringify(text)}`, () => assert.equal(shown(text), html))

  it('leaves letters, digits and blanks alone', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '日', '7', ' ', '\n', '.', ',') })
    fc.assert(
      fc.property(
        text.filter((each) => !each.includes('...')),
        (each) => assert.equal(typography(each, context), each),
      ),
    )
  })

  it('leaves no plain quote in text, but for single ones before what opens', () => {
    const text = fc.string({ unit: fc.constantFrom('"', "'", 'a', '1', ' ', '-', '(', '&') })
    fc.assert(
      fc.property(text, (each) =>
        assert.doesNotMatch(typography(each, context), /"|'(?!&#822[01];|&#8243;|\()/),
      ),
    )
  })
})
