// A shortcode that is alone in a paragraph stands for more than text: it has none around it (shortcode_unautop).
import type { RenderContext } from './context.ts'
import { shortcodeTagAt } from './shortcode-tag.ts'

const blanks = /(?:[ \t\n\v\f\u00a0]|&nbsp;)*/y
const paragraphEnd = /(?:[ \t\n\v\f\u00a0]|&nbsp;)*<\/p>/y

export function unwrappedShortcodes(html: string, { shortcodes }: RenderContext): string {
  if (shortcodes.size === 0 || !html.includes('[')) return html
  const endOf = shortcodeEnds(html, shortcodes)
  let made = ''
  let at = 0
  for (let open = html.indexOf('<p>'); open >= 0; open = html.indexOf('<p>', Math.max(at, open + 3))) {
    const start = open + 3 + lengthOf(blanks, html, open + 3)
    const end = html[start] === '[' ? endOf(start) : null
    const closing = end === null ? 0 : lengthOf(paragraphEnd, html, end)
    if (end === null || closing === 0) continue
    made += html.slice(at, open) + html.slice(start, end)
    at = end + closing
  }
  return made + html.slice(at)
}

/** Where a shortcode ends that begins somewhere: with what it encloses, where a paragraph ends there. */
function shortcodeEnds(html: string, shortcodes: RenderContext['shortcodes']): (at: number) => number | null {
  /** The first closing tag of each name that was found, so that no part of the text is looked through twice. */
  const closings = new Map<string, number>()
  return (at) => {
    const tag = shortcodeTagAt(html, at, shortcodes)
    if (tag === null || tag.isClosing || html[at + 1] === '[') return null
    const closing = `[/${tag.name}]`
    const known = closings.get(tag.name) ?? 0
    const found = known < 0 || known >= tag.end ? known : html.indexOf(closing, tag.end)
    closings.set(tag.name, found)
    const end = found + closing.length
    return found >= 0 && lengthOf(paragraphEnd, html, end) > 0 ? end : tag.end
  }
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
