// Separates tags of single items from tags of all items of a page; in doubt a tag counts for all, so that too much is
// dropped, never too little.
import type { Tag } from '../core/tag.ts'
import type { Reading } from './execute.ts'

/** Tags that all items depend on: all but those of rows that single items are known to use. */
export function sharedTags(
  reading: Pick<Reading, 'tags' | 'ownedTags' | 'tagsApart'>,
  items: readonly { readonly used: ReadonlySet<Tag> }[],
): Set<Tag> {
  const used = new Set<Tag>()
  for (const each of items) for (const tag of each.used) used.add(tag)
  const shared = new Set(reading.tags)
  for (const tag of reading.ownedTags) if (!tag.startsWith('row:') || !used.has(tag)) shared.add(tag)
  for (const tags of reading.tagsApart) if (!tags.isSubsetOf(used)) for (const tag of tags) shared.add(tag)
  return shared
}
