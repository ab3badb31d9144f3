// The part of a content that a list of posts shows (get_the_content): its first page, up to the mark `<!--more-->` where there
// is one.
import { plainText } from '../core/plain-text.ts'
import { phpTrim } from '../core/php-trim.ts'
import { balancedTags } from './balanced-tags.ts'
import { isEmpty } from '../core/php-empty.ts'

/** `linkOf` makes the link to the rest from the mark's own words, or from null for the default ones. */
export function firstPart(content: string, linkOf: (words: string | null) => string): string {
  const page = firstPage(content)
  const found = markIn(page)
  if (found === null) return page
  const words = isEmpty(found.words) ? null : phpTrim(plainText(found.words))
  const before = page.slice(0, found.start).replace(delimiters, '')
  return balancedTags(before + (words !== null && isEmpty(words) ? '' : linkOf(words)))
}

const pageBreak = '<!--nextpage-->'

function firstPage(content: string): string {
  return content.includes(pageBreak) ? (pagesOf(content, 1)[0] ?? '') : content
}

/** The number of pages that `<!--nextpage-->` makes of a content. */
export function pagesIn(content: string): number {
  return pagesOf(content).length
}

/** The pages of a content. A break at its very beginning is ignored, and delimiters of blocks around breaks are removed. */
function pagesOf(content: string, max?: number): readonly string[] {
  const pages = content.replace(/\n?<!--nextpage-->\n?/g, pageBreak).replace(/<!-- \/?wp:nextpage -->/g, '')
  const from = pages.startsWith(pageBreak) ? pageBreak.length : 0
  return pages.slice(from).split(pageBreak, max)
}

/** The delimiters of the block around the mark. */
const delimiters = /<!-- \/?wp:more[^<>\n]* -->/g

const mark = '<!--more'

/** The first mark that ends in the line in which it begins, with its words. */
function markIn(page: string): { readonly start: number; readonly words: string } | null {
  let [end, line] = [-1, 0]
  for (let start = page.indexOf(mark); start >= 0; start = page.indexOf(mark, line)) {
    const from = start + mark.length
    if (end < from) end = page.indexOf('-->', from)
    if (end < 0) return null
    line = page.indexOf('\n', from)
    if (line < 0 || line > end) return { start, words: page.slice(from, end) }
  }
  return null
}
