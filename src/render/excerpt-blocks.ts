// The blocks that an excerpt is made of (excerpt_remove_blocks): text, and what encloses nothing but text. Without their
// delimiters, so that what is left is formatted like text that never had any.

const kept: ReadonlySet<string> = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
)
/** Only what is in them counts. */
const entered: ReadonlySet<string> = new Set(['column', 'columns', 'group'])

interface Open {
  readonly name: string
  html: string
  isKept: boolean
}

/** In one pass; a block that is not closed goes to the end, what closes nothing is left out. */
export function excerptBlocks(text: string): string {
  const top: Open = { name: 'freeform', html: '', isKept: true }
  const open: Open[] = []
  const write = (html: string) => {
    const within = open.at(-1) ?? top
    if (within === top || !entered.has(within.name)) within.html += html
  }
  const close = () => {
    const closed = open.pop()
    const around = open.at(-1) ?? top
    if (closed?.isKept) around.html += closed.html
  }
  let at = 0
  for (const { start, end, kind, name } of delimitersOf(text)) {
    write(text.slice(at, start))
    at = end
    if (kind !== 'closing') enter(name, open)
    if (kind !== 'opening') close()
  }
  write(text.slice(at))
  while (open.length > 0) close()
  return top.html
}

/** A kept block encloses kept ones only, and these enclose none. */
function enter(name: string, open: Open[]): void {
  const around = open.at(-1)
  const beyond = open.at(-2)
  if (around && kept.has(around.name) && !kept.has(name)) around.isKept = false
  if (around && beyond && kept.has(beyond.name)) beyond.isKept = false
  open.push({ name, html: '', isKept: kept.has(name) || entered.has(name) })
}

interface Delimiter {
  readonly start: number
  readonly end: number
  readonly kind: 'opening' | 'closing' | 'void'
  readonly name: string
}

function* delimitersOf(text: string): Generator<Delimiter> {
  let from = 0
  for (const { 0: opening, 1: slash, 2: name = '', index } of text.matchAll(delimiter)) {
    if (index < from) continue
    const closed = text.indexOf('-->', index + opening.length)
    if (closed < 0) return
    from = closed + 3
    const kind = slash === '/' ? 'closing' : text[closed - 1] === '/' ? 'void' : 'opening'
    yield { start: index, end: from, kind, name: name.replace(/^core\//, '') }
  }
}

const delimiter = /<!--\s+(\/?)wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?=[\s/])/g
