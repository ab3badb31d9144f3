// WordPress's collation (utf8mb4_unicode_520_ci) for SQLite, which lacks it: it matches and orders text without case and accents,
// punctuation before digits before letters.

/** Texts that the collation matches fold to equal texts. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[æœßøłđðħ]/g, (letter) => letters.get(letter) ?? letter)
}

/** Letters without a decomposition, and their equivalents in the collation. */
const letters = new Map(Object.entries({ æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h' }))

/** Returns a sort key: keys compare byte by byte as the collation orders their texts; equal texts have equal keys. */
export function sortKey(text: string): string {
  return fold(text)
    .replace(/(?<! ) +$/, '')
    .replace(/[ -/:-@[-`{-~]/g, (mark) => String.fromCharCode(1 + order.indexOf(mark)))
}

/** The punctuation of ASCII in the order of the Unicode Collation Algorithm. */
const order = ` \`^_-,;:!?.'"()[]{}@*/\\&#%+<=>|~$`
