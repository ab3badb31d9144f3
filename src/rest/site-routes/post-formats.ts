// Post formats as search results.
import { translated } from '../../core/sentence.ts'
import type { Site } from '../../site/site.ts'
import { translationsOf } from '../../site/translations.ts'

export const formats = ['aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio']

export function formatTitle(id: string, site: Site): string {
  return translated(id.charAt(0).toUpperCase() + id.slice(1), ['Post format'], translationsOf(site))
}

/** The address of the site's list of posts of a format (get_post_format_link). */
export function formatUrl(id: string, { home, option }: Site): string {
  const structure = option('permalink_structure')
  if (structure === '') return `${home}/?post_format=${id}`
  const front = /^[^%]*/.exec(structure)?.[0] || '/'
  return `${home}${front}type/${id}${structure.endsWith('/') ? '/' : ''}`
}
