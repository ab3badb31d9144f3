// Cuts an excerpt out of a content: which part of it, and how many words (wp_trim_excerpt, wp_trim_words).
import { isAsciiBlank } from './characters.ts'
import type { RenderContext } from './context.ts'
import { hasBlocks } from './block-tree.ts'
import { plainText } from '../core/plain-text.ts'
import { excerptBlocks } from './excerpt-blocks.ts'
import { firstPart } from './first-part.ts'
import { hiddenBrackets, shownBrackets } from './hidden-brackets.ts'
import { saidAs, type Speaking } from './words.ts'
import { namesShortcode, shortcodesIn } from './shortcode-parser.ts'

/** The part before the marks that cut a content, without shortcodes, what they enclose, and blocks that are no text. */
export function excerptSource(content: string, context: RenderContext): string {
  const { shortcodes } = context
  const shown = firstPart(content, () => '')
  const text = withoutShortcodes(shown, shortcodes)
  return withoutFootnotes(hasBlocks(text) ? excerptBlocks(text, context) : text)
}

/** As much of a text as its first words are made of, and as many again: up to a blank line, beyond which nothing reaches back. */
export function beginning(text: string, wordsMax: number): string {
  if (isAllButLast(wordsMax)) return text
  for (let at = blankLine(text, wordsMax * 16); at > 0; at = blankLine(text, at * 2)) {
    const start = text.slice(0, at)
    // An element that may still be open there keeps its blank lines, and ends of preformatted text are left out before another one
    if (/<(?:\/?pre|script|style|svg|code|!--)|\[/i.test(start)) return text
    if (wordsIn(plainText(start), wordsMax * 2 + 1).length > wordsMax * 2) return start
  }
  return text
}

function blankLine(text: string, from: number): number {
  return text.indexOf('\n\n', from)
}

/** As many as `max`. */
function wordsIn(text: string, max: number): readonly string[] {
  const words: string[] = []
  let start = 0
  for (let at = 0; at <= text.length && words.length < max; at += 1) {
    if (at < text.length && !isAsciiBlank(text.charCodeAt(at))) continue
    if (at > start) words.push(text.slice(start, at))
    start = at + 1
  }
  return words
}

/** Words are what ASCII blanks part, or letters where the language has it so; a mark stands for those that are left out. */
export function firstWords(text: string, wordsMax: number, context: Speaking): string {
  const countsLetters = saidAs(context, 'Word count type. Do not translate!', 'words').startsWith(
    'characters',
  )
  if (countsLetters) return firstLetters(text, wordsMax)
  if (isAllButLast(wordsMax)) return `${wordsIn(text, Infinity).slice(0, -1).join(' ')} [&hellip;]`
  const words = wordsIn(text, wordsMax + 1)
  return words.length <= wordsMax ? words.join(' ') : `${words.slice(0, wordsMax).join(' ')} [&hellip;]`
}

function firstLetters(text: string, max: number): string {
  // Most letters are one or two units of the text
  const start = text.replace(/[ \t\n\r]+/g, ' ').trim()
  const letters = Array.from(max < 0 ? start : start.slice(0, 2 * max + 2)).slice(0, max + 1)
  return letters.length <= max ? letters.join('') : `${letters.slice(0, -1).join('')} [&hellip;]`
}

/** PHP splits a text at all blanks with a limit of 0 and -1, which is one more than asked for, and at none below. */
function isAllButLast(wordsMax: number): boolean {
  return wordsMax === -1 || wordsMax === -2
}

const footnote =
  /<sup data-fn="[^"<]{1,200}" class="[^"<]{1,200}">\s{0,20}<a href="[^"<]{1,400}" id="[^"<]{1,400}">\d{1,9}<\/a>\s{0,20}<\/sup>/g

/** The numbers of notes are no words (excerpt_remove_footnotes). */
function withoutFootnotes(text: string): string {
  return text.includes('data-fn') ? text.replace(footnote, '') : text
}

/** One in two pairs of brackets keeps one of them (strip_shortcodes). */
function withoutShortcodes(content: string, shortcodes: RenderContext['shortcodes']): string {
  if (!namesShortcode(content, (name) => shortcodes.has(name))) return content
  const text = hiddenBrackets(content, null)
  let kept = ''
  let from = 0
  for (const { isEscaped, start, end } of shortcodesIn(text, (name) => shortcodes.has(name))) {
    kept += text.slice(from, start) + (isEscaped ? text.slice(start + 1, end - 1) : '')
    from = end
  }
  return shownBrackets(kept + text.slice(from))
}
