// Hides brackets in tags, which begin no shortcode (do_shortcodes_in_html_tags, measured), behind noncharacters of Unicode. A
// tag that begins with a shortcode, or whose attributes can all be parsed, may contain shortcodes.
import { attributeText } from './html-tag.ts'
import { piecesOf } from './markup.ts'

const [open, close] = ['\u{FDD2}', '\u{FDD3}']

/**
 * Hides the brackets of tags and comments; those written as numeric entities get three digits everywhere. `fill` renders
 * shortcodes that a tag begins with, and those in quoted values of tags that can be parsed; other brackets of these tags stay.
 * With null all brackets are hidden.
 */
export function hiddenBrackets(html: string, fill: ((text: string) => string) | null): string {
  const spelled = html.replaceAll('&#91;', '&#091;').replaceAll('&#93;', '&#093;')
  if (!spelled.includes('<') || !spelled.includes('[')) return spelled
  let made = ''
  for (const { kind, text } of piecesOf(spelled)) {
    if (kind === 'text' || !text.includes('[')) made += text
    else if (fill === null || kind === 'comment') made += hidden(text)
    else if (shortcode.test(text)) made += hidden(fill(text))
    else made += isReadable(text) ? withValues(text, fill) : hidden(text)
  }
  return made
}

function hidden(tag: string): string {
  return tag.replaceAll('[', open).replaceAll(']', close)
}

export function shownBrackets(html: string): string {
  return html.replaceAll(open, '[').replaceAll(close, ']')
}

const shortcode = /^<\s*\[\[?[^[\]]+\]/
const opening = /<\s*[a-z\d]+\s*/iy
const attribute =
  /(?:[a-z_][\w:.-]*|\[\[?[^[\]]+\]\]?)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+(?!\S))|(?!\S))\s*/iy

function isReadable(tag: string): boolean {
  const inside = tag.endsWith('>') ? tag.slice(0, -1) : tag
  const text = inside.trimEnd().replace(/\/$/, '')
  opening.lastIndex = 0
  if (!opening.test(text)) return false
  attribute.lastIndex = opening.lastIndex
  let at = attribute.lastIndex
  while (at < text.length && attribute.test(text)) at = attribute.lastIndex
  return at >= text.length
}

function withValues(tag: string, fill: (value: string) => string): string {
  return tag.replace(/"[^"]*"|'[^']*'/g, (quoted) => {
    const value = quoted.slice(1, -1)
    const filled = value.includes('[') ? fill(value) : value
    // Brackets in the rendered value begin no shortcode
    const shown = filled === value ? value : attributeText(filled)
    return quoted.charAt(0) + hidden(shown) + quoted.charAt(0)
  })
}
