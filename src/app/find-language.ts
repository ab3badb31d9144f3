// Finds the language's words, typographic marks and names of dates in WordPress's translations (`languages` in wp-content).
import { join, resolve } from 'node:path'
import { dateNamesFrom } from '../render/date-names.ts'
import type { Renderers } from '../render/context.ts'
import { behindContext } from '../core/sentence.ts'
import { marksFrom } from '../render/marks.ts'
import { wordsFrom } from '../render/words.ts'
import type { Config } from '../settings/config.ts'
import { readBytes } from './json-files.ts'
import { translationsIn } from './translation-file.ts'

/** The translations of WordPress 7.1 itself have less than one million bytes. */
const bytesMax = 8_000_000

/** The longest typographic mark and name of a day or month, in letters. */
const shortMax = 100

/** The options that name the site's language, where its translations may be found. */
export function languageOptions({ wpContentDir }: Config): readonly string[] {
  return wpContentDir === undefined ? [] : ['WPLANG']
}

/** The parts of a language that renderers use. */
export type Language = Pick<Renderers, 'marks' | 'dateNames' | 'words' | 'translations'>

export function translationsPath(wpContentDir: string, language: string): string {
  return join(resolve(wpContentDir), 'languages', `${language}.mo`)
}

/** Empty, for English, where there are no translations; a sentence where they cannot be used. */
export async function findLanguage(
  { wpContentDir }: Pick<Config, 'wpContentDir'>,
  option: (name: string) => string | null,
): Promise<Language | string> {
  const language = option('WPLANG') ?? ''
  if (wpContentDir === undefined || !/^[\w-]{1,40}$/.test(language)) return {}
  const path = translationsPath(wpContentDir, language)
  const bytes = await readBytes(path, { bytesMax, limit: 'translations' })
  if (bytes === null) return {}
  if (typeof bytes === 'string') return bytes
  const texts = translationsIn(bytes)
  if (typeof texts === 'string') return `${path} ${texts}`
  const translated = (context: string | null, text: string) => {
    const form = texts.get(context === null ? text : context + behindContext + text)?.[0]
    return form !== undefined && form.length <= shortMax ? form : undefined
  }
  const forms = (about: string, text: string) =>
    texts.get(about === '' ? text : about + behindContext + text) ?? []
  const header = /^plural-forms:(.*)$/im.exec(texts.get('')?.[0] ?? '')?.[1] ?? ''
  const words = wordsFrom(forms, header)
  return {
    marks: marksFrom(translated),
    dateNames: dateNamesFrom(translated),
    words,
    // The empty original stands for the file's header
    translations: { texts: new Map([...texts].filter(([text]) => text !== '')), formOf: words.formOf },
  }
}
