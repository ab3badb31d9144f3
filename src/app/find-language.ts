// Finds the typographic marks and names of dates of the site's language in the translations of the owner's WordPress (`languages` in wp-content).
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorCode, whyUnread } from '../core/error-code.ts'
import { dateNamesFrom } from '../render/date-names.ts'
import type { Renderers } from '../render/context.ts'
import { marksFrom } from '../render/marks.ts'
import type { Config } from '../settings/config.ts'
import { behindContext, translationsIn } from './translation-file.ts'

/** Those of WordPress 7.1 itself have less than one million. */
const bytesMax = 8_000_000

/** The options that name the site's language, where its translations may be found. */
export function languageOptions({ wpContentDir }: Config): readonly string[] {
  return wpContentDir === undefined ? [] : ['WPLANG']
}

/** What renderers take from a language. */
export type Language = Pick<Renderers, 'marks' | 'dateNames'>

/** Nothing, for English, where there are no translations; a sentence where they cannot be used. */
export async function findLanguage(
  { wpContentDir }: Config,
  option: (name: string) => string | null,
): Promise<Language | string> {
  const language = option('WPLANG') ?? ''
  if (wpContentDir === undefined || !/^\w{1,40}$/.test(language)) return {}
  const path = join(resolve(wpContentDir), 'languages', `${language}.mo`)
  try {
    const { size } = await stat(path)
    if (size > bytesMax) return `${path} has ${size} bytes, more than ${bytesMax}`
    const texts = translationsIn(await readFile(path))
    if (typeof texts === 'string') return `${path} ${texts}`
    const translated = (context: string | null, text: string) =>
      texts.get(context === null ? text : context + behindContext + text)
    return { marks: marksFrom(translated), dateNames: dateNamesFrom(translated) }
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? {} : `${path} cannot be read: ${whyUnread(error)}`
  }
}
