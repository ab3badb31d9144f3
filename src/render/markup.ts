// HTML taken apart into text and what is not text, as far as the rules of text need it: every `<` begins a tag, which goes
// to the next `>`, or to the end of the text. Whoever needs a tree has to look elsewhere.
import { shortcodeTagAt } from './shortcode-tag.ts'
import type { RenderContext } from './context.ts'

export interface Piece {
  readonly kind: 'text' | 'tag' | 'comment' | 'shortcode'
  readonly text: string
}

/** In order, nothing left out; a comment without an end goes to the end of the text. In linear time. */
export function* piecesOf(html: string, shortcodes?: RenderContext['shortcodes']): Generator<Piece> {
  const mark = shortcodes && shortcodes.size > 0 ? /[<[]/g : /</g
  let textStart = 0
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    const piece = pieceAt(html, found.index, shortcodes)
    if (piece === null) continue
    if (found.index > textStart) yield { kind: 'text', text: html.slice(textStart, found.index) }
    yield piece
    textStart = found.index + piece.text.length
    mark.lastIndex = textStart
  }
  if (textStart < html.length) yield { kind: 'text', text: html.slice(textStart) }
}

/** The name in a tag as it is written, with its slash if it closes: `code`, `/code`. */
export function tagName(tag: string): string {
  return /^<(\/?[\w-]+)/.exec(tag)?.[1] ?? ''
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
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4)
    return { kind: 'comment', text: html.slice(at, end < 0 ? html.length : end + 3) }
  }
  const end = html.indexOf('>', at + 1)
  return { kind: 'tag', text: html.slice(at, end < 0 ? html.length : end + 1) }
}
