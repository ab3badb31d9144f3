// Sets aside the parts of a text that making paragraphs must not change, and restores them: `<pre>` elements, and line ends
// inside tags, comments, scripts and styles. Noncharacters of Unicode stand for them.
import { piecesOf } from './markup.ts'

export interface SetAside {
  readonly rest: string
  readonly restore: (html: string) => string
}

const mark = '\u{FDD0}'
/** A line end inside a tag: for the patterns of WordPress, the tag ends there. */
export const lineEnd = '\u{FDD1}'

/** `within` runs on the text without `<pre>` elements, before line ends of tags are set aside. */
export function outOfTheWay(text: string, within: (html: string) => string): SetAside {
  const aside: string[] = []
  const pieces = text.includes('<pre') ? text.split('</pre>') : [text]
  const withoutPre = pieces.map((piece, nth) => {
    const at = piece.indexOf('<pre')
    // A `</pre>` that closes nothing is dropped, a `<pre>` without an end stays
    if (at < 0 || nth === pieces.length - 1) return piece
    aside.push(`${piece.slice(at)}</pre>`)
    return `${piece.slice(0, at)}<pre ${mark}></pre>`
  })
  const rest = withTagsInOneLine(within(withoutPre.join('')))
  const restore = (html: string) => {
    let at = 0
    return html.replaceAll(lineEnd, '\n').replaceAll(`<pre ${mark}></pre>`, () => aside[at++] ?? '')
  }
  return { rest, restore }
}

/** Sets aside line ends in scripts, styles, drawings and formulas, which are no breaks. */
export function withoutBreaksInScripts(html: string): string {
  return eachElement(html, ['script', 'style', 'svg', 'math'], (element) => element.replaceAll('\n', lineEnd))
}

function withTagsInOneLine(html: string): string {
  let made = ''
  let kept = 0
  let at = 0
  for (const { kind, text } of piecesOf(html)) {
    at += text.length
    if (kind === 'text' || !text.includes('\n')) continue
    made += html.slice(kept, at - text.length) + text.replaceAll('\n', lineEnd)
    kept = at
  }
  return made + html.slice(kept)
}

/** Replaces elements up to the next closing tag of their name; one without an end stays. Takes linear time. */
function eachElement(html: string, names: readonly string[], put: (element: string) => string): string {
  const opening = new RegExp(`<(${names.join('|')})(?=[\\s>])`, 'g')
  const endless = new Set<string>()
  let made = ''
  let at = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const [, name = ''] = found
    const closing = `</${name}>`
    const end = endless.has(name) ? -1 : html.indexOf(closing, found.index)
    if (end < 0) {
      endless.add(name)
      if (endless.size === names.length) break
      continue
    }
    made += html.slice(at, found.index) + put(html.slice(found.index, end + closing.length))
    at = end + closing.length
    opening.lastIndex = at
  }
  return made + html.slice(at)
}
