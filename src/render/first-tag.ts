// Reads and sets attributes of the first tag of some HTML as WordPress's tag processor does: existing attributes change in
// place, new ones follow the tag's name in alphabetical order.

/** A value that is escaped already. */
interface EscapedValue {
  readonly html: string
}

type AttributeValue = string | EscapedValue | true | null

/** Values of attributes: null removes one, true is one without a value. */
export type AttributeValues = Readonly<Record<string, AttributeValue>>

const attribute = /[\s/]*([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y

interface Found {
  readonly name: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Sets attributes of the first tag, or the first of a name, from `from` on, if there is one. Takes time linear in the HTML. */
export function withAttributes(html: string, values: AttributeValues, name = '', from = 0): string {
  const tag = tagAt(html, name, from)
  if (tag === null) return html
  const { nameEnd, found } = tag
  const known = new Map(found.map((each) => [each.name, each]))
  const added = Object.entries(values)
    .filter(([key, value]) => value !== null && !known.has(key))
    .map(([key, value]) => ` ${written(key, value)}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
  let made = html.slice(0, nameEnd) + added.join('')
  let at = nameEnd
  for (const { name: key, start, end } of found) {
    const value = values[key]
    if (value === undefined) continue
    made += html.slice(at, start) + written(key, value)
    at = end
  }
  return made + html.slice(at)
}

/** The value of an attribute of the first tag; null where the tag has no such attribute. */
export function attributeOf(html: string, key: string): string | null {
  return tagAt(html, '', 0)?.found.find((each) => each.name === key)?.value ?? null
}

/** Replaces the HTML from the first tag that has a class on; unchanged where no tag has it. */
export function fromClass(html: string, className: string, make: (rest: string) => string): string {
  for (let tag = tagAt(html, '', 0); tag !== null; tag = tagAt(html, '', tag.end)) {
    const classes = tag.found.find(({ name }) => name === 'class')?.value.split(/\s+/)
    if (classes?.includes(className)) return html.slice(0, tag.start) + make(html.slice(tag.start))
  }
  return html
}

/** Adds declarations to those of the first tag. */
export function withDeclarations(html: string, declarations: string): string {
  if (declarations === '') return html
  const own = attributeOf(html, 'style')?.trim() ?? ''
  const before = own === '' || own.endsWith(';') ? own : `${own};`
  return withAttributes(html, { style: unescaped(before) + declarations })
}

function written(key: string, value: AttributeValue): string {
  if (value === null) return ''
  if (value === true) return key
  return `${key}="${typeof value === 'string' ? escaped(value) : value.html}"`
}

interface TagParts {
  readonly start: number
  readonly nameEnd: number
  readonly found: readonly Found[]
  /** Behind the last attribute. */
  readonly end: number
}

function tagAt(html: string, name: string, from: number): TagParts | null {
  // A name ends before a blank, a slash or a `>`, whatever stands in it
  const opening = /<([a-z][^\s/>]*)/gi
  opening.lastIndex = from
  for (let match = opening.exec(html); match; match = opening.exec(html))
    if (opening.lastIndex < html.length && (name === '' || match[1]?.toLowerCase() === name))
      return { start: match.index, nameEnd: opening.lastIndex, ...attributesFrom(html, opening.lastIndex) }
  return null
}

/** Reads attributes; the first of a name counts. */
function attributesFrom(html: string, from: number): Pick<TagParts, 'found' | 'end'> {
  const found = new Map<string, Found>()
  const next = new RegExp(attribute)
  next.lastIndex = from
  let end = from
  for (let match = next.exec(html); match; match = next.exec(html)) {
    const [text, name = '', double, single, bare] = match
    const key = name.toLowerCase()
    const start = match.index + text.length - text.trimStart().replace(/^\/+/, '').length
    end = next.lastIndex
    if (!found.has(key)) found.set(key, { name: key, value: double ?? single ?? bare ?? '', start, end })
  }
  return { found: [...found.values()], end }
}

/** Escapes a value as the tag processor does: the ampersand of an entity, too. */
export function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

/** Undoes `escaped`. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replace(/&(?:apos|#0?39);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&(?:amp|#0?38);/g, '&')
}
