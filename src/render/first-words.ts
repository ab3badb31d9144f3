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

/** The content up to `<!--more-->` or `<!--nextpage-->`, without shortcodes, their content, and blocks that are no text. */
export function excerptSource(content: string, context: RenderContext): string {
  const { shortcodes } = context
  const shown = firstPart(content, () => '')
  const text = withoutShortcodes(shown, shortcodes)
  return withoutFootnotes(hasBlocks(text) ? excerptBlocks(text, context) : text)
}

/** The start of a text, up to a blank line, with twice the words that are needed: text behind that line cannot change it. */
export function beginning(text: string, wordsMax: number): string {
  if (isAllButLast(wordsMax)) return text
  for (let at = blankLine(text, wordsMax * 16); at > 0; at = blankLine(text, at * 2)) {
    const start = text.slice(0, at)
    // An element that may still be open there keeps its blank lines, and a stray `</pre>` is dropped where another one follows
    if (/<(?:\/?pre|script|style|svg|code|!--)|\[/i.test(start)) return text
    if (wordsIn(plainText(start), wordsMax * 2 + 1).length > wordsMax * 2) return start
  }
  return text
}

function blankLine(text: string, from: number): number {
  return text.indexOf('\n\n', from)
}

/** The first words, at most `max`. */
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

/** Words are separated by ASCII blanks, or are characters where the language counts these; a mark stands for the rest. */
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
  // A character is one or two UTF-16 units
  const start = text.replace(/[ \t\n\r]+/g, ' ').trim()
  const letters = Array.from(max < 0 ? start : start.slice(0, 2 * max + 2)).slice(0, max + 1)
  return letters.length <= max ? letters.join('') : `${letters.slice(0, -1).join('')} [&hellip;]`
}

/** Limits for which PHP gets 0 or -1 and splits at all blanks (at none below them): WordPress drops the last word alone. */
function isAllButLast(wordsMax: number): boolean {
  return wordsMax === -1 || wordsMax === -2
}

const footnote =
  /<sup data-fn="[^"<]{1,200}" class="[^"<]{1,200}">\s{0,20}<a href="[^"<]{1,400}" id="[^"<]{1,400}">\d{1,9}<\/a>\s{0,20}<\/sup>/g

/** Removes the numbers of footnotes, which are no words (excerpt_remove_footnotes). */
function withoutFootnotes(text: string): string {
  return text.includes('data-fn') ? text.replace(footnote, '') : text
}

/** Removes shortcodes (strip_shortcodes); one in two pairs of brackets stays with one pair. */
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
