// A text of WordPress apart from the values in it, because translations are looked up by the text alone.
import { apart, thousandsSign } from './thousands.ts'

/** Texts with the numbers of the values between them, from 0. */
export type Pattern = readonly (string | number)[]

/** Lists are joined by the language's rules. */
type SentenceValue = string | number | readonly string[] | Sentence

export interface Sentence {
  /** The English text in sprintf's format, with `%l` for a list; the singular, where it has plural forms. */
  readonly text: string
  /** The context under which translators see the text. */
  readonly about?: string
  /** The number that decides the form, and that form in English. Numbers in it are then written with thousands separators. */
  readonly counted?: { readonly count: number; readonly text: string }
  readonly values: readonly SentenceValue[]
}

export function sentence(text: string, ...values: readonly SentenceValue[]): Sentence {
  return { text, values }
}

/** A sentence with a singular and a plural in English. */
export function counting(
  count: number,
  [one, many]: readonly [one: string, many: string],
  ...values: readonly SentenceValue[]
): Sentence {
  return { text: one, counted: { count, text: count === 1 ? one : many }, values }
}

/** The translations of a language. */
export interface Translations {
  /** Translated forms by their English text, which follows a context and `\u0004` where it has one. */
  readonly texts: ReadonlyMap<string, readonly string[]>
  /** The index of the form for a number. */
  readonly formOf: (count: number) => number
}

/** The absence of translations, for English. */
export const untranslated: Translations = { texts: new Map(), formOf: () => 0 }

/** The sentence in the language; in English where the language lacks it. */
export function worded({ text, about, counted, values }: Sentence, language: Translations): string {
  const place = counted === undefined ? 0 : language.formOf(counted.count)
  const key = about === undefined ? text : about + behindContext + text
  const own = language.texts.get(key)?.[place]
  const written = own === undefined || own === '' || own.length > lettersMax ? (counted?.text ?? text) : own
  if (values.length === 0) return written
  const texts = values.map((value) => {
    if (typeof value === 'number' && counted) return apart(value, translated(thousandsSign, [], language))
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    return 'text' in value ? worded(value, language) : joined(value, language)
  })
  return filled(patternOf(written), texts)
}

/** A text without values, looked up in these contexts first, then without a context. */
export function translated(
  text: string,
  contexts: readonly string[],
  { texts }: Pick<Translations, 'texts'>,
): string {
  const keys = [...contexts.map((context) => context + behindContext + text), text]
  const found = keys.map((key) => texts.get(key)?.[0]).find((form) => form !== undefined && form !== '')
  return found === undefined || found.length > lettersMax ? text : found
}

/** Joins words as `a`, `a and b`, `a, b, and c` (wp_sprintf_l). */
function joined(words: readonly string[], language: Translations): string {
  const [first = '', ...others] = words
  const linkAs = (text: string) => worded(sentence(text, '', ''), language)
  const between = linkAs('%1$s, %2$s')
  const last = linkAs(others.length === 1 ? '%1$s and %2$s' : '%1$s, and %2$s')
  return others.reduce((text, word, at) => text + (at < others.length - 1 ? between : last) + word, first)
}

/** Separates a context from its text. */
export const behindContext = '\u0004'

/** Longer translations are ignored, in characters. */
export const lettersMax = 2000
/** At most this many values are put into a text. */
const valuesMax = 10

export function patternOf(text: string): Pattern {
  const parts = text.split(/%(?:(\d)\$)?[sdl]/).slice(0, 2 * valuesMax + 1)
  let next = 0
  return parts.flatMap((part: string | undefined, at): Pattern => {
    if (at % 2 === 0) return part === '' && parts.length > 1 ? [] : [part ?? '']
    return [part === undefined ? next++ : Number(part) - 1]
  })
}

export function filled(pattern: Pattern, values: readonly (string | number)[]): string {
  const [only] = pattern
  return pattern.length === 1 && typeof only === 'string'
    ? only
    : pattern.map((part) => (typeof part === 'string' ? part : (values[part] ?? ''))).join('')
}
