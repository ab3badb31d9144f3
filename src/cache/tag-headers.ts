// What an answer was made of, as headers by which CDNs drop it: its tags, in letters that every CDN takes.
import type { Tag } from '../core/tag.ts'

export type TagHeaders = 'off' | 'surrogate-key' | 'cache-tag' | 'both'

/** Longer headers are refused by many CDNs. */
const bytesMax = 8192

/** Where an answer has more tags than fit, those of its tables stand for all of them. */
export function tagHeadersOf(tags: ReadonlySet<Tag>, which: TagHeaders): readonly string[] {
  if (which === 'off' || tags.size === 0) return []
  const words = [...tags].map(toWord)
  const isShort = words.reduce((bytes, word) => bytes + word.length + 1, 0) <= bytesMax
  const shown = isShort ? words : words.filter((word) => word.startsWith('table:'))
  return [
    ...(which === 'cache-tag' ? [] : ['Surrogate-Key', shown.join(' ')]),
    ...(which === 'surrogate-key' ? [] : ['Cache-Tag', shown.join(',')]),
  ]
}

/** Letters, digits and `_.:/-`; all else by its code. */
function toWord(tag: Tag): string {
  return tag
    .toWellFormed()
    .replace(/[^\w.:/-]/gu, (mark) => `%${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
}
