// Balances tags as force_balance_tags does: open elements are closed, closing tags that close nothing are dropped, and a
// `<` before a digit is text. An empty element keeps its attributes and ends with a slash.
import { phpTrim } from '../core/php-trim.ts'

const empty: ReadonlySet<string> = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source track wbr'.split(
    ' ',
  ),
)
const nestable: ReadonlySet<string> = new Set(
  'article aside blockquote details div figure object q section span'.split(' '),
)

/** A tag up to its name, that of an element or, without capitals, a custom element; a blank, a slash or the end follows. */
const tagStart = /<(\/?)([\w:]+|[a-z][a-z\d._]*-[a-z\d._-]+)(?=[ \t\n\r\f\v/>])/y

/** Balances the tags of a text, those in comments included. Takes linear time. */
export function balancedTags(text: string): string {
  const html = text.replace(/<(?=\d)/g, '&lt;')
  const open = new OpenElements()
  let made = ''
  let from = 0
  let end = -1
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(from, at + 1))) {
    if (end < at) end = html.indexOf('>', at)
    if (end < 0) break
    tagStart.lastIndex = at
    const [start, slash, name = ''] = tagStart.exec(html) ?? []
    if (start === undefined) continue
    const rest = html.slice(at + start.length, end)
    // A slash right after the name must be the last character of the tag
    if (rest.startsWith('/') && rest !== '/') continue
    made += html.slice(from, at)
    made += slash === '/' ? open.closed(name.toLowerCase()) : opened(name.toLowerCase(), rest, open)
    from = end + 1
  }
  return made + html.slice(from) + open.allClosed()
}

/** Writes an opening tag; `rest` is all between its name and its end. */
function opened(name: string, rest: string, open: OpenElements): string {
  const attributes = phpTrim(rest)
  const isClosed = attributes.endsWith('/')
  if (empty.has(name)) return `<${name} ${attributes}${isClosed ? '' : '/'}>`
  const before = isClosed || nestable.has(name) || open.innermost() !== name ? '' : open.closed(name)
  const [blanks] = /^[ \t\n\r\v]*/.exec(rest) ?? ['']
  const own = phpTrim(isClosed ? attributes.slice(0, -1) : attributes)
  // Blanks before a slash alone stay where another character follows it
  const made = `${before}<${name}${own === '' && !/\/./.test(rest) ? '' : blanks + own}>`
  if (isClosed) return `${made}</${name}>`
  open.add(name)
  return made
}

/** The open elements, and their number by name, so that a closing tag that closes nothing costs no search. */
class OpenElements {
  readonly #names: string[] = []
  readonly #counts = new Map<string, number>()

  innermost(): string | undefined {
    return this.#names.at(-1)
  }

  add(name: string): void {
    this.#names.push(name)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** The tags that close the innermost element of a name and all within it. */
  closed(name: string): string {
    let made = ''
    if ((this.#counts.get(name) ?? 0) === 0) return made
    for (let last = this.#names.pop(); last !== undefined; last = this.#names.pop()) {
      made += `</${last}>`
      this.#counts.set(last, (this.#counts.get(last) ?? 1) - 1)
      if (last === name) break
    }
    return made
  }

  allClosed(): string {
    return this.#names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  }
}
