// A search as parts of a plan: the filters for its words, and the order by relevance.
import { isEmpty } from '../core/php-empty.ts'
import { leadingNumber } from '../core/php-integer.ts'
import { equal, toIdValue, type Filter, type Scalar, type SearchWord } from '../database/filter.ts'
import type { Viewer } from '../core/viewer.ts'
import type { ResourceLists } from '../registry/resource.ts'
import type { Order } from '../plan/plan.ts'
import { areBlank, isWord, searchWords } from '../plan/search-words.ts'

export interface Search {
  readonly text: string
  /** The viewer who searches: logged-in viewers find rows that anonymous ones do not. */
  readonly viewer: Viewer
  /** The columns to search. Default: all that the resource names. */
  readonly columns?: readonly string[]
  /** True where a column has to equal a word, not contain it. */
  readonly isExact?: boolean
}

/** The filters for a text; one without words excludes only rows that no anonymous viewer may find. */
export function searchFilters(
  { search }: ResourceLists,
  { text, viewer, columns = search.columns, isExact = false }: Search,
): readonly Filter[] {
  if (search.ignoresZero ? isEmpty(text) : text === '') return []
  const match = isExact ? 'whole' : 'part'
  const words = search.splits
    ? searchWords(text, match)
    : [{ text: within(text.replaceAll('\0', '').trim(), search.wildcard), excluded: false, match } as const]
  const { metaKey } = search
  return [
    ...(viewer.kind === 'anonymous' ? equal(search.where) : []),
    ...(areBlank(words) ? [] : [foundIn(columns, words, metaKey)]),
  ]
}

/** Finds rows with the words in one of the columns; an id must equal the number that the text begins with. */
function foundIn(
  columns: readonly string[],
  words: readonly SearchWord[],
  metaKey: string | undefined,
): Filter {
  const texts = columns.filter((column) => column !== 'id')
  const found: Filter = {
    kind: 'search',
    columns: texts,
    ...(metaKey === undefined ? {} : { metaKey }),
    words,
  }
  if (texts.length === columns.length) return found
  const ids = words.flatMap(({ text }) => idsIn(text))
  return { kind: 'any', filters: [found, { kind: 'in', column: 'id', values: ids }] }
}

/** The id that equals the text when a database compares the two as numbers: `3 mice` equals 3. */
function idsIn(text: string): readonly Scalar[] {
  if (/^\d{1,18}$/.test(text)) return [toIdValue(text)]
  const number = leadingNumber(text)
  return Number.isSafeInteger(number) && number > 0 ? [toIdValue(number)] : []
}

/** The text without wildcards at its ends. */
function within(text: string, wildcard: string | undefined): string {
  let [from, to] = [0, text.length]
  while (from < to && text[from] === wildcard) from++
  while (from < to && text[to - 1] === wildcard) to--
  return text.slice(from, to)
}

/** The order that puts rows first that match the text best in `columns`. */
export function byRelevance(text: string, columns: readonly string[]): Order {
  const phrase = text.trim()
  return { kind: 'relevance', phrase, columns, isWord: isWord(phrase) }
}
