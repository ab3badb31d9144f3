// XML, read strictly: whatever is not well-formed throws.
import assert from 'node:assert/strict'

export interface Xml {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Xml[]
  /** Its own text. */
  text: string
}

export function parseXml(document: string): Xml {
  const root: Xml = { name: '', attributes: new Map(), children: [], text: '' }
  const open: Xml[] = [root]
  const rest = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  assert(rest.length < document.length, 'it has no declaration')
  for (const [whole, closing, name = '', said = '', alone, text] of rest.matchAll(
    /<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/g,
  )) {
    const top = open.at(-1)
    assert(top)
    if (text !== undefined) top.text += unescaped(text)
    else if (closing !== '') assert.equal(open.pop()?.name, name, whole)
    else {
      const attributes = new Map(
        [...said.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)]),
      )
      const element = { name, attributes, children: [], text: '' }
      top.children.push(element)
      if (alone === '') open.push(element)
    }
  }
  assert.equal(rest.replace(/<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/g, ''), '', 'no tag is left')
  assert.equal(open.length, 1, `${open.at(-1)?.name} is not closed`)
  const [only] = root.children
  assert(only && root.children.length === 1 && root.text.trim() === '')
  return only
}

/** The texts of all elements of that name. */
export function textsOf(element: Xml, name: string): readonly string[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child.text] : []),
    ...textsOf(child, name),
  ])
}

function unescaped(text: string): string {
  assert(!/&(?!#\d+;)/.test(text), text)
  const plain = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  assert(
    !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(plain),
    'XML has no such character',
  )
  return plain
}
