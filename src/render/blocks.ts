// Block markup: the comments that delimit blocks are taken out, what they enclose stays.

const opening = /<!--\s+\/?wp:/g

export function hasBlocks(text: string): boolean {
  return text.includes('<!-- wp:')
}

/** In time linear in the text: an opening without an end is looked for once. */
export function withoutDelimiters(text: string): string {
  let kept = ''
  let at = 0
  for (const match of text.matchAll(opening)) {
    if (match.index < at) continue
    const end = text.indexOf('-->', match.index)
    if (end < 0) break
    kept += text.slice(at, match.index)
    at = end + 3
  }
  return kept + text.slice(at)
}
