// The words that WordPress itself writes into texts and titles, in the site's language (gettext's __, _x and _n). All of them are in
// the table here, and none is written past it: a test looks for English ones in what renders.
import { filled, lettersMax, patternOf, type Pattern } from '../core/sentence.ts'
import { known, plurals } from './known-words.ts'
import { pluralForms } from './plural-forms.ts'

export interface Words {
  /** By their contexts, `` where they have none, and as they are in English. */
  readonly patterns: Readonly<Record<string, Readonly<Record<string, Pattern>>>>
  /** By the English form for one, in the order of the language's forms. */
  readonly counted: Readonly<Record<string, readonly Pattern[]>>
  /** The header that says which of these forms goes with a number. */
  readonly header: string
  readonly formOf: (count: number) => number
}

type About = Exclude<keyof typeof known, ''>
type Plain = (typeof known)[''][number]

/** Renderers, whose words are English where they have none. */
export interface Speaking {
  readonly words?: Words | undefined
}

/** A text in the site's language, with what is put into it. */
export function said(
  { words = english }: Speaking,
  text: Plain,
  ...values: readonly (string | number)[]
): string {
  return words === english && values.length === 0
    ? text
    : filled(words.patterns['']?.[text] ?? [text], values)
}

/** The same for a text that translators get with a context. */
export function saidAs<A extends About>(
  { words = english }: Speaking,
  about: A,
  text: (typeof known)[A][number],
  ...values: readonly (string | number)[]
): string {
  return filled(words.patterns[about]?.[text] ?? [text], values)
}

/** A name in the site's language, if WordPress itself gives it. */
export function named({ words = english }: Speaking, about: About, name: string): string {
  return filled(words.patterns[about]?.[name] ?? [name], [])
}

/** The form of a text for a number, which is put into it unless other values are given. */
export function counted(
  { words = english }: Speaking,
  one: keyof typeof plurals,
  count: number,
  ...values: readonly (string | number)[]
): string {
  const form = words.counted[one]?.[words.formOf(count)] ?? englishForms[one]?.[count === 1 ? 0 : 1] ?? [one]
  return filled(form, values.length === 0 ? [count] : values)
}

/** The forms of a text by its context, which is empty where it has none. */
export type Translated = (about: string, text: string) => readonly string[]

/** Those of a translation; the English ones where it has none, or one with more letters or values than there may be. */
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
