// The translations of the site's language, as its renderers have them.
import { untranslated, type Translations } from '../core/sentence.ts'
import type { Site } from './site.ts'

export function translationsOf({ renderers }: Pick<Site, 'renderers'>): Translations {
  return renderers?.translations ?? untranslated
}
