// XML as text: elements that contain text or elements.

type Attributes = Readonly<Record<string, string>>

export function xmlDocument(name: string, children: readonly string[], attributes: Attributes = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, children, attributes)}\n`
}

/** A text as content is escaped; a list contains elements. */
export function element(
  name: string,
  content: string | readonly string[],
  attributes: Attributes = {},
): string {
  const inside = typeof content === 'string' ? escaped(content) : content.join('')
  const said = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
  return inside === '' ? `<${name}${said.join('')}/>` : `<${name}${said.join('')}>${inside}</${name}>`
}

/** XML allows neither other control characters nor halves of surrogate pairs. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
