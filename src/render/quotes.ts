// Finds the typographic mark of each plain quote, by what is beside it and by which quotes are open in the same text: quotes that
// open and close, apostrophes, and the primes of feet and inches.

import { isDigit, isOfNumber } from './characters.ts'

export interface Quote {
  readonly mark: '"' | "'"
  /** Where it is in the text. */
  readonly index: number
  /** The caller's own number of the part of text. */
  readonly part: number
}

/**
 * The entity of each, by its part; a quote that stays as it is has none. The quotes are in the order of the text. In `text` other
 * marks of several characters, such as dots, are hidden: nothing follows from what they are. `written` has them.
 */
export function typographicQuotes(
  quotes: readonly Quote[],
  text: string,
  written: string,
): ReadonlyMap<number, string> {
  const entities = new Map<number, string>()
  for (const kind of [singles, doubles]) {
    const own = quotes.filter(({ mark }) => mark === kind.mark)
    for (const quotation of quotationsOf(own, kind, text, written)) resolve(quotation, kind, text, entities)
  }
  return entities
}

/** Measures and what closes are told apart by what else there is in the same quotation. */
type Role = 'opening' | 'closing' | 'apostrophe' | 'measure or closing'

interface Kind {
  readonly mark: Quote['mark']
  readonly opening: string
  readonly closing: string
  readonly prime: string
  /** Written by hand, these close a quotation, too. */
  readonly closers: readonly string[]
  /** The text for one that neither measures nor closes. */
  readonly other: string
  readonly roleOf: (text: string, at: number) => Role
}

const singles: Kind = {
  mark: "'",
  opening: '&#8216;',
  closing: '&#8217;',
  prime: '&#8242;',
  closers: ['&#8217;'],
  other: "'",
  roleOf: roleOfSingle,
}
const doubles: Kind = {
  mark: '"',
  opening: '&#8220;',
  closing: '&#8221;',
  prime: '&#8243;',
  closers: ['&#8221;', "''"],
  other: '&#8221;',
  roleOf: roleOfDouble,
}

/** The quotes from one that opens, or from the beginning, to the next that does. */
interface Quotation {
  readonly quotes: readonly (readonly [Quote, Role])[]
  /** True where it opens with a quote that nothing closes but what may be a measure. */
  readonly isOpen: boolean
}

function quotationsOf(
  quotes: readonly Quote[],
  { closers, roleOf }: Kind,
  text: string,
  written: string,
): readonly Quotation[] {
  const roles = quotes.map((quote): readonly [Quote, Role] => [quote, roleOf(text, quote.index)])
  const starts = [0, ...roles.flatMap(([, role], nth) => (role === 'opening' ? [nth] : []))]
  return starts.map((start, nth) => {
    const own = roles.slice(start, starts[nth + 1])
    const [first] = own
    if (first?.[1] !== 'opening') return { quotes: own, isOpen: false }
    const next = roles[starts[nth + 1] ?? roles.length]?.[0].index
    const isWritten = (closer: string) => written.slice(first[0].index, next).includes(closer)
    const isClosed = own.some(([, role]) => role === 'closing') || closers.some(isWritten)
    return { quotes: own, isOpen: !isClosed }
  })
}

function resolve(
  { quotes, isOpen }: Quotation,
  { opening, closing, prime, other }: Kind,
  text: string,
  entities: Map<number, string>,
): void {
  const undecided = quotes.flatMap(([quote, role]) => (role === 'measure or closing' ? [quote] : []))
  const mayClose = new Set(undecided.filter(({ index }) => closesBefore(text, index + 1)))
  const measures = (quote: Quote) => isDigit(text.charCodeAt(quote.index - 1))
  const closes = new Set(isOpen ? closingOf([...mayClose], measures, text) : [])
  const entityOf = (quote: Quote, role: Role): string => {
    switch (role) {
      case 'opening':
        return opening
      case 'closing':
      case 'apostrophe':
        return closing
      case 'measure or closing':
        if (closes.has(quote)) return closing
        if (measures(quote)) return prime
        return mayClose.has(quote) ? closing : other
    }
  }
  for (const [quote, role] of quotes) entities.set(quote.part, entityOf(quote, role))
}

/** Those that close an open quotation rather than measure: the only one, those of words, or the last, best before a full stop. */
function closingOf(
  mayClose: readonly Quote[],
  measures: (quote: Quote) => boolean,
  text: string,
): readonly Quote[] {
  if (mayClose.length < 2) return mayClose
  const ofWords = mayClose.filter((quote) => !measures(quote))
  if (ofWords.length > 0) return ofWords
  return [mayClose.findLast(({ index }) => text[index + 1] === '.') ?? mayClose.at(-1)].flatMap((last) =>
    last ? [last] : [],
  )
}

const contractions = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)/y
const year = /'\d\d(?![%\d]|[.,]\d)/y
const quotedYear = /'\d\d['"]/y

function roleOfSingle(text: string, at: number): Role {
  if (matchesAt(contractions, text, at) || endsYear(text, at)) return 'closing'
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
  return at >= 3 && matchesAt(quotedYear, text, at - 3) && closesBefore(text, at + 1)
}

/** The roles of quotes around a number and nothing else, whatever digits mean otherwise; null for other quotes. */
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

/** A word ends for an apostrophe before blanks, what closes or separates, and tags. */
function isEndAt(text: string, at: number): boolean {
  return closesBefore(text, at) || matchesAt(ends, text, at)
}

const ends = /["'({[]|&lt;/y

/** A quote that may close stands before the end, blanks, and what closes or separates. */
function closesBefore(text: string, at: number): boolean {
  return at >= text.length || isSpaceAt(text, at) || matchesAt(behind, text, at)
}

const behind = /[.,:;!?)}\]-]|&gt;/y

function isAfterOpening(text: string, at: number): boolean {
  return isAfterSpace(text, at) || '([{-'.includes(text.charAt(at - 1)) || text.startsWith('&lt;', at - 4)
}

/** The beginning of the text counts as one. */
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
