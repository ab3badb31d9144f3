// Converts HTML to its text (wp_strip_all_tags): scripts and styles are removed with their contents, then tags and comments.
// Unclosed markup extends to the end of the text. In linear time.
import { decodeEntities } from './entities.ts'

/** The readable text: without tags, and with entities decoded. */
export function readText(html: string): string {
  return decodeEntities(plainText(html)).trim()
}

export function plainText(html: string): string {
  return html.includes('<') ? withoutTags(withoutScripts(html)) : html
}

/** An unclosed script or style stays here, and only its tag is removed later. */
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

const markup = /<!--|<!(?!doctype)|<\?|<(?![ \t\n\v\f\r])/gi
const markupOrEnd = new RegExp(`${markup.source}|>`, 'gi')

/**
 * Removes tags and comments as PHP's strip_tags does. A `<` before a blank begins no tag. A `<` within a tag needs a `>` of its
 * own: where a comment ends the tag before that, the next `>` of the text closes it.
 */
export function withoutTags(html: string): string {
  let kept = ''
  let at = 0
  let left = 0
  for (;;) {
    const opening = left > 0 ? markupOrEnd : markup
    opening.lastIndex = at
    const found = opening.exec(html)
    if (!found) return kept + html.slice(at)
    kept += html.slice(at, found.index)
    at = found.index + found[0].length
    if (found[0] === '>') {
      left -= 1
      continue
    }
    const end = endOf(html, found[0], at, left)
    if (end === null) return kept
    at = end.at
    left = end.left
  }
}

interface MarkupEnd {
  readonly at: number
  /** The number of brackets that were opened within, and not closed. */
  readonly left: number
}

/** The end of markup, null where it has none; `left` is the number of unclosed brackets before it. */
function endOf(html: string, opening: string, inside: number, left: number): MarkupEnd | null {
  switch (opening) {
    case '<!--': {
      // PHP takes `<!-->` for a whole comment
      const at = after(html, '-->', inside - 2)
      return at === null ? null : { at, left }
    }
    case '<!':
      return unquotedEnd(html, /["']|>/g, inside, left)
    case '<?':
      return unquotedEnd(html, /["']|\?>/g, inside, left)
    default:
      return unquotedEnd(html, /["'>]|<(?:!--|[!?]|(?![ \t\n\v\f\r]))/g, inside, left)
  }
}

/** The position after the closing bracket: brackets in quotes do not count, and each further `<` needs a `>` of its own. */
function unquotedEnd(html: string, marks: RegExp, inside: number, before: number): MarkupEnd | null {
  let left = before
  marks.lastIndex = inside
  for (let found = marks.exec(html); found; found = marks.exec(html)) {
    const [mark] = found
    if (mark === '<') left += 1
    else if (mark.startsWith('<')) return endOf(html, mark, marks.lastIndex, left + 1)
    else if (mark.endsWith('>')) {
      if (left === 0) return { at: marks.lastIndex, left }
      left -= 1
    } else {
      const closed = after(html, mark, marks.lastIndex)
      if (closed === null) return null
      marks.lastIndex = closed
    }
  }
  return null
}

function after(html: string, mark: string, from: number): number | null {
  const at = html.indexOf(mark, from)
  return at < 0 ? null : at + mark.length
}
