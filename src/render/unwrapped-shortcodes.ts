// Removes the paragraph around a shortcode that is alone in it, as it stands for more than text (shortcode_unautop).
import type { RenderContext } from './context.ts'

const blanks = /(?:[ \t\n\v\f\u00a0]|&nbsp;)*/y
const paragraphEnd = /(?:[ \t\n\v\f\u00a0]|&nbsp;)*<\/p>/y

export function unwrappedShortcodes(html: string, { shortcodes }: RenderContext): string {
  if (shortcodes.size === 0 || !html.includes('[')) return html
  const closingAt = paragraphEnds(html)
  const endOf = shortcodeEnds(html, shortcodes, closingAt)
  let made = ''
  let at = 0
  for (let open = html.indexOf('<p>'); open >= 0; open = html.indexOf('<p>', Math.max(at, open + 3))) {
    const start = open + 3 + lengthOf(blanks, html, open + 3)
    const end = html[start] === '[' ? endOf(start) : null
    const closing = end === null ? 0 : closingAt(end)
    if (end === null || closing === 0) continue
    made += html.slice(at, open) + html.slice(start, end)
    at = end + closing
  }
  return made + html.slice(at)
}

/** The length of a paragraph's end at an index, 0 where there is none; kept, as many shortcodes may end at one place. */
function paragraphEnds(html: string): (at: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    const length = known.get(at) ?? lengthOf(paragraphEnd, html, at)
    known.set(at, length)
    return length
  }
}

/** The end of the shortcode that begins at an index: behind its closing tag, if a paragraph ends there, or else its own tag. */
function shortcodeEnds(
  html: string,
  shortcodes: RenderContext['shortcodes'],
  closingAt: (at: number) => number,
): (at: number) => number | null {
  /** The last closing tag found for each name, so that no part of the text is searched twice. */
  const closings = new Map<string, number>()
  let bracket = -1
  return (at) => {
    const name = /^\[([^\s<>&/[\]="']+)/.exec(html.slice(at, at + nameMax))?.[1]
    if (name === undefined || !shortcodes.has(name)) return null
    // The tag ends with the first bracket, whatever quotes stand around it
    if (bracket < at) bracket = firstBracket(html, at)
    if (bracket === Infinity) return null
    const tagEnd = bracket + 1
    // A self-closing shortcode encloses nothing, even if a closing tag follows
    if (html[bracket - 1] === '/') return tagEnd
    const closing = `[/${name}]`
    const known = closings.get(name) ?? 0
    const found = known < 0 || known >= tagEnd ? known : html.indexOf(closing, tagEnd)
    closings.set(name, found)
    const end = found + closing.length
    return found >= 0 && closingAt(end) > 0 ? end : tagEnd
  }
}

/** The index of the next `]`; infinite where there is none, so that it is searched for once. */
function firstBracket(html: string, from: number): number {
  const at = html.indexOf(']', from)
  return at < 0 ? Infinity : at
}

/** The length in characters up to which names are read. */
const nameMax = 100

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
