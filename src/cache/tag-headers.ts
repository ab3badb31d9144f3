// What an answer was made of, as headers by which CDNs drop it: its tags, in letters that every CDN takes.
import type { Tag } from '../core/tag.ts'
import { tagWord, wideWord } from '../core/tag-words.ts'

export type TagHeaders = 'off' | 'surrogate-key' | 'cache-tag' | 'both'

/** Longer headers are refused by many CDNs. */
const bytesMax = 8192

/** Where an answer has more tags than fit, words for any row of their tables stand for them. */
export function tagHeadersOf(tags: ReadonlySet<Tag>, which: TagHeaders): readonly string[] {
  if (which === 'off' || tags.size === 0) return []
  // Nobody tells a CDN of the clock
  const told = [...tags].filter((tag) => !tag.startsWith('until:'))
  const words = told.map(tagWord)
  const isShort = words.reduce((bytes, word) => bytes + word.length + 1, 0) <= bytesMax
  const shown = isShort ? words : [...new Set(told.map(wideWord))]
  return [
    ...(which === 'cache-tag' ? [] : ['Surrogate-Key', shown.join(' ')]),
    ...(which === 'surrogate-key' ? [] : ['Cache-Tag', shown.join(',')]),
  ]
}
