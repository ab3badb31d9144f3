// Makes the slug that WordPress would make of a title (sanitize_title, by measured pairs). The database stores slugs
// with non-ASCII characters percent-encoded; this one is decoded.
import { decoded } from '../core/decoded.ts'
import { withoutTags } from '../core/plain-text.ts'

const bytesMax = 200

/** Empty where no character of the title may be in a slug. */
export function slugOf(title: string): string {
  const bare = withoutTags(title)
    .replace(/&nbsp;|[\u00a0\u2010-\u2015]/g, '-')
    .replace(/%(?![a-f\d]{2})/gi, '')
  const plain = withoutAccents(bare)
    .toLowerCase()
    // An ampersand without a semicolon is matched once, which keeps this linear
    .replace(/&[^\n][^;\n]*;?/g, (found) => (found.length > 2 && found.endsWith(';') ? '' : found))
    .replace(/[./]/g, '-')
    .replaceAll('×', 'x')
    // ASCII keeps only letters, digits and these signs; other characters all but quotes and trade signs
    .replace(/[\p{Cc}!-$&-,:-@[-^`{-~]/gu, '')
    .replace(/[\u2018-\u201f\u2022\u2026\u2032\u2033©®™«»‹›¡¿°´ˊ\u00ad]/g, '')
  return decoded(shortened(plain.replace(/[\s-]+/g, '-'))).replace(/^-+|-+$/g, '')
}

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
