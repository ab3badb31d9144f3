// Finds elements of HTML by their names, with their tag and their inner HTML, in time linear in the HTML.
import { decodeEntities } from '../core/entities.ts'
import { attributesIn, emptyElements, tagEnd } from './html-tag.ts'

export interface HtmlElement {
  readonly name: string
  readonly tag: string
  readonly start: number
  readonly inner: string
  /** The index behind the element. */
  readonly end: number
}

interface Tag {
  readonly name: string
  readonly isClosing: boolean
  readonly start: number
  readonly end: number
}

/** The first element that has one of these names; without a closing tag it goes to the end of the HTML. */
export function elementIn(html: string, names: readonly string[], from = 0): HtmlElement | null {
  let first: Tag | null = null
  let depth = 0
  for (const tag of tagsIn(html, from)) {
    if (first === null) {
      if (tag.isClosing || !names.includes(tag.name)) continue
      first = tag
      if (emptyElements.has(tag.name)) return element(html, tag, tag.end, tag.end)
      depth = 1
    } else if (tag.name === first.name) {
      depth += tag.isClosing ? -1 : 1
      if (depth === 0) return element(html, first, tag.start, tag.end)
    }
  }
  return first && element(html, first, html.length, html.length)
}

/** The elements that have one of these names in their order, without those within others. */
export function* elementsIn(html: string, names: readonly string[]): Generator<HtmlElement> {
  for (let next = elementIn(html, names); next; next = elementIn(html, names, next.end)) yield next
}

/** The decoded value of an attribute; null where the tag does not have it. */
export function attributeIn(tag: string, name: string): string | null {
  const value = attributesIn(tag).get(name)
  return value === undefined ? null : decodeEntities(value)
}

function element(
  html: string,
  { name, start, end: inside }: Tag,
  innerEnd: number,
  end: number,
): HtmlElement {
  return { name, tag: html.slice(start, inside), start, inner: html.slice(inside, innerEnd), end }
}

function* tagsIn(html: string, from: number): Generator<Tag> {
  const opening = /<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])/gi
  opening.lastIndex = from
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const end = tagEnd(html, match.index)
    if (end < 0) return
    yield { name: (match[2] ?? '').toLowerCase(), isClosing: match[1] === '/', start: match.index, end }
    opening.lastIndex = end
  }
}
