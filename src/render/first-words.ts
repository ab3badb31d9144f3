// The first words of a content as plain text (wp_trim_excerpt).
import { withoutDelimiters } from './blocks.ts'

export function firstWords(content: string, wordsMax: number): string {
  const shown = content.split(/<!--\s*(?:more|nextpage)/, 1)[0] ?? ''
  const words = withoutTags(withoutDelimiters(shown))
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '')
  return words.length <= wordsMax ? words.join(' ') : `${words.slice(0, wordsMax).join(' ')} [&hellip;]`
}

/** Tags go, and with `script` and `style` what they enclose; a `<` before a blank is none. In time linear in the text. */
function withoutTags(html: string): string {
  const tag = /<(script|style)\b|<(?=\S)/gi
  let kept = ''
  let at = 0
  for (let open = tag.exec(html); open; open = tag.exec(html)) {
    kept += html.slice(at, open.index)
    const end = endOf(html, open.index, open[1])
    if (end < 0) return kept
    at = end
    tag.lastIndex = end
  }
  return kept + html.slice(at)
}

/** Where the tag that begins at `open` has ended, with what it encloses; below zero where it does not. */
function endOf(html: string, open: number, enclosing: string | undefined): number {
  const closing = enclosing === undefined ? null : new RegExp(`</${enclosing}`, 'gi')
  if (closing) closing.lastIndex = open
  const from = closing ? (closing.exec(html)?.index ?? -1) : open
  return from < 0 ? -1 : html.indexOf('>', from) + 1 || -1
}
