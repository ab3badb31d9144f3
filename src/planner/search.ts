// The words of a search, and how well a row matches them: filters and order, as WordPress reads a text (WP_Query::parse_search).
import { equal, type Filter, type SearchWord } from '../database/filter.ts'
import type { Viewer } from '../core/viewer.ts'
import type { ResourceLists } from '../registry/resource.ts'
import type { Order } from '../plan/plan.ts'

/** A text with more words is one phrase. */
const wordsMax = 9

/** A phrase in quotes, which may lack the second, or a word between blanks, commas, quotes and plus signs. */
const words = /"[^"]*(?:"|$)|[^\t ",+]+/g

/** Words that are everywhere find nothing. */
const skipped: ReadonlySet<string> = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who will ' +
    'with www'
  ).split(' '),
)

export interface Search {
  readonly text: string
  /** The viewer who searches: some rows only logged-in viewers find. */
  readonly viewer: Viewer
  /** The columns to search. Default: all that the resource names. */
  readonly columns?: readonly string[]
  /** True where a column has to equal a word, not contain it. */
  readonly isExact?: boolean
}

/** Every word must match; "quoted words" match as a phrase; a word after a minus must not match. */
export function searchFilters(
  { search }: ResourceLists,
  { text, viewer, columns = search.columns, isExact = false }: Search,
): readonly Filter[] {
  if (text === '') return []
  const clean = text.replaceAll('\0', '')
  const match = isExact ? 'whole' : 'part'
  const wanted = search.splits
    ? wordsIn(clean).map((word) => searchWord(word, match))
    : [{ text: clean.trim(), excluded: false, match } as const]
  // A minus by itself excludes every row
  if (wanted.every((each) => each.text === '' && !each.excluded)) return []
  const { metaKey } = search
  return [
    ...(viewer.kind === 'anonymous' ? equal(search.where) : []),
    { kind: 'search', columns, ...(metaKey === undefined ? {} : { metaKey }), words: wanted },
  ]
}

/** Best match first, by the text that is searched for in `columns`. */
export function byRelevance(text: string, columns: readonly string[]): Order {
  const phrase = text.trim()
  return { kind: 'relevance', phrase, columns, isWord: [...written(phrase).matchAll(words)].length < 2 }
}

/** Skips letters and words that are everywhere; where nothing is left, the whole text is one phrase. */
function wordsIn(text: string): readonly string[] {
  const whole = written(text)
  const found = [...whole.matchAll(words)]
    .map(([part]) =>
      part.replace(/^".+"$/.test(part) ? /^["']+|(?<!["'])["']+$/g : /^["' ]+|(?<!["' ])["' ]+$/g, ''),
    )
    .filter(
      (word) => word !== '' && word !== '0' && !/^[a-z-]$/i.test(word) && !skipped.has(word.toLowerCase()),
    )
  return found.length === 0 || found.length > wordsMax ? [whole.trim()] : found
}

/** WordPress removes backslashes and the ends of lines first. */
function written(text: string): string {
  return text.replace(/\\(.?)/gs, '$1').replace(/[\r\n]/g, '')
}

function searchWord(word: string, match: SearchWord['match']): SearchWord {
  const excluded = word.startsWith('-')
  return { text: excluded ? word.slice(1) : word, excluded, match }
}
