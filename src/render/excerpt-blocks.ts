// The blocks that an excerpt is made of (excerpt_remove_blocks): text, and what encloses nothing but text. Without their
// delimiters, so that what is left is formatted like text that never had any.
import { parseBlocks, type Block } from './block-tree.ts'
import type { RenderContext } from './context.ts'
import { colorsElements } from './element-colors.ts'

const kept: ReadonlySet<string> = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
)
/** Only what is in them counts. */
const entered: ReadonlySet<string> = new Set(['column', 'columns', 'group'])

interface Open {
  readonly name: string
  html: string
  /** Of the blocks in it those that enclose none, however deep. */
  leaves: string
  isLeaf: boolean
  isKept: boolean
}

/**
 * Blocks that go into an excerpt are rendered for it in the original, which then numbers those with coloured elements on
 * (measured).
 */
export function countElements(text: string, { count }: RenderContext): void {
  if (!text.includes('"elements"')) return
  const countAll = (block: Block): void => {
    if (colorsElements(block.name, block.attributes)) count('elements')
    for (const inner of innerOf(block)) countAll(inner)
  }
  const countLeaves = (block: Block): void => {
    if (!isText(shortName(block))) return
    const inner = innerOf(block)
    if (inner.length === 0) countAll(block)
    for (const each of inner) countLeaves(each)
  }
  for (const block of parseBlocks(text)) {
    if (typeof block === 'string') continue
    if (entered.has(shortName(block))) countLeaves(block)
    else if (kept.has(shortName(block)) && innerOf(block).every((inner) => kept.has(shortName(inner))))
      countAll(block)
  }
}

function innerOf({ parts }: Block): readonly Block[] {
  return parts.filter((part) => typeof part !== 'string')
}

function shortName({ name }: Block): string {
  return name.replace(/^core\//, '')
}

/** In one pass; a block that is not closed goes to the end, what closes nothing is left out. */
export function excerptBlocks(text: string): string {
  const top = opened('freeform')
  const open: Open[] = []
  const write = (html: string) => {
    const within = open.at(-1) ?? top
    if (within === top || !entered.has(within.name)) within.html += html
  }
  const close = () => {
    const closed = open.pop()
    const around = open.at(-1) ?? top
    if (!closed) return
    around.isLeaf = false
    if (isText(closed.name)) around.leaves += closed.isLeaf ? closed.html : closed.leaves
    if (closed.isKept) around.html += entered.has(closed.name) ? closed.leaves : closed.html
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
  open.push(opened(name))
}

function opened(name: string): Open {
  return { name, html: '', leaves: '', isLeaf: true, isKept: isText(name) }
}

function isText(name: string): boolean {
  return kept.has(name) || entered.has(name)
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
