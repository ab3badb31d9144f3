// Marks the words of a search that a full-text index can find, where the owner has added one and enabled it: words of
// letters and digits that are long enough and no stopwords. Other words are searched in the rows that these find.
import type { Filter, SearchWord } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import type { Indexes } from './indexes.ts'

/** InnoDB's default stopwords, which it does not index (INNODB_FT_DEFAULT_STOPWORD). */
const left = new Set(
  'a about an are as at be by com de en for from how i in is it la of on or that the this to was what when where who will with und the www'.split(
    ' ',
  ),
)

export function withIndexedWords(filter: Filter, source: Source, indexes: Indexes): Filter {
  if (filter.kind !== 'search' || filter.metaKey !== undefined || !indexes.ofWords(source, filter.columns))
    return filter
  return {
    ...filter,
    words: filter.words.map((word) => (isFound(word) ? Object.assign({}, word, { isIndexed: true }) : word)),
  }
}

/** At least three letters or digits (innodb_ft_min_token_size), without operators of full-text searches. */
function isFound({ text, excluded, match }: SearchWord): boolean {
  return !excluded && match === 'part' && /^[\p{L}\p{N}]{3,84}$/u.test(text) && !left.has(text.toLowerCase())
}
