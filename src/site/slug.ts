// Slugs that WordPress makes of a title (sanitize_title), or looks up by a text; the rules follow from measured pairs. The database
// stores slugs with non-ASCII characters percent-encoded.
import { decoded } from '../core/decoded.ts'
import { withoutTags } from '../core/plain-text.ts'

const bytesMax = 200

/** Empty where no character of the title may be in a slug. `language` is the site's (WPLANG), English by default. */
export function slugOf(title: string, language = ''): string {
  return decoded(madeSlug(title, language))
}

/** The slug that is made of a title, in its stored form. */
export function madeSlug(title: string, language = ''): string {
  const dashed = withoutMarkup(title).replace(dashes, '-')
  const plain = letters(withoutAccents(spelled(dashed, language)))
    .replaceAll('/', '-')
    .replaceAll('×', 'x')
    .replace(/[\u2018-\u201f\u2022\u2026©®™«»‹›¡¿°´ˊ\u00ad\u200b-\u200f\u202a-\u202e\ufeff\ufffc]/g, '')
  return joined(plain)
}

/** The stored slug that WordPress looks up for a text: accents and letters outside of ASCII stay. */
export function soughtSlug(text: string): string {
  return joined(letters(withoutMarkup(text)).replaceAll('/', ''))
}

const dashes =
  /&nbsp;|&#160;|&[nm]dash;|&#82(?:09|11|12);|[\u00a0\u2000-\u200a\u2011\u2013\u2014\u2028\u2029\u202f]/g

function withoutMarkup(text: string): string {
  return withoutTags(text).replace(/%(?![a-f\d]{2})/gi, '')
}

/** Lower-cases, and removes entities and all ASCII but letters, digits and the signs that slugs keep or turn into dashes. */
function letters(text: string): string {
  return (
    text
      .toLowerCase()
      // An ampersand without a semicolon is matched once, which keeps this linear
      .replace(/&[^\n][^;\n]*;?/g, (found) => (found.length > 2 && found.endsWith(';') ? '' : found))
      .replaceAll('.', '-')
      .replace(/(?![%a-z\d /_-])[\0-\x7f]/g, '')
  )
}

function joined(text: string): string {
  return encoded(shortened(text.replace(/[ -]+/g, '-'))).replace(/^-+|-+$/g, '')
}

/** Percent-encodes non-ASCII characters as WordPress stores them; escapes that are there already stay. */
function encoded(text: string): string {
  return text.replace(/[^\0-\x7f]+/g, (found) => encodeURIComponent(found).toLowerCase())
}

/** Replaces letters by the plain forms that some languages have for them (remove_accents). */
function spelled(text: string, language: string): string {
  const forms = language.startsWith('de') ? german : ownForms.get(language)
  return forms === undefined
    ? text
    : forms.reduce((made, [own, plain]) => made.replaceAll(own, plain), text.normalize('NFC'))
}

type PlainForms = readonly (readonly [own: string, plain: string])[]

/** Plain forms of every German locale, whatever its country and formality. */
const german: PlainForms = [
  ['ä', 'ae'],
  ['Ä', 'ae'],
  ['ö', 'oe'],
  ['Ö', 'oe'],
  ['ü', 'ue'],
  ['Ü', 'ue'],
  ['ß', 'ss'],
]
const southSlavic: PlainForms = [
  ['đ', 'dj'],
  ['Đ', 'dj'],
]
const ownForms: ReadonlyMap<string, PlainForms> = new Map([
  [
    'da_DK',
    [
      ['æ', 'ae'],
      ['Æ', 'ae'],
      ['ø', 'oe'],
      ['Ø', 'oe'],
      ['å', 'aa'],
      ['Å', 'aa'],
    ],
  ],
  ['ca', [['l·l', 'll']]],
  ['sr_RS', southSlavic],
  ['bs_BA', southSlavic],
])

/** Letters with a plain form are replaced by it; ligatures that Unicode has for old typefaces stay. */
function withoutAccents(text: string): string {
  return text
    .replace(/[^\0-\x7f]/g, (letter) => plainForms.get(letter) ?? letter)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
}

const plainForms = new Map(
  'ÆAE æae ŒOE œoe ØO øo ŁL łl ĐD đd ÐD ðd ĦH ħh ıi ĲIJ ĳij ĸk ĿL ŀl ŉn ŊN ŋn ŦT ŧt ſs ƏE ǝe ßs ÞTH þth ªa ºo €E £'
    .split(' ')
    .map(([letter = '', ...plain]) => [letter, plain.join('')]),
)

/** Cuts the text where its stored, percent-encoded form would exceed the limit. */
function shortened(text: string): string {
  let bytes = 0
  const kept: string[] = []
  for (const letter of text.toWellFormed()) {
    bytes += /^[\x20-\x7e]$/.test(letter) ? 1 : encodeURIComponent(letter).length
    if (bytes > bytesMax) break
    kept.push(letter)
  }
  return kept.join('')
}
