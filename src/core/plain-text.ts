// HTML → its text (wp_strip_all_tags): tags go, comments too, and scripts and styles with what they enclose. A `<` before
// a blank is none of a tag, what has no end goes to the end of the text. In linear time.

export function plainText(html: string): string {
  const opening = /<(script|style)\b|<!--|<(?=\S)/gi
  let kept = ''
  let at = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    kept += html.slice(at, found.index)
    const end = endOf(html, found.index, found[0], found[1])
    if (end < 0) return kept
    at = end
    opening.lastIndex = end
  }
  return kept + html.slice(at)
}

/** Where what begins at `at` has ended; below zero where it does not. */
function endOf(html: string, at: number, opening: string, enclosing: string | undefined): number {
  if (opening === '<!--') return after('-->', html, at + 4)
  if (enclosing === undefined) return tagEnd(html, at)
  const closing = new RegExp(`</${enclosing}`, 'gi')
  closing.lastIndex = at
  const found = closing.exec(html)
  return found ? tagEnd(html, found.index) : -1
}

/** A bracket in a quoted attribute ends no tag. */
function tagEnd(html: string, at: number): number {
  const mark = /["'>]/g
  mark.lastIndex = at
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    if (found[0] === '>') return mark.lastIndex
    mark.lastIndex = after(found[0], html, mark.lastIndex)
    if (mark.lastIndex === 0) return -1
  }
  return -1
}

function after(text: string, html: string, from: number): number {
  const at = html.indexOf(text, from)
  return at < 0 ? -1 : at + text.length
}
