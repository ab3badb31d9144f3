// Finds the typographic mark of each plain quote, by what is beside it and by which quotes are open in the same text: quotes that
// open and close, apostrophes, and the primes of feet and inches.

import { isBlank, isOfNumber, isWord } from './characters.ts'

export interface Quote {
  readonly mark: '"' | "'"
  /** Where it is in the text. */
  readonly index: number
  /** The caller's own number of the part of text. */
  readonly part: number
}

/** The entity of each, by its part. The quotes are in the order of the text. */
export function typographicQuotes(quotes: readonly Quote[], text: string): ReadonlyMap<number, string> {
  const entities = new Map<number, string>()
  resolve(
    quotes.filter(({ mark }) => mark === "'"),
    singles,
    text,
    entities,
  )
  resolve(
    quotes.filter(({ mark }) => mark === '"'),
    doubles,
    text,
    entities,
  )
  return entities
}

/**
 * A measure is a digit's: a prime, or what closes a quotation that nothing else closes. A contraction counts as what closes
 * one (measured).
 */
type Role = 'opening' | 'closing' | 'contraction' | 'apostrophe' | 'measure' | 'plain'

interface Kind {
  readonly opening: string
  readonly closing: string
  readonly prime: string
  /** Written by hand, these close a quotation, too. */
  readonly closers: readonly string[]
  readonly roleOf: (text: string, at: number, isOpen: boolean) => Role
}

const singles: Kind = {
  opening: '&#8216;',
  closing: '&#8217;',
  prime: '&#8242;',
  closers: ['&#8217;'],
  roleOf: roleOfSingle,
}
const doubles: Kind = {
  opening: '&#8220;',
  closing: '&#8221;',
  prime: '&#8243;',
  closers: ['&#8221;', "''"],
  roleOf: roleOfDouble,
}

function resolve(
  quotes: readonly Quote[],
  { opening, closing, prime, closers, roleOf }: Kind,
  text: string,
  entities: Map<number, string>,
): void {
  let isOpen = false
  let openedAt = 0
  let lastMeasure: number | null = null
  /** The last before a full stop goes before others. */
  let lastStop: number | null = null
  const end = (at: number) => {
    const isClosed = () => closers.some((closer) => text.slice(openedAt, at).includes(closer))
    const last = lastStop ?? lastMeasure
    if (isOpen && last !== null && !isClosed()) entities.set(last, closing)
    lastMeasure = null
    lastStop = null
    openedAt = at
  }
  for (const { index, part } of quotes) {
    const role = roleOf(text, index, isOpen)
    switch (role) {
      case 'opening':
        end(index)
        isOpen = true
        entities.set(part, opening)
        break
      case 'closing':
        // One that no word ends before closes nothing
        if (isEndAt(text, index + 1)) {
          isOpen = false
          lastMeasure = null
          lastStop = null
        }
        entities.set(part, closing)
        break
      case 'contraction':
        isOpen = false
        lastMeasure = null
        lastStop = null
        entities.set(part, closing)
        break
      case 'apostrophe':
        entities.set(part, closing)
        break
      case 'measure':
        if (closesBefore(text, index + 1)) lastMeasure = part
        if (text[index + 1] === '.') lastStop = part
        entities.set(part, prime)
        break
      case 'plain':
        break
    }
  }
  end(text.length)
}

const contractions = /'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)/y
const year = /'\d\d(?![%\d]|[.,]\d)/y
const quotedYear = /'\d\d'/y

function roleOfSingle(text: string, at: number): Role {
  const number = quotedNumber(text, at)
  if (number !== null) return number
  if (matchesAt(contractions, text, at)) return 'contraction'
  if (matchesAt(year, text, at)) return 'apostrophe'
  if (at >= 3 && matchesAt(quotedYear, text, at - 3) && closesBefore(text, at + 1)) return 'closing'
  const before = text.charAt(at - 1)
  if (isWord(text.charCodeAt(at - 1))) {
    if (isWord(text.charCodeAt(at + 1)) || !isEndAt(text, at + 1)) return 'apostrophe'
    return /\d/.test(before) ? 'measure' : closingSingle(text, at)
  }
  const opens = isAfterBlank(text, at) || /[([{"<-]/.test(before) || text.startsWith('&lt;', at - 4)
  return opens ? 'opening' : closingSingle(text, at)
}

/** Before another quote or what opens, nothing is made of it. */
function closingSingle(text: string, at: number): Role {
  return /^(?:["({[]|&lt;)/.test(text.slice(at + 1, at + 5)) ? 'plain' : 'closing'
}

/** The roles of quotes around a number and nothing else, whatever digits mean otherwise; null for other quotes. */
function quotedNumber(text: string, at: number): Role | null {
  const mark = text.charAt(at)
  if (isAfterBlank(text, at)) {
    if (!/\d/.test(text.charAt(at + 1))) return null
    numberAt.lastIndex = at + 1
    const digits = numberAt.exec(text)?.[0] ?? ''
    return isQuoted(digits, mark) && text[at + 1 + digits.length] === mark ? 'opening' : null
  }
  let start = at
  while (isOfNumber(text, start - 1)) start -= 1
  if (start === at) return null
  const isNumber = /\d/.test(text.charAt(start)) && isQuoted(text.slice(start, at), mark)
  return isNumber && text[start - 1] === mark && isAfterBlank(text, start - 1) ? 'closing' : null
}

/** Two digits in single quotes are a year. */
function isQuoted(digits: string, mark: string): boolean {
  return digits !== '' && (mark === '"' || !/^\d\d$/.test(digits))
}

const numberAt = /\d[\d.,]*/y

/** Where a word ends for what stands before: at blanks, at what closes or separates, and at tags. */
function isEndAt(text: string, at: number): boolean {
  return (
    at >= text.length ||
    /[\s.,:;!?"'(){}[\]-]/.test(text.charAt(at)) ||
    ['&nbsp;', '&lt;', '&gt;'].some((entity) => text.startsWith(entity, at))
  )
}

/** A quote behind a digit closes a quotation only before these. */
function closesBefore(text: string, at: number): boolean {
  return matchesAt(behind, text, at)
}

const behind = /$|[\s.,:;!?)}\]-]|&gt;|&nbsp;/y

const yearBefore = /'\d\d"/y

function roleOfDouble(text: string, at: number, isOpen: boolean): Role {
  const quoted = quotedNumber(text, at)
  if (quoted !== null) return quoted
  const before = text.charAt(at - 1)
  const isBeforeBlank = isBlank(text, at + 1) || text.startsWith('&nbsp;', at + 1)
  if (!isBeforeBlank && (isAfterBlank(text, at) || /[([{-]/.test(before) || text.startsWith('&lt;', at - 4)))
    return 'opening'
  const isMeasure = /\d/.test(before) && (!isOpen || !isWord(text.charCodeAt(at + 1)))
  const endsYear = at >= 3 && matchesAt(yearBefore, text, at - 3) && closesBefore(text, at + 1)
  return isMeasure && !endsYear ? 'measure' : 'closing'
}

/** The beginning of the text counts as a blank. */
function isAfterBlank(text: string, at: number): boolean {
  return at === 0 || isBlank(text, at - 1) || text.startsWith('&nbsp;', at - 6)
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
