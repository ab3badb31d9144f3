// Splits the text of a search into words as WordPress does (WP_Query::parse_search).
import { isEmpty } from '../core/php-empty.ts'
import type { SearchWord } from '../database/filter.ts'

/** A text with more words is one phrase. */
const wordsMax = 9

/** A phrase in quotes, of which the closing one may be missing, or a word between blanks, commas, quotes and plus signs. */
const eachWord = /"[^"]*(?:"|$)|[^\t ",+]+/g

/** Stopwords, which a search ignores. */
const skipped: ReadonlySet<string> = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who will ' +
    'with www'
  ).split(' '),
)

/** Every word must match; "quoted words" match as a phrase; a word after a minus must not match. */
export function searchWords(text: string, match: SearchWord['match'] = 'part'): readonly SearchWord[] {
  return wordsIn(text.replaceAll('\0', '')).map((word) => searchWord(word, match))
}

/** True where all words are empty and thus match every row; a minus by itself excludes every row. */
export function areBlank(words: readonly SearchWord[]): boolean {
  return words.every(({ text, excluded }) => text === '' && !excluded)
}

/** True for a phrase that is a single word. */
export function isWord(phrase: string): boolean {
  return [...written(phrase).matchAll(eachWord)].length < 2
}

/** Skips single letters and stopwords; where no word or too many remain, the whole text is one phrase. */
function wordsIn(text: string): readonly string[] {
  const whole = written(text)
  const found = [...whole.matchAll(eachWord)]
    .map(([part]) =>
      part.replace(/^".+"$/.test(part) ? /^["']+|(?<!["'])["']+$/g : /^["' ]+|(?<!["' ])["' ]+$/g, ''),
    )
    .filter((word) => !isEmpty(word) && !/^[a-z-]$/i.test(word) && !skipped.has(word.toLowerCase()))
  return found.length === 0 || found.length > wordsMax ? [whole.trim()] : found
}

/** Removes backslashes and line breaks first, as WordPress does. */
function written(text: string): string {
  return text.replace(/\\(.?)/gs, '$1').replace(/[\r\n]/g, '')
}

function searchWord(word: string, match: SearchWord['match']): SearchWord {
  const excluded = word.startsWith('-')
  return { text: excluded ? word.slice(1) : word, excluded, match }
}
