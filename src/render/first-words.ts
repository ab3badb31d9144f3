// Cuts an excerpt out of a content: which part of it, and how many words (wp_trim_excerpt, wp_trim_words).
import type { RenderContext } from './context.ts'
import { hasBlocks } from './blocks.ts'
import { plainText } from '../core/plain-text.ts'
import { excerptBlocks } from './excerpt-blocks.ts'
import { shortcodeTagAt } from './shortcode-tag.ts'

/** The part before the marks that cut a content, without shortcodes, what they enclose, and blocks that are no text. */
export function excerptSource(content: string, context: RenderContext): string {
  const { shortcodes } = context
  // A break before everything breaks nothing
  const shown = content.replace(/^\n?<!--nextpage-->/, '').split(/<!--(?:more|nextpage)/, 1)[0] ?? ''
  const text = shortcodes.size === 0 ? shown : withoutShortcodes(shown, shortcodes)
  return withoutFootnotes(hasBlocks(text) ? excerptBlocks(text, context) : text)
}

/** As much of a text as its first words are made of, and as many again: up to a blank line, beyond which nothing reaches back. */
export function beginning(text: string, wordsMax: number): string {
  for (let at = blankLine(text, wordsMax * 16); at > 0; at = blankLine(text, at * 2)) {
    const start = text.slice(0, at)
    // An element that may still be open there keeps its blank lines
    if (/<(?:pre|script|style|svg|code|!--)|\[/i.test(start)) return text
    if (wordsIn(plainText(start)).length > wordsMax * 2) return start
  }
  return text
}

function blankLine(text: string, from: number): number {
  return text.indexOf('\n\n', from)
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[ \t\n\r\v\f]+/).filter((word) => word !== '')
}

/** Words are what ASCII blanks part; a mark stands for those that are left out. */
export function firstWords(text: string, wordsMax: number): string {
  const words = wordsIn(text)
  return words.length <= wordsMax ? words.join(' ') : `${words.slice(0, wordsMax).join(' ')} [&hellip;]`
}

const footnote =
  /<sup data-fn="[^"<]{1,200}" class="[^"<]{1,200}">\s{0,20}<a href="[^"<]{1,400}" id="[^"<]{1,400}">\d{1,9}<\/a>\s{0,20}<\/sup>/g

/** The numbers of notes are no words (excerpt_remove_footnotes). */
function withoutFootnotes(text: string): string {
  return text.includes('data-fn') ? text.replace(footnote, '') : text
}

function withoutShortcodes(text: string, shortcodes: RenderContext['shortcodes']): string {
  /** The first closing tag of each name that was found, so that no part of the text is looked through twice. */
  const closings = new Map<string, number>()
  const closingOf = (name: string, from: number): number => {
    const known = closings.get(name) ?? 0
    const at = known < 0 || known >= from ? known : text.indexOf(`[/${name}]`, from)
    closings.set(name, at)
    return at < 0 ? from : at + name.length + 3
  }
  let kept = ''
  let from = 0
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(from, at + 1))) {
    const tag = shortcodeTagAt(text, at, shortcodes)
    if (tag === null || tag.isClosing) continue
    kept += text.slice(from, at)
    const isDoubled = text[at + 1] === '['
    if (isDoubled) kept += text.slice(at + 1, tag.end - 1)
    from = isDoubled ? tag.end : closingOf(tag.name, tag.end)
  }
  return kept + text.slice(from)
}
