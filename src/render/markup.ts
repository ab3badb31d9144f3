// Splits HTML into text, tags, comments and shortcodes, as far as the rules of text need it: every `<` begins a tag, which
// goes to the next `>`, or to the end of the text. It builds no tree of elements.
import { isAsciiWord } from './characters.ts'
import { shortcodeTagAt } from './shortcode-tag.ts'
import type { RenderContext } from './context.ts'

export interface Piece {
  readonly kind: 'text' | 'tag' | 'comment' | 'shortcode'
  readonly text: string
}

/**
 * The pieces in order, which add up to the text; a comment without an end goes to the end of the text. With `shortcodes`, as
 * typography passes them, CDATA is a tag; without them it is a comment. Takes linear time.
 */
export function* piecesOf(html: string, shortcodes?: RenderContext['shortcodes']): Generator<Piece> {
  const hasShortcodes = shortcodes !== undefined && shortcodes.size > 0
  let textStart = 0
  let tag = indexOrEnd(html, '<', 0)
  let bracket = hasShortcodes ? indexOrEnd(html, '[', 0) : html.length
  for (let at = Math.min(tag, bracket); at < html.length; at = Math.min(tag, bracket)) {
    const piece = pieceAt(html, at, shortcodes)
    if (piece !== null) {
      if (at > textStart) yield { kind: 'text', text: html.slice(textStart, at) }
      yield piece
      textStart = at + piece.text.length
    }
    const next = piece === null ? at + 1 : textStart
    if (tag < next) tag = indexOrEnd(html, '<', next)
    if (bracket < next) bracket = indexOrEnd(html, '[', next)
  }
  if (textStart < html.length) yield { kind: 'text', text: html.slice(textStart) }
}

function indexOrEnd(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at
}

/** The name in a tag as it is written, with its slash if it closes: `code`, `/code`. */
export function tagName(tag: string): string {
  const start = tag.startsWith('/', 1) ? 2 : 1
  let end = start
  while (isAsciiWord(tag.charCodeAt(end)) || tag[end] === '-') end += 1
  return end === start ? '' : tag.slice(1, end)
}

function endAfter(html: string, close: string, from: number): number {
  const at = html.indexOf(close, from)
  return at < 0 ? html.length : at + close.length
}

function pieceAt(
  html: string,
  at: number,
  shortcodes: RenderContext['shortcodes'] | undefined,
): Piece | null {
  if (html[at] === '[') {
    const tag = shortcodes ? shortcodeTagAt(html, at, shortcodes) : null
    return tag && { kind: 'shortcode', text: html.slice(at, tag.end) }
  }
  // The dashes of a comment's beginning may be those of its end
  if (html.startsWith('<!--', at))
    return { kind: 'comment', text: html.slice(at, endAfter(html, '-->', at + 2)) }
  if (shortcodes === undefined && html.startsWith('<![CDATA[', at))
    return { kind: 'comment', text: html.slice(at, endAfter(html, ']]>', at)) }
  const end = html.indexOf('>', at + 1)
  return { kind: 'tag', text: html.slice(at, end < 0 ? html.length : end + 1) }
}
