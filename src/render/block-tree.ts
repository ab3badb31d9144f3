// Parses block markup into a tree: comments delimit blocks and hold attributes as JSON. One pass suffices, even where blocks are
// left open; text behind a delimiter that closes nothing is plain text. Beyond `depthMax`, delimiters go and their text stays.
import { isList, isMembers, parseJson } from '../core/json-value.ts'

export interface Block {
  /** With its namespace: `core/paragraph`. */
  readonly name: string
  readonly attributes: BlockAttributes
  /** The attributes as they stand in the delimiter; nothing where there are none. */
  readonly written?: string
  /** The texts and blocks inside, in order. */
  readonly parts: readonly (string | Block)[]
}

export type BlockAttributes = Readonly<Record<string, unknown>>

export function hasBlocks(text: string): boolean {
  return text.includes('<!-- wp:')
}

/** False where no attribute of a block can be this word; JSON may escape any character of it with a backslash. */
export function mayHave(text: string, word: string): boolean {
  return text.includes(word) || (text.includes('\\') && hasBlocks(text))
}

/** Deeper delimiters are left out; no author nests blocks that deep. */
export const depthMax = 100

interface Open {
  readonly block: Block
  readonly parts: (string | Block)[]
  /** The text between its delimiter and the one before. */
  readonly before: string
  /** The position behind its own delimiter, or behind the last block that is closed in it. */
  from: number
}

/** More unclosed blocks than this nest even if `apart`, so that their texts are not copied again and again. */
const apartMax = 8

/**
 * An unclosed block runs to the end. A delimiter that closes nothing begins the last part, which is text. Where `unclosed` is
 * `apart`, several unclosed blocks do not nest: the innermost comes first, each follows the text before it and has all text
 * behind its last inner block, as WordPress parses a text that was cut.
 */
export function parseBlocks(
  text: string,
  unclosed: 'within' | 'apart' = 'within',
): readonly (string | Block)[] {
  const top: (string | Block)[] = []
  const open: Open[] = []
  // Blocks that are open below the depth that is kept
  let buried = 0
  let at = 0
  const here = () => open.at(-1)?.parts ?? top
  const keep = (part: string | Block) => {
    if (part !== '') here().push(part)
  }
  for (const delimiter of delimitersOf(text)) {
    const before = text.slice(at, delimiter.start)
    keep(before)
    at = delimiter.end
    const { kind, name, attributes, written } = delimiter
    const isDeep = open.length >= depthMax
    if (kind === 'void') {
      if (!isDeep) keep({ name, attributes, written, parts: [] })
      endInner(open, at)
    } else if (kind === 'opening') {
      if (isDeep) buried += 1
      else open.push(opened({ name, attributes, written }, before, at))
    } else if (buried > 0) buried -= 1
    else if (open.length > 0) {
      close(open, keep)
      endInner(open, at)
    } else {
      keep(text.slice(delimiter.start))
      return top
    }
  }
  if (unclosed === 'apart' && open.length > 1 && open.length <= apartMax) return apart(top, open, text)
  keep(text.slice(at))
  while (open.length > 0) close(open, keep)
  return top
}

function opened(head: Omit<Block, 'parts'>, before: string, from: number): Open {
  const parts: Open['parts'] = []
  return { block: { ...head, parts }, parts, before, from }
}

function endInner(open: readonly Open[], at: number): void {
  const outer = open.at(-1)
  if (outer) outer.from = at
}

function apart(top: Block['parts'], open: readonly Open[], text: string): Block['parts'] {
  const [outermost] = open
  const closed = outermost?.before === '' ? top : top.slice(0, -1)
  const collapsed = open.toReversed().flatMap(({ block, parts, before, from }) => {
    const inner = typeof parts.at(-1) === 'string' ? parts.slice(0, -1) : parts
    return [before, { ...block, parts: [...inner, text.slice(from)].filter((part) => part !== '') }]
  })
  return [...closed, ...collapsed.filter((part) => part !== '')]
}

function close(open: Open[], keep: (block: Block) => void): void {
  const inner = open.pop()
  if (inner) keep(inner.block)
}

interface Delimiter {
  readonly kind: 'opening' | 'closing' | 'void'
  readonly name: string
  readonly attributes: BlockAttributes
  readonly written: string
  readonly start: number
  readonly end: number
}

const head = /<!--\s{1,20}(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)(?=\s)/g

/** Finds the delimiters, but none that stands in the attributes of another. */
function* delimitersOf(text: string): Generator<Delimiter> {
  const heads = new RegExp(head)
  let tail: Tail | null = null
  for (let match = heads.exec(text); match; match = heads.exec(text)) {
    const inside = heads.lastIndex
    if (tail === null || tail.start < inside) tail = tailFrom(text, inside)
    if (tail === null) return
    // A blank must stand before the end, as behind the name
    if (tail.attributesEnd === tail.end) continue
    const written = text.slice(inside, tail.attributesEnd).trimStart()
    const attributes = attributesOf(written)
    if (attributes === null) continue
    const [, slash, namespace = 'core/', name = ''] = match
    yield {
      kind: slash === '/' ? 'closing' : tail.isVoid ? 'void' : 'opening',
      name: namespace + name,
      attributes,
      written,
      start: match.index,
      end: tail.start + 3,
    }
    heads.lastIndex = tail.start + 3
  }
}

/** The end of a delimiter: found once for all the heads before it, so that heads without an end take linear time. */
interface Tail {
  /** The position of the `-->`. */
  readonly start: number
  readonly isVoid: boolean
  /** The end of the text before the `-->` or `/-->`. */
  readonly end: number
  /** The end of that text without the blanks at its end. */
  readonly attributesEnd: number
}

function tailFrom(text: string, from: number): Tail | null {
  const start = text.indexOf('-->', from)
  if (start < 0) return null
  const isVoid = text[start - 1] === '/'
  const end = isVoid ? start - 1 : start
  return { start, isVoid, end, attributesEnd: endWithoutBlanks(text, end) }
}

function endWithoutBlanks(text: string, from: number): number {
  let end = from
  while (/\s/.test(text.charAt(end - 1))) end -= 1
  return end
}

/** The attributes, empty where the JSON is invalid; null where the text does not look like an object. */
function attributesOf(json: string): BlockAttributes | null {
  if (json === '') return {}
  if (!json.startsWith('{') || !json.endsWith('}')) return null
  return asRecord(parseJson(json)) ?? {}
}

/** An object, or a list as one, since PHP does not distinguish a list from members with numbers as names; else null. */
export function asRecord(value: unknown): BlockAttributes | null {
  return isMembers(value) ? value : isList(value) ? Object.fromEntries(value.entries()) : null
}

/** A text, or a number as text; empty for any other value, as not every value can be converted to a text. */
export function plainValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function blocksAmong(parts: Block['parts']): readonly Block[] {
  return parts.filter((part) => typeof part !== 'string')
}

/** The blocks at every depth, each before those in it. */
export function allBlocks(parts: Block['parts']): readonly Block[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...allBlocks(part.parts)]))
}
