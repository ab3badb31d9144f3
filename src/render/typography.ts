// Plain quotes, dashes and dots → typographic ones, as numeric entities (wptexturize). Tags, comments, shortcodes and
// the text of code are left alone; only a bare ampersand is written as an entity inside tags, too.
import { bareAmpersands } from './ampersand.ts'
import { isBlank, isDigit, isOfNumber } from './characters.ts'
import type { RenderContext } from './context.ts'
import { englishMarks, type Marks } from './marks.ts'
import { piecesOf } from './markup.ts'
import { typographicQuotes, type Quote } from './quotes.ts'

const verbatim: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt'])

export function typography(
  html: string,
  { shortcodes, marks = englishMarks }: Pick<RenderContext, 'shortcodes' | 'marks'>,
): string {
  /** The open elements whose text is left alone, the innermost last. */
  const open: string[] = []
  let made = ''
  for (const { kind, text } of piecesOf(html, shortcodes)) {
    if (kind === 'tag') {
      const name = nameIn(text)
      if (name === `/${open.at(-1)}`) open.pop()
      else if (verbatim.has(name)) open.push(name)
      made += bareAmpersands(text)
    } else made += kind === 'text' && open.length === 0 ? typographic(text, marks) : text
  }
  return made
}

/** A tag's name up to the first space: no other blank ends it. */
function nameIn(tag: string): string {
  const end = tag.indexOf(' ')
  return tag.slice(1, end < 0 ? -1 : end)
}

/** Formats the text between two tags, whose quotes depend on nothing beyond it. */
function typographic(text: string, marks: Marks): string {
  const quotes: Quote[] = []
  const parts: string[] = []
  let kept = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = beginsMark[text.charCodeAt(at)] === 1 ? markAt(text, at) : ''
    if (mark === '') continue
    parts.push(text.slice(kept, at))
    if (mark === '"' || mark === "'") quotes.push({ mark, index: at, part: parts.length })
    parts.push(replacement(mark, text, at, marks))
    kept = at + mark.length
    at = kept - 1
  }
  if (kept === 0) return bareAmpersands(text)
  parts.push(text.slice(kept))
  if (quotes.length > 0)
    for (const [part, entity] of typographicQuotes(quotes, text, marks)) parts[part] = entity
  const made = parts.join('')
  return text.includes('&') ? bareAmpersands(made) : made
}

/** By a character's code, 1 where a mark can begin with it: a table, since every character of a page is looked up. */
const beginsMark = Uint8Array.from({ length: 128 }, (_, code) =>
  '-"\'`.x('.includes(String.fromCharCode(code)) ? 1 : 0,
)

/** The longest mark that begins at an index; empty where none does. A run of dashes is one mark. */
function markAt(text: string, at: number): string {
  switch (text.charAt(at)) {
    case '"':
      return '"'
    case "'":
      return text[at + 1] === "'" ? "''" : "'"
    case '(':
      return text.startsWith('(tm)', at) && text[at - 1] === ' ' ? '(tm)' : ''
    case '-':
      return dashesAt(text, at)
    case '.':
      return text.startsWith('...', at) ? '...' : ''
    case '`':
      return text[at + 1] === '`' ? '``' : ''
    case 'x':
      return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1)) ? 'x' : ''
    default:
      return ''
  }
}

function dashesAt(text: string, at: number): string {
  let end = at + 1
  while (text[end] === '-') end += 1
  return text.slice(at, end)
}

function replacement(mark: string, text: string, at: number, marks: Marks): string {
  switch (mark) {
    case '...':
      return '&#8230;'
    case '``':
      return marks.opening
    case "''":
      return marks.closing
    case '(tm)':
      return '&#8482;'
    case 'x':
      return isBetweenNumbers(text, at) ? '&#215;' : mark
    default:
      return mark.startsWith('-') ? dashes(mark, text, at, marks) : mark
  }
}

function dashes(run: string, text: string, at: number, { enDash, emDash }: Marks): string {
  const isBetweenBlanks = isBlankBefore(text, at) && isBlankAfter(text, at + run.length)
  if (run.length < 3 && isBetweenBlanks) return run === '-' ? enDash : emDash
  // Two dashes stay in the prefix `xn--` of domains in other scripts
  if (run === '--' && text.startsWith('xn', at - 2)) return run
  return run.replace(/---?/g, (dash) => (dash === '--' ? enDash : emDash))
}

/** True behind a blank, and at the start of the text. */
function isBlankBefore(text: string, at: number): boolean {
  return at === 0 || isBlank(text, at - 1) || text.startsWith('&nbsp;', at - 6)
}

function isBlankAfter(text: string, at: number): boolean {
  return at === text.length || isBlank(text, at) || text.startsWith('&nbsp;', at)
}

/**
 * True for `3x4` and `1,000x2.5`, but neither for `0x10`, which is a number, nor for `a1x2` and `3x4x5`, which are names: a
 * number has a word boundary before it, and another somewhere behind its first digit.
 */
function isBetweenNumbers(text: string, at: number): boolean {
  let start = at
  while (isOfNumber(text, start - 1)) start -= 1
  const before = text.slice(start, at)
  const isWhole = !/\w/.test(text.charAt(start - 1))
  const left = isWhole ? before : before.replace(/^\d*/, '')
  const [, right = ''] = /^([\d.,]*)/.exec(text.slice(at + 1, at + 1 + numberMax)) ?? []
  const endsWord = /[.,]/.test(right) || !/\w/.test(text.charAt(at + 1 + right.length))
  return endsWord && /(?:^|[.,])(?:[1-9]|0[\d.,])[\d.,]*$/.test(left)
}

/** The length, in characters, up to which a number is read. */
const numberMax = 64
