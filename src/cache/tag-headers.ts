// Builds the headers by which CDNs purge an answer: its tags, in characters that every CDN accepts.
import type { Tag } from '../core/tag.ts'
import { tagWord, wideWord } from '../core/tag-words.ts'

export type TagHeaders = 'off' | 'surrogate-key' | 'cache-tag' | 'cdn-tag' | 'both'

/** Longer headers are refused by many CDNs; bunny.net cuts off longer ones. */
const bytesMax = 8192
const cdnTagBytesMax = 1024

/** Where the tags are too many for a header, one word a table replaces those of its rows. */
export function tagHeadersOf(tags: ReadonlySet<Tag>, which: TagHeaders): readonly string[] {
  if (which === 'off' || tags.size === 0) return []
  // CDNs receive no purge for the clock
  const purgeable = [...tags].filter((tag) => !tag.startsWith('until:'))
  const words = purgeable.map(tagWord)
  const isShort =
    words.reduce((bytes, word) => bytes + word.length + 1, 0) <=
    (which === 'cdn-tag' ? cdnTagBytesMax : bytesMax)
  const shown = isShort ? words : [...new Set(purgeable.map(wideWord))]
  if (which === 'cdn-tag') return ['CDN-Tag', shown.join(',')]
  return [
    ...(which === 'cache-tag' ? [] : ['Surrogate-Key', shown.join(' ')]),
    ...(which === 'surrogate-key' ? [] : ['Cache-Tag', shown.join(',')]),
  ]
}
