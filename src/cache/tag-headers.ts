// Builds the headers by which CDNs purge an answer: its tags, in characters that every CDN accepts.
import type { Tag } from '../core/tag.ts'
import { tagWord, wideWord } from '../core/tag-words.ts'

export type TagHeaders = 'off' | 'surrogate-key' | 'cache-tag' | 'cdn-tag' | 'both'

/** The longest tag headers: many CDNs refuse longer ones, and bunny.net truncates longer `CDN-Tag` headers. */
const bytesMax = 8192
const cdnTagBytesMax = 1024

/** Makes the tag headers; where these would be too long, one word for each table replaces those of its rows. */
export function tagHeadersOf(tags: ReadonlySet<Tag>, which: TagHeaders): readonly string[] {
  if (which === 'off' || tags.size === 0) return []
  // No purge follows from the passage of time, so CDNs need no such tag
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
