// Stored content → served HTML, and the excerpt that is made of it where none was written.
import { hasBlocks, withoutDelimiters } from './blocks.ts'
import { paragraphs } from './paragraphs.ts'

const excerptWords = 55

export function renderTitle(text: string): string {
  return text.trim()
}

export function renderContent(text: string): string {
  return hasBlocks(text) ? withoutDelimiters(text) : paragraphs(text)
}

/** The written excerpt, else the content's first words as plain text. */
export function renderExcerpt(written: string, content: string): string {
  return paragraphs(written.trim() === '' ? firstWords(content) : written)
}

function firstWords(content: string): string {
  const shown = content.split(/<!--\s*(?:more|nextpage)/, 1)[0] ?? ''
  const words = withoutTags(withoutDelimiters(shown))
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '')
  return words.length <= excerptWords
    ? words.join(' ')
    : `${words.slice(0, excerptWords).join(' ')} [&hellip;]`
}

/** Tags go, and with `script` and `style` what they enclose. In time linear in the text. */
function withoutTags(html: string): string {
  const lower = html.toLowerCase()
  let kept = ''
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const name = /^<(script|style)\b/i.exec(html.slice(open, open + 8))?.[1]
    const from = name === undefined ? open : lower.indexOf(`</${name.toLowerCase()}`, open)
    const end = from < 0 ? -1 : html.indexOf('>', from)
    if (end < 0) return kept + html.slice(at, open)
    kept += html.slice(at, open)
    at = end + 1
  }
  return kept + html.slice(at)
}
