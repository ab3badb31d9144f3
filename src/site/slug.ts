// A title → the slug that WordPress would make of it (sanitize_title, by measured pairs). Slugs are stored with
// what is not ASCII percent-encoded; this is how people read them.
import { withoutTags } from '../core/plain-text.ts'

const bytesMax = 200

/** Empty where nothing of the title can be in a slug. */
export function slugOf(title: string): string {
  const bare = withoutTags(title)
    .replace(/&nbsp;|[\u00a0\u2010-\u2015]/g, '-')
    .replace(/%(?![a-f\d]{2})/gi, '')
  const plain = withoutAccents(bare)
    .toLowerCase()
    // What follows an ampersand without its semicolon is read once
    .replace(/&[^\n][^;\n]*;?/g, (found) => (found.length > 2 && found.endsWith(';') ? '' : found))
    .replace(/[./]/g, '-')
    .replaceAll('×', 'x')
    // Of ASCII letters, digits and these signs stay; beyond it all but quotes and signs of trade
    .replace(/[\p{Cc}!-$&-,:-@[-^`{-~]/gu, '')
    .replace(/[\u2018-\u201f\u2022\u2026\u2032\u2033©®™«»‹›]/g, '')
  return decoded(shortened(plain.replace(/[\s-]+/g, '-'))).replace(/^-+|-+$/g, '')
}

/** Letters that have a plain form have that; ligatures that Unicode holds for old typefaces stay. */
function withoutAccents(text: string): string {
  return text
    .replace(/[ÆæŒœØøŁłĐđıß€£Þþ]/g, (letter) => plainForms.get(letter) ?? letter)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
}

const plainForms = new Map(
  Object.entries({
    Æ: 'AE',
    æ: 'ae',
    Œ: 'OE',
    œ: 'oe',
    Ø: 'O',
    ø: 'o',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    ı: 'i',
    ß: 's',
    '€': 'E',
    '£': '',
    Þ: 'TH',
    þ: 'th',
  }),
)

/** To as many characters as are that many bytes when stored. */
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

/** As people read it; what is no text stays as it is stored. */
export function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
