// HTML → the text that an agent reads, with a line for each paragraph, heading and item of a list; and pieces of long texts.
import { readText } from '../core/plain-text.ts'

const blocks =
  /<(?:\/?(?:p|div|h[1-6]|li|[ou]l|d[dlt]|tr|table|blockquote|pre|figure|figcaption|section|article)|[bh]r)(?![\w-])/gi

export function readableText(html: string): string {
  return readText(html.replace(blocks, '\n$&'))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

/** The characters (UTF-16 units) of a text in one answer. */
export const charactersMax = 40_000

export interface Piece {
  readonly text: string
  /** The character at which the rest begins; null where there is none. */
  readonly next: number | null
}

/** Cuts a piece, which never ends within a surrogate pair. */
export function pieceOf(text: string, from: number): Piece {
  const end = from + charactersMax
  if (end >= text.length) return { text: text.slice(from).toWellFormed(), next: null }
  const next = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end
  return { text: text.slice(from, next).toWellFormed(), next }
}
