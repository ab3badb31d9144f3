// HTML whose tags close what they opened (force_balance_tags): what is left open is closed, what was never opened is not,
// and a `<` before a digit is text. An element without content has its attributes and a slash.
import { phpTrim } from '../core/php-trim.ts'

const empty: ReadonlySet<string> = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source track wbr'.split(
    ' ',
  ),
)
const nestable: ReadonlySet<string> = new Set(
  'article aside blockquote details div figure object q section span'.split(' '),
)

/** Names of elements, or of custom ones, which have no capitals; after them a blank, a slash or the end. */
const tagStart = /<(\/?)([\w:]+|[a-z][a-z\d._]*-[a-z\d._-]+)(?=[ \t\n\r\f\v/>])/y

/** Comments are text as any other: what stands in them is counted. In linear time. */
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
    // A slash right after the name is its end or no tag's
    if (rest.startsWith('/') && rest !== '/') continue
    made += html.slice(from, at)
    made += slash === '/' ? open.closed(name.toLowerCase()) : opened(name.toLowerCase(), rest, open)
    from = end + 1
  }
  return made + html.slice(from) + open.allClosed()
}

/** `rest`: all between its name and its end. */
function opened(name: string, rest: string, open: OpenElements): string {
  const attributes = phpTrim(rest)
  const isClosed = attributes.endsWith('/')
  if (empty.has(name)) return `<${name} ${attributes}${isClosed ? '' : '/'}>`
  const before = isClosed || nestable.has(name) || open.innermost() !== name ? '' : open.closed(name)
  const [blanks] = /^[ \t\n\r\v]*/.exec(rest) ?? ['']
  const own = phpTrim(isClosed ? attributes.slice(0, -1) : attributes)
  // Blanks before a slash alone stay where others follow it
  const made = `${before}<${name}${own === '' && !/\/./.test(rest) ? '' : blanks + own}>`
  if (isClosed) return `${made}</${name}>`
  open.add(name)
  return made
}

/** The elements that are open, and how many of each name: what closes nothing costs no search. */
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
