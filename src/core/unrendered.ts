// Blocks and shortcodes without a renderer, and texts too long to be rendered: their stored text is served, or nothing. Rendering
// notes them in the numbers of its request (counter.ts), so that a cached item has them too, and an answer can name them.
import type { Count, Counted } from './counter.ts'
import type { Header } from './reply.ts'

/** Blocks that WordPress serves as they are stored, too. */
export const storedBlocks: ReadonlySet<string> = new Set(
  'accordion-heading accordion-panel audio buttons classic code column columns embed freeform group heading html list list-item math media-text missing more nextpage paragraph preformatted pullquote quote separator social-links spacer tab tab-panels table terms-query text-columns verse'
    .split(' ')
    .map((name) => `core/${name}`),
)

/** How often each shortcode of a text is opened, or closed, with attributes or a closing tag: other words in brackets are text. */
export function shortcodesWritten(text: string): ReadonlyMap<string, number> {
  if (!text.includes('[')) return none
  const opened = countsOf(text.matchAll(/\[([a-z][a-z0-9_-]{1,60}) {1,4}[a-z0-9_-]{1,60}=["']/gi))
  const closed = countsOf(text.matchAll(/\[\/([a-z][a-z0-9_-]{1,60})\]/gi))
  return new Map(
    [...opened.keys(), ...closed.keys()].map((name) => [
      name,
      Math.max(opened.get(name) ?? 0, closed.get(name) ?? 0),
    ]),
  )
}

const none: ReadonlyMap<string, number> = new Map()

function countsOf(found: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [, name = ''] of found) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const mark = 'unrendered '

export function noteUnrendered(name: string, { mark: advance }: Count): void {
  advance(mark + name)
}

/** Longer texts are served as they are stored: rendering this many letters takes about half a second. */
export const lettersMax = 4_000_000

/** Returns whether a text is longer, and records it. */
export function isTooLong({ length }: string, count: Count): boolean {
  if (length > lettersMax) noteUnrendered('texts beyond the limit', count)
  return length > lettersMax
}

/** The longest value, in characters: many clients and proxies limit headers. */
const valueMax = 1000

/** Names the blocks and shortcodes that are missing from these items, the most frequent first: `jetpack/contact-form 2, [gist] 1`. */
export function unrenderedHeader(name: string, items: Iterable<Counted>): readonly Header[] {
  const counts = new Map<string, number>()
  for (const { moved } of items)
    for (const [number, step] of moved)
      if (number.startsWith(mark)) counts.set(number, (counts.get(number) ?? 0) + step)
  const most = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  const shown: string[] = []
  let length = 0
  for (const [number, count] of most) {
    const entry = `${number.slice(mark.length)} ${count}`
    if (length + entry.length + 2 > valueMax) break
    shown.push(entry)
    length += entry.length + 2
  }
  const more = most.length - shown.length
  return most.length === 0 ? [] : [[name, [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')]]
}
