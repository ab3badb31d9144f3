// Pairs that were measured on the original, version 7.1.4.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { madeSlug, slugOf, soughtSlug } from '../../../src/site/slug.ts'

const pairs: readonly (readonly [title: string, slug: string])[] = [
  ['Simple Title', 'simple-title'],
  ['It\'s "quoted" — dash – en', 'its-quoted-dash-en'],
  ['Ünïcödé ß Æ ø Ł', 'unicode-s-ae-o-l'],
  ['日本 語', '日本-語'],
  ['a & b &amp; c', 'a-c'],
  ['a <b', 'a'],
  ['a <b title="c > d">e', 'a-e'],
  ['<b>Bold</b> x', 'bold-x'],
  ['100% sure 50%25', '100-sure-50%'],
  ['  spaces   many  ', 'spaces-many'],
  ['dots...and,commas;colons:', 'dots-andcommascolons'],
  ['a/b\\c', 'a-bc'],
  ['under_score-dash--double', 'under_score-dash-double'],
  ['ÅÄÖ åäö ñ ç', 'aao-aao-n-c'],
  ['€ £ ¥ © ® ™', 'e-¥'],
  ['x&nbsp;y', 'x-y'],
  ['emoji 🎉 here', 'emoji-🎉-here'],
  ['1/2 ½ ² ×', '1-2-½-²-x'],
  ['Привет мир', 'привет-мир'],
  ['C++ & C#', 'c-c'],
  ['[brackets] {x}', 'brackets-x'],
  ['...', ''],
  ['it’s “curly” ‘q’', 'its-curly-q'],
  ['q?a=1', 'qa1'],
  ['ﬁ ﬂ', 'ﬁ-ﬂ'],
  ['İstanbul ı', 'istanbul-i'],
  ['e-mail@x.org', 'e-mailx-org'],
  ['tab\tx', 'tabx'],
  ['a·b•c', 'a·bc'],
  ['½', '½'],
  [`very-${'long '.repeat(60)}`, `very${'-long'.repeat(39)}`],
  ['Ðð Ħħ Ĳĳ ĸ Ŀŀ ŉ Ŋŋ Ŧŧ ſ Əǝ ªº', 'dd-hh-ijij-k-ll-n-nn-tt-s-ee-ao'],
  ['¡a¿ b° c´dˊ e\u00adf', 'a-b-cd-ef'],
  ['a&#160;b&ndash;c&#8211;d&mdash;e&#8209;f&#xa0;g', 'a-b-c-d-e-fg'],
  ['a\u2003b\u2011c\u2028d', 'a-b-c-d'],
  ['a\u2010b\u2015c\u2032d\u3000e', 'a\u2010b\u2015c\u2032d\u3000e'],
  ['a\u200bb\u200dc\u202ed\ufefff\ufffcg\u0085', 'abcdfg\u0085'],
]

for (const [title, slug] of pairs)
  it(`makes ${slug || 'nothing'} of ${title.slice(0, 40)}`, () => assert.equal(slugOf(title), slug))

it('stores what is not ASCII percent-encoded, and keeps what is so already', () => {
  assert.equal(madeSlug('РУССКИЙ – %D1%8F%41'), '%d1%80%d1%83%d1%81%d1%81%d0%ba%d0%b8%d0%b9-%d1%8f%41')
})

const sought: readonly (readonly [asked: string, slug: string])[] = [
  ["b-co'de!", 'b-code'],
  ['<b>b.code</b>/', 'b-code'],
  ['-B--Code-', 'b-code'],
  ['b/code%', 'bcode'],
  ['b&nbsp;-code&x;', 'b-code'],
  ['Ñ–©', '%c3%b1%e2%80%93%c2%a9'],
  ['%D1%8F.%41', '%d1%8f-%41'],
  ['!!!', ''],
]

for (const [asked, slug] of sought)
  it(`looks for ${slug || 'nothing'} by ${asked}`, () => assert.equal(soughtSlug(asked), slug))

const inLanguages: readonly (readonly [title: string, slugs: Readonly<Record<string, string>>])[] = [
  [
    'äöü ÄÖÜß',
    { '': 'aou-aous', de_DE: 'aeoeue-aeoeuess', de_CH_informal: 'aeoeue-aeoeuess', dsb: 'aou-aous' },
  ],
  ['a\u0308', { '': 'a', de: 'ae' }],
  ['æøå ÆØÅ', { '': 'aeoa-aeoa', da_DK: 'aeoeaa-aeoeaa', da: 'aeoa-aeoa', de_DE: 'aeoa-aeoa' }],
  ['l·l·l L·l', { '': 'l·l·l-l·l', ca: 'll·l-l·l', ca_ES: 'l·l·l-l·l' }],
  ['đĐð', { '': 'ddd', sr_RS: 'djdjd', bs_BA: 'djdjd', hr: 'ddd' }],
]

for (const [title, slugs] of inLanguages)
  for (const [language, slug] of Object.entries(slugs))
    it(`makes ${slug} of ${title} in ${language || 'English'}`, () =>
      assert.equal(slugOf(title, language), slug))
