// The words that WordPress itself writes into texts and titles, in the site's language (gettext's __, _x and _n). Renderers write
// none without these functions: tests search their code and their output for English words.
import { filled, lettersMax, patternOf, type Pattern } from '../core/sentence.ts'
import { known, plurals } from './known-words.ts'
import { pluralForms } from './plural-forms.ts'

export interface Words {
  /** Texts by their context (empty where they have none) and their English original. */
  readonly patterns: Readonly<Record<string, Readonly<Record<string, Pattern>>>>
  /** Texts with plural forms by their English singular, in the order of the language's forms. */
  readonly counted: Readonly<Record<string, readonly Pattern[]>>
  /** The header Plural-Forms, which selects one of these forms for a number. */
  readonly header: string
  readonly formOf: (count: number) => number
}

type About = Exclude<keyof typeof known, ''>
type Plain = (typeof known)[''][number]

/** A context of rendering with the words to write; English ones by default. */
export interface Speaking {
  readonly words?: Words | undefined
}

/** A text in the site's language, with values in its placeholders. */
export function said(
  { words = english }: Speaking,
  text: Plain,
  ...values: readonly (string | number)[]
): string {
  return words === english && values.length === 0
    ? text
    : filled(words.patterns['']?.[text] ?? [text], values)
}

/** A text in the site's language that has a translation context, with values in its placeholders. */
export function saidAs<A extends About>(
  { words = english }: Speaking,
  about: A,
  text: (typeof known)[A][number],
  ...values: readonly (string | number)[]
): string {
  return filled(words.patterns[about]?.[text] ?? [text], values)
}

/** A name in the site's language if it is one of WordPress's own; any other name as it is. */
export function named({ words = english }: Speaking, about: About, name: string): string {
  return filled(words.patterns[about]?.[name] ?? [name], [])
}

/** The form of a text for a number; the number is its value unless others are passed. */
export function counted(
  { words = english }: Speaking,
  one: keyof typeof plurals,
  count: number,
  ...values: readonly (string | number)[]
): string {
  const form = words.counted[one]?.[words.formOf(count)] ?? englishForms[one]?.[count === 1 ? 0 : 1] ?? [one]
  return filled(form, values.length === 0 ? [count] : values)
}

/** Finds the forms of a text by its context, which may be empty. */
export type Translated = (about: string, text: string) => readonly string[]

/** The words of a translation; English ones where it has none, or one with more characters or values than allowed. */
export function wordsFrom(translated: Translated, header: string): Words {
  const own = (about: string, text: string) => {
    const forms = translated(about, text)
    return forms.every((form) => form !== '' && form.length <= lettersMax) ? forms.map(patternOf) : []
  }
  const formOf = pluralForms(header)
  const patterns = Object.entries(known).map(([about, texts]) => [
    about,
    Object.fromEntries(texts.map((text) => [text, own(about, text)[0] ?? patternOf(text)])),
  ])
  const forms = Object.keys(plurals).map((one) => [one, formOf === null ? [] : own('', one)])
  return {
    patterns: Object.fromEntries(patterns),
    counted: Object.fromEntries(forms),
    header,
    formOf: formOf ?? (() => -1),
  }
}

const english = wordsFrom(() => [], '')
const englishForms: Readonly<Record<string, readonly Pattern[]>> = Object.fromEntries(
  Object.entries(plurals).map(([one, many]) => [one, [patternOf(one), patternOf(many)]]),
)
