// The start tags of some HTML as a browser's tokenizer finds them: in order, with the names of their attributes.

export interface StartTag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** Elements whose content is text up to their own end tag. */
const textElements: ReadonlySet<string> = new Set(
  'script style textarea title iframe noframes xmp'.split(' '),
)

const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y

/** A tag that the text ends in, within a quote or not, is no tag for a browser; here it is one, since other HTML follows it. */
export function startTags(html: string): readonly StartTag[] {
  const found: StartTag[] = []
  const next = /<!--(?:-?>|[^]*?(?:--!?>|$))|<[!?/][^>]*>|<([a-z][^\s/>]*)/gi
  for (let match = next.exec(html); match; match = next.exec(html)) {
    const name = match[1]?.toLowerCase()
    if (name === undefined) continue
    const attributes = new Map<string, string>()
    attribute.lastIndex = next.lastIndex
    for (let read = attribute.exec(html); read; read = attribute.exec(html)) {
      const [, key = '', double, single, bare = ''] = read
      next.lastIndex = attribute.lastIndex
      attributes.set(key.toLowerCase(), double ?? single ?? bare)
    }
    found.push({ name, attributes })
    if (!textElements.has(name)) continue
    const end = html.slice(next.lastIndex).search(new RegExp(`</${name}[\\s/>]`, 'i'))
    next.lastIndex = end < 0 ? html.length : next.lastIndex + end
  }
  return found
}
