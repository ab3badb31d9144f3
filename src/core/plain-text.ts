// HTML → its text (wp_strip_all_tags): scripts and styles go with what they enclose, then tags and comments.
// Markup without an end goes to the end of the text. In linear time.
import { decodeEntities } from './entities.ts'

/** The text that people read: without tags, and with the characters that entities stand for. */
export function readText(html: string): string {
  return decodeEntities(plainText(html)).trim()
}

export function plainText(html: string): string {
  return html.includes('<') ? withoutTags(withoutScripts(html)) : html
}

/** An element without its closing tag is kept here, and loses its tag with the others. */
function withoutScripts(html: string): string {
  const opening = /<(script|style)/gi
  const unclosed = new Set<string>()
  let kept = ''
  let at = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const name = (found[1] ?? '').toLowerCase()
    if (unclosed.has(name)) continue
    const closing = new RegExp(`</${name}>`, 'gi')
    closing.lastIndex = html.indexOf('>', opening.lastIndex)
    if (closing.lastIndex > 0 && closing.test(html)) {
      kept += html.slice(at, found.index)
      at = closing.lastIndex
      opening.lastIndex = at
    } else unclosed.add(name)
  }
  return kept + html.slice(at)
}

/** Without tags and comments, as by PHP's strip_tags. A `<` before a blank begins no tag. */
export function withoutTags(html: string): string {
  const opening = /<!--|<!(?!doctype)|<\?|<(?![ \t\n\v\f\r])/gi
  let kept = ''
  let at = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    kept += html.slice(at, found.index)
    const end = endOf(html, found[0], opening.lastIndex)
    if (end === null) return kept
    at = end
    opening.lastIndex = end
  }
  return kept + html.slice(at)
}

/** The end of markup, null where it has none. */
function endOf(html: string, opening: string, inside: number): number | null {
  switch (opening) {
    case '<!--':
      // `<!-->` is a whole comment
      return after(html, '-->', inside - 2)
    case '<!':
      return unquotedEnd(html, /["']|>/g, inside)
    case '<?':
      return unquotedEnd(html, /["']|\?>/g, inside)
    default:
      return unquotedEnd(html, /["'>]|<(?![ \t\n\v\f\r])/g, inside)
  }
}

/** The place behind the bracket that closes: brackets in quotes do not count, and each further `<` needs one of its own. */
function unquotedEnd(html: string, marks: RegExp, inside: number): number | null {
  let depth = 1
  marks.lastIndex = inside
  for (let found = marks.exec(html); found; found = marks.exec(html)) {
    const [mark] = found
    if (mark === '<') depth += 1
    else if (mark.endsWith('>')) depth -= 1
    else {
      const closed = after(html, mark, marks.lastIndex)
      if (closed === null) return null
      marks.lastIndex = closed
    }
    if (depth === 0) return marks.lastIndex
  }
  return null
}

function after(html: string, mark: string, from: number): number | null {
  const at = html.indexOf(mark, from)
  return at < 0 ? null : at + mark.length
}
