// HTML whose tags close what they opened (force_balance_tags): what is left open is closed, what was never opened is not,
// and a `<` before a digit is text.
const empty: ReadonlySet<string> = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source track wbr'.split(
    ' ',
  ),
)
const nestable: ReadonlySet<string> = new Set(
  'article aside blockquote details div figure object q section span'.split(' '),
)

export function balancedTags(text: string): string {
  const html = text.replace(/<(?=\d)/g, '&lt;')
  const open = new OpenElements()
  let made = ''
  let at = 0
  const opening = /<!--|<(\/?)([a-z][\w:-]*)/gi
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const [start, slash, name] = found
    const end = name === undefined ? html.indexOf('-->', found.index) + 2 : html.indexOf('>', found.index)
    if (end < start.length) break
    const tag = html.slice(found.index, end + 1)
    made += html.slice(at, found.index)
    if (name === undefined) made += tag
    else made += slash === '/' ? open.closed(name.toLowerCase()) : opened(tag, name, open)
    at = end + 1
    opening.lastIndex = at
  }
  return made + html.slice(at) + open.allClosed()
}

function opened(tag: string, name: string, open: OpenElements): string {
  const lower = name.toLowerCase()
  if (tag.endsWith('/>') && empty.has(lower)) return tag
  if (empty.has(lower)) return `${tag.slice(0, -1)}/>`
  const before = nestable.has(lower) || open.innermost() !== lower ? '' : open.closed(lower)
  const isClosed = tag.endsWith('/>')
  const attributes = tag.slice(1 + name.length, isClosed ? -2 : -1).trim()
  const made = `${before}<${lower}${attributes === '' ? '' : ` ${attributes}`}>`
  if (isClosed) return `${made}</${lower}>`
  open.add(lower)
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
