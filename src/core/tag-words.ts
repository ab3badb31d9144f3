// Tags as words of headers and webhooks, in characters that every CDN accepts.
import type { Tag } from './tag.ts'

/** Keeps letters, digits and `_.:/-`; encodes any other character by its code. */
export function tagWord(tag: string): string {
  return tag
    .toWellFormed()
    .replace(/[^\w.:/-]/gu, (mark) => `%${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
}

/** The words for changed tags, with the coarser words of responses whose tags do not fit in a header. */
export function staleWords(tags: Iterable<Tag>): readonly string[] {
  const words = new Set<string>()
  for (const tag of tags) words.add(tagWord(tag)).add(wideWord(tag))
  return [...words]
}

/** `rows:posts` for any tag about rows of posts; a table's own tag stays as it is. */
export function wideWord(tag: Tag): string {
  if (tag.startsWith('table:')) return tagWord(tag)
  if (tag === 'site') return 'rows:options'
  const [kind = '', about = ''] = tag.split(/[:/]/, 2)
  return kind === 'option' ? 'rows:options' : `rows:${tagWord(about)}`
}
