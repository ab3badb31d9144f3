// Tells apart what single items depend on from what all items of a page do, so that a mistake drops too much and never too little.
import type { Tag } from '../core/tag.ts'
import type { Reading } from './execute.ts'

/** Tags that all items depend on: of everything that is not known to be used by single items. */
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
