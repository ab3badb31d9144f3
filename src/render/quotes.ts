// Finds the typographic mark of each plain quote by the characters beside it and by the open quotes of the same text: opening and
// closing quotes, apostrophes, and the primes of feet and inches.

import { isAsciiWord, isDigit, isOfNumber } from './characters.ts'
import { contractions, englishMarks, type Marks } from './marks.ts'

export interface Quote {
  readonly mark: '"' | "'"
  /** The index in the text. */
  readonly index: number
  /** The caller's number for this quote among the parts of the text. */
  readonly part: number
}

/** The entity of each quote, by its part; one that stays plain has its own character. `quotes` are in the order of the text. */
export function typographicQuotes(
  quotes: readonly Quote[],
  text: string,
  marks: Marks,
): ReadonlyMap<number, string> {
  const entities = new Map<number, string>()
  // Two single quotes in a row are a mark of their own
  const seen = text.includes("''") ? text.replaceAll("''", '\0\0') : text
  for (const kind of [singles(marks), doubles(marks)]) {
    const own = quotes.filter(({ mark }) => mark === kind.mark)
    if (own.length > 0) resolve(own, kind, { seen, written: text }, entities)
  }
  return entities
}

/** The role of a quote: the other quotes of the same quotation decide between a measure and a closing quote. */
type Role = 'opening' | 'closing' | 'apostrophe' | 'contraction' | 'measure or closing'

interface Kind {
  readonly mark: Quote['mark']
  readonly opening: string
  readonly closing: string
  readonly apostrophe: string
  readonly prime: string
  /** Marks that close a quotation, too, where an author wrote them. */
  readonly closers: readonly string[]
  /** The text for a quote that is neither a measure nor closing. */
  readonly other: string
  readonly roleOf: (text: string, at: number) => Role
}

const singles = (marks: Marks): Kind => ({
  mark: "'",
  opening: marks.openingSingle,
  closing: marks.closingSingle,
  apostrophe: marks.apostrophe,
  prime: marks.prime,
  closers: [marks.closingSingle],
  other: "'",
  roleOf: marks.hasContractions ? roleOfSingle : roleBesideWords,
})
const doubles = (marks: Marks): Kind => ({
  mark: '"',
  opening: marks.opening,
  closing: marks.closing,
  apostrophe: marks.closing,
  prime: marks.doublePrime,
  closers: [marks.closing, "''"],
  other: marks.closing,
  roleOf: roleOfDouble,
})

/** The mark of contractions: all translations that list any write it as English does. */
const contraction = englishMarks.apostrophe

interface Text {
  readonly seen: string
  readonly written: string
}

/** Resolves each quotation: the text between two opening quotes, before the first or behind the last. */
function resolve(quotes: readonly Quote[], kind: Kind, text: Text, entities: Map<number, string>): void {
  const roles = quotes.map(({ index }) => kind.roleOf(text.seen, index))
  let closing: Quote | null = null
  for (const [nth, quote] of quotes.entries()) {
    const role = roles[nth] ?? 'apostrophe'
    if (role === 'opening') closing = closingMeasure(quotes, roles, nth, kind, text)
    entities.set(quote.part, quote === closing ? kind.closing : entityOf(quote, role, kind, text.seen))
  }
}

function entityOf(
  { index }: Quote,
  role: Role,
  { opening, closing, apostrophe, prime, other }: Kind,
  text: string,
): string {
  switch (role) {
    case 'opening':
      return opening
    case 'closing':
      return closing
    case 'apostrophe':
      return apostrophe
    case 'contraction':
      return contraction
    case 'measure or closing':
      if (isMeasure(text, index)) return prime
      return closesBefore(text, index + 1) ? closing : other
  }
}

/** The quote behind a digit that closes the quotation from `start` if no other does: the last, preferably before a full stop. */
function closingMeasure(
  quotes: readonly Quote[],
  roles: readonly Role[],
  start: number,
  { closing, closers }: Kind,
  { seen, written }: Text,
): Quote | null {
  let last: Quote | null = null
  let lastStop: Quote | null = null
  let end = start + 1
  for (; end < quotes.length && roles[end] !== 'opening'; end += 1) {
    const quote = quotes[end]
    const closes = roles[end] === 'closing' || (roles[end] === 'contraction' && closing === contraction)
    if (closes || quote === undefined) return null
    const mayClose = roles[end] === 'measure or closing' && closesBefore(seen, quote.index + 1)
    if (!mayClose) continue
    if (!isMeasure(seen, quote.index)) return null
    last = quote
    if (seen[quote.index + 1] === '.') lastStop = quote
  }
  if (last === null) return null
  const isWritten = (closer: string) =>
    written.slice(quotes[start]?.index, quotes[end]?.index).includes(closer)
  return closers.some(isWritten) ? null : (lastStop ?? last)
}

function isMeasure(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at - 1))
}

const contracted = new RegExp(contractions.join('|'), 'y')
const year = /'\d\d(?![%\d]|[.,]\d)/y
const quotedYear = /'\d\d['"]/y

function roleOfSingle(text: string, at: number): Role {
  return matchesAt(contracted, text, at) ? 'contraction' : roleBesideWords(text, at)
}

function roleBesideWords(text: string, at: number): Role {
  if (endsYear(text, at)) return 'closing'
  // Most single quotes stand within a word
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)]
  if (isAsciiWord(before) && !isDigit(before) && isAsciiWord(behind)) return 'apostrophe'
  if (matchesAt(year, text, at)) return 'apostrophe'
  const number = quotedNumber(text, at)
  if (number !== null) return number
  if (isAfterOpening(text, at) || text[at - 1] === '"') return 'opening'
  return isEndAt(text, at + 1) ? 'measure or closing' : 'apostrophe'
}

function roleOfDouble(text: string, at: number): Role {
  if (endsYear(text, at)) return 'closing'
  const number = quotedNumber(text, at)
  if (number !== null) return number
  return isAfterOpening(text, at) && !isSpaceAt(text, at + 1) ? 'opening' : 'measure or closing'
}

function endsYear(text: string, at: number): boolean {
  return at >= 3 && isMeasure(text, at) && matchesAt(quotedYear, text, at - 3) && closesBefore(text, at + 1)
}

/** The role of a quote beside a number that is quoted by itself, whose digits are no measure then; null for other quotes. */
function quotedNumber(text: string, at: number): Role | null {
  const mark = text.charAt(at)
  if (isAfterSpace(text, at)) {
    numberAt.lastIndex = at + 1
    const digits = numberAt.exec(text)?.[0] ?? ''
    return digits !== '' && text[at + 1 + digits.length] === mark ? 'opening' : null
  }
  let start = at
  while (isOfNumber(text, start - 1)) start -= 1
  const opens = start < at && text[start - 1] === mark && isAfterSpace(text, start - 1)
  if (!opens || !isDigit(text.charCodeAt(start))) return null
  return mark === "'" && matchesAt(year, text, start - 1) ? null : 'closing'
}

const numberAt = /\d[\d.,]*/y

/** True where the end of a word follows: blanks, closing or separating characters, quotes, opening brackets and `&lt;`. */
function isEndAt(text: string, at: number): boolean {
  return closesBefore(text, at) || matchesAt(ends, text, at)
}

const ends = /["'({[]|&lt;/y

/** True where a quote may close: before the end, blanks, and closing or separating characters. */
function closesBefore(text: string, at: number): boolean {
  return at >= text.length || isSpaceAt(text, at) || matchesAt(closable, text, at)
}

/** Closing and separating characters; the dots of an ellipsis are none. */
const closable = /[,:;!?)}\]-]|\.(?!\.\.)|&gt;/y

function isAfterOpening(text: string, at: number): boolean {
  return isAfterSpace(text, at) || '([{-'.includes(text.charAt(at - 1)) || text.startsWith('&lt;', at - 4)
}

/** True behind a blank, and at the beginning of the text. */
function isAfterSpace(text: string, at: number): boolean {
  return at === 0 || isSpace(text.charAt(at - 1)) || (at >= 6 && text.startsWith('&nbsp;', at - 6))
}

function isSpaceAt(text: string, at: number): boolean {
  return (at < text.length && isSpace(text.charAt(at))) || text.startsWith('&nbsp;', at)
}

function isSpace(character: string): boolean {
  return ' \n\r\t\u00a0'.includes(character)
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
