// A search as a plan has it: the filters of its words, and the order by how well a row matches them.
import { equal, type Filter } from '../database/filter.ts'
import type { Viewer } from '../core/viewer.ts'
import type { ResourceLists } from '../registry/resource.ts'
import type { Order } from '../plan/plan.ts'
import { areBlank, isWord, searchWords } from '../plan/search-words.ts'

export interface Search {
  readonly text: string
  /** The viewer who searches: some rows only logged-in viewers find. */
  readonly viewer: Viewer
  /** The columns to search. Default: all that the resource names. */
  readonly columns?: readonly string[]
  /** True where a column has to equal a word, not contain it. */
  readonly isExact?: boolean
}

/** The filters of a text; without words it leaves out the rows alone that only logged-in viewers find. */
export function searchFilters(
  { search }: ResourceLists,
  { text, viewer, columns = search.columns, isExact = false }: Search,
): readonly Filter[] {
  if (text === '') return []
  const match = isExact ? 'whole' : 'part'
  const words = search.splits
    ? searchWords(text, match)
    : [{ text: text.replaceAll('\0', '').trim(), excluded: false, match } as const]
  const { metaKey } = search
  return [
    ...(viewer.kind === 'anonymous' ? equal(search.where) : []),
    ...(areBlank(words)
      ? []
      : [{ kind: 'search', columns, ...(metaKey === undefined ? {} : { metaKey }), words } as const]),
  ]
}

/** Best match first, by the text that is searched for in `columns`. */
export function byRelevance(text: string, columns: readonly string[]): Order {
  const phrase = text.trim()
  return { kind: 'relevance', phrase, columns, isWord: isWord(phrase) }
}
