// The part of a content that a list of posts shows (get_the_content): its first page, as far as the mark behind which a reader
// asks for more.
import { plainText } from '../core/plain-text.ts'
import { phpTrim } from '../core/php-trim.ts'
import { balancedTags } from './balanced-tags.ts'
import { isEmpty } from '../core/php-empty.ts'

/** `linkOf` makes the link to the rest, of its own words, or of null for the usual ones. */
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

/** How many pages breaks make of a content. */
export function pagesIn(content: string): number {
  return pagesOf(content).length
}

/** A break before everything breaks nothing; delimiters of the blocks that hold breaks are on no page. */
function pagesOf(content: string, max?: number): readonly string[] {
  const pages = content.replace(/\n?<!--nextpage-->\n?/g, pageBreak).replace(/<!-- \/?wp:nextpage -->/g, '')
  const from = pages.startsWith(pageBreak) ? pageBreak.length : 0
  return pages.slice(from).split(pageBreak, max)
}

/** Comments of the block that holds the mark. */
const delimiters = /<!-- \/?wp:more[^<>\n]* -->/g

const mark = '<!--more'

/** The first mark that ends in its line. */
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
